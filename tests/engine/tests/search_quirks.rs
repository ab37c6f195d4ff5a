//! Every quirk of the authors' programs against the plainest program that could be written with it.

use std::collections::HashMap;

use redouble::eval::{
    Evaluator, FeatureSet, Features, Gradient, Grid, Merges, MergesConstants, Rewards, Sum,
};
use redouble::search::{
    AlphaBetaSettings, AsWritten, Average, ExpectimaxSettings, Limits, MoveValue, Quirks, SearchReport,
};
use redouble::spec::Resources;
use redouble::{Afterstate, AgentSpec, Board, Cell, Move, Rng, Spawn, Tile};

/// A program of lists and loops; depth counts down.
struct Naive<'a> {
    eval: &'a dyn Evaluator,
    adversary: bool,
    fours: bool,
    quirks: Quirks,
    kept: HashMap<[u32; 16], f64>,
    boards: u64,
}

impl Naive<'_> {
    fn moves(&mut self, board: Board, depth: u32, score: f64) -> [Option<f64>; 4] {
        self.boards += 1;
        let mut values = [None; 4];
        for mv in [Move::Left, Move::Right, Move::Up, Move::Down] {
            let slid = board.slide(mv);
            values[mv.index()] = slid.map(|slide| {
                let score = score + self.reward(slide.reward);
                self.spawn(slide.after, depth - 1, score, f64::NEG_INFINITY, f64::INFINITY)
            });
        }
        values
    }

    fn reward(&self, reward: u32) -> f64 {
        if self.eval.rewards() == Rewards::Ignored { 0.0 } else { f64::from(reward) }
    }

    fn slide(&mut self, board: Board, depth: u32, score: f64, alpha: f64, mut beta: f64) -> f64 {
        let key = board.tiles().map(|tile| tile.face());
        if self.quirks.leaf_table && self.kept.contains_key(&key) {
            return self.kept[&key];
        }
        self.boards += 1;
        let dead = Move::ALL.iter().all(|&mv| board.slide(mv).is_none());
        let blind = self.quirks.untested && depth == 0;
        let won = self.quirks.stop_at.is_some_and(|tile| board.tiles().iter().any(|&own| own >= tile));
        if dead || depth == 0 || won {
            let value = if dead && !blind { 0.0 } else { self.eval.board(board) + score };
            if self.quirks.leaf_table {
                self.kept.insert(key, value);
            }
            return value;
        }
        let mut best = if self.quirks.floor { 0.0 } else { f64::NEG_INFINITY };
        let mut alpha = alpha;
        for mv in [Move::Left, Move::Right, Move::Up, Move::Down] {
            let Some(slide) = board.slide(mv) else { continue };
            let value = self.spawn(slide.after, depth - 1, score + self.reward(slide.reward), alpha, beta);
            if value > best {
                best = value;
            }
            if self.adversary && best >= beta {
                return best;
            }
            if !self.quirks.slip && best > alpha {
                alpha = best;
            }
            if self.quirks.slip && best >= alpha {
                beta = best;
            }
        }
        best
    }

    fn spawn(&mut self, after: Afterstate, depth: u32, score: f64, alpha: f64, mut beta: f64) -> f64 {
        if depth == 0 {
            return self.eval.after(after) + score;
        }
        let cells: Vec<Cell> = Cell::all().filter(|&cell| after.board().tile(cell) == Tile::EMPTY).collect();
        let (mut sum, mut least) = (0.0, f64::INFINITY);
        for &cell in &cells {
            let board = |tile| after.spawn(Spawn { cell, tile });
            if self.adversary {
                for tile in if self.fours { vec![Tile::TWO, Tile::FOUR] } else { vec![Tile::TWO] } {
                    least = least.min(self.slide(board(tile), depth - 1, score, alpha, beta));
                    if least <= alpha {
                        return least;
                    }
                    beta = beta.min(least);
                }
                continue;
            }
            let (fours, average) = (self.fours, self.quirks.average);
            let mut value =
                |tile| self.slide(board(tile), depth - 1, score, f64::NEG_INFINITY, f64::INFINITY);
            if fours {
                sum += 0.1 * value(Tile::FOUR) + 0.9 * value(Tile::TWO);
            } else if average == Average::Cells {
                sum += 0.9 * value(Tile::TWO);
            } else {
                sum += value(Tile::TWO);
            }
        }
        let mean = sum / cells.len() as f64;
        match (self.adversary, self.quirks.whole) {
            (true, _) => least,
            (false, true) => mean.trunc(),
            (false, false) => mean,
        }
    }
}

