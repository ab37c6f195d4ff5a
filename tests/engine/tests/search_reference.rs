//! Every search against the plainest one that could be written, on random boards.

use redouble::eval::{
    Evaluator, FeatureSet, Features, Gradient, Grid, Merges, Rewards, Score, Snake, Stuck, Sum,
};
use redouble::search::{
    Expectimax, ExpectimaxSettings, Limits, MoveValue, Parallel, Quirks, Reuse, SearchReport,
};
use redouble::{Afterstate, Agent, Board, Move, Rng, Tile};

use redouble_tests::{Plain, Points};

/// Expectimax by its definition, with nothing remembered and nothing shared.
struct Reference<'a> {
    eval: &'a dyn Evaluator,
    settings: &'a ExpectimaxSettings,
}

/// The way to a node.
#[derive(Clone, Copy)]
struct Way {
    score: f64,
    probability: f64,
    values: f64,
}

impl Reference<'_> {
    fn moves(&self, board: Board, score: u32) -> [Option<f64>; 4] {
        let way = Way { score: f64::from(score), probability: 1.0, values: 1.0 };
        Move::ALL.map(|mv| self.slide(board, mv, self.settings.depth.unwrap(), way))
    }

    fn slide(&self, board: Board, mv: Move, depth: u32, way: Way) -> Option<f64> {
        let (after, reward) = match board.slide(mv) {
            Some(slide) => (slide.after, f64::from(slide.reward)),
            None if self.settings.quirks.passing => (Afterstate::new(board), 0.0),
            None => return None,
        };
        let way = Way { score: way.score + reward, ..way };
        let value = self.chance(after, depth - 1, way);
        Some(if self.eval.rewards() == Rewards::Added { reward + value } else { value })
    }

    fn chance(&self, after: Afterstate, depth: u32, way: Way) -> f64 {
        if depth == 0 || way.probability < self.settings.min_prob {
            return self.eval.after(after) + self.score(way);
        }
        let (cells, values) = (f64::from(after.empties()), way.values * 0.1);
        let fours =
            self.settings.fours && (self.settings.four_limit == 0.0 || values > self.settings.four_limit);
        let mut sum = 0.0;
        for (spawn, chance) in after.spawns() {
            let chance = match (spawn.tile == Tile::FOUR, fours) {
                (false, false) => 1.0 / cells,
                (true, false) => continue,
                _ => chance,
            };
            let value = if spawn.tile == Tile::FOUR { 0.1 } else { 0.9 };
            let way = Way { probability: way.probability * chance, values: way.values * value, ..way };
            sum += chance * self.player(after.spawn(spawn), depth - 1, way);
        }
        sum
    }

    fn player(&self, board: Board, depth: u32, way: Way) -> f64 {
        if self.eval.is_lost(board) {
            return self.eval.dead(board);
        }
        let standing = self.eval.board(board) + self.score(way);
        if depth == 0 || self.settings.quirks.stop_at.is_some_and(|tile| board.tiles().contains(&tile)) {
            return standing;
        }
        let stay = if self.settings.quirks.staying { standing } else { f64::NEG_INFINITY };
        Move::ALL.into_iter().filter_map(|mv| self.slide(board, mv, depth, way)).fold(stay, f64::max)
    }

    fn score(&self, way: Way) -> f64 {
        if self.eval.rewards() == Rewards::Carried { way.score } else { 0.0 }
    }
}

fn settings(depth: u32) -> ExpectimaxSettings {
    ExpectimaxSettings { depth: Some(depth), ..ExpectimaxSettings::default() }
}

/// Boards of all kinds: sparse, full, dead, with small tiles and with the largest.
fn boards(count: u32, seed: u64) -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |round| {
        let (span, empty) = ([3, 5, 11, 15, 17, 18][round as usize % 6], [1, 4, 8][round as usize / 6 % 3]);
        let lowest = if span > 15 { 12 } else { 0 };
        Board::from_tiles([(); 16].map(|()| {
            let exponent = if rng.below(10) < empty { 0 } else { lowest + rng.below(span - lowest) };
            Tile::new(exponent as u8).unwrap()
        }))
    })
}

