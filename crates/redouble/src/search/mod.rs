//! Searches: from a board to the value of each of its moves.

mod report;
mod settings;

pub use report::{Limits, MoveValue, SearchReport};
pub use settings::{AlphaBetaSettings, ExpectimaxSettings, Parallel, Quirks, Reuse, RolloutSettings};
