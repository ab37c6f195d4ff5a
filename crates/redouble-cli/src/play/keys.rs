//! What each key does.

use std::cell::Cell;
use std::time::Instant;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use redouble::Move;

use super::chooser::Chooser;
use super::dialog::Dialog;
use super::editor::Editor;
use super::model::{Mode, Model};
use super::prompt::Prompt;

/// Something a key asks for that the model cannot do itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Let the agent of this spec play.
    Employ(String),
    /// Save the record to this file.
    Save(String),
    /// Open a game that was left, or a record from a file.
    Open(String),
    /// Show which games were left.
    List,
    /// Back to the shell for a while.
    Suspend,
}

/// The keys, for the help page: what to press, and what it does.
pub const HELP: [(&str, &str); 17] = [
    ("arrows  wasd  hjkl", "slide the tiles"),
    ("space", "let the agent play, or stop it"),
    (".", "one move of the agent"),
    ("+  -", "faster, slower"),
    ("b", "show the best move"),
    ("t", "turn the coach on or off"),
    ("u  backspace", "undo; n and o too"),
    ("r", "redo"),
    ("Home  End", "to the start, to the end"),
    ("n", "new game"),
    ("e", "edit the board"),
    ("c", "choose the agent"),
    ("x", "save a record of the game"),
    ("o", "open an earlier game or a file"),
    ("?", "this page"),
    ("Ctrl-Z", "back to the shell, fg returns"),
    ("q  Ctrl-C", "quit; the game is kept"),
];

/// Does what a key asks for.
pub fn press(model: &mut Model, key: KeyEvent, now: Instant) -> Option<Wish> {
    model.stale = true;
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match (key.code, control) {
        (KeyCode::Char('c' | 'q'), true) => {
            model.quit = true;
            return None;
        }
        (KeyCode::Char('z'), true) => return Some(Wish::Suspend),
        _ => {}
    }
    match model.dialog.take() {
        None => play(model, key, now),
        Some(dialog) => answer(model, dialog, key, now),
    }
}

/// Takes a pasted text to where it can be used: a board goes into the editor.
pub fn paste(model: &mut Model, text: &str) {
    model.stale = true;
    match &mut model.dialog {
        Some(Dialog::Edit(editor)) => editor.paste(text),
        Some(Dialog::Agents(chooser) | Dialog::Open(chooser)) => chooser.prompt.paste(text),
        Some(Dialog::Save(prompt)) => prompt.paste(text),
        Some(Dialog::Help(_)) => {}
        Some(Dialog::Notice(_)) | None => {
            model.hand_over();
            let mut editor = Editor::new(model.game.board());
            editor.paste(text);
            model.dialog = Some(Dialog::Edit(editor));
        }
    }
}

/// A key while nothing lies over the game. Any key that means nothing stops the agent.
fn play(model: &mut Model, key: KeyEvent, now: Instant) -> Option<Wish> {
    if let Some(mv) = move_of(key.code) {
        model.person_moves(mv, now);
        return None;
    }
    match small(key.code) {
        KeyCode::Char(' ') => model.toggle_agent(now),
        KeyCode::Char('.') => model.step(now),
        KeyCode::Char('+' | '=') => model.set_speed(model.speed.faster(), now),
        KeyCode::Char('-' | '_') => model.set_speed(model.speed.slower(), now),
        KeyCode::Char('b') => show_best(model),
        KeyCode::Char('t') => toggle_coach(model, now),
        KeyCode::Char('u') | KeyCode::Backspace => model.undo(now),
        KeyCode::Char('r') => model.redo(now),
        KeyCode::Home => model.rewind(),
        KeyCode::End => model.fast_forward(),
        KeyCode::Char('n') => model.next_game(now),
        KeyCode::Char('?') | KeyCode::F(1) => model.dialog = Some(Dialog::Help(Cell::default())),
        KeyCode::Char('q') => model.quit = true,
        KeyCode::Char('e') => open_dialog(model, |model| Dialog::Edit(Editor::new(model.game.board()))),
        KeyCode::Char('c') => {
            open_dialog(model, |model| Dialog::Agents(Chooser::agents(&model.agent.to_string())))
        }
        KeyCode::Char('x') => open_dialog(model, |_| Dialog::Save(Prompt::new("games.redouble"))),
        KeyCode::Char('o') => {
            model.hand_over();
            return Some(Wish::List);
        }
        _ => model.hand_over(),
    }
    None
}

/// The agent stops while a dialog that needs thought is open.
fn open_dialog(model: &mut Model, dialog: impl FnOnce(&Model) -> Dialog) {
    model.hand_over();
    model.dialog = Some(dialog(model));
}

fn show_best(model: &mut Model) {
    model.hand_over();
    model.hint = !model.hint || model.mode != Mode::Person;
}

fn toggle_coach(model: &mut Model, now: Instant) {
    model.coaching = !model.coaching;
    model.say(if model.coaching { "the coach rates your moves" } else { "the coach is silent" }, now);
}

