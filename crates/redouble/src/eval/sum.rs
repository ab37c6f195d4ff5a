//! `sum`: the sum of the faces.

use std::sync::LazyLock;

use super::faces::faces;
use super::layers;
use super::lines::{self, Line, LineTable, Lines, tabulate};
use super::{Evaluator, Replies, Rewards};
use crate::rows::Row;
use crate::{Afterstate, Board, Spawns};

/// The sum of the faces, Σ face.
///
/// A slide never changes it, so all slides tie unless one of them can lose within the horizon.
///
/// Source: Seth Carroll and Jennifer LaPierre, *An Expectimax Approach to 2048*, Northeastern University,
/// undated (2018 or later): the first of its three evaluation functions.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    table: &'static LineTable<f64>,
}

impl Sum {
    /// The evaluation, with its table.
    pub fn new() -> Sum {
        static TABLE: LazyLock<Box<LineTable<f64>>> = LazyLock::new(|| tabulate(sum));
        Sum { table: &TABLE }
    }
}

impl Default for Sum {
    fn default() -> Sum {
        Sum::new()
    }
}

fn sum(line: Line) -> f64 {
    faces(line).iter().sum()
}

impl Evaluator for Sum {
    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }

    #[inline]
    fn board(&self, board: Board) -> f64 {
        lines::value(self, board)
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    #[inline]
    fn mean_of_boards(&self, after: Afterstate, spawns: Spawns, score: f64) -> Option<f64> {
        layers::mean_of_boards(self, after, spawns, score)
    }

    #[inline]
    fn mean_of_replies(&self, after: Afterstate, spawns: Spawns) -> Option<Replies> {
        layers::mean_of_replies(self, after, spawns)
    }
}

impl Lines for Sum {
    type Sum = f64;
    const ROWS: bool = true;
    const COLUMNS: bool = false;
    const EITHER: bool = true;

    #[inline]
    fn row(&self, _: usize, row: Row) -> f64 {
        self.table[row as usize]
    }

    #[inline]
    fn column(&self, index: usize, column: Row) -> f64 {
        self.row(index, column)
    }

    fn row_by_formula(&self, _: usize, row: Line) -> f64 {
        sum(row)
    }

    fn column_by_formula(&self, _: usize, column: Line) -> f64 {
        sum(column)
    }

    #[inline]
    fn whole(&self, _: Board, rows: f64, _: f64) -> f64 {
        rows
    }
}
