//! Perft: the exhaustive count of boards, which finds a wrong rule faster than any game.

use crate::Board;

/// The number of ways to make `depth` slides, each followed by a spawn of a 2 or a 4.
///
/// ```
/// use redouble::{Board, perft};
/// let start: Board = "2 . . . / . . . . / . . . . / . . . 2".parse()?;
/// assert_eq!(perft(start, 2), 11536);
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
pub fn perft(board: Board, depth: u32) -> u64 {
    let afterstates = board.slides().map(|(_, slide)| slide.after);
    match depth {
        0 => 1,
        1 => afterstates.map(|after| 2 * u64::from(after.empties())).sum(),
        _ => {
            let boards =
                afterstates.flat_map(|after| after.spawns().map(move |(spawn, _)| after.spawn(spawn)));
            boards.map(|board| perft(board, depth - 1)).sum()
        }
    }
}
