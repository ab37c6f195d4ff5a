//! Boards and moves as text: printed one way, read in several.

use std::fmt;
use std::str::FromStr;

use crate::{Afterstate, Board, Cell, Move, Spawn, Tile};

/// Prints the sixteen characters of the hex form; with `{:#}` the sixteen values.
///
/// ```
/// # use redouble::Board;
/// let board: Board = "2 4 . . / . . . . / . . . . / . . . 1024".parse()?;
/// assert_eq!(format!("{board}"), "120000000000000a");
/// assert_eq!(format!("{board:#}"), "2 4 . . / . . . . / . . . . / . . . 1024");
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.pad(&values(*self));
        }
        let text: String = self.tiles().map(hex_digit).iter().collect();
        f.pad(&text)
    }
}

/// Prints a picture: four rows of faces, `.` where a cell is empty.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.max_tile().to_string().len();
        for row in self.tiles().chunks(4) {
            writeln!(f)?;
            for tile in row {
                write!(f, " {tile:>width$}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Afterstate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board().fmt(f)
    }
}

/// Prints the face, `.` for an empty cell.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { f.pad(".") } else { f.pad(&self.face().to_string()) }
    }
}

/// Prints where it is, `row 1, column 4` being the top right.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row() + 1, self.column() + 1)
    }
}

/// Prints such as `a 2 in row 1, column 4`.
impl fmt::Display for Spawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} in {}", self.tile, self.cell)
    }
}

/// Prints `up`, `right`, `down` or `left`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads both forms of a board.
///
/// * *hex*: sixteen characters, `0` empty, `1` a 2, … `f` 32768, `g` 65536, `h` 131072, in either case;
/// * *values*: sixteen numbers apart from each other by spaces, commas, slashes or newlines, `.`, `_` and `-`
///   being empty cells as well as `0`.
///
/// ```
/// # use redouble::Board;
/// let board: Board = "
///     2048 1024  512  256
///       16   32   64  128
///        8    4    2    .
///        .    .    .    2".parse()?;
/// assert_eq!(board, "ba98456732100001".parse()?);
///
/// let refused = "ba98456732x00001".parse::<Board>().unwrap_err();
/// assert_eq!(refused.to_string(), "character 11 is 'x', expected 0 to 9 or a to h");
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let separator = |c: char| c.is_whitespace() || c == ',' || c == '/';
        let words: Vec<&str> = text.split(separator).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [] => Err(ParseBoardError::Nothing),
            [word] => parse_hex(word),
            _ => parse_values(&words),
        }
    }
}

fn parse_hex(word: &str) -> Result<Board, ParseBoardError> {
    let mut board = Board::EMPTY;
    let length = word.chars().count();
    if length != 16 {
        return Err(ParseBoardError::Length { found: length });
    }
    for (cell, found) in Cell::all().zip(word.chars()) {
        let tile = found.to_digit(18).and_then(|digit| Tile::new(digit as u8));
        board = board.with(cell, tile.ok_or(ParseBoardError::Character { cell, found })?);
    }
    Ok(board)
}

fn parse_values(words: &[&str]) -> Result<Board, ParseBoardError> {
    let mut board = Board::EMPTY;
    for (cell, word) in Cell::all().zip(words) {
        let bad = || ParseBoardError::Value { cell, found: clipped(word) };
        board = board.with(cell, parse_value(word).ok_or_else(bad)?);
    }
    if words.len() == 16 { Ok(board) } else { Err(ParseBoardError::Count { found: words.len() }) }
}

fn parse_value(word: &str) -> Option<Tile> {
    match word {
        "." | "_" | "-" => Some(Tile::EMPTY),
        _ if word.starts_with('+') => None, // which `u32` would read
        _ => Tile::from_face(word.parse().ok()?),
    }
}

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// There is nothing to read.
    Nothing,
    /// One word, which must be the hex form, but not of sixteen characters.
    Length {
        /// Its number of characters.
        found: usize,
    },
    /// A character of the hex form that stands for no tile.
    Character {
        /// The cell it is for.
        cell: Cell,
        /// The character.
        found: char,
    },
    /// Several words, but not sixteen.
    Count {
        /// How many.
        found: usize,
    },
    /// A word of the values form that is no tile.
    Value {
        /// The cell it is for.
        cell: Cell,
        /// The word, cut if it is long.
        found: String,
    },
}

