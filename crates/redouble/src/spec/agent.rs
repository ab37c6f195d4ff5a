//! Agents by name.

use core::time::Duration;
use std::fmt;
use std::str::FromStr;

use super::EvaluatorSpec;
use super::ParseSpecError;
use super::catalogue::{Entry, Key, keys, keys_of};
use super::fields::{self, Keyed};
use super::searches::{AlphaBetaSpec, BestSpec, ExpectimaxSpec, GreedySpec, RolloutSpec};
use super::syntax::{self, Argument, Term};

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
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AgentSpec {
    /// The strongest there is.
    Best(BestSpec),
    /// The mean over spawns, the maximum over slides.
    Expectimax(ExpectimaxSpec),
    /// Spawns as an adversary's.
    AlphaBeta(AlphaBetaSpec),
    /// Games played at random.
    Rollout(RolloutSpec),
    /// One slide ahead.
    Greedy(GreedySpec),
    /// Any legal slide.
    Random,
}

/// A name, what it is, how its arguments are read, and its keys.
type Row = (&'static str, &'static str, fn(&Term) -> Result<AgentSpec, ParseSpecError>, fn() -> Vec<Key>);

/// Every agent: a new one gets a line here and an arm in each `match` below.
const AGENTS: [Row; 6] = [
    ("best", "the strongest there is", |term| read(term, AgentSpec::Best), keys::<BestSpec>),
    (
        "expectimax",
        "searches: the best slide, the mean over spawns",
        |term| read(term, AgentSpec::Expectimax),
        keys::<ExpectimaxSpec>,
    ),
    (
        "alphabeta",
        "searches: the best slide, the worst spawn",
        |term| read(term, AgentSpec::AlphaBeta),
        keys::<AlphaBetaSpec>,
    ),
    (
        "rollout",
        "plays random games after each slide and takes the best mean score",
        |term| read(term, AgentSpec::Rollout),
        keys::<RolloutSpec>,
    ),
    (
        "greedy",
        "takes the slide that is worth most at once",
        |term| read(term, AgentSpec::Greedy),
        keys::<GreedySpec>,
    ),
    ("random", "takes any legal slide", |term| read(term, |()| AgentSpec::Random), keys::<()>),
];

