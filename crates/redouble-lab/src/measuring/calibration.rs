//! Whether chances come true: what an agent said of its boards beside how often it then made the next large tile.
//!
//! ```text
//! climb       said 0.62 0.58 0.71 … 0.93   made it     each board in the tenth of what was said of it
//! climb       said 0.62 0.55 0.38 … 0.02   lost it
//! 0.6 to 0.7  said 0.65 on average         made it in 63 % of such boards
//! ```
//! Boards of one climb end alike, so intervals are those of climbs, not of boards.

use rayon::prelude::*;
use redouble::{Agent, Board, Budget, Game, MoveValue, Seed, Unit};
use redouble_analysis::stats::{self, Estimate};
use serde::Serialize;

use super::arena::Entrant;
use super::clock;
use super::ladder::{height, is_joined};

/// The parts that chances from 0 to 1 are sorted into.
const PARTS: usize = 10;

/// What an agent said of boards with so many large tiles, within one tenth, and what became of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tenth {
    /// How many different tiles from 2048 upwards stand there.
    pub large_tiles: u32,
    /// From how many tenths on; up to one more.
    pub from: usize,
    /// How many boards there were.
    pub boards: u64,
    /// The chance that was said of them, on average.
    pub said: f64,
    /// The share of them from which the next large tile was made.
    pub made: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// A part of a game, from one large tile to the next or to its end.
#[derive(Clone, Debug)]
struct Climb {
    large_tiles: u32,
    made: bool,
    /// For each tenth how many boards there were, and the sum of what was said of them.
    said: [(u64, f64); PARTS],
}

/// Lets an agent play games 0 … `games` of `seed` on so many threads and says `done` after each. `None` if its values
/// are no chances.
pub fn measure(
    entrant: &Entrant<'_>,
    seed: Seed,
    games: u64,
    threads: usize,
    done: impl Fn() + Sync,
) -> Option<Vec<Tenth>> {
    let play = |agent: &mut Box<dyn Agent>, number| {
        let climbs = climbs(agent.as_mut(), entrant.budget, Game::new(seed, number));
        done();
        climbs
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let games: Option<Vec<Vec<Climb>>> =
        pool.install(|| (0..games).into_par_iter().map_init(|| (entrant.build)(), play).collect());
    let climbs: Vec<Climb> = games?.into_iter().flatten().collect();
    let most = climbs.iter().map(|climb| climb.large_tiles).max().unwrap_or(0);
    let kinds = (0..=most).flat_map(|large| (0..PARTS).map(move |part| (large, part)));
    Some(kinds.filter_map(|(large, part)| tenth(&climbs, large, part)).collect())
}

/// Plays a game to its end and takes down what was said of every board.
fn climbs(agent: &mut dyn Agent, budget: Budget, mut game: Game) -> Option<Vec<Climb>> {
    let mut climbs = vec![Climb::at(game.board())];
    agent.begin(game.luck().agent());
    let mut rung = height(game.board());
    loop {
        let board = game.board();
        if height(board) > rung && is_joined(board) {
            climbs.last_mut()?.made = true;
            climbs.push(Climb::at(board));
            rung = height(board);
        }
        let (report, _) = clock::choose(agent, board, game.score(), budget);
        let Some(best) = report.best else { return Some(climbs) };
        match (report.unit, report.moves[best.index()]) {
            (Unit::Chance, MoveValue::Known(chance)) => climbs.last_mut()?.add(chance),
            _ => return None,
        }
        game.play(best);
    }
}

impl Climb {
    fn at(board: Board) -> Climb {
        Climb { large_tiles: height(board).count_ones(), made: false, said: [(0, 0.0); PARTS] }
    }

    fn add(&mut self, chance: f64) {
        let part = ((chance * PARTS as f64) as usize).min(PARTS - 1);
        let (boards, said) = &mut self.said[part];
        (*boards, *said) = (*boards + 1, *said + chance);
    }
}

/// What all climbs show of one tenth; `None` if no board was there.
fn tenth(climbs: &[Climb], large_tiles: u32, from: usize) -> Option<Tenth> {
    let mine = climbs.iter().filter(|climb| climb.large_tiles == large_tiles && climb.said[from].0 > 0);
    let pairs = mine.clone().map(|climb| {
        let boards = climb.said[from].0 as f64;
        (if climb.made { boards } else { 0.0 }, boards)
    });
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let boards: u64 = mine.clone().map(|climb| climb.said[from].0).sum();
    let said = mine.map(|climb| climb.said[from].1).sum::<f64>() / boards as f64;
    let Estimate { value: made, low, high } = stats::ratio_interval(&pairs);
    let tenth = Tenth { large_tiles, from, boards, said, made, low: low.max(0.0), high: high.min(1.0) };
    (boards > 0).then_some(tenth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climb(made: bool, said: &[f64]) -> Climb {
        let mut climb = Climb::at("edcb000000001001".parse().unwrap());
        climb.made = made;
        said.iter().for_each(|&chance| climb.add(chance));
        climb
    }

    #[test]
    fn what_was_said_stands_beside_what_was_made() {
        let climbs = [climb(true, &[0.52, 0.58, 1.0]), climb(false, &[0.55, 0.02])];
        let middle = tenth(&climbs, 4, 5).unwrap();
        assert_eq!((middle.boards, middle.from), (3, 5));
        assert!((middle.said - 0.55).abs() < 1e-9 && (middle.made - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(
            tenth(&climbs, 4, 9).map(|last| (last.boards, last.made)),
            Some((1, 1.0)),
            "1 is in the last"
        );
        assert_eq!(tenth(&climbs, 4, 7), None);
        assert_eq!(tenth(&climbs, 3, 5), None);
    }
}
