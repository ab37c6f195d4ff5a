//! Reading records: every move is replayed, and nothing impossible is let in.

use std::fmt;
use std::str::FromStr;

use super::{GameRecord, MAGIC, one_line, parse_turn};
use crate::checksum::crc32;
use crate::text::clipped;
use crate::{Board, Game, IllegalTurn, Seed, Spawn};

/// Reads all games of a file, one after the other.
///
/// A game that cannot be read is an error in its place, and the next one is read all the same. A game that
/// breaks off is an error that [is torn](RecordError::is_torn): a process died while writing it.
pub fn games(bytes: &[u8]) -> Records<'_> {
    Records { rest: bytes, game: 0, line: 0 }
}

/// The length up to which a file of games is whole: what to cut it to before the next game is appended.
///
/// ```
/// use redouble::{Game, GameRecord, Seed, record::whole_length};
/// let game = GameRecord::of(&Game::new(Seed(1), 0)).to_string();
/// let torn = format!("{game}{}", &game[..40]);
/// assert_eq!(whole_length(torn.as_bytes()), Ok(game.len()));
/// assert!(whole_length(b"Dear diary").is_err());
/// ```
pub fn whole_length(bytes: &[u8]) -> Result<usize, RecordError> {
    let reason = foreign(lines(bytes).next().unwrap_or_default());
    if let Some(reason) = reason {
        return Err(RecordError { game: 1, line: 1, reason: Reason::Wrong(reason) });
    }
    let (mut length, mut whole) = (0, 0);
    for line in lines(bytes) {
        length += line.len();
        whole = if is_end(line) { length } else { whole };
    }
    Ok(whole)
}

/// The games of a file: see [`games`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    rest: &'a [u8],
    game: usize,
    line: usize,
}

impl Iterator for Records<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(rest) = self.rest.strip_prefix(b"\n") {
            (self.rest, self.line) = (rest, self.line + 1);
        }
        let (text, rest) = self.rest.split_at(extent(self.rest));
        if text.is_empty() {
            return None;
        }
        self.game += 1;
        let locate = |At(line, reason)| RecordError { game: self.game, line: self.line + line, reason };
        let game = read_game(text).map_err(locate);
        (self.rest, self.line) = (rest, self.line + lines(text).count());
        Some(game)
    }
}

/// Reads one game, as it was printed.
impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<GameRecord, RecordError> {
        let text = format!("{}\n", text.trim());
        let refuse = |line, reason| RecordError { game: 1, line, reason: Reason::Wrong(reason) };
        let mut all = games(text.as_bytes());
        let game = all.next().ok_or_else(|| refuse(1, format!("nothing, expected `{MAGIC}`")))??;
        if all.rest.is_empty() { Ok(game) } else { Err(refuse(all.line + 1, "expected one game".into())) }
    }
}

/// Why a game cannot be read, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    game: usize,
    line: usize,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    /// The end of it was never written.
    Torn,
    /// What is there and what was expected.
    Wrong(String),
}

impl RecordError {
    /// Whether the game breaks off: the end of it was never written.
    pub fn is_torn(&self) -> bool {
        self.reason == Reason::Torn
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: ", self.game, self.line)?;
        match &self.reason {
            Reason::Torn => write!(f, "the game breaks off here, expected lines up to `end`"),
            Reason::Wrong(reason) => write!(f, "{reason}"),
        }
    }
}

/// A reason with its line, counted from 1 at the top of the game.
struct At(usize, Reason);

/// What is wrong with a line.
fn wrong(line: usize, reason: String) -> At {
    At(line, Reason::Wrong(reason))
}

/// The lines of a text, each with its newline.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n')
}

fn is_end(line: &[u8]) -> bool {
    line.starts_with(b"end ") && line.ends_with(b"\n")
}

/// Why a line is not the first of a game, nor a torn piece of it.
fn foreign(line: &[u8]) -> Option<String> {
    let torn = !line.ends_with(b"\n") && MAGIC.as_bytes().starts_with(line);
    let first = line.strip_suffix(b"\n") == Some(MAGIC.as_bytes());
    let found = || clipped(String::from_utf8_lossy(line).trim_end());
    (!torn && !first).then(|| format!("{:?}, expected `{MAGIC}`", found()))
}

/// How far the game at the start of a text goes: to its last line, to the next game, or to the end of all.
fn extent(bytes: &[u8]) -> usize {
    let mut length = 0;
    for line in lines(bytes) {
        if length > 0 && line.strip_suffix(b"\n") == Some(MAGIC.as_bytes()) {
            break;
        }
        length += line.len();
        if is_end(line) {
            break;
        }
    }
    length
}

fn read_game(bytes: &[u8]) -> Result<GameRecord, At> {
    let body = unsealed(bytes)?;
    let text = str::from_utf8(body).map_err(|error| {
        wrong(lines(&body[..=error.valid_up_to()]).count(), "not UTF-8, expected text".to_owned())
    })?;
    Fields::read(text)?.replay()
}

