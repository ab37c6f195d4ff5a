//! Evaluations by name.

use std::str::FromStr;

use super::agent::AgentSettings;
use super::build::WithEvaluator;
use super::catalogue::Listed;
use super::named::named;
use super::{BuildError, ParseSpecError, Resources};
use crate::agent::Agent;
use crate::eval;
use crate::keys::kinds::Sort;
use crate::keys::settings::refuse_unknown;
use crate::keys::syntax::{self, Argument, Term, Value};
use crate::keys::{Key, Keyed, Setting, Settings};
use crate::network::Network;

/// Makes the names of all evaluations out of a line for each, which also says how it is built.
macro_rules! evaluations {
    ($resources:ident: $(
        $variant:ident $(($settings:ident: $type:ty))?, $name:literal, $about:literal => $build:expr;
    )*) => {
        named! {
            /// The name of an evaluation with its settings; it prints what it parses.
            ///
            /// ```
            /// # use redouble::spec::EvaluatorSpec;
            /// let spec: EvaluatorSpec = "merges(base = 90, direct = 10)".parse()?;
            /// assert_eq!(spec.to_string(), "merges(base=90)");
            /// # Ok::<(), redouble::spec::ParseSpecError>(())
            /// ```
            EvaluatorSpec, Settings: $($variant $(($settings: $type))?, $name, $about;)*
        }

        impl EvaluatorSpec {
            /// The agent that `with` makes of this evaluation.
            pub(super) fn build(
                &self,
                $resources: &Resources,
                with: impl WithEvaluator,
            ) -> Result<Box<dyn Agent>, BuildError> {
                Ok(match self {
                    $(EvaluatorSpec::$variant $(($settings))? => with.agent($build),)*
                })
            }
        }
    };
}

// Every evaluation. A new one is a file in `eval` and a line here.
evaluations! { resources:
    Gradient(it: eval::Smoothness), "gradient", "tiles heaped against one side, in order, with room to move"
        => eval::Gradient::new(*it);
    Snake(it: eval::Stuck), "snake", "faces along a winding path, each place worth a tenth of the one before"
        => eval::Snake::new(*it);
    Merges(it: eval::MergesConstants), "merges", "what can merge in each line, now and after that"
        => eval::Merges::new(*it);
    Features(it: eval::FeatureSet), "features", "points so far plus any of four features" => eval::Features::new(*it);
    Score, "score", "points so far, and nothing else" => eval::Score;
    Sum, "sum", "the sum of the faces" => eval::Sum::of_faces();
    Squares, "squares", "the sum of the squared faces" => eval::Sum::of_squares();
    Grid, "grid", "squared faces, weighted more and more towards the top right" => eval::Grid::new();
    Ntuple(it: NtupleSpec), "ntuple", "a network that taught itself: points still to come" => it.network(resources)?;
}

impl EvaluatorSpec {
    /// Every evaluation, with its keys and their defaults.
    pub fn catalogue() -> Vec<Listed> {
        let entry = |(spec, about): (EvaluatorSpec, &'static str)| Listed {
            name: spec.name(),
            about,
            short_for: None,
            keys: spec.keys(),
        };
        EvaluatorSpec::all().into_iter().map(entry).collect()
    }

    /// Whether it was learned. What was learned are values of boards after a slide, with chance to move, and of no
    /// others.
    pub fn is_learned(&self) -> bool {
        matches!(self, EvaluatorSpec::Ntuple(_))
    }

    /// Its keys, as they are set.
    pub(super) fn keys(&self) -> Vec<Key> {
        self.settings().keys()
    }

    /// Its constants: those of its keys that may be tuned.
    pub fn constants(&self) -> Vec<(&'static str, f64)> {
        let number = |key: Key| Some((key.name, key.default.parse().ok()?));
        self.keys().into_iter().filter(|key| key.is_constant).filter_map(number).collect()
    }

