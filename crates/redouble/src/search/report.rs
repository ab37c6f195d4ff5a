//! What a search found.

use std::ops::AddAssign;

use crate::{Board, Move, Rewards};

/// What is known of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MoveValue {
    /// It changes nothing.
    #[default]
    Illegal,
    /// Legal, but the agent does not say what it is worth.
    Unknown,
    /// What it is worth, −∞ included.
    Known(f64),
}

/// What the values of moves count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Points still to come.
    Points,
    /// The chance that the next large tile is made, from 0 to 1, as the network that was asked sees it.
    Chance,
    /// Whatever the evaluation counts.
    #[default]
    Own,
}

impl Unit {
    /// `points`, `chance` or `own`.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Points => "points",
            Unit::Chance => "chance",
            Unit::Own => "own",
        }
    }
}

impl From<Rewards> for Unit {
    fn from(rewards: Rewards) -> Unit {
        match rewards {
            Rewards::Added => Unit::Points,
            Rewards::Successes => Unit::Chance,
            Rewards::Ignored | Rewards::Carried => Unit::Own,
        }
    }
}

/// What a search found. Agents of other crates begin with [`of_move`](SearchReport::of_move) or
/// [`of_values`](SearchReport::of_values) and say the rest field by field.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchReport {
    /// The chosen move; `None` when the game is over.
    pub best: Option<Move>,
    /// What is known of each move, by [`Move::index`].
    pub moves: [MoveValue; 4],
    /// What their values count.
    pub unit: Unit,
    /// Plies searched in full.
    pub depth: u32,
    /// Boards and afterstates visited, leaves included.
    pub nodes: u64,
    /// Evaluations made.
    pub leaves: u64,
    /// What else was counted.
    pub counts: Counts,
    /// Nodes visited by each thread, when there are several.
    pub work: Vec<u64>,
}

/// What a search counts on its way.
// Exhaustive: what stores counts takes them apart, and should not compile when there is one more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Boards with the player to move, leaves and dead ones included.
    pub boards: u64,
    /// Afterstates: the spawn nodes entered, leaves included.
    pub afterstates: u64,
    /// Evaluations made.
    pub leaves: u64,
    /// Spawn nodes evaluated because they were less likely than `min_prob`.
    pub pruned: u64,
    /// Spawn nodes that asked the table.
    pub asked: u64,
    /// Spawn nodes that the table answered.
    pub hits: u64,
    /// Tasks made for other threads to take.
    pub tasks: u64,
    /// Tasks run by another thread than the one that made them.
    pub stolen: u64,
}

impl Counts {
    /// Boards and afterstates.
    #[inline]
    pub const fn nodes(&self) -> u64 {
        self.boards + self.afterstates
    }

    /// The share of spawn nodes that were less likely than `min_prob`.
    pub fn pruned_share(&self) -> f64 {
        share(self.pruned, self.afterstates)
    }

    /// The share of questions that the table answered.
    pub fn hit_rate(&self) -> f64 {
        share(self.hits, self.asked)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.boards += other.boards;
        self.afterstates += other.afterstates;
        self.leaves += other.leaves;
        self.pruned += other.pruned;
        self.asked += other.asked;
        self.hits += other.hits;
        self.tasks += other.tasks;
        self.stolen += other.stolen;
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl MoveValue {
    /// The first of the most valuable moves, in the order in which ties are broken.
    pub(crate) fn best(moves: &[MoveValue; 4]) -> Option<Move> {
        let mut best: Option<(Move, f64)> = None;
        for mv in Move::ALL {
            if let MoveValue::Known(value) = moves[mv.index()]
                && best.is_none_or(|(_, most)| value > most)
            {
                best = Some((mv, value));
            }
        }
        best.map(|(mv, _)| mv)
    }
}

impl SearchReport {
    /// How busy each thread was, taking the busiest as 1. The engine knows no clock: work is counted in nodes.
    pub fn busy_shares(&self) -> Vec<f64> {
        let most = self.work.iter().copied().max().unwrap_or(0);
        self.work.iter().map(|&nodes| share(nodes, most)).collect()
    }

    /// The value of the chosen move, if it is known.
    pub fn value(&self) -> Option<f64> {
        match self.moves[self.best?.index()] {
            MoveValue::Known(value) => Some(value),
            _ => None,
        }
    }

    /// How much less a move is worth than the chosen one, if both values are known.
    pub fn loss(&self, mv: Move) -> Option<f64> {
        match self.moves[mv.index()] {
            MoveValue::Known(value) => Some(self.value()? - value),
            _ => None,
        }
    }

    /// The report of an agent that names a move and nothing more.
    pub fn of_move(board: Board, best: Option<Move>) -> SearchReport {
        let moves = Move::ALL.map(|mv| match board.slide(mv) {
            Some(_) => MoveValue::Unknown,
            None => MoveValue::Illegal,
        });
        SearchReport { best, moves, ..SearchReport::default() }
    }

    /// The report of an agent that says what moves are worth, and plays the first of the most valuable.
    pub fn of_values(moves: [MoveValue; 4], unit: Unit) -> SearchReport {
        SearchReport { best: MoveValue::best(&moves), moves, unit, ..SearchReport::default() }
    }
}
