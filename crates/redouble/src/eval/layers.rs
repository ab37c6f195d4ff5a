//! The last layers of a search tree, line by line.
//!
//! A spawn changes one row and one column. Of a board after it, three rows and three columns are known; of a
//! board slid after it, three slid lines are. What is known is summed once for all spawns of a node:
//!
//! ```text
//!   2 8 . 4          2 8 . 4          2 8 4 .   known
//!   . 4 . .   spawn  . 4 . .   slide  4 . . .   known
//!   8 . . .   ────▶  8 . 2 .   ────▶  8 2 . .   looked up anew
//!   . . . .          . . . .    left  . . . .   known
//! ```
//!
//! Terms are added in the same order as for a whole board, so no value differs by a bit. Boards with tiles that
//! need a fifth bit are left to the plain search.

use super::lines::{Lines, columns_by_tables, rows_by_tables};
use super::{Replies, Rewards};
use crate::rows::{self, Row};
use crate::symmetry::transpose_nibbles;
use crate::{Afterstate, Board, Spawns, Tile};

/// [`Evaluator::mean_of_boards`](super::Evaluator::mean_of_boards), line by line.
#[inline]
pub fn mean_of_boards<E: Lines>(evaluator: &E, after: Afterstate, spawns: Spawns, score: f64) -> Option<f64> {
    let board = after.board();
    if board.high() != 0 {
        return None;
    }
    let (across, along) = (board.low(), transpose_nibbles(board.low()));
    let rows = AllButOne::of(|index| row_term(evaluator, index, line(across, index)));
    let columns = AllButOne::of(|index| column_term(evaluator, index, line(along, index)));
    Some(spawns.mean(|cell, tile| {
        let (row, column) = (cell.row(), cell.column());
        let new_row = with_tile(line(across, row), column, tile);
        let new_column = with_tile(line(along, column), row, tile);
        let rows = rows.with(row, row_term(evaluator, row, new_row));
        let columns = columns.with(column, column_term(evaluator, column, new_column));
        let value = evaluator.whole(board.with(cell, tile), rows, columns);
        if evaluator.rewards() == Rewards::Carried { value + score } else { value }
    }))
}

/// [`Evaluator::mean_of_replies`](super::Evaluator::mean_of_replies), line by line, rewards ignored.
#[inline]
pub fn mean_of_replies<E: Lines>(evaluator: &E, after: Afterstate, spawns: Spawns) -> Option<Replies> {
    let board = after.board();
    if board.needs_fifth_bit() {
        return None;
    }
    let slid = &rows::tables().slid;
    let (across, along) = (board.low(), transpose_nibbles(board.low()));
    let left = Way::<E::Sum, false>::new(evaluator, across, |row| slid[row as usize].0);
    let right = Way::<E::Sum, false>::new(evaluator, across, |row| slid[row as usize].1);
    let up = Way::<E::Sum, true>::new(evaluator, along, |column| slid[column as usize].0);
    let down = Way::<E::Sum, true>::new(evaluator, along, |column| slid[column as usize].1);
    let mut slides = [0, 0];
    let mean = spawns.mean(|cell, tile| {
        let (row, column) = (cell.row(), cell.column());
        let new_row = with_tile(line(across, row), column, tile);
        let new_column = with_tile(line(along, column), row, tile);
        let (to_left, to_right) = slid[new_row as usize];
        let (to_top, to_bottom) = slid[new_column as usize];
        let mut best = Best { value: f64::NEG_INFINITY, slides: 0 };
        best.consider(up.reply(evaluator, column, new_column, to_top));
        best.consider(right.reply(evaluator, row, new_row, to_right));
        best.consider(down.reply(evaluator, column, new_column, to_bottom));
        best.consider(left.reply(evaluator, row, new_row, to_left));
        slides[usize::from(tile == Tile::FOUR)] += best.slides;
        best.value
    });
    Some(Replies { mean, after_twos: slides[0], after_fours: slides[1] })
}

/// The best of some slides.
struct Best {
    value: f64,
    slides: u32,
}

impl Best {
    /// Takes one more, if it is legal.
    #[inline]
    fn consider(&mut self, (legal, value): (bool, f64)) {
        let value = if legal { value } else { f64::NEG_INFINITY };
        self.value = if value > self.value { value } else { self.value };
        self.slides += u32::from(legal);
    }
}

