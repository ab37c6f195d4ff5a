//! Expectimax to the end of the game on small boards, against the exact values of backward induction.

use redouble::search::{Expectimax, ExpectimaxSettings, Limits};
use redouble::{Afterstate, Evaluator, Field, Rewards, SmallBoard};

/// Points and nothing else: beyond the horizon nothing is expected.
struct Points;

impl<F: Field> Evaluator<F> for Points {
    fn rewards(&self) -> Rewards {
        Rewards::Added
    }

    fn board(&self, _: F) -> f64 {
        0.0
    }

    fn after(&self, _: Afterstate<F>) -> f64 {
        0.0
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// What a game of two spawns and then best play makes, if no game has more than `depth` plies.
fn value<F: Field>(depth: u32, threads: usize) -> f64 {
    let settings =
        ExpectimaxSettings { depth: Some(depth), threads, table: 64 << 20, ..ExpectimaxSettings::default() };
    let mut search = Expectimax::new(Points, settings);
    let mut value = |board: F| search.search(board, 0, Limits::NONE).value().unwrap_or(0.0);
    let starts = F::EMPTY
        .spawns()
        .flat_map(|(one, first)| one.spawns().map(move |(two, second)| (two.canonical(), first * second)));
    starts.map(|(board, chance)| chance * value(board)).sum()
}

#[test]
fn on_2x2_expectimax_is_backward_induction() {
    for threads in [1, 2] {
        assert_eq!(format!("{:.9}", value::<SmallBoard<2, 2>>(64, threads)), "66.964149457");
    }
}

#[test]
fn on_2x3_expectimax_is_backward_induction() {
    assert_eq!(format!("{:.9}", value::<SmallBoard<2, 3>>(256, 1)), "480.258271776");
}

#[test]
fn a_horizon_before_the_end_misses_points() {
    assert!(value::<SmallBoard<2, 2>>(9, 1) < 66.9);
}
