//! The agents with their keys and answers, a file each, and what several of them have.

mod expectimax;
mod best;
mod alphabeta;
mod rollout;
mod greedy;

pub use alphabeta::AlphaBetaSpec;
pub use best::BestSpec;
pub use expectimax::ExpectimaxSpec;
pub use greedy::GreedySpec;
pub use rollout::RolloutSpec;

use super::agent::AgentSettings;
use super::{BuildError, EvaluatorSpec, Resources};
use crate::agent::{Agent, Random};
use crate::keys::kinds::{Kind, Sort, optional, optional_text, whole};
use crate::search::MAX_DEPTH;

const DEFAULT_EVALUATION: EvaluatorSpec = EvaluatorSpec::Grid;

const DEPTH_ABOUT: &str = "plies, a slide being one and a spawn one; if off as deep as time or nodes allow";

/// Plies, or none said.
const OPTIONAL_DEPTH: Kind<Option<u32>> = Kind {
    form: "off or a number of plies from 1 to 63",
    sort: Sort::Plain,
    read: |word| optional(word, |word| whole(word).filter(|depth| (1..=MAX_DEPTH).contains(depth))),
    write: |depth| optional_text(depth, u32::to_string),
};

/// The evaluation of agents that have one, in their field `eval`.
macro_rules! evaluation_in_eval {
    () => {
        fn evaluation(&self) -> Option<&EvaluatorSpec> {
            Some(&self.eval)
        }

        fn evaluation_mut(&mut self) -> Option<&mut EvaluatorSpec> {
            Some(&mut self.eval)
        }
    };
}
use evaluation_in_eval;

/// `random` has no settings.
impl AgentSettings for () {
    fn spends(&self) -> bool {
        false
    }

    fn build(&self, _: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        Ok(Box::new(Random::default()))
    }
}
