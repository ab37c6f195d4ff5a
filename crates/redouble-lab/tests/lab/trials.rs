//! Trials: the same for any number of threads, and never played twice.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use redouble::search::Counts;
use redouble::spec::Resources;
use redouble::{Agent, Board, GameRecord, Limits, Move, Rng, SearchReport, Seed, Start, Tile};
use redouble_lab::measuring::clock::Durations;
use redouble_lab::{Arena, Comparison, Entrant, Notebook, Outcome, Summary, Tally, Trial, Until};

use crate::common::{dice, identity, trial};

/// The games with the times taken out.
fn timeless(tallies: &[Tally]) -> Vec<Outcome> {
    let games = tallies.iter().flat_map(|tally| &tally.outcomes);
    games.map(|game| Outcome { times: Durations::default(), ..game.clone() }).collect()
}

fn run(trial: &Trial, threads: usize, notebook: &mut Notebook) -> Vec<Tally> {
    trial.run(&[dice("a"), dice("b")], &mut Arena::new(notebook, threads)).unwrap()
}

#[test]
fn what_a_trial_finds_does_not_depend_on_the_number_of_threads() {
    let [one, two, many] =
        [1, 2, 7].map(|threads| timeless(&run(&trial(25), threads, &mut Notebook::in_memory().unwrap())));
    assert_eq!(one.len(), 50);
    assert_eq!(one, two);
    assert_eq!(one, many);
}

#[test]
fn the_parts_of_a_trial_are_its_games_each_in_one_of_them() {
    let whole = Trial { first: 5, ..trial(17) };
    for shards in 1..=17 {
        let numbers: Vec<u64> = (1..=shards).flat_map(|shard| whole.shard(shard, shards).numbers()).collect();
        assert!(numbers.into_iter().eq(5..22), "{shards} parts");
    }
}

#[test]
fn what_was_not_played_is_known_and_a_stopped_trial_keeps_what_it_has() {
    let (mut notebook, entrants) = (Notebook::in_memory().unwrap(), [dice("a"), dice("b")]);
    run(&trial(3), 1, &mut notebook);
    let unplayed = trial(5).unplayed(&entrants, &notebook).unwrap();
    let unplayed: Vec<_> = unplayed.iter().map(|job| (job.entrant, job.number)).collect();
    assert_eq!(unplayed, [(0, 3), (0, 4), (1, 3), (1, 4)]);

    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let mut arena = Arena::new(&mut notebook, 1).observed_by(|_| {
        seen += 1;
        stop.store(true, Relaxed);
    });
    let tallies = trial(100_000).run_until(&stop, &entrants[..1], &mut arena).unwrap();
    drop(arena);
    assert!(tallies[0].outcomes.len() < 100_000 && tallies[0].outcomes.len() == seen);
}

#[test]
fn every_agent_meets_the_same_luck() {
    let tallies = run(&trial(10), 2, &mut Notebook::in_memory().unwrap());
    assert_eq!(timeless(&tallies[..1]), timeless(&tallies[1..]));
}

#[test]
fn the_same_trial_again_plays_nothing_and_says_so() {
    let mut notebook = Notebook::in_memory().unwrap();
    let first = run(&trial(8), 2, &mut notebook);
    assert_eq!(first[0].reused(), 0);
    let again = run(&trial(8), 2, &mut notebook);
    assert_eq!(again[0].outcomes, first[0].outcomes, "even the times are those of the notebook");
    assert_eq!(again.iter().map(Tally::reused).collect::<Vec<_>>(), [8, 8]);
}

#[test]
fn reused_games_say_which_version_played_them() {
    let mut notebook = Notebook::in_memory().unwrap().signed("0.1.0 (old)");
    assert!(run(&trial(3), 1, &mut notebook)[0].played_by.is_empty());
    let mut notebook = notebook.signed("0.1.0 (new)");
    let tally = run(&trial(5), 1, &mut notebook).remove(0);
    assert_eq!(Vec::from_iter(&tally.played_by), ["0.1.0 (old)"], "those played now need not be told");
    assert_eq!(Summary::of("a", &tally, Until::Over).reused_from, ["0.1.0 (old)"]);
    let tally = run(&trial(5), 1, &mut notebook).remove(0);
    assert_eq!(Vec::from_iter(&tally.played_by), ["0.1.0 (new)", "0.1.0 (old)"]);
}

#[test]
fn an_agent_is_filed_under_what_it_is() {
    let of = |text: &str| Entrant::of(text.parse().unwrap(), &Resources::default()).unwrap().identity;
    let timed = of("expectimax(eval=grid,time=1ms)");
    assert_eq!((timed.spec.as_str(), timed.budget.as_str()), ("expectimax(eval=grid)", "time=1ms"));
    assert_eq!(
        timed.engine,
        of("expectimax(eval=grid,nodes=10000)").engine,
        "what it does with 10,000 nodes"
    );
    assert_eq!(timed.agent(), "expectimax(eval=grid,time=1ms)");
    assert_ne!(timed, of("expectimax(eval=grid,time=2ms)"));
    assert_eq!(of("expectimax(eval=grid)"), of("expectimax(eval=grid,depth=3)"), "the usual depth");
    assert_ne!(of("expectimax(eval=grid,time=1ms)"), of("expectimax(eval=grid,depth=3,time=1ms)"));
}

