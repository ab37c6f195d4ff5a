//! A turn as two characters, such as `u5`: up, then a 2 in cell 5. `U5` is the same with a 4.

use crate::{Cell, Move, Spawn, Tile};

/// The letter of the move, capital if a 4 spawned, and the cell of the spawn as a hex digit.
pub fn letters(mv: Move, Spawn { cell, tile }: Spawn) -> [char; 2] {
    let letter = mv.letter();
    let letter = if tile == Tile::FOUR { letter.to_ascii_uppercase() } else { letter };
    [letter, char::from_digit(cell.index() as u32, 16).unwrap_or('?')]
}

/// Reads what [`letters`] wrote, or says what was expected.
pub fn parse_turn(turn: &[u8]) -> Result<(Move, Spawn), String> {
    let read = || {
        let &[letter, cell] = turn else { return None };
        let tile = if letter.is_ascii_uppercase() { Tile::FOUR } else { Tile::TWO };
        let small = char::from(letter.to_ascii_lowercase());
        let mv = Move::ALL.into_iter().find(|mv| mv.letter() == small)?;
        let cell = matches!(cell, b'0'..=b'9' | b'a'..=b'f').then(|| char::from(cell).to_digit(16))??;
        Some((mv, Spawn { cell: Cell::new(cell as u8)?, tile }))
    };
    let found = String::from_utf8_lossy(turn);
    read().ok_or_else(|| format!("{found:?}, expected one of u r d l U R D L and one of 0 to 9 and a to f"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_is_read_as_it_is_written() {
        for mv in Move::ALL {
            for cell in Cell::all() {
                for tile in [Tile::TWO, Tile::FOUR] {
                    let spawn = Spawn { cell, tile };
                    let text: String = letters(mv, spawn).iter().collect();
                    assert_eq!(parse_turn(text.as_bytes()), Ok((mv, spawn)), "{text}");
                }
            }
        }
        assert_eq!(letters(Move::Up, Spawn { cell: Cell::new(5).unwrap(), tile: Tile::FOUR }), ['U', '5']);
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "u", "x5", "uA", "ug", "u5 ", "é5"] {
            assert!(parse_turn(text.as_bytes()).unwrap_err().contains("expected one of u r d l"), "{text}");
        }
    }
}
