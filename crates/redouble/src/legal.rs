//! Which moves are legal, without making them.

use crate::board::ONES;
use crate::{Board, Move};

/// Every cell that has a right neighbour, and every cell that has one below.
const HAS_RIGHT: u64 = 0x0111_0111_0111_0111;
const HAS_BELOW: u64 = 0x0000_1111_1111_1111;

impl Board {
    /// The legal moves: bit [`Move::index`] of each is set.
    ///
    /// ```
    /// # use redouble::Board;
    /// let board: Board = "2 . . . / 4 . . . / 2 . . . / 4 . . .".parse()?;
    /// assert_eq!(board.legal_bits(), 0b0010); // right alone
    /// # Ok::<(), redouble::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn legal_bits(self) -> u8 {
        if self.high() != 0 {
            return self.legal_bits_by_sliding();
        }
        let empty = self.empty_bits();
        let (beside, below) =
            (pairs(self.low(), empty, 4, HAS_RIGHT), pairs(self.low(), empty, 16, HAS_BELOW));
        let bit = |mv: Move, pair: Pairs, towards_first: bool| {
            let moves = pair.merging | if towards_first { pair.gap_first } else { pair.gap_last };
            u8::from(moves != 0) << mv.index()
        };
        bit(Move::Up, below, true)
            | bit(Move::Right, beside, false)
            | bit(Move::Down, below, false)
            | bit(Move::Left, beside, true)
    }

    #[cold]
    fn legal_bits_by_sliding(self) -> u8 {
        self.slides().fold(0, |bits, (mv, _)| bits | 1 << mv.index())
    }
}

/// Pairs of neighbours that move, a bit each.
#[derive(Clone, Copy)]
struct Pairs {
    /// Two equal tiles.
    merging: u64,
    /// An empty cell, then a tile.
    gap_first: u64,
    /// A tile, then an empty cell.
    gap_last: u64,
}

/// The pairs that are `distance` bits apart, of cells in `firsts`.
#[inline]
fn pairs(low: u64, empty: u64, distance: u32, firsts: u64) -> Pairs {
    let (tiles, differ) = (empty ^ ONES, low ^ low >> distance);
    let differ = differ | differ >> 2;
    let differ = differ | differ >> 1;
    Pairs {
        merging: !differ & tiles & firsts,
        gap_first: empty & tiles >> distance & firsts,
        gap_last: tiles & empty >> distance & firsts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Tile};

    #[test]
    fn a_move_is_legal_exactly_where_its_slide_is() {
        let mut rng = Rng::new(4);
        let mut seen = [0; 16];
        for round in 0..200_000 {
            // From boards of few tiles, where merges and full lines are common, to all tiles there are.
            let (kinds, gaps) = (2 + round % 17, rng.below(8));
            let mut tile = |_| match rng.below(8) < gaps {
                true => Tile::EMPTY,
                false => Tile::new(rng.below(kinds) as u8).unwrap_or(Tile::MAX),
            };
            let board = Board::from_tiles(std::array::from_fn(&mut tile));
            assert_eq!(board.legal_bits(), board.legal_bits_by_sliding(), "{board:?}");
            assert_eq!(board.exponents(), board.tiles().map(Tile::exponent), "{board:?}");
            seen[usize::from(board.legal_bits())] += 1;
        }
        assert!(seen[0] > 0 && seen[15] > 0 && seen.iter().filter(|&&count| count > 0).count() > 8);
    }
}
