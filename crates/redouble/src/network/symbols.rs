//! What a network sees of a tile, and which of its stages sees a board.
//!
//! A plain network tells sixteen symbols apart: empty, 2, … 32768. A **staged** network counts the *large*
//! tiles, those from a given face upwards. How many different ones the board has got to and what is built below them
//! choose the stage. Inside a stage large tiles are told apart only by their order: the smallest of them, to which the next
//! one will be joined, the one after it, and so on, as far as the network is to see; the rest look like the last. So a board
//! with 16384 and 2048 looks like one with 4096 and 2048; what was learned on the way to the one serves the other, and 65536
//! or 131072 are nothing special.

use std::fmt;
use std::str::FromStr;

use crate::rows::Row;
use crate::{Board, Tile};

/// The alphabet of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbols {
    /// The exponent from which tiles are large; `None` for a plain network.
    large: Option<u8>,
    stages: u8,
    /// What stands on the boards of each stage.
    standings: [Standing; MOST_STAGES],
    /// How many large tiles are told apart.
    ranks: u8,
}

/// The most stages a network has.
pub const MOST_STAGES: usize = 12;

/// What stands on the boards of a stage: so many different large tiles, and of the tiles just below them the first few.
///
/// ```text
/// 4      16384 8192 4096 2048 and whatever is smaller
/// 4+1    the same and a 1024
/// 4+2    the same, a 1024 and a 512
/// 4+3    the same, a 1024, a 512 and a 256
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// How many different large tiles.
    pub large: u8,
    /// How many tiles of the chain below them.
    pub built: u8,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.built {
            0 => write!(f, "{}", self.large),
            built => write!(f, "{}+{built}", self.large),
        }
    }
}

/// Reads `4` or `4+1`.
impl FromStr for Standing {
    type Err = ParseStandingError;

    fn from_str(text: &str) -> Result<Standing, ParseStandingError> {
        let (large, built) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: u8| text.parse::<u8>().ok().filter(|number| *number <= most);
        number(large, MOST_LARGE).zip(number(built, MOST_BUILT)).map_or_else(
            || Err(ParseStandingError(text.to_owned())),
            |(large, built)| Ok(Standing { large, built }),
        )
    }
}

/// The most large tiles and the most tiles below them that a stage is chosen by.
const MOST_LARGE: u8 = 7;
const MOST_BUILT: u8 = 3;

/// Why a text names no stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseStandingError(String);

impl fmt::Display for ParseStandingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(
            f,
            "`{text}` names no stage: expected a number of large tiles such as `4`, or `4+1` with a tile below them"
        )
    }
}

impl std::error::Error for ParseStandingError {}

impl Symbols {
    /// Sixteen symbols, one stage.
    pub const PLAIN: Symbols = Symbols {
        large: None,
        stages: 1,
        standings: [Standing { large: 0, built: 0 }; MOST_STAGES],
        ranks: 0,
    };

    /// A staged alphabet with these stages, in which tiles from `large` upwards are large and `ranks` of them are told apart.
    /// A stage keeps its boards until the next large tile is where it belongs, joined to its like as far as it goes. `None`
    /// unless `large` is 256 to 16384, there are one to twelve different stages, the first of them whatever is built
    /// below its large tiles, and no more than sixteen symbols.
    pub fn staged(large: Tile, stages: &[Standing], ranks: u8) -> Option<Symbols> {
        let mut standings = [Standing::default(); MOST_STAGES];
        standings.get_mut(..stages.len())?.copy_from_slice(stages);
        let different = |at: usize| !stages[..at].contains(&stages[at]);
        let watched = stages.iter().map(|stage| stage.built).max()?;
        let fits = (8..=14).contains(&large.exponent())
            && stages[0].built == 0
            && stages.iter().all(|stage| stage.large >= stages[0].large)
            && (0..stages.len()).all(different)
            && 16 - large.exponent() + watched <= 8
            && (1..=16 - large.exponent()).contains(&ranks);
        fits.then_some(Symbols {
            large: Some(large.exponent()),
            stages: stages.len() as u8,
            standings,
            ranks,
        })
    }

    /// The same with only the first of its stages.
    pub(super) fn first_stages(self, stages: usize) -> Symbols {
        let first = self.large().zip(self.standings().get(..stages));
        first.and_then(|(large, stages)| Symbols::staged(large, stages, self.ranks)).unwrap_or(self)
    }

    /// The fewest large tiles of boards that its stages are meant for.
    pub fn fewest(self) -> usize {
        usize::from(self.standings[0].large)
    }

