//! Games recorded by other programs, read into ours.
//!
//! | name | what | how it is recognised |
//! |---|---|---|
//! | `verse` | 2048verse, new: three characters a turn | `4x4-…_` |
//! | `verse-old` | 2048verse, old, and 2048league: one character a turn | `replay` |
//! | `next` | 2048-next: one character a turn, undo and edits | `REPLAY_v4C_` |
//! | `rpl` | the tablebase programs' `.rpl`: 25 bytes a turn | its last record |
//! | `gamestate` | the original game's `gameState`: a board and a score | JSON |
//! | `board` | a board in any other form of [`Setup`] | it can be read |
//!
//! Every turn is replayed: a record that does not follow the rules is refused with the place. The layouts are from
//! the programs' sources; **none of them was checked against a real export**.

mod next;
mod rpl;
mod verse;
mod verse_old;

use std::fmt;

use redouble::record::games;
use redouble::{Board, Cell, Game, GameRecord, Move, ParseBoardError, Seed, Setup, Spawn, Tile};

/// A kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Our own.
    Redouble,
    /// 2048verse, new.
    Verse,
    /// 2048verse, old; 2048league.
    VerseOld,
    /// 2048-next.
    Next,
    /// `.rpl` of the tablebase programs.
    Rpl,
    /// `gameState` of the original game.
    GameState,
    /// A board in whatever form.
    Board,
}

impl Format {
    /// All, in the order in which they are tried.
    pub const ALL: [Format; 7] = [
        Format::Redouble,
        Format::Next,
        Format::Verse,
        Format::VerseOld,
        Format::GameState,
        Format::Rpl,
        Format::Board,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Redouble => "redouble",
            Format::Verse => "verse",
            Format::VerseOld => "verse-old",
            Format::Next => "next",
            Format::Rpl => "rpl",
            Format::GameState => "gamestate",
            Format::Board => "board",
        }
    }

    /// The format that `bytes` seem to be in.
    pub fn of(bytes: &[u8]) -> Option<Format> {
        let text = bytes.trim_ascii_start();
        Format::ALL.into_iter().find(|format| match format {
            Format::Redouble => text.starts_with(b"redouble-game"),
            Format::Next => text.starts_with(b"REPLAY_v"),
            Format::Verse => verse::header(&String::from_utf8_lossy(text)).is_some(),
            Format::VerseOld => text.starts_with(b"replay"),
            Format::GameState => text.starts_with(b"{") || text.starts_with(b"\""),
            Format::Rpl => rpl::has_sentinel(bytes),
            Format::Board => str::from_utf8(text).is_ok_and(|text| text.parse::<Setup>().is_ok()),
        })
    }
}

/// Reads a game in `format`, or in whatever it seems to be.
///
/// A game that was edited on the way comes in parts, each from one edit to the next.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Vec<GameRecord>, ImportError> {
    let unknown = || {
        let known = Format::ALL.map(Format::name).join(", ");
        ImportError { format: None, reason: format!("unknown format, expected one of {known}") }
    };
    let format = format.or_else(|| Format::of(bytes)).ok_or_else(unknown)?;
    let read = match format {
        Format::Redouble => games(bytes).map(|game| game.map_err(|why| why.to_string())).collect(),
        Format::Verse => text(bytes).and_then(|text| verse::read(&text)).map(|game| GameRecord::parts(&game)),
        Format::VerseOld => verse_old::read(bytes).map(|game| GameRecord::parts(&game)),
        Format::Next => text(bytes).and_then(|text| next::read(&text)).map(|game| GameRecord::parts(&game)),
        Format::Rpl => rpl::read(bytes).map(|game| GameRecord::parts(&game)),
        Format::GameState | Format::Board => {
            text(bytes).and_then(|text| set_up(&text)).map(|game| GameRecord::parts(&game))
        }
    };
    read.map_err(|reason| ImportError { format: Some(format), reason })
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// What it was read as.
    pub format: Option<Format>,
    reason: String,
}

impl std::error::Error for ImportError {}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            Some(format) => write!(f, "as {}: {}", format.name(), self.reason),
            None => write!(f, "{}", self.reason),
        }
    }
}

