//! Agents by name.

use std::str::FromStr;

use super::catalogue::Listed;
use super::named::named;
use super::searches::{AlphaBetaSpec, BestSpec, ExpectimaxSpec, GreedySpec, RolloutSpec};
use super::{BuildError, EvaluatorSpec, ParseSpecError, Resources};
use crate::agent::Agent;
use crate::keys::settings::refuse_unknown;
use crate::keys::syntax::{self, Argument, Term};
use crate::keys::{Key, Settings};
use crate::search::Budget;

// Every agent. A new search is a file in `search`, its keys and answers in `searches/`, and a line here.
named! {
    /// The name of an agent with its settings; it prints what it parses.
    ///
    /// A short name prints as what it is short for:
    ///
    /// ```
    /// # use redouble::spec::AgentSpec;
    /// let spec: AgentSpec = "gradient(depth = 4)".parse()?;
    /// assert_eq!(spec.to_string(), "expectimax(eval=gradient,depth=4,fours=off,sample=4)");
    /// assert_eq!(spec, spec.to_string().parse()?);
    ///
    /// let refused = "expectimax(dept=4)".parse::<AgentSpec>().unwrap_err().to_string();
    /// assert!(refused.starts_with("character 12: unknown key of expectimax \"dept\"; did you mean depth?"));
    /// # Ok::<(), redouble::spec::ParseSpecError>(())
    /// ```
    AgentSpec, AgentSettings:
    Best(it: BestSpec), "best", "the strongest there is";
    Expectimax(it: ExpectimaxSpec), "expectimax", "searches: the best slide, the mean over spawns";
    AlphaBeta(it: AlphaBetaSpec), "alphabeta", "searches: the best slide, the worst spawn";
    Rollout(it: RolloutSpec), "rollout", "plays random games after each slide and takes the best mean score";
    Greedy(it: GreedySpec), "greedy", "takes the slide that is worth most at once";
    Random, "random", "takes any legal slide";
}

/// What the settings of an agent answer for it.
pub(super) trait AgentSettings: Settings {
    /// The evaluation it chooses by, if it is told one.
    fn evaluation(&self) -> Option<&EvaluatorSpec> {
        None
    }

    /// The same, to be changed.
    fn evaluation_mut(&mut self) -> Option<&mut EvaluatorSpec> {
        None
    }

    /// Whether its moves can cost more or less.
    fn spends(&self) -> bool {
        true
    }

    /// The depth it is told, if it has one.
    fn depth(&self) -> Option<u32> {
        None
    }

    /// Sets the depth it has if nothing limits it, unless it is told one.
    fn set_usual_depth(&mut self) {}

    /// Keeps to one thread.
    fn set_one_thread(&mut self) {}

    /// The agent.
    fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError>;
}

/// Short names: what each is, and what it is short for.
const SHORT: [(&str, &str, &str); 8] = [
    ("ntuple", "looks ahead with a network that taught itself", "expectimax(eval=ntuple,cache=16MiB)"),
    (
        "gradient",
        "Iver Jordal's: 2s only, four spawn cells a node",
        "expectimax(eval=gradient,depth=6,fours=off,sample=4)",
    ),
    ("snake", "the Haskell report's: full width", "expectimax(eval=snake,depth=5)"),
    (
        "merges",
        "Per Magnus Veierland's: cut by probability, with a table",
        "expectimax(eval=merges,depth=9,min-prob=0.0001,cache=16MiB,reuse=deeper)",
    ),
    (
        "wang-expectimax",
        "Alma Wang's expectimax",
        "expectimax(eval=features(blanks,edges,corner,monotonic),depth=8,four-limit=0.00001)",
    ),
    (
        "wang-alphabeta",
        "Alma Wang's alpha-beta, against 2s only",
        "alphabeta(eval=features(blanks,edges,corner,monotonic),depth=8,fours=off)",
    ),
    ("wang-rollout", "Alma Wang's rollouts: a hundred games a slide", "rollout(games=100,until=2048)"),
    ("grid", "Seth Carroll's and Jennifer LaPierre's", "expectimax(eval=grid,depth=5)"),
];

impl AgentSpec {
    /// Every agent, with its keys and their defaults: first those with a name of their own.
    pub fn catalogue() -> Vec<Listed> {
        let own = |(spec, about): (AgentSpec, &'static str)| Listed {
            name: spec.name(),
            about,
            short_for: None,
            keys: spec.own_keys(),
        };
        let short = |&(name, about, long): &(&'static str, &'static str, &'static str)| Listed {
            name,
            about,
            short_for: Some(long),
            keys: long.parse::<AgentSpec>().map(|spec| spec.keys()).unwrap_or_default(),
        };
        AgentSpec::all().into_iter().map(own).chain(SHORT.iter().map(short)).collect()
    }

    /// The evaluation it chooses by, if it is told one.
    pub fn evaluation(&self) -> Option<&EvaluatorSpec> {
        self.settings().evaluation()
    }

    /// The same agent with constants of its evaluation set.
    ///
    /// ```
    /// # use redouble::AgentSpec;
    /// let spec: AgentSpec = "greedy(eval=merges)".parse()?;
    /// let spec = spec.with_constants(&[("base", 90.0)])?;
    /// assert_eq!(spec.to_string(), "greedy(eval=merges(base=90))");
    /// # Ok::<(), redouble::spec::ParseSpecError>(())
    /// ```
    pub fn with_constants(mut self, constants: &[(&str, f64)]) -> Result<AgentSpec, ParseSpecError> {
        match self.settings_mut().and_then(|settings| settings.evaluation_mut()) {
            Some(eval) => eval.set_constants(constants).map(|()| self),
            None => Err(ParseSpecError::new(1, "this agent has no evaluation")),
        }
    }

