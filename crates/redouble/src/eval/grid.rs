//! `grid`: squared faces, weighted by where they stand.

use std::sync::LazyLock;

use super::faces::faces;
use super::lines::{Line, LineTable, Lines, by_lines, tabulate};
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
    rows: &'static LineTable<f64>,
    /// A column weighed 8 4 2 1.
    columns: &'static LineTable<f64>,
}

const RISING: [f64; 4] = [1.0, 2.0, 4.0, 8.0];
const FALLING: [f64; 4] = [8.0, 4.0, 2.0, 1.0];

impl Grid {
    /// The evaluation, with its table.
    pub fn new() -> Grid {
        static ROWS: LazyLock<Box<LineTable<f64>>> = LazyLock::new(|| tabulate(|row| weighed(row, RISING)));
        static COLUMNS: LazyLock<Box<LineTable<f64>>> =
            LazyLock::new(|| tabulate(|column| weighed(column, FALLING)));
        Grid { rows: &ROWS, columns: &COLUMNS }
    }
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::new()
    }
}

fn weighed(line: Line, weights: [f64; 4]) -> f64 {
    faces(line).iter().zip(weights).map(|(face, weight)| weight * face * face).sum()
}

impl Evaluator for Grid {
    by_lines!();

    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }
}

impl Lines for Grid {
    type Sum = f64;
    const ROWS: bool = true;
    const COLUMNS: bool = false;
    const EITHER: bool = true;

    #[inline]
    fn row(&self, index: usize, row: Row) -> f64 {
        FALLING[index] * self.rows[row as usize]
    }

    #[inline]
    fn column(&self, index: usize, column: Row) -> f64 {
        RISING[index] * self.columns[column as usize]
    }

    fn row_by_formula(&self, index: usize, row: Line) -> f64 {
        FALLING[index] * weighed(row, RISING)
    }

    fn column_by_formula(&self, index: usize, column: Line) -> f64 {
        RISING[index] * weighed(column, FALLING)
    }

    #[inline]
    fn whole(&self, _: Board, rows: f64, _: f64) -> f64 {
        rows
    }
}
