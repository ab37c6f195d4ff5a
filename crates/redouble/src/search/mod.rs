//! Searches: from a board to the value of each of its moves.

mod limits;
mod report;
mod quirks;
mod settings;
mod brake;
mod deepening;
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
mod as_written;

pub use alphabeta::AlphaBeta;
pub use as_written::AsWritten;
pub use expectimax::Expectimax;
pub(crate) use limits::MAX_DEPTH;
pub use limits::{Budget, Limits};
pub use quirks::{Average, Quirks, Ties};
pub use report::{Counts, MoveValue, SearchReport, Unit};
pub use rollouts::Rollouts;
pub use settings::{AlphaBetaSettings, ExpectimaxSettings, Parallel, Reuse, RolloutSettings};
pub use table::TranspositionTable;
