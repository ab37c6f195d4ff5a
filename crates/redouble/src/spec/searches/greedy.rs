//! `greedy`: the slide that is worth most at once.

use super::evaluation_in_eval;
use crate::agent::Agent;
use crate::keys::{Keyed, Setting};
use crate::search::ExpectimaxSettings;
use crate::spec::agent::AgentSettings;
use crate::spec::{BuildError, EvaluatorSpec, Resources};

/// Takes the slide whose afterstate is worth most.
#[derive(Clone, Debug, PartialEq)]
pub struct GreedySpec {
    /// What afterstates are worth.
    pub eval: EvaluatorSpec,
}

impl Default for GreedySpec {
    fn default() -> GreedySpec {
        GreedySpec { eval: EvaluatorSpec::Score }
    }
}

impl Keyed for GreedySpec {
    const SETTINGS: &'static [Setting<GreedySpec>] = &[EvaluatorSpec::setting("what afterstates are worth")];
}

impl AgentSettings for GreedySpec {
    evaluation_in_eval!();

    fn spends(&self) -> bool {
        false
    }

    fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        let one_slide = ExpectimaxSettings { depth: Some(1), ..ExpectimaxSettings::default() };
        self.eval.build(resources, one_slide)
    }
}
