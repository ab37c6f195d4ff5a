//! Evaluations by name.

use std::fmt;
use std::str::FromStr;

use super::ParseSpecError;
use super::catalogue::{Entry, Key, keys, keys_of};
use super::fields::{self, Field, Keyed, field};
use super::kinds::{Kind, NUMBER, SWITCH};
use super::syntax::{self, Argument, Term, Value};
use crate::eval::{FeatureSet, MergesConstants, Smoothness, Stuck};

/// The name of an evaluation with its settings; it prints what it parses.
///
/// ```
/// # use redouble::spec::EvaluatorSpec;
/// let spec: EvaluatorSpec = "merges(base = 90, direct = 10)".parse()?;
/// assert_eq!(spec.to_string(), "merges(base=90)");
/// # Ok::<(), redouble::spec::ParseSpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EvaluatorSpec {
    /// [`Gradient`](crate::eval::Gradient).
    Gradient(Smoothness),
    /// [`Snake`](crate::eval::Snake).
    Snake(Stuck),
    /// [`Merges`](crate::eval::Merges).
    Merges(MergesConstants),
    /// [`Features`](crate::eval::Features).
    Features(FeatureSet),
    /// [`Score`](crate::eval::Score).
    Score,
    /// [`Sum`](crate::eval::Sum).
    Sum,
    /// [`Squares`](crate::eval::Squares).
    Squares,
    /// [`Grid`](crate::eval::Grid).
    Grid,
    /// A [`Network`](crate::network::Network).
    Ntuple(NtupleSpec),
}

/// Which network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NtupleSpec {
    /// The path of its file; `None` for the one that comes with the program.
    pub net: Option<String>,
}

/// A name, what it is, how its arguments are read, and its keys.
type Row = (&'static str, &'static str, fn(&Term) -> Result<EvaluatorSpec, ParseSpecError>, fn() -> Vec<Key>);

/// Every evaluation: a new one gets a line here and an arm in each `match` below.
const EVALUATIONS: [Row; 9] = [
    (
        "gradient",
        "tiles heaped against one side, in order, with room to move",
        |term| read(term, EvaluatorSpec::Gradient),
        keys::<Smoothness>,
    ),
    (
        "snake",
        "faces along a winding path, each place worth a tenth of the one before",
        |term| read(term, EvaluatorSpec::Snake),
        keys::<Stuck>,
    ),
    (
        "merges",
        "what can merge in each line, now and after that",
        |term| read(term, EvaluatorSpec::Merges),
        keys::<MergesConstants>,
    ),
    (
        "features",
        "points so far plus any of four features",
        |term| read(term, EvaluatorSpec::Features).and_then(|spec| some_feature(term.place, spec)),
        keys::<FeatureSet>,
    ),
    ("score", "points so far, and nothing else", |term| read(term, |()| EvaluatorSpec::Score), keys::<()>),
    ("sum", "the sum of the faces", |term| read(term, |()| EvaluatorSpec::Sum), keys::<()>),
    ("squares", "the sum of the squared faces", |term| read(term, |()| EvaluatorSpec::Squares), keys::<()>),
    (
        "grid",
        "squared faces, weighted more and more towards the top right",
        |term| read(term, |()| EvaluatorSpec::Grid),
        keys::<()>,
    ),
    (
        "ntuple",
        "a network that taught itself: points still to come",
        |term| read(term, EvaluatorSpec::Ntuple),
        keys::<NtupleSpec>,
    ),
];

impl EvaluatorSpec {
    /// Every evaluation, with its keys and their defaults.
    pub fn catalogue() -> Vec<Entry> {
        let entry = |&(name, about, _, keys): &Row| Entry { name, about, short_for: None, keys: keys() };
        EVALUATIONS.iter().map(entry).collect()
    }

