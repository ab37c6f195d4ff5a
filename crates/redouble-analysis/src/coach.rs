//! The coach: what a move cost against the best one.

use redouble::{Board, Move, SearchReport, Slide, Tile, Unit};

use crate::chances::goal;
use crate::number::thousands;
use crate::playouts::{Playout, Playouts};
use crate::stats::{Estimate, mean_interval};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// As good as the best, or nearly.
    Good,
    /// A little worse.
    Inexact,
    /// Clearly worse.
    Mistake,
    /// It may have cost the game.
    Blunder,
}

impl Rating {
    /// All, the best first.
    pub const ALL: [Rating; 4] = [Rating::Good, Rating::Inexact, Rating::Mistake, Rating::Blunder];

    /// `good`, `inexact`, `mistake` or `blunder`.
    pub const fn name(self) -> &'static str {
        ["good", "inexact", "mistake", "blunder"][self as usize]
    }

    /// The rating of a loss: a share of the score expected at the end, or a chance of the next tile.
    fn of_loss(loss: f64, [inexact, mistake, blunder]: [f64; 3]) -> Rating {
        match loss {
            loss if loss >= blunder => Rating::Blunder,
            loss if loss >= mistake => Rating::Mistake,
            loss if loss >= inexact => Rating::Inexact,
            _ => Rating::Good,
        }
    }
}

/// From which loss on a move is inexact, a mistake, a blunder: shares of the score expected at the end.
const OF_POINTS: [f64; 3] = [0.01, 0.04, 0.12];
/// The same for the chance of the next tile.
const OF_CHANCE: [f64; 3] = [0.01, 0.03, 0.10];
/// A loss of points below this share needs no playouts: it hardly matters to the next tile.
const SLIGHT: f64 = 0.002;
/// Pairs of playouts to begin with.
const GLANCE: u64 = 10;

/// What a move cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The move that was played.
    pub played: Move,
    /// The best one.
    pub best: Move,
    /// How good the played one was.
    pub rating: Rating,
    /// The expected points lost.
    pub points: Estimate,
    /// The points that were to be expected after the best move.
    pub expected: f64,
    /// The tile whose chance counts: the next one, 2048 at least.
    pub tile: Tile,
    /// The chance of it that was lost, as quick games show it or, where the agent's values are chances, as these say.
    pub chance: Estimate,
    /// How much less the move was worth, out of 1, where the agent's values are chances: then nothing else counts.
    pub value: Option<f64>,
}

impl Verdict {
    /// What the move cost, in words: the chance of the next tile only if it surely cost some.
    pub fn cost(&self) -> String {
        let Verdict { points, tile, chance, value, .. } = self;
        if let Some(value) = value {
            return format!("{:.1} of 100", 100.0 * value);
        }
        let range = |estimate: &Estimate, factor: f64, unit: &str| {
            let [value, low, high] =
                [estimate.value, estimate.low, estimate.high].map(|end| thousands((factor * end).round()));
            let interval = if low == high { String::new() } else { format!(" ({low} to {high})") };
            format!("{value}{unit}{interval}")
        };
        let points = range(points, 1.0, " points");
        match chance.low > 0.0 {
            true => format!("{} of the chance of {tile} and {points}", range(chance, 100.0, " %")),
            false => points,
        }
    }
}

/// Rates moves against those of an agent.
#[derive(Clone, Debug)]
pub struct Coach {
    playouts: Playouts,
    pairs: u64,
}

impl Coach {
    /// A coach who rates by the values an agent found and, where these are not chances, by `pairs` of playouts: one after
    /// the best move and one after the played one, with the same luck.
    pub fn new(playouts: Playouts, pairs: u64) -> Coach {
        Coach { playouts, pairs }
    }

    /// The playouts it rates by.
    pub fn playouts(&self) -> &Playouts {
        &self.playouts
    }

    /// What `played` cost on `board`, with `score` points made before, where the agent found `report`; `None` if it
    /// was illegal.
    pub fn rate(&self, board: Board, score: u32, played: Move, report: &SearchReport) -> Option<Verdict> {
        let (best, tile) = (report.best?, goal(board));
        let (better, worse) = (board.slide(best)?, board.slide(played)?);
        if played == best {
            return Some(flawless(best, tile, report));
        }
        if let (Unit::Chance, Some(loss)) = (report.unit, report.loss(played)) {
            let rating = Rating::of_loss(loss, OF_CHANCE);
            let chance = Estimate::exact(loss);
            return Some(Verdict {
                played,
                rating,
                chance,
                value: Some(loss),
                ..flawless(best, tile, report)
            });
        }
        let in_points = report.unit == Unit::Points;
        let by_values = points_by_values(played, report).filter(|_| in_points);
        if let Some((points, expected)) = by_values
            && share(points, score, expected) < SLIGHT
        {
            return Some(Verdict { played, points, ..flawless(best, tile, report) });
        }
        let pairs = self.pairs(better, worse, tile, in_points);
        let chance = chance_lost(&pairs, tile);
        let (points, expected) = by_values.unwrap_or_else(|| points_by_pairs(&pairs));
        let by_points = Rating::of_loss(share(points, score, expected), OF_POINTS);
        let by_chance = Rating::of_loss(sure(chance), OF_CHANCE);
        let rating = by_points.max(by_chance);
        Some(Verdict { played, best, rating, points, expected, tile, chance, value: None })
    }

