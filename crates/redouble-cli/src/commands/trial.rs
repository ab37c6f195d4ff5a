//! `redouble trial AGENT…`

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;
use redouble_lab::measuring::ladder::{self, Rung};
use redouble_lab::measuring::outcome::start_text;
use redouble_lab::{Arena, Entrant, Summary, Tally, Trial};
use serde::Serialize;

use crate::bar::Bar;
use crate::budget::BudgetFlags;
use crate::course::Course;
use crate::entrants;
use crate::failure::Failure;
use crate::table::{Table, count, number};
use crate::{figures, json};

/// Play agents over the same games and measure how strong they are
///
/// Every finished game is stored in a notebook at once. Run the same command again
/// to play only what is missing: it can be stopped and continued at any time.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble trial random 'greedy(eval=grid)' --games 1000
  redouble trial 'expectimax(eval=snake,depth=5)' --until 2048
  redouble trial best --games 20 --start b97421638152c3a0 --json
  redouble trial best --games 1000 --shard 3/10 --notebook part3.sqlite")]
pub struct TrialCommand {
    /// The agents that play: see `redouble agents`
    #[arg(required = true, value_name = "AGENT", num_args = 1..=26)]
    agents: Vec<String>,
    #[command(flatten)]
    budget: BudgetFlags,
    #[command(flatten)]
    course: Course,
    /// Play only part I of N of the games, counted from 1, to share work between machines
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Show where games end: how often each set of large tiles led to the next one
    #[arg(long, conflicts_with = "csv")]
    ladder: bool,
    /// Print one line of JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values, one line for each agent
    #[arg(long)]
    csv: bool,
}

#[derive(Serialize)]
struct Object<'a> {
    games: u64,
    seed: u64,
    first: u64,
    until: String,
    start: Vec<String>,
    played: u64,
    reused: u64,
    agents: &'a [Summary],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ladders: Vec<Vec<Rung>>,
}

impl TrialCommand {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let entrants =
            self.agents.iter().map(|text| entrants::one(text, self.budget)).collect::<Result<Vec<_>, _>>()?;
        let trial = self.trial()?;
        let tallies = self.play(&trial, &entrants)?;
        let games = entrants.iter().zip(&tallies);
        let summaries: Vec<Summary> = games
            .map(|(entrant, tally)| Summary::of(&entrant.identity.agent(), tally, trial.until))
            .collect();
        let ladders = if self.ladder {
            tallies.iter().map(|tally| ladder::rungs(&trial, tally)).collect()
        } else {
            Vec::new()
        };
        if self.json {
            json::line(out, &object(&trial, &summaries, ladders))
        } else if self.csv {
            Ok(write!(out, "{}", figures::csv(&summaries))?)
        } else {
            print(out, &summaries)?;
            ladders.iter().enumerate().try_for_each(|(index, rungs)| print_ladder(out, index, rungs))
        }
    }

    /// The games to play: all, or those of its part.
    fn trial(&self) -> Result<Trial, Failure> {
        let trial = self.course.trial()?;
        match self.shard {
            None => Ok(trial),
            Some((_, shards)) if shards > trial.games => {
                let expected = format!("expected at most {} parts: one for each game", trial.games);
                Err(Failure::usage("--shard", format!("{shards} parts, {expected}")))
            }
            Some((shard, shards)) => Ok(trial.shard(shard, shards)),
        }
    }

    fn play(&self, trial: &Trial, entrants: &[Entrant<'_>]) -> Result<Vec<Tally>, Failure> {
        let mut notebook = self.course.notebook()?;
        let mut bar = Bar::new(trial.games * entrants.len() as u64);
        let mut arena = Arena::new(&mut notebook, self.course.jobs()).observed_by(|game| bar.advance(game));
        Ok(trial.run(entrants, &mut arena)?)
    }
}

/// A part and the number of parts, such as `3/10`.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(shard, of)| Some((shard.parse().ok()?, of.parse().ok()?)));
    parts.filter(|(shard, of)| (1..=*of).contains(shard)).ok_or_else(|| {
        "expected a part and the number of parts, such as 3/10 for the third of ten".to_owned()
    })
}

fn played_and_reused(summaries: &[Summary]) -> (u64, u64) {
    let reused = summaries.iter().map(|summary| summary.reused).sum();
    (summaries.iter().map(|summary| summary.games).sum::<u64>() - reused, reused)
}

fn object<'a>(trial: &Trial, summaries: &'a [Summary], ladders: Vec<Vec<Rung>>) -> Object<'a> {
    let (played, reused) = played_and_reused(summaries);
    Object {
        games: trial.games,
        seed: trial.seed.0,
        first: trial.first,
        until: trial.until.to_string(),
        start: trial.starts.iter().map(|&start| start_text(start)).collect(),
        played,
        reused,
        agents: summaries,
        ladders,
    }
}

/// The agents by their letters, the table, and where the games came from.
pub fn print(out: &mut dyn Write, summaries: &[Summary]) -> Result<(), Failure> {
    figures::print(out, summaries)?;
    let (played, reused) = played_and_reused(summaries);
    let by: BTreeSet<&str> =
        summaries.iter().flat_map(|summary| &summary.reused_from).map(String::as_str).collect();
    let by = by.into_iter().collect::<Vec<_>>().join(", ");
    let by = if by.is_empty() { by } else { format!(", played by {by}") };
    Ok(writeln!(out, "\n{} played, {reused} from the notebook{by}", count(played, "game"))?)
}

/// Where the games of an agent ended, by large tiles and by their number.
fn print_ladder(out: &mut dyn Write, index: usize, rungs: &[Rung]) -> Result<(), Failure> {
    writeln!(out, "\nwhere the games of {} ended", figures::letter(index))?;
    let mut table = Table::default();
    let row =
        |rung: &Rung| [number(rung.came as f64, 0), number(rung.left as f64, 0), figures::share(rung.share)];
    table.row("large tiles", ["came", "made the next", "%"].map(str::to_owned));
    for rung in rungs {
        table.row(&tiles(&rung.tiles), row(rung));
    }
    for rung in ladder::by_number_of_tiles(rungs) {
        table.row(&format!("any {}", rung.tiles.len()), row(&rung));
    }
    Ok(table.print(out)?)
}

fn tiles(faces: &[u32]) -> String {
    match faces {
        [] => "none".to_owned(),
        _ => faces.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
    }
}
