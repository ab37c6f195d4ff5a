//! Anything that chooses a move.
//!
//! The searches are agents too: see [`search`](crate::search).

mod random;
mod best;
mod with_ties;

pub use best::{Best, Declined, TableRule, TableUse};
pub use random::Random;
pub use with_ties::WithTies;

use crate::search::{Limits, SearchReport};
use crate::{Board, Rng};

/// Anything that chooses a move.
pub trait Agent: Send {
    /// Starts a new game: forgets the last one and takes its own luck from `rng`.
    fn begin(&mut self, rng: Rng);

    /// Chooses a move on `board`, in a game with `score` points so far.
    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport;
}