/// A board slid one way, with each of its four lines left out. `VERTICAL` lines are columns, others rows.
struct Way<S, const VERTICAL: bool> {
    /// The slid board without a line, its lines as rows.
    lined: [u64; 4],
    /// The same with rows and columns exchanged.
    crossed: [u64; 4],
    /// Not 0 if another line moves.
    moving: [u64; 4],
    /// What the slid lines add.
    terms: AllButOne<S>,
}

impl<S: Copy + Default + std::ops::Add<Output = S>, const VERTICAL: bool> Way<S, VERTICAL> {
    #[inline]
    fn new<E: Lines<Sum = S>>(evaluator: &E, lines: u64, slide: impl Fn(Row) -> Row) -> Self {
        let slid = four(|index| slide(line(lines, index)));
        let [a, b, c, d] = four(|index| u64::from(slid[index]));
        let whole = a | b << 16 | c << 32 | d << 48;
        let crossed = transpose_nibbles(whole);
        Way {
            lined: four(|index| whole & !(0xffff << (16 * index))),
            crossed: four(|index| crossed & !(0x000f_000f_000f_000f << (4 * index))),
            moving: four(|index| (whole ^ lines) & !(0xffff << (16 * index))),
            terms: AllButOne::of(|index| Self::term(evaluator, index, slid[index])),
        }
    }

    #[inline]
    fn term<E: Lines<Sum = S>>(evaluator: &E, index: usize, line: Row) -> S {
        if VERTICAL { column_term(evaluator, index, line) } else { row_term(evaluator, index, line) }
    }

    /// Whether the slide is legal once line `index` has become `line`, which slides to `slid`; and its value.
    #[inline(always)]
    fn reply<E: Lines<Sum = S>>(&self, evaluator: &E, index: usize, line: Row, slid: Row) -> (bool, f64) {
        let lined = self.lined[index] | u64::from(slid) << (16 * index);
        let crossed = self.crossed[index] | spread(slid) << (4 * index);
        let terms = self.terms.with(index, Self::term(evaluator, index, slid));
        let value = match (VERTICAL, E::EITHER) {
            (true, true) => evaluator.whole(board(crossed), terms, S::default()),
            (true, false) => evaluator.whole(board(crossed), rows_by_tables(evaluator, crossed), terms),
            (false, _) => evaluator.whole(board(lined), terms, columns_by_tables(evaluator, crossed)),
        };
        (self.moving[index] | u64::from(line ^ slid) != 0, value)
    }
}

/// A sum of four terms, one of which is still open. The order of addition is that of a whole board.
struct AllButOne<S> {
    beside: [S; 4],
    beyond: [S; 4],
}

impl<S: Copy + std::ops::Add<Output = S>> AllButOne<S> {
    #[inline]
    fn of(term: impl Fn(usize) -> S) -> AllButOne<S> {
        let [a, b, c, d] = four(term);
        let (first, second) = (a + b, c + d);
        AllButOne { beside: [b, a, d, c], beyond: [second, second, first, first] }
    }

    #[inline]
    fn with(&self, index: usize, term: S) -> S {
        (term + self.beside[index]) + self.beyond[index]
    }
}

/// `of` for each of four lines. (The optimiser does not see through the same written with `map`.)
#[inline]
fn four<T>(of: impl Fn(usize) -> T) -> [T; 4] {
    [of(0), of(1), of(2), of(3)]
}

#[inline]
fn row_term<E: Lines>(evaluator: &E, index: usize, row: Row) -> E::Sum {
    if E::ROWS { evaluator.row(index, row) } else { E::Sum::default() }
}

#[inline]
fn column_term<E: Lines>(evaluator: &E, index: usize, column: Row) -> E::Sum {
    if E::COLUMNS || E::EITHER { evaluator.column(index, column) } else { E::Sum::default() }
}

#[inline]
fn line(lines: u64, index: usize) -> Row {
    (lines >> (16 * index)) as Row
}

#[inline]
fn with_tile(line: Row, place: usize, tile: Tile) -> Row {
    line | Row::from(tile.exponent()) << (4 * place)
}

#[inline]
fn board(low: u64) -> Board {
    Board::from_bits(low, 0)
}

/// The four cells of a row as the lowest cells of four rows.
#[inline]
fn spread(row: Row) -> u64 {
    let row = u64::from(row);
    (row | row << 12 | row << 24 | row << 36) & 0x000f_000f_000f_000f
}
