//! The original game's `gameState`, as its page keeps it in `localStorage`: a board and a score, no turns.
//!
//! `{"grid":{"size":4,"cells":[[{"position":{"x":0,"y":0},"value":2},null,…],…]},"score":0,"over":false,…}`,
//! where `cells[x][y]` is the tile in column x and row y.

use super::{ParseBoardError, Setup, clipped};
use crate::{Board, Cell, Tile};

/// Reads the text, as it is or within quotes as some browsers copy it.
pub fn read(text: &str) -> Result<Setup, ParseBoardError> {
    let unquoted =
        text.strip_prefix('"').map(|text| text.strip_suffix('"').unwrap_or(text).replace('\\', ""));
    let mut scanner = Scanner { text: unquoted.as_deref().unwrap_or(text), place: 0 };
    let state = scanner.value(0).and_then(|state| scanner.end().map(|()| state));
    state.and_then(|state| setup(&state)).map_err(|why| ParseBoardError::GameState { why })
}

fn setup(state: &Value<'_>) -> Result<Setup, String> {
    let score = state.member("score").ok_or("no score, expected \"score\"")?;
    let grid = state.member("grid").ok_or("no board, expected \"grid\"")?;
    let shape = "expected four columns of four cells";
    let Some(Value::List(columns)) = grid.member("cells") else { return Err(format!("no cells, {shape}")) };
    let mut board = Board::EMPTY;
    for (x, column) in columns.iter().enumerate() {
        let Value::List(cells) = column else {
            return Err(format!("column {} is not a list, {shape}", x + 1));
        };
        if columns.len() != 4 || cells.len() != 4 {
            return Err(format!("a grid of {} by {}, {shape}", columns.len(), cells.len()));
        }
        for (y, placed) in cells.iter().enumerate() {
            let cell = Cell::at(y as u8, x as u8).ok_or(shape)?;
            board = board.with(cell, tile(placed).map_err(|why| format!("{}: {why}", cell.describe()))?);
        }
    }
    if columns.is_empty() {
        Err(format!("no cells, {shape}"))
    } else {
        Ok(Setup { board, score: Some(score.number()?) })
    }
}

/// The tile of a cell: `null`, or an object with its face as `value`.
fn tile(placed: &Value<'_>) -> Result<Tile, String> {
    if let Value::Word("null") = placed {
        return Ok(Tile::EMPTY);
    }
    let face = placed.member("value").ok_or("no tile, expected null or a \"value\"")?.number()?;
    let tile = Tile::from_face(face).filter(|tile| !tile.is_empty());
    tile.ok_or_else(|| format!("{face}, expected 2, 4, 8 … 131072"))
}

/// A text that objects and lists are read from, as far as they are needed here: no escapes.
struct Scanner<'a> {
    text: &'a str,
    place: usize,
}

enum Value<'a> {
    /// A number, a string, `true`, `false` or `null`.
    Word(&'a str),
    List(Vec<Value<'a>>),
    Object(Vec<(&'a str, Value<'a>)>),
}

/// How deep objects and lists may lie in each other: states are four deep.
const DEEPEST: usize = 16;

impl<'a> Scanner<'a> {
    fn value(&mut self, depth: usize) -> Result<Value<'a>, String> {
        match self.peek() {
            Some('[' | '{') if depth == DEEPEST => Err(self.fault("expected less depth")),
            Some('[') => self.members(']', |scanner| scanner.value(depth + 1)).map(Value::List),
            Some('{') => self.members('}', |scanner| scanner.entry(depth + 1)).map(Value::Object),
            _ => self.word().map(Value::Word),
        }
    }

    /// Everything up to the closing bracket, with commas between.
    fn members<T>(
        &mut self,
        close: char,
        mut member: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        self.place += 1;
        let mut members = Vec::new();
        while self.peek() != Some(close) {
            if !members.is_empty() {
                self.take(',')?;
            }
            members.push(member(self)?);
        }
        self.take(close).map(|()| members)
    }

    fn entry(&mut self, depth: usize) -> Result<(&'a str, Value<'a>), String> {
        let key = self.word()?;
        self.take(':')?;
        Ok((key, self.value(depth)?))
    }

    /// A string without its quotes, or letters and digits.
    fn word(&mut self) -> Result<&'a str, String> {
        self.peek();
        let rest = &self.text[self.place..];
        if let Some(quoted) = rest.strip_prefix('"') {
            let length = quoted.find('"').ok_or_else(|| self.fault("expected a closing quote"))?;
            self.place += length + 2;
            return Ok(&quoted[..length]);
        }
        let length =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)).unwrap_or(rest.len());
        self.place += length;
        if length > 0 { Ok(&rest[..length]) } else { Err(self.fault("expected a value")) }
    }

    fn take(&mut self, expected: char) -> Result<(), String> {
        if self.peek() != Some(expected) {
            return Err(self.fault(&format!("expected {expected:?}")));
        }
        self.place += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        if self.peek().is_none() { Ok(()) } else { Err(self.fault("expected nothing more")) }
    }

    /// The next character that is not space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.place..].trim_start();
        self.place = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn fault(&self, expected: &str) -> String {
        let found = match &self.text[self.place..] {
            "" => "the text breaks off".to_owned(),
            rest => format!("{:?}", clipped(rest)),
        };
        format!("character {}: {found}, {expected}", self.text[..self.place].chars().count() + 1)
    }
}

impl<'a> Value<'a> {
    fn member(&self, key: &str) -> Option<&Value<'a>> {
        let Value::Object(members) = self else { return None };
        members.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    fn number(&self) -> Result<u32, String> {
        match self {
            Value::Word(word) => word.parse().map_err(|_| format!("{:?}, expected a number", clipped(word))),
            _ => Err("a list or an object, expected a number".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The state of a page with a 2 in column 2, row 1, and a 1024 in column 4, row 3.
    const STATE: &str = r#"{"grid":{"size":4,"cells":[[null,null,null,null],
        [{"position":{"x":1,"y":0},"value":2},null,null,null],[null,null,null,null],
        [null,null,{"position":{"x":3,"y":2},"value":1024},null]]},
        "score":9216,"over":false,"won":false,"keepPlaying":false}"#;

    fn refused(text: &str) -> String {
        text.parse::<Setup>().unwrap_err().to_string()
    }

    #[test]
    fn a_board_and_a_score_come_out() {
        let board = ". 2 . . / . . . . / . . . 1024 / . . . .".parse().unwrap();
        let expected = Ok(Setup { board, score: Some(9216) });
        assert_eq!(STATE.parse(), expected);
        assert_eq!(format!("\"{}\"\n", STATE.replace('"', "\\\"")).parse(), expected);
        assert_eq!(STATE.parse(), Ok(board), "a board alone");
    }

    #[test]
    fn other_states_are_refused_with_the_place() {
        assert_eq!(refused("{}"), "as a gameState: no score, expected \"score\"");
        assert_eq!(
            refused(&STATE.replace("1024", "1000")),
            "as a gameState: row 3, column 4: 1000, expected 2, 4, 8 … 131072"
        );
        assert!(refused(&STATE.replace("[null,null,null,null],", "")).contains("a grid of 2 by 4"));
        assert!(refused(&STATE.replace("null,null,null,null", "null")).contains("a grid of 4 by 1"));
        assert!(refused(&STATE.replace("9216", "\"many\"")).contains("\"many\", expected a number"));
        assert!(refused(&STATE[..100]).contains("the text breaks off, expected"));
        assert!(refused(&"{\"a\":".repeat(100_000)).contains("expected less depth"));
        assert!(refused(&format!("{STATE}!")).contains("expected nothing more"));
    }
}