fn text(bytes: &[u8]) -> Result<String, String> {
    let text = str::from_utf8(bytes)
        .map_err(|error| format!("byte {}: not UTF-8, expected text", error.valid_up_to() + 1))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// A game that goes on from a board. One that comes without a score gets what its tiles are worth.
fn set_up(text: &str) -> Result<Game, String> {
    let told = |why| match why {
        ParseBoardError::GameState { why } => why,
        other => other.to_string(),
    };
    let Setup { board, score } = text.parse().map_err(told)?;
    Ok(Game::resume(board, score.unwrap_or(board.score_by_tiles()), Seed(0), 0))
}

/// A move and what spawned after it, as other programs write turns.
#[derive(Clone, Copy, Debug)]
struct Item {
    mv: Move,
    spawn: Spawn,
}

/// The game whose first two items are the tiles it starts with.
fn game_of(items: &[Item]) -> Result<Game, String> {
    let [first, second, turns @ ..] = items else {
        return Err(format!("{} items, expected two starting tiles at least", items.len()));
    };
    let board = Board::EMPTY.with(first.spawn.cell, first.spawn.tile);
    if !board.tile(second.spawn.cell).is_empty() {
        return Err(format!("item 2: both starting tiles are in {}", second.spawn.cell.describe()));
    }
    let mut game = Game::resume(board.with(second.spawn.cell, second.spawn.tile), 0, Seed(0), 0);
    for (item, number) in turns.iter().zip(3..) {
        play(&mut game, *item).map_err(|why| format!("item {number}: {why}"))?;
    }
    Ok(game)
}

/// Plays a turn; where it is against the rules, the board is a part of the reason.
fn play(game: &mut Game, Item { mv, spawn }: Item) -> Result<(), String> {
    let on = game.board();
    game.play_with(mv, spawn).map(drop).map_err(|why| format!("{why} (on {on})"))
}

fn cell_at(x: u32, y: u32) -> Result<Cell, String> {
    let at = |x, y| Cell::at(u8::try_from(y).ok()?, u8::try_from(x).ok()?);
    at(x, y).ok_or_else(|| format!("column {}, row {}, expected 1 to 4", x + 1, y + 1))
}

fn spawned(four: bool) -> Tile {
    if four { Tile::FOUR } else { Tile::TWO }
}

/// Whether the size of a board is ours.
fn check_size(size: &str) -> Result<(), String> {
    if size == "4x4" { Ok(()) } else { Err(format!("a board of {size}, expected 4x4")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble::{AgentSpec, Limits, spec::Resources};

    fn record(number: u64) -> GameRecord {
        let mut game = Game::new(Seed(11), number);
        let mut agent =
            "greedy(eval=merges)".parse::<AgentSpec>().unwrap().build(&Resources::default()).unwrap();
        while let Some(mv) = agent.choose(game.board(), 0, Limits::NONE).best {
            game.play(mv);
        }
        GameRecord::of(&game)
    }

    /// What other programs know of a game: no seed.
    fn same_game(found: &[GameRecord], expected: &GameRecord) -> bool {
        found.len() == 1 && found[0].turns() == expected.turns() && found[0].start().0 == expected.start().0
    }

    #[test]
    fn whole_games_come_back_from_every_format_which_is_recognised() {
        for number in 0..20 {
            let record = record(number);
            let texts: [(Format, Vec<u8>); 5] = [
                (Format::Redouble, record.to_string().into()),
                (Format::Verse, verse::tests::written(&record).into()),
                (Format::VerseOld, verse_old::tests::written(&record).into()),
                (Format::Next, next::tests::written(&record).into()),
                (Format::Rpl, rpl::tests::written(&record)),
            ];
            for (format, bytes) in texts {
                assert_eq!(Format::of(&bytes), Some(format));
                assert!(same_game(&read(&bytes, None).unwrap(), &record), "{format:?} of game {number}");
            }
        }
    }

    #[test]
    fn nothing_that_is_read_panics() {
        let record = record(3);
        let texts = [
            verse::tests::written(&record),
            verse_old::tests::written(&record),
            next::tests::written(&record),
        ];
        let mut all: Vec<Vec<u8>> = texts.map(String::into_bytes).into();
        all.push(rpl::tests::written(&record));
        let mut rng = redouble::Rng::new(4);
        for bytes in all {
            for _ in 0..300 {
                let mut bytes = bytes.clone();
                bytes.truncate(rng.below(bytes.len() as u32) as usize + 1);
                let place = rng.below(bytes.len() as u32) as usize;
                bytes[place] = rng.bits() as u8;
                for format in Format::ALL {
                    let _ = read(&bytes, Some(format));
                }
            }
        }
    }

    #[test]
    fn a_board_is_a_game_without_turns_in_every_form() {
        let end = |text: &str| read(text.as_bytes(), None).map(|games| games[0].end());
        let board: Board = "ba98456732100001".parse().unwrap();
        assert_eq!(end("ba98 4567 3210 0001"), Ok((board, board.score_by_tiles())));
        let state = r#"{"grid":{"size":4,"cells":[[null,null,null,null],[null,null,null,null],
            [null,null,null,null],[null,null,{"position":{"x":3,"y":2},"value":1024},null]]},"score":9216}"#;
        assert_eq!(end(state), Ok((". . . . / . . . . / . . . 1024 / . . . .".parse().unwrap(), 9216)));
        let wrong = end(&state.replace("1024", "1000")).unwrap_err().to_string();
        assert_eq!(wrong, "as gamestate: row 3, column 4: 1000, expected 2, 4, 8 … 131072");
    }

    #[test]
    fn what_nobody_wrote_is_refused() {
        let error = read(b"Dear diary", None).unwrap_err();
        assert_eq!(error.format, None);
        assert!(error.to_string().contains("expected one of redouble, next, verse"));
    }
}