/// Short names: what each is, and what it is short for.
const SHORT: [(&str, &str, &str); 8] = [
    ("ntuple", "looks ahead with a network that taught itself", "expectimax(eval=ntuple,table=16MiB)"),
    (
        "gradient",
        "Iver Jordal's: 2s only, four spawn cells a node",
        "expectimax(eval=gradient,depth=6,fours=off,sample=4)",
    ),
    ("snake", "the Haskell report's: full width", "expectimax(eval=snake,depth=5)"),
    (
        "merges",
        "Per Magnus Veierland's: cut by probability, with a table",
        "expectimax(eval=merges,depth=9,min-prob=0.0001,table=16MiB,reuse=deeper)",
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
    pub fn catalogue() -> Vec<Entry> {
        let own = |&(name, about, _, keys): &Row| Entry { name, about, short_for: None, keys: keys() };
        let short = |&(name, about, long): &(&'static str, &'static str, &'static str)| Entry {
            name,
            about,
            short_for: Some(long),
            keys: long.parse::<AgentSpec>().map(|spec| spec.keys()).unwrap_or_default(),
        };
        AGENTS.iter().map(own).chain(SHORT.iter().map(short)).collect()
    }

    /// The evaluation it chooses by, if it is told one.
    pub fn evaluation(&self) -> Option<&EvaluatorSpec> {
        match self {
            AgentSpec::Expectimax(spec) => Some(&spec.eval),
            AgentSpec::AlphaBeta(spec) => Some(&spec.eval),
            AgentSpec::Greedy(spec) => Some(&spec.eval),
            AgentSpec::Best(_) | AgentSpec::Rollout(_) | AgentSpec::Random => None,
        }
    }

    fn evaluation_mut(&mut self) -> Option<&mut EvaluatorSpec> {
        match self {
            AgentSpec::Expectimax(spec) => Some(&mut spec.eval),
            AgentSpec::AlphaBeta(spec) => Some(&mut spec.eval),
            AgentSpec::Greedy(spec) => Some(&mut spec.eval),
            AgentSpec::Best(_) | AgentSpec::Rollout(_) | AgentSpec::Random => None,
        }
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
        match self.evaluation_mut() {
            Some(eval) => eval.set_constants(constants).map(|()| self),
            None => Err(ParseSpecError::new(1, "this agent has no evaluation")),
        }
    }

    /// Its keys, as they are set, its evaluation's last.
    fn keys(&self) -> Vec<Key> {
        let own = match self {
            AgentSpec::Best(spec) => keys_of(spec),
            AgentSpec::Expectimax(spec) => keys_of(spec),
            AgentSpec::AlphaBeta(spec) => keys_of(spec),
            AgentSpec::Rollout(spec) => keys_of(spec),
            AgentSpec::Greedy(spec) => keys_of(spec),
            AgentSpec::Random => vec![],
        };
        [own, self.evaluation().map(EvaluatorSpec::keys).unwrap_or_default()].concat()
    }

    /// The time it gives itself for each move. The engine reads no clock: the caller turns this into
    /// [`Limits`](crate::Limits).
    pub fn time(&self) -> Option<Duration> {
        match self {
            AgentSpec::Best(spec) => spec.time,
            AgentSpec::Expectimax(spec) => spec.time,
            AgentSpec::AlphaBeta(spec) => spec.time,
            AgentSpec::Rollout(spec) => spec.time,
            AgentSpec::Greedy(_) | AgentSpec::Random => None,
        }
    }

    /// Whether it is told nothing of when to stop, so that the caller should give it a time.
    pub fn wants_time(&self) -> bool {
        matches!(self, AgentSpec::Best(BestSpec { time: None, depth: None, nodes: None, .. }))
    }

    /// The same agent with `time` for each move, if it is one that can keep a time: as if it stood in the spec.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> AgentSpec {
        match &mut self {
            AgentSpec::Best(spec) => spec.time = Some(time),
            AgentSpec::Expectimax(spec) => spec.set_time(time),
            AgentSpec::AlphaBeta(spec) => spec.set_time(time),
            AgentSpec::Rollout(spec) => spec.time = Some(time),
            AgentSpec::Greedy(_) | AgentSpec::Random => {}
        }
        self
    }

    /// Sets those of the arguments that are its keys or its evaluation's; `place` is where it is named.
    fn set(&mut self, place: usize, arguments: &[Argument]) -> Result<(), ParseSpecError> {
        match self {
            AgentSpec::Best(spec) => fields::set(spec, arguments)?,
            AgentSpec::Expectimax(spec) => fields::set(spec, arguments)?,
            AgentSpec::AlphaBeta(spec) => fields::set(spec, arguments)?,
            AgentSpec::Rollout(spec) => fields::set(spec, arguments)?,
            AgentSpec::Greedy(spec) => fields::set(spec, arguments)?,
            AgentSpec::Random => {}
        }
        self.evaluation_mut().map_or(Ok(()), |eval| eval.set(place, arguments))
    }

    /// Refuses settings that make no sense together.
    fn checked(self, place: usize) -> Result<AgentSpec, ParseSpecError> {
        let (eval, depth) = match &self {
            AgentSpec::Expectimax(spec) => (&spec.eval, spec.search.depth),
            AgentSpec::AlphaBeta(spec) => (&spec.eval, spec.search.depth),
            _ => return Ok(self),
        };
        match parity(eval.values_boards(), depth) {
            Ok(()) => Ok(self),
            Err(message) => Err(ParseSpecError::new(place, message)),
        }
    }

    fn from_term(term: &Term) -> Result<AgentSpec, ParseSpecError> {
        let own = AGENTS.iter().find(|row| row.0 == term.name);
        let short = SHORT.iter().find(|row| row.0 == term.name);
        let spec = match (own, short) {
            (Some((_, _, read, _)), _) => read(term)?,
            (None, Some((_, _, long))) => long_form(long, term)?,
            (None, None) => {
                let known: Vec<&str> =
                    AGENTS.iter().map(|row| row.0).chain(SHORT.iter().map(|row| row.0)).collect();
                return Err(ParseSpecError::unknown(term.place, "agent", &term.name, &known));
            }
        };
        spec.checked(term.place)
    }
}

fn read<T: Keyed>(term: &Term, spec: fn(T) -> AgentSpec) -> Result<AgentSpec, ParseSpecError> {
    fields::read(&term.name, &term.arguments).map(spec)
}

/// What a short name stands for, with its arguments set.
fn long_form(long: &str, term: &Term) -> Result<AgentSpec, ParseSpecError> {
    let mut spec: AgentSpec = long.parse()?;
    spec.set(term.place, &term.arguments)?;
    let known: Vec<&str> = spec.keys().iter().map(|key| key.name).collect();
    fields::refuse_unknown(&term.name, &term.arguments, &known)?;
    Ok(spec)
}

/// Refuses to end a search after a spawn with an evaluation that values only boards after a slide.
fn parity(values_boards: bool, depth: u32) -> Result<(), String> {
    if values_boards || depth % 2 == 1 {
        return Ok(());
    }
    let (less, more) = (depth - 1, depth + 1);
    Err(format!(
        "depth={depth} ends after a spawn, where a learned evaluation has no value: use {less} or {more}"
    ))
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            AgentSpec::Best(spec) => fields::write("best", spec),
            AgentSpec::Expectimax(spec) => fields::write("expectimax", spec),
            AgentSpec::AlphaBeta(spec) => fields::write("alphabeta", spec),
            AgentSpec::Rollout(spec) => fields::write("rollout", spec),
            AgentSpec::Greedy(spec) => fields::write("greedy", spec),
            AgentSpec::Random => "random".to_owned(),
        })
    }
}

impl FromStr for AgentSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<AgentSpec, ParseSpecError> {
        AgentSpec::from_term(&syntax::parse(text)?)
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
        assert_eq!(parity(false, 3), Ok(()));
        assert_eq!(parity(true, 4), Ok(()));
        assert!(parity(false, 4).unwrap_err().ends_with("use 3 or 5"));
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
