//! `squares`: the sum of the squared faces.

use std::sync::LazyLock;

use super::faces::faces;
use super::layers;
use super::lines::{self, Line, LineTable, Lines, tabulate};
use super::{Evaluator, Replies, Rewards};
use crate::rows::Row;
use crate::{Afterstate, Board, Spawns};

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

impl Lines for Squares {
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
        squares(row)
    }

    fn column_by_formula(&self, _: usize, column: Line) -> f64 {
        squares(column)
    }

    #[inline]
    fn whole(&self, _: Board, rows: f64, _: f64) -> f64 {
        rows
    }
}