    /// Games after either move until `tile` is reached or the game is lost: a few if they show no loss of
    /// chance and nothing else is asked of them.
    fn pairs(&self, better: Slide, worse: Slide, tile: Tile, in_points: bool) -> Vec<[Playout; 2]> {
        let pair = |number| [better, worse].map(|slide| self.playouts.play_after(slide, tile, number));
        let mut pairs: Vec<[Playout; 2]> = (0..self.pairs.min(GLANCE)).map(pair).collect();
        if !in_points || chance_lost(&pairs, tile).value > 0.0 {
            pairs.extend((pairs.len() as u64..self.pairs).map(pair));
        }
        pairs
    }
}

fn flawless(best: Move, tile: Tile, report: &SearchReport) -> Verdict {
    let expected = report.value().filter(|_| report.unit == Unit::Points).unwrap_or(f64::NAN);
    let value = (report.unit == Unit::Chance).then_some(0.0);
    let (points, chance) = (NOTHING, NOTHING);
    Verdict { played: best, best, rating: Rating::Good, points, expected, tile, chance, value }
}

/// The points lost and those to be expected, where values are points.
fn points_by_values(played: Move, report: &SearchReport) -> Option<(Estimate, f64)> {
    Some((Estimate::exact(report.loss(played)?), report.value()?))
}

/// The chance of `tile` that was lost.
fn chance_lost(pairs: &[[Playout; 2]], tile: Tile) -> Estimate {
    difference(pairs, |playout| f64::from(u8::from(playout.tile >= tile)))
}

/// The points lost and those to be expected, up to the next tile.
fn points_by_pairs(pairs: &[[Playout; 2]]) -> (Estimate, f64) {
    let expected = pairs.iter().map(|[best, _]| f64::from(best.points)).sum::<f64>() / pairs.len() as f64;
    (difference(pairs, |playout| f64::from(playout.points)), expected)
}

/// The share of the score expected at the end that is surely lost.
fn share(points: Estimate, score: u32, expected: f64) -> f64 {
    sure(points) / (f64::from(score) + expected).max(1.0)
}

const NOTHING: Estimate = Estimate { value: 0.0, low: 0.0, high: 0.0 };

/// A loss that chance alone might explain counts as none.
fn sure(loss: Estimate) -> f64 {
    if loss.low > 0.0 { loss.value } else { 0.0 }
}

/// The mean of how much more the first of a pair makes than the second.
fn difference(pairs: &[[Playout; 2]], of: impl Fn(&Playout) -> f64) -> Estimate {
    let differences: Vec<f64> = pairs.iter().map(|[best, played]| of(best) - of(played)).collect();
    mean_interval(&differences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::tests::quick;
    use redouble::spec::Resources;
    use redouble::{AgentSpec, Limits, MoveValue};

    fn verdict(board: &str, mv: Move) -> Verdict {
        let spec: AgentSpec = "expectimax(eval=snake,depth=5)".parse().unwrap();
        let board: Board = board.parse().unwrap();
        let report = spec.build(&Resources::default()).unwrap().choose(board, 0, Limits::NONE);
        Coach::new(quick(), 100).rate(board, 0, mv, &report).unwrap()
    }

    const ORDERLY: &str = "1024 512 256 128 / 8 16 32 64 / 4 4 2 . / . . . 2";

    #[test]
    fn the_best_move_costs_nothing() {
        let best = verdict(ORDERLY, Move::Left).best;
        let found = verdict(ORDERLY, best);
        assert_eq!((found.rating, found.points, found.chance), (Rating::Good, NOTHING, NOTHING));
        assert_eq!(found.tile.face(), 2048);
    }

    #[test]
    fn a_move_that_ends_the_game_is_a_blunder() {
        // Left merges 1024 and 1024; after down the only empty cell fills and nothing matches.
        let board: Board = "2 4 32 16 / 4 2 4 8 / 2 32 1024 1024 / 4 2 4 .".parse().unwrap();
        let values = Move::ALL.map(|mv| {
            board.slide(mv).map_or(MoveValue::Illegal, |slide| MoveValue::Known(slide.reward.into()))
        });
        let mut report = SearchReport::of_values(values, Unit::Points);
        report.best = Some(Move::Left);
        let coach = Coach::new(quick(), 60);
        let found = coach.rate(board, 15_000, Move::Left, &report).unwrap();
        assert_eq!(found.rating, Rating::Good);
        assert_eq!(coach.rate(board, 15_000, Move::Up, &report), None, "up is illegal");
        let found = coach.rate(board, 15_000, Move::Down, &report).unwrap();
        assert_eq!(found.rating, Rating::Blunder, "{found:?}");
        assert!(found.chance.value == 1.0 && found.points.value > 1000.0, "{found:?}");
    }

    #[test]
    fn where_values_are_chances_they_say_what_a_move_cost() {
        let board: Board = ORDERLY.parse().unwrap();
        let values = [0.81, 0.80, 0.45, 0.78].map(MoveValue::Known);
        let report = SearchReport::of_values(values, Unit::Chance);
        let coach = Coach::new(quick(), 60);
        let rated = |mv| coach.rate(board, 0, mv, &report).map(|verdict| (verdict.rating, verdict.cost()));
        assert_eq!(rated(Move::Left), Some((Rating::Mistake, "3.0 of 100".to_owned())));
        assert_eq!(rated(Move::Right).map(|rated| rated.0), Some(Rating::Inexact));
        assert_eq!(rated(Move::Down), Some((Rating::Blunder, "36.0 of 100".to_owned())));
    }

    #[test]
    fn ratings_grow_with_the_loss() {
        let ratings = [0.0, 0.02, 0.05, 0.5].map(|loss| Rating::of_loss(loss, OF_CHANCE));
        assert_eq!(ratings, Rating::ALL);
        assert_eq!(sure(Estimate { value: 0.3, low: -0.1, high: 0.7 }), 0.0);
    }
}
