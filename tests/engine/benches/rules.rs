//! How fast the rules are: `cargo bench -p redouble-tests --bench rules`.
//!
//! One thread, no special instructions. An item is a slide, a board, a game or a move, as the name says.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use redouble::{Board, Game, Move, Rng, Seed, perft, rollout};

const GAMES: u64 = 1000;

fn main() {
    Board::EMPTY.slide(Move::Up); // builds the tables
    divan::main();
}

#[divan::bench]
fn slides_in_all_four_directions(bencher: Bencher) {
    let boards: Vec<Board> = (0..10).flat_map(boards_of_random_game).collect();
    bencher.counter(ItemsCount::new(4 * boards.len())).bench(|| {
        for &board in &boards {
            for mv in Move::ALL {
                black_box(black_box(board).slide(mv));
            }
        }
    });
}

#[divan::bench]
fn boards_of_perft(bencher: Bencher) {
    let board: Board = "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 .".parse().unwrap();
    bencher.counter(ItemsCount::new(perft(board, 5))).bench(|| perft(black_box(board), 5));
}

#[divan::bench]
fn random_games(bencher: Bencher) {
    let next = AtomicU64::new(0);
    let batch = || next.fetch_add(1, Relaxed);
    bencher.counter(ItemsCount::new(GAMES)).with_inputs(batch).bench_values(|batch| moves(batch, play));
}

#[divan::bench]
fn moves_of_random_games(bencher: Bencher) {
    bench_moves(bencher, play);
}

#[divan::bench]
fn moves_of_random_games_with_history(bencher: Bencher) {
    bench_moves(bencher, play_with_history);
}

/// Times batches of games that never come again, so that no branch predictor learns them by heart.
fn bench_moves(bencher: Bencher, play: fn(u64) -> u32) {
    let next = AtomicU64::new(0);
    bencher
        .with_inputs(|| next.fetch_add(1, Relaxed))
        .input_counter(move |&batch| ItemsCount::new(moves(batch, play)))
        .bench_values(|batch| moves(batch, play));
}

fn moves(batch: u64, play: fn(u64) -> u32) -> u32 {
    (GAMES * batch..GAMES * (batch + 1)).map(play).sum()
}

fn play(number: u64) -> u32 {
    rollout(Game::new(Seed(1), number).board(), &mut Rng::new(number), |_| false).moves
}

fn play_with_history(number: u64) -> u32 {
    random_game(number).moves()
}

fn random_game(number: u64) -> Game {
    let mut game = Game::new(Seed(1), number);
    let mut rng = game.luck().agent();
    while !game.is_over() {
        game.play(Move::ALL[rng.below(4) as usize]);
    }
    game
}

fn boards_of_random_game(number: u64) -> Vec<Board> {
    let mut game = random_game(number);
    let mut boards = Vec::new();
    while game.undo() {
        boards.push(game.board());
    }
    boards
}
