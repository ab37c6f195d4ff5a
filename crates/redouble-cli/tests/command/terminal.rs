//! The terminal game as its users meet it: the real program in a pseudo-terminal.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

/// How long anything may take before it counts as never.
const PATIENCE: Duration = Duration::from_secs(60);

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

/// A running game, its keyboard and its screen.
struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<Parser>>,
    /// Reads the screen until it is told that this is closed.
    reader: JoinHandle<()>,
    closed: Arc<AtomicBool>,
}

impl Session {
    fn start(state: &Path, args: &[&str]) -> Session {
        Session::on(state, args, "xterm-256color", 24)
    }

    fn on(state: &Path, args: &[&str], terminal: &str, rows: u16) -> Session {
        let size = PtySize { rows, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_redouble"));
        command.args(args);
        command.env("XDG_STATE_HOME", state);
        command.env("HOME", state);
        command.env("TERM", terminal);
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(Parser::new(size_of(rows), size_of(80), 0)));
        let (mut output, seen) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&screen));
        let closed = Arc::new(AtomicBool::new(false));
        let is_closed = Arc::clone(&closed);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while !is_closed.load(Ordering::Relaxed)
                && let Ok(count @ 1..) = output.read(&mut bytes)
            {
                seen.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        Session { child, master: pair.master, keyboard, screen, reader, closed }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen is as it should be.
    fn wait(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let text = self.text();
            if is_there(&text) {
                return text;
            }
            assert!(start.elapsed() < PATIENCE, "{what} did not come:\n{text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for(&self, words: &str) -> String {
        self.wait(words, |text| text.contains(words))
    }

    fn resize(&mut self, cols: u16, rows: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(size_of(rows), size_of(cols));
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    /// Closes the window under the game, and waits for its end.
    fn hang_up(mut self) -> u32 {
        self.closed.store(true, Ordering::Relaxed);
        self.resize(70, 20); // there is something to read, which ends the reader
        let Session { mut child, master, keyboard, reader, .. } = self;
        reader.join().unwrap();
        drop((master, keyboard));
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end, and sees that the terminal is as it was.
    fn end(mut self) -> u32 {
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.text()),
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        self.wait("the normal screen", |_| !self.screen.lock().unwrap().screen().alternate_screen());
        let parser = self.screen.lock().unwrap();
        assert!(!parser.screen().hide_cursor(), "the cursor is back");
        assert!(!parser.screen().bracketed_paste(), "pastes are plain again");
        let settings = self.master.get_termios().expect("a pseudo-terminal has settings");
        use nix::sys::termios::LocalFlags;
        let flags = LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG;
        assert!(settings.local_flags.contains(flags), "lines, echo and signals are on again");
        status.exit_code()
    }
}

/// How many moves the game in the first place has.
fn saved_moves(state: &Path) -> u32 {
    let saved = std::fs::read_to_string(state.join("redouble").join("game")).unwrap();
    let result = saved.lines().find(|line| line.starts_with("result ")).unwrap();
    result.split(' ').nth(3).unwrap().parse().unwrap()
}

fn size_of(side: u16) -> NonZeroU16 {
    NonZeroU16::new(side).unwrap()
}

/// The number after a word on the screen.
fn number_after(text: &str, word: &str) -> Option<u32> {
    let rest = text.split(word).nth(1)?.trim_start();
    let digits: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    digits.replace(',', "").parse().ok()
}

#[test]
fn a_person_takes_over_plays_undoes_edits_resizes_and_quits() {
    let state = tempfile::tempdir().unwrap();
    let mut game = Session::start(state.path(), &["--seed", "1", "--agent", "random"]);
    game.wait_for("random plays");
    game.wait("moves of the agent", |text| number_after(text, "Moves").is_some_and(|moves| moves > 2));

    game.press(&[LEFT, UP, RIGHT, DOWN, "w", "a", "s", "d", "h", "j", "k", "l"].concat());
    game.wait_for("you play");
    game.wait_for("Coach");

    game.press(&"u".repeat(200));
    game.wait("the start", |text| number_after(text, "Moves") == Some(0));
    game.press("r");
    game.wait("a move again", |text| number_after(text, "Moves") == Some(1));

    game.press("e");
    game.wait_for("Edit the board");
    game.press("c2048 1024 512\r");
    game.wait_for("Score 33,792");

    game.resize(20, 10);
    game.wait("a small board", |text| text.contains("33,792") && !text.contains("Values"));
    game.resize(120, 40);
    game.wait_for("Values of the moves");

    game.press("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn the_game_goes_on_after_quitting() {
    let state = tempfile::tempdir().unwrap();
    let mut game = Session::start(state.path(), &["--seed", "5", "--agent", "random"]);
    game.wait_for("random plays");
    game.press(" ");
    game.wait_for("random waits");
    game.press(&[LEFT, UP, RIGHT, DOWN].concat());
    game.wait_for("you play");
    game.press("\x03");
    assert_eq!(game.end(), 0);
    let moves = saved_moves(state.path());

    let mut again = Session::start(state.path(), &["--agent", "random"]);
    again.wait_for("your game goes on");
    again.wait("as many moves", |text| number_after(text, "Moves") == Some(moves));
    again.press("q");
    assert_eq!(again.end(), 0);
}

#[test]
fn a_bad_saved_game_is_put_aside_with_a_message() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("redouble");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("game"), "Dear diary").unwrap();
    let mut game = Session::start(state.path(), &["--agent", "random"]);
    game.wait_for("the saved game cannot be");
    game.press("q");
    assert_eq!(game.end(), 0);
    assert_eq!(std::fs::read_to_string(folder.join("game.bad")).unwrap(), "Dear diary");
}

#[test]
fn a_signal_to_end_restores_the_terminal() {
    let state = tempfile::tempdir().unwrap();
    let game = Session::start(state.path(), &["watch", "random"]);
    game.wait_for("random plays");
    let process = game.child.process_id().unwrap();
    let killed = std::process::Command::new("kill").arg(process.to_string()).status().unwrap();
    assert!(killed.success());
    assert_eq!(game.end(), 0);
}

#[test]
fn the_shell_gets_the_terminal_for_a_while() {
    let state = tempfile::tempdir().unwrap();
    let mut game = Session::start(state.path(), &["watch", "random"]);
    game.wait_for("random plays");
    game.press("\x1a");
    game.wait("the normal screen", |_| !game.screen.lock().unwrap().screen().alternate_screen());
    let process = game.child.process_id().unwrap().to_string();
    let continued = std::process::Command::new("kill").args(["-CONT", &process]).status().unwrap();
    assert!(continued.success());
    game.wait("the game again", |text| {
        game.screen.lock().unwrap().screen().alternate_screen() && text.contains("random plays")
    });
    game.press("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn a_window_that_is_closed_loses_no_move() {
    let state = tempfile::tempdir().unwrap();
    let mut game = Session::start(state.path(), &["--seed", "5", "--agent", "random"]);
    game.wait_for("random plays");
    game.press(" ");
    game.wait_for("random waits");
    let before = game.wait("its moves", |text| number_after(text, "Moves").is_some());
    game.press(&[LEFT, UP, RIGHT, DOWN].concat());
    game.wait_for("you play");
    let after = game.wait("a move", |text| number_after(text, "Moves") > number_after(&before, "Moves"));
    let shown = number_after(&after, "Moves").unwrap();
    let (status, moves) = (game.hang_up(), saved_moves(state.path()));
    assert_ne!(status, 101, "it must not panic");
    assert!(moves >= shown, "{shown} moves were on the screen and {moves} are kept");
}

#[test]
fn a_new_game_is_taken_back_and_the_game_before_it_can_be_opened_later() {
    let state = tempfile::tempdir().unwrap();
    let mut game = Session::start(state.path(), &["--seed", "5", "--agent", "random"]);
    game.wait_for("random plays");
    game.press(" ");
    game.wait_for("random waits");
    game.press(&[LEFT, UP, RIGHT, DOWN].concat().repeat(5));
    game.wait_for("you play");
    let text = game.wait("moves", |text| number_after(text, "Moves").is_some_and(|moves| moves > 10));
    game.press("n");
    game.wait("a new game", |text| number_after(text, "Moves") == Some(0));
    game.press("u");
    game.wait_for("r returns");
    let moves = number_after(&game.text(), "Moves").unwrap();
    assert!(moves >= number_after(&text, "Moves").unwrap());
    game.press("n");
    game.wait("a new game", |text| number_after(text, "Moves") == Some(0));
    game.press("q");
    assert_eq!(game.end(), 0);

    let mut again = Session::start(state.path(), &["--agent", "random"]);
    again.wait_for("you play");
    again.press("o");
    again.wait_for(&format!("{moves} moves, "));
    again.press("\r");
    again.wait("the game", |text| number_after(text, "Moves") == Some(moves));
    again.press("q");
    assert_eq!(again.end(), 0);
}

#[test]
fn two_windows_do_not_overwrite_each_other() {
    let state = tempfile::tempdir().unwrap();
    let mut first = Session::start(state.path(), &["--seed", "1", "--agent", "random"]);
    first.wait_for("random plays");
    first.press(" ");
    first.press(&[LEFT, UP, RIGHT, DOWN].concat());
    first.wait_for("you play");
    let mut second = Session::start(state.path(), &["--seed", "2", "--agent", "random"]);
    second.wait_for("Your game is open in another");
    second.press(&[LEFT, UP, RIGHT, DOWN].concat());
    second.wait_for("you play");
    first.press("q");
    assert_eq!(first.end(), 0);
    let kept = saved_moves(state.path());
    second.press("q");
    assert_eq!(second.end(), 0);
    assert_eq!(saved_moves(state.path()), kept);

    let mut third = Session::start(state.path(), &["--agent", "random"]);
    third.wait_for("1 game from another window");
    third.press("o");
    third.wait_for("points");
    third.press("\x1b");
    third
        .wait("their own game", |text| !text.contains("points") && number_after(text, "Moves") == Some(kept));
    third.press("q");
    assert_eq!(third.end(), 0);
}

#[test]
fn a_place_that_cannot_be_written_is_told_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let place = file.join("game").display().to_string();
    let mut game = Session::start(folder.path(), &["--agent", "random", "--state", &place]);
    game.wait_for("Nothing can be kept in");
    game.press("q");
    assert_eq!(game.end(), 0);
}

#[test]
fn a_paused_agent_stays_paused_and_a_chosen_one_chosen() {
    let state = tempfile::tempdir().unwrap();
    let mut game = Session::start(state.path(), &[]);
    game.wait("the best agent", |text| text.contains("best") && text.contains("plays"));
    game.press("c");
    game.wait_for("Agents");
    game.press("\x15greedy(eval=grid)\r");
    game.wait_for("greedy(eval=grid) is ready");
    game.press("q");
    assert_eq!(game.end(), 0);
    let mut again = Session::start(state.path(), &[]);
    again.wait_for("greedy(eval=grid) waits");
    again.press("q");
    assert_eq!(again.end(), 0);
}

#[test]
fn a_terminal_that_can_only_print_is_told_what_happens() {
    let state = tempfile::tempdir().unwrap();
    // High enough that what is said first is still there when the game is over.
    let game = Session::on(state.path(), &["--agent", "random"], "dumb", 60);
    game.wait_for("cannot show the terminal game (TERM=dumb)");
    assert_eq!(game.end(), 0);
}
