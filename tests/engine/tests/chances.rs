//! Networks whose values are chances: what a success counts for, and which stage sees which board.

use redouble::network::{Levels, Network, Shape, write_sections};
use redouble::search::{AlphaBeta, AlphaBetaSettings, Expectimax, ExpectimaxSettings};
use redouble::{Afterstate, Board, Evaluator, Limits, Move, MoveValue, Rng, Spawns};

const FORESIGHT: f64 = 0.25;
const SHAPE: &str =
    "chances\nlarge 2048\nranks 2\nforesight 0.25\nstage 0 0.1.2 0.5\nstage 2 0.1.4\nstage 2+1 0.1 0.4.8\n";

/// Weights by a rule: anything between a hundredth and ninety-nine of a hundred comes out.
fn network() -> Network {
    let shape = Shape::from_description(SHAPE).unwrap();
    let mut rng = Rng::new(5);
    let mut sections = vec![("shape".to_owned(), SHAPE.as_bytes().to_owned())];
    let levels = Levels::none().with_usual((0..128).map(usual)).with_common(&[0.25, -0.5, 0.0]);
    sections.push(("levels".to_owned(), levels.to_bytes()));
    for stage in 0..3 {
        let weight = |_| rng.below(512) as f32 / 1024.0 - 0.25;
        let weights: Vec<f32> = (0..shape.weights(stage)).map(weight).collect();
        let floats = [0].into_iter().chain(weights.into_iter().flat_map(f32::to_le_bytes)).collect();
        sections.push((format!("stage{stage}"), floats));
    }
    Network::read(write_sections(&sections)).unwrap()
}

/// What is usual on a level.
fn usual(level: u32) -> f32 {
    (level % 5) as f32 / 6.0
}

/// What large tiles add up to, the pending one apart.
fn level(board: Board) -> u32 {
    let large: Vec<u32> =
        board.tiles().iter().filter(|t| t.exponent() >= 11).map(|t| 1 << (t.exponent() - 11)).collect();
    let sum: u32 = large.iter().sum();
    let different = large.iter().fold(0, |set, tile| set | tile);
    if sum == different { sum } else { sum - 1 }
}

fn slide_worth(network: &Network, board: Board, after: Afterstate, value: f64) -> f64 {
    assert_eq!(network.shape().look(board).level().number, level(board) as usize);
    let (before, next) = (level(board), level(after.board()));
    let follows = (value / f64::from(usual(next))).min(1.0);
    if next > before { 1.0 - FORESIGHT + FORESIGHT * follows } else { value }
}

fn expected(network: &Network, after: Afterstate, depth: u32) -> f64 {
    if depth == 0 {
        return network.value(after);
    }
    Spawns::all(after.board()).mean(|cell, tile| {
        let board = after.board().with(cell, tile);
        let worth = |slide: redouble::Slide| {
            slide_worth(network, board, slide.after, expected(network, slide.after, depth - 2))
        };
        board.slides().map(|(_, slide)| worth(slide)).fold(0.0, f64::max)
    })
}

fn worst(network: &Network, after: Afterstate, depth: u32) -> f64 {
    if depth == 0 {
        return network.value(after);
    }
    let mut least = f64::INFINITY;
    let spawns = Spawns::all(after.board());
    for cell in spawns.cells {
        for &tile in spawns.tiles() {
            let board = after.board().with(cell, tile);
            let worth = |slide: redouble::Slide| {
                slide_worth(network, board, slide.after, worst(network, slide.after, depth - 2))
            };
            least = least.min(board.slides().map(|(_, slide)| worth(slide)).fold(0.0, f64::max));
        }
    }
    least
}

fn known(value: MoveValue) -> f64 {
    match value {
        MoveValue::Known(value) => value,
        other => panic!("expected a value, found {other:?}"),
    }
}

/// Nearly full, so that trees stay small: far from a large tile, one slide from it, with one on its way, and about to
/// collapse into one.
const BOARDS: [&str; 6] = [
    "1234567812345670",
    "aa21567812345670",
    "cba2a67812345670",
    "bb32567812345670",
    "cbb2567812345670",
    "gfedcbb812345670",
];

