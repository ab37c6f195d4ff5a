//! What the strongest agent adds to its search.

use core::fmt;
use core::time::Duration;

use crate::search::{Budget, Limits, SearchReport};
use crate::tablebase::Advice;
use crate::{Agent, Board, Move, Rng, Tables, Tile};

/// Plays the move of an endgame table where the goal is worth it and likely, and searches elsewhere.
///
/// A tile is worth making when its like is among the large ones: the two can merge, and all above them in turn.
pub struct Best {
    search: Box<dyn Agent>,
    tables: Tables,
    when: TableUse,
    /// Whether the search knows by itself when to stop.
    ends: bool,
}

/// When endgame tables choose the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableUse {
    /// Where that was proved to be better: up to a millisecond or 10,000 nodes a move. A longer search does without: a
    /// table has the large tiles stand still, which a search need not.
    #[default]
    Auto,
    /// Wherever one knows the board and promises enough.
    Always,
    /// Never, and none is looked for.
    Off,
}

impl TableUse {
    /// Whether tables choose moves that may cost so much.
    pub fn suits(self, budget: Budget) -> bool {
        match self {
            TableUse::Auto => {
                budget.time.is_none_or(|time| time <= TABLES_TIME)
                    && budget.nodes.is_none_or(|nodes| nodes <= TABLES_NODES)
            }
            TableUse::Always => true,
            TableUse::Off => false,
        }
    }

    /// What the tables say of a board, or why they leave the move to a search; `None` if none knows the board.
    pub fn consult(self, tables: &Tables, board: Board, budget: Budget) -> Option<Result<Advice, Declined>> {
        let advice = tables.advice(board)?;
        Some(match () {
            () if !self.suits(budget) => Err(Declined::LongSearch),
            () if !is_late(board) => Err(Declined::FewLargeTiles),
            () if advice.chance < LIKELY => Err(Declined::Unlikely),
            () if board.count(advice.target) == 0 => Err(Declined::Alone(advice.target)),
            () => Ok(advice),
        })
    }
}

/// Why a table that knows the board does not choose the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Declined {
    /// The search has time enough to do better.
    LongSearch,
    /// There are fewer than four large tiles: the search, which may move them, loses less.
    FewLargeTiles,
    /// The best chance is too small: the large tiles had better move.
    Unlikely,
    /// There is no tile like this on the board that the new one could merge with.
    Alone(Tile),
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Declined::LongSearch => write!(f, "a search this long does better (tables=always asks for them)"),
            Declined::FewLargeTiles => write!(f, "there are fewer than {LATE} tiles from {LARGE} up"),
            Declined::Unlikely => write!(f, "its best chance is below {:.0} %", 100.0 * LIKELY),
            Declined::Alone(tile) => write!(f, "there is no other {tile} that the new one could merge with"),
        }
    }
}

/// Up to here endgame tables do better.
const TABLES_NODES: u64 = 10_000;
const TABLES_TIME: Duration = Duration::from_millis(1);

/// How far to deepen if nothing is said: about a millisecond's work.
const USUAL_NODES: u64 = 10_000;

/// The table plays where it succeeds at least this often. Below that the large tiles had better move, which it knows
/// nothing of; anything from here to 0.4 plays alike.
const LIKELY: f64 = 0.2;

const LARGE: Tile = Tile::known(11);
const LATE: usize = 4;

impl Best {
    /// `search` with these tables, used `when` that is said. One that does not know when it `ends` gets a limit where
    /// nobody else gives one.
    pub fn new(search: Box<dyn Agent>, tables: Tables, when: TableUse, ends: bool) -> Best {
        Best { search, tables, when, ends }
    }

    fn by_table(&self, board: Board, budget: Budget) -> Option<Move> {
        let asks = self.when.suits(budget) && is_late(board); // looking costs time
        let consulted = asks.then(|| self.when.consult(&self.tables, board, budget)).flatten()?;
        consulted.ok().map(|advice| advice.best)
    }
}

/// Whether so many large tiles stand there that a table does better than a search. With fewer the search, which may
/// move them, lost less.
fn is_late(board: Board) -> bool {
    board.tiles().into_iter().filter(|&tile| tile >= LARGE).count() >= LATE
}

impl Agent for Best {
    fn begin(&mut self, rng: Rng) {
        self.search.begin(rng);
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        let limits = if self.ends { limits } else { limits.or_nodes(USUAL_NODES) };
        match self.by_table(board, limits.budget()) {
            // A chance is no number of points: what the moves are worth is not said.
            Some(mv) => SearchReport::of_move(board, Some(mv)),
            None => self.search.choose(board, score, limits),
        }
    }
}