    /// What it is called, without its settings.
    pub fn name(&self) -> &'static str {
        match self {
            EvaluatorSpec::Gradient(_) => "gradient",
            EvaluatorSpec::Snake(_) => "snake",
            EvaluatorSpec::Merges(_) => "merges",
            EvaluatorSpec::Features(_) => "features",
            EvaluatorSpec::Score => "score",
            EvaluatorSpec::Sum => "sum",
            EvaluatorSpec::Squares => "squares",
            EvaluatorSpec::Grid => "grid",
            EvaluatorSpec::Ntuple(_) => "ntuple",
        }
    }

    /// Whether it can value a board with the player to move. Learned evaluations cannot.
    pub fn values_boards(&self) -> bool {
        !matches!(self, EvaluatorSpec::Ntuple(_))
    }

    /// Its keys, as they are set.
    pub(crate) fn keys(&self) -> Vec<Key> {
        match self {
            EvaluatorSpec::Gradient(smoothness) => keys_of(smoothness),
            EvaluatorSpec::Snake(stuck) => keys_of(stuck),
            EvaluatorSpec::Merges(constants) => keys_of(constants),
            EvaluatorSpec::Features(features) => keys_of(features),
            EvaluatorSpec::Ntuple(ntuple) => keys_of(ntuple),
            EvaluatorSpec::Score | EvaluatorSpec::Sum | EvaluatorSpec::Squares | EvaluatorSpec::Grid => {
                vec![]
            }
        }
    }

    /// Its constants: those of its keys that are numbers.
    pub fn constants(&self) -> Vec<(&'static str, f64)> {
        let number = |key: &Key| Some((key.name, key.default.parse().ok()?));
        self.keys().iter().filter(|key| key.form == NUMBER.form).filter_map(number).collect()
    }

    /// Sets some of its constants.
    pub(crate) fn set_constants(&mut self, constants: &[(&str, f64)]) -> Result<(), ParseSpecError> {
        let known: Vec<&str> = self.constants().iter().map(|(name, _)| *name).collect();
        let argument = |&(key, value): &(&str, f64)| Argument {
            place: 1,
            key: key.to_owned(),
            value: Value::Term(Term { place: 1, name: value.to_string(), arguments: vec![] }),
        };
        let arguments: Vec<Argument> = constants.iter().map(argument).collect();
        fields::refuse_unknown(self.name(), &arguments, &known)?;
        self.set(1, &arguments)
    }

    /// Sets those of the arguments that are its keys; `place` is where it is named.
    pub(crate) fn set(&mut self, place: usize, arguments: &[Argument]) -> Result<(), ParseSpecError> {
        match self {
            EvaluatorSpec::Gradient(smoothness) => fields::set(smoothness, arguments)?,
            EvaluatorSpec::Snake(stuck) => fields::set(stuck, arguments)?,
            EvaluatorSpec::Merges(constants) => fields::set(constants, arguments)?,
            EvaluatorSpec::Features(features) => fields::set(features, arguments)?,
            EvaluatorSpec::Ntuple(ntuple) => fields::set(ntuple, arguments)?,
            EvaluatorSpec::Score | EvaluatorSpec::Sum | EvaluatorSpec::Squares | EvaluatorSpec::Grid => {}
        }
        some_feature(place, self.clone()).map(|_| ())
    }
}

impl fmt::Display for EvaluatorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        f.pad(&match self {
            EvaluatorSpec::Gradient(smoothness) => fields::write(name, smoothness),
            EvaluatorSpec::Snake(stuck) => fields::write(name, stuck),
            EvaluatorSpec::Merges(constants) => fields::write(name, constants),
            EvaluatorSpec::Features(features) => fields::write(name, features),
            EvaluatorSpec::Ntuple(ntuple) => fields::write(name, ntuple),
            EvaluatorSpec::Score | EvaluatorSpec::Sum | EvaluatorSpec::Squares | EvaluatorSpec::Grid => {
                name.to_owned()
            }
        })
    }
}

impl FromStr for EvaluatorSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<EvaluatorSpec, ParseSpecError> {
        EvaluatorSpec::from_term(&syntax::parse(text)?)
    }
}

