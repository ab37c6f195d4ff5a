//! Two agents on the same seeds: which one scores more, and how sure that is.

use redouble::Rng;
use serde::Serialize;

use crate::measuring::arena::{Arena, Entrant};
use crate::measuring::notebook::NotebookError;
use crate::measuring::outcome::Outcome;
use crate::measuring::sequential::{Sequential, Verdict};
use crate::measuring::trial::{Tally, Trial};
use redouble_analysis::stats;

/// Games of each agent between two looks of a sequential test. The verdict does not depend on it.
const ROUND: u64 = 32;

/// Samples drawn for the interval of the difference.
const ROUNDS: u32 = 10_000;

/// Two agents on the same seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first agent.
    pub a: String,
    /// The second agent.
    pub b: String,
    /// How many games of each were compared.
    pub games: u64,
    /// How many points a game the first makes more than the second, with its bootstrap interval.
    pub difference: Difference,
    /// How the scores of the same game go together; `None` when one side does not vary.
    pub correlation: Option<f64>,
    /// The smallest true difference such a sample shows four times in five.
    pub smallest_effect: f64,
    /// What it shows, in words.
    pub verdict: String,
}

/// A difference of means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The difference itself.
    pub mean: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

/// Plays two agents until `test` has its verdict, at most the games of `trial`.
///
/// Returns the games that led to the verdict; what was played beyond them is in the notebook.
pub fn play_until_known(
    test: &Sequential,
    trial: &Trial,
    pair: &[Entrant<'_>; 2],
    arena: &mut Arena<'_>,
) -> Result<([Tally; 2], Verdict), NotebookError> {
    let mut tallies = [Tally::default(), Tally::default()];
    for done in (0..trial.games).step_by(ROUND as usize) {
        let round =
            Trial { first: trial.first + done, games: ROUND.min(trial.games - done), ..trial.clone() };
        let played = round.run(pair, arena)?;
        tallies.iter_mut().zip(played).for_each(|(tally, more)| tally.append(more));
        let [a, b] = &mut tallies;
        let (verdict, games) = test.decide(&differences(&a.outcomes, &b.outcomes));
        if verdict != Verdict::Undecided {
            a.truncate(games);
            b.truncate(games);
            return Ok((tallies, verdict));
        }
    }
    Ok((tallies, Verdict::Undecided))
}

/// How much more the first made in each game.
pub fn differences(a: &[Outcome], b: &[Outcome]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| f64::from(a.score) - f64::from(b.score)).collect()
}

impl Comparison {
    /// Compares two agents over the same games.
    pub fn new(names: [&str; 2], a: &[Outcome], b: &[Outcome]) -> Comparison {
        let differences = differences(a, b);
        let scores = |of: &[Outcome]| of.iter().map(|game| f64::from(game.score)).collect::<Vec<_>>();
        let seed = differences.len() as u64; // any fixed stream will do: the same games, the same interval
        let interval = stats::bootstrap(&differences, stats::mean, ROUNDS, Rng::new(seed));
        let difference = Difference { mean: interval.value, low: interval.low, high: interval.high };
        let smallest_effect = stats::smallest_effect(&differences);
        Comparison {
            a: names[0].to_owned(),
            b: names[1].to_owned(),
            games: differences.len() as u64,
            difference,
            correlation: stats::correlation(&scores(a), &scores(b)),
            smallest_effect,
            verdict: verdict(names, difference, smallest_effect, differences.len()),
        }
    }
}

fn verdict([a, b]: [&str; 2], difference: Difference, smallest: f64, games: usize) -> String {
    let Difference { mean, low, high } = difference;
    if low.is_infinite() {
        return format!(
            "{games} {} nothing about a difference: play more",
            if games == 1 { "game says" } else { "games say" }
        );
    }
    let (better, worse, by, least, most) =
        if mean > 0.0 { (a, b, mean, low, high) } else { (b, a, -mean, -high, -low) };
    if least > 0.0 {
        format!(
            "{better} scores more than {worse}: by {by:.0} points a game (95 % interval: {least:.0} to {most:.0})"
        )
    } else {
        format!(
            "no difference was shown: {games} games would show one of {smallest:.0} points four times in five"
        )
    }
}