/// A game without its last line, which must be there and fit the rest.
fn unsealed(bytes: &[u8]) -> Result<&[u8], At> {
    if let Some(reason) = lines(bytes).next().and_then(foreign) {
        return Err(wrong(1, reason));
    }
    let (count, last) = (lines(bytes).count(), lines(bytes).last().unwrap_or_default());
    let body = &bytes[..bytes.len() - last.len()];
    let seal = format!("end {:08x}", crc32(body));
    match last.strip_suffix(b"\n") {
        Some(end) if end == seal.as_bytes() => Ok(body),
        Some(end) if is_end(last) => {
            let found = clipped(&String::from_utf8_lossy(end));
            Err(wrong(count, format!("{found:?}, expected `{seal}`: the game was changed")))
        }
        _ => Err(At(count, Reason::Torn)),
    }
}

/// The lines of a game by their keys, each with its line number.
#[derive(Default)]
struct Fields<'a> {
    seed: Option<(usize, &'a str)>,
    agent: Option<(usize, &'a str)>,
    date: Option<(usize, &'a str)>,
    start: Option<(usize, &'a str)>,
    result: Option<(usize, &'a str)>,
    moves: Option<(usize, &'a str)>,
}

impl<'a> Fields<'a> {
    fn read(text: &'a str) -> Result<Fields<'a>, At> {
        let mut fields = Fields::default();
        for (line, number) in text.lines().zip(1..).skip(1) {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let field = fields.field(key).ok_or_else(|| {
                wrong(
                    number,
                    format!("{:?}, expected seed, agent, date, start, result or moves", clipped(key)),
                )
            })?;
            if field.replace((number, value)).is_some() {
                return Err(wrong(number, format!("a second `{key}`, expected one")));
            }
        }
        Ok(fields)
    }

    fn field(&mut self, key: &str) -> Option<&mut Option<(usize, &'a str)>> {
        Some(match key {
            "seed" => &mut self.seed,
            "agent" => &mut self.agent,
            "date" => &mut self.date,
            "start" => &mut self.start,
            "result" => &mut self.result,
            "moves" => &mut self.moves,
            _ => return None,
        })
    }

    fn replay(&self) -> Result<GameRecord, At> {
        let missing = |key| move || wrong(1, format!("no `{key}` line, expected one"));
        let (start_line, start) = self.start.ok_or_else(missing("start"))?;
        let (moves_line, moves) = self.moves.ok_or_else(missing("moves"))?;
        let (result_line, result) = self.result.ok_or_else(missing("result"))?;
        let (board, score) = parse_start(start).map_err(|reason| wrong(start_line, reason))?;
        let seed = self.seed.map(|(line, text)| parse_seed(text).map_err(|reason| wrong(line, reason)));
        let seed = seed.transpose()?;

        let (of, number) = seed.unwrap_or_default();
        let mut game = Game::resume(board, score, of, number);
        play_all(&mut game, moves, seed.is_some()).map_err(|reason| wrong(moves_line, reason))?;

        let [agent, date] = [self.agent, self.date].map(|field| field.and_then(|(_, text)| one_line(text)));
        let record = GameRecord { seed, agent, date, ..GameRecord::of(&game) };
        if result != record.result() {
            let reason =
                format!("{:?}, expected {:?} as the moves make it", clipped(result), record.result());
            return Err(wrong(result_line, reason));
        }
        Ok(record)
    }
}

fn parse_start(text: &str) -> Result<(Board, u32), String> {
    let (board, score) = text.split_once(' ').unwrap_or((text, "0"));
    let board = board.parse::<Board>().map_err(|error| error.to_string())?;
    let score = score.parse().map_err(|_| format!("{:?}, expected a score", clipped(score)))?;
    Ok((board, score))
}

fn parse_seed(text: &str) -> Result<(Seed, u64), String> {
    let numbers =
        text.split_once(' ').and_then(|(seed, game)| Some((seed.parse().ok()?, game.parse().ok()?)));
    let (seed, game) =
        numbers.ok_or_else(|| format!("{:?}, expected a seed and a game number", clipped(text)))?;
    Ok((Seed(seed), game))
}

/// Plays two characters at a time; with a seed the spawns must be those of its luck.
fn play_all(game: &mut Game, moves: &str, seeded: bool) -> Result<(), String> {
    for (turn, number) in moves.as_bytes().chunks(2).zip(1..) {
        play_turn(game, turn, seeded).map_err(|reason| format!("move {number}: {reason}"))?;
    }
    Ok(())
}

fn play_turn(game: &mut Game, turn: &[u8], seeded: bool) -> Result<(), String> {
    let (mv, spawn) = parse_turn(turn)?;
    let illegal = IllegalTurn::Slide(mv);
    let played = if seeded { game.play(mv).ok_or(illegal) } else { game.play_with(mv, spawn) };
    match played.map_err(|illegal| illegal.to_string())?.spawn {
        made if made == spawn => Ok(()),
        made => Err(format!("{}, expected {} as the seed makes it", words(spawn), words(made))),
    }
}

fn words(Spawn { cell, tile }: Spawn) -> String {
    format!("a {tile} in {}", cell.describe())
}
