//! What the strongest agent adds to its search.

use crate::search::{Limits, SearchReport};
use crate::tablebase::Advice;
use crate::{Agent, Board, Move, Rng, Tables, Tile};

/// Searches, and plays the move of an endgame table if it is told to, where the goal is worth it and likely.
///
/// A tile is worth making when its like is among the large ones: the two can merge, and all above them in turn.
pub struct Best {
    search: Box<dyn Agent>,
    tables: Tables,
    rule: TableRule,
    /// Whether the search knows by itself when to stop.
    ends: bool,
}

/// Where endgame tables choose the move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableRule {
    /// Whether they do.
    pub when: TableUse,
    /// The least chance they must promise. Below it the large tiles had better move, which a table knows nothing of;
    /// anything from 0.2 to 0.4 plays alike.
    pub chance: f64,
    /// How many large tiles there must be. With fewer the search, which may move them, lost less.
    pub tiles: u32,
}

impl Default for TableRule {
    fn default() -> TableRule {
        TableRule { when: TableUse::Auto, chance: 0.2, tiles: 4 }
    }
}

/// Whether endgame tables choose moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableUse {
    /// Where that was proved to be better, which beside the present network is nowhere: a table has the large tiles stay
    /// at home or come back at once, which a search need not. What tables know is told all the same.
    #[default]
    Auto,
    /// Wherever one knows the board and promises enough.
    Always,
    /// Never, and none is looked for.
    Off,
}

impl TableUse {
    /// Whether tables choose moves.
    pub fn chooses(self) -> bool {
        self == TableUse::Always
    }
}

impl TableRule {
    /// No tables.
    pub fn off() -> TableRule {
        TableRule { when: TableUse::Off, ..TableRule::default() }
    }

    /// What the tables say of a board, or why they leave the move to a search; `None` if none knows the board.
    pub fn consult(self, tables: &Tables, board: Board) -> Option<Result<Advice, Declined>> {
        let advice = tables.advice(board)?;
        Some(match () {
            () if !self.when.chooses() => Err(Declined::NotAsked),
            () if !self.is_late(board) => Err(Declined::FewLargeTiles(self.tiles)),
            () if advice.chance < self.chance => Err(Declined::Unlikely(self.chance)),
            () if board.count(advice.target) == 0 => Err(Declined::Alone(advice.target)),
            () => Ok(advice),
        })
    }

    fn is_late(self, board: Board) -> bool {
        board.tiles().into_iter().filter(|&tile| tile >= Tile::LARGE).count() >= self.tiles as usize
    }
}

/// Why a table that knows the board does not choose the move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Declined {
    /// The search does as well or better.
    NotAsked,
    /// There are fewer large tiles than this: the search, which may move them, loses less.
    FewLargeTiles(u32),
    /// The best chance is below this: the large tiles had better move.
    Unlikely(f64),
    /// There is no tile like this on the board that the new one could merge with.
    Alone(Tile),
}

impl Declined {
    /// The reason, as people are told.
    pub fn words(self) -> String {
        match self {
            Declined::NotAsked => "a search does as well or better (tables=always asks for them)".to_owned(),
            Declined::FewLargeTiles(tiles) => {
                format!("there are fewer than {tiles} tiles from {} up", Tile::LARGE)
            }
            Declined::Unlikely(chance) => format!("its best chance is below {:.0} %", 100.0 * chance),
            Declined::Alone(tile) => format!("there is no other {tile} that the new one could merge with"),
        }
    }
}

/// How far to deepen if nothing is said: about a millisecond's work.
const USUAL_NODES: u64 = 10_000;

impl Best {
    /// `search` with these tables, used where the `rule` says. One that does not know when it `ends` gets a limit where
    /// nobody else gives one.
    pub fn new(search: Box<dyn Agent>, tables: Tables, rule: TableRule, ends: bool) -> Best {
        Best { search, tables, rule, ends }
    }

    fn by_table(&self, board: Board) -> Option<Move> {
        let asks = self.rule.when.chooses() && self.rule.is_late(board); // looking costs time
        let consulted = asks.then(|| self.rule.consult(&self.tables, board)).flatten()?;
        consulted.ok().map(|advice| advice.best)
    }
}

impl Agent for Best {
    fn begin(&mut self, rng: Rng) {
        self.search.begin(rng);
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        let limits = if self.ends { limits } else { limits.or_nodes(USUAL_NODES) };
        match self.by_table(board) {
            // A chance is no number of points: what the moves are worth is not said.
            Some(mv) => SearchReport::of_move(board, Some(mv)),
            None => self.search.choose(board, score, limits),
        }
    }
}
