//! Every evaluation written down once more, straight from its formula and without tables, and compared on
//! boards that together hold every row and every column there is.

use redouble::eval::{
    Evaluator, FeatureSet, Features, Gradient, Grid, Merges, MergesConstants, Smoothness, Snake, Sum,
};
use redouble::rows::unpack;
use redouble::{Board, Rng, Tile};

/// Faces by row and column.
type Faces = [[f64; 4]; 4];

fn faces(board: Board) -> Faces {
    let tiles = board.tiles();
    std::array::from_fn(|row| std::array::from_fn(|column| f64::from(tiles[4 * row + column].face())))
}

/// The four rows and the four columns.
fn lines(c: &Faces) -> Vec<[f64; 4]> {
    let columns = (0..4).map(|column| std::array::from_fn(|row| c[row][column]));
    c.iter().copied().chain(columns).collect()
}

fn largest(c: &Faces) -> f64 {
    c.iter().flatten().copied().fold(0.0, f64::max)
}

fn largest_in_corner(c: &Faces) -> bool {
    [c[0][0], c[0][3], c[3][0], c[3][3]].contains(&largest(c))
}

fn empties(c: &Faces) -> f64 {
    c.iter().flatten().filter(|&&face| face == 0.0).count() as f64
}

/// Σ over cells of what `term` says of row, column and face.
fn over_cells(c: &Faces, term: impl Fn(usize, usize, f64) -> f64) -> f64 {
    (0..16).map(|cell| term(cell / 4, cell % 4, c[cell / 4][cell % 4])).sum()
}

fn gradient(c: &Faces, smoothness: Smoothness) -> f64 {
    let weigh = |w: fn(usize, usize) -> usize| over_cells(c, |i, j, face| face.powf(1.3) * w(i, j) as f64);
    let sides = [weigh(|i, _| 4 - i), weigh(|i, _| i + 1), weigh(|_, j| 4 - j), weigh(|_, j| j + 1)];
    let log = |face: f64| if face == 0.0 { 0.0 } else { face.log2() };
    let (mut smooth, mut monotonicity) = (0.0, 0.0);
    for r in lines(c) {
        let mut steps = 0.0;
        for k in 1..4 {
            if r[k] == r[k - 1] {
                smooth += if smoothness == Smoothness::Smaller { r[k].min(4.0) } else { r[k].max(4.0) };
            } else {
                let size = (r[k] + r[k - 1]) / ((log(r[k]) - log(r[k - 1])).abs() + 1.0);
                steps += if r[k] > r[k - 1] { size } else { -size };
            }
        }
        monotonicity += f64::abs(steps);
    }
    let corner = if largest_in_corner(c) { 0.2 * largest(c) } else { 0.0 };
    let empty = 0.05 * largest(c) * empties(c) * empties(c);
    sides.into_iter().fold(0.0, f64::max) + empty + 0.5 * smooth + monotonicity + largest(c) + corner
}

fn snake(c: &Faces) -> f64 {
    let path = [12, 8, 4, 0, 1, 5, 9, 13, 14, 10, 6, 2, 3, 7, 11, 15];
    let along = |n: usize| c[path[n] / 4][path[n] % 4];
    let sum: f64 = (0..16).map(|n| along(n) / 10f64.powi(n as i32)).sum();
    let penalty = if along(0) == largest(c) { 0.0 } else { (along(0) - largest(c)).powi(2) };
    sum - penalty
}

fn merges(c: &Faces, k: MergesConstants) -> f64 {
    lines(c).into_iter().map(|line| merges_of_line(&line, k)).sum()
}

fn merges_of_line(line: &[f64; 4], k: MergesConstants) -> f64 {
    let tiles: Vec<f64> = line.iter().copied().filter(|&face| face > 0.0).collect();
    let pair = |at: usize| tiles[at] == tiles[at + 1] && tiles[at] < 131072.0;
    if tiles.len() == 4 && pair(0) && pair(2) {
        return k.base + 2.0 * k.direct - k.bad_scale;
    }
    let pairs = (0..tiles.len().saturating_sub(1)).filter(|&at| pair(at));
    let taken =
        pairs.map(|at| 2 + taken_in(&tiles[..at], &tiles[at + 2..], 2.0 * tiles[at])).max().unwrap_or(0);
    let worth = [0.0, 0.0, k.direct, k.direct + k.secondary, k.direct + k.secondary + k.ternary][taken];
    k.base + worth - k.bad_scale * k.bad_base.powi((tiles.len() - taken) as i32)
}