/// A key while a dialog is open: escape closes it, enter accepts it.
fn answer(model: &mut Model, mut dialog: Dialog, key: KeyEvent, now: Instant) -> Option<Wish> {
    if key.code == KeyCode::Esc {
        return None;
    }
    let entered = key.code == KeyCode::Enter;
    let wish = match &mut dialog {
        Dialog::Help(first) => {
            first.set(scrolled(first.get(), key.code)?);
            None
        }
        Dialog::Notice(_) if entered => return None,
        Dialog::Notice(_) => return play(model, key, now),
        Dialog::Edit(editor) => match entered.then(|| editor.finish()).flatten() {
            Some((board, score)) => {
                model.edit(board, score);
                return None;
            }
            None if entered => None,
            None => {
                editor.key(key);
                None
            }
        },
        Dialog::Agents(chooser) if entered => Some(Wish::Employ(chooser.text().to_owned())),
        Dialog::Save(prompt) if entered => Some(Wish::Save(prompt.text().trim().to_owned())),
        Dialog::Open(chooser) if entered => Some(Wish::Open(chooser.text().to_owned())),
        Dialog::Agents(chooser) | Dialog::Open(chooser) => {
            chooser.key(key);
            None
        }
        Dialog::Save(prompt) => {
            prompt.key(key);
            None
        }
    };
    model.dialog = Some(dialog);
    wish
}

/// The first line of the help page after a key; none if the key closes it.
fn scrolled(first: u16, code: KeyCode) -> Option<u16> {
    let last = HELP.len() as u16 - 1;
    match small(code) {
        KeyCode::Up | KeyCode::Char('k') => Some(first.saturating_sub(1)),
        KeyCode::Down | KeyCode::Char('j') => Some((first + 1).min(last)),
        KeyCode::PageUp => Some(first.saturating_sub(5)),
        KeyCode::PageDown | KeyCode::Char(' ') => Some((first + 5).min(last)),
        KeyCode::Home => Some(0),
        KeyCode::End => Some(last),
        _ => None,
    }
}

/// A wish was granted, which closes its dialog, or it was not, which the dialog says.
pub fn granted(model: &mut Model, answer: Result<String, String>, now: Instant) {
    model.stale = true;
    let why = match answer {
        Ok(message) => {
            model.dialog = None;
            return model.say(message, now);
        }
        Err(why) => why,
    };
    match &mut model.dialog {
        Some(Dialog::Agents(chooser) | Dialog::Open(chooser)) => chooser.prompt.fault = Some(why),
        Some(Dialog::Save(prompt)) => prompt.fault = Some(why),
        _ => model.say(why, now),
    }
}

/// Letters mean the same with the shift key or caps lock.
fn small(code: KeyCode) -> KeyCode {
    match code {
        KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
        other => other,
    }
}

