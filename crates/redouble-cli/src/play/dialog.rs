//! What may lie over the game and take the keys.

use std::cell::Cell;

use super::chooser::Chooser;
use super::editor::Editor;
use super::prompt::Prompt;

/// What lies over the game.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// The keys, from this line on; whoever draws them knows how far that can be.
    Help(Cell<u16>),
    /// What is to be known before anything else.
    Notice(Vec<String>),
    Agents(Chooser),
    Edit(Editor),
    /// The name of the file to save to.
    Save(Prompt),
    /// The games that were left, and the name of any other file to open.
    Open(Chooser),
}
