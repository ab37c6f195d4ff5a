//! `sum` and `squares`: the sum of the faces, as they are or squared.

use std::sync::LazyLock;

use super::faces::faces;
use super::lines::{Line, LineTable, Lines, by_lines, tabulate};
use super::{Evaluator, Rewards};
use crate::Board;
use crate::rows::Row;

/// The sum of something of each face.
///
/// Source: Seth Carroll and Jennifer LaPierre, *An Expectimax Approach to 2048*, Northeastern University,
/// undated (2018 or later): the first two of its three evaluation functions.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    table: &'static LineTable<f64>,
    formula: fn(Line) -> f64,
}

impl Sum {
    /// The sum of the faces, Σ face.
    ///
    /// A slide never changes it, so all slides tie unless one of them can lose within the horizon.
    pub fn of_faces() -> Sum {
        static TABLE: LazyLock<Box<LineTable<f64>>> = LazyLock::new(|| tabulate(sum));
        Sum { table: &TABLE, formula: sum }
    }

    /// The sum of the squared faces, Σ face²: merging two tiles doubles what they are worth.
    pub fn of_squares() -> Sum {
        static TABLE: LazyLock<Box<LineTable<f64>>> = LazyLock::new(|| tabulate(squares));
        Sum { table: &TABLE, formula: squares }
    }
}

fn sum(line: Line) -> f64 {
    faces(line).iter().sum()
}

fn squares(line: Line) -> f64 {
    faces(line).iter().map(|face| face * face).sum()
}

impl Evaluator for Sum {
    by_lines!();

    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }

    fn is_symmetric(&self) -> bool {
        true
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

    fn row_by_formula(&self, _: usize, row: Line) -> f64 {
        (self.formula)(row)
    }

    #[inline]
    fn whole(&self, _: Board, rows: f64, _: f64) -> f64 {
        rows
    }
}
