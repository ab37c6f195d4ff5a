//! The rules of the authors' own programs, off everywhere but in their studies.
//!
//! Each is a place where a program does not do what its text says, or what our rules say. Lines are those of the
//! documents; what a document does not print is what its author's published program does. `passing`, `staying`
//! and `stop_at` are searched by the ordinary searches, all others by [`AsWritten`](super::AsWritten). (What
//! counts as lost is asked of the evaluation.)

use crate::search::MoveValue;
use crate::{Board, Move, Rng, Tile};

/// Rules of the authors' own programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// A slide that changes nothing is a move, at the root too; a spawn node on a full board is worth 0.
    /// (001, lines 174 to 194: no action is tested for changing anything, and lines 214 to 220.)
    pub passing: bool,
    /// The player may keep the value of the standing board instead of sliding. (001, line 177: the maximum
    /// includes `heuristic board`.)
    pub staying: bool,
    /// A board with this tile is a leaf: the game is won. (003, lines 19 and 105: the recursion ends when the game
    /// is over, which reaching the target is.)
    pub stop_at: Option<Tile>,
    /// What the values after the spawns of a node are divided by.
    pub average: Average,
    /// A maximum starts at 0: no board is worth less. (003, line 30: `int bestUtility=0`; the program of 002, whose line
    /// 52 wants every board that is not lost to be worth more.)
    pub floor: bool,
    /// A leaf is not tested for being lost: it has its ordinary value. (The programs of 004, at even depths, and of
    /// 000, whose line 20 says that a dead node is worth 0.)
    pub untested: bool,
    /// The value after a spawn is cut to a whole number. (003, line 62.)
    pub whole: bool,
    /// Values of leaves are kept for the whole game, without their depth and without the score they were found
    /// at, and answer wherever a board comes again. (003, lines 23 to 28 and 81 to 83.)
    pub leaf_table: bool,
    /// Where the maximum of alpha-beta should raise alpha, it lowers beta. (The program of 003; lines 74 to 91 print the
    /// minimum only.)
    pub slip: bool,
    /// Which of equal moves is played.
    pub ties: Ties,
}

impl Quirks {
    /// Whether the player's nodes are not what the rules say.
    pub(crate) fn change_slides(self) -> bool {
        self.passing || self.staying || self.stop_at.is_some()
    }

    /// Whether only [`AsWritten`](super::AsWritten) searches like this.
    pub fn are_written(self) -> bool {
        let Quirks { average, floor, untested, whole, leaf_table, slip, .. } = self;
        average != Average::Mean || floor || untested || whole || leaf_table || slip
    }
}

/// What the values after the spawns of a node are divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Average {
    /// The spawns that are looked at: their mean.
    #[default]
    Mean,
    /// All empty cells, a 2 counting nine tenths: what is not looked at counts for nothing, so that boards with
    /// many empty cells seem worth less. (The program of 000; its line 22 says average.)
    Cells,
}

/// Which of equal moves is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ties {
    /// The first of these. (000 and 004: up, right, down, left, as everywhere here; 001, lines 225 to 233: the last of up,
    /// left, right, down; 002: up, down, left, right.)
    First([Move; 4]),
    /// Any, by the agent's own luck. (003.)
    Random,
}

impl Default for Ties {
    fn default() -> Ties {
        Ties::First(Move::ALL)
    }
}

impl Ties {
    /// The move that is played, of those with the highest value; `seed` is the agent's luck.
    pub(crate) fn best(self, moves: &[MoveValue; 4], board: Board, seed: u64) -> Option<Move> {
        let value = |mv: &Move| match moves[mv.index()] {
            MoveValue::Known(value) => Some(value),
            _ => None,
        };
        let most = Move::ALL.iter().filter_map(value).reduce(f64::max)?;
        let is_best = |mv: &Move| value(mv) == Some(most);
        match self {
            Ties::First(order) => order.into_iter().find(is_best),
            Ties::Random => {
                let equals: Vec<Move> = Move::ALL.into_iter().filter(is_best).collect();
                let mut rng = Rng::new(seed).at(board);
                equals.get(rng.below(equals.len() as u32) as usize).copied()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_are_told_apart_by_order_or_by_luck() {
        let [up, right, down, left] = Move::ALL;
        let moves = [MoveValue::Known(2.0), MoveValue::Known(1.0), MoveValue::Known(2.0), MoveValue::Illegal];
        let board: Board = "6531432022001001".parse().unwrap();
        let best = |ties: Ties, seed| ties.best(&moves, board, seed);
        assert_eq!(best(Ties::default(), 0), Some(up));
        assert_eq!(best(Ties::First([down, right, left, up]), 0), Some(down));
        let drawn: Vec<_> = (0..200).filter_map(|seed| best(Ties::Random, seed)).collect();
        let ups = drawn.iter().filter(|&&mv| mv == up).count();
        assert!(drawn.iter().all(|mv| [up, down].contains(mv)) && (70..130).contains(&ups), "{ups}");
        assert_eq!(best(Ties::Random, 7), best(Ties::Random, 7));
        assert_eq!(Ties::Random.best(&[MoveValue::Illegal; 4], board, 0), None);
        let lost =
            [MoveValue::Illegal, MoveValue::Known(f64::NEG_INFINITY), MoveValue::Illegal, MoveValue::Illegal];
        assert_eq!(Ties::default().best(&lost, board, 0), Some(right));
        let _ = left;
    }
}
