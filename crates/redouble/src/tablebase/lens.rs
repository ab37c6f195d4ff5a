//! A board as an endgame sees it: turned so that the large tiles stand on the locked cells.

use super::Endgame;
use crate::board::{ONES, spread};
use crate::{Board, Cell, Slide, Tile};

/// What is computed once for an endgame, so that boards are looked at quickly.
#[derive(Clone, Debug)]
pub(crate) struct Lens {
    endgame: Endgame,
    /// For each symmetry, the large tiles of a board that it turns onto the locked cells.
    turned: [u64; 8],
    /// Pairs of locked cells with no other locked cell between them.
    neighbours: Vec<(Cell, Cell)>,
    free: Vec<Cell>,
}

/// A board that belongs to the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Which symmetry turns it.
    pub turn: usize,
    /// The board after the turn.
    pub board: Board,
}

impl Seen {
    /// The board after a slide, turned like this one.
    pub fn turned(self, slide: Slide) -> Board {
        slide.after.board().symmetries()[self.turn]
    }
}

impl Lens {
    pub fn new(endgame: Endgame) -> Lens {
        let formation = endgame.formation();
        let tile = |cell| if formation.locks(cell) { Tile::TWO } else { Tile::EMPTY };
        let locked = Cell::all().fold(Board::EMPTY, |board, cell| board.with(cell, tile(cell)));
        let turned = |turn: usize| {
            let found = locked.symmetries().into_iter().find(|board| board.symmetries()[turn] == locked);
            found.map_or(0, Board::low)
        };
        Lens {
            endgame,
            turned: std::array::from_fn(turned),
            neighbours: neighbours(endgame),
            free: formation.free_cells().collect(),
        }
    }

    /// The board turned, if it belongs to the endgame.
    #[inline]
    pub fn see(&self, board: Board) -> Option<Seen> {
        let large = self.large(board);
        let turn = self.turned.iter().position(|&locked| locked == large)?;
        let board = board.symmetries()[turn];
        let apart = self.neighbours.iter().all(|&(a, b)| board.tile(a) != board.tile(b));
        apart.then_some(Seen { turn, board })
    }

    /// Whether the locked cells of two turned boards hold the same.
    pub fn same_locked(&self, a: Board, b: Board) -> bool {
        let locked = self.turned[0] * 15; // the first symmetry leaves all as it is
        (a.low() ^ b.low()) & locked == 0 && (a.high() ^ b.high()) & self.endgame.formation().locked() == 0
    }

    /// Whether the target stands in a free cell of a turned board whose locked cells are as they were.
    pub fn is_won(&self, board: Board) -> bool {
        self.large(board) != self.turned[0]
    }

    /// Whether a board has more large tiles than another: the target was made, if no two of them merged.
    pub fn has_more_large(&self, before: Board, after: Board) -> bool {
        self.large(after).count_ones() > self.large(before).count_ones()
    }

    /// Whether a board has as many large tiles as there are locked cells.
    pub fn has_all_large(&self, board: Board) -> bool {
        self.large(board).count_ones() == self.turned[0].count_ones()
    }

    /// Whether a board in any position has large tiles on all locked cells, and the target in free ones.
    pub fn is_home_with_target(&self, board: Board) -> bool {
        let large = self.large(board);
        let target = large & !at_least(board, Tile::known(self.endgame.target().exponent() + 1));
        self.turned.iter().any(|&home| home & !large == 0 && large != home && large & !home & !target == 0)
    }

    fn large(&self, board: Board) -> u64 {
        at_least(board, self.endgame.target())
    }

    /// Half the sum of the free cells of a turned board, which numbers the layer, and its key there.
    pub fn place(&self, board: Board) -> (usize, u32) {
        let mut exponents = [0; 16];
        let mut half = 0;
        for (exponent, &cell) in exponents.iter_mut().zip(&self.free) {
            *exponent = board.tile(cell).exponent();
            half += (1 << *exponent) / 2;
        }
        (half, self.endgame.key(&exponents))
    }
}

/// A bit for each cell with at least this tile (2 to 32768), at the lowest place of its four.
#[inline]
fn at_least(board: Board, tile: Tile) -> u64 {
    const HALF: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let carry = (16 - u64::from(tile.exponent())) * (ONES & HALF);
    let (even, odd) = ((board.low() & HALF) + carry, (board.low() >> 4 & HALF) + carry);
    let large = even >> 4 & (ONES & HALF) | odd & (ONES & !HALF);
    if board.high() == 0 { large } else { large | spread(board.high()) }
}

fn neighbours(endgame: Endgame) -> Vec<(Cell, Cell)> {
    let lines = (0..4u32).flat_map(|line| {
        let along = |step: u32| Cell::known(4 * line + step);
        let down = |step: u32| Cell::known(4 * step + line);
        [[0, 1, 2, 3].map(along), [0, 1, 2, 3].map(down)]
    });
    let locked = |line: [Cell; 4]| line.into_iter().filter(|&cell| endgame.formation().locks(cell));
    let pairs = |line| locked(line).zip(locked(line).skip(1)).collect::<Vec<_>>();
    lines.flat_map(pairs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn tiles_of_at_least_some_size_are_found_on_every_board() {
        let mut rng = Rng::new(3);
        for _ in 0..20_000 {
            let board = Cell::all()
                .fold(Board::EMPTY, |board, cell| board.with(cell, Tile::known(rng.below(18) as u8)));
            for exponent in 1..=15 {
                let tile = Tile::known(exponent);
                let mut expected = 0;
                for cell in Cell::all().filter(|&cell| board.tile(cell) >= tile) {
                    expected |= 1 << (4 * cell.index());
                }
                assert_eq!(at_least(board, tile), expected, "{board} {tile}");
            }
        }
    }

    #[test]
    fn every_position_of_a_board_is_seen_alike() {
        let lens = Lens::new("L3-512".parse().unwrap());
        // 65536 32768 16384 2 / 1024 2048 4096 . / 8 4 . . / . . . .
        let board: Board = "gfe1abc032000000".parse().unwrap();
        for (turn, other) in board.symmetries().into_iter().enumerate() {
            assert_eq!(lens.see(other).map(|seen| seen.board), Some(board), "{turn}");
        }
    }

    #[test]
    fn boards_of_other_formations_are_not_seen() {
        let lens = Lens::new("L3-512".parse().unwrap());
        let others = [
            "0000000000000000",
            "fed1abc032100009", // a 512 in a free cell
            "fed18bc032100000", // a locked 256
            "ffd1abc032100000", // two that could merge
            "fed1aed032100000", // two that could merge, one above the other
            "fedcab0032100000", // another formation
        ];
        for hex in others {
            assert_eq!(lens.see(hex.parse().unwrap()), None, "{hex}");
        }
    }
}
