#![doc = include_str!("../README.md")]
#![deny(missing_docs, missing_debug_implementations)]

// In reading order, which is the way of the data: a board slides to an afterstate, an afterstate spawns to a board, an
// evaluator says what they are worth, a search looks ahead, and an agent chooses.
mod tile;
mod moves;
#[doc(hidden)]
pub mod rows;
mod board;
mod afterstate;
mod legal;
mod motion;
mod symmetry;
mod text;
mod luck;
mod game;
mod lane;
mod perft;
mod rollout;
#[doc(hidden)]
pub mod checksum;
pub mod record;
mod field;
mod small;
mod spawns;
mod keys;
pub mod eval;
pub mod network;
pub mod tablebase;
pub mod search;
mod agent;
pub mod spec;
pub mod why;
pub mod bench;
#[cfg(feature = "serde")]
mod serial;

pub use afterstate::{Afterstate, Spawn};
pub use agent::{Agent, Declined, TableRule, TableUse};
pub use board::{Board, Slide};
pub use eval::{Evaluator, Rewards};
pub use field::Field;
pub use game::{Game, IllegalTurn, Start, Turn};
pub use lane::Lane;
#[doc(hidden)]
pub use luck::mix;
pub use luck::{Luck, Rng, Seed};
pub use motion::Motion;
pub use moves::Move;
pub use perft::perft;
pub use record::GameRecord;
pub use rollout::{Rollout, rollout};
pub use search::{Budget, Limits, MoveValue, SearchReport, Unit};
pub use small::SmallBoard;
pub use spawns::{CellSet, Spawns};
pub use spec::{AgentSpec, Budgeted, EvaluatorSpec};
pub use tablebase::{Endgame, Tablebase, Tables};
pub use text::{ParseBoardError, ParseMoveError, ParseTileError, Setup};
pub use tile::{Cell, Tile};
