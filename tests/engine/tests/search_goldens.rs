//! Searches with known values: computed by two independent programs for the notes on the five studies.

use redouble::eval::{
    Evaluator, FeatureSet, Features, Gradient, Grid, Merges, MergesConstants, Snake, Stuck, Sum,
};
use redouble::search::{Expectimax, ExpectimaxSettings, Limits, MoveValue, Quirks};
use redouble::{Board, Move};

/// 64 32 8 2 / 16 8 4 . / 4 4 . . / 2 . . 2
const B: &str = "6531432022001001";
/// 2048 512 128 16 / 4 2 64 8 / 256 2 32 4 / 4096 8 1024 .: left is illegal.
const E: &str = "b97421638152c3a0";

const LOST: f64 = f64::NEG_INFINITY;

fn depth(depth: u32) -> ExpectimaxSettings {
    ExpectimaxSettings { depth: Some(depth), ..ExpectimaxSettings::default() }
}

/// Searches one board and compares the values of up, right, down and left; on board E left is illegal and may
/// be left out.
#[track_caller]
fn assert_search(
    eval: impl Evaluator,
    settings: ExpectimaxSettings,
    (hex, score): (&str, u32),
    values: &[f64],
) {
    let board: Board = hex.parse().unwrap();
    let report = Expectimax::new(eval, settings).search(board, score, Limits::NONE);
    for mv in Move::ALL {
        match (report.moves[mv.index()], values.get(mv.index())) {
            (MoveValue::Illegal, None) => {}
            (MoveValue::Known(found), Some(&expected)) => assert_close(found, expected),
            (found, expected) => panic!("{}: found {found:?}, expected {expected:?}", mv.name()),
        }
    }
}

/// Nine digits, and six after the point, are what the notes print.
#[track_caller]
fn assert_close(found: f64, expected: f64) {
    let close = found == expected || (found - expected).abs() <= f64::max(6e-7, expected.abs() * 1e-14);
    assert!(close, "found {found}, expected {expected}");
}

fn features() -> Features {
    Features::new(FeatureSet::ALL)
}

#[test]
fn snake_at_depth_1() {
    let b = [-3841.372715999516, -4095.932639999117, -3841.375671552, -3594.972719999518];
    assert_search(Snake::default(), depth(1), (B, 0), &b);
    let e = [4123.739258279697, -16777188.26036828, 4123.693135079681];
    assert_search(Snake::default(), depth(1), (E, 0), &e);
}

/// Depth 2, which is also depth 1 of the printed program.
const SNAKE_B_2: [f64; 4] = [-3841.372715958816, -4056.098068221374, -3841.375634885293, -3594.972719650347];
const SNAKE_E_2: [f64; 3] = [4123.739258389696, -16759168.86036828, 4123.693245079683];
const SNAKE_B_3: [f64; 4] = [-3730.272719246177, -1528.324758803816, -3841.373170524817, -3574.915997881296];
const SNAKE_E_3: [f64; 3] = [4123.779904475096, -16759168.856663879, 4123.716306679689];

#[test]
fn snake_at_depth_2() {
    assert_search(Snake::default(), depth(2), (B, 0), &SNAKE_B_2);
    assert_search(Snake::default(), depth(2), (E, 0), &SNAKE_E_2);
}

#[test]
fn snake_at_depth_3() {
    assert_search(Snake::default(), depth(3), (B, 0), &SNAKE_B_3);
    assert_search(Snake::default(), depth(3), (E, 0), &SNAKE_E_3);
}

#[test]
fn snake_that_may_stay() {
    let quirks = Quirks { staying: true, ..Quirks::default() };
    let settings = || ExpectimaxSettings { quirks, ..depth(3) };
    let [up, right, down, _] = SNAKE_B_3;
    assert_search(Snake::default(), settings(), (B, 0), &[up, right, down, -3574.915575890941]);
    assert_search(Snake::default(), settings(), (E, 0), &SNAKE_E_3);
}

#[test]
fn snake_as_it_was_printed() {
    let quirks = Quirks { passing: true, staying: true, ..Quirks::default() };
    let settings = || ExpectimaxSettings { quirks, ..depth(2) };
    assert_search(Snake::new(Stuck::Rows), settings(), (B, 0), &SNAKE_B_2);
    let [up, _, down] = SNAKE_E_2;
    assert_search(Snake::new(Stuck::Rows), settings(), (E, 0), &[up, LOST, down, LOST]);
}

#[test]
fn merges_at_depth_1() {
    let merges = || Merges::new(MergesConstants::default());
    assert_search(merges(), depth(1), (B, 0), &[687.12, 696.72, 752.8, 684.8]);
    assert_search(merges(), depth(1), (E, 0), &[586.0, 538.0, 528.0]);
}

#[test]
fn merges_at_depth_3() {
    let merges = || Merges::new(MergesConstants::default());
    assert_search(merges(), depth(3), (B, 0), &[761.054, 717.768, 743.591333, 732.027429]);
    assert_search(merges(), depth(3), (E, 0), &[589.371, 538.0, 509.0]);
}

#[test]
fn gradient_at_depth_2_with_only_2s() {
    let settings = || ExpectimaxSettings { fours: false, ..depth(2) };
    let b = [1856.370374, 1855.463139, 1712.160601, 1885.197833];
    assert_search(Gradient::default(), settings(), (B, 0), &b);
    let e = [320408.779130, 266474.857596, 319590.698677];
    assert_search(Gradient::default(), settings(), (E, 0), &e);
}

#[test]
fn features_at_depth_2() {
    assert_search(features(), depth(2), (B, 500), &[817.766667, 795.914286, 705.966667, 835.8]);
    assert_search(features(), depth(2), (E, 80_000), &[88626.4, 83722.6, 85600.6]);
}

#[test]
fn features_at_depth_4() {
    assert_search(features(), depth(4), (B, 500), &[835.396587, 819.693878, 781.062810, 827.203469]);
    assert_search(features(), depth(4), (E, 80_000), &[91037.18, 75733.36, 48622.92]);
}

#[test]
fn grid_at_depths_1_to_3() {
    assert_search(Grid::new(), depth(1), (B, 0), &[54116.0, 56192.0, 43012.0, 53392.0]);
    let two = [54176.666667, 56210.571429, 43164.533333, 53446.971429];
    assert_search(Grid::new(), depth(2), (B, 0), &two);
    let three = [56565.466667, 61350.628571, 232019.733333, 55820.342857];
    assert_search(Grid::new(), depth(3), (B, 0), &three);
    assert_search(Grid::new(), depth(3), (E, 0), &[78343199.2, 113994437.2, 91178617.6]);
}

#[test]
fn squares_at_depth_3() {
    assert_search(Sum::of_squares(), depth(3), (B, 0), &[5613.333333, 5737.2, 5737.2, 5614.571429]);
}

#[test]
fn a_sum_is_the_same_whatever_the_slide_so_the_first_move_is_taken() {
    assert_search(Sum::of_faces(), depth(3), (B, 0), &[148.2; 4]);
    let report =
        Expectimax::new(Sum::of_faces(), depth(1)).search(B.parse::<Board>().unwrap(), 0, Limits::NONE);
    assert_eq!(report.best, Some(Move::Up));
}
