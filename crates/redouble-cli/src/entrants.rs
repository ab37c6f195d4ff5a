//! Agents that take part in a trial, from their texts.

use redouble::{Budget, Budgeted};
use redouble_lab::Entrant;

use crate::budget::BudgetFlags;
use crate::failure::Failure;
use crate::player;

/// The entrant that `text` names.
pub fn one(text: &str, flags: BudgetFlags) -> Result<Entrant<'static>, Failure> {
    of(agent(text, flags)?)
}

/// The agent that `text` writes, with a budget if it wants one.
pub fn agent(text: &str, flags: BudgetFlags) -> Result<Budgeted, Failure> {
    let agent = text.parse().map_err(|why| Failure::usage(&format!("agent '{text}'"), why))?;
    Ok(flags.of(&agent, Budget::PLAY))
}

/// The entrant of an agent.
pub fn of(agent: Budgeted) -> Result<Entrant<'static>, Failure> {
    let what = format!("agent '{agent}'");
    let resources = player::resources(&agent.spec)?;
    Entrant::of(agent, &resources).map_err(|why| Failure::usage(&what, why))
}
