//! Evaluations for tests and benchmarks of searches.

use redouble::eval::{Evaluator, Rewards};
use redouble::{Afterstate, Board};

/// An evaluation without its shortcuts through the last layers.
pub struct Plain<E>(pub E);

impl<E: Evaluator> Evaluator for Plain<E> {
    fn rewards(&self) -> Rewards {
        self.0.rewards()
    }

    fn board(&self, board: Board) -> f64 {
        self.0.board(board)
    }

    fn after(&self, after: Afterstate) -> f64 {
        self.0.after(after)
    }

    fn dead(&self, board: Board) -> f64 {
        self.0.dead(board)
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }

    fn is_lost(&self, board: Board) -> bool {
        self.0.is_lost(board)
    }

    fn is_learned(&self) -> bool {
        self.0.is_learned()
    }
}

/// An evaluation that learned values might resemble: in points, rewards added on the way up.
pub struct Points;

impl Evaluator for Points {
    fn rewards(&self) -> Rewards {
        Rewards::Added
    }

    fn board(&self, board: Board) -> f64 {
        f64::from(board.empties() * 10 + board.sum() / 4)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
