//! How a measure is found in games: one value from each, or one from all.

use redouble::Rng;
use redouble_analysis::stats::{self, Estimate};

use crate::measuring::outcome::{Outcome, Until};

/// In each game, to be averaged, as a ratio of two sums, or in all games at once.
pub(super) enum Source {
    EachGame(Of),
    EachSuccess(Of),
    Ratio(Of, Of),
    /// By drawing the games again; there is no formula for its interval.
    Drawn(fn(&[f64]) -> f64, Of),
    /// One game decides it, so that no interval is worth its name.
    Extreme(fn(&[f64]) -> f64, Of),
}

/// What one game says.
pub(super) type Of = fn(&Outcome) -> f64;

/// How often games are drawn again.
const ROUNDS: u32 = 400;
/// Fewer games than this cannot be drawn again: the same few would seem to agree.
const FEWEST_DRAWN: usize = 8;

impl Source {
    /// What games that end as `until` says show.
    pub fn of(&self, games: &[Outcome], until: Until) -> Estimate {
        let each = |of: Of| games.iter().map(of).collect::<Vec<f64>>();
        match *self {
            Source::EachGame(of) => stats::mean_interval(&each(of)),
            Source::EachSuccess(of) => {
                let reached = |game: &&Outcome| matches!(until, Until::Tile(tile) if game.reached(tile));
                stats::mean_interval(&games.iter().filter(reached).map(of).collect::<Vec<f64>>())
            }
            Source::Ratio(part, whole) => {
                stats::ratio_interval(&games.iter().map(|game| (part(game), whole(game))).collect::<Vec<_>>())
            }
            Source::Drawn(statistic, of) if games.len() >= FEWEST_DRAWN => {
                stats::bootstrap(&each(of), statistic, ROUNDS, Rng::new(games.len() as u64))
            }
            Source::Drawn(statistic, of) | Source::Extreme(statistic, of) => {
                without_interval(statistic(&each(of)))
            }
        }
    }
}

/// A value of whose spread nothing can be said.
pub(super) fn without_interval(value: f64) -> Estimate {
    Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY }
}

pub(super) fn score(game: &Outcome) -> f64 {
    f64::from(game.score)
}

pub(super) fn face(game: &Outcome) -> f64 {
    f64::from(game.board.max_tile().face())
}

pub(super) fn moves(game: &Outcome) -> f64 {
    f64::from(game.moves)
}

pub(super) fn plies(game: &Outcome) -> f64 {
    2.0 * moves(game)
}

pub(super) fn seconds(game: &Outcome) -> f64 {
    game.times.total().as_secs_f64()
}

pub(super) fn milliseconds(game: &Outcome) -> f64 {
    1e3 * seconds(game)
}

pub(super) fn nodes(game: &Outcome) -> f64 {
    game.nodes as f64
}

pub(super) fn boards(game: &Outcome) -> f64 {
    game.counts.boards as f64
}

pub(super) fn leaves(game: &Outcome) -> f64 {
    game.counts.leaves as f64
}

pub(super) fn afterstates(game: &Outcome) -> f64 {
    game.counts.afterstates as f64
}

pub(super) fn pruned(game: &Outcome) -> f64 {
    game.counts.pruned as f64
}

pub(super) fn asked(game: &Outcome) -> f64 {
    game.counts.asked as f64
}

pub(super) fn hits(game: &Outcome) -> f64 {
    game.counts.hits as f64
}

pub(super) fn tasks(game: &Outcome) -> f64 {
    game.counts.tasks as f64
}

pub(super) fn stolen(game: &Outcome) -> f64 {
    game.counts.stolen as f64
}

/// Nodes of the busiest thread: one alone does all the work.
pub(super) fn busiest(game: &Outcome) -> f64 {
    if game.busiest == 0 { nodes(game) } else { game.busiest as f64 }
}

pub(super) fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NAN, f64::max)
}

pub(super) fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NAN, f64::min)
}

/// The value that most have, the larger of equals.
pub(super) fn usual(values: &[f64]) -> f64 {
    let count = |value: f64| values.iter().filter(|&&other| other == value).count();
    let more = |a: &f64, b: &f64| count(*a).cmp(&count(*b)).then(a.total_cmp(b));
    values.iter().copied().max_by(more).unwrap_or(f64::NAN)
}
