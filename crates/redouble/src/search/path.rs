//! The way from the root to a node.

use crate::{Board, Evaluator, Rewards, Spawns, Tile};

/// What a node must know of the way to it.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    /// The score: the game's, and what the slides on the way made.
    pub score: u32,
    /// The chance of the spawns on the way, by cell and value.
    pub probability: f64,
    /// How many of them were 2s and 4s.
    pub twos: usize,
    pub fours: usize,
}

impl Path {
    /// The way to the root, in a game with `score` points.
    pub fn root(score: u32) -> Path {
        Path { score, probability: 1.0, twos: 0, fours: 0 }
    }

    #[inline]
    pub fn slid(self, reward: u32) -> Path {
        Path { score: self.score.saturating_add(reward), ..self }
    }

    /// The way after a slide: points count on it unless the evaluation has a unit of its own.
    pub fn slid_under(self, rewards: Rewards, reward: u32) -> Path {
        match rewards {
            Rewards::Ignored | Rewards::Successes => self,
            Rewards::Carried | Rewards::Added => self.slid(reward),
        }
    }

    /// The value of a lost board at its end: points made are kept unless the evaluation counts the score itself.
    pub fn dead(self, board: Board, evaluator: &impl Evaluator) -> f64 {
        let kept = if evaluator.rewards() == Rewards::Added { f64::from(self.score) } else { 0.0 };
        evaluator.dead(board) + kept
    }

    #[inline]
    pub fn spawned(self, tile: Tile, spawns: Spawns) -> Path {
        let four = usize::from(tile == Tile::FOUR);
        Path {
            probability: self.probability * spawns.probability(tile),
            twos: self.twos + 1 - four,
            fours: self.fours + four,
            ..self
        }
    }

    /// The chance of the values on the way, if a 4 comes next.
    pub fn chance_of_four(self) -> f64 {
        let power = |powers: &[f64; 32], n: usize| powers[n.min(31)];
        power(&TENTHS, self.fours + 1) * power(&NINE_TENTHS, self.twos)
    }
}

const NINE_TENTHS: [f64; 32] = powers(Tile::SPAWNS[0].1);
/// By multiplying: the fifth is a little above 0.00001, as in the program that `four_limit` comes from.
const TENTHS: [f64; 32] = powers(Tile::SPAWNS[1].1);

const fn powers(base: f64) -> [f64; 32] {
    let (mut powers, mut n) = ([1.0; 32], 1);
    while n < 32 {
        powers[n] = powers[n - 1] * base;
        n += 1;
    }
    powers
}
