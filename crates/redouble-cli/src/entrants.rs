//! Agents that take part in a trial, from their specs.

use std::time::Duration;

use redouble::AgentSpec;
use redouble_lab::Entrant;

use crate::failure::Failure;
use crate::player;

/// What an agent that is told nothing of when to stop gets for each move.
const USUAL_TIME: Duration = Duration::from_millis(1);

/// What games are filed under whose agent has no signature of its own.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The entrant that `text` names.
pub fn one(text: &str) -> Result<Entrant<'static>, Failure> {
    of(spec(text)?)
}

/// The spec that `text` writes, with a time if it wants one.
pub fn spec(text: &str) -> Result<AgentSpec, Failure> {
    let spec: AgentSpec = text.parse().map_err(|why| Failure::usage(&format!("agent '{text}'"), why))?;
    Ok(if spec.wants_time() { spec.with_time(USUAL_TIME) } else { spec })
}

/// The entrant of a spec.
pub fn of(spec: AgentSpec) -> Result<Entrant<'static>, Failure> {
    let what = format!("agent '{spec}'");
    let resources = player::resources(&spec)?;
    Entrant::of(spec, &resources, VERSION).map_err(|why| Failure::usage(&what, why))
}
