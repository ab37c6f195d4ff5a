//! A board as people and programs write it down, in whatever form.

use std::fmt;
use std::str::FromStr;

use super::{cells, clipped, game_state};
use crate::{Board, Cell, Tile, record};

/// A board that a text gives, with the score where the text knows it.
///
/// Read from any of these:
///
/// * *hex*: sixteen characters, `0` empty, `1` a 2, … `f` 32768, `g` 65536, `h` 131072, in either case, in one word
///   or in four words of four;
/// * *values*: sixteen numbers with spaces, tabs, commas, semicolons, bars, slashes, brackets or line breaks between
///   them. `0`, `.`, `_`, `-`, `·` and nothing between two bars are empty cells; frames around cells are skipped;
/// * the `gameState` of the original game, as its page keeps it: a board and a score;
/// * [records](record) of games: where the last game ended, with its score.
///
/// ```
/// # use redouble::Setup;
/// let drawn: Setup = "
///     +------+------+------+------+
///     | 2048 | 1024 |  512 |  256 |
///     |   16 |   32 |   64 |  128 |
///     |    8 |    4 |    2 |      |
///     |      |      |      |    2 |
///     +------+------+------+------+".parse()?;
/// let rows: Setup = "[[2048,1024,512,256],[16,32,64,128],[8,4,2,0],[0,0,0,2]]".parse()?;
/// assert_eq!(drawn, rows);
/// assert_eq!(drawn, "ba98 4567 3210 0001".parse()?);
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The points made so far, if the text says so.
    pub score: Option<u32>,
}

impl From<Board> for Setup {
    fn from(board: Board) -> Setup {
        Setup { board, score: None }
    }
}

impl FromStr for Setup {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Setup, ParseBoardError> {
        let text = text.trim();
        if text.starts_with("redouble-game") {
            return last_board(text);
        }
        if text.starts_with(['{', '"']) {
            return game_state::read(text);
        }
        board(text).map(Setup::from)
    }
}

/// Reads a board from any form of a [`Setup`].
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
/// assert_eq!(refused.to_string(), "character 11 (row 3, column 3) is 'x', expected 0 to 9 or a to h");
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        text.parse().map(|setup: Setup| setup.board)
    }
}

fn last_board(text: &str) -> Result<Setup, ParseBoardError> {
    // Windows ends lines in two characters, which records do not.
    let text = format!("{}\n", text.replace("\r\n", "\n"));
    let wrong = |why: record::RecordError| ParseBoardError::Record { why: why.to_string() };
    let games = record::games(text.as_bytes()).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let (board, score) = games.last().ok_or(ParseBoardError::Nothing)?.end();
    Ok(Setup { board, score: Some(score) })
}

/// The letters or the values, whichever there are sixteen of. Cells that say something come first: a drawing whose
/// empty cells are written out may have gaps between its bars.
fn board(text: &str) -> Result<Board, ParseBoardError> {
    let words = cells::written(text);
    if words.len() == 16 {
        return values(&words);
    }
    let cells = cells::between_bars(text);
    if cells.len() == 16 {
        return values(&cells);
    }
    match words[..] {
        [] if cells.is_empty() => Err(ParseBoardError::Nothing),
        [word] if cells.len() <= 1 => hex(word),
        [..] if words.len() == 4 && words.iter().all(|word| word.chars().count() == 4) => {
            hex(&words.concat())
        }
        _ => Err(ParseBoardError::Count { found: cells.len() }),
    }
}

fn hex(word: &str) -> Result<Board, ParseBoardError> {
    let length = word.chars().count();
    if length != 16 {
        return Err(ParseBoardError::Length { found: length });
    }
    let mut board = Board::EMPTY;
    for (cell, found) in Cell::all().zip(word.chars()) {
        let tile = found.to_digit(18).and_then(|digit| Tile::new(digit as u8));
        board = board.with(cell, tile.ok_or(ParseBoardError::Character { cell, found })?);
    }
    Ok(board)
}

