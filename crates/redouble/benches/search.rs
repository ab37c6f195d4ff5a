//! Speed of the searches, in leaf evaluations: `cargo bench -p redouble --bench search`.
//!
//! `plain` walks the same trees without the evaluations' shortcuts through the last layers.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use redouble::eval::{
    Evaluator, FeatureSet, Features, Gradient, Grid, Merges, MergesConstants, Rewards, Snake, Squares,
};
use redouble::search::{Expectimax, ExpectimaxSettings, Limits};
use redouble::{Afterstate, Board};

fn main() {
    divan::main();
}

/// Early, middle and late in a game, and nearly full.
const BOARDS: [&str; 4] = ["6531432022001001", "9731841023101000", "ba98456732101000", "b97421638152c3a0"];

fn boards() -> [Board; 4] {
    BOARDS.map(|hex| hex.parse().unwrap())
}

/// An evaluation without its shortcuts.
struct Plain<E>(E);

impl<E: Evaluator> Evaluator for Plain<E> {
    fn rewards(&self) -> Rewards {
        self.0.rewards()
    }

    fn board(&self, board: Board) -> f64 {
        self.0.board(board)
    }

    fn after(&self, after: Afterstate) -> f64 {
        self.0.after(after)
    }

    fn dead(&self) -> f64 {
        self.0.dead()
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }
}

fn search<E: Evaluator>(bencher: Bencher, eval: E, settings: ExpectimaxSettings) {
    let mut search = Expectimax::new(eval, settings);
    let leaves: u64 = boards().map(|board| search.search(board, 0, Limits::NONE).leaves).iter().sum();
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(move || boards().map(|board| search.search(black_box(board), 0, Limits::NONE).value()));
}

fn depth(depth: u32) -> ExpectimaxSettings {
    ExpectimaxSettings { depth, ..ExpectimaxSettings::default() }
}

const DEPTHS: [u32; 2] = [5, 6];

#[divan::bench(args = DEPTHS)]
fn grid(bencher: Bencher, plies: u32) {
    search(bencher, Grid::new(), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn grid_plain(bencher: Bencher, plies: u32) {
    search(bencher, Plain(Grid::new()), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn squares(bencher: Bencher, plies: u32) {
    search(bencher, Squares::new(), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn merges(bencher: Bencher, plies: u32) {
    search(bencher, Merges::new(MergesConstants::default()), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn merges_plain(bencher: Bencher, plies: u32) {
    search(bencher, Plain(Merges::new(MergesConstants::default())), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn snake(bencher: Bencher, plies: u32) {
    search(bencher, Snake::default(), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn snake_plain(bencher: Bencher, plies: u32) {
    search(bencher, Plain(Snake::default()), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn gradient(bencher: Bencher, plies: u32) {
    search(bencher, Gradient::default(), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn features(bencher: Bencher, plies: u32) {
    search(bencher, Features::new(FeatureSet::ALL), depth(plies));
}
