//! An agent and what each of its moves may cost, in one text.

use std::fmt;
use std::str::FromStr;

use super::{AgentSpec, ParseSpecError};
use crate::keys::kinds::{OPTIONAL_LARGE_COUNT, TIME};
use crate::keys::settings::refuse_unknown;
use crate::keys::{Keyed, Setting, Settings, setting, settings, syntax};
use crate::search::Budget;

/// An agent and what each of its moves may cost; it prints what it parses.
///
/// What an agent may spend is no part of what it is. Both stand in one text, so that two budgets of one agent can be
/// named side by side:
///
/// ```
/// # use redouble::spec::{AgentSpec, Budgeted};
/// # use redouble::search::Budget;
/// let agent: Budgeted = "snake(time = 0.5s)".parse()?;
/// assert_eq!(agent.spec, "snake".parse()?);
/// assert_eq!(agent.budget, Budget::time(core::time::Duration::from_millis(500)));
/// assert_eq!(agent.to_string(), "expectimax(eval=snake,depth=5,time=500ms)");
///
/// let refused = "best(time=1ms)".parse::<AgentSpec>().unwrap_err().to_string();
/// assert_eq!(refused, "character 6: time is what a move may cost, which is not part of an agent");
/// # Ok::<(), redouble::spec::ParseSpecError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budgeted {
    /// The agent.
    pub spec: AgentSpec,
    /// What each of its moves may cost.
    pub budget: Budget,
}

impl Budgeted {
    /// The same agent with what `budget` says, and its own where that says nothing. An agent that does not search has
    /// nothing to spend.
    #[must_use]
    pub fn with(self, budget: Budget) -> Budgeted {
        if self.spec.spends() { Budgeted { budget: budget.or(self.budget), ..self } } else { self }
    }

    /// The same agent, with a `usual` budget if nothing tells it when to stop.
    #[must_use]
    pub fn or_usual(self, usual: Budget) -> Budgeted {
        let open = self.spec.is_open() && self.budget.is_none();
        if open { Budgeted { budget: usual, ..self } } else { self }
    }

    /// The agent as it plays within this budget: without one, the usual depth is a depth like any other.
    pub fn settled(&self) -> AgentSpec {
        if self.budget.is_none() { self.spec.clone().with_usual_depth() } else { self.spec.clone() }
    }

    /// Whether endgame tables choose its moves where there are some.
    pub fn uses_tables(&self) -> bool {
        self.spec.uses_tables(self.budget)
    }
}

/// The text of an agent with that of a budget.
pub fn with_budget(agent: &str, budget: &str) -> String {
    match agent.strip_suffix(')') {
        _ if budget.is_empty() => agent.to_owned(),
        Some(open) => format!("{open},{budget})"),
        None => format!("{agent}({budget})"),
    }
}

/// The keys of a budget, which may stand among those of an agent.
pub(super) const KEYS: &[&str] = &["time", "nodes"];

impl Keyed for Budget {
    const SETTINGS: &'static [Setting<Budget>] = &[
        setting!("time", TIME, time, "the most each move may take"),
        setting!("nodes", OPTIONAL_LARGE_COUNT, nodes, "deepen until so many boards have been visited"),
    ];
}

/// Prints `time=1ms`, `nodes=500`, both with a comma, or nothing.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&settings::changed(self))
    }
}

/// Reads what is printed:
///
/// ```
/// # use redouble::Budget;
/// assert_eq!("nodes=500".parse(), Ok(Budget::nodes(500)));
/// assert_eq!("".parse(), Ok(Budget::NONE));
/// let refused = "node=500".parse::<Budget>().unwrap_err().to_string();
/// assert_eq!(refused, "character 1: unknown key of a budget \"node\"; did you mean nodes? known: time, nodes");
/// ```
impl FromStr for Budget {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Budget, ParseSpecError> {
        let arguments = syntax::parse_arguments(text)?;
        let mut budget = Budget::NONE;
        refuse_unknown("a budget", &arguments, &[&budget])?;
        budget.set(1, &arguments)?;
        Ok(budget)
    }
}

impl fmt::Display for Budgeted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&with_budget(&self.spec.to_string(), &self.budget.to_string()))
    }
}

impl From<AgentSpec> for Budgeted {
    fn from(spec: AgentSpec) -> Budgeted {
        Budgeted { spec, budget: Budget::NONE }
    }
}

impl FromStr for Budgeted {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Budgeted, ParseSpecError> {
        let term = syntax::parse(text)?;
        let spec = AgentSpec::from_term(&term)?;
        let mut budget = Budget::NONE;
        budget.set(term.place, &term.arguments)?;
        Ok(Budgeted { spec, budget })
    }
}
