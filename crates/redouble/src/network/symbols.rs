//! What a network sees of a tile, and which of its stages sees a board.
//!
//! A plain network tells sixteen symbols apart: empty, 2, … 32768. A **staged** network counts the *large*
//! tiles, those from a given face upwards. The number of different ones chooses the stage, and inside a stage
//! large tiles are told apart only by their order: the smallest of them, to which the next one will be joined, the
//! one after it, and so on, as far as the network is to see; the rest look like the last. So a board with 16384 and
//! 2048 looks like one with 4096 and 2048; what was learned on the way to the one serves the other, and 65536 or
//! 131072 are nothing special.

use crate::rows::{Row, unpack};
use crate::{Board, Tile};

/// The alphabet of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// The exponent from which tiles are large; `None` for a plain network.
    large: Option<u8>,
    stages: u8,
    /// How many large tiles are told apart.
    ranks: u8,
}

impl Symbols {
    /// Sixteen symbols, one stage.
    pub const PLAIN: Symbols = Symbols { large: None, stages: 1, ranks: 0 };

    /// A staged alphabet: tiles from `large` upwards choose among `stages` stages, and `ranks` of them are told
    /// apart. `None` unless `large` is 256 to 16384, there are one to eight stages, and no more than sixteen symbols.
    pub fn staged(large: Tile, stages: u8, ranks: u8) -> Option<Symbols> {
        let fits = (8..=14).contains(&large.exponent())
            && (1..=8).contains(&stages)
            && (1..=16 - large.exponent()).contains(&ranks);
        fits.then_some(Symbols { large: Some(large.exponent()), stages, ranks })
    }

    /// The same with so many stages; a plain alphabet has but one.
    pub fn with_stages(self, stages: usize) -> Option<Symbols> {
        self.large()
            .map_or(Some(self), |large| Symbols::staged(large, u8::try_from(stages).ok()?, self.ranks))
    }

    /// The smallest large tile, if large tiles are counted.
    pub fn large(self) -> Option<Tile> {
        self.large.and_then(Tile::new)
    }

    /// How many large tiles are told apart.
    pub fn ranks(self) -> usize {
        usize::from(self.ranks)
    }

    /// How many stages there are.
    pub fn stages(self) -> usize {
        usize::from(self.stages)
    }

    /// The symbol of an exponent below 16 on a board whose large tiles are `set`: bit i for 2^(large + i).
    pub(crate) fn symbol(self, exponent: u8, set: u8) -> u8 {
        match self.large {
            Some(large) if exponent >= large => {
                let smaller = set & ((1u16 << (exponent - large)) - 1) as u8;
                large + (smaller.count_ones() as u8).min(self.ranks - 1)
            }
            _ => exponent,
        }
    }

    /// How many sets of large tiles below 65536 there are.
    pub(crate) fn sets(self) -> usize {
        self.large.map_or(1, |large| 1 << (16 - large))
    }

    /// The stage of boards whose large tiles are `set`.
    pub(crate) fn stage_of(self, set: usize) -> usize {
        (set.count_ones() as usize).min(self.stages() - 1)
    }

    /// The large tiles of a row: which there are, as a set in the lower byte, and what they add up to (255 at
    /// most) in the upper one, where the smallest large tile counts one.
    pub(crate) fn large_of_row(self, row: Row) -> u16 {
        let Some(large) = self.large else { return 0 };
        let units = unpack(row).into_iter().filter(|&e| e >= large).map(|e| 1u16 << (e - large));
        let (set, sum) = units.fold((0, 0), |(set, sum), unit| (set | unit, sum + unit));
        set | sum.min(255) << 8
    }

    /// How many symbols stage `stage` tells apart.
    pub fn count(self, stage: usize) -> usize {
        match self.large {
            None => 16,
            Some(large) => usize::from(large) + stage.min(self.ranks()),
        }
    }

    /// The board with its largest tiles renamed so that each fits four bits, keeping what this alphabet sees.
    ///
    /// As in the literature: the largest face missing below the largest tile is found, and every tile above it
    /// is halved, until nothing exceeds 32768. Where nothing is missing the largest tile becomes 32768.
    pub(crate) fn downgraded(self, board: Board) -> Board {
        let mut board = board;
        while board.max_tile().exponent() > 15 {
            let present = board.tiles().into_iter().fold(0u32, |set, tile| set | 1 << tile.exponent());
            let top = board.max_tile().exponent();
            let gap = (1..top).rev().find(|exponent| present >> exponent & 1 == 0);
            let halved = |tile: Tile| match gap {
                Some(gap) if tile.exponent() > gap => Tile::new(tile.exponent() - 1).unwrap_or(tile),
                None if tile.exponent() == top => Tile::new(top - 1).unwrap_or(tile),
                _ => tile,
            };
            board = Board::from_tiles(board.tiles().map(halved));
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(face: u32) -> Tile {
        Tile::from_face(face).unwrap()
    }

    #[test]
    fn the_smallest_large_tile_is_told_from_the_others() {
        let symbols = Symbols::staged(tile(2048), 6, 2).unwrap();
        let set = 0b01010; // 4096 and 16384
        assert_eq!(symbols.symbol(10, set), 10);
        assert_eq!(symbols.symbol(12, set), 11);
        assert_eq!(symbols.symbol(14, set), 12);
        assert_eq!(symbols.stage_of(usize::from(set)), 2);
        assert_eq!((symbols.count(0), symbols.count(1), symbols.count(5)), (11, 12, 13));
    }

    #[test]
    fn large_tiles_can_be_told_apart_by_their_order() {
        let symbols = Symbols::staged(tile(2048), 6, 4).unwrap();
        let set = 0b11011; // 2048, 4096, 16384 and 32768
        assert_eq!([11, 12, 14, 15].map(|exponent| symbols.symbol(exponent, set)), [11, 12, 13, 14]);
        assert_eq!((symbols.count(3), symbols.count(4), symbols.count(5)), (14, 15, 15));
        assert_eq!(Symbols::staged(tile(2048), 6, 6), None);
    }

    #[test]
    fn tiles_above_32768_are_halved_down_to_the_first_gap() {
        let mut board = Board::EMPTY;
        for (cell, face) in [(0, 65536), (1, 32768), (2, 8192), (3, 2)] {
            board = board.with(crate::Cell::new(cell).unwrap(), tile(face));
        }
        let faces = Symbols::PLAIN.downgraded(board).tiles().map(Tile::face);
        assert_eq!(faces[..4], [32768, 16384, 8192, 2]);
    }
}
