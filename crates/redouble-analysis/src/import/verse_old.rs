//! 2048verse, old, and 2048league: `replay`, perhaps `:` or `_`, perhaps the size, then one character an item.
//!
//! A character is a code below 128: two bits of move (up, right, down, left), a bit for a 4, two bits of column,
//! two bits of row. The codes are the characters from space to `~`, then 33 letters, which stand one after the other
//! in code page 850, in which such files were written, too.

use redouble::{Game, Move, Spawn};

use super::{Item, cell_at, check_size, game_of, spawned};

/// The letters of codes 95 to 127; in code page 850 they are the bytes from 0x80 on.
const LETTERS: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒá";

/// Reads the whole file, as UTF-8 or, if it is not that, in code page 850.
pub fn read(bytes: &[u8]) -> Result<Game, String> {
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| from_page_850(byte)).collect(),
    };
    let codes = body(text.trim_end_matches(['\r', '\n']))?;
    let items =
        codes.chars().zip(1..).map(|(c, number)| item(c).map_err(|why| format!("item {number}: {why}")));
    game_of(&items.collect::<Result<Vec<_>, _>>()?)
}

/// What follows the header, if there is one. A space is a code, so nothing is trimmed.
fn body(text: &str) -> Result<&str, String> {
    let Some(rest) = text.strip_prefix("replay") else { return Ok(text) };
    let Some(rest) = rest.strip_prefix([':', '_']) else { return Ok(rest) };
    match rest.as_bytes() {
        [columns, b'x', rows, ..] if columns.is_ascii_digit() && rows.is_ascii_digit() => {
            let (size, rest) = rest.split_at(3);
            check_size(size).map(|()| rest)
        }
        _ => Ok(rest),
    }
}

fn item(c: char) -> Result<Item, String> {
    let code = code(c).ok_or_else(|| format!("{c:?} is none of the 128 characters of this format"))?;
    let mv = Move::ALL[(code >> 5) as usize];
    let spawn = Spawn { cell: cell_at(code >> 2 & 3, code & 3)?, tile: spawned(code & 16 != 0) };
    Ok(Item { mv, spawn })
}

fn code(c: char) -> Option<u32> {
    match c {
        ' '..='~' => Some(c as u32 - 0x20),
        _ => LETTERS.chars().zip(95..).find(|&(letter, _)| letter == c).map(|(_, code)| code),
    }
}

fn from_page_850(byte: u8) -> char {
    let letter = usize::from(byte).checked_sub(0x80).and_then(|place| LETTERS.chars().nth(place));
    letter.unwrap_or(if byte.is_ascii() { char::from(byte) } else { '\u{fffd}' })
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::import::{Format, read as read_any};
    use redouble::{GameRecord, Tile};

    /// A game as 2048league would write it.
    pub fn written(record: &GameRecord) -> String {
        let start = record.start().0;
        let tiles = redouble::Cell::all().filter(|&cell| !start.tile(cell).is_empty());
        let tiles = tiles.map(|cell| (Move::Up, Spawn { cell, tile: start.tile(cell) }));
        let turns = record.turns().iter().map(|turn| (turn.mv, turn.spawn));
        let characters = tiles.chain(turns).map(|(mv, Spawn { cell, tile })| {
            let place = cell.column() << 2 | cell.row();
            letter(mv.index() << 5 | usize::from(tile == Tile::FOUR) << 4 | place)
        });
        format!("replay_4x4{}", characters.collect::<String>())
    }

    fn letter(code: usize) -> char {
        (' '..='~').chain(LETTERS.chars()).nth(code).unwrap()
    }

    #[test]
    fn there_are_128_characters_and_page_850_has_them_all() {
        assert!((0..128).all(|n| code(letter(n)) == Some(n as u32)));
        let bytes = (0x20..0x7f).chain(0x80..=0xa0u8);
        assert!(bytes.enumerate().all(|(n, byte)| from_page_850(byte) == letter(n)));
    }

    #[test]
    fn a_small_game_by_hand() {
        // Code 0 is a 2 top left, code 4 one to its right; then left (3 << 5) with a 4 (16) in column 0, row 3.
        let text: String = [0, 4, 3 << 5 | 16 | 3].map(letter).iter().collect();
        for header in ["", "replay", "replay:", "replay_", "replay:4x4", "replay_4x4"] {
            let game = read(format!("{header}{text}\r\n").as_bytes()).unwrap();
            assert_eq!(format!("{:#}", game.board()), "4 . . . / . . . . / . . . . / 4 . . .", "{header}");
        }
    }

    #[test]
    fn what_does_not_replay_is_refused_with_its_place() {
        let refused = |text: &str| read_any(text.as_bytes(), Some(Format::VerseOld)).unwrap_err().to_string();
        assert_eq!(refused("replay_3x3  "), "as verse-old: a board of 3x3, expected 4x4");
        assert_eq!(refused("replay "), "as verse-old: 1 items, expected two starting tiles at least");
        assert!(refused("replay $µ").starts_with("as verse-old: item 3: 'µ' is none of the 128"));
        assert!(refused("replay $ ").starts_with("as verse-old: item 3: up changes nothing"));
    }
}
