//! Every evaluation against its formula: published values, all rows, and the symmetries it has.

use redouble::eval::lines::{by_formula, by_tables};
use redouble::eval::{
    Evaluator, FeatureSet, Features, Gradient, Grid, Lines, Merges, MergesConstants, Score, Smoothness,
    Snake, Stuck, Sum,
};
use redouble::{Board, Cell, Rng, Tile};

/// Board A of the notes: a snake from the bottom left.
const A: &str = "9822a731b631c440";
/// Board B: early in a game.
const B: &str = "6531432022001001";
/// Board C: no row can move, columns can.
const C: &str = "1234123412341234";
/// Board D: dead.
const D: &str = "1212212112122121";
/// Board E: one empty cell; left is illegal.
const E: &str = "b97421638152c3a0";

fn board(hex: &str) -> Board {
    hex.parse().unwrap()
}

/// The board with `line` as its top row.
fn top_row(line: [u32; 4]) -> Board {
    let cells = Cell::all().zip(line);
    cells.fold(Board::EMPTY, |board, (cell, face)| board.with(cell, Tile::from_face(face).unwrap()))
}

fn random_board(rng: &mut Rng, tiles: u32) -> Board {
    Board::from_tiles([(); 16].map(|()| Tile::new(rng.below(tiles) as u8).unwrap()))
}

#[track_caller]
fn assert_close(found: f64, expected: f64, relative: f64) {
    let tolerance = relative * expected.abs().max(1.0);
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
}

#[track_caller]
fn assert_values(evaluator: &impl Evaluator, expected: [f64; 5], relative: f64) {
    for (hex, expected) in [A, B, C, D, E].into_iter().zip(expected) {
        assert_close(evaluator.board(board(hex)), expected, relative);
    }
}

#[test]
fn gradient_has_the_values_of_the_notes() {
    let expected = [344475.964618, 1833.937649, 949.827978, 199.303102, 320437.803245];
    assert_values(&Gradient::default(), expected, 1e-9);
    assert_eq!(Gradient::default().dead(Board::EMPTY), 0.0);
}

#[test]
fn gradient_adds_six_terms() {
    let up = 4.0 * (1351.1761006314441 + 548.7480128185822 + 2.0 * 222.86094420380783);
    let columns = 256.0 / 9.0 + 128.0 / 8.0 + 64.0 / 7.0 + 64.0 / 7.0;
    let rest = 0.05 * 256.0 * 144.0 + 0.5 * 4.0 + (288.0 + columns) + 256.0 + 51.2;
    assert_close(Gradient::default().board(top_row([256, 128, 64, 64])), up + rest, 1e-12);
}

#[test]
fn gradient_takes_the_larger_of_tile_and_four_if_asked() {
    let difference = Gradient::new(Smoothness::Larger).board(board(C)) - Gradient::default().board(board(C));
    assert_close(difference, 0.5 * 3.0 * ((4.0 - 2.0) + 0.0 + (8.0 - 4.0) + (16.0 - 4.0)), 1e-12);
    let empty = Gradient::new(Smoothness::Larger).board(Board::EMPTY);
    assert_eq!(empty, 0.5 * 24.0 * 4.0);
}

#[test]
fn snake_has_the_values_of_the_notes() {
    let snake = Snake::default();
    let expected = [4311.578945768844, -3841.372715999518, -193.777555511102, 4123.739233079697];
    for (hex, expected) in [A, B, C, E].into_iter().zip(expected) {
        assert_close(snake.board(board(hex)), expected, 1e-14);
    }
    assert!(snake.is_lost(board(D)) && !snake.is_lost(board(C)));
    assert_eq!(snake.dead(Board::EMPTY), f64::NEG_INFINITY);
}

#[test]
fn snake_stuck_by_rows_loses_although_columns_can_merge() {
    let snake = Snake::new(Stuck::Rows);
    assert_eq!(snake.board(board(C)), f64::NEG_INFINITY);
    assert!(snake.is_lost(board(C)) && snake.is_lost(board(D)) && !snake.is_lost(board(E)));
    assert_eq!(snake.board(board(A)), Snake::default().board(board(A)));
}

#[test]
fn snake_follows_its_path() {
    let path = [12, 8, 4, 0, 1, 5, 9, 13, 14, 10, 6, 2, 3, 7, 11, 15];
    for (place, cell) in path.into_iter().enumerate() {
        let board = Board::EMPTY.with(Cell::new(cell).unwrap(), Tile::TWO);
        let penalty = if place == 0 { 0.0 } else { 4.0 };
        let expected = 2.0 / 10f64.powi(place as i32) - penalty;
        assert_close(Snake::default().board(board), expected, 1e-15);
    }
}

