//! Plays by endgame tables where they promise enough.

use crate::search::{Limits, SearchReport};
use crate::{Agent, Board, Move, Rng, Tables};

/// Plays the move of an endgame table where the goal is worth it and likely, and asks another agent elsewhere.
///
/// A tile is worth making when its like is among the large ones: the two can merge, and all above them in turn.
pub struct WithTables {
    tables: Tables,
    other: Box<dyn Agent>,
}

/// The table plays where it succeeds at least this often. Low, because a search that is left alone with six large
/// tiles does worse still; a network that knows such boards well may want more.
const LIKELY: f64 = 0.05;

impl WithTables {
    /// `other` with these tables.
    pub fn new(tables: Tables, other: Box<dyn Agent>) -> WithTables {
        WithTables { tables, other }
    }

    fn by_table(&self, board: Board) -> Option<Move> {
        let prospect = self.tables.look(board)?;
        (prospect.success >= LIKELY && board.count(prospect.target) > 0).then_some(prospect.best)
    }
}

impl Agent for WithTables {
    fn begin(&mut self, rng: Rng) {
        self.other.begin(rng);
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        match self.by_table(board) {
            // A chance is no number of points: what the moves are worth is not said.
            Some(mv) => SearchReport::of_move(board, Some(mv)),
            None => self.other.choose(board, score, limits),
        }
    }
}
