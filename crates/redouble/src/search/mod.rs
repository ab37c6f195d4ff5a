//! Searches: from a board to the value of each of its moves.

mod report;

pub use report::{Limits, MoveValue, SearchReport};