#[test]
fn merges_has_the_values_of_the_notes() {
    assert_values(&Merges::default(), [647.12, 707.76, 679.68, 400.0, 538.0], 1e-12);
    assert_eq!(Merges::default().dead(Board::EMPTY), 0.0);
}

#[test]
fn merges_values_lines_as_the_notes_do() {
    let lines = [
        ([2, 2, 4, 8], 117.42),
        ([8, 4, 2, 2], 117.42),
        ([4, 2, 2, 8], 117.42),
        ([2, 2, 2, 2], 119.92),
        ([2, 2, 4, 4], 119.92),
        ([4, 2, 2, 4], 114.6),
        ([2, 2, 2, 4], 114.6),
        ([2, 4, 8, 16], 50.0),
        ([0, 0, 0, 0], 99.92),
        ([2, 2, 0, 4], 114.92),
        ([4, 0, 2, 2], 114.92),
        ([2, 0, 2, 4], 114.92),
        ([2, 0, 0, 2], 109.92),
        ([0, 2, 0, 2], 109.92),
        ([2, 2, 8, 4], 108.0),
        ([2, 0, 0, 0], 99.6),
        // By the rule of the game 65536 merges and 131072 does not.
        ([65536, 65536, 0, 0], 109.92),
        ([131072, 131072, 0, 0], 98.0),
        ([65536, 65536, 131072, 0], 109.6),
        ([32768, 32768, 65536, 131072], 114.6),
    ];
    for (line, expected) in lines {
        assert_close(line_of(&Merges::default(), line), expected, 1e-12);
    }
}

/// What the top row adds, by the table where there is one.
fn line_of<E: Lines>(evaluator: &E, line: [u32; 4]) -> E::Sum {
    let exponents = line.map(|face| Tile::from_face(face).unwrap().exponent());
    match top_row(line) {
        board if board.high() == 0 => evaluator.row(0, board.low() as u16),
        _ => evaluator.row_by_formula(0, exponents),
    }
}

#[test]
fn merges_uses_the_constants_it_is_given() {
    let constants = MergesConstants {
        base: 1.0,
        direct: 2.0,
        secondary: 3.0,
        ternary: 5.0,
        bad_base: 7.0,
        bad_scale: 11.0,
    };
    let merges = Merges::new(constants);
    assert_eq!(line_of(&merges, [2, 2, 4, 8]), 1.0 + 2.0 + 3.0 + 5.0 - 11.0);
    assert_eq!(line_of(&merges, [2, 2, 8, 4]), 1.0 + 2.0 - 11.0 * 49.0);
}

#[test]
fn each_feature_has_the_values_of_the_notes() {
    let of =
        |blanks, edges, corner, monotonic| Features::new(FeatureSet { blanks, edges, corner, monotonic });
    assert_values(&of(true, false, false, false), [10.0, 50.0, 0.0, 0.0, 10.0], 0.0);
    assert_values(&of(false, true, false, false), [12592.0, 200.0, 132.0, 48.0, 14264.0], 0.0);
    assert_values(&of(false, false, true, false), [4096.0, 64.0, 16.0, 4.0, 4096.0], 0.0);
    assert_values(&of(false, false, false, true), [0.0, 0.0, 0.0, -16.0, -9236.0], 0.0);
    let all = [10.0 + 12592.0 + 4096.0, 50.0 + 200.0 + 64.0, 148.0, 36.0, 10.0 + 14264.0 + 4096.0 - 9236.0];
    assert_values(&Features::new(FeatureSet::ALL), all, 0.0);
}

#[test]
fn a_line_that_turns_costs_its_largest_step() {
    let monotonic = Features::new(FeatureSet { monotonic: true, ..FeatureSet::default() });
    let lines = [
        ([2, 4, 4, 2], 0.0),
        ([2, 8, 4, 2], 6.0),
        ([64, 2, 32, 0], 62.0),
        ([4, 0, 4, 8], 4.0),
        ([0, 2, 0, 0], 2.0),
    ];
    for (line, penalty) in lines {
        assert_eq!(line_of(&monotonic, line), -penalty, "{line:?}");
    }
}

#[test]
fn sum_squares_and_grid_have_the_values_of_the_notes() {
    assert_values(&Sum::of_faces(), [8188.0, 146.0, 120.0, 48.0, 8204.0], 0.0);
    assert_values(&Sum::of_squares(), [22368936.0, 5564.0, 1360.0, 160.0, 22369704.0], 0.0);
    assert_values(&Grid::new(), [32658112.0, 53380.0, 35100.0, 2400.0, 59468272.0], 0.0);
}

#[test]
fn score_is_nothing_but_the_score_so_far() {
    assert_values(&Score, [0.0; 5], 0.0);
}

#[test]
fn the_score_by_tiles_has_the_values_of_the_notes() {
    assert_eq!([A, B, C, D, E].map(|hex| board(hex).score_by_tiles()), [81864, 540, 272, 32, 81944]);
}

