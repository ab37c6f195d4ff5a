//! What may lie over the game and take the keys.

use super::chooser::Chooser;
use super::editor::Editor;
use super::prompt::Prompt;

/// What lies over the game.
#[derive(Clone, Debug)]
pub enum Dialog {
    Help,
    /// A new game would end the one under way: is that meant?
    NewGame,
    Agents(Chooser),
    Edit(Editor),
    /// The name of the file to save to.
    Save(Prompt),
    /// The name of the file to open.
    Open(Prompt),
}