/// How many more tiles a merged one takes in, from what stands left and right of it.
fn taken_in(left: &[f64], right: &[f64], merged: f64) -> usize {
    match (left, right) {
        _ if merged >= 131072.0 => 0,
        ([rest @ .., last], _) if *last == merged => 1 + taken_in(rest, right, 2.0 * merged),
        (_, [first, rest @ ..]) if *first == merged => 1 + taken_in(left, rest, 2.0 * merged),
        _ => 0,
    }
}

fn features(c: &Faces, set: FeatureSet) -> f64 {
    let edge = |place: usize| place == 0 || place == 3;
    let edges = over_cells(c, |i, j, face| face * (usize::from(edge(i)) + usize::from(edge(j))) as f64);
    let corner = if largest_in_corner(c) { largest(c) } else { 0.0 };
    let monotonic: f64 = lines(c)
        .into_iter()
        .map(|t| [t[1] - t[0], t[2] - t[1], t[3] - t[2]])
        .filter(|d| d[0] * d[1] < 0.0 || d[1] * d[2] < 0.0)
        .map(|d| d[0].abs().max(d[1].abs()).max(d[2].abs()))
        .sum();
    let counted = [
        (set.blanks, 10.0 * empties(c)),
        (set.edges, edges),
        (set.corner, corner),
        (set.monotonic, -monotonic),
    ];
    counted.into_iter().filter(|(on, _)| *on).map(|(_, value)| value).sum()
}

fn grid(c: &Faces) -> f64 {
    let weights =
        [[8.0, 4.0, 2.0, 1.0], [16.0, 8.0, 4.0, 2.0], [32.0, 16.0, 8.0, 4.0], [64.0, 32.0, 16.0, 8.0]];
    over_cells(c, |row, column, face| weights[column][row] * face * face)
}

/// Boards that hold every row of tiles below 65536 in each of the four rows, the same as columns, and boards
/// of tiles up to 131072.
fn boards() -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(17);
    let large = (0..5_000)
        .map(move |_| Board::from_tiles([(); 16].map(|()| Tile::new(rng.below(18) as u8).unwrap())));
    let rows = (0..=u16::MAX).map(with_rows);
    rows.clone().chain(rows.map(Board::transposed)).chain(large)
}

/// The board whose rows are `row` multiplied by four odd numbers: each of its rows takes every value once.
fn with_rows(row: u16) -> Board {
    let rows = [1, 0x9e37, 0x79b1, 0x7f4b].map(|odd| unpack(row.wrapping_mul(odd)));
    Board::from_tiles(std::array::from_fn(|cell| Tile::new(rows[cell / 4][cell % 4]).unwrap()))
}

fn check(evaluator: &impl Evaluator, formula: impl Fn(&Faces) -> f64) {
    for board in boards() {
        let (found, expected) = (evaluator.board(board), formula(&faces(board)));
        assert!(
            (found - expected).abs() <= 1e-9 * expected.abs().max(1.0),
            "{found}, not {expected}: {board:?}"
        );
    }
}

#[test]
fn gradient_is_its_formula() {
    for smoothness in [Smoothness::Smaller, Smoothness::Larger] {
        check(&Gradient::new(smoothness), |c| gradient(c, smoothness));
    }
}

#[test]
fn snake_is_its_formula() {
    check(&Snake::default(), snake);
}

#[test]
fn merges_is_its_formula() {
    let other = MergesConstants {
        base: 7.0,
        direct: 3.0,
        secondary: 2.0,
        ternary: 1.5,
        bad_base: 1.5,
        bad_scale: 0.25,
    };
    for constants in [MergesConstants::default(), other] {
        check(&Merges::new(constants), |c| merges(c, constants));
    }
}

#[test]
fn every_subset_of_features_is_its_formula() {
    for bits in 1..16 {
        let [blanks, edges, corner, monotonic] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
        let set = FeatureSet { blanks, edges, corner, monotonic };
        check(&Features::new(set), |c| features(c, set));
    }
}

#[test]
fn sum_squares_and_grid_are_their_formulas() {
    check(&Sum::of_faces(), |c| over_cells(c, |_, _, face| face));
    check(&Sum::of_squares(), |c| over_cells(c, |_, _, face| face * face));
    check(&Grid::new(), grid);
}
