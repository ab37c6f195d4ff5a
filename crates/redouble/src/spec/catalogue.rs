//! What can be named, as data: for lists, help and completion.

use super::Key;

/// An agent or an evaluation that a spec can name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listed {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The spec it is short for, if it is; it takes the same keys, and those of its evaluation.
    pub short_for: Option<&'static str>,
    /// Its keys, in the order in which they are printed.
    pub keys: Vec<Key>,
}