fn found(eval: &dyn Evaluator, settings: &ExpectimaxSettings, board: Board, score: u32) -> SearchReport {
    Expectimax::new(eval, settings.clone()).search(board, score, Limits::NONE)
}

#[track_caller]
fn assert_same(report: &SearchReport, expected: [Option<f64>; 4], board: Board, what: &str) {
    for mv in Move::ALL {
        let same = match (report.moves[mv.index()], expected[mv.index()]) {
            (MoveValue::Illegal, None) => true,
            (MoveValue::Known(found), Some(value)) => close(found, value),
            _ => false,
        };
        assert!(same, "{what}, {} of {board}: {:?} instead of {expected:?}", mv.name(), report.moves);
    }
}

fn close(found: f64, expected: f64) -> bool {
    found == expected || (found - expected).abs() <= 1e-11 * expected.abs().max(1.0)
}

fn evaluations() -> [(&'static str, Box<dyn Evaluator>); 10] {
    [
        ("gradient", Box::new(Gradient::default())),
        ("snake", Box::new(Snake::default())),
        ("snake(stuck=rows)", Box::new(Snake::new(Stuck::Rows))),
        ("merges", Box::new(Merges::default())),
        ("features", Box::new(Features::new(FeatureSet::ALL))),
        ("sum", Box::new(Sum::of_faces())),
        ("squares", Box::new(Sum::of_squares())),
        ("grid", Box::new(Grid::new())),
        ("score", Box::new(Score)),
        ("points", Box::new(Points)),
    ]
}

/// Compares with the reference at depths 1 to 4, on fewer boards the deeper.
fn check_device(name: &str, eval: &dyn Evaluator, device: impl Fn(ExpectimaxSettings) -> ExpectimaxSettings) {
    for (depth, count) in [(1, 60), (2, 60), (3, 36), (4, 12)] {
        let settings = device(settings(depth));
        for board in boards(count, u64::from(depth)) {
            let expected = Reference { eval, settings: &settings }.moves(board, 100);
            let report = found(&Plain(eval), &settings, board, 100);
            assert_same(&report, expected, board, name);
        }
    }
}

#[test]
fn with_every_device_off_values_are_those_of_the_definition() {
    fn check(name: &str, eval: &dyn Evaluator) {
        check_device(name, eval, |settings| settings);
    }
    evaluations().iter().for_each(|(name, eval)| check(name, &**eval));
}

#[test]
fn with_each_device_on_values_are_those_of_its_definition() {
    fn check(name: &str, eval: &dyn Evaluator) {
        check_device(name, eval, |settings| ExpectimaxSettings { fours: false, ..settings });
        check_device(name, eval, |settings| ExpectimaxSettings { min_prob: 0.02, ..settings });
        check_device(name, eval, |settings| ExpectimaxSettings { four_limit: 0.05, ..settings });
        check_device(name, eval, |settings| ExpectimaxSettings { sample: Some(16), ..settings });
        check_device(name, eval, |settings| ExpectimaxSettings { table: 1 << 16, ..settings });
        check_device(name, eval, |settings| ExpectimaxSettings {
            min_prob: 0.01,
            four_limit: 0.05,
            table: 24,
            ..settings
        });
    }
    evaluations().iter().for_each(|(name, eval)| check(name, &**eval));
}

#[test]
fn the_authors_rules_are_searched_as_defined() {
    let quirk = |quirks| move |settings| ExpectimaxSettings { quirks, ..settings };
    let off = Quirks::default();
    for stuck in [Stuck::Dead, Stuck::Rows] {
        let snake = Snake::new(stuck);
        check_device("passing", &snake, quirk(Quirks { passing: true, ..off }));
        check_device("staying", &snake, quirk(Quirks { staying: true, ..off }));
        check_device("both", &snake, quirk(Quirks { passing: true, staying: true, ..off }));
    }
    let stop = Quirks { stop_at: Tile::from_face(16), ..off };
    let features = Features::new(FeatureSet::ALL);
    let settings = ExpectimaxSettings { quirks: stop, ..settings(4) };
    for board in boards(12, 5).filter(|board| board.max_tile() < Tile::from_face(32).unwrap()) {
        let expected = Reference { eval: &features, settings: &settings }.moves(board, 100);
        assert_same(&found(&Plain(&features), &settings, board, 100), expected, board, "stop_at");
    }
}

#[test]
fn shortcuts_through_the_last_layers_change_nothing_by_a_bit() {
    fn check(name: &str, eval: &dyn Evaluator) {
        for (depth, count) in [(2, 120), (3, 120), (4, 12), (5, 6)] {
            for (fours, min_prob) in [(true, 0.0), (false, 0.0), (true, 0.01)] {
                let settings = ExpectimaxSettings { fours, min_prob, ..settings(depth) };
                for board in boards(count, u64::from(depth)) {
                    let (quick, plain) =
                        (found(eval, &settings, board, 9), found(&Plain(eval), &settings, board, 9));
                    assert_eq!(quick, plain, "{name} at depth {depth} of {board}");
                }
            }
        }
    }
    evaluations().iter().for_each(|(name, eval)| check(name, &**eval));
}

#[test]
fn a_table_of_any_size_changes_no_value_by_a_bit() {
    fn check(name: &str, eval: &dyn Evaluator) {
        for depth in [3, 4, 5] {
            for table in [24, 48, 1 << 12, 1 << 20] {
                let (plain, with_table) = (settings(depth), ExpectimaxSettings { table, ..settings(depth) });
                let mut search = Expectimax::new(eval, with_table);
                for board in boards(6, u64::from(depth)) {
                    let expected = found(eval, &plain, board, 50).moves;
                    let report = search.search(board, 50, Limits::NONE);
                    assert_eq!(report.moves, expected, "{name}, {table} bytes, depth {depth} of {board}");
                }
            }
        }
    }
    evaluations().iter().for_each(|(name, eval)| check(name, &**eval));
}

#[test]
fn the_table_answers_and_saves_work() {
    let board: Board = "6531432022001001".parse().unwrap();
    let plain = found(&Merges::default(), &settings(5), board, 0);
    let table = found(&Merges::default(), &ExpectimaxSettings { table: 1 << 22, ..settings(5) }, board, 0);
    assert_eq!((plain.counts.asked, plain.counts.hits, plain.counts.hit_rate()), (0, 0, 0.0));
    assert!(table.counts.hits > 0 && table.counts.hits < table.counts.asked);
    assert!(table.leaves < plain.leaves / 2, "{} and {}", table.leaves, plain.leaves);
    assert_eq!(table.moves, plain.moves);
}

#[test]
fn deeper_entries_answer_only_when_asked_to() {
    let settings = |reuse| ExpectimaxSettings { table: 1 << 22, reuse, ..settings(7) };
    let board: Board = "2001161032504212".parse().unwrap();
    let exact = found(&Merges::default(), &settings(Reuse::Exact), board, 0);
    let deeper = found(&Merges::default(), &settings(Reuse::Deeper), board, 0);
    assert!(deeper.counts.hit_rate() >= exact.counts.hit_rate());
    assert_ne!(deeper.moves, exact.moves, "one 4 or two 2s lead to the same board at different depths");
}

#[test]
fn a_dead_board_has_no_move_and_a_full_one_may_have() {
    for (name, eval) in evaluations() {
        let report = found(&*eval, &settings(3), "1212212112122121".parse().unwrap(), 7);
        assert_eq!((report.best, report.moves), (None, [MoveValue::Illegal; 4]), "{name}");
        let report = found(&*eval, &settings(3), "1234123412341234".parse().unwrap(), 7);
        let legal = report.moves.map(|mv| matches!(mv, MoveValue::Known(_)));
        assert_eq!(legal, [true, false, true, false], "{name}");
        assert!(report.best.is_some_and(|mv| legal[mv.index()]), "{name}");
    }
}

#[test]
fn a_move_that_surely_loses_is_still_a_move() {
    // 8 16 32 64 / 64 32 16 8 / 8 16 32 64 / . 128 256 512: whatever spawns after a slide, the game is over.
    let report = found(&Snake::default(), &settings(5), "3456654334560789".parse().unwrap(), 0);
    let lost = MoveValue::Known(f64::NEG_INFINITY);
    assert_eq!(report.moves, [MoveValue::Illegal, MoveValue::Illegal, lost, lost]);
    assert_eq!(report.best, Some(Move::Down));
}

#[test]
fn sampled_cells_depend_on_the_agents_luck_and_on_nothing_else() {
    let settings = ExpectimaxSettings { sample: Some(2), fours: false, ..settings(4) };
    let board: Board = "6531432022001001".parse().unwrap();
    let play = |seed, table| {
        let mut agent =
            Expectimax::new(Gradient::default(), ExpectimaxSettings { table, ..settings.clone() });
        agent.begin(Rng::new(seed));
        agent.choose(board, 0, Limits::NONE).moves
    };
    assert_eq!(play(1, 0), play(1, 0));
    assert_eq!(play(1, 0), play(1, 1 << 16));
    assert_ne!(play(1, 0), play(2, 0));
}

#[test]
fn a_sample_of_four_cells_and_only_2s_is_a_plain_mean() {
    let settings = ExpectimaxSettings { sample: Some(4), fours: false, ..settings(2) };
    let board: Board = "6531432022001001".parse().unwrap();
    let report = found(&Sum::of_faces(), &settings, board, 0);
    assert_eq!(report.moves, [MoveValue::Known(148.0); 4]);
    assert_eq!(report.leaves, 16);
}

#[test]
fn a_search_stopped_at_once_still_moves() {
    let stop = || true;
    for depth in [1, 2, 7] {
        let mut search = Expectimax::new(Grid::new(), settings(depth));
        let report = search.search("6531432022001001".parse::<Board>().unwrap(), 0, Limits::until(&stop));
        assert_eq!((report.best, report.depth), (Some(Move::Right), 1));
    }
}

#[test]
fn under_a_node_limit_the_last_finished_depth_counts() {
    let board: Board = "6531432022001001".parse().unwrap();
    let mut depths = Vec::new();
    for nodes in [1, 100, 10_000, 1_000_000] {
        let limited = || Expectimax::new(Grid::new(), settings(6)).search(board, 0, Limits::nodes(nodes));
        let report = limited();
        let full = found(&Grid::new(), &settings(report.depth), board, 0);
        assert_eq!((report.best, report.moves), (full.best, full.moves));
        assert_eq!(report, limited());
        assert!(report.nodes <= nodes + 2_000, "{nodes}: {report:?}");
        depths.push(report.depth);
    }
    assert!(depths.is_sorted() && depths[0] == 1 && depths[3] == 6, "{depths:?}");
}

#[test]
fn pruned_nodes_are_counted_as_in_the_study() {
    // Two empty cells after each slide: every spawn has probability 0.45 or 0.05.
    let board: Board = "1232343253421050".parse().unwrap();
    let settings = ExpectimaxSettings { min_prob: 0.1, ..settings(3) };
    let report = found(&Merges::default(), &settings, board, 0);
    let plain = found(&Plain(&Merges::default()), &settings, board, 0);
    assert_eq!(report, plain);
    assert!(report.counts.pruned > 0 && report.counts.pruned < report.counts.afterstates);
    assert!(report.counts.pruned_share() > 0.3 && report.counts.pruned_share() < 0.6);
}

const STRATEGIES: [Parallel; 5] = [
    Parallel::Levels,
    Parallel::Root,
    Parallel::Chance { above: 3 },
    Parallel::Chance { above: 1 },
    Parallel::Split,
];

#[test]
fn threads_change_no_value_by_a_bit() {
    fn check(name: &str, eval: &dyn Evaluator) {
        for parallel in STRATEGIES {
            for (depth, threads, table) in [(2, 2, 0), (3, 3, 1 << 12), (4, 2, 0), (5, 2, 1 << 16)] {
                let alone = ExpectimaxSettings { table, ..settings(depth) };
                let together = ExpectimaxSettings { threads, parallel, ..alone.clone() };
                let mut search = Expectimax::new(eval, together);
                for board in boards(4, u64::from(depth)) {
                    let expected = found(eval, &alone, board, 50);
                    let report = search.search(board, 50, Limits::NONE);
                    assert_eq!(
                        (report.best, report.moves),
                        (expected.best, expected.moves),
                        "{name} {parallel:?}"
                    );
                    if table == 0 {
                        assert_eq!(
                            (report.nodes, report.leaves),
                            (expected.nodes, expected.leaves),
                            "{name}"
                        );
                    }
                }
            }
        }
    }
    evaluations().iter().for_each(|(name, eval)| check(name, &**eval));
}

#[test]
fn tasks_are_counted_by_strategy() {
    let board: Board = "6531432022001001".parse().unwrap();
    let tasks = |parallel, depth| {
        let settings = ExpectimaxSettings { threads: 2, parallel, ..settings(depth) };
        found(&Grid::new(), &settings, board, 0).counts.tasks
    };
    let spawns: u64 = board.slides().map(|(_, slide)| 2 * u64::from(slide.after.empties())).sum();
    assert_eq!(tasks(Parallel::Root, 5), 4);
    assert_eq!(tasks(Parallel::Chance { above: 3 }, 5), spawns, "the first layer of spawns");
    assert_eq!(tasks(Parallel::Chance { above: 3 }, 4), 0);
    assert_eq!(tasks(Parallel::Levels, 2), 4 + spawns);
    assert!(tasks(Parallel::Split, 5) >= 4 + spawns);
    assert_eq!(found(&Grid::new(), &settings(5), board, 0).counts.tasks, 0, "one thread makes no tasks");
}

#[test]
fn the_work_of_all_threads_is_all_the_work() {
    let board: Board = "6531432022001001".parse().unwrap();
    for parallel in STRATEGIES {
        let report =
            found(&Grid::new(), &ExpectimaxSettings { threads: 2, parallel, ..settings(5) }, board, 0);
        assert_eq!(report.work.len(), 2);
        assert_eq!(report.work.iter().sum::<u64>(), report.nodes, "{parallel:?}");
        assert!(report.counts.stolen <= report.counts.tasks);
        assert!(report.busy_shares().contains(&1.0));
    }
}

#[test]
fn threads_stop_together() {
    let board: Board = "6531432022001001".parse().unwrap();
    let threaded = ExpectimaxSettings { threads: 2, ..settings(99) };
    let report = Expectimax::new(Grid::new(), threaded).search(board, 0, Limits::nodes(50_000));
    let full = found(&Grid::new(), &settings(report.depth), board, 0);
    assert_eq!((report.best, report.moves), (full.best, full.moves));
    assert!(report.depth >= 3 && report.depth < 99);
}

#[test]
fn threads_stopped_at_once_still_move() {
    let (board, stop) = ("6531432022001001".parse::<Board>().unwrap(), || true);
    for parallel in STRATEGIES {
        let settings = ExpectimaxSettings { threads: 2, parallel, ..settings(6) };
        let report = Expectimax::new(Grid::new(), settings).search(board, 0, Limits::until(&stop));
        assert_eq!((report.best, report.depth), (Some(Move::Right), 1), "{parallel:?}");
    }
}