impl EvaluatorSpec {
    fn from_term(term: &Term) -> Result<EvaluatorSpec, ParseSpecError> {
        match EVALUATIONS.iter().find(|row| row.0 == term.name) {
            Some((_, _, read, _)) => read(term),
            None => {
                let known = EVALUATIONS.map(|row| row.0);
                Err(ParseSpecError::unknown(term.place, "evaluation", &term.name, &known))
            }
        }
    }

    /// The key `eval`, of whatever has one.
    pub(crate) const fn field<T>(
        about: &'static str,
        read: fn(&mut T, &Value) -> Result<(), ParseSpecError>,
        write: fn(&T) -> String,
    ) -> Field<T> {
        Field { name: "eval", form: "an evaluation", about, always: true, read, write }
    }

    /// Reads what stands behind the key `eval`.
    pub(crate) fn value(value: &Value) -> Result<EvaluatorSpec, ParseSpecError> {
        match value {
            Value::Term(term) => EvaluatorSpec::from_term(term),
            _ => Err(ParseSpecError::new(value.place(), "expected an evaluation")),
        }
    }
}

fn read<T: Keyed>(term: &Term, spec: fn(T) -> EvaluatorSpec) -> Result<EvaluatorSpec, ParseSpecError> {
    fields::read(&term.name, &term.arguments).map(spec)
}

/// Refuses `features` without any.
fn some_feature(place: usize, spec: EvaluatorSpec) -> Result<EvaluatorSpec, ParseSpecError> {
    if spec == EvaluatorSpec::Features(FeatureSet::default()) {
        let names = fields::names::<FeatureSet>().join(", ");
        let message = format!("features needs at least one of {names}; points alone are score");
        return Err(ParseSpecError::new(place, message));
    }
    Ok(spec)
}

impl Keyed for Smoothness {
    const FIELDS: &'static [Field<Smoothness>] = &[Field {
        name: "larger",
        form: SWITCH.form,
        about: "study: equal neighbours add the larger of tile and 4, not the smaller",
        always: false,
        read: |smoothness, value| {
            *smoothness = if SWITCH.value(value)? { Smoothness::Larger } else { Smoothness::Smaller };
            Ok(())
        },
        write: |&smoothness| (SWITCH.write)(&(smoothness == Smoothness::Larger)),
    }];
}

/// What counts as lost.
const STUCK: Kind<Stuck> = Kind {
    form: "dead or rows",
    read: |word| match word {
        "dead" => Some(Stuck::Dead),
        "rows" => Some(Stuck::Rows),
        _ => None,
    },
    write: |&stuck| if stuck == Stuck::Dead { "dead" } else { "rows" }.to_owned(),
};

impl Keyed for Stuck {
    const FIELDS: &'static [Field<Stuck>] = &[Field {
        name: "stuck",
        form: STUCK.form,
        about: "study: with rows, a board of which no row can move is lost",
        always: false,
        read: |stuck, value| {
            *stuck = STUCK.value(value)?;
            Ok(())
        },
        write: STUCK.write,
    }];
}

impl Keyed for MergesConstants {
    const FIELDS: &'static [Field<MergesConstants>] = &[
        field!("base", NUMBER, base, "what every line is worth"),
        field!("direct", NUMBER, direct, "what a merge is worth"),
        field!("secondary", NUMBER, secondary, "what a second merge following it is worth"),
        field!("ternary", NUMBER, ternary, "what a third is worth"),
        field!("bad-base", NUMBER, bad_base, "what each tile without a merge multiplies the penalty by"),
        field!("bad-scale", NUMBER, bad_scale, "the penalty of no such tile"),
    ];
}

impl Keyed for NtupleSpec {
    const FIELDS: &'static [Field<NtupleSpec>] = &[Field {
        name: "net",
        form: "default or the path of a network in quotes",
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

impl Keyed for FeatureSet {
    const FIELDS: &'static [Field<FeatureSet>] = &[
        field!("blanks", SWITCH, blanks, "10 for each empty cell"),
        field!("edges", SWITCH, edges, "the faces along the edges, corners twice"),
        field!("corner", SWITCH, corner, "the largest face, if it stands in a corner"),
        field!("monotonic", SWITCH, monotonic, "minus the largest step of each line that turns"),
    ];
}
