//! How well a value plays greedily, on seeds it was not trained on.

use std::sync::atomic::{AtomicU64, Ordering};

use redouble::{Board, Evaluator, Game, Move, Seed, Slide, Tile};

/// The score, the largest tile and the length of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Points.
    pub score: u32,
    /// The largest tile.
    pub best: Tile,
    /// Moves.
    pub moves: u32,
}

/// The most valuable slide, the first among equals; `None` if the board is dead.
pub fn greedy_move(evaluator: &impl Evaluator, board: Board) -> Option<Move> {
    let worth = |Slide { after, reward }| evaluator.slide_worth(board, after, reward, evaluator.after(after));
    board.best_slide(worth).map(|(mv, _)| mv)
}

/// Plays games 0 … `games` of `seed` greedily, on so many threads; the result does not depend on how many.
pub fn play_greedily(evaluator: &impl Evaluator, seed: Seed, games: u64, threads: usize) -> Vec<Played> {
    let next = AtomicU64::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        numbers
            .take_while(|&number| number < games)
            .map(|number| (number, play(evaluator, seed, number)))
            .collect()
    };
    let mut played: Vec<(u64, Played)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let join =
            |worker: std::thread::ScopedJoinHandle<'_, Vec<_>>| worker.join().expect("a game does not panic");
        workers.into_iter().flat_map(join).collect()
    });
    played.sort_unstable_by_key(|&(number, _)| number);
    played.into_iter().map(|(_, played)| played).collect()
}

fn play(evaluator: &impl Evaluator, seed: Seed, number: u64) -> Played {
    let mut game = Game::new(seed, number);
    while let Some(mv) = greedy_move(evaluator, game.board()) {
        game.play(mv);
    }
    Played { score: game.score(), best: game.board().max_tile(), moves: game.moves() }
}

/// On how many boards two values choose the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SameMoves {
    /// Boards compared.
    pub boards: u64,
    /// Boards with the same move.
    pub same: u64,
}

/// Compares two values on every board of games that the first one plays.
pub fn same_moves(first: &impl Evaluator, second: &impl Evaluator, seed: Seed, games: u64) -> SameMoves {
    let mut found = SameMoves::default();
    for number in 0..games {
        let mut game = Game::new(seed, number);
        while let Some(mv) = greedy_move(first, game.board()) {
            found.boards += 1;
            found.same += u64::from(greedy_move(second, game.board()) == Some(mv));
            game.play(mv);
        }
    }
    found
}
