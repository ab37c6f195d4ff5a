//! Boards and moves as text: printed one way, read in several.

mod cells;
mod game_state;
mod setup;

use std::fmt;
use std::str::FromStr;

use crate::{Afterstate, Board, Cell, Move, Tile};

pub use setup::{ParseBoardError, Setup};

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

/// Reads a face, or `.` or 0 for an empty cell.
///
/// ```
/// # use redouble::Tile;
/// assert_eq!("2048".parse(), Ok(Tile::new(11).unwrap()));
/// assert_eq!(".".parse(), Ok(Tile::EMPTY));
/// assert!("3".parse::<Tile>().is_err());
/// ```
impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Tile, ParseTileError> {
        let face = if text == "." { Some(0) } else { text.parse().ok() };
        face.and_then(Tile::from_face).ok_or_else(|| ParseTileError { found: clipped(text) })
    }
}

/// A text that is not a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTileError {
    found: String,
}

impl std::error::Error for ParseTileError {}

impl fmt::Display for ParseTileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a tile, expected . or 2, 4, 8 … 131072", self.found)
    }
}

impl Cell {
    /// Where it is, in words: `row 1, column 4` is the top right.
    pub fn describe(self) -> String {
        format!("row {}, column {}", self.row() + 1, self.column() + 1)
    }
}

/// Prints `up`, `right`, `down` or `left`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError {
    found: String,
}

impl std::error::Error for ParseMoveError {}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a move, expected up, down, left or right, or u, d, l or r", self.found)
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
    fn every_tile_is_read_as_it_is_printed() {
        for tile in (0..18).filter_map(Tile::new) {
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
        for text in ["", "1", "3", "-2", "2.0", "262144", "99999999999"] {
            let error = text.parse::<Tile>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is not a tile, expected .")), "{error}");
        }
    }

    #[test]
    fn moves_are_read_by_name_and_by_letter() {
        for mv in Move::ALL {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.letter().to_string().parse(), Ok(mv));
        }
        for text in ["", "U", "le", "left ", "rl", "north"] {
            let error = text.parse::<Move>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is not a move, expected up")), "{error}");
        }
    }
}
