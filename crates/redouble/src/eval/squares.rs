//! `squares`: the sum of the squared faces.

use std::sync::LazyLock;

use super::faces::faces;
use super::lines::{Line, LineTable, Lines, by_lines, tabulate};
use super::{Evaluator, Rewards};
use crate::Board;
use crate::rows::Row;

/// The sum of the squared faces, Σ face²: merging two tiles doubles what they are worth.
///
/// Source: Seth Carroll and Jennifer LaPierre, *An Expectimax Approach to 2048*, Northeastern University,
/// undated (2018 or later): the second of its three evaluation functions.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    table: &'static LineTable<f64>,
}

impl Squares {
    /// The evaluation, with its table.
    pub fn new() -> Squares {
        static TABLE: LazyLock<Box<LineTable<f64>>> = LazyLock::new(|| tabulate(squares));
        Squares { table: &TABLE }
    }
}

impl Default for Squares {
    fn default() -> Squares {
        Squares::new()
    }
}

fn squares(line: Line) -> f64 {
    faces(line).iter().map(|face| face * face).sum()
}

impl Evaluator for Squares {
    by_lines!();

    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Lines for Squares {
    type Sum = f64;
    const ROWS: bool = true;
    const COLUMNS: bool = false;
    const EITHER: bool = true;

    #[inline]
    fn row(&self, _: usize, row: Row) -> f64 {
        self.table[row as usize]
    }

    fn row_by_formula(&self, _: usize, row: Line) -> f64 {
        squares(row)
    }

    #[inline]
    fn whole(&self, _: Board, rows: f64, _: f64) -> f64 {
        rows
    }
}
