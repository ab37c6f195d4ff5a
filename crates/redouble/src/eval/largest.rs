//! The largest tile and where it stands.

use crate::Board;
use crate::board::{ONES, spread};

/// The corners, at the lowest of each cell's four bits.
const CORNERS: u64 = 0x1001_0000_0000_1001;

/// The largest tile of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Largest {
    /// Its exponent.
    pub exponent: u8,
    /// Whether a tile as large stands in a corner.
    pub in_corner: bool,
}

impl Largest {
    /// Finds it bit by bit from the highest: of the cells still in the race, those with the bit set go on.
    #[inline]
    pub fn of(board: Board) -> Largest {
        let high = if board.high() == 0 { 0 } else { spread(board.high()) };
        let (mut racing, mut exponent) = if high == 0 { (ONES, 0) } else { (high, 1) };
        for bit in [3, 2, 1, 0] {
            let ahead = racing & board.low() >> bit;
            racing = if ahead == 0 { racing } else { ahead };
            exponent = exponent << 1 | u8::from(ahead != 0);
        }
        Largest { exponent, in_corner: racing & CORNERS != 0 }
    }

    /// What is painted on it.
    #[inline]
    pub fn face(self) -> f64 {
        super::faces::face(self.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Rng, Tile};

    #[test]
    fn the_largest_tile_is_found_bit_by_bit() {
        let mut rng = Rng::new(1);
        for round in 0..20_000 {
            let span = 1 + round % 18;
            let board = Board::from_tiles([(); 16].map(|()| Tile::new(rng.below(span) as u8).unwrap()));
            let largest = Largest::of(board);
            let corners = [0, 3, 12, 15].map(|cell| board.tile(Cell::new(cell).unwrap()));
            assert_eq!(largest.exponent, board.max_tile().exponent(), "{board:?}");
            assert_eq!(largest.in_corner, corners.contains(&board.max_tile()), "{board:?}");
        }
    }
}