/// Runs a check that is generic over the evaluation on all of them.
macro_rules! for_every_evaluation {
    ($check:ident) => {
        $check("gradient", &Gradient::default());
        $check("gradient(larger)", &Gradient::new(Smoothness::Larger));
        $check("snake", &Snake::default());
        $check("snake(stuck=rows)", &Snake::new(Stuck::Rows));
        $check("merges", &Merges::default());
        $check("features", &Features::new(FeatureSet::ALL));
        $check("sum", &Sum::of_faces());
        $check("squares", &Sum::of_squares());
        $check("grid", &Grid::new());
        $check("score", &Score);
    };
}

#[test]
fn tables_hold_the_formula_of_every_line() {
    fn check<E: Lines<Sum: PartialEq + std::fmt::Debug>>(name: &str, evaluator: &E) {
        for line in 0..=u16::MAX {
            let tiles = redouble::rows::unpack(line);
            for index in 0..4 {
                assert_eq!(evaluator.row(index, line), evaluator.row_by_formula(index, tiles), "{name}");
                assert_eq!(
                    evaluator.column(index, line),
                    evaluator.column_by_formula(index, tiles),
                    "{name}"
                );
            }
        }
    }
    for_every_evaluation!(check);
}

#[test]
fn boards_are_worth_the_same_by_tables_and_by_formula() {
    fn check(name: &str, evaluator: &impl Lines) {
        let mut rng = Rng::new(7);
        for round in 0..2_000 {
            let board = random_board(&mut rng, 2 + round % 15);
            assert_eq!(by_tables(evaluator, board), by_formula(evaluator, board), "{name} {board:?}");
            if !evaluator.is_lost(board) {
                assert_eq!(evaluator.board(board), by_formula(evaluator, board), "{name} {board:?}");
            }
        }
    }
    for_every_evaluation!(check);
}

#[test]
fn tiles_above_32768_count_in_full() {
    let board = board("hg00000000000000");
    let (large, larger) = (65536.0, 131072.0);
    assert_eq!(Sum::of_faces().board(board), large + larger);
    assert_eq!(Sum::of_squares().board(board), large * large + larger * larger);
    assert_eq!(Grid::new().board(board), 16.0 * large * large + 8.0 * larger * larger);
    assert_eq!(Snake::default().board(board), larger / 1e3 + large * 1e-4 - larger * larger);
    let features = Features::new(FeatureSet::ALL);
    assert_eq!(features.board(board), 140.0 + (2.0 * larger + large) + larger);
    let row = (large + larger) / 2.0 + large / 17.0;
    let (column_0, column_1) = (larger / 18.0, large / 17.0);
    let gradient = 4.0 * (4495343.721009827 + 1825676.8549175942);
    let rest = 0.05 * larger * 196.0 + (row + column_0 + column_1) + 1.2 * larger;
    assert_close(Gradient::default().board(board), gradient + rest, 1e-12);
}

/// The positions, by their place in [`Board::symmetries`], in which every board is worth the same.
fn invariant_under(evaluator: &impl Evaluator) -> Vec<usize> {
    let mut rng = Rng::new(3);
    let boards: Vec<Board> = (0..3_000).map(|round| random_board(&mut rng, 3 + round % 16)).collect();
    let same = |board: &Board, position: usize| {
        evaluator.board(*board) == evaluator.board(board.symmetries()[position])
    };
    (0..8).filter(|&position| boards.iter().all(|board| same(board, position))).collect()
}

#[test]
fn symmetric_evaluations_are_the_same_in_all_eight_positions() {
    fn check(name: &str, evaluator: &impl Lines) {
        assert_eq!(invariant_under(evaluator).len() == 8, evaluator.is_symmetric(), "{name}");
    }
    for_every_evaluation!(check);
    assert!(Gradient::default().is_symmetric() && Merges::default().is_symmetric());
    assert!(Features::new(FeatureSet::ALL).is_symmetric() && Score.is_symmetric());
    assert!(Sum::of_faces().is_symmetric() && Sum::of_squares().is_symmetric());
}

#[test]
fn grid_is_the_same_only_when_mirrored_in_the_rising_diagonal() {
    let start = board("123456789abcdef0");
    let mirrored = |row: u8, column: u8| start.tile(Cell::at(3 - column, 3 - row).unwrap());
    let rising = Board::from_tiles(std::array::from_fn(|cell| mirrored(cell as u8 / 4, cell as u8 % 4)));
    let position = start.symmetries().iter().position(|&board| board == rising).unwrap();
    assert_eq!(invariant_under(&Grid::new()), [0, position]);
}

#[test]
fn snake_changes_in_every_other_position() {
    assert_eq!(invariant_under(&Snake::default()), [0]);
}
