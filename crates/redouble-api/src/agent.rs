//! The agent that a question asks, and what it may spend.

use std::time::Duration;

use redouble::spec::Resources;
use redouble::{Agent, Budget, Budgeted};
use serde::Deserialize;

use crate::Fault;

/// The part of a question that names an agent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// A spec, which may carry a budget; `best` if nothing is said.
    pub agent: Option<String>,
    /// The most milliseconds for a move.
    pub time: Option<f64>,
    /// The most boards to look at for a move.
    pub nodes: Option<u64>,
}

impl Asked {
    /// The agent on one thread, with a `usual` budget if nothing tells it when to stop.
    pub fn budgeted(&self, usual: Budget) -> Result<Budgeted, Fault> {
        let text = self.agent.as_deref().unwrap_or("best");
        let agent: Budgeted = text.parse().map_err(|why| Fault::of("agent", why))?;
        if agent.spec.network().flatten().is_some() {
            return Err(Fault::of(
                "agent",
                "a network in a file, expected net=default: files are not read here",
            ));
        }
        let time = self.time.map(milliseconds).transpose()?;
        if self.nodes == Some(0) {
            return Err(Fault::of("nodes", "0, expected 1 or more"));
        }
        let spec = agent.spec.clone().on_one_thread();
        Ok(Budgeted { spec, ..agent }.with(Budget { time, nodes: self.nodes }).or_usual(usual))
    }
}

fn milliseconds(time: f64) -> Result<Duration, Fault> {
    let wrong = || Fault::of("time", format!("{time}, expected milliseconds above 0"));
    match Duration::try_from_secs_f64(time / 1e3) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(wrong()),
    }
}

/// Builds an agent.
pub(crate) fn build(agent: &Budgeted, resources: &Resources) -> Result<Box<dyn Agent>, Fault> {
    agent.spec.build(resources).map_err(|why| Fault::of("agent", why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(agent: &str, time: Option<f64>) -> Result<String, String> {
        let asked = Asked { agent: Some(agent.to_owned()), time, nodes: None };
        asked.budgeted(Budget::HINT).map(|agent| agent.to_string()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_budget_stands_in_the_spec_or_beside_it() {
        assert_eq!(asked("best", None).unwrap(), "best(time=100ms)");
        assert_eq!(asked("best(nodes=7)", None).unwrap(), "best(nodes=7)");
        assert_eq!(asked("best", Some(2.5)).unwrap(), "best(time=2500us)");
        assert_eq!(asked("snake", None).unwrap(), "expectimax(eval=snake,depth=5)");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(asked("bets", None).unwrap_err().starts_with("agent: character 1: unknown agent"));
        for time in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!(
                asked("best", Some(time)).unwrap_err().contains("expected milliseconds above 0"),
                "{time}"
            );
        }
        assert!(asked("ntuple(net=\"/etc/passwd\")", None).unwrap_err().contains("files are not read here"));
    }
}
