//! Searches: from a board to the value of each of its moves.

mod report;
mod settings;
mod brake;
mod deepening;
mod frontier;
mod progress;
mod path;
mod table;
mod pool;
mod tree;
mod parallel;
mod expectimax;
mod bounds;
mod alphabeta;
mod rollouts;

pub use alphabeta::AlphaBeta;
pub use expectimax::Expectimax;
pub use report::{Counts, Limits, MoveValue, SearchReport};
pub use rollouts::Rollouts;
pub use settings::{AlphaBetaSettings, ExpectimaxSettings, Parallel, Quirks, Reuse, RolloutSettings};
pub use table::TranspositionTable;
