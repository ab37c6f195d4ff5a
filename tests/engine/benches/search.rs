//! Speed of the searches, in leaf evaluations: `cargo bench -p redouble-tests --bench search`.
//!
//! `plain` walks the same trees without the evaluations' shortcuts through the last layers.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use redouble::eval::{Evaluator, FeatureSet, Features, Gradient, Grid, Merges, Snake, Sum};
use redouble::search::{
    AlphaBeta, AlphaBetaSettings, Expectimax, ExpectimaxSettings, Limits, Parallel, RolloutSettings, Rollouts,
};
use redouble::{Agent, Board, Game, Rng, Seed, Tile};

use redouble_tests::Plain;

fn main() {
    divan::main();
}

/// Early, middle and late in a game, and nearly full.
const BOARDS: [&str; 4] = ["6531432022001001", "9731841023101000", "ba98456732101000", "b97421638152c3a0"];

fn boards() -> [Board; 4] {
    BOARDS.map(|hex| hex.parse().unwrap())
}

fn search<E: Evaluator>(bencher: Bencher, eval: E, settings: ExpectimaxSettings) {
    let mut search = Expectimax::new(eval, settings);
    let leaves: u64 = boards().map(|board| search.search(board, 0, Limits::NONE).leaves).iter().sum();
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(move || boards().map(|board| search.search(black_box(board), 0, Limits::NONE).value()));
}

fn depth(depth: u32) -> ExpectimaxSettings {
    ExpectimaxSettings { depth: Some(depth), ..ExpectimaxSettings::default() }
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
    search(bencher, Sum::of_squares(), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn merges(bencher: Bencher, plies: u32) {
    search(bencher, Merges::default(), depth(plies));
}

#[divan::bench(args = DEPTHS)]
fn merges_plain(bencher: Bencher, plies: u32) {
    search(bencher, Plain(Merges::default()), depth(plies));
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

#[divan::bench(args = [0, 1 << 20, 1 << 24])]
fn merges_with_table(bencher: Bencher, table: usize) {
    let mut search = Expectimax::new(Merges::default(), ExpectimaxSettings { table, ..depth(7) });
    bencher.bench_local(move || {
        search.begin(Rng::new(1));
        boards().map(|board| search.search(black_box(board), 0, Limits::NONE).value())
    });
}

const STRATEGIES: [(usize, Parallel); 5] = [
    (1, Parallel::Split),
    (2, Parallel::Split),
    (2, Parallel::Chance { above: Parallel::AUTHORS_THRESHOLD }),
    (2, Parallel::Root),
    (2, Parallel::Levels),
];

#[divan::bench(args = STRATEGIES)]
fn snake_on_threads(bencher: Bencher, &(threads, parallel): &(usize, Parallel)) {
    search(bencher, Snake::default(), ExpectimaxSettings { threads, parallel, ..depth(6) });
}

#[divan::bench(args = [0, 1 << 22])]
fn alpha_beta(bencher: Bencher, table: usize) {
    let settings = AlphaBetaSettings { depth: Some(8), fours: false, table, ..AlphaBetaSettings::default() };
    let mut search = AlphaBeta::new(Features::new(FeatureSet::ALL), settings);
    bencher
        .bench_local(move || boards().map(|board| search.search(black_box(board), 0, Limits::NONE).value()));
}

#[divan::bench(args = [1, 2])]
fn rollouts(bencher: Bencher, threads: usize) {
    let search = Rollouts::new(RolloutSettings { threads, ..RolloutSettings::default() });
    let nodes: u64 = boards().map(|board| search.search(board, 0, Limits::NONE).nodes).iter().sum();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(move || boards().map(|board| search.search(black_box(board), 0, Limits::NONE).value()));
}

/// Whole games to 2048 of the agent `snake`: one each time.
#[divan::bench(sample_count = 20)]
fn snake_to_2048(bencher: Bencher) {
    let mut agent = Expectimax::new(Snake::default(), depth(5));
    let mut number = 0;
    bencher.bench_local(move || {
        number += 1;
        to_2048(&mut agent, Game::new(Seed(1), number))
    });
}

fn to_2048(agent: &mut impl Agent, mut game: Game) -> u32 {
    let wanted = Tile::from_face(2048);
    while Some(game.board().max_tile()) < wanted {
        let report = agent.choose(game.board(), game.score(), Limits::NONE);
        let Some(mv) = report.best else { break };
        game.play(mv);
    }
    game.score()
}
