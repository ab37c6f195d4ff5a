//! Why a question cannot be answered.

use std::fmt;

/// Why a question cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The question itself is wrong: what, where, and what was expected.
    Question(String),
    /// It took longer than it may.
    TooLong,
}

impl Fault {
    /// A wrong part of a question.
    pub fn of(part: &str, why: impl fmt::Display) -> Fault {
        Fault::Question(format!("{part}: {why}"))
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Question(why) => f.write_str(why),
            Fault::TooLong => f.write_str("this takes longer than it may: ask for less depth or set a time"),
        }
    }
}