    /// Sets some of its constants.
    pub(super) fn set_constants(&mut self, constants: &[(&str, f64)]) -> Result<(), ParseSpecError> {
        let known: Vec<&str> = self.constants().iter().map(|(name, _)| *name).collect();
        if let Some((key, _)) = constants.iter().find(|(key, _)| !known.contains(key)) {
            return Err(ParseSpecError::unknown(1, &format!("key of {}", self.name()), key, &known));
        }
        let argument = |&(key, value): &(&str, f64)| Argument {
            place: 1,
            key: key.to_owned(),
            value: Value::Term(Term { place: 1, name: value.to_string(), arguments: vec![] }),
        };
        self.set(1, &constants.iter().map(argument).collect::<Vec<_>>())
    }

    /// Sets those of the arguments that are its keys; `place` is where it is named.
    pub(super) fn set(&mut self, place: usize, arguments: &[Argument]) -> Result<(), ParseSpecError> {
        self.settings_mut().map_or(Ok(()), |settings| settings.set(place, arguments))
    }

    fn from_term(term: &Term) -> Result<EvaluatorSpec, ParseSpecError> {
        let all = EvaluatorSpec::all().into_iter().map(|(spec, _)| spec).collect::<Vec<_>>();
        match all.iter().find(|spec| spec.name() == term.name) {
            Some(found) => {
                let mut spec = found.clone();
                refuse_unknown(&term.name, &term.arguments, &[spec.settings()])?;
                spec.set(term.place, &term.arguments)?;
                Ok(spec)
            }
            None => {
                let known: Vec<&str> = all.iter().map(EvaluatorSpec::name).collect();
                Err(ParseSpecError::unknown(term.place, "evaluation", &term.name, &known))
            }
        }
    }

    /// The key `eval`, of an agent that chooses by an evaluation.
    pub(super) const fn setting<T: AgentSettings>(about: &'static str) -> Setting<T> {
        Setting {
            name: "eval",
            once: None,
            form: "an evaluation",
            sort: Sort::Plain,
            about,
            always: true,
            read: |agent, value| match (agent.evaluation_mut(), EvaluatorSpec::value(value)?) {
                (Some(eval), found) => {
                    *eval = found;
                    Ok(())
                }
                (None, _) => Err(ParseSpecError::new(value.place(), "this agent has no evaluation")),
            },
            write: |agent| agent.evaluation().map(EvaluatorSpec::to_string).unwrap_or_default(),
        }
    }

    /// Reads what stands behind the key `eval`.
    fn value(value: &Value) -> Result<EvaluatorSpec, ParseSpecError> {
        match value {
            Value::Term(term) => EvaluatorSpec::from_term(term),
            _ => Err(ParseSpecError::new(value.place(), "expected an evaluation")),
        }
    }
}

impl FromStr for EvaluatorSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<EvaluatorSpec, ParseSpecError> {
        EvaluatorSpec::from_term(&syntax::parse(text)?)
    }
}

/// Which network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NtupleSpec {
    /// The path of its file; `None` for the one that comes with the program.
    pub net: Option<String>,
}

impl NtupleSpec {
    fn network(&self, resources: &Resources) -> Result<Network, BuildError> {
        let network = resources.network(self.net.as_deref());
        network.cloned().ok_or_else(|| BuildError::NoNetwork { path: self.net.clone() })
    }
}

impl Keyed for NtupleSpec {
    const SETTINGS: &'static [Setting<NtupleSpec>] = &[Setting {
        name: "net",
        once: None,
        form: "default or the path of a network in quotes",
        sort: Sort::Plain,
        about: "which network",
        always: false,
        read: |spec, value| {
            spec.net = match value {
                Value::Text { text, .. } => Some(text.clone()),
                _ if value.word() == Some("default") => None,
                _ => {
                    let expected = "expected default or the path of a network in double quotes";
                    return Err(ParseSpecError::new(value.place(), expected));
                }
            };
            Ok(())
        },
        write: |spec| spec.net.as_deref().map_or("default".to_owned(), syntax::quoted),
    }];
}
