//! An agent that breaks ties as an author's program does.

use crate::luck::mix;
use crate::search::{Limits, SearchReport, Ties};
use crate::{Agent, Board, Rng};

/// Plays the best move of another agent's report, and of equal ones that which [`Ties`] say.
pub struct WithTies {
    agent: Box<dyn Agent>,
    ties: Ties,
    seed: u64,
}

impl WithTies {
    /// `agent`, with these ties.
    pub fn new(agent: Box<dyn Agent>, ties: Ties) -> WithTies {
        WithTies { agent, ties, seed: 0 }
    }
}

impl Agent for WithTies {
    fn begin(&mut self, rng: Rng) {
        self.seed = mix(rng.clone().bits()); // another stream than the agent's own
        self.agent.begin(rng);
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        let report = self.agent.choose(board, score, limits);
        let best = self.ties.best(&report.moves, board, self.seed).or(report.best);
        SearchReport { best, ..report }
    }
}
