//! An agent ready to play, with the time it has for each move.

use std::io::Write;
use std::time::Duration;

use redouble::spec::{Resources, parse_time};
use redouble::{Agent, AgentSpec, Tables};
use redouble_lab::resources;

use crate::failure::Failure;

/// An agent, its name and its time.
pub struct Player {
    /// The spec that would build it again.
    pub name: String,
    /// The most it may take for a move.
    pub cap: Option<Duration>,
    /// The agent.
    pub agent: Box<dyn Agent>,
    /// The endgame tables there are, unless it wants none.
    pub tables: Tables,
}

impl Player {
    /// The agent of `spec` with `time` for each move, or with its own; `usual` if nothing tells it when to stop.
    pub fn new(spec: &AgentSpec, time: Option<Duration>, usual: Duration) -> Result<Player, Failure> {
        let time = time.or(spec.wants_time().then_some(usual));
        let spec = time.map_or(spec.clone(), |time| spec.clone().with_time(time));
        let resources = resources(&spec)?;
        let agent = spec.build(&resources).map_err(|why| Failure::usage("agent", why))?;
        let tables = resources.tables().clone();
        Ok(Player { name: spec.to_string(), cap: time.or(spec.time()), agent, tables })
    }
}

/// What the agent of `spec` may use on this machine. What is there and cannot be used is said, and nothing more.
pub fn resources(spec: &AgentSpec) -> Result<Resources, Failure> {
    let fault = |why: &str| {
        let _ = writeln!(std::io::stderr(), "redouble: {why}"); // with it closed there is nobody left to tell
    };
    resources::of(spec, fault).map_err(|why| Failure::usage("agent", why))
}

/// A time on the command line.
pub fn time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| "expected a time above 0 such as 500us, 100ms or 2s".to_owned())
}
