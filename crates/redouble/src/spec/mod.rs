//! Specs: agents and evaluations by name, the same on the command line, in the page, in Python and in studies.
//!
//! ```text
//! expectimax(eval=snake,depth=5)
//! rollout(games=100,until=2048)
//! merges(depth=7,cache=64MiB,base=90)
//! best(time=1ms)
//! ```
//!
//! A spec is a name with keys in brackets. It prints only the keys that differ from their defaults, in a fixed
//! order, so that two specs of the same agent print the same. What a move may cost, `time` and `nodes`, may stand in the
//! same brackets: a [`Budgeted`] is both.

mod catalogue;
mod named;
mod evaluator;
mod quirks;
mod searches;
mod agent;
mod budget;
mod build;

pub use agent::AgentSpec;
pub use budget::Budgeted;
#[doc(hidden)]
pub use budget::with_budget;
pub use build::{BuildError, Resources};
pub use catalogue::Listed;
pub use evaluator::{EvaluatorSpec, NtupleSpec};
pub use searches::{AlphaBetaSpec, BestSpec, ExpectimaxSpec, GreedySpec, RolloutSpec};

pub use crate::keys::{Key, ParseSpecError, parse_time};
