//! `grid`: squared faces, weighted by where they stand.

use std::sync::LazyLock;

use super::faces::faces;
use super::lines::{self, Line, LineTable, Lines, tabulate};
use super::{Evaluator, Rewards};
use crate::Board;
use crate::rows::Row;

/// Σ w·face² with weights that double with every step towards the top right:
///
/// ```text
///   8 16 32 64
///   4  8 16 32       w = 2^(3 + column − row)
///   2  4  8 16
///   1  2  4  8
/// ```
///
/// Source: Seth Carroll and Jennifer LaPierre, *An Expectimax Approach to 2048*, Northeastern University,
/// undated (2018 or later): the third of its three evaluation functions. Its weights are printed as five rows,
/// one of them doubled by a page break, and are indexed by column first.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// A row weighed 1 2 4 8.
    table: &'static LineTable<f64>,
}

/// What one row is worth more than the next below it.
const WEIGHT_OF_ROW: [f64; 4] = [8.0, 4.0, 2.0, 1.0];

impl Grid {
    /// The evaluation, with its table.
    pub fn new() -> Grid {
        static TABLE: LazyLock<Box<LineTable<f64>>> = LazyLock::new(|| tabulate(weighed));
        Grid { table: &TABLE }
    }
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::new()
    }
}

fn weighed(row: Line) -> f64 {
    let weights = [1.0, 2.0, 4.0, 8.0];
    faces(row).iter().zip(weights).map(|(face, weight)| weight * face * face).sum()
}

impl Evaluator for Grid {
    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }

    #[inline]
    fn board(&self, board: Board) -> f64 {
        lines::value(self, board)
    }
}

impl Lines for Grid {
    type Sum = f64;
    const ROWS: bool = true;
    const COLUMNS: bool = false;

    #[inline]
    fn row(&self, index: usize, row: Row) -> f64 {
        WEIGHT_OF_ROW[index] * self.table[row as usize]
    }

    fn row_by_formula(&self, index: usize, row: Line) -> f64 {
        WEIGHT_OF_ROW[index] * weighed(row)
    }

    #[inline]
    fn whole(&self, _: Board, rows: f64, _: f64) -> f64 {
        rows
    }
}
