//! 2048verse, new: a header such as `4x4-…_`, then three characters an item, digits of base 128, highest first.
//!
//! | bits from the lowest | what |
//! |---|---|
//! | 2 | move: 0 up, 1 down, 2 left, 3 right |
//! | 2 | tile: 0 a 2, 1 a 4 |
//! | 3, 3 | column and row of the spawn |
//! | 11 | how long the move took, which is not kept |
//!
//! The first two items are the tiles of the start; their moves mean nothing.

use redouble::{Game, Move, Spawn};

use super::{Item, cell_at, check_size, game_of, spawned};

const MOVES: [Move; 4] = [Move::Up, Move::Down, Move::Left, Move::Right];

/// Reads the whole text.
pub fn read(text: &str) -> Result<Game, String> {
    let (size, rest) = header(text.trim_start()).ok_or("no header, expected such as 4x4-…_")?;
    check_size(size)?;
    let digits: Vec<char> = rest.chars().collect();
    if !digits.len().is_multiple_of(3) {
        return Err(format!("{} characters after the header, expected a multiple of three", digits.len()));
    }
    let items = digits
        .chunks(3)
        .zip(1..)
        .map(|(digits, number)| item(digits).map_err(|why| format!("item {number}: {why}")));
    game_of(&items.collect::<Result<Vec<_>, _>>()?)
}

/// The size in the header, and what follows it.
pub fn header(text: &str) -> Option<(&str, &str)> {
    let (head, rest) = text.split_once('_')?;
    let (size, _) = head.split_once('-')?;
    let (columns, rows) = size.split_once('x')?;
    let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    (number(columns) && number(rows)).then_some((size, rest))
}

fn item(digits: &[char]) -> Result<Item, String> {
    let mut bits = 0;
    for &c in digits {
        bits = bits << 7 | digit(c).ok_or_else(|| format!("{c:?} is not a digit of base 128"))?;
    }
    let field = |shift: u32, width: u32| bits >> shift & ((1 << width) - 1);
    let four = match field(2, 2) {
        0 => false,
        1 => true,
        other => return Err(format!("tile {other}, expected 0 for a 2 or 1 for a 4")),
    };
    let spawn = Spawn { cell: cell_at(field(4, 3), field(7, 3))?, tile: spawned(four) };
    Ok(Item { mv: MOVES[field(0, 2) as usize], spawn })
}

/// `0-9a-zA-Z`, then U+00C0 to U+00FF, then `¤¾`.
fn digit(c: char) -> Option<u32> {
    Some(match c {
        '0'..='9' => c as u32 - '0' as u32,
        'a'..='z' => c as u32 - 'a' as u32 + 10,
        'A'..='Z' => c as u32 - 'A' as u32 + 36,
        'À'..='ÿ' => c as u32 - 'À' as u32 + 62,
        '¤' => 126,
        '¾' => 127,
        _ => return None,
    })
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::import::{Format, read as read_any};
    use redouble::{GameRecord, Tile};

    /// A game as 2048verse would write it.
    pub fn written(record: &GameRecord) -> String {
        let mut text = "4x4-somebody_".to_owned();
        let start = record.start().0;
        let tiles = redouble::Cell::all().filter(|&cell| !start.tile(cell).is_empty());
        for cell in tiles {
            push(&mut text, 0, Spawn { cell, tile: start.tile(cell) });
        }
        for turn in record.turns() {
            push(&mut text, MOVES.iter().position(|&mv| mv == turn.mv).unwrap() as u32, turn.spawn);
        }
        text
    }

    fn push(text: &mut String, mv: u32, Spawn { cell, tile }: Spawn) {
        let (x, y) = (cell.column() as u32, cell.row() as u32);
        let time = 0b101_0101_0101; // any
        let bits = mv | u32::from(tile == Tile::FOUR) << 2 | x << 4 | y << 7 | time << 10;
        for shift in [14, 7, 0] {
            let wanted = bits >> shift & 127;
            text.push((0..=0xff).filter_map(char::from_u32).find(|&c| digit(c) == Some(wanted)).unwrap());
        }
    }

    #[test]
    fn the_alphabet_has_128_digits() {
        let mut digits: Vec<u32> = (0..0x1000).filter_map(char::from_u32).filter_map(digit).collect();
        digits.sort_unstable();
        assert!(digits.into_iter().eq(0..128));
    }

    #[test]
    fn a_small_game_by_hand() {
        // A 2 top left and a 4 to the right of it; then down, and a 2 spawns top right (x 3, y 0).
        let bits: [u32; 3] = [0, 1 << 2 | 1 << 4, 1 | 3 << 4];
        let digit_of =
            |wanted| (0..0x100).filter_map(char::from_u32).find(|&c| digit(c) == Some(wanted)).unwrap();
        let text: String = bits.iter().map(|&bits| format!("00{}", digit_of(bits))).collect();
        let game = read(&format!("4x4-x_{text}")).unwrap();
        assert_eq!(format!("{:#}", game.board()), ". . . 2 / . . . . / . . . . / 2 4 . .");
    }

    #[test]
    fn what_does_not_replay_is_refused_with_its_place() {
        let refused = |text: &str| read_any(text.as_bytes(), Some(Format::Verse)).unwrap_err().to_string();
        assert_eq!(refused("hello"), "as verse: no header, expected such as 4x4-…_");
        assert_eq!(refused("3x3-x_000"), "as verse: a board of 3x3, expected 4x4");
        assert_eq!(
            refused("4x4-x_0000"),
            "as verse: 4 characters after the header, expected a multiple of three"
        );
        assert_eq!(refused("4x4-x_00!000"), "as verse: item 1: '!' is not a digit of base 128");
        assert_eq!(refused("4x4-x_000000"), "as verse: item 2: both starting tiles are in row 1, column 1");
        assert!(
            refused("4x4-x_00000g000").contains("item 3: up changes nothing"),
            "{}",
            refused("4x4-x_00000g000")
        );
    }
}