    /// Its keys, as they are set, with those of a budget if it has something to spend.
    fn own_keys(&self) -> Vec<Key> {
        let spent = if self.spends() { Budget::NONE.keys() } else { vec![] };
        [self.settings().keys(), spent].concat()
    }

    /// Its keys, as they are set, its evaluation's last.
    fn keys(&self) -> Vec<Key> {
        [self.own_keys(), self.evaluation().map(EvaluatorSpec::keys).unwrap_or_default()].concat()
    }

    /// Whether its moves can cost more or less.
    pub fn spends(&self) -> bool {
        self.settings().spends()
    }

    /// Whether it is told nothing of when to stop, so that the caller should give it a budget.
    pub fn is_open(&self) -> bool {
        matches!(self, AgentSpec::Best(BestSpec { depth: None, .. }))
    }

    /// The same agent with the depth it has if nothing limits it.
    pub(super) fn with_usual_depth(mut self) -> AgentSpec {
        if let Some(settings) = self.settings_mut() {
            settings.set_usual_depth();
        }
        self
    }

    /// The same agent on one thread.
    #[must_use]
    pub fn on_one_thread(mut self) -> AgentSpec {
        if let Some(settings) = self.settings_mut() {
            settings.set_one_thread();
        }
        self
    }

    /// Refuses settings that make no sense together.
    fn checked(self, place: usize) -> Result<AgentSpec, ParseSpecError> {
        let settings = self.settings();
        let (Some(eval), Some(depth)) = (settings.evaluation(), settings.depth()) else { return Ok(self) };
        match parity(eval.is_learned(), depth) {
            Ok(()) => Ok(self),
            Err(message) => Err(ParseSpecError::new(place, message)),
        }
    }

    /// Reads an agent; arguments that are a budget's are left alone.
    pub(super) fn from_term(term: &Term) -> Result<AgentSpec, ParseSpecError> {
        let own = AgentSpec::all().into_iter().map(|(spec, _)| spec).find(|spec| spec.name() == term.name);
        let short = SHORT.iter().find(|row| row.0 == term.name);
        let spec = match (own, short) {
            (Some(usual), _) => usual.with(term)?,
            (None, Some((_, _, long))) => long.parse::<AgentSpec>()?.with_all(term)?,
            (None, None) => {
                let own = AgentSpec::all().into_iter().map(|(spec, _)| spec.name());
                let known: Vec<&str> = own.chain(SHORT.iter().map(|row| row.0)).collect();
                return Err(ParseSpecError::unknown(term.place, "agent", &term.name, &known));
            }
        };
        spec.checked(term.place)
    }

    /// The same agent with its own keys set.
    fn with(mut self, term: &Term) -> Result<AgentSpec, ParseSpecError> {
        refuse_unknown(&term.name, &term.arguments, &[self.settings()])?;
        if let Some(settings) = self.settings_mut() {
            settings.set(term.place, &term.arguments)?;
        }
        Ok(self)
    }

    /// The same agent with its own keys and those of its evaluation set, as short names take them.
    fn with_all(mut self, term: &Term) -> Result<AgentSpec, ParseSpecError> {
        if let Some(settings) = self.settings_mut() {
            settings.set(term.place, &term.arguments)?;
            if let Some(eval) = settings.evaluation_mut() {
                eval.set(term.place, &term.arguments)?;
            }
        }
        let own: &dyn Settings = self.settings();
        let eval = self.evaluation().map(EvaluatorSpec::settings);
        let settings: Vec<&dyn Settings> = [own].into_iter().chain(eval).collect();
        refuse_unknown(&term.name, &term.arguments, &settings)?;
        Ok(self)
    }
}

/// Refuses to end a search after a spawn with an evaluation that values only boards after a slide.
fn parity(is_learned: bool, depth: u32) -> Result<(), String> {
    if !is_learned || depth % 2 == 1 {
        return Ok(());
    }
    let (less, more) = (depth - 1, depth + 1);
    Err(format!(
        "depth={depth} ends after a spawn, where a learned evaluation has no value: use {less} or {more}"
    ))
}

impl FromStr for AgentSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<AgentSpec, ParseSpecError> {
        let term = syntax::parse(text)?;
        let spec = AgentSpec::from_term(&term)?;
        match term.arguments.iter().find(|argument| Budget::NONE.knows(&argument.key)) {
            Some(Argument { place, key, .. }) => {
                let why = format!("{key} is what a move may cost, which is not part of an agent");
                Err(ParseSpecError::new(*place, why))
            }
            None => Ok(spec),
        }
    }
}

impl Default for AgentSpec {
    /// `best`.
    fn default() -> AgentSpec {
        AgentSpec::Best(BestSpec::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_learned_evaluation_needs_an_odd_depth() {
        assert_eq!(parity(true, 3), Ok(()));
        assert_eq!(parity(false, 4), Ok(()));
        assert!(parity(true, 4).unwrap_err().ends_with("use 3 or 5"));
    }

    #[test]
    fn short_names_stand_for_specs_that_print_as_written() {
        for (name, _, long) in SHORT {
            let spec: AgentSpec = long.parse().unwrap();
            assert_eq!(spec.to_string(), long, "{name}");
            assert_eq!(name.parse(), Ok(spec), "{name}");
        }
    }
}
