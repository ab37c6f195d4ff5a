//! The board after a slide, with chance to move.

use crate::{Board, Cell, Tile};

/// A board after a slide, before the spawn. (Of another size than the real one it is `Afterstate<SmallBoard>`.)
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Afterstate<F = Board>(F);

/// A tile that chance puts into an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spawn {
    /// Where.
    pub cell: Cell,
    /// A 2 or a 4.
    pub tile: Tile,
}

impl<F: Copy> Afterstate<F> {
    /// The afterstate that looks like `board`.
    pub const fn new(board: F) -> Afterstate<F> {
        Afterstate(board)
    }

    /// What it looks like.
    #[inline]
    pub const fn board(self) -> F {
        self.0
    }
}

impl Afterstate {
    /// The board once `spawn` has happened. The cell should be empty.
    #[inline]
    #[must_use]
    pub const fn spawn(self, spawn: Spawn) -> Board {
        debug_assert!(self.0.tile(spawn.cell).is_empty());
        self.0.with(spawn.cell, spawn.tile)
    }

    /// Every spawn that can happen, with its probability; they sum to one.
    pub fn spawns(self) -> impl Iterator<Item = (Spawn, f64)> {
        let cells = self.empties() as f64;
        self.0.empty_cells().flat_map(move |cell| {
            Tile::SPAWNS.map(|(tile, probability)| (Spawn { cell, tile }, probability / cells))
        })
    }

    /// How many cells are empty.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.0.empties()
    }

    /// The empty cell number `n`, counted from the top left.
    #[inline]
    pub(crate) fn nth_empty(self, n: u32) -> Cell {
        let mut left = self.0.empty_bits();
        for _ in 0..n {
            left &= left.wrapping_sub(1);
        }
        Cell::known(left.trailing_zeros() / 4)
    }
}
