//! Alpha-beta against plain minimax, and its known values.

use redouble::eval::{Evaluator, FeatureSet, Features, Gradient, Grid, Merges, Rewards, Score, Snake, Sum};
use redouble::search::{AlphaBeta, AlphaBetaSettings, Limits, MoveValue, Quirks, SearchReport};
use redouble::{Afterstate, Board, Move, Rng, Tile};

use redouble_tests::Points;

/// 64 32 8 2 / 16 8 4 . / 4 4 . . / 2 . . 2
const B: &str = "6531432022001001";
/// 2048 512 128 16 / 4 2 64 8 / 256 2 32 4 / 4096 8 1024 .: left is illegal.
const E: &str = "b97421638152c3a0";

/// Minimax by its definition.
struct Minimax<'a> {
    eval: &'a dyn Evaluator,
    settings: &'a AlphaBetaSettings,
}

/// The way to a node: points on the way, and the chance of the values.
#[derive(Clone, Copy)]
struct Way {
    score: f64,
    values: f64,
}

impl Minimax<'_> {
    fn moves(&self, board: Board, score: u32) -> [Option<f64>; 4] {
        let score = if self.eval.rewards() == Rewards::Carried { f64::from(score) } else { 0.0 };
        Move::ALL.map(|mv| self.slide(board, mv, self.settings.depth.unwrap(), Way { score, values: 1.0 }))
    }

    fn slide(&self, board: Board, mv: Move, depth: u32, way: Way) -> Option<f64> {
        let slide = board.slide(mv)?;
        let reward = if self.eval.rewards() == Rewards::Ignored { 0.0 } else { f64::from(slide.reward) };
        Some(self.adversary(slide.after, depth - 1, Way { score: way.score + reward, ..way }))
    }

    fn adversary(&self, after: Afterstate, depth: u32, way: Way) -> f64 {
        if depth == 0 {
            return self.eval.after(after) + way.score;
        }
        let likely = self.settings.four_limit == 0.0 || way.values * 0.1 * 0.9 > self.settings.four_limit;
        let spawns = after.spawns().map(|(spawn, _)| spawn);
        let looked_at = spawns.filter(|spawn| spawn.tile == Tile::TWO || self.settings.fours && likely);
        let values = looked_at.map(|spawn| {
            let chance = if spawn.tile == Tile::FOUR { 0.1 } else { 0.9 };
            self.player(after.spawn(spawn), depth - 1, Way { values: way.values * chance, ..way })
        });
        values.fold(f64::INFINITY, f64::min)
    }

    fn player(&self, board: Board, depth: u32, way: Way) -> f64 {
        if board.is_dead() {
            let kept = if self.eval.rewards() == Rewards::Added { way.score } else { 0.0 };
            return self.eval.dead(board) + kept;
        }
        let won = self.settings.quirks.stop_at.is_some_and(|tile| board.max_tile() >= tile);
        if depth == 0 || won {
            return self.eval.board(board) + way.score;
        }
        let values = Move::ALL.into_iter().filter_map(|mv| self.slide(board, mv, depth, way));
        values.fold(f64::NEG_INFINITY, f64::max)
    }
}

fn depth(depth: u32) -> AlphaBetaSettings {
    AlphaBetaSettings { depth: Some(depth), ..AlphaBetaSettings::default() }
}

fn found(eval: &dyn Evaluator, settings: &AlphaBetaSettings, board: Board, score: u32) -> SearchReport {
    AlphaBeta::new(eval, settings.clone()).search(board, score, Limits::NONE)
}

fn values(report: &SearchReport) -> [Option<f64>; 4] {
    report.moves.map(|mv| match mv {
        MoveValue::Known(value) => Some(value),
        _ => None,
    })
}

/// Boards of all kinds: sparse, full, dead, with small tiles and with the largest.
fn boards(count: u32) -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(3);
    (0..count).map(move |round| {
        let (span, empty) = ([3, 11, 15, 18][round as usize % 4], [1, 3, 6][round as usize % 3]);
        let lowest = if span > 15 { 12 } else { 0 };
        Board::from_tiles([(); 16].map(|()| {
            let exponent = if rng.below(10) < empty { 0 } else { lowest + rng.below(span - lowest) };
            Tile::new(exponent as u8).unwrap()
        }))
    })
}

