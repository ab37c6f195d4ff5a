//! The engine of Redouble: the rules of 2048, exact to the 131072 tile.
//!
//! The modules are listed in reading order, which is the way of the data: a [`Board`] slides to an
//! [`Afterstate`], an afterstate spawns to a board, an [`Evaluator`] says what they are worth, a search looks
//! ahead, and an [`Agent`] chooses.
#![deny(missing_docs)]

pub mod tile;
pub mod moves;
pub mod rows;
pub mod board;
pub mod afterstate;
pub mod motion;
pub mod symmetry;
pub mod text;
pub mod luck;
pub mod game;
mod perft;
pub mod playout;
pub mod checksum;
pub mod record;
pub mod field;
pub mod small;
pub mod spawns;
pub mod eval;
pub mod network;
pub mod tablebase;
pub mod search;
pub mod agent;
pub mod spec;
pub mod why;
pub mod bench;

pub use afterstate::{Afterstate, Spawn};
pub use agent::Agent;
pub use board::{Board, Slide};
pub use eval::{Evaluator, Rewards};
pub use field::Field;
pub use game::{Game, IllegalTurn, Start, Turn};
pub use luck::{Luck, Rng, Seed};
pub use motion::Motion;
pub use moves::Move;
pub use perft::perft;
pub use playout::{Playout, playout};
pub use record::GameRecord;
pub use search::{Limits, MoveValue, SearchReport};
pub use small::SmallBoard;
pub use spawns::{CellSet, Spawns};
pub use spec::{AgentSpec, EvaluatorSpec};
pub use tablebase::{Endgame, Tablebase, Tables};
pub use text::{ParseBoardError, ParseMoveError};
pub use tile::{Cell, Tile};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
