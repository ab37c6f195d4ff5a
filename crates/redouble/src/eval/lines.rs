//! The shape most evaluations share: a sum over rows, a sum over columns, and a last step over the whole.
//!
//! ```text
//!  row 0 ──┐
//!  row 1 ──┤                          column 0 … 3 ──▶ columns
//!  row 2 ──┼──▶ rows                                      │
//!  row 3 ──┘      └───────────▶ whole(board, rows, columns) ──▶ value
//! ```
//!
//! Tiles below 65536 take four bits, so such a line is one of 65,536 and is looked up. A board with a larger
//! tile is summed by the formula itself.

use std::ops::Add;

use crate::rows::{self, Row};
use crate::symmetry::transpose_nibbles;
use crate::{Board, Cell};

use super::Evaluator;

/// One entry for every line of tiles below 65536.
pub type LineTable<S> = [S; 1 << 16];

/// Four exponents, 0 to 17: a row from the left, or a column from the top.
pub type Line = [u8; 4];

/// An evaluation that is a sum over rows and columns, plus something of the whole board.
pub trait Lines: Evaluator {
    /// What is summed: mostly a number.
    type Sum: Copy + Default + Add<Output = Self::Sum> + Send + Sync;

    /// Whether rows add anything.
    const ROWS: bool;
    /// Whether columns add anything.
    const COLUMNS: bool;

    /// Whether the columns, which add nothing, would add up to what the rows do, to the last bit: then a search
    /// sums whichever it knows.
    const EITHER: bool = false;

    /// What row `index` from the top adds, looked up.
    fn row(&self, index: usize, row: Row) -> Self::Sum {
        self.row_by_formula(index, rows::unpack(row))
    }

    /// What column `index` from the left adds, looked up; its topmost tile is lowest. Mostly what it would
    /// add as a row.
    #[inline]
    fn column(&self, index: usize, column: Row) -> Self::Sum {
        self.row(index, column)
    }

    /// What row `index` adds, by the formula.
    fn row_by_formula(&self, _index: usize, _row: Line) -> Self::Sum {
        Self::Sum::default()
    }

    /// What column `index` adds, by the formula.
    fn column_by_formula(&self, index: usize, column: Line) -> Self::Sum {
        self.row_by_formula(index, column)
    }

    /// The value of a board whose rows and columns add up to these.
    fn whole(&self, board: Board, rows: Self::Sum, columns: Self::Sum) -> f64;
}

/// The part of an [`Evaluator`] that is the same for all [`Lines`] whose values do not count the score.
macro_rules! by_lines {
    () => {
        #[inline]
        fn board(&self, board: $crate::Board) -> f64 {
            $crate::eval::lines::value(self, board)
        }

        #[inline]
        fn mean_of_boards(
            &self,
            after: $crate::Afterstate,
            spawns: $crate::Spawns,
            score: f64,
        ) -> Option<f64> {
            $crate::eval::layers::mean_of_boards(self, after, spawns, score)
        }

        #[inline]
        fn mean_of_replies(
            &self,
            after: $crate::Afterstate,
            spawns: $crate::Spawns,
        ) -> Option<$crate::eval::Replies> {
            $crate::eval::layers::mean_of_replies(self, after, spawns)
        }
    };
}
pub(crate) use by_lines;

/// The value of a board that is not dead.
#[inline]
pub fn value<E: Lines>(evaluator: &E, board: Board) -> f64 {
    if board.high() == 0 { by_tables(evaluator, board) } else { by_formula(evaluator, board) }
}

/// The value of a board without tiles above 32768.
#[inline]
pub fn by_tables<E: Lines>(evaluator: &E, board: Board) -> f64 {
    let rows = rows_by_tables(evaluator, board.low());
    let columns = columns_by_tables(evaluator, transpose_nibbles(board.low()));
    evaluator.whole(board, rows, columns)
}

/// The sum over the rows of a board, given its [`low`](Board::low) word.
#[inline]
pub fn rows_by_tables<E: Lines>(evaluator: &E, low: u64) -> E::Sum {
    if !E::ROWS {
        return E::Sum::default();
    }
    sum_of_lines(|index| evaluator.row(index, (low >> (16 * index)) as Row))
}

/// The sum over the columns of a board, given the [`low`](Board::low) word of the transposed board.
#[inline]
pub fn columns_by_tables<E: Lines>(evaluator: &E, transposed: u64) -> E::Sum {
    if !E::COLUMNS {
        return E::Sum::default();
    }
    sum_of_lines(|index| evaluator.column(index, (transposed >> (16 * index)) as Row))
}

/// The value of any board, without tables.
#[cold]
pub fn by_formula<E: Lines>(evaluator: &E, board: Board) -> f64 {
    let rows = sum_of_lines(|index| evaluator.row_by_formula(index, row_of(board, index)));
    let transposed = board.transposed();
    let columns = sum_of_lines(|index| evaluator.column_by_formula(index, row_of(transposed, index)));
    evaluator.whole(board, rows, columns)
}

/// The sum over four lines, always in the same order so that it is the same to the last bit.
#[inline]
fn sum_of_lines<S: Add<Output = S>>(line: impl Fn(usize) -> S) -> S {
    (line(0) + line(1)) + (line(2) + line(3))
}

/// The exponents of one row.
fn row_of(board: Board, index: usize) -> Line {
    [0, 1, 2, 3].map(|column| board.tile(Cell::known(4 * index as u32 + column)).exponent())
}

/// A table of what `entry` says of every line.
pub(crate) fn tabulate<S: Copy + Default>(entry: impl Fn(Line) -> S) -> Box<LineTable<S>> {
    let entries: Box<[S]> = (0..=Row::MAX).map(|row| entry(rows::unpack(row))).collect();
    match entries.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("there are 65,536 rows"),
    }
}
