//! The agent that takes any legal slide.

use super::Agent;
use crate::search::{Limits, SearchReport};
use crate::{Board, Move, Rng};

/// Takes any legal slide, each as likely as the others.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Default for Random {
    fn default() -> Random {
        Random { rng: Rng::new(0) }
    }
}

impl Agent for Random {
    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, board: Board, _score: u32, _limits: Limits<'_>) -> SearchReport {
        let legal: Vec<Move> = board.slides().map(|(mv, _)| mv).collect();
        let best =
            if legal.is_empty() { None } else { Some(legal[self.rng.below(legal.len() as u32) as usize]) };
        SearchReport::of_move(board, best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_slide_is_taken_about_as_often() {
        let board: Board = "0000011000000000".parse().unwrap();
        let mut agent = Random::default();
        let mut taken = [0; 4];
        for _ in 0..4000 {
            taken[agent.choose(board, 0, Limits::NONE).best.unwrap().index()] += 1;
        }
        assert!(taken.iter().all(|count| (850..1150).contains(count)), "{taken:?}");
    }
}
