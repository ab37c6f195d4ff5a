//! `score`: points alone.

use super::lines::Lines;
use super::{Evaluator, Rewards};
use crate::Board;

/// The score so far and nothing else; a lost game is worth 0.
///
/// Source: Alma Wang, *Final Project* (expectimax, alpha-beta and rollouts for 2048), 2016: its utility
/// without any of the [`Features`](super::Features).
#[derive(Clone, Copy, Debug, Default)]
pub struct Score;

impl Evaluator for Score {
    fn rewards(&self) -> Rewards {
        Rewards::Carried
    }

    #[inline]
    fn board(&self, _: Board) -> f64 {
        0.0
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Lines for Score {
    type Sum = f64;
    const ROWS: bool = false;
    const COLUMNS: bool = false;

    #[inline]
    fn whole(&self, _: Board, _: f64, _: f64) -> f64 {
        0.0
    }
}