/// Boards as games meet them, and full ones.
fn boards(count: u32, seed: u64) -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |round| {
        let (span, empty) = ([3, 5, 11][round as usize % 3], [0, 2, 6][round as usize / 3 % 3]);
        Board::from_tiles([(); 16].map(|()| {
            let exponent = if rng.below(10) < empty { 0 } else { 1 + rng.below(span) };
            Tile::new(exponent as u8).unwrap()
        }))
    })
}

#[track_caller]
fn check(name: &str, eval: &dyn Evaluator, adversary: bool, fours: bool, quirks: Quirks) {
    for (depth, count) in [(1, 20), (2, 60), (3, 27), (4, 9)] {
        for board in boards(count, u64::from(depth)) {
            let mut naive = Naive { eval, adversary, fours, quirks, kept: HashMap::new(), boards: 0 };
            let expected =
                naive.moves(board, depth, if eval.rewards() == Rewards::Ignored { 0.0 } else { 100.0 });
            let report = found(eval, adversary, fours, quirks, depth, board);
            let same = Move::ALL.iter().all(|mv| match (report.moves[mv.index()], expected[mv.index()]) {
                (MoveValue::Illegal, None) => true,
                (MoveValue::Known(value), Some(other)) => {
                    value == other || (value - other).abs() <= 1e-11 * other.abs().max(1.0)
                }
                _ => false,
            });
            assert!(same, "{name} at depth {depth} of {board}: {:?} instead of {expected:?}", report.moves);
            assert_eq!(report.counts.boards, naive.boards, "{name} at depth {depth} of {board}");
        }
    }
}

fn found(
    eval: &dyn Evaluator,
    adversary: bool,
    fours: bool,
    quirks: Quirks,
    depth: u32,
    board: Board,
) -> SearchReport {
    let depth = Some(depth);
    if adversary {
        let settings = AlphaBetaSettings { depth, fours, quirks, ..AlphaBetaSettings::default() };
        AsWritten::alpha_beta(eval, settings).search(board, 100, Limits::NONE)
    } else {
        let settings = ExpectimaxSettings { depth, fours, quirks, ..ExpectimaxSettings::default() };
        AsWritten::expectimax(eval, settings).search(board, 100, Limits::NONE)
    }
}

#[test]
fn each_quirk_is_searched_as_a_plain_program_with_it_searches() {
    let off = Quirks::default();
    let bad = Merges::new(MergesConstants { bad_scale: 12.5, ..MergesConstants::default() });
    let features = Features::new(FeatureSet::ALL);
    let cells = Quirks { average: Average::Cells, ..off };
    check("average", &Gradient::default(), false, false, cells);
    check("average with 4s", &Gradient::default(), false, true, cells);
    check("floor", &bad, false, true, Quirks { floor: true, ..off });
    check("untested", &Grid::new(), false, true, Quirks { untested: true, ..off });
    check("whole", &features, false, true, Quirks { whole: true, ..off });
    check("leaf table", &features, false, true, Quirks { leaf_table: true, ..off });
    check("leaf table of alpha-beta", &features, true, false, Quirks { leaf_table: true, ..off });
    check("slip", &features, true, false, Quirks { slip: true, ..off });
    check("slip with 4s", &features, true, true, Quirks { slip: true, ..off });
    let stop_at = Tile::from_face(16);
    let hers = Quirks { slip: true, leaf_table: true, floor: true, whole: true, stop_at, ..off };
    check("all of hers", &features, true, false, hers);
    check("all of hers, by chance", &features, false, true, hers);
}

