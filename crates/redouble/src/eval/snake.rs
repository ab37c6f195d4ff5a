//! `snake`: faces along a winding path, each place worth a tenth of the one before.

use std::ops::Add;
use std::sync::LazyLock;

use super::faces::{face, faces};
use super::layers;
use super::lines::{self, Line, LineTable, Lines, tabulate};
use super::{Evaluator, Replies, Rewards};
use crate::keys::kinds::{Kind, Sort};
use crate::keys::{Keyed, Setting, setting};
use crate::rows::Row;
use crate::{Afterstate, Board, Cell, Move, Spawns};

/// Σ s_n / 10^n − (s_0 − largest)² over the sixteen faces s_0, s_1, … met along the snake; −∞ when lost.
///
/// ```text
///   3  4 11 12       the head is the bottom left, the tail the bottom right;
///   2  5 10 13       the penalty is 0 when the head is the largest tile
///   1  6  9 14
///   0  7  8 15
/// ```
///
/// Source: an unsigned and undated report on a parallel expectimax player for 2048 in Haskell (Columbia
/// University, parallel functional programming, after 2019).
#[derive(Clone, Copy, Debug)]
pub struct Snake {
    stuck: Stuck,
    upwards: &'static LineTable<Winding>,
    downwards: &'static LineTable<Winding>,
}

/// What a column adds: to the sum, and to the search for the largest face.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Winding {
    sum: f64,
    largest: f64,
}

impl Winding {
    #[inline]
    fn weighed(self, weight: f64) -> Winding {
        Winding { sum: weight * self.sum, ..self }
    }
}

impl Add for Winding {
    type Output = Winding;

    #[inline]
    fn add(self, other: Winding) -> Winding {
        let largest = if self.largest > other.largest { self.largest } else { other.largest };
        Winding { sum: self.sum + other.sum, largest }
    }
}

/// When the player counts as lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// When no slide is legal.
    #[default]
    Dead,
    /// When no row can move, whatever the columns can do: a slip of the source's program.
    Rows,
}

/// The head of the snake.
const HEAD: Cell = Cell::known(12);
/// Ten to the minus four times the number of columns before.
const WEIGHT_OF_COLUMN: [f64; 4] = [1.0, 1e-4, 1e-8, 1e-12];

impl Snake {
    /// The evaluation, with its tables.
    pub fn new(stuck: Stuck) -> Snake {
        static UPWARDS: LazyLock<Box<LineTable<Winding>>> = LazyLock::new(|| tabulate(upwards));
        static DOWNWARDS: LazyLock<Box<LineTable<Winding>>> = LazyLock::new(|| tabulate(downwards));
        Snake { stuck, upwards: &UPWARDS, downwards: &DOWNWARDS }
    }
}

impl Default for Snake {
    fn default() -> Snake {
        Snake::new(Stuck::Dead)
    }
}

/// Whether the snake runs upwards in this column.
const fn runs_upwards(column: usize) -> bool {
    column.is_multiple_of(2)
}

/// A column from the top, its first face whole, the next a tenth, and so on.
fn downwards(column: Line) -> Winding {
    let faces = faces(column);
    let sum = faces.iter().zip([1.0, 10.0, 100.0, 1000.0]).map(|(face, divisor)| face / divisor).sum();
    Winding { sum, largest: faces.into_iter().fold(0.0, f64::max) }
}

/// The same from the bottom.
fn upwards([a, b, c, d]: Line) -> Winding {
    downwards([d, c, b, a])
}

/// Whether the board is full and no two neighbours in a row are equal.
fn no_row_moves(board: Board) -> bool {
    board.empties() == 0 && board.slide(Move::Left).is_none() && board.slide(Move::Right).is_none()
}

impl Keyed for Stuck {
    const SETTINGS: &'static [Setting<Stuck>] =
        &[setting!("stuck", STUCK, |it| *it, "study: with rows, a board of which no row can move is lost")];
}

const STUCK: Kind<Stuck> = Kind {
    form: "dead or rows",
    sort: Sort::Plain,
    read: |word| match word {
        "dead" => Some(Stuck::Dead),
        "rows" => Some(Stuck::Rows),
        _ => None,
    },
    write: |&stuck| if stuck == Stuck::Dead { "dead" } else { "rows" }.to_owned(),
};

impl Evaluator for Snake {
    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }

    #[inline]
    fn board(&self, board: Board) -> f64 {
        if self.stuck == Stuck::Rows && no_row_moves(board) {
            self.dead(board)
        } else {
            lines::value(self, board)
        }
    }

    fn dead(&self, _board: Board) -> f64 {
        f64::NEG_INFINITY
    }

    fn is_lost(&self, board: Board) -> bool {
        match self.stuck {
            Stuck::Dead => board.is_dead(),
            Stuck::Rows => no_row_moves(board),
        }
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

impl Lines for Snake {
    type Sum = Winding;
    const ROWS: bool = false;
    const COLUMNS: bool = true;

    #[inline]
    fn column(&self, index: usize, column: Row) -> Winding {
        let table = if runs_upwards(index) { self.upwards } else { self.downwards };
        table[column as usize].weighed(WEIGHT_OF_COLUMN[index])
    }

    fn column_by_formula(&self, index: usize, column: Line) -> Winding {
        let winding = if runs_upwards(index) { upwards(column) } else { downwards(column) };
        winding.weighed(WEIGHT_OF_COLUMN[index])
    }

    #[inline]
    fn whole(&self, board: Board, _: Winding, columns: Winding) -> f64 {
        let missing = face(board.tile(HEAD).exponent()) - columns.largest;
        columns.sum - missing * missing
    }
}
