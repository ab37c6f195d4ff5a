//! Evaluations: what a board seems to be worth, without searching.
//!
//! One file each, with its formula and its source. Nearly all of them are sums over the rows and columns of
//! the board: `lines` is the shape they share, which a search can use to look whole lines up.

#[doc(hidden)]
pub mod lines;
mod layers;
mod faces;
mod largest;
mod features;
mod gradient;
mod grid;
mod merges;
mod score;
mod snake;
mod sum;

pub use features::{FeatureSet, Features};
pub use gradient::{Gradient, Smoothness};
pub use grid::Grid;
pub use lines::{LineTable, Lines};
pub use merges::{Merges, MergesConstants};
pub use score::Score;
pub use snake::{Snake, Stuck};
pub use sum::Sum;

use crate::{Afterstate, Board, Field, Spawns};

/// How an evaluation stands to the points made on the way to a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rewards {
    /// It has a unit of its own: rewards are not added.
    Ignored,
    /// It is told the score so far and counts it: a value is a total, and losing forfeits all of it.
    Carried,
    /// It estimates the points still to come: rewards are added on the way up.
    Added,
    /// It is a chance: rewards are not added, but a slide that succeeds is worth more than where it leads.
    Successes,
}

/// A map from boards to values; of boards of another size in the tests of searches.
pub trait Evaluator<F: Field = Board>: Send + Sync {
    /// How its values stand to rewards.
    fn rewards(&self) -> Rewards;

    /// The value of a board with the player to move. The board is not dead.
    fn board(&self, board: F) -> f64;

    /// The value of a board after a slide: the same as if it was the player's turn, unless it is learned.
    #[inline]
    fn after(&self, after: Afterstate<F>) -> f64 {
        self.board(after.board())
    }

    /// What a slide from `board` is worth, where its afterstate has the value `value` and no score is carried.
    #[inline]
    fn slide_worth(&self, _board: F, _after: Afterstate<F>, reward: u32, value: f64) -> f64 {
        match self.rewards() {
            Rewards::Added => f64::from(reward) + value,
            _ => value,
        }
    }

    /// The value of a dead board: no slide is legal.
    fn dead(&self, _board: F) -> f64 {
        0.0
    }

    /// Whether the player to move counts as lost. Only a study asks for anything but dead boards. A board with
    /// an empty cell is never lost.
    fn is_lost(&self, board: F) -> bool {
        board.is_dead()
    }

    /// Whether a board and its seven mirrored and turned copies have the same value, to the last bit.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Whether it was learned: then it says what boards are worth after a slide only, and searches end there: their
    /// depths are odd.
    fn is_learned(&self) -> bool {
        false
    }

    /// The mean over `spawns` of [`board`](Evaluator::board) plus `score` (0 unless values are
    /// [`Rewards::Carried`]), if there is a quicker way than one by one. It must not differ by a bit. None of
    /// the boards is lost.
    fn mean_of_boards(&self, _after: Afterstate<F>, _spawns: Spawns, _score: f64) -> Option<f64> {
        None
    }

    /// The mean over `spawns` of the best legal slide, if there is a quicker way than one by one. It must not
    /// differ by a bit. None of the boards is lost, and values are not [`Rewards::Carried`].
    fn mean_of_replies(&self, _after: Afterstate<F>, _spawns: Spawns) -> Option<Replies> {
        None
    }
}

/// The best slides after several spawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replies {
    /// The mean of the best slide's worth: its reward, where rewards are added, and its afterstate's value.
    pub mean: f64,
    /// How many slides were legal after 2s.
    pub after_twos: u32,
    /// How many slides were legal after 4s.
    pub after_fours: u32,
}

/// What is borrowed evaluates as well as what is owned.
impl<F: Field, E: Evaluator<F> + ?Sized> Evaluator<F> for &E {
    #[inline]
    fn rewards(&self) -> Rewards {
        (**self).rewards()
    }

    #[inline]
    fn board(&self, board: F) -> f64 {
        (**self).board(board)
    }

    #[inline]
    fn after(&self, after: Afterstate<F>) -> f64 {
        (**self).after(after)
    }

    #[inline]
    fn slide_worth(&self, board: F, after: Afterstate<F>, reward: u32, value: f64) -> f64 {
        (**self).slide_worth(board, after, reward, value)
    }

    #[inline]
    fn dead(&self, board: F) -> f64 {
        (**self).dead(board)
    }

    #[inline]
    fn is_symmetric(&self) -> bool {
        (**self).is_symmetric()
    }

    #[inline]
    fn is_learned(&self) -> bool {
        (**self).is_learned()
    }

    #[inline]
    fn is_lost(&self, board: F) -> bool {
        (**self).is_lost(board)
    }

    #[inline]
    fn mean_of_boards(&self, after: Afterstate<F>, spawns: Spawns, score: f64) -> Option<f64> {
        (**self).mean_of_boards(after, spawns, score)
    }

    #[inline]
    fn mean_of_replies(&self, after: Afterstate<F>, spawns: Spawns) -> Option<Replies> {
        (**self).mean_of_replies(after, spawns)
    }
}