#[test]
fn alpha_beta_finds_the_values_of_minimax() {
    fn check(name: &str, eval: &dyn Evaluator) {
        for (plies, count) in [(1, 40), (2, 40), (3, 16), (4, 6), (5, 2)] {
            for (fours, four_limit, ordering, table) in [
                (true, 0.0, true, 0),
                (false, 0.0, true, 1 << 16),
                (true, 0.05, false, 0),
                (true, 0.005, true, 1 << 16),
                (true, 0.0, false, 24),
            ] {
                let settings = AlphaBetaSettings { fours, four_limit, ordering, table, ..depth(plies) };
                for board in boards(count) {
                    let expected = Minimax { eval, settings: &settings }.moves(board, 300);
                    let report = found(eval, &settings, board, 300);
                    assert_eq!(values(&report), expected, "{name} at depth {plies} of {board}");
                }
            }
        }
    }
    check("gradient", &Gradient::default());
    check("snake", &Snake::default());
    check("merges", &Merges::default());
    check("features", &Features::new(FeatureSet::ALL));
    check("sum", &Sum::of_faces());
    check("squares", &Sum::of_squares());
    check("grid", &Grid::new());
    check("score", &Score);
    check("points", &Points);
}

#[test]
fn minimax_has_the_values_of_the_notes() {
    let settings = AlphaBetaSettings { fours: false, ..depth(4) };
    let features = Features::new(FeatureSet::ALL);
    let report = found(&features, &settings, B.parse().unwrap(), 500);
    assert_eq!(values(&report), [Some(810.0), Some(762.0), Some(676.0), Some(724.0)]);
    let report = found(&features, &settings, E.parse().unwrap(), 80_000);
    assert_eq!(values(&report), [Some(89130.0), Some(75824.0), Some(0.0), None]);
}

#[test]
fn a_won_board_is_a_leaf() {
    let settings = AlphaBetaSettings {
        quirks: Quirks { stop_at: Tile::from_face(128), ..Quirks::default() },
        ..depth(4)
    };
    let features = Features::new(FeatureSet::ALL);
    for board in [B, "6630000000000000"].map(|hex| hex.parse().unwrap()) {
        let expected = Minimax { eval: &features, settings: &settings }.moves(board, 0);
        assert_eq!(values(&found(&features, &settings, board, 0)), expected);
    }
}

#[test]
fn ordering_saves_nodes_and_changes_no_value() {
    let [ordered, plain] = [true, false].map(|ordering| {
        found(&Snake::default(), &AlphaBetaSettings { ordering, ..depth(6) }, B.parse().unwrap(), 0)
    });
    assert_eq!(ordered.moves, plain.moves);
    assert!(2 * ordered.nodes < plain.nodes, "{} and {}", ordered.nodes, plain.nodes);
}

#[test]
fn a_table_saves_nodes_and_changes_no_value() {
    for eval in [&Snake::default() as &dyn Evaluator, &Features::new(FeatureSet::ALL)] {
        let [with, without] = [1 << 22, 0].map(|table| {
            found(eval, &AlphaBetaSettings { table, fours: false, ..depth(8) }, B.parse().unwrap(), 0)
        });
        assert_eq!(with.moves, without.moves);
        assert!(with.nodes < without.nodes && with.counts.hits > 0, "{} and {}", with.nodes, without.nodes);
    }
}

#[test]
fn it_stops_when_told_and_still_moves() {
    let stop = || true;
    let report = AlphaBeta::new(Grid::new(), depth(8)).search(B.parse().unwrap(), 0, Limits::until(&stop));
    assert_eq!((report.best, report.depth), (Some(Move::Right), 1));
    let report = AlphaBeta::new(Grid::new(), depth(8)).search(B.parse().unwrap(), 0, Limits::nodes(5_000));
    assert!(report.depth > 2 && report.depth < 8, "{report:?}");
    assert_eq!(report.moves, found(&Grid::new(), &depth(report.depth), B.parse().unwrap(), 0).moves);
}

#[test]
fn a_dead_board_has_no_move() {
    let report = found(&Snake::default(), &depth(4), "1212212112122121".parse().unwrap(), 0);
    assert_eq!((report.best, report.moves), (None, [MoveValue::Illegal; 4]));
}
