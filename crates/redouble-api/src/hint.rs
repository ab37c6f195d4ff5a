//! The best move on a board, and what all four are worth.

use redouble::{Budget, Move, MoveValue, SearchReport, Setup};
use serde::{Deserialize, Serialize};

use crate::agent::build;
use crate::{Asked, Desk, Fault};

/// Asks for the best move.
#[derive(Clone, Debug, Deserialize)]
pub struct HintQuestion {
    /// A board in any form.
    pub board: String,
    /// The points made so far; what the board came with, or none, if nothing is said.
    #[serde(default)]
    pub score: Option<u32>,
    /// Who is asked.
    #[serde(flatten)]
    pub asked: Asked,
}

/// The answer; `redouble hint --json` has the same keys.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// The board in its shortest form.
    pub board: String,
    /// Who was asked, with the budget.
    pub agent: String,
    /// What the values count: `points` still to come, the `chance` of the next large tile, or the agent's `own` measure.
    pub unit: &'static str,
    /// `null` when the game is over.
    pub best: Option<&'static str>,
    /// What each move is worth.
    pub moves: Moves,
    /// Plies searched in full.
    pub depth: u32,
    /// Boards visited.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: f64,
}

/// What each move is worth; `null` when it is illegal.
#[derive(Clone, Debug, Serialize)]
pub struct Moves {
    up: Option<Worth>,
    right: Option<Worth>,
    down: Option<Worth>,
    left: Option<Worth>,
}

/// A value; `null` when it is −∞ or unknown.
#[derive(Clone, Debug, Serialize)]
pub struct Worth {
    value: Option<f64>,
}

impl From<&SearchReport> for Moves {
    fn from(report: &SearchReport) -> Moves {
        let worth = |mv: Move| match report.moves[mv.index()] {
            MoveValue::Illegal => None,
            MoveValue::Unknown => Some(Worth { value: None }),
            MoveValue::Known(value) => Some(Worth { value: Some(value).filter(|value| value.is_finite()) }),
        };
        let [up, right, down, left] = Move::ALL.map(worth);
        Moves { up, right, down, left }
    }
}

impl Desk {
    /// The best move. The agent is built anew, so that an answer does not depend on what was asked before.
    pub fn hint(&self, question: &HintQuestion) -> Result<Hint, Fault> {
        let Setup { board, score } = crate::text::setup(&question.board)?;
        let agent = question.asked.budgeted(Budget::HINT)?;
        let score = question.score.or(score).unwrap_or(0);
        let mut built = build(&agent, &self.resources)?;
        let (report, ms) = self.choose(built.as_mut(), (board, score), agent.budget)?;
        Ok(Hint {
            board: board.to_string(),
            unit: report.unit.name(),
            agent: agent.to_string(),
            best: report.best.map(Move::name),
            moves: Moves::from(&report),
            depth: report.depth,
            nodes: report.nodes,
            ms,
        })
    }
}
