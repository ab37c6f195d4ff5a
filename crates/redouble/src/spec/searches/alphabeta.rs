//! `alphabeta`: the best slide, the worst spawn.

use super::{DEFAULT_EVALUATION, DEPTH_ABOUT, OPTIONAL_DEPTH, evaluation_in_eval};
use crate::agent::Agent;
use crate::eval::Evaluator;
use crate::keys::kinds::{OPTIONAL_TILE, PROBABILITY, SIZE, SWITCH};
use crate::keys::{Keyed, Setting, setting};
use crate::search::{AlphaBeta, AlphaBetaSettings, AsWritten};
use crate::spec::agent::AgentSettings;
use crate::spec::build::{WithEvaluator, with_ties};
use crate::spec::{BuildError, EvaluatorSpec, Resources, budget, quirks};

/// Alpha-beta with an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaSpec {
    /// What leaves are worth.
    pub eval: EvaluatorSpec,
    /// How it searches.
    pub search: AlphaBetaSettings,
}

impl Default for AlphaBetaSpec {
    fn default() -> AlphaBetaSpec {
        AlphaBetaSpec { eval: DEFAULT_EVALUATION, search: AlphaBetaSettings::default() }
    }
}

impl Keyed for AlphaBetaSpec {
    const BESIDE: &'static [&'static str] = budget::KEYS;
    const SETTINGS: &'static [Setting<AlphaBetaSpec>] = &[
        EvaluatorSpec::setting("what leaves are worth"),
        setting!("depth", OPTIONAL_DEPTH, search.depth, DEPTH_ABOUT),
        setting!(
            "four-limit",
            PROBABILITY,
            search.four_limit,
            "skip 4s where 0.9·0.1^fours·0.9^twos is not above this"
        ),
        setting!("fours", SWITCH, search.fours, "whether the adversary spawns 4s"),
        setting!("ordering", SWITCH, search.ordering, "whether moves that look best are searched first"),
        Setting {
            once: Some("table"),
            ..setting!("cache", SIZE, search.table, "the size of the transposition table")
        },
        setting!("stop-at", OPTIONAL_TILE, search.quirks.stop_at, quirks::STOP_AT),
        setting!("floor", SWITCH, search.quirks.floor, quirks::FLOOR),
        setting!("leaf-table", SWITCH, search.quirks.leaf_table, quirks::LEAF_TABLE),
        setting!("slip", SWITCH, search.quirks.slip, quirks::SLIP),
        setting!("ties", quirks::TIES, search.quirks.ties, quirks::TIES_ABOUT),
    ];

    fn check(&self) -> Result<(), String> {
        quirks::check(self.search.quirks, self.search.table, 1)
    }
}

impl AgentSettings for AlphaBetaSpec {
    evaluation_in_eval!();

    fn depth(&self) -> Option<u32> {
        self.search.depth
    }

    fn set_usual_depth(&mut self) {
        self.search.depth.get_or_insert(AlphaBetaSettings::usual_depth(self.eval.is_learned()));
    }

    fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        resources.check_table(self.search.table)?;
        let agent = self.eval.build(resources, self.search.clone())?;
        Ok(with_ties(agent, self.search.quirks))
    }
}

impl WithEvaluator for AlphaBetaSettings {
    fn agent<E: Evaluator + 'static>(self, evaluator: E) -> Box<dyn Agent> {
        match self.quirks.are_written() {
            true => Box::new(AsWritten::alpha_beta(evaluator, self)),
            false => Box::new(AlphaBeta::new(evaluator, self)),
        }
    }
}