impl std::error::Error for ParseBoardError {}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Nothing => write!(f, "no board: expected 16 hex characters or 16 values"),
            ParseBoardError::Length { found } => {
                write!(f, "one word of {found} characters, expected 16 hex characters or 16 values")
            }
            ParseBoardError::Character { cell, found } => {
                write!(f, "character {} is {found:?}, expected 0 to 9 or a to h", cell.index() + 1)
            }
            ParseBoardError::Count { found } => write!(f, "{found} values, expected 16"),
            ParseBoardError::Value { cell, found } => {
                let number = cell.index() + 1;
                write!(f, "value {number} ({cell}) is {found:?}, expected . or 2, 4, 8 … 131072")
            }
        }
    }
}

/// Reads `up`, `right`, `down`, `left` or their first letters.
///
/// ```
/// # use redouble::Move;
/// assert_eq!("left".parse(), Ok(Move::Left));
/// assert_eq!("l".parse(), Ok(Move::Left));
/// assert!("west".parse::<Move>().is_err());
/// ```
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let called = |mv: &Move| text == mv.name() || text.chars().eq([mv.letter()]);
        Move::ALL.into_iter().find(called).ok_or_else(|| ParseMoveError { found: clipped(text) })
    }
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError {
    found: String,
}

impl std::error::Error for ParseMoveError {}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no move, expected up, down, left or right, or u, d, l or r", self.found)
    }
}

fn values(board: Board) -> String {
    let words = board.tiles().map(|tile| tile.to_string());
    words.chunks(4).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ")
}

fn hex_digit(tile: Tile) -> char {
    char::from_digit(u32::from(tile.exponent()), 18).unwrap_or('?')
}

/// As much of a text as an error message should repeat.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERED: &str = "ba98456732100001";

    fn refusal(text: &str) -> String {
        text.parse::<Board>().unwrap_err().to_string()
    }

    #[test]
    fn both_forms_read_the_same_board() {
        let board: Board = ORDERED.parse().unwrap();
        let values = "2048 1024 512 256 / 16,32,64,128\n8 4 2 . _ - 0 2";
        assert_eq!(values.parse(), Ok(board));
        assert_eq!(ORDERED.to_uppercase().parse(), Ok(board));
        assert_eq!(format!(" {ORDERED}\n").parse(), Ok(board));
    }

    #[test]
    fn the_largest_tiles_have_letters_and_faces() {
        let board: Board = "h000g000f0000000".parse().unwrap();
        assert_eq!("131072 0 0 0 65536 0 0 0 32768 0 0 0 0 0 0 0".parse(), Ok(board));
        assert_eq!(board.to_string(), "h000g000f0000000");
        assert_eq!(format!("{board:#}"), "131072 . . . / 65536 . . . / 32768 . . . / . . . .");
    }

    #[test]
    fn a_board_is_refused_with_the_place_and_what_was_expected() {
        assert_eq!(refusal(" \n"), "no board: expected 16 hex characters or 16 values");
        assert_eq!(refusal("left"), "one word of 4 characters, expected 16 hex characters or 16 values");
        assert_eq!(refusal("ba9845673210000i"), "character 16 is 'i', expected 0 to 9 or a to h");
        assert_eq!(refusal("ba98456732é00001"), "character 11 is 'é', expected 0 to 9 or a to h");
        assert_eq!(refusal("2 4 8"), "3 values, expected 16");
        let three = "2 4 8 16  2 3 8 16  2 4 8 16  2 4 8 16";
        assert_eq!(refusal(three), "value 6 (row 2, column 2) is \"3\", expected . or 2, 4, 8 … 131072");
    }

    #[test]
    fn values_that_are_no_tiles_are_refused() {
        for word in ["1", "6", "262144", "4294967298", "-2", "+2", "2.0", "..", "two", "١"] {
            let text = format!("{word} 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
            assert!(matches!(text.parse::<Board>(), Err(ParseBoardError::Value { .. })), "{word}");
        }
    }

    #[test]
    fn debug_is_a_picture() {
        let board: Board = ORDERED.parse().unwrap();
        let picture = "
 2048 1024  512  256
   16   32   64  128
    8    4    2    .
    .    .    .    2";
        assert_eq!(format!("{board:?}"), picture);
        assert_eq!(picture.parse(), Ok(board));
    }

    #[test]
    fn moves_are_read_by_name_and_by_letter() {
        for mv in Move::ALL {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.letter().to_string().parse(), Ok(mv));
        }
        for text in ["", "U", "le", "left ", "rl", "north"] {
            let error = text.parse::<Move>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is no move, expected up")), "{error}");
        }
    }
}
