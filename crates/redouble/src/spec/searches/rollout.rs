//! `rollout`: games played at random.

use crate::agent::Agent;
use crate::keys::kinds::{COUNT, THREADS, UNTIL};
use crate::keys::{Keyed, Setting, setting};
use crate::search::{RolloutSettings, Rollouts};
use crate::spec::agent::AgentSettings;
use crate::spec::{BuildError, Resources, budget};

/// Games played at random.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolloutSpec {
    /// How it searches.
    pub search: RolloutSettings,
}

impl Keyed for RolloutSpec {
    const BESIDE: &'static [&'static str] = budget::KEYS;
    const SETTINGS: &'static [Setting<RolloutSpec>] = &[
        Setting { always: true, ..setting!("games", COUNT, search.games, "random games for each slide") },
        setting!("until", UNTIL, search.until, "when a game ends"),
        setting!("threads", THREADS, search.threads, "threads that play"),
    ];
}

impl AgentSettings for RolloutSpec {
    fn set_one_thread(&mut self) {
        self.search.threads = 1;
    }

    fn build(&self, _: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        Ok(Box::new(Rollouts::new(self.search.clone())))
    }
}
