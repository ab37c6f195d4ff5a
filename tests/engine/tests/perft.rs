//! Golden counts of paths, from two independent programs.

use redouble::{Board, perft};

/// Counts beyond this are not recounted.
const LIMIT: u64 = if cfg!(debug_assertions) { 5_000_000 } else { 1_000_000_000 };

#[test]
fn paths_are_as_many_as_the_golden_counts() {
    let golden = include_str!("perft.txt").lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for line in golden {
        let (board, counts) = line.split_once(": ").expect("a board, then counts");
        let board: Board = board.parse().unwrap();
        for (depth, count) in counts.split(", ").enumerate() {
            let count: u64 = count.parse().unwrap();
            if count <= LIMIT {
                assert_eq!(perft(board, depth as u32), count, "depth {depth} of {board:#}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 35, "only {checked} counts were checked");
}
