//! Boards and moves as text: printed one way, read in several.

use std::fmt;

use crate::{Afterstate, Board, Tile};

/// Prints the sixteen characters of the hex form.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.tiles().map(hex_digit).iter().collect();
        f.pad(&text)
    }
}

/// Prints a picture: four rows of faces, `.` where a cell is empty.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.max_tile().face().to_string().len();
        for row in self.tiles().chunks(4) {
            writeln!(f)?;
            for tile in row {
                match tile.face() {
                    0 => write!(f, " {:>width$}", ".")?,
                    face => write!(f, " {face:>width$}")?,
                }
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

fn hex_digit(tile: Tile) -> char {
    char::from_digit(u32::from(tile.exponent()), 18).unwrap_or('?')
}