#[test]
fn a_longer_trial_continues_the_shorter_one() {
    let mut notebook = Notebook::in_memory().unwrap();
    run(&trial(5), 1, &mut notebook);
    let mut seen = Vec::new();
    let tallies = trial(9)
        .run(&[dice("a")], &mut Arena::new(&mut notebook, 2).observed_by(|game| seen.push(game.reused)))
        .unwrap();
    assert_eq!((tallies[0].outcomes.len(), tallies[0].reused()), (9, 5));
    assert_eq!(seen, [[true; 5].as_slice(), &[false; 4]].concat());
    assert_eq!(timeless(&tallies), timeless(&run(&trial(9), 1, &mut Notebook::in_memory().unwrap())[..1]));
}

#[test]
fn another_agent_budget_network_engine_seed_start_or_end_is_another_game() {
    let mut notebook = Notebook::in_memory().unwrap();
    run(&trial(3), 1, &mut notebook);
    let start = Start::Board("1234123412341000".parse().unwrap());
    let others = [
        Trial { seed: Seed(2), ..trial(3) },
        Trial { first: 3, ..trial(3) },
        Trial { starts: vec![start], ..trial(3) },
        Trial { starts: vec![Start::OneTile], ..trial(3) },
        Trial { until: Until::Tile(Tile::FOUR), ..trial(3) },
    ];
    for other in others {
        assert_eq!(run(&other, 1, &mut notebook)[0].reused(), 0, "{other:?}");
    }
    let mut changed = [dice("c"), dice("a"), dice("a"), dice("a")];
    changed[1].identity.data = "4x6-0123".into();
    changed[2].identity.engine = "newer".into();
    changed[3].identity.budget = "time=1ms".into();
    let tallies = trial(3).run(&changed, &mut Arena::new(&mut notebook, 1)).unwrap();
    assert!(tallies.iter().all(|tally| tally.reused() == 0));
}

#[test]
fn games_start_from_the_given_boards_in_turn() {
    let boards = ["b97421638152c3a0", "0000000000000012"].map(|text| text.parse().unwrap());
    let given = Trial { starts: boards.map(Start::Board).to_vec(), first: 1, records: true, ..trial(3) };
    let mut notebook = Notebook::in_memory().unwrap();
    run(&given, 2, &mut notebook);
    for (number, board) in given.numbers().zip([boards[1], boards[0], boards[1]]) {
        let game = notebook.game(&identity("a"), given.terms(number)).unwrap().unwrap();
        let record: GameRecord = game.record.unwrap().parse().unwrap();
        assert_eq!(record.start(), (board, 0));
        assert_eq!(record.end(), (game.board, game.score));
    }
}

#[test]
fn a_record_asked_for_later_is_made_by_playing_again() {
    let mut notebook = Notebook::in_memory().unwrap();
    let without = run(&trial(4), 1, &mut notebook);
    let with = run(&Trial { records: true, ..trial(4) }, 1, &mut notebook);
    assert_eq!(with[0].reused(), 0);
    assert_eq!(timeless(&with), timeless(&without));
    assert_eq!(run(&trial(4), 1, &mut notebook)[0].reused(), 4);
    let terms = trial(4).terms(0);
    assert!(notebook.game(&identity("a"), terms).unwrap().unwrap().record.is_some());
}

#[test]
fn a_goal_ends_the_game_and_its_successes_are_counted_apart() {
    let goal = Tile::from_face(128).unwrap();
    let to_goal = Trial { until: Until::Tile(goal), ..trial(60) };
    let tally = run(&to_goal, 2, &mut Notebook::in_memory().unwrap()).remove(0);
    let won: Vec<&Outcome> = tally.outcomes.iter().filter(|game| game.reached(goal)).collect();
    assert!(won.iter().all(|game| game.board.max_tile() == goal) && won.len() > 10 && won.len() < 60);
    let summary = Summary::new("a", &tally.outcomes, 0, to_goal.until);
    let successes = summary.successes.unwrap();
    assert_eq!((successes.tile, successes.games), (128, won.len() as u64));
    let moves: u32 = won.iter().map(|game| game.moves).sum();
    assert!((successes.moves - f64::from(moves) / won.len() as f64).abs() < 1e-9);
}

fn outcome(score: u32, board: &str, moves: u32, nodes: u64) -> Outcome {
    let mut times = Durations::default();
    (0..moves).for_each(|_| times.add(Duration::from_micros(500)));
    Outcome { score, board: board.parse().unwrap(), moves, nodes, times, ..Outcome::default() }
}

