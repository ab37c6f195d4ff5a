//! Boards and records in whatever form people have them.

use redouble::record::{letters, parse_turn};
use redouble::{Board, Game, GameRecord, Seed, Setup};
use redouble_analysis::import::{self, Format};
use serde::{Deserialize, Serialize};

use crate::Fault;

/// Asks what a text or a file is.
#[derive(Clone, Debug, Deserialize)]
pub struct ReadQuestion {
    /// The text.
    #[serde(default)]
    pub text: Option<String>,
    /// Or the bytes of a file in hex digits.
    #[serde(default)]
    pub hex: Option<String>,
}

/// What it is.
#[derive(Clone, Debug, Serialize)]
pub struct Reading {
    /// The format it was read as.
    pub format: &'static str,
    /// Its games; a board is a game without turns.
    pub games: Vec<ReadGame>,
}

/// One game.
#[derive(Clone, Debug, Serialize)]
pub struct ReadGame {
    start: String,
    /// The points made before.
    score: u32,
    /// Two characters a turn, as records write them.
    turns: String,
    /// The seed and the number, if its luck came from there.
    seed: Option<(u64, u64)>,
    agent: Option<String>,
    end: String,
    end_score: u32,
}

/// Asks for the record of a game.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordQuestion {
    /// The board it began with.
    pub start: String,
    /// The points made before.
    #[serde(default)]
    pub score: u32,
    /// Two characters a turn.
    pub turns: String,
    /// The seed and the number.
    #[serde(default)]
    pub seed: Option<(u64, u64)>,
    /// Who played.
    #[serde(default)]
    pub agent: Option<String>,
    /// When.
    #[serde(default)]
    pub date: Option<String>,
}

/// A record.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Its text.
    pub record: String,
}

/// The most bytes that are read as games: over a million moves, or tens of thousands of printed boards.
pub const MOST_TEXT: usize = 4_000_000;

/// A board in any form, with its score if the text has one.
pub(crate) fn setup(text: &str) -> Result<Setup, Fault> {
    text.parse().map_err(|why| Fault::of("board", why))
}

impl ReadQuestion {
    /// What it is.
    pub fn read(&self) -> Result<Reading, Fault> {
        let bytes = match (&self.text, &self.hex) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(hex)) => {
                unhex(hex).ok_or_else(|| Fault::of("hex", "expected pairs of hex digits"))?
            }
            _ => return Err(Fault::of("read", "expected either text or hex")),
        };
        refuse_long(bytes.len())?;
        let format = Format::of(&bytes);
        let games = import::read(&bytes, format).or_else(|why| match format {
            None => board_error(&bytes).map_or(Err(why), Err),
            Some(_) => Err(why),
        });
        let games = games.map_err(|why| Fault::Question(why.to_string()))?;
        Ok(Reading {
            format: format.map_or("unknown", Format::name),
            games: games.iter().map(ReadGame::from).collect(),
        })
    }
}

/// Refuses what would keep a browser or a server busy for long. The page says the same before it sends a file.
pub fn refuse_long(bytes: usize) -> Result<(), Fault> {
    let millions = |bytes: usize| bytes as f64 / 1e6;
    if bytes <= MOST_TEXT {
        return Ok(());
    }
    let why = format!("{:.1} MB, expected {} MB at most", millions(bytes), millions(MOST_TEXT));
    Err(Fault::of("record", why))
}

/// What is wrong with a text as a board says more than that it is nothing known.
fn board_error(bytes: &[u8]) -> Option<import::ImportError> {
    import::read(bytes, Some(Format::Board)).err()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    digits.len().is_multiple_of(2).then(|| digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

impl From<&GameRecord> for ReadGame {
    fn from(record: &GameRecord) -> ReadGame {
        let (start, score) = record.start();
        let (end, end_score) = record.end();
        ReadGame {
            start: start.to_string(),
            score,
            turns: record.turns().iter().flat_map(|turn| letters(turn.mv, turn.spawn)).collect(),
            seed: record.seed().map(|(Seed(seed), number)| (seed, number)),
            agent: record.agent().map(str::to_owned),
            end: end.to_string(),
            end_score,
        }
    }
}

impl RecordQuestion {
    /// The record.
    pub fn write(&self) -> Result<Written, Fault> {
        let start: Board = setup(&self.start)?.board;
        let (seed, number) = self.seed.unwrap_or_default();
        let mut game = Game::resume(start, self.score, Seed(seed), number);
        for (turn, number) in self.turns.as_bytes().chunks(2).zip(1..) {
            let fail = |why: String| Fault::of("turns", format!("turn {number}: {why}"));
            let (mv, spawn) = parse_turn(turn).map_err(fail)?;
            game.play_with(mv, spawn).map_err(|why| fail(why.to_string()))?;
        }
        let mut record = GameRecord::of(&game);
        if let Some(agent) = &self.agent {
            record = record.by(agent);
        }
        if let Some(date) = &self.date {
            record = record.on(date);
        }
        Ok(Written { record: record.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Reading, String> {
        let question = ReadQuestion { text: Some(text.to_owned()), hex: None };
        question.read().map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_game_is_written_and_read_back() {
        let game = Game::new(Seed(3), 1);
        let mv = game.board().slides().next().unwrap().0;
        let mut played = game.clone();
        played.play(mv).unwrap();
        let turns: String = played.turns().flat_map(|turn| letters(turn.mv, turn.spawn)).collect();
        let question = RecordQuestion {
            start: game.board().to_string(),
            score: 0,
            turns: turns.clone(),
            seed: Some((3, 1)),
            agent: Some("a person".into()),
            date: None,
        };
        let record = question.write().unwrap().record;
        assert_eq!(record, GameRecord::of(&played).by("a person").to_string());
        let reading = read(&record).unwrap();
        assert_eq!((reading.format, reading.games[0].turns.as_str()), ("redouble", turns.as_str()));
        assert_eq!(reading.games[0].seed, Some((3, 1)));
        let hex: String = record.bytes().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(ReadQuestion { text: None, hex: Some(hex) }.read().unwrap().games[0].turns, turns);
    }

    #[test]
    fn a_board_is_a_game_without_turns_and_its_faults_have_a_place() {
        let reading = read("2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2").unwrap();
        assert_eq!((reading.format, reading.games[0].end.as_str()), ("board", "ba98456732100001"));
        assert!(read("ba98456732x00001").unwrap_err().contains("row 3, column 3"));
    }

    #[test]
    fn a_text_is_refused_by_its_length_and_not_before() {
        let game = GameRecord::of(&Game::new(Seed(3), 1)).to_string();
        let games = game.repeat(MOST_TEXT / game.len());
        assert_eq!(read(&games).unwrap().games.len(), MOST_TEXT / game.len());
        let longer = games + &game.repeat(1 + 100_000 / game.len());
        assert_eq!(read(&longer).unwrap_err(), "record: 4.1 MB, expected 4 MB at most");
    }

    #[test]
    fn a_turn_against_the_rules_is_refused_with_its_place() {
        let question = |turns: &str| RecordQuestion {
            start: "0000000000000011".into(),
            score: 0,
            turns: turns.into(),
            seed: None,
            agent: None,
            date: None,
        };
        let why = |turns: &str| question(turns).write().unwrap_err().to_string();
        assert!(why("d0").starts_with("turns: turn 1: "), "{}", why("d0"));
        assert!(why("l0x").contains("turn 2: \"x\", expected one of u r d l"));
        assert!(why("lc").contains("turn 1"), "the cell is taken");
    }
}
