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

/// The entrant of a spec.
pub fn one(text: &str) -> Result<Entrant<'static>, Failure> {
    let what = format!("agent '{text}'");
    let spec: AgentSpec = text.parse().map_err(|why| Failure::usage(&what, why))?;
    let spec = if spec.wants_time() { spec.with_time(USUAL_TIME) } else { spec };
    let resources = player::resources(&spec)?;
    Entrant::of(spec, &resources, VERSION).map_err(|why| Failure::usage(&what, why))
}