#[test]
fn a_search_counts_each_success_with_what_follows_it() {
    let network = network();
    for board in BOARDS.map(|board| board.parse::<Board>().unwrap()) {
        for depth in [1, 3, 5] {
            let settings = ExpectimaxSettings { depth: Some(depth), table: 1 << 16, ..Default::default() };
            let report = Expectimax::new(network.clone(), settings).search(board, 0, Limits::NONE);
            for (mv, slide) in board.slides() {
                let value = expected(&network, slide.after, depth - 1);
                let value = slide_worth(&network, board, slide.after, value);
                let found = known(report.moves[mv.index()]);
                assert!((found - value).abs() < 1e-12, "{board} {mv:?} depth {depth}: {found} {value}");
            }
        }
    }
}

#[test]
fn an_adversary_sees_successes_too() {
    let network = network();
    for board in BOARDS.map(|board| board.parse::<Board>().unwrap()) {
        let settings = AlphaBetaSettings { depth: Some(3), ..Default::default() };
        let report = AlphaBeta::new(network.clone(), settings).search(board, 0, Limits::NONE);
        for (mv, slide) in board.slides() {
            let value = slide_worth(&network, board, slide.after, worst(&network, slide.after, 2));
            let found = known(report.moves[mv.index()]);
            assert!((found - value).abs() < 1e-12, "{board} {mv:?}: {found} {value}");
        }
    }
}

#[test]
fn values_are_chances_alike_for_symmetric_boards() {
    let network = network();
    let mut rng = Rng::new(2);
    for _ in 0..2000 {
        let tile = |_| redouble::Tile::new(rng.below(18) as u8).unwrap();
        let board = Board::from_tiles(std::array::from_fn(tile));
        let value = network.value(Afterstate::new(board));
        assert!(value > 0.0 && value < 1.0);
        for image in board.symmetries() {
            assert_eq!(network.value(Afterstate::new(image)), value, "{board}");
        }
        assert_eq!(network.dead(board), 0.0);
    }
}

#[test]
fn a_stage_keeps_its_boards_until_the_large_tile_is_where_it_belongs() {
    let shape = Shape::from_description(SHAPE).unwrap();
    let stage = |board: &str| shape.stage(board.parse().unwrap());
    assert_eq!((stage("1000000000000000"), stage("b00a000000000000")), (0, 0));
    assert_eq!((stage("cb00000000000001"), stage("cb0a000000000001")), (1, 2));
    assert_eq!((stage("cbb0000000000000"), stage("cc00000000000000")), (1, 1), "on its way");
    assert_eq!(stage("d000000000000000"), 0, "where it belongs");
}

#[test]
fn the_first_of_equal_slides_is_played_and_a_success_is_taken() {
    // Sliding right joins two 1024 beside nothing: with no foresight that is certain.
    let network = network();
    let board: Board = "0000000000000aa0".parse().unwrap();
    let settings = ExpectimaxSettings { depth: Some(1), ..Default::default() };
    let report = Expectimax::new(network, settings).search(board, 0, Limits::NONE);
    assert_eq!(report.best, Some(Move::Right));
    assert!(report.value().is_some_and(|value| value >= 1.0 - FORESIGHT));
}

#[test]
fn a_success_that_leads_beyond_what_a_network_knows_is_certain() {
    let text = "chances\nlarge 2048\nranks 2\nforesight 0.25\nstage 2 0.1.4\nstage 2+1 0.1\n";
    let shape = Shape::from_description(text).unwrap();
    let mut sections = vec![("shape".to_owned(), text.as_bytes().to_owned())];
    for stage in 0..2 {
        let weight = |place: usize| ((place % 61) as f32 / 256.0 - 0.1).to_le_bytes();
        let floats = [0].into_iter().chain((0..shape.weights(stage)).flat_map(weight)).collect();
        sections.push((format!("stage{stage}"), floats));
    }
    let late = Network::read(write_sections(&sections)).unwrap();
    let value = |board: &str| late.value(Afterstate::new(board.parse().unwrap()));
    let left = |board: &str| {
        let board: Board = board.parse().unwrap();
        let slide = board.slide(Move::Left).unwrap();
        late.slide_worth(board, slide.after, slide.reward, late.value(slide.after))
    };
    assert_eq!(left("dcc0000000000001"), value("dd00000000000001"), "on its way");
    assert_eq!(left("dd00000000000001"), 1.0, "16384 alone");
    assert_eq!(left("dcaa000000000001"), 1.0, "nothing is known of what is usual there");
}
