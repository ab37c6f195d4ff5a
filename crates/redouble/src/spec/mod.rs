//! Specs: agents and evaluations by name, the same on the command line, in the page, in Python and in studies.
//!
//! ```text
//! expectimax(eval=snake,depth=5)
//! rollout(games=100,until=2048)
//! merges(depth=7,table=64MiB,base=90)
//! ```
//!
//! A spec is a name with keys in brackets. It prints only the keys that differ from their defaults, in a fixed
//! order, so that two specs of the same agent print the same.

mod error;
mod syntax;
mod kinds;
mod fields;
mod catalogue;
mod evaluator;
mod searches;
mod agent;
mod build;

pub use agent::AgentSpec;
pub use build::{BuildError, Resources};
pub use catalogue::{Entry, Key};
pub use error::ParseSpecError;
pub use evaluator::{EvaluatorSpec, NtupleSpec};
pub use kinds::parse_time;
pub use searches::{AlphaBetaSpec, BestSpec, ExpectimaxSpec, GreedySpec, RolloutSpec, TableUse};