#[test]
fn without_a_quirk_it_finds_what_the_ordinary_searches_find() {
    let features = Features::new(FeatureSet::ALL);
    check("no quirk", &Grid::new(), false, true, Quirks::default());
    check("no quirk against an adversary", &features, true, true, Quirks::default());
}

#[test]
fn each_quirk_changes_some_value() {
    let off = Quirks::default();
    let bad = Merges::new(MergesConstants { bad_scale: 12.5, ..MergesConstants::default() });
    let (grid, features) = (Grid::new(), Features::new(FeatureSet::ALL));
    let cases: [(&dyn Evaluator, bool, Quirks); 6] = [
        (&grid, false, Quirks { average: Average::Cells, ..off }),
        (&bad, false, Quirks { floor: true, ..off }),
        (&grid, false, Quirks { untested: true, ..off }),
        (&features, false, Quirks { whole: true, ..off }),
        (&features, false, Quirks { leaf_table: true, ..off }),
        (&features, true, Quirks { slip: true, ..off }),
    ];
    for (eval, adversary, quirks) in cases {
        let fours = quirks.average == Average::Mean;
        let moves = |quirks, board| found(eval, adversary, fours, quirks, 4, board).moves;
        let changed = boards(60, 4).any(|board| moves(quirks, board) != moves(off, board));
        assert!(changed, "{quirks:?}");
    }
}

#[test]
fn an_average_over_cells_counts_what_is_not_looked_at_as_nothing() {
    // 146 points of faces, five empty cells before a slide; each 2 makes it 148.
    let board: Board = "6531432022001001".parse().unwrap();
    let quirks = Quirks { average: Average::Cells, ..Quirks::default() };
    let settings = ExpectimaxSettings {
        depth: Some(2),
        fours: false,
        sample: Some(4),
        quirks,
        ..ExpectimaxSettings::default()
    };
    let report = AsWritten::expectimax(Sum::of_faces(), settings).search(board, 0, Limits::NONE);
    for mv in Move::ALL {
        let empties = f64::from(board.slide(mv).unwrap().after.empties());
        let expected = 0.9 * 4.0 * 148.0 / empties;
        assert!(
            matches!(report.moves[mv.index()], MoveValue::Known(value) if (value - expected).abs() < 1e-9)
        );
    }
}

/// How many boards the first move takes from each of these starts.
fn first_moves(agent: &str, starts: impl Iterator<Item = Board>) -> Vec<u64> {
    let spec: AgentSpec = agent.parse().unwrap();
    let mut agent = spec.build(&Resources::default()).unwrap();
    starts
        .map(|board| {
            agent.begin(Rng::new(1));
            agent.choose(board, 0, Limits::NONE).counts.boards
        })
        .collect()
}

#[test]
fn with_the_slip_and_the_table_of_leaves_a_first_move_takes_what_003_reports() {
    let starts = (0..16).flat_map(|a| (a + 1..16).map(move |b| (a, b))).map(|(a, b)| {
        let mut tiles = [Tile::EMPTY; 16];
        (tiles[a], tiles[b]) = (Tile::TWO, Tile::TWO);
        Board::from_tiles(tiles)
    });
    let hers = "alphabeta(eval=features(blanks,edges,corner,monotonic),depth=8,fours=off,stop-at=2048,slip,leaf-table,floor)";
    let counts: Vec<u64> = first_moves(hers, starts).iter().map(|boards| boards - 1).collect(); // she does not count the start
    let mean = counts.iter().sum::<u64>() / counts.len() as u64;
    assert!(counts.contains(&13_988), "{counts:?}");
    assert!((13_000..14_500).contains(&mean), "{mean}");
}
