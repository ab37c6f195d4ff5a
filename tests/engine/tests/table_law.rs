//! The law of transposition tables: at the same depth a table changes no value, whatever the limit, unless the search is
//! told to look at less (`min-prob`, `sample`) or to take what was searched deeper (`reuse=deeper`).

use redouble::bench::network;
use redouble::spec::Resources;
use redouble::{Agent, AgentSpec, Board, EvaluatorSpec, Game, Limits, SearchReport, Seed};

fn built(text: &str) -> Box<dyn Agent> {
    let spec: AgentSpec = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
    spec.build(&Resources::default().with_network(None, network())).unwrap()
}

/// Boards that follow each other in games, with little room so that deep searches end soon, and their scores.
fn boards(each: u32) -> Vec<(Board, u32)> {
    let starts = ["b97421638152c3a0", "9731841023101234", "1232343253421050", "gfed9abc56784320"];
    let mut boards = Vec::new();
    for (number, start) in (0..).zip(starts) {
        let board: Board = start.parse().unwrap();
        let mut game = Game::resume(board, board.score_by_tiles(), Seed(3), number);
        let mut player = built("expectimax(eval=grid,depth=3)");
        for _ in 0..each {
            boards.push((game.board(), game.score()));
            let Some(mv) = player.choose(game.board(), game.score(), Limits::NONE).best else { break };
            game.play(mv);
        }
    }
    boards
}

/// All evaluations; features in full.
fn evaluations() -> Vec<String> {
    let name = |name: &'static str| match name {
        "features" => "features(blanks,edges,corner,monotonic)".to_owned(),
        name => name.to_owned(),
    };
    EvaluatorSpec::catalogue().iter().map(|entry| name(entry.name)).collect()
}

/// Checks a search with tables, with and without a limit, against itself without any, on boards that follow each other.
fn check(search: &str, eval: &str, boards: &[(Board, u32)]) {
    for depth in (1..=8).filter(|depth| eval != "ntuple" || depth % 2 == 1) {
        let spec = search.replace("EVAL", eval).replace("DEPTH", &depth.to_string());
        let without = found(&spec, boards);
        for table in ["2KiB", "4MiB"] {
            let text = format!("{},cache={table})", &spec[..spec.len() - 1]);
            for (with, without) in found(&text, boards).iter().zip(&without) {
                let ([whole, limited], [expected, deepened]) = (with, without);
                assert_eq!((whole.depth, whole.moves), (depth, expected.moves), "{text}");
                assert!(limited.depth >= deepened.depth, "{text} stops early under a limit");
                assert_eq!(limited.moves, deepened.moves, "{text} under a limit");
            }
        }
    }
}

/// What an agent finds on each board without a limit and with one, remembering what it saw before.
fn found(spec: &str, boards: &[(Board, u32)]) -> Vec<[SearchReport; 2]> {
    let mut agents = [built(spec), built(spec)];
    let [whole, limited] = &mut agents;
    let mut both = |&(board, score): &(Board, u32)| {
        [whole.choose(board, score, Limits::NONE), limited.choose(board, score, DEEPEN)]
    };
    boards.iter().map(&mut both).collect()
}

/// A limit that nothing reaches.
const DEEPEN: Limits<'static> = Limits::nodes(u64::MAX - 1);

#[test]
fn a_table_changes_no_value_of_expectimax() {
    let boards = boards(3);
    for eval in evaluations() {
        check("expectimax(eval=EVAL,depth=DEPTH)", &eval, &boards);
        check("expectimax(eval=EVAL,depth=DEPTH,four-limit=0.02)", &eval, &boards);
    }
}

#[test]
fn a_table_changes_no_value_of_alpha_beta() {
    let boards = boards(12);
    for eval in evaluations() {
        check("alphabeta(eval=EVAL,depth=DEPTH)", &eval, &boards);
        check("alphabeta(eval=EVAL,depth=DEPTH,four-limit=0.02)", &eval, &boards);
    }
}
