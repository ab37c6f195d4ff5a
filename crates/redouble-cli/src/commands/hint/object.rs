//! The answer for machines. Its keys are stable; new ones may be added.

use redouble::why::{self, Why};
use redouble::{Declined, Move, MoveValue, SearchReport};
use serde::Serialize;

use super::{Answer, TableAnswer};
use crate::json;

/// One answer.
#[derive(Serialize)]
pub struct Object<'a> {
    board: String,
    agent: &'a str,
    /// `null` when the game is over.
    best: Option<&'static str>,
    moves: Moves,
    /// What values count: `points`, `chance` or `own`.
    unit: &'static str,
    depth: u32,
    nodes: u64,
    ms: f64,
    /// There when an endgame table knows the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    endgame: Option<Chances>,
    /// There when `--why` was given and something could be explained.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Reasons>,
}

/// Each is `null` when it is illegal.
#[derive(Serialize)]
struct Moves {
    up: Option<Worth>,
    right: Option<Worth>,
    down: Option<Worth>,
    left: Option<Worth>,
}

#[derive(Serialize)]
struct Worth {
    /// `null` when it is −∞ or unknown.
    value: Option<f64>,
}

/// The chance of the tile `target` after each move that the table knows, else `null`.
#[derive(Serialize)]
struct Chances {
    table: String,
    target: u32,
    up: Option<f64>,
    right: Option<f64>,
    down: Option<f64>,
    left: Option<f64>,
    /// There when the table knows the board but did not choose the move: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    declined: Option<String>,
}

#[derive(Serialize)]
struct Reasons {
    line: Vec<Step>,
    expected: Option<f64>,
    hurt: Vec<Reply>,
}

/// A spawn and the likeliest reply, with the share of all spawns that call for it.
#[derive(Serialize)]
struct Step {
    cell: usize,
    tile: u32,
    #[serde(rename = "move")]
    mv: &'static str,
    share: f64,
}

/// A spawn and the value it leaves, `null` when −∞; `over` when it ends the game.
#[derive(Serialize)]
struct Reply {
    cell: usize,
    tile: u32,
    probability: f64,
    value: Option<f64>,
    over: bool,
}

impl<'a> From<&'a Answer> for Object<'a> {
    fn from(answer: &'a Answer) -> Object<'a> {
        let SearchReport { best, moves, depth, nodes, .. } = answer.report;
        let [up, right, down, left] = moves.map(worth);
        Object {
            board: answer.board.to_string(),
            agent: &answer.agent,
            best: best.map(Move::name),
            moves: Moves { up, right, down, left },
            unit: answer.report.unit.name(),
            depth,
            nodes,
            ms: json::ms(answer.took),
            endgame: answer.endgame.as_ref().map(Chances::from),
            why: answer.why.as_ref().map(Reasons::from),
        }
    }
}

impl From<&TableAnswer> for Chances {
    fn from(answer: &TableAnswer) -> Chances {
        let [up, right, down, left] = answer.chances;
        let declined = answer.declined.map(Declined::words);
        let (table, target) = (answer.endgame.to_string(), answer.endgame.target().face());
        Chances { table, target, up, right, down, left, declined }
    }
}

fn worth(value: MoveValue) -> Option<Worth> {
    match value {
        MoveValue::Illegal => None,
        MoveValue::Unknown => Some(Worth { value: None }),
        MoveValue::Known(value) => Some(Worth { value: finite(value) }),
    }
}

fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|value| value.is_finite())
}

impl From<&Why> for Reasons {
    fn from(why: &Why) -> Reasons {
        Reasons {
            line: why.line.iter().map(Step::from).collect(),
            expected: finite(why.expected()),
            hurt: why.spawns_that_hurt().map(Reply::from).collect(),
        }
    }
}

impl From<&why::Step> for Step {
    fn from(&why::Step { spawn, mv, probability, .. }: &why::Step) -> Step {
        Step { cell: spawn.cell.index(), tile: spawn.tile.face(), mv: mv.name(), share: probability }
    }
}

impl From<&why::Reply> for Reply {
    fn from(&why::Reply { spawn, probability, mv, value, .. }: &why::Reply) -> Reply {
        let (cell, tile) = (spawn.cell.index(), spawn.tile.face());
        Reply { cell, tile, probability, value: finite(value), over: mv.is_none() }
    }
}
