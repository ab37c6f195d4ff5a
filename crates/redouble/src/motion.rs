//! Where each tile goes in a slide: for those who draw it.

use crate::board::line_cell;
use crate::{Board, Cell, Move, Tile, rows};

/// The way of one tile in a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motion {
    /// The tile, as it was before the slide.
    pub tile: Tile,
    /// Where it stood.
    pub from: Cell,
    /// Where it comes to rest, or where it merges.
    pub to: Cell,
    /// Whether it merges with another one there.
    pub merges: bool,
}

impl Board {
    /// The way of every tile when the board slides, those that stay included. Two tiles that merge end in the
    /// same cell.
    ///
    /// ```
    /// # use redouble::{Board, Move};
    /// let board: Board = ". 2 . 2 / . . . . / . . . . / . . . .".parse()?;
    /// let ways: Vec<_> = board.motions(Move::Left).map(|way| (way.from.index(), way.to.index())).collect();
    /// assert_eq!(ways, [(1, 0), (3, 0)]);
    /// # Ok::<(), redouble::ParseBoardError>(())
    /// ```
    pub fn motions(self, mv: Move) -> impl Iterator<Item = Motion> {
        (0..4).flat_map(move |line| line_motions(self, [0, 1, 2, 3].map(|step| line_cell(mv, line, step))))
    }
}

/// The ways in one line, whose cells are given from the wall on. They follow from what the line becomes: a cell
/// that holds more than the next tile holds two of them.
fn line_motions(board: Board, cells: [Cell; 4]) -> Vec<Motion> {
    let (slid, _) = rows::slide_line(cells.map(|cell| board.tile(cell).exponent()));
    let mut tiles = cells.into_iter().filter(|&cell| !board.tile(cell).is_empty());
    let mut motions = Vec::new();
    for (to, exponent) in cells.into_iter().zip(slid) {
        let Some(from) = tiles.next() else { break };
        let tile = board.tile(from);
        let merges = exponent != tile.exponent();
        motions.push(Motion { tile, from, to, merges });
        let other = if merges { tiles.next() } else { None };
        motions.extend(other.map(|from| Motion { tile, from, to, merges }));
    }
    motions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// The board on which all tiles have gone their ways.
    fn moved(board: Board, mv: Move) -> Board {
        board.motions(mv).fold(Board::EMPTY, |after, Motion { tile, to, merges, .. }| {
            let exponent = tile.exponent() + u8::from(merges);
            after.with(to, Tile::new(exponent).unwrap())
        })
    }

    #[test]
    fn tiles_that_go_their_ways_make_the_slide() {
        let mut rng = Rng::new(5);
        for _ in 0..20_000 {
            let most = 2 + rng.below(16) as u8;
            let board = Board::from_tiles([0; 16].map(|_| Tile::new(rng.below(most.into()) as u8).unwrap()));
            for mv in Move::ALL {
                let after = board.slide(mv).map_or(board, |slide| slide.after.board());
                assert_eq!(moved(board, mv), after, "{mv} of {board}");
                assert_eq!(board.motions(mv).count() as u32, 16 - board.empties());
            }
        }
    }

    #[test]
    fn a_tile_that_merges_meets_its_like_and_others_keep_apart() {
        let board: Board = "2 2 2 . / 4 . 2 2 / 131072 131072 . . / . . . .".parse().unwrap();
        let ways: Vec<_> =
            board.motions(Move::Left).map(|way| (way.from.index(), way.to.index(), way.merges)).collect();
        let expected = [
            (0, 0, true),
            (1, 0, true),
            (2, 1, false),
            (4, 4, false),
            (6, 5, true),
            (7, 5, true),
            (8, 8, false),
            (9, 9, false),
        ];
        assert_eq!(ways, expected);
    }
}