    /// What stands on the boards of each stage.
    pub fn standings(&self) -> &[Standing] {
        &self.standings[..self.stages()]
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

    /// How many tiles below the large ones matter for the choice of a stage.
    pub(super) fn watched(self) -> u8 {
        self.standings().iter().map(|standing| standing.built).max().unwrap_or(0)
    }

    /// The symbol of an exponent below 16 on a board whose large tiles are `set`: bit i for 2^(large + i).
    pub(super) fn symbol(self, exponent: u8, set: u8) -> u8 {
        match self.large {
            Some(large) if exponent >= large => {
                let smaller = set & ((1u16 << (exponent - large)) - 1) as u8;
                large + (smaller.count_ones() as u8).min(self.ranks - 1)
            }
            _ => exponent,
        }
    }

    /// How many sets of watched and large tiles below 65536 there are.
    pub(super) fn sets(self) -> usize {
        self.large.map_or(1, |large| 1 << (16 - large + self.watched()))
    }

    /// The stage of boards with these watched and large tiles that have got as far as `count` large ones.
    pub(super) fn stage_of(self, set: usize, count: usize) -> usize {
        let built = (0..self.watched()).rev().take_while(|tile| set >> tile & 1 == 1).count();
        self.stage_for(Standing { large: count as u8, built: built as u8 })
    }

    /// The stage that sees boards on which so much stands: among those that ask for no more, the one that asks for most.
    pub(super) fn stage_for(self, there: Standing) -> usize {
        let fits = |standing: &Standing| standing.large <= there.large && standing.built <= there.built;
        let best = |(_, standing): &(usize, &Standing)| (standing.large, standing.built);
        let stages = self.standings().iter().enumerate().filter(|(_, standing)| fits(standing));
        stages.max_by_key(best).map_or(0, |(stage, _)| stage)
    }

    /// The watched and large tiles of every row: which there are, as a set in the lower byte, and what the large ones add
    /// up to (255 at most) in the upper one, where the smallest large tile counts one. None for a plain alphabet.
    pub(super) fn large_of_rows(self) -> Vec<u16> {
        let Some(large) = self.large else { return Vec::new() };
        let first = large - self.watched();
        let one = |exponent: u8| {
            let set = if exponent >= first { 1u16 << (exponent - first) } else { 0 };
            let units = if exponent >= large { 1u16 << (exponent - large) } else { 0 };
            set | units.min(255) << 8
        };
        let both = |a: u16, b: u16| (a | b) & 255 | ((a >> 8) + (b >> 8)).min(255) << 8;
        let pair = |pair: u16| both(one(pair as u8 & 15), one(pair as u8 >> 4));
        let pairs: [u16; 256] = std::array::from_fn(|tiles| pair(tiles as u16));
        let row = |row: Row| both(pairs[usize::from(row & 255)], pairs[usize::from(row >> 8)]);
        (0..=Row::MAX).map(row).collect()
    }

    /// How many symbols stage `stage` tells apart.
    pub fn count(self, stage: usize) -> usize {
        match self.large {
            None => 16,
            Some(large) => usize::from(large + self.standings[stage].large.min(self.ranks)),
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

    fn standings(texts: &[&str]) -> Vec<Standing> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn the_smallest_large_tile_is_told_from_the_others() {
        let symbols = Symbols::staged(tile(2048), &standings(&["0", "1", "2"]), 2).unwrap();
        let set = 0b01010; // 4096 and 16384
        assert_eq!(symbols.symbol(10, set), 10);
        assert_eq!(symbols.symbol(12, set), 11);
        assert_eq!(symbols.symbol(14, set), 12);
        assert_eq!(symbols.stage_of(usize::from(set), 2), 2);
        assert_eq!([0, 1, 2].map(|stage| symbols.count(stage)), [11, 12, 13]);
    }

    #[test]
    fn large_tiles_can_be_told_apart_by_their_order() {
        let stages = standings(&["0", "3", "4", "5"]);
        let symbols = Symbols::staged(tile(2048), &stages, 4).unwrap();
        let set = 0b11011; // 2048, 4096, 16384 and 32768
        assert_eq!([11, 12, 14, 15].map(|exponent| symbols.symbol(exponent, set)), [11, 12, 13, 14]);
        assert_eq!([1, 2, 3].map(|stage| symbols.count(stage)), [14, 15, 15]);
        assert_eq!(Symbols::staged(tile(2048), &stages, 6), None);
    }

    #[test]
    fn a_stage_is_chosen_by_large_tiles_and_by_what_is_built_below_them() {
        let stages = standings(&["0", "2", "4", "4+1", "4+2"]);
        let symbols = Symbols::staged(tile(2048), &stages, 4).unwrap();
        let stage = |large: usize, below: usize, count| symbols.stage_of(large << 2 | below, count);
        assert_eq!((stage(0, 0, 0), stage(1, 3, 1), stage(3, 3, 2), stage(7, 3, 3)), (0, 0, 1, 1));
        assert_eq!((stage(15, 0, 4), stage(15, 1, 4)), (2, 2), "512 alone is not yet the chain");
        assert_eq!((stage(15, 2, 4), stage(15, 3, 4), stage(31, 3, 5)), (3, 4, 4));
        assert_eq!(stage(8, 2, 4), 3, "a tile on its way leaves the stage what it was");
        assert_eq!((symbols.count(0), symbols.count(1), symbols.count(4)), (11, 13, 15));
        assert!("4+4".parse::<Standing>().is_err() && "x".parse::<Standing>().is_err());
        assert_eq!(stages[4].to_string(), "4+2");
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