fn move_of(code: KeyCode) -> Option<Move> {
    Some(match small(code) {
        KeyCode::Up | KeyCode::Char('w' | 'k') => Move::Up,
        KeyCode::Right | KeyCode::Char('d' | 'l') => Move::Right,
        KeyCode::Down | KeyCode::Char('s' | 'j') => Move::Down,
        KeyCode::Left | KeyCode::Char('a' | 'h') => Move::Left,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::past::PlayedGame;
    use crate::play::tests::model;
    use redouble::{Game, Seed};

    fn keys(model: &mut Model, text: &str) -> Option<Wish> {
        let now = Instant::now();
        text.chars().fold(None, |_, c| press(model, KeyEvent::new(code(c), KeyModifiers::NONE), now))
    }

    fn code(c: char) -> KeyCode {
        match c {
            '\n' => KeyCode::Enter,
            '\u{1b}' => KeyCode::Esc,
            c => KeyCode::Char(c),
        }
    }

    #[test]
    fn any_key_hands_over_and_a_move_key_moves() {
        let mut model = model();
        assert_eq!(model.mode, Mode::Agent);
        keys(&mut model, "g");
        assert_eq!((model.mode, model.game.moves()), (Mode::Paused, 0));
        keys(&mut model, " ");
        assert_eq!(model.mode, Mode::Agent);
        keys(&mut model, "asdwASDW");
        assert_eq!(model.mode, Mode::Person);
        assert!(model.game.moves() >= 4);
        assert_eq!(model.take_attempts().len(), model.game.moves() as usize);
    }

    #[test]
    fn all_three_sets_of_keys_make_the_same_moves() {
        for (mv, set) in Move::ALL.into_iter().zip(["wk", "dl", "sj", "ah"]) {
            for c in set.chars().chain(set.to_uppercase().chars()) {
                assert_eq!(move_of(KeyCode::Char(c)), Some(mv), "{c}");
            }
        }
    }

    #[test]
    fn no_key_of_the_help_page_is_a_move_and_something_else() {
        let others = HELP[1..].iter().flat_map(|(keys, _)| keys.split_whitespace());
        for key in others.filter(|key| key.chars().count() == 1) {
            assert_eq!(move_of(KeyCode::Char(key.chars().next().unwrap())), None, "{key}");
        }
    }

    #[test]
    fn undo_and_redo_go_as_far_as_the_game_does() {
        let mut model = model();
        keys(&mut model, "asdwasdwasdw");
        let (end, moves) = (model.game.board(), model.game.moves());
        keys(&mut model, &"u".repeat(50));
        assert_eq!(model.game.moves(), 0);
        keys(&mut model, &"r".repeat(50));
        assert_eq!((model.game.board(), model.game.moves()), (end, moves));
    }

    #[test]
    fn the_board_is_edited_and_the_edit_taken_back() {
        let mut model = model();
        keys(&mut model, "asdw");
        let (before, moves) = (model.game.board(), model.game.moves());
        keys(&mut model, "ec2048 1024 \n");
        assert_eq!(format!("{:#}", model.game.board()), "2048 1024 . . / . . . . / . . . . / . . . .");
        assert!(model.dialog.is_none() && model.edited);
        keys(&mut model, "u");
        assert_eq!((model.game.board(), model.game.moves()), (before, moves));
        keys(&mut model, "e3\n");
        assert!(matches!(&model.dialog, Some(Dialog::Edit(editor)) if editor.fault.is_some()));
        keys(&mut model, "\u{1b}");
        assert_eq!(model.game.board(), before);
    }

    #[test]
    fn a_pasted_board_opens_the_editor() {
        let mut model = model();
        paste(&mut model, "ba98456732100001");
        keys(&mut model, "\n");
        assert_eq!(model.game.board().to_string(), "ba98456732100001");
        assert_eq!(model.mode, Mode::Paused);
    }

    #[test]
    fn wishes_keep_their_dialog_until_they_are_granted() {
        let mut model = model();
        assert_eq!(keys(&mut model, "x\n"), Some(Wish::Save("games.redouble".to_owned())));
        granted(&mut model, Err("no such folder".to_owned()), Instant::now());
        assert!(matches!(&model.dialog, Some(Dialog::Save(prompt)) if prompt.fault.is_some()));
        granted(&mut model, Ok("saved".to_owned()), Instant::now());
        assert!(model.dialog.is_none() && model.message() == Some("saved"));
        assert_eq!(keys(&mut model, "c\n"), Some(Wish::Employ(model.agent.to_string())));
    }

    #[test]
    fn a_new_game_is_taken_back_like_an_edit() {
        let mut model = model();
        keys(&mut model, &"asdw".repeat(10));
        let (end, moves) = (model.game.board(), model.game.moves());
        keys(&mut model, "n");
        assert_eq!((model.game.moves(), model.game.number()), (0, 1));
        keys(&mut model, "asdw");
        let (next, made) = (model.game.board(), model.game.moves());
        keys(&mut model, &"u".repeat(made as usize + 1));
        assert_eq!((model.game.board(), model.game.moves(), model.mode), (end, moves, Mode::Person));
        keys(&mut model, &"r".repeat(made as usize + 1));
        assert_eq!((model.game.board(), model.game.number()), (next, 1));
        assert!(model.take_left().iter().any(|left| left.whole().board() == end), "it is kept as well");
    }

    #[test]
    fn an_opened_game_is_taken_back_too() {
        let mut model = model();
        keys(&mut model, "asdw");
        let (before, now) = (model.game.board(), Instant::now());
        assert_eq!(keys(&mut model, "o"), Some(Wish::List));
        let other = Game::resume("ba98456732100001".parse().unwrap(), 0, Seed(1), 0);
        model.open(PlayedGame::new(other), now);
        assert_eq!((model.game.board().to_string().as_str(), model.mode), ("ba98456732100001", Mode::Paused));
        keys(&mut model, "u");
        assert_eq!(model.game.board(), before);
        keys(&mut model, "r");
        assert_eq!(model.game.board().to_string(), "ba98456732100001");
    }

    #[test]
    fn help_scrolls_and_any_other_key_closes_it() {
        let mut model = model();
        keys(&mut model, "?jjk");
        assert!(matches!(&model.dialog, Some(Dialog::Help(first)) if first.get() == 1));
        keys(&mut model, "?");
        assert!(model.dialog.is_none());
    }

    #[test]
    fn a_notice_stands_in_the_way_of_no_key() {
        let mut model = model();
        model.dialog = Some(Dialog::Notice(vec!["beware".to_owned()]));
        keys(&mut model, "a");
        assert!(model.dialog.is_none() && model.mode != Mode::Agent);
        model.dialog = Some(Dialog::Notice(vec!["beware".to_owned()]));
        keys(&mut model, "\nq");
        assert!(model.quit);
    }

    #[test]
    fn the_best_move_is_shown_to_a_person_only_when_asked() {
        let mut model = model();
        keys(&mut model, "asdw");
        assert!(!model.shows_values() && model.question().is_none());
        keys(&mut model, "b");
        assert!(model.shows_values() && model.question().is_some());
        keys(&mut model, "b");
        assert!(!model.shows_values());
        keys(&mut model, "bwasd");
        assert!(!model.shows_values(), "the next move hides it again");
    }

    #[test]
    fn control_c_quits_from_anywhere() {
        for before in ["", "?", "e", "c", "x", "o"] {
            let mut model = model();
            keys(&mut model, before);
            press(&mut model, KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), Instant::now());
            assert!(model.quit, "{before}");
        }
    }
}
