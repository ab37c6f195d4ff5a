//! The board after a slide, with chance to move.

use crate::board::ONES;
use crate::{Board, Cell, Tile};

/// A board after a slide, before the spawn. (Of another size than the real one it is `Afterstate<SmallBoard>`.)
///
/// Chance moves here: a [`Spawn`] makes it a [`Board`] again. What a slide is worth is decided on afterstates, so learned
/// values live on them.
///
/// ```
/// use redouble::{Board, Cell, Move, Spawn, Tile};
/// let board: Board = "
///     2 2 4 .
///     . 8 . .
///     . . . .
///     2 . . 8".parse()?;
/// let after = board.slide(Move::Down).unwrap().after;
/// assert_eq!(after.spawns().count(), 2 * 11); // a 2 or a 4 in each of eleven empty cells
/// let spawn = Spawn { cell: Cell::at(0, 3).unwrap(), tile: Tile::TWO };
/// assert_eq!(format!("{:?}", after.spawn(spawn)), "
///  . . . 2
///  . . . .
///  . 2 . .
///  4 8 4 8");
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Afterstate<F = Board>(F);

/// A tile that chance puts into an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    pub(crate) const fn nth_empty(self, n: u32) -> Cell {
        Cell::known(nth_nibble(self.0.empty_bits(), n) / 4)
    }
}

/// The place of the `n`-th bit among bits at the lowest places of nibbles.
///
/// The product's nibbles count the bits up to each place, so the first that says n + 1 is it. A sixteenth bit
/// counts as 0 in both.
#[inline]
const fn nth_nibble(bits: u64, n: u32) -> u32 {
    let counts = bits.wrapping_mul(ONES);
    let wanted = ((n as u64 + 1) & 15) * ONES;
    let differ = counts ^ wanted;
    let equal = differ.wrapping_sub(ONES) & !differ & ONES << 3; // right in its lowest bit
    equal.trailing_zeros() & !3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_cells_are_counted_and_numbered_whichever_they_are() {
        for taken in 0..=u16::MAX {
            let tile = |cell| if taken >> cell & 1 == 1 { Tile::TWO } else { Tile::EMPTY };
            let after = Afterstate::new(Board::from_tiles(std::array::from_fn(tile)));
            assert_eq!(after.empties(), taken.count_zeros());
            for (n, cell) in after.board().empty_cells().enumerate() {
                assert_eq!(after.nth_empty(n as u32), cell);
            }
        }
    }
}
