//! `.rpl` of the tablebase programs: 25 bytes a turn, lowest byte first, and a last record that marks the end.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the board before the move, four bits a cell, the top left one highest |
//! | 1 | three bits of move (left, right, up, down), four bits of the spawn's cell counted from the lowest, a bit for a 4 |
//! | 16 | the program's four success rates, which are not kept |

use redouble::{Board, Cell, Game, Move, Seed, Spawn, Tile};

use super::{Item, play, spawned};

const LENGTH: usize = 25;
const MOVES: [Move; 4] = [Move::Left, Move::Right, Move::Up, Move::Down];
/// All of the last record but its board.
const SENTINEL: (u8, [u32; 4]) = (88, [666_666_666, 233_333_333, 314_159_265, 987_654_321]);

/// Whether the bytes end as such files do.
pub fn has_sentinel(bytes: &[u8]) -> bool {
    let (move_byte, rates) = SENTINEL;
    let rates = rates.iter().flat_map(|rate| rate.to_le_bytes());
    let end: Vec<u8> = std::iter::once(move_byte).chain(rates).collect();
    bytes.len().is_multiple_of(LENGTH) && bytes.ends_with(&end)
}

/// Reads the whole file.
pub fn read(bytes: &[u8]) -> Result<Game, String> {
    if !has_sentinel(bytes) {
        let length = bytes.len();
        return Err(format!(
            "{length} bytes without the record that marks the end, expected a multiple of {LENGTH} with it"
        ));
    }
    let mut turns = bytes[..bytes.len() - LENGTH].chunks(LENGTH).map(turn).zip(1..).peekable();
    let start = turns.peek().map(|((board, _), _)| *board).ok_or("no turns, expected one at least")?;
    let mut game = Game::resume(start, start.score_by_tiles(), Seed(0), 0);
    for ((board, item), number) in turns {
        if board != game.board() {
            return Err(format!(
                "turn {number}: the board is {board}, but the turns before make {}",
                game.board()
            ));
        }
        item.and_then(|item| play(&mut game, item)).map_err(|why| format!("turn {number}: {why}"))?;
    }
    Ok(game)
}

fn turn(bytes: &[u8]) -> (Board, Result<Item, String>) {
    let word = bytes[..8].iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
    let tiles =
        Cell::all().map(|cell| Tile::new((word >> (60 - 4 * cell.index())) as u8 & 15).unwrap_or_default());
    let board = Cell::all().zip(tiles).fold(Board::EMPTY, |board, (cell, tile)| board.with(cell, tile));
    (board, item(bytes[8]))
}

fn item(byte: u8) -> Result<Item, String> {
    let mv =
        MOVES.get(usize::from(byte >> 5)).ok_or_else(|| format!("move {}, expected 0 to 3", byte >> 5))?;
    let cell = Cell::new(15 - (byte >> 1 & 15)).ok_or("no cell")?;
    Ok(Item { mv: *mv, spawn: Spawn { cell, tile: spawned(byte & 1 == 1) } })
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::import::{Format, read as read_any};
    use redouble::GameRecord;

    /// A game as the tablebase programs would write it.
    pub fn written(record: &GameRecord) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (board, turn) in record.boards() {
            let word = board.tiles().iter().fold(0u64, |word, tile| word << 4 | u64::from(tile.exponent()));
            let mv = MOVES.iter().position(|&mv| mv == turn.mv).unwrap() as u8;
            let Spawn { cell, tile } = turn.spawn;
            let place = 15 - cell.index() as u8;
            push(&mut bytes, word, mv << 5 | place << 1 | u8::from(tile == Tile::FOUR), [1, 2, 3, 4]);
        }
        push(&mut bytes, 0, SENTINEL.0, SENTINEL.1);
        bytes
    }

    fn push(bytes: &mut Vec<u8>, word: u64, mv: u8, rates: [u32; 4]) {
        bytes.extend(word.to_le_bytes());
        bytes.push(mv);
        rates.iter().for_each(|rate| bytes.extend(rate.to_le_bytes()));
    }

    #[test]
    fn a_small_game_by_hand() {
        let mut bytes = Vec::new();
        // 2 2 in the top left corner; left, and a 4 in the last cell, which is nibble 0.
        push(&mut bytes, 0x1100_0000_0000_0000, 1, [0; 4]);
        push(&mut bytes, 0, SENTINEL.0, SENTINEL.1);
        let game = read(&bytes).unwrap();
        assert_eq!(format!("{:#}", game.board()), "4 . . . / . . . . / . . . . / . . . 4");
    }

    #[test]
    fn what_does_not_replay_is_refused_with_its_place() {
        let refused = |bytes: &[u8]| read_any(bytes, Some(Format::Rpl)).unwrap_err().to_string();
        assert!(refused(b"short").starts_with("as rpl: 5 bytes without the record that marks the end"));
        let mut bytes = Vec::new();
        push(&mut bytes, 0x1100_0000_0000_0000, 1, [0; 4]);
        push(&mut bytes, 0x2200_0000_0000_0000, 1, [0; 4]);
        push(&mut bytes, 0, SENTINEL.0, SENTINEL.1);
        assert_eq!(
            refused(&bytes),
            "as rpl: turn 2: the board is 2200000000000000, but the turns before make 2000000000000002"
        );
        bytes[8] = 7 << 5;
        assert_eq!(refused(&bytes), "as rpl: turn 1: move 7, expected 0 to 3");
        assert_eq!(refused(&bytes[50..]), "as rpl: no turns, expected one at least");
    }
}
