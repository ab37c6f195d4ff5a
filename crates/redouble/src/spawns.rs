//! The spawns a search looks at: some or all empty cells, with or without 4s, and the mean over them.

use std::convert::Infallible;

use crate::{Cell, Field, Rng, Spawn, Tile};

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSet(u64); // bit 4i for cell i, as the board's own words have it

impl CellSet {
    /// The empty cells of a board or an afterstate.
    #[inline]
    pub fn empties<F: Field>(of: F) -> CellSet {
        CellSet(of.empty_bits())
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is one of them.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> (4 * cell.index()) & 1 != 0
    }

    /// At most `count` of them, each choice equally likely.
    #[must_use]
    pub fn sample(self, count: u32, rng: &mut Rng) -> CellSet {
        let (mut left, mut drawn) = (self, CellSet(0));
        while drawn.len() < count && !left.is_empty() {
            let bit = left.nth_bit(rng.below(left.len()));
            left.0 ^= bit;
            drawn.0 |= bit;
        }
        drawn
    }

    fn nth_bit(self, n: u32) -> u64 {
        let left = (0..n).fold(self.0, |left, _| left & left.wrapping_sub(1));
        left & left.wrapping_neg()
    }
}

/// From the top left.
impl Iterator for CellSet {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let place = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (place < 64).then(|| Cell::known(place / 4))
    }
}

/// The spawns a search looks at after one afterstate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spawns {
    /// Where.
    pub cells: CellSet,
    /// Whether a 4 may come: one time in ten. If not, every spawn is a 2.
    pub fours: bool,
}

impl Spawns {
    /// All that can happen after `after`.
    pub fn all<F: Field>(after: F) -> Spawns {
        Spawns { cells: CellSet::empties(after), fours: true }
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.cells.len() << self.fours as u32
    }

    /// Whether there are none: a full board.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.cells.is_empty()
    }

    /// What may come into each cell.
    #[inline]
    pub const fn tiles(self) -> &'static [Tile] {
        if self.fours { &[Tile::TWO, Tile::FOUR] } else { &[Tile::TWO] }
    }

    /// Whether a spawn is one of these.
    #[inline]
    pub fn contains(self, spawn: Spawn) -> bool {
        self.cells.contains(spawn.cell) && self.tiles().contains(&spawn.tile)
    }

    /// The chance of one spawn among these.
    #[inline]
    pub fn probability(self, tile: Tile) -> f64 {
        let value = match (self.fours, tile) {
            (false, _) => 1.0,
            (true, Tile::FOUR) => FOUR,
            (true, _) => TWO,
        };
        value / f64::from(self.cells.len())
    }

    /// The mean of `value`, each spawn by its chance.
    #[inline]
    pub fn mean(self, mut value: impl FnMut(Cell, Tile) -> f64) -> f64 {
        let never_fails = self.try_mean(|cell, tile| Ok::<f64, Infallible>(value(cell, tile)));
        match never_fails {
            Ok(mean) => mean,
        }
    }

    /// The mean of `value`, each spawn by its chance, or its first error.
    #[inline]
    pub fn try_mean<E>(self, mut value: impl FnMut(Cell, Tile) -> Result<f64, E>) -> Result<f64, E> {
        let mut sum = 0.0;
        for cell in self.cells {
            let two = value(cell, Tile::TWO)?;
            sum += if self.fours { TWO * two + FOUR * value(cell, Tile::FOUR)? } else { two };
        }
        Ok(sum / f64::from(self.cells.len()))
    }
}

const TWO: f64 = Tile::SPAWNS[0].1;
const FOUR: f64 = Tile::SPAWNS[1].1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn the_mean_of_one_is_one() {
        let board: Board = "6531432022001001".parse().unwrap();
        assert_eq!(Spawns::all(board).len(), 10);
        assert!((Spawns::all(board).mean(|_, _| 1.0) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn every_cell_is_drawn_equally_often() {
        let cells = CellSet::empties("6531432022001001".parse::<Board>().unwrap());
        let (mut rng, mut drawn) = (Rng::new(1), [0; 16]);
        for _ in 0..10_000 {
            let sample = cells.sample(2, &mut rng);
            assert_eq!(sample.len(), 2);
            sample.for_each(|cell| drawn[cell.index()] += 1);
        }
        for cell in cells {
            assert!((3_800..4_200).contains(&drawn[cell.index()]), "{drawn:?}");
        }
        assert_eq!(cells.sample(9, &mut rng), cells);
    }
}
