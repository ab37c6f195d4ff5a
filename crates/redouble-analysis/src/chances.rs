//! The chances from a board: how likely each larger tile is.

use redouble::{Board, Tile};

use crate::playouts::Playouts;
use crate::stats::{Estimate, wilson};

/// How far up tiles are counted: so many above the largest on the board, and to 8192 at least.
const AHEAD: u8 = 4;
const LEAST: Tile = Tile::new(13).expect("13 is an exponent");
/// Chances are known when no interval reaches further from its middle than this.
const KNOWN: f64 = 0.02;

/// How often playouts from a board reached each tile so far.
///
/// ```
/// use redouble::eval::Grid;
/// use redouble_analysis::{chances::Chances, playouts::Playouts};
/// let board: redouble::Board = "64 32 8 2 / 16 8 4 . / 4 4 . . / 2 . . 2".parse()?;
/// let playouts = Playouts::greedy("grid", Grid::new());
/// let mut chances = Chances::from(board);
/// while !chances.is_known() {
///     chances.play(&playouts, 50);
/// }
/// let (next, estimate) = chances.tiles().next().unwrap();
/// assert_eq!(next.face(), 128);
/// assert!(estimate.high - estimate.low <= 0.04);
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances {
    board: Board,
    until: Tile,
    playouts: u64,
    /// How many playouts ended with each tile as their largest.
    ended: [u64; 18],
    /// All points that were made in them.
    points: u64,
}

impl From<Board> for Chances {
    /// Nothing is known yet.
    fn from(board: Board) -> Chances {
        let ahead = Tile::new(board.max_tile().exponent() + AHEAD).unwrap_or(Tile::MAX);
        Chances { board, until: ahead.max(LEAST), playouts: 0, ended: [0; 18], points: 0 }
    }
}

impl Chances {
    /// The same, but counting no tile above `until`, which takes less time.
    #[must_use]
    pub fn up_to(self, until: Tile) -> Chances {
        Chances { until, ..self }
    }

    /// The board they are of.
    pub fn board(&self) -> Board {
        self.board
    }

    /// How many playouts there were.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Plays `count` more.
    pub fn play(&mut self, playouts: &Playouts, count: u64) {
        for number in self.playouts..self.playouts + count {
            let playout = playouts.play(self.board, self.until, number);
            self.ended[usize::from(playout.tile.exponent())] += 1;
            self.points += u64::from(playout.points);
        }
        self.playouts += count;
    }

    /// The chance of reaching `tile`, with its interval. Nothing is known of tiles that are not counted.
    pub fn of(&self, tile: Tile) -> Estimate {
        if tile <= self.board.max_tile() {
            return Estimate { value: 1.0, low: 1.0, high: 1.0 };
        }
        if tile > self.until {
            return wilson(0, 0);
        }
        wilson(self.ended[usize::from(tile.exponent())..].iter().sum(), self.playouts)
    }

    /// The mean of the points made in a playout; NaN of none.
    pub fn mean_points(&self) -> f64 {
        self.points as f64 / self.playouts as f64
    }

    /// Each tile above the largest on the board with its chance, smallest first.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, Estimate)> {
        let above = self.board.max_tile().exponent() + 1..=self.until.exponent();
        above.filter_map(Tile::new).map(|tile| (tile, self.of(tile)))
    }

    /// Whether every chance is known to two per cent.
    pub fn is_known(&self) -> bool {
        self.board.is_dead() || self.tiles().all(|(_, chance)| chance.high - chance.low <= 2.0 * KNOWN)
    }
}

/// The tile that a player on `board` is after: the next one, and 2048 at least.
pub fn goal(board: Board) -> Tile {
    const TWO_THOUSAND: Tile = Tile::new(11).expect("11 is an exponent");
    Tile::new(board.max_tile().exponent() + 1).unwrap_or(Tile::MAX).max(TWO_THOUSAND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::tests::quick;
    use redouble::eval::{Merges, MergesConstants};

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn larger_tiles_are_never_likelier() {
        let mut chances = Chances::from(board("6531432022001001"));
        chances.play(&Playouts::greedy("merges", Merges::new(MergesConstants::default())), 200);
        let values: Vec<f64> = chances.tiles().map(|(_, chance)| chance.value).collect();
        assert_eq!(values.len(), 7);
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        assert!(values[0] > 0.5 && values[6] < 0.5, "128 is near and 8192 far: {values:?}");
    }

    #[test]
    fn what_stands_on_the_board_is_reached_and_what_is_not_counted_is_unknown() {
        let chances = Chances::from(board("6531432022001001")).up_to(Tile::new(9).unwrap());
        assert_eq!(chances.of(Tile::new(6).unwrap()).low, 1.0);
        assert_eq!((chances.of(Tile::MAX).low, chances.of(Tile::MAX).high), (0.0, 1.0));
        assert_eq!(chances.tiles().count(), 3);
    }

    #[test]
    fn nothing_is_known_before_playouts_and_enough_of_them_make_it_known() {
        let mut chances = Chances::from(board("0000000000000011"));
        assert!(!chances.is_known());
        while !chances.is_known() {
            chances.play(&quick(), 100);
        }
        // An even chance is the hardest to know: 2,401 playouts.
        assert!(chances.playouts() <= 2500, "{}", chances.playouts());
    }

    #[test]
    fn a_game_that_is_over_has_no_chances_to_wait_for() {
        assert!(Chances::from(board("1212212112122121")).is_known());
    }

    #[test]
    fn the_goal_is_the_next_tile_from_2048_on() {
        let goals = ["0000000000000011", "a000000000000011", "b000000000000011", "h000000000000011"];
        let faces = goals.map(|text| goal(board(text)).face());
        assert_eq!(faces, [2048, 2048, 4096, 131072]);
    }
}
