//! What a search may spend, and what it found.

use crate::{Board, Move};

/// What a search may spend. It knows no clock: the caller says when to stop.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl<'a> Limits<'a> {
    /// No limit but the agent's own.
    pub const NONE: Limits<'static> = Limits { stop: None };

    /// Stop soon after `stop` says so. It is asked often, so it should be quick.
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Limits<'a> {
        Limits { stop: Some(stop) }
    }

    /// Whether it is time to stop.
    pub fn reached(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }

    /// Whether the caller may ever ask to stop.
    pub fn is_timed(&self) -> bool {
        self.stop.is_some()
    }
}

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

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// The chosen move; `None` when the game is over.
    pub best: Option<Move>,
    /// What is known of each move, by [`Move::index`].
    pub moves: [MoveValue; 4],
    /// Plies searched in full.
    pub depth: u32,
    /// Boards and afterstates visited, leaves included.
    pub nodes: u64,
    /// Evaluations made.
    pub leaves: u64,
}

impl SearchReport {
    /// The report of an agent that names a move and nothing more.
    pub fn of_move(board: Board, best: Option<Move>) -> SearchReport {
        let moves = Move::ALL.map(|mv| match board.slide(mv) {
            Some(_) => MoveValue::Unknown,
            None => MoveValue::Illegal,
        });
        SearchReport { best, moves, ..SearchReport::default() }
    }
}