fn values(words: &[&str]) -> Result<Board, ParseBoardError> {
    let mut board = Board::EMPTY;
    for (cell, word) in Cell::all().zip(words) {
        let bad = || ParseBoardError::Value { cell, found: clipped(word) };
        board = board.with(cell, value(word).ok_or_else(bad)?);
    }
    Ok(board)
}

fn value(word: &str) -> Option<Tile> {
    match word {
        "" | "." | "_" | "-" | "·" => Some(Tile::EMPTY),
        _ if word.starts_with('+') => None, // which `u32` would read
        _ => Tile::from_face(word.parse().ok()?),
    }
}

/// Why a text is not a board.
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
    /// Several cells, but not sixteen.
    Count {
        /// How many.
        found: usize,
    },
    /// A word of the values form that is not a tile.
    Value {
        /// The cell it is for.
        cell: Cell,
        /// The word, cut if it is long.
        found: String,
    },
    /// Something in braces or quotes that is not a `gameState`.
    GameState {
        /// What is wrong with it.
        why: String,
    },
    /// Records of games, one of which cannot be read.
    Record {
        /// What is wrong with it.
        why: String,
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
                let number = cell.index() + 1;
                write!(f, "character {number} ({}) is {found:?}, expected 0 to 9 or a to h", cell.describe())
            }
            ParseBoardError::Count { found: 1 } => write!(f, "1 value, expected 16"),
            ParseBoardError::Count { found } => write!(f, "{found} values, expected 16"),
            ParseBoardError::Value { cell, found } => {
                let number = cell.index() + 1;
                write!(f, "value {number} ({}) is {found:?}, expected . or 2, 4, 8 … 131072", cell.describe())
            }
            ParseBoardError::GameState { why } => write!(f, "as a gameState: {why}"),
            ParseBoardError::Record { why } => write!(f, "as a record: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, GameRecord, Move, Seed};

    const ORDERED: &str = "ba98456732100001";

    fn refusal(text: &str) -> String {
        text.parse::<Board>().unwrap_err().to_string()
    }

    fn reads(text: &str) {
        assert_eq!(text.parse::<Board>().map(|board| board.to_string()), Ok(ORDERED.into()), "{text}");
    }

    #[test]
    fn letters_and_values_read_the_same_board() {
        reads("2048 1024 512 256 / 16,32,64,128\n8 4 2 . _ - 0 2");
        reads(&ORDERED.to_uppercase());
        reads(&format!(" {ORDERED}\n"));
    }

    #[test]
    fn letters_come_in_four_groups_too() {
        for text in
            ["ba98 4567 3210 0001", "ba98/4567/3210/0001", "BA98\n4567\n3210\n0001", "ba98|4567|3210|0001"]
        {
            reads(text);
        }
        let wrong = "ba98 4567 32x0 0001";
        assert_eq!(refusal(wrong), "character 11 (row 3, column 3) is 'x', expected 0 to 9 or a to h");
    }

    #[test]
    fn values_stand_between_anything_that_separates() {
        for text in [
            "[[2048,1024,512,256],[16,32,64,128],[8,4,2,0],[0,0,0,2]]",
            "2048\t1024\t512\t256\r\n16\t32\t64\t128\r\n8\t4\t2\t0\r\n0\t0\t0\t2\r\n",
            "(2048; 1024; 512; 256); (16; 32; 64; 128); (8; 4; 2; 0); (0; 0; 0; 2)",
            "2048|1024|512|256|16|32|64|128|8|4|2|||||2",
            "2048|1024|512|256/16|32|64|128/8|4|2|-/|||2",
            "2048 1024 512 256 | 16 32 64 128 | 8 4 2 . | . . . 2",
        ] {
            reads(text);
        }
    }

    #[test]
    fn drawings_are_read_whatever_their_frames() {
        let table = "| 2048 | 1024 | 512 | 256 |\n|---:|---:|---:|---:|\n| 16 | 32 | 64 | 128 |\n| 8 | 4 | 2 | |\n| | | | 2 |";
        let tall = "
            +------+------+------+------+
            |      |      |      |      |
            | 2048 | 1024 |  512 |  256 |
            |      |      |      |      |
            +------+------+------+------+
            |      |      |      |      |
            |   16 |   32 |   64 |  128 |
            |      |      |      |      |
            +------+------+------+------+
            |      |      |      |      |
            |    8 |    4 |    2 |      |
            |      |      |      |      |
            +------+------+------+------+
            |      |      |      |      |
            |      |      |      |    2 |
            |      |      |      |      |
            +------+------+------+------+";
        let lines = "┌────┬────┬───┬───┐\n│2048│1024│512│256│\n├────┼────┼───┼───┤\n│  16│  32│ 64│128│\n\
                     ├────┼────┼───┼───┤\n│   8│   4│  2│   │\n├────┼────┼───┼───┤\n│    │    │   │  2│\n└────┴────┴───┴───┘";
        let doubled = "║2048║1024║512║256║\n║16║32║64║128║\n║8║4║2║║\n║║║║2║";
        [table, tall, lines, doubled].into_iter().for_each(reads);
    }

    #[test]
    fn an_empty_row_of_a_drawing_is_a_row() {
        let text = "|---|---|---|---|\n|   |   |   |   |\n|---|---|---|---|\n| 2 |   |   |   |\n|---|---|---|---|\n\
                    |   |   |   |   |\n|---|---|---|---|\n|   |   |   | 4 |\n|---|---|---|---|";
        assert_eq!(text.parse::<Board>().unwrap().to_string(), "0000100000000002");
    }

    #[test]
    fn our_own_drawing_has_gaps_between_its_tiles() {
        reads(
            "  ┌────────┐ ┌────────┐ ┌───────┐ ┌───────┐
              │  2048  │ │  1024  │ │  512  │ │  256  │
              │        │ │        │ │       │ │       │
              └────────┘ └────────┘ └───────┘ └───────┘
              ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐
              │  16   │ │  32   │ │  64   │ │  128  │
              └───────┘ └───────┘ └───────┘ └───────┘
              ┌───────┐ ┌───────┐ ┌───────┐
              │   8   │ │   4   │ │   2   │     ·
              └───────┘ └───────┘ └───────┘
                                            ┌───────┐
                  ·         ·         ·     │   2   │
                                            └───────┘",
        );
    }

    #[test]
    fn records_say_where_their_last_game_ended() {
        let mut game = Game::new(Seed(3), 0);
        let first = GameRecord::of(&game).to_string();
        for _ in 0..30 {
            Move::ALL.into_iter().find_map(|mv| game.play(mv));
        }
        let both = first + &GameRecord::of(&game).to_string();
        let end = Setup { board: game.board(), score: Some(game.score()) };
        assert_eq!(both.parse(), Ok(end));
        assert_eq!(both.replace('\n', "\r\n").parse(), Ok(end));
        assert!(refusal(&both[..both.len() - 20]).starts_with("as a record: game 2, line"));
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
        assert_eq!(
            refusal("ba9845673210000i"),
            "character 16 (row 4, column 4) is 'i', expected 0 to 9 or a to h"
        );
        assert_eq!(
            refusal("ba98456732é00001"),
            "character 11 (row 3, column 3) is 'é', expected 0 to 9 or a to h"
        );
        assert_eq!(refusal("2 4 8"), "3 values, expected 16");
        assert_eq!(refusal("| 2 | 4 | 8 | 16 |"), "4 values, expected 16");
        let three = "2 4 8 16  2 3 8 16  2 4 8 16  2 4 8 16";
        assert_eq!(refusal(three), "value 6 (row 2, column 2) is \"3\", expected . or 2, 4, 8 … 131072");
        let drawn = "|2|4|8|16|\n|2||x|16|\n|2|4|8|16|\n|2|4|8|16|";
        assert_eq!(refusal(drawn), "value 7 (row 2, column 3) is \"x\", expected . or 2, 4, 8 … 131072");
    }

    #[test]
    fn values_that_are_not_tiles_are_refused() {
        for word in ["1", "6", "262144", "4294967298", "-2", "+2", "2.0", "..", "two", "١", "+"] {
            let text = format!("{word} 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
            assert!(matches!(text.parse::<Board>(), Err(ParseBoardError::Value { .. })), "{word}");
        }
    }
}
