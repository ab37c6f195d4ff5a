//! Game records: a game as text that anyone can read, check and play again.
//!
//! ```text
//! redouble-game 1
//! seed 2048 3
//! agent random
//! date 2025-01-31
//! start 0000000000101000
//! result 12 4 6 unfinished
//! moves u6lbd5dbdal0
//! end f7fa3ab2
//! ```
//!
//! A turn is two characters: the letter of the move, small if a 2 spawned and capital if a 4 did, and the cell
//! of the spawn as a hex digit. The last line carries the [CRC-32](crate::checksum) of all before it.
//! `docs/formats.md` has the whole story.

mod turn;
mod read;

use std::fmt::{self, Write};

use crate::checksum::crc32;
use crate::{Board, Game, Seed, Turn};

pub use read::{RecordError, Records, games, whole_length};
#[doc(hidden)]
pub use turn::{letters, parse_turn};

/// The first line of a game.
const MAGIC: &str = "redouble-game 1";

/// One game: where it began, every turn, and what is known about it.
///
/// ```
/// use redouble::{Game, GameRecord, Move, Seed};
/// let mut game = Game::new(Seed(42), 17);
/// for mv in [Move::Left, Move::Up, Move::Left, Move::Up] {
///     game.play(mv);
/// }
/// let record = GameRecord::of(&game).by("random").on("2025-01-31");
/// let read: GameRecord = record.to_string().parse()?;
/// assert_eq!(read, record);
/// assert_eq!(read.game().board(), game.board());
/// # Ok::<(), redouble::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    seed: Option<(Seed, u64)>,
    agent: Option<String>,
    date: Option<String>,
    start: (Board, u32),
    turns: Vec<Turn>,
    end: (Board, u32),
}

impl GameRecord {
    /// The game since its start or its last edit, with its seed if all its luck came from there.
    pub fn of(game: &Game) -> GameRecord {
        GameRecord {
            seed: game.is_its_own_luck().then(|| (game.seed(), game.number())),
            agent: None,
            date: None,
            start: game.start(),
            turns: game.turns().collect(),
            end: (game.board(), game.score()),
        }
    }

    /// The parts of a game between its edits, the first one first: a record holds a game since its last edit only.
    pub fn parts(game: &Game) -> Vec<GameRecord> {
        let mut game = game.clone();
        let mut parts = Vec::new();
        loop {
            let part = GameRecord::of(&game);
            (0..part.turns.len()).for_each(|_| {
                game.undo();
            });
            parts.push(part);
            if !take_back_edits(&mut game) {
                break;
            }
        }
        parts.reverse();
        parts
    }

    /// Says who played.
    #[must_use]
    pub fn by(self, agent: &str) -> GameRecord {
        GameRecord { agent: one_line(agent), ..self }
    }

    /// Says when.
    #[must_use]
    pub fn on(self, date: &str) -> GameRecord {
        GameRecord { date: one_line(date), ..self }
    }

    /// Seed and number of the game, if all its luck came from there.
    pub fn seed(&self) -> Option<(Seed, u64)> {
        self.seed
    }

    /// Who played, if that is known.
    pub fn agent(&self) -> Option<&str> {
        self.agent.as_deref()
    }

    /// When it was played, if that is known.
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// The board and the score it began with.
    pub fn start(&self) -> (Board, u32) {
        self.start
    }

    /// The board and the score it ended with.
    pub fn end(&self) -> (Board, u32) {
        self.end
    }

    /// All turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Each turn with the board it was played on.
    pub fn boards(&self) -> impl Iterator<Item = (Board, Turn)> {
        let mut next = self.start.0;
        self.turns.iter().filter_map(move |&turn| {
            let board = next;
            next = board.slide(turn.mv)?.after.spawn(turn.spawn);
            Some((board, turn))
        })
    }

    /// The game at its end, ready to be taken back or played on.
    ///
    /// Without a seed its further luck is that of game 0 of seed 0.
    pub fn game(&self) -> Game {
        let (seed, number) = self.seed.unwrap_or_default();
        let mut game = Game::resume(self.start.0, self.start.1, seed, number);
        for turn in &self.turns {
            let played = game.play_with(turn.mv, turn.spawn);
            debug_assert!(played.is_ok(), "a record holds a legal game");
        }
        game
    }
}

/// Prints the whole record: what is appended to a file of games.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{MAGIC}\n");
        self.write_header(&mut text)?;
        self.write_moves(&mut text)?;
        writeln!(f, "{text}end {:08x}", crc32(text.as_bytes()))
    }
}

impl GameRecord {
    fn write_header(&self, text: &mut String) -> fmt::Result {
        if let Some((Seed(seed), number)) = self.seed {
            writeln!(text, "seed {seed} {number}")?;
        }
        for (key, value) in [("agent", &self.agent), ("date", &self.date)] {
            if let Some(value) = value {
                writeln!(text, "{key} {value}")?;
            }
        }
        match self.start {
            (board, 0) => writeln!(text, "start {board}")?,
            (board, score) => writeln!(text, "start {board} {score}")?,
        }
        writeln!(text, "result {}", self.result())
    }

    fn write_moves(&self, text: &mut String) -> fmt::Result {
        text.push_str(if self.turns.is_empty() { "moves" } else { "moves " });
        self.turns.iter().for_each(|turn| text.extend(letters(turn.mv, turn.spawn)));
        text.push('\n');
        Ok(())
    }

    /// Score, largest tile, number of moves, and whether the game was over.
    fn result(&self) -> String {
        let (board, score) = self.end;
        let state = if board.is_dead() { "over" } else { "unfinished" };
        format!("{score} {} {} {state}", board.max_tile().face(), self.turns.len())
    }
}

/// Takes edits back until a move comes or the start; false if there was none.
fn take_back_edits(game: &mut Game) -> bool {
    let mut any = false;
    while game.last_turn().is_none() && game.undo() {
        any = true;
    }
    any
}

/// A text for a header line: its words with one space between them; `None` if it has none.
fn one_line(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}
