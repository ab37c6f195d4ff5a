//! A small agent and a small trial for tests.

use redouble::{Agent, Board, Budget, Limits, Move, Rng, SearchReport, Seed};
use redouble_lab::{Entrant, Identity, Trial, Until};

/// Slides at random, with its own luck; counts one node a move.
pub struct Dice(Rng);

impl Agent for Dice {
    fn begin(&mut self, rng: Rng) {
        self.0 = rng;
    }

    fn choose(&mut self, board: Board, _: u32, _: Limits<'_>) -> SearchReport {
        let legal: Vec<Move> = board.slides().map(|(mv, _)| mv).collect();
        let best = (!legal.is_empty()).then(|| legal[self.0.below(legal.len() as u32) as usize]);
        let mut report = SearchReport::of_move(board, best);
        report.nodes = 1;
        report
    }
}

pub fn identity(spec: &str) -> Identity {
    Identity { spec: spec.into(), budget: String::new(), data: String::new(), engine: "test".into() }
}

pub fn dice(spec: &str) -> Entrant<'static> {
    Entrant {
        identity: identity(spec),
        budget: Budget::NONE,
        build: Box::new(|| Box::new(Dice(Rng::new(0)))),
    }
}

pub fn trial(games: u64) -> Trial {
    Trial { seed: Seed(1), first: 0, games, starts: Vec::new(), until: Until::Over, records: false }
}
