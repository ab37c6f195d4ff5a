//! `redouble tune AGENT`

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use redouble::{Budgeted, Seed, Tile};
use redouble_lab::measuring::tune::{Aim, Generation, TuneError};
use redouble_lab::{Arena, Notebook, Trial, Tuning, Until, machine};

use super::compare;
use crate::VERSION;
use crate::bar::Bar;
use crate::budget::BudgetFlags;
use crate::course::data_file;
use crate::entrants;
use crate::failure::Failure;
use crate::interrupt::stopped_by_ctrl_c;
use crate::table::number;
use crate::{json, player};

/// Find better constants for an agent's evaluation by playing
///
/// CMA-ES draws sets of constants, plays each over the same games, and moves
/// towards the better ones, with new games every time. The result is then compared
/// with the starting point over games it has never seen. Run the same command
/// again to continue where it stopped; Ctrl-C stops it cleanly.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble tune 'expectimax(eval=merges,depth=3)'
  redouble tune 'greedy(eval=merges)' --keys direct,bad-base --games 300 --aim 1024")]
pub struct Tune {
    /// The agent to start from
    agent: String,
    #[command(flatten)]
    budget: BudgetFlags,
    /// The constants to vary, separated by commas [default: all of its evaluation]
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    keys: Vec<String>,
    /// What is better: a higher mean score, or more games that reach a tile
    #[arg(long, value_name = "score|TILE", default_value = "score", value_parser = aim)]
    aim: Aim,
    /// How many games each set of constants plays
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// How many generations to play
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    generations: u64,
    /// How many sets of constants to draw each time
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u64).range(4..=10_000))]
    population: u64,
    /// How widely to draw them at first: 0.5 means about half to twice each constant
    #[arg(long, value_name = "STEP", default_value_t = 0.5, value_parser = step)]
    step: f64,
    /// How many games to compare the start and the result over
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    proof: u64,
    /// The seed of the draws and of their games; the comparison plays games of the next seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..u64::MAX))]
    seed: u64,
    /// How many games to play at once [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// The notebook to keep the games in [default: redouble/tuning.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    notebook: Option<PathBuf>,
    /// Print one line of JSON: the comparison of what was found (a) with the start (b)
    #[arg(long)]
    json: bool,
}

impl Tune {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let start = entrants::agent(&self.agent, self.budget)?;
        let path = self.notebook.clone().map_or_else(|| data_file("tuning.sqlite"), Ok)?;
        let mut notebook = Notebook::open(&path)?.signed(VERSION);
        let stop = stopped_by_ctrl_c()?;
        let found = self.tune(&start, &mut notebook, &stop, out)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(writeln!(out, "stopped; so far:\n{found}")?);
        }
        if !self.json {
            writeln!(out, "\nfound:\n{found}\n")?;
        }
        self.prove(&found, &start, &mut notebook, out)
    }

    fn tune(
        &self,
        start: &Budgeted,
        notebook: &mut Notebook,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> Result<Budgeted, Failure> {
        let tuning = self.tuning(start);
        let mut bar = Bar::new(self.generations * self.population * self.games);
        let lines = bar.lines();
        let mut arena = Arena::new(notebook, self.jobs())
            .offering(player::resources(&start.spec)?)
            .observed_by(|game| bar.advance(game));
        let mut written = Ok(());
        let found = tuning.run(&mut arena, stop, &mut |generation| {
            if !self.json && written.is_ok() {
                written = lines.suspend(|| writeln!(out, "{}", line(generation, self.aim)));
            }
        });
        written?;
        match found {
            Ok(spec) => Ok(Budgeted { spec, budget: start.budget }),
            Err(TuneError::Notebook(fault)) => Err(fault.into()),
            Err(why) => Err(Failure::usage("tune", why)),
        }
    }

    fn tuning(&self, Budgeted { spec, budget }: &Budgeted) -> Tuning {
        let all = || Tuning::keys_of(spec).into_iter().map(String::from).collect();
        Tuning {
            agent: spec.clone(),
            budget: *budget,
            keys: if self.keys.is_empty() { all() } else { self.keys.clone() },
            aim: self.aim,
            trial: self.trial(self.seed, self.games),
            generations: self.generations,
            population: self.population,
            step: self.step,
        }
    }

    /// Compares what was found with the start, over games of another seed.
    fn prove(
        &self,
        found: &Budgeted,
        start: &Budgeted,
        notebook: &mut Notebook,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let pair = [entrants::of(found.clone())?, entrants::of(start.clone())?];
        let trial = self.trial(self.seed + 1, self.proof);
        let mut bar = Bar::new(2 * self.proof);
        let mut arena = Arena::new(notebook, self.jobs()).observed_by(|game| bar.advance(game));
        let tallies = trial.run(&pair, &mut arena)?;
        drop(arena);
        drop(bar);
        let object = compare::object(&trial, &pair, &tallies, None);
        if self.json { json::line(out, &object) } else { compare::print(out, &object) }
    }

    /// A game that has reached the tile it is about need not go on.
    fn trial(&self, seed: u64, games: u64) -> Trial {
        let until = match self.aim {
            Aim::Score => Until::Over,
            Aim::Tile(tile) => Until::Tile(tile),
        };
        Trial { seed: Seed(seed), first: 0, games, starts: vec![], until, records: false }
    }

    fn jobs(&self) -> usize {
        self.jobs.map_or_else(machine::threads, usize::from)
    }
}

/// One line for a generation.
fn line(Generation { number: at, mean, spread, agent }: &Generation, aim: Aim) -> String {
    let mean = match aim {
        Aim::Score => format!("mean {}", number(*mean, 0)),
        Aim::Tile(tile) => format!("{tile} {:.1} %", 100.0 * mean),
    };
    format!("{at:>4}  {mean}  step {spread:.2}  {agent}")
}

fn aim(text: &str) -> Result<Aim, String> {
    let tile = || text.parse().ok().and_then(Tile::from_face).filter(|tile| !tile.is_empty());
    match text {
        "score" => Ok(Aim::Score),
        _ => tile().map(Aim::Tile).ok_or_else(|| "expected score or a tile such as 2048".to_owned()),
    }
}

fn step(text: &str) -> Result<f64, String> {
    let possible = |step: &f64| (0.001..=10.0).contains(step);
    text.parse().ok().filter(possible).ok_or_else(|| "expected a number from 0.001 to 10".to_owned())
}
