//! How far a game has got with large tiles, as one number.

/// How many levels are told apart: 131072 and all tiles from 2048 upwards beside it make 127.
pub const LEVELS: usize = 128;

/// How far a game has got with large tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// What the large tiles add up to, the smallest large tile being one. While two are alike, the last one does not
    /// count yet: it is still on its way to where it belongs.
    pub number: usize,
}

impl Level {
    pub(super) const START: Level = Level { number: 0 };

    #[inline(always)]
    pub(super) fn of(set: usize, sum: usize) -> Level {
        let is_on_its_way = sum != set;
        Level { number: (sum - usize::from(is_on_its_way)).min(LEVELS - 1) }
    }

    /// How many large tiles it has got to.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.number.count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Shape, Standing, Symbols};
    use super::*;
    use crate::{Board, Tile};

    fn level(faces: &[u32]) -> usize {
        let symbols = Symbols::staged(Tile::from_face(2048).unwrap(), &[Standing::default()], 2).unwrap();
        let shape = Shape::of_chances(0.0, vec!["0.1".parse().unwrap()], symbols).unwrap();
        let mut tiles = [Tile::EMPTY; 16];
        for (cell, &face) in faces.iter().enumerate() {
            tiles[cell * 5 % 16] = Tile::from_face(face).unwrap();
        }
        shape.look(Board::from_tiles(tiles)).level().number
    }

    #[test]
    fn a_large_tile_counts_once_it_is_where_it_belongs() {
        assert_eq!(level(&[1024, 512, 2]), 0);
        assert_eq!(level(&[16384, 4096, 2048, 2]), 11);
        assert_eq!(level(&[16384, 4096, 2048, 2048]), 11);
        assert_eq!(level(&[16384, 4096, 4096]), 11);
        assert_eq!(level(&[16384, 8192]), 12);
    }

    #[test]
    fn levels_go_on_beyond_what_patterns_see() {
        assert_eq!(level(&[65536, 2048]), 33);
        assert_eq!(level(&[65536, 65536]), 63);
        assert_eq!(level(&[131072]), 64);
        assert_eq!(level(&[131072; 16]), LEVELS - 1);
    }
}
