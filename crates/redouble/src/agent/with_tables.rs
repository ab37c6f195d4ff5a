//! Plays by endgame tables where they promise enough.

use crate::search::{Limits, SearchReport};
use crate::{Agent, Board, Move, Rng, Tables, Tile};

/// Plays the move of an endgame table where the goal is worth it and likely, and asks another agent elsewhere.
///
/// A tile is worth making when its like is among the large ones: the two can merge, and all above them in turn.
pub struct WithTables {
    tables: Tables,
    other: Box<dyn Agent>,
}

/// The table plays where it succeeds at least this often. Below that the large tiles had better move, which it knows
/// nothing of; anything from here to 0.4 plays alike.
const LIKELY: f64 = 0.2;

const LARGE: Tile = Tile::known(11);
const LATE: usize = 4;

impl WithTables {
    /// `other` with these tables.
    pub fn new(tables: Tables, other: Box<dyn Agent>) -> WithTables {
        WithTables { tables, other }
    }

    fn by_table(&self, board: Board) -> Option<Move> {
        let prospect = is_late(board).then(|| self.tables.look(board)).flatten()?;
        (prospect.success >= LIKELY && board.count(prospect.target) > 0).then_some(prospect.best)
    }
}

/// Whether so many large tiles stand there that a table does better than a search. With fewer the search, which may
/// move them, lost less.
fn is_late(board: Board) -> bool {
    board.tiles().into_iter().filter(|&tile| tile >= LARGE).count() >= LATE
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
