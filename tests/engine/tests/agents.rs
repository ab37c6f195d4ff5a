//! Every agent of the catalogue: it plays by the rules, on any board, and the same game again from the same luck.

use redouble::bench::network;
use redouble::search::{Expectimax, ExpectimaxSettings};
use redouble::spec::Resources;
use redouble::{
    Agent, AgentSpec, Board, Budget, Budgeted, Limits, Luck, Move, MoveValue, SearchReport, Seed,
};

use redouble_tests::Plain;

/// All agents by their names, and some with their devices switched on.
fn agents() -> Vec<Budgeted> {
    let devices = [
        "best(nodes=2000)",
        "expectimax(eval=snake,depth=4,min-prob=0.01,four-limit=0.05,cache=1MiB)",
        "expectimax(eval=squares,depth=3,threads=2)",
        "expectimax(eval=sum,nodes=500)",
        "alphabeta(eval=snake,depth=4)",
        "rollout(games=3,until=over)",
        "rollout(games=4,threads=2)",
        "greedy(eval=gradient)",
    ];
    let names = AgentSpec::catalogue().into_iter().map(|entry| entry.name);
    names.chain(devices).map(|text| text.parse().unwrap()).collect()
}

fn built(agent: &Budgeted) -> Box<dyn Agent> {
    let resources = Resources::default().with_network(None, network());
    agent.spec.build(&resources).unwrap_or_else(|error| panic!("{agent}: {error}"))
}

fn limits(agent: &Budgeted) -> Limits<'static> {
    agent.budget.nodes.map_or(Limits::NONE, Limits::nodes)
}

fn chosen(spec: &Budgeted, board: Board) -> SearchReport {
    let mut agent = built(spec);
    agent.begin(Seed(1).game(1).agent());
    agent.choose(board, board.score_by_tiles(), limits(spec))
}

/// Boards with something to be careful about.
const BOARDS: [(&str, &str); 7] = [
    ("a start", "0000010000000010"),
    ("full, no row can move", "1234123412341234"),
    ("one empty cell", "b97421638152c3a0"),
    ("one legal slide", "1234234134120000"),
    ("two 32768 that merge", "ff98765412341230"),
    ("two 65536 that merge", "gg98765412341231"),
    ("two 131072 that do not", "hhg8765412341230"),
];

#[test]
fn every_agent_moves_by_the_rules_on_every_board() {
    for spec in agents() {
        for (about, hex) in BOARDS {
            let board: Board = hex.parse().unwrap();
            let report = chosen(&spec, board);
            let best = report.best.unwrap_or_else(|| panic!("{spec} gave up, {about}"));
            assert!(board.slide(best).is_some(), "{spec} chose {best}, {about}");
            for mv in Move::ALL {
                let illegal = report.moves[mv.index()] == MoveValue::Illegal;
                assert_eq!(illegal, board.slide(mv).is_none(), "{spec} on {mv}, {about}");
            }
        }
    }
}

#[test]
fn every_agent_sees_that_the_game_is_over() {
    for spec in agents() {
        for hex in ["1212212112122121", "1212212112hghg21"] {
            let board: Board = hex.parse().unwrap();
            assert!(board.is_dead(), "{board:?}");
            let report = chosen(&spec, board);
            assert_eq!((report.best, report.moves), (None, [MoveValue::Illegal; 4]), "{spec}");
        }
    }
}

/// The slides and boards of a few turns, starting crowded so that deep searches end soon.
fn played(agent: &mut dyn Agent, limits: Limits<'_>, luck: Luck, turns: u64) -> Vec<(Move, Board)> {
    agent.begin(luck.agent());
    let mut board: Board = "b97421638152c3a0".parse().unwrap();
    let mut score = board.score_by_tiles();
    let mut game = Vec::new();
    for turn in 0..turns {
        let Some(mv) = agent.choose(board, score, limits).best else { break };
        let slide = board.slide(mv).unwrap();
        score += slide.reward;
        board = slide.after.spawn(luck.spawn(turn, slide.after));
        game.push((mv, board));
    }
    game
}

#[test]
fn equal_luck_gives_equal_games() {
    let turns = if cfg!(debug_assertions) { 4 } else { 30 };
    for spec in agents() {
        let [here, there] = [Seed(5).game(2), Seed(5).game(3)];
        let mut fresh = built(&spec);
        let game = played(&mut *fresh, limits(&spec), here, turns);
        assert!(!game.is_empty(), "{spec}");
        let mut used = built(&spec);
        played(&mut *used, limits(&spec), there, turns);
        assert_eq!(played(&mut *used, limits(&spec), here, turns), game, "{spec} remembers an earlier game");
    }
}

#[test]
fn agents_with_luck_of_their_own_use_it() {
    for text in ["random", "rollout(games=2)", "gradient(depth=2,sample=1)"] {
        let mut agent = built(&text.parse().unwrap());
        let board: Board = "0000010000000010".parse().unwrap();
        let games = (0..20).map(|number| {
            agent.begin(Seed(9).game(number).agent());
            agent.choose(board, 0, Limits::NONE)
        });
        let reports: Vec<SearchReport> = games.collect();
        assert!(reports.iter().any(|report| report != &reports[0]), "{text}");
    }
}

#[test]
fn the_shortcut_of_a_network_changes_nothing() {
    for (about, hex) in BOARDS {
        for (depth, min_prob) in [(3, 0.0), (5, 0.0), (5, 0.03)] {
            let settings =
                ExpectimaxSettings { depth: Some(depth), min_prob, ..ExpectimaxSettings::default() };
            let board: Board = hex.parse().unwrap();
            let short = Expectimax::new(network(), settings.clone()).search(board, 0, Limits::NONE);
            let long = Expectimax::new(Plain(network()), settings).search(board, 0, Limits::NONE);
            assert_eq!((short.moves, short.counts), (long.moves, long.counts), "{about}, depth {depth}");
        }
    }
}

#[test]
fn one_legal_slide_needs_no_search() {
    let settings = ExpectimaxSettings { depth: Some(9), ..ExpectimaxSettings::default() };
    let mut agent = Expectimax::new(network(), settings);
    let forced: Board = "1234234134120000".parse().unwrap();
    let report = agent.search(forced, 0, Limits::within(Budget::PLAY, &|| 0.0));
    assert_eq!((report.depth, report.best), (1, Some(Move::Down)));
}

#[test]
fn a_search_that_is_given_up_finds_nothing() {
    let settings = ExpectimaxSettings { depth: Some(9), ..ExpectimaxSettings::default() };
    let board: Board = BOARDS[0].1.parse().unwrap();
    let report = Expectimax::new(network(), settings).search(board, 0, Limits::within(Budget::NONE, &|| 1.0));
    assert_eq!((report.best, report.depth), (None, 0));
}

#[test]
fn the_strongest_agent_needs_a_network() {
    let best: AgentSpec = "best".parse().unwrap();
    let refused = best.build(&Resources::default()).err().unwrap();
    assert_eq!(refused.to_string(), "this build comes without a network");
}
