//! Rollouts: exact where random games can be counted out, and the same on any number of threads.

use redouble::search::{Limits, MoveValue, RolloutSettings, Rollouts};
use redouble::{Agent, Board, Move, Rng, Tile};

const B: &str = "6531432022001001";

fn rollouts(games: u32, until: Option<Tile>, threads: usize) -> Rollouts {
    Rollouts::new(RolloutSettings { games, until, threads })
}

#[test]
fn a_game_that_is_over_after_the_slide_ends_with_its_score() {
    // Whatever spawns after a slide, the game is over: nothing but the slide's reward, which is 0, is made.
    let report = rollouts(7, None, 1).search("3456654334560789".parse().unwrap(), 1234, Limits::NONE);
    let known = MoveValue::Known(1234.0);
    assert_eq!(report.moves, [MoveValue::Illegal, MoveValue::Illegal, known, known]);
    assert_eq!((report.best, report.nodes), (Some(Move::Down), 14));
}

#[test]
fn a_game_stops_at_the_wanted_tile() {
    // Left merges 1024 and 1024; the other slides leave nothing else to be made of 2048.
    let board: Board = "aa00000000000000".parse().unwrap();
    let report = rollouts(5, Tile::from_face(2048), 1).search(board, 100, Limits::NONE);
    assert_eq!(report.moves[Move::Left.index()], MoveValue::Known(2148.0));
    assert_eq!(report.moves[Move::Right.index()], MoveValue::Known(2148.0));
    assert_eq!(report.moves[Move::Up.index()], MoveValue::Illegal);
    let to_the_end = rollouts(5, None, 1).search(board, 100, Limits::NONE);
    assert!(matches!(to_the_end.moves[Move::Left.index()], MoveValue::Known(score) if score > 2148.0));
}

#[test]
fn the_mean_of_many_random_games_is_what_random_play_makes() {
    // Uniformly random play from an opening board makes about 1,100 points a game.
    let report = rollouts(3_000, None, 2).search("0000010000000010".parse().unwrap(), 0, Limits::NONE);
    for mv in report.moves {
        assert!(matches!(mv, MoveValue::Known(score) if (1_000.0..1_200.0).contains(&score)), "{report:?}");
    }
}

#[test]
fn threads_change_nothing() {
    for games in [1, 2, 33] {
        let alone = rollouts(games, None, 1).search(B.parse().unwrap(), 0, Limits::NONE);
        for threads in [2, 3] {
            let together = rollouts(games, None, threads).search(B.parse().unwrap(), 0, Limits::NONE);
            assert_eq!((together.moves, together.nodes), (alone.moves, alone.nodes));
        }
    }
}

#[test]
fn the_agents_luck_decides_and_nothing_else() {
    let play = |seed| {
        let mut agent = rollouts(10, None, 1);
        agent.begin(Rng::new(seed));
        agent.choose(B.parse().unwrap(), 0, Limits::NONE).moves
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn stopped_at_once_every_move_has_played_some_games() {
    let stop = || true;
    for threads in [1, 2] {
        let report = rollouts(1_000_000, None, threads).search(B.parse().unwrap(), 0, Limits::until(&stop));
        assert!(report.best.is_some() && report.nodes < 100_000, "{report:?}");
    }
}

#[test]
fn a_dead_board_has_no_move() {
    let report = rollouts(3, None, 1).search("1212212112122121".parse().unwrap(), 0, Limits::NONE);
    assert_eq!((report.best, report.moves, report.nodes), (None, [MoveValue::Illegal; 4], 0));
}
