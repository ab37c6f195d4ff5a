//! What a search or a solver needs of a board, so that the same code runs on small boards with known answers.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Board, Cell, Move, Slide, Tile};

/// A board of some size: the real one, or a [`SmallBoard`](crate::SmallBoard) whose exact values are known.
///
/// A value of it is a board or an afterstate, by where it stands: [`slide`](Field::slide) is for boards,
/// [`place`](Field::place) makes a board of an afterstate. Cells are numbered row by row from the top left.
pub trait Field: Copy + Eq + Hash + Debug + Send + Sync {
    /// No tile anywhere.
    const EMPTY: Self;

    /// Slides all tiles and makes points; `None` if that changes nothing.
    fn slide(self, mv: Move) -> Option<(Self, u32)>;

    /// How many cells are empty.
    fn empties(self) -> u32;

    /// The empty cells, from the top left.
    fn empty_cells(self) -> impl Iterator<Item = Cell>;

    /// A bit for each empty cell, bit 4i for cell i.
    fn empty_bits(self) -> u64 {
        self.empty_cells().fold(0, |bits, cell| bits | 1 << (4 * cell.index()))
    }

    /// The same with another tile in one cell.
    #[must_use]
    fn place(self, cell: Cell, tile: Tile) -> Self;

    /// The same for all symmetric positions of it.
    #[must_use]
    fn canonical(self) -> Self;

    /// The largest tile.
    fn max_tile(self) -> Tile;

    /// The legal slides, in the order of [`Move::ALL`].
    fn slides(self) -> impl Iterator<Item = (Move, Self, u32)> {
        Move::ALL.into_iter().filter_map(move |mv| self.slide(mv).map(|(after, reward)| (mv, after, reward)))
    }

    /// Whether no slide is legal.
    fn is_dead(self) -> bool {
        self.empties() == 0 && self.slides().next().is_none()
    }

    /// Its exponents, four bits a cell in one word and the fifth bits in another, cell 0 lowest.
    fn bits(self) -> (u64, u16);

    /// Everything chance can make of this afterstate, with its probability; they sum to one.
    fn spawns(self) -> impl Iterator<Item = (Self, f64)> {
        let cells = f64::from(self.empties());
        self.empty_cells().flat_map(move |cell| {
            Tile::SPAWNS.map(|(tile, probability)| (self.place(cell, tile), probability / cells))
        })
    }
}

impl Field for Board {
    const EMPTY: Board = Board::EMPTY;

    #[inline]
    fn slide(self, mv: Move) -> Option<(Board, u32)> {
        self.slide(mv).map(|Slide { after, reward }| (after.board(), reward))
    }

    #[inline]
    fn empties(self) -> u32 {
        self.empties()
    }

    #[inline]
    fn empty_cells(self) -> impl Iterator<Item = Cell> {
        self.empty_cells()
    }

    #[inline]
    fn empty_bits(self) -> u64 {
        self.empty_bits()
    }

    #[inline]
    fn place(self, cell: Cell, tile: Tile) -> Board {
        self.with(cell, tile)
    }

    #[inline]
    fn canonical(self) -> Board {
        self.canonical()
    }

    fn max_tile(self) -> Tile {
        self.max_tile()
    }

    #[inline]
    fn is_dead(self) -> bool {
        self.is_dead()
    }

    #[inline]
    fn bits(self) -> (u64, u16) {
        (self.low(), self.high())
    }
}
