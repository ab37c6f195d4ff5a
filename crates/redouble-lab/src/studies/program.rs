//! A program that comes with a study and plays: in plain Python, asked over pipes.
//!
//! ```text
//!   lab ──board, a line──▶ python3 ──slide, a line──▶ lab
//! ```
//!
//! It is timed like any agent; its games go into the notebook under its name, its arguments and its text.

use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use redouble::checksum::crc32;
use redouble::{Agent, Board, Budget, Limits, Move, Rng, SearchReport};

use super::StudyError;
use crate::measuring::arena::play_game;
use crate::measuring::outcome::{Identity, Outcome, Terms};

/// What the interpreter may be called.
const INTERPRETERS: [&str; 2] = ["python3", "python"];

/// A program and what it is told.
pub(super) struct Program<'a> {
    /// Its name and its arguments, as a study's row has them.
    call: &'a str,
    text: &'a str,
}

impl<'a> Program<'a> {
    /// The program that a row calls, among those there are.
    pub fn find(call: &'a str, programs: &[(&str, &'a str)]) -> Result<Program<'a>, StudyError> {
        let name = call.split_whitespace().next().unwrap_or_default();
        let found = programs.iter().find(|(known, _)| *known == name);
        let unknown = || StudyError::Form(format!("there is no program '{name}'"));
        found.map(|&(_, text)| Program { call, text }).ok_or_else(unknown)
    }

    /// What its games are filed under.
    pub fn identity(&self) -> Identity {
        let data = format!("{:08x}", crc32(self.text.as_bytes()));
        Identity {
            spec: format!("python {}", self.call),
            budget: String::new(),
            data,
            engine: "program".to_owned(),
        }
    }

    /// Whether there is an interpreter for it.
    pub fn can_run(&self) -> bool {
        self.spawn().map(drop).is_ok()
    }

    /// Plays one game.
    pub fn play(&self, terms: Terms) -> Result<Outcome, StudyError> {
        let fail = |what: String| StudyError::Program { call: self.call.to_owned(), what };
        let mut player = self.spawn().map_err(|error| fail(error.to_string()))?;
        let played = play_game(&mut player, terms, Budget::NONE, &mut |_| ControlFlow::Continue(()));
        match (player.fault.take(), played) {
            (None, Some((_, outcome))) => Ok(outcome),
            (fault, _) => Err(fail(fault.unwrap_or_default())),
        }
    }

    fn spawn(&self) -> io::Result<Player> {
        let start = |interpreter: &&str| {
            Command::new(interpreter)
                .args(["-c", self.text])
                .args(self.call.split_whitespace().skip(1))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
        };
        let mut child = match start(&INTERPRETERS[0]) {
            Err(_) => start(&INTERPRETERS[1])?,
            Ok(child) => child,
        };
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (questions, answers) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        Ok(Player { child, questions, answers: BufReader::new(answers), fault: None })
    }
}

/// The program at play.
struct Player {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Why the last answer was none.
    fault: Option<String>,
}

impl Player {
    fn ask(&mut self, board: Board) -> Result<Move, String> {
        let mut answer = String::new();
        let mut exchange = || {
            writeln!(self.questions, "{}", board)?;
            self.questions.flush()?;
            self.answers.read_line(&mut answer)
        };
        exchange().map_err(|error| error.to_string())?;
        let legal = |mv: &Move| board.slide(*mv).is_some();
        let mv = answer.trim().parse().ok().filter(legal);
        mv.ok_or_else(|| format!("it answered '{}' to board {}", answer.trim(), board))
    }
}

impl Agent for Player {
    fn begin(&mut self, _: Rng) {}

    fn choose(&mut self, board: Board, _: u32, _: Limits<'_>) -> SearchReport {
        if board.is_dead() {
            return SearchReport::of_move(board, None);
        }
        let answer = self.ask(board);
        self.fault = answer.as_ref().err().cloned();
        SearchReport::of_move(board, answer.ok())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may be gone already, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
