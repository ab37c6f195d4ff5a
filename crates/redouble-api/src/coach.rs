//! How likely the next tiles are, and what a move cost.

use redouble::{Board, Budget, Move, Tile};
use redouble_analysis::{chances, coach};
use serde::{Deserialize, Serialize};

use crate::agent::build;
use crate::hint::Moves;
use crate::{Asked, Desk, Fault};

/// Asks for chances.
#[derive(Clone, Debug, Deserialize)]
pub struct ChancesQuestion {
    /// The board in any form.
    pub board: String,
    /// How many quick games to play.
    pub playouts: u64,
    /// The largest tile that counts, which ends a quick game; if nothing is said the one after the next, 4096 at least.
    #[serde(default)]
    pub up_to: Option<u32>,
}

/// How often quick games reached each tile.
#[derive(Clone, Debug, Serialize)]
pub struct Chances {
    /// How many there were: fewer than were asked for if time ran out.
    pub playouts: u64,
    /// The next tiles, the smallest first.
    pub tiles: Vec<Chance>,
}

/// The share of games that reached a tile, with its interval.
#[derive(Clone, Debug, Serialize)]
pub struct Chance {
    tile: u32,
    share: f64,
    low: f64,
    high: f64,
}

/// Asks what a move cost.
#[derive(Clone, Debug, Deserialize)]
pub struct RateQuestion {
    /// The board in any form.
    pub board: String,
    /// The points made before.
    #[serde(default)]
    pub score: u32,
    /// The move that was played.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who is compared with.
    #[serde(flatten)]
    pub asked: Asked,
}

/// What a move cost.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// `good`, `inexact`, `mistake` or `blunder`.
    pub rating: &'static str,
    /// What was played.
    pub played: &'static str,
    /// What was best.
    pub best: &'static str,
    /// What it cost, in words.
    pub cost: String,
    /// The points lost.
    pub points_lost: f64,
    /// The chance of `tile` that was lost.
    pub chance_lost: f64,
    /// The next tile.
    pub tile: u32,
    /// What each move was worth.
    pub moves: Moves,
}

/// The most quick games of one answer.
const MOST_PLAYOUTS: u64 = 5_000;
/// Quick games between two looks at the clock.
const STRETCH: u64 = 10;
/// Pairs of quick games that compare two moves.
const PAIRS: u64 = 40;

/// The tile that ends quick games from `board`: as it is told, or the one after the next.
pub(crate) fn until(board: Board, told: Option<u32>) -> Result<Tile, Fault> {
    let usual = || Tile::new(chances::goal(board).exponent() + 1).unwrap_or(Tile::MAX);
    told.map_or_else(|| Ok(usual()), |face| crate::play::tile("up_to", face))
}

impl Desk {
    /// How likely the next tiles are.
    pub fn chances(&self, question: &ChancesQuestion) -> Result<Chances, Fault> {
        let board = crate::text::setup(&question.board)?.board;
        if !(1..=MOST_PLAYOUTS).contains(&question.playouts) {
            return Err(Fault::of(
                "playouts",
                format!("{}, expected 1 to {MOST_PLAYOUTS}", question.playouts),
            ));
        }
        let mut found = chances::Chances::from(board).up_to(until(board, question.up_to)?);
        let (start, playouts) = (self.now(), self.playouts()?);
        while found.playouts() < question.playouts && !self.is_late(start) {
            found.play(&playouts, STRETCH.min(question.playouts - found.playouts()));
        }
        let chance = |(tile, estimate): (redouble::Tile, redouble_analysis::stats::Estimate)| Chance {
            tile: tile.face(),
            share: estimate.value,
            low: estimate.low,
            high: estimate.high,
        };
        Ok(Chances { playouts: found.playouts(), tiles: found.tiles().map(chance).collect() })
    }

    /// What a move cost against the agent's best one.
    pub fn rate(&self, question: &RateQuestion) -> Result<Rating, Fault> {
        let board = crate::text::setup(&question.board)?.board;
        let played: Move = question.mv.parse().map_err(|why| Fault::of("move", why))?;
        let agent = question.asked.budgeted(Budget::REVIEW)?;
        let spec = agent.spec.clone().without_tables();
        let mut built = build(&redouble::Budgeted { spec, budget: agent.budget }, &self.resources)?;
        let (report, _) = self.choose(built.as_mut(), (board, question.score), agent.budget)?;
        let coach = coach::Coach::new(self.playouts()?, PAIRS);
        let verdict = coach.rate(board, question.score, played, &report);
        let verdict =
            verdict.ok_or_else(|| Fault::of("move", format!("{played} changes nothing on {board}")))?;
        Ok(Rating {
            rating: verdict.rating.name(),
            played: verdict.played.name(),
            best: verdict.best.name(),
            cost: verdict.cost(),
            points_lost: verdict.points.value,
            chance_lost: verdict.chance.value,
            tile: verdict.tile.face(),
            moves: Moves::from(&report),
        })
    }
}
