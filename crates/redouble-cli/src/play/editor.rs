//! The board while it is edited: any position can be typed in.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use redouble::{Board, Cell, Setup, Tile};

/// A board with a cursor, and the number that is being typed.
#[derive(Clone, Debug)]
pub struct Editor {
    pub board: Board,
    pub at: Place,
    /// The digits typed so far.
    pub typed: String,
    /// The score, once one was typed.
    pub score: Option<u32>,
    pub fault: Option<String>,
    /// Whether the last key ended a row: then a space moves no further.
    row_ended: bool,
}

/// Where the cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Cell(Cell),
    Score,
}

const FIRST: Cell = match Cell::new(0) {
    Some(cell) => cell,
    None => unreachable!(),
};

impl Editor {
    pub fn new(board: Board) -> Editor {
        let (at, typed) = (Place::Cell(FIRST), String::new());
        Editor { board, at, typed, score: None, fault: None, row_ended: false }
    }

    /// Changes what is under the cursor, or moves it.
    pub fn key(&mut self, key: KeyEvent) {
        self.fault = None;
        let row_ended = std::mem::replace(&mut self.row_ended, key.code == KeyCode::Char('/'));
        match key.code {
            KeyCode::Char(' ') if row_ended => {}
            KeyCode::Char('/') if self.settle() => self.end_row(),
            KeyCode::Char(digit @ '0'..='9') => self.digit(digit),
            KeyCode::Char('+' | '=') => self.change(1),
            KeyCode::Char('-') => self.change(-1),
            KeyCode::Char('x' | 'c') => self.clear(),
            KeyCode::Backspace => self.rub_out(),
            KeyCode::Delete | KeyCode::Char('.' | '_') => {
                self.put(Tile::EMPTY);
            }
            KeyCode::Char(' ' | ',') | KeyCode::Tab if self.settle() => self.next(),
            KeyCode::BackTab => self.go(-1, 0),
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.go(-1, 0),
            KeyCode::Right | KeyCode::Char('l' | 'd') => self.go(1, 0),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.go(0, -1),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.go(0, 1),
            _ => {}
        }
    }

    /// Reads a whole board.
    pub fn paste(&mut self, text: &str) {
        match text.parse() {
            Ok(Setup { board, score }) => {
                (self.board, self.score, self.fault) = (board, score.or(self.score), None);
                self.typed.clear();
            }
            Err(why) => self.fault = Some(format!("pasted text: {why}")),
        }
    }

    /// The edited board and the score, if what was typed last makes sense.
    pub fn finish(&mut self) -> Option<(Board, Option<u32>)> {
        self.settle().then_some((self.board, self.score))
    }

    fn digit(&mut self, digit: char) {
        let most = if self.at == Place::Score { 9 } else { 6 };
        if self.typed.len() < most {
            self.typed.push(digit);
        }
    }

    fn rub_out(&mut self) {
        if self.typed.pop().is_none() {
            self.put(Tile::EMPTY);
        }
    }

    /// Puts a tile under the cursor; false if that is no cell.
    fn put(&mut self, tile: Tile) -> bool {
        self.typed.clear();
        let Place::Cell(cell) = self.at else { return false };
        self.board = self.board.with(cell, tile);
        true
    }

    fn change(&mut self, by: i8) {
        if let Place::Cell(cell) = self.at
            && self.settle()
            && let Some(tile) = self.board.tile(cell).exponent().checked_add_signed(by).and_then(Tile::new)
        {
            self.put(tile);
        }
    }

    fn clear(&mut self) {
        (self.board, self.at) = (Board::EMPTY, Place::Cell(FIRST));
        self.typed.clear();
    }

    /// Makes what was typed a tile or a score; false, with the reason, if it is none.
    fn settle(&mut self) -> bool {
        if self.typed.is_empty() {
            return true;
        }
        let typed = std::mem::take(&mut self.typed);
        let number = typed.parse().ok();
        match self.at {
            Place::Score => self.score = number, // nine digits always are one
            Place::Cell(_) => match number.and_then(Tile::from_face) {
                Some(tile) => return self.put(tile),
                None => self.fault = Some(format!("{typed} is not a tile: expected 2, 4, 8 … 131072")),
            },
        }
        self.fault.is_none()
    }