#[test]
fn a_summary_says_what_the_games_say() {
    let games = [outcome(100, "a000000000000000", 10, 30), outcome(300, "b000000000000000", 30, 50)];
    let json = serde_json::to_value(Summary::new("x", &games, 1, Until::Over)).unwrap();
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    for key in ["agent", "games", "score", "tiles", "moves_per_game", "ms_per_move", "moves_per_second"] {
        assert!(keys.contains(&key), "{key}");
    }
    assert_eq!(json["games"], 2);
    assert_eq!(
        (json["score"]["mean"].as_f64(), json["score"]["median"].as_f64()),
        (Some(200.0), Some(200.0))
    );
    assert_eq!((json["score"]["max"].as_u64(), json["best_tile"].as_u64()), (Some(300), Some(2048)));
    // Student's t with one degree of freedom is 12.7062, the deviation of the mean 100.
    assert!((json["score"]["high"].as_f64().unwrap() - 1470.62).abs() < 0.01);
    assert_eq!(json["tiles"]["1024"]["share"], 1.0);
    assert_eq!(json["tiles"]["2048"]["share"], 0.5);
    assert_eq!(json["tiles"]["65536"]["share"], 0.0);
    assert_eq!(json["tiles"].as_object().unwrap().len(), 7);
    assert_eq!((json["moves_per_game"].as_f64(), json["nodes_per_move"].as_f64()), (Some(20.0), Some(2.0)));
    assert_eq!(json["moves_per_second"], 2000.0);
    assert_eq!(json["ms_per_move"]["mean"], 0.5);
}

#[test]
fn a_single_game_has_an_interval_without_ends() {
    let json =
        serde_json::to_value(Summary::new("x", &[outcome(100, "a000000000000000", 10, 30)], 0, Until::Over));
    let score = &json.unwrap()["score"];
    assert!(score["low"].is_null() && score["high"].is_null());
}

#[test]
fn a_comparison_finds_the_better_agent_and_admits_what_it_cannot_show() {
    let games =
        |scores: &[u32]| scores.iter().map(|&s| outcome(s, "a000000000000000", 1, 1)).collect::<Vec<_>>();
    let strong: Vec<u32> = (0..100).map(|n| 2000 + 37 * n % 400).collect();
    let weak: Vec<u32> = (0..100).map(|n| 1000 + 53 * n % 400).collect();
    let compared = Comparison::new(["strong", "weak"], &games(&strong), &games(&weak));
    assert!(compared.difference.low > 900.0 && compared.difference.high < 1100.0);
    assert!(compared.verdict.starts_with("strong scores more than weak"), "{}", compared.verdict);
    let turned = Comparison::new(["weak", "strong"], &games(&weak), &games(&strong));
    assert!(turned.difference.high < -900.0);
    assert!(turned.verdict.starts_with("strong scores more than weak"), "{}", turned.verdict);
    let same = Comparison::new(
        ["x", "y"],
        &games(&weak),
        &games(&weak[1..].iter().chain(&weak[..1]).copied().collect::<Vec<_>>()),
    );
    assert!(same.verdict.starts_with("no difference was shown"), "{}", same.verdict);
    let one = Comparison::new(["x", "y"], &games(&[5]), &games(&[9]));
    assert!(one.verdict.starts_with("1 game says nothing"), "{}", one.verdict);
}

/// Slides up, legal or not, and counts one of everything.
struct Stubborn;

impl Agent for Stubborn {
    fn begin(&mut self, _: Rng) {}

    fn choose(&mut self, _: Board, _: u32, _: Limits<'_>) -> SearchReport {
        let mut report = SearchReport::default();
        report.counts = Counts {
            boards: 1,
            afterstates: 2,
            leaves: 3,
            pruned: 4,
            asked: 5,
            hits: 6,
            tasks: 7,
            stolen: 8,
        };
        (report.best, report.nodes, report.work) = (Some(Move::Up), 3, vec![9, 10]);
        report
    }
}

#[test]
fn a_slide_that_changes_nothing_is_a_pass_and_ends_the_game_on_a_full_board() {
    let stubborn = Entrant { build: Box::new(|| Box::new(Stubborn)), ..dice("stubborn") };
    let mut notebook = Notebook::in_memory().unwrap();
    let with_records = Trial { records: true, ..trial(20) };
    let tally = with_records.run(&[stubborn], &mut Arena::new(&mut notebook, 1)).unwrap().remove(0);
    for game in &tally.outcomes {
        let moves = u64::from(game.moves);
        assert!(game.board.empties() == 0 && moves >= 14, "{game:?}");
        assert_eq!((game.nodes, game.counts.stolen, game.busiest), (3 * moves, 8 * moves, 10 * moves));
        assert_eq!(game.times.count(), moves);
    }
    let first = notebook.game(&identity("stubborn"), trial(1).terms(0)).unwrap().unwrap();
    assert_eq!(first.record, None, "records know no passes");
}
