//! `redouble compare A B`

use std::io::Write;

use clap::Args;
use redouble_lab::measuring::compare;
use redouble_lab::{Arena, Comparison, Entrant, Sequential, Summary, Tally, Trial};
use serde::Serialize;

use super::trial;
use crate::bar::Bar;
use crate::budget::BudgetFlags;
use crate::course::Course;
use crate::entrants;
use crate::failure::Failure;
use crate::json;
use crate::table::{Table, number};

/// Play two agents over the same games and say which one scores more
///
/// The difference is how many more points A makes than B in a game, with a
/// bootstrap interval. With --sequential the test stops as soon as it is decided,
/// after --games games at the latest.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble compare 'greedy(eval=grid)' random --games 500
  redouble compare 'expectimax(eval=grid,depth=3)' 'expectimax(eval=grid,depth=4)' --games 5000 --sequential 1000")]
pub struct Compare {
    /// One agent: see `redouble agents`
    a: String,
    /// The other agent
    b: String,
    #[command(flatten)]
    budget: BudgetFlags,
    #[command(flatten)]
    course: Course,
    /// Stop as soon as a difference of this many points is shown or ruled out
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u32).range(1..))]
    sequential: Option<u32>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// What is printed of a comparison.
#[derive(Serialize)]
pub struct Object {
    #[serde(flatten)]
    comparison: Comparison,
    seed: u64,
    until: String,
    agents: [Summary; 2],
}

impl Compare {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let pair = [entrants::one(&self.a, self.budget)?, entrants::one(&self.b, self.budget)?];
        let trial = self.course.trial()?;
        let (tallies, words) = self.play(&trial, &pair)?;
        let object = object(&trial, &pair, &tallies, words);
        if self.json { json::line(out, &object) } else { print(out, &object) }
    }

    /// The games of both, and the verdict of the sequential test if one was asked for.
    fn play(&self, trial: &Trial, pair: &[Entrant<'_>; 2]) -> Result<(Vec<Tally>, Option<String>), Failure> {
        let mut notebook = self.course.notebook()?;
        let mut bar = Bar::new(2 * trial.games);
        let mut arena = Arena::new(&mut notebook, self.course.jobs()).observed_by(|game| bar.advance(game));
        let Some(points) = self.sequential else {
            return Ok((trial.run(pair, &mut arena)?, None));
        };
        let test = Sequential::new(f64::from(points));
        let (tallies, verdict) = compare::play_until_known(&test, trial, pair, &mut arena)?;
        let names = [0, 1].map(|index| pair[index].identity.agent());
        let words = test.words(verdict, [&names[0], &names[1]], tallies[0].outcomes.len() as u64);
        Ok((tallies.into(), Some(words)))
    }
}

/// Compares the games of a pair; `words` are the verdict if it is known already.
pub fn object(trial: &Trial, pair: &[Entrant<'_>; 2], tallies: &[Tally], words: Option<String>) -> Object {
    let names = [0, 1].map(|index| pair[index].identity.agent());
    let names = [names[0].as_str(), names[1].as_str()];
    let mut comparison = Comparison::new(names, &tallies[0].outcomes, &tallies[1].outcomes);
    comparison.verdict = words.unwrap_or(comparison.verdict);
    let agents = [0, 1].map(|index| Summary::of(names[index], &tallies[index], trial.until));
    Object { comparison, seed: trial.seed.0, until: trial.until.to_string(), agents }
}

/// The table of both agents, their difference, and the verdict.
pub fn print(out: &mut dyn Write, object: &Object) -> Result<(), Failure> {
    trial::print(out, &object.agents)?;
    let Comparison { difference, correlation, smallest_effect, verdict, .. } = &object.comparison;
    let mut table = Table::default();
    table.row("A minus B, points a game", [number(difference.mean, 0)]);
    table.row("  95 % within", [format!("{} to {}", number(difference.low, 0), number(difference.high, 0))]);
    table.row("correlation", [correlation.map_or_else(|| "?".into(), |correlation| number(correlation, 3))]);
    table.row("smallest effect to be seen", [number(*smallest_effect, 0)]);
    writeln!(out)?;
    table.print(out)?;
    Ok(writeln!(out, "\n{verdict}")?)
}