    /// To the next cell, in the order of reading; after the last one to the score.
    fn next(&mut self) {
        self.at = match self.at {
            Place::Cell(cell) => Cell::new(cell.index() as u8 + 1).map_or(Place::Score, Place::Cell),
            Place::Score => Place::Cell(FIRST),
        };
    }

    /// To the start of the next row, unless a row has just begun.
    fn end_row(&mut self) {
        while matches!(self.at, Place::Cell(cell) if cell.column() > 0) {
            self.next();
        }
    }

    fn go(&mut self, right: i8, down: i8) {
        if !self.settle() {
            return;
        }
        self.at = match self.at {
            Place::Cell(cell) => {
                let (row, column) = (cell.row() as i8 + down, cell.column() as i8 + right);
                let onto = |row, column| Cell::at(u8::try_from(row).ok()?, u8::try_from(column).ok()?);
                match onto(row, column) {
                    Some(cell) => Place::Cell(cell),
                    None if row == 4 => Place::Score,
                    None => self.at,
                }
            }
            Place::Score if down < 0 => Place::Cell(Cell::at(3, 0).unwrap_or(FIRST)),
            Place::Score => Place::Score,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    fn press(editor: &mut Editor, code: KeyCode) {
        editor.key(KeyEvent::new(code, KeyModifiers::NONE));
    }

    fn typed(text: &str) -> Editor {
        let mut editor = Editor::new("0123012301230123".parse().unwrap());
        text.chars().for_each(|c| press(&mut editor, KeyCode::Char(c)));
        editor
    }

    #[test]
    fn a_whole_position_is_typed_as_it_is_read() {
        let mut editor = typed("c2048 1024 512 256 16 32 64 128 8 4 2 . . . . 2 31415");
        let board = "2048 1024 512 256 / 16 32 64 128 / 8 4 2 . / . . . 2".parse().unwrap();
        assert_eq!(editor.finish(), Some((board, Some(31415))));
    }

    #[test]
    fn a_slash_ends_a_row_with_or_without_spaces() {
        for text in
            ["c2048 1024 / 16 32 64 128/8 4 2 . / . . . 2", "c2048 1024/16 32 64 128 /8 4 2 ./. . . 2"]
        {
            let board = "2048 1024 . . / 16 32 64 128 / 8 4 2 . / . . . 2".parse().unwrap();
            assert_eq!(typed(text).finish(), Some((board, None)), "{text}");
        }
    }

    #[test]
    fn arrows_move_and_numbers_overwrite() {
        let mut editor = typed("131072");
        [KeyCode::Right, KeyCode::Down].into_iter().for_each(|code| press(&mut editor, code));
        press(&mut editor, KeyCode::Char('+'));
        press(&mut editor, KeyCode::Char('+'));
        press(&mut editor, KeyCode::Char('-'));
        press(&mut editor, KeyCode::Right);
        press(&mut editor, KeyCode::Delete);
        assert_eq!(editor.finish().unwrap().0.to_string(), "h123020301230123");
    }

    #[test]
    fn a_number_that_is_no_tile_is_refused_where_it_stands() {
        let mut editor = typed("3");
        assert_eq!(editor.finish(), None);
        assert_eq!(editor.fault.as_deref(), Some("3 is not a tile: expected 2, 4, 8 … 131072"));
        assert!(editor.finish().is_some(), "what was refused is not there any more");
    }

    #[test]
    fn a_board_can_be_pasted_in_any_form() {
        let mut editor = typed("");
        editor.paste("ba98456732100001\n");
        assert_eq!(editor.board.to_string(), "ba98456732100001");
        editor.paste(
            r#"{"grid":{"size":4,"cells":[[{"value":8},null,null,null],[null,null,null,null],
            [null,null,null,null],[null,null,null,null]]},"score":16}"#,
        );
        assert_eq!((editor.board.to_string().as_str(), editor.score), ("3000000000000000", Some(16)));
        editor.paste("2 4 8");
        assert_eq!(editor.fault.as_deref(), Some("pasted text: 3 values, expected 16"));
    }

    #[test]
    fn the_score_is_below_the_last_row() {
        let mut editor = typed("");
        (0..6).for_each(|_| press(&mut editor, KeyCode::Down));
        assert_eq!(editor.at, Place::Score);
        "99".chars().for_each(|c| press(&mut editor, KeyCode::Char(c)));
        press(&mut editor, KeyCode::Up);
        assert_eq!((editor.score, editor.at), (Some(99), Place::Cell(Cell::new(12).unwrap())));
    }
}
