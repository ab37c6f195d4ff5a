//! 2048-next: `REPLAY_v4C_`, a letter for the mode, sixteen characters of board, then one character an action.
//!
//! A character is a code below 128 with the same bits as in the old format of 2048verse, but with the row before the
//! column. Code 127 is an escape: 0 after it is the turn 127 itself, 1 takes the last turn back, 2 is followed by a
//! cell (two bits of column, two of row) and an exponent, and puts that tile there.

use redouble::{Board, Cell, Game, Move, Seed, Spawn, Tile};

use super::{Item, cell_at, play, spawned};

const HEADER: &str = "REPLAY_v4C_";
const ESCAPE: u32 = 127;

/// Reads the whole text.
pub fn read(text: &str) -> Result<Game, String> {
    let rest =
        text.trim_start().strip_prefix(HEADER).ok_or_else(|| format!("no header, expected {HEADER}"))?;
    let (mode, rest) = split(rest, 1)?;
    if !["S", "C", "K", "P"].contains(&mode) {
        return Err(format!("mode {mode:?}, expected S, C, K or P"));
    }
    let (board, actions) = split(rest, 16)?;
    let board: Board = board.parse().map_err(|why| format!("the board: {why}"))?;
    let mut game = Game::resume(board, 0, Seed(0), 0);
    let mut codes = actions.chars().zip(1..);
    while let Some((c, number)) = codes.next() {
        let mut next = || {
            codes
                .next()
                .ok_or("it breaks off after an escape")
                .and_then(|(c, _)| code(c).ok_or("no code after an escape"))
        };
        let first = code(c).ok_or_else(|| format!("{c:?} is none of the 128 characters of this format"));
        first
            .and_then(|code| act(&mut game, code, &mut next))
            .map_err(|why| format!("action {number}: {why}"))?;
    }
    Ok(game)
}

fn split(text: &str, characters: usize) -> Result<(&str, &str), String> {
    let mut places = text.char_indices().map(|(place, _)| place).chain([text.len()]);
    let place = places.nth(characters).ok_or("it breaks off, expected a mode and a board")?;
    Ok(text.split_at(place))
}

fn act(
    game: &mut Game,
    code: u32,
    next: &mut dyn FnMut() -> Result<u32, &'static str>,
) -> Result<(), String> {
    if code != ESCAPE {
        return play(game, item(code)?);
    }
    match next()? {
        0 => play(game, item(ESCAPE)?),
        1 if game.undo() => Ok(()),
        1 => Err("nothing to take back".to_owned()),
        2 => {
            let (cell, tile) = placed(next()?, next()?)?;
            game.place(cell, tile);
            Ok(())
        }
        other => Err(format!("escape {other}, expected 0, 1 or 2")),
    }
}

fn item(code: u32) -> Result<Item, String> {
    let spawn = Spawn { cell: cell_at(code & 3, code >> 2 & 3)?, tile: spawned(code & 16 != 0) };
    Ok(Item { mv: Move::ALL[(code >> 5) as usize], spawn })
}

fn placed(cell: u32, exponent: u32) -> Result<(Cell, Tile), String> {
    let tile = u8::try_from(exponent).ok().and_then(Tile::new);
    let tile = tile.ok_or_else(|| format!("exponent {exponent}, expected 0 to 17"))?;
    Ok((cell_at(cell >> 2, cell & 3)?, tile))
}

/// `!` to `~`, then U+00A1 to U+00AC, then U+00AE to U+00C3.
fn code(c: char) -> Option<u32> {
    match c {
        '!'..='~' => Some(c as u32 - 33),
        '\u{a1}'..='\u{ac}' => Some(c as u32 - 0xa1 + 94),
        '\u{ae}'..='\u{c3}' => Some(c as u32 - 0xae + 106),
        _ => None,
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::import::{Format, read as read_any};
    use redouble::GameRecord;

    /// A game as 2048-next would write it.
    pub fn written(record: &GameRecord) -> String {
        let mut text = format!("{HEADER}S{}", record.start().0);
        for turn in record.turns() {
            let Spawn { cell, tile } = turn.spawn;
            let place = cell.row() << 2 | cell.column();
            let code = (turn.mv.index() << 5 | usize::from(tile == Tile::FOUR) << 4 | place) as u32;
            text.push(character(code));
            text.extend((code == ESCAPE).then(|| character(0)));
        }
        text
    }

    fn character(wanted: u32) -> char {
        (0..0x100).filter_map(char::from_u32).find(|&c| code(c) == Some(wanted)).unwrap()
    }

    fn with_codes(codes: &[u32]) -> String {
        format!("{HEADER}C1100000000000000{}", codes.iter().map(|&code| character(code)).collect::<String>())
    }

    #[test]
    fn there_are_128_characters() {
        let mut codes: Vec<u32> = (0..0x1000).filter_map(char::from_u32).filter_map(code).collect();
        codes.sort_unstable();
        assert!(codes.into_iter().eq(0..128));
    }

    #[test]
    fn turns_are_taken_back_and_cells_are_set() {
        // Left with a 4 bottom right, which is code 127 itself; taken back; left with a 2 in row 3, column 0.
        let game = read(&with_codes(&[127, 0, 127, 1, 3 << 5 | 12])).unwrap();
        assert_eq!(
            (format!("{:#}", game.board()), game.moves()),
            ("4 . . . / . . . . / . . . . / 2 . . .".into(), 1)
        );
        // A 2048 in column 3, row 0.
        let text = with_codes(&[3 << 5 | 12, 127, 2, 3 << 2, 11]);
        let parts = read_any(text.as_bytes(), None).unwrap();
        assert_eq!(parts.len(), 2, "before the edit and after it");
        assert_eq!(format!("{:#}", parts[1].start().0), "4 . . 2048 / . . . . / . . . . / 2 . . .");
    }

    #[test]
    fn what_does_not_replay_is_refused_with_its_place() {
        let refused = |text: &str| read_any(text.as_bytes(), Some(Format::Next)).unwrap_err().to_string();
        assert_eq!(refused("REPLAY_v5"), "as next: no header, expected REPLAY_v4C_");
        assert_eq!(refused("REPLAY_v4C_X"), "as next: mode \"X\", expected S, C, K or P");
        assert_eq!(refused("REPLAY_v4C_S11"), "as next: it breaks off, expected a mode and a board");
        assert_eq!(
            refused("REPLAY_v4C_S110000000000000x"),
            "as next: the board: character 16 (row 4, column 4) is 'x', expected 0 to 9 or a to h"
        );
        assert_eq!(refused(&with_codes(&[127])), "as next: action 1: it breaks off after an escape");
        assert_eq!(refused(&with_codes(&[127, 1])), "as next: action 1: nothing to take back");
        assert_eq!(
            refused(&with_codes(&[127, 2, 0, 18])),
            "as next: action 1: exponent 18, expected 0 to 17"
        );
        assert_eq!(
            refused(&with_codes(&[5])),
            "as next: action 1: up changes nothing, expected a legal slide (on 1100000000000000)"
        );
        // Up brings the 2 to row 2, column 1, where the next tile cannot spawn.
        let occupied = refused(&with_codes(&[3 << 5 | 12, 4]));
        assert!(occupied.starts_with("as next: action 2: a spawn in"), "{occupied}");
    }
}
