//! `redouble ladder AGENT…`

use std::io::Write;

use clap::Args;
use redouble::{Seed, Start};
use redouble_lab::measuring::ladder::{self, Rung};
use redouble_lab::{Arena, Entrant, Summary, Tally, Trial, Until};
use serde::Serialize;

use crate::bar::Bar;
use crate::budget::BudgetFlags;
use crate::course::Seating;
use crate::failure::Failure;
use crate::table::{Table, number};
use crate::{entrants, figures, json};

/// Say how often agents make the next large tile, from fixed boards
///
/// With one to five different tiles from 2048 upwards on the board, the next
/// 2048 is a game of its own. For each number of them there are 200 boards to
/// start from, taken from searched games; a game ends when the new tile is made
/// and joined to its like, or when it is lost.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble ladder 'best(depth=1)' 'best(depth=3)' --tiles 4 --games 2000
  redouble ladder 'ntuple(net=\"my.net\",depth=3)' --tiles 1,2,3")]
pub struct LadderCommand {
    /// Who plays: see `redouble agents`
    #[arg(required = true, value_name = "AGENT", num_args = 1..=26)]
    agents: Vec<String>,
    #[command(flatten)]
    budget: BudgetFlags,
    /// With how many large tiles to start
    #[arg(long, value_name = "K,…", value_delimiter = ',', default_value = "1,2,3,4,5", value_parser = clap::value_parser!(u8).range(1..=5))]
    tiles: Vec<u8>,
    /// How many games each agent plays with each number of them
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    #[command(flatten)]
    seat: Seating,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// What one agent did with one number of large tiles.
#[derive(Serialize)]
struct Step {
    agent: String,
    large_tiles: u8,
    #[serde(flatten)]
    rung: Rung,
    ms_per_move: f64,
    nodes_per_move: f64,
}

impl LadderCommand {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let entrants =
            self.agents.iter().map(|text| entrants::one(text, self.budget)).collect::<Result<Vec<_>, _>>()?;
        let mut notebook = self.seat.notebook()?;
        let mut bar = Bar::new(self.games * (entrants.len() * self.tiles.len()) as u64);
        let mut arena = Arena::new(&mut notebook, self.seat.jobs()).observed_by(|game| bar.advance(game));
        let mut steps = Vec::new();
        for &tiles in &self.tiles {
            let trial = self.trial(tiles);
            let tallies = trial.run(&entrants, &mut arena)?;
            let games = entrants.iter().zip(&tallies);
            steps.extend(games.map(|(entrant, tally)| step(&trial, entrant, tally, tiles)));
        }
        drop(arena);
        drop(bar);
        if self.json { json::line(out, &steps) } else { print(out, &entrants, &steps) }
    }

    fn trial(&self, tiles: u8) -> Trial {
        Trial {
            seed: Seed(self.seat.seed),
            first: self.seat.first,
            games: self.games,
            starts: ladder::boards(usize::from(tiles)).into_iter().map(Start::Board).collect(),
            until: Until::NextLarge,
            records: false,
        }
    }
}

fn step(trial: &Trial, entrant: &Entrant<'_>, tally: &Tally, tiles: u8) -> Step {
    let summary = Summary::of(&entrant.identity.spec, tally, trial.until);
    let rungs = ladder::by_number_of_tiles(&ladder::rungs(trial, tally));
    let rung = rungs.into_iter().find(|rung| rung.tiles.len() == usize::from(tiles));
    Step {
        agent: summary.agent,
        large_tiles: tiles,
        rung: rung.expect("every game starts on it"),
        ms_per_move: summary.ms_per_move.mean,
        nodes_per_move: summary.nodes_per_move,
    }
}

fn print(out: &mut dyn Write, entrants: &[Entrant<'_>], steps: &[Step]) -> Result<(), Failure> {
    for (index, entrant) in entrants.iter().enumerate() {
        writeln!(out, "{}  {}", figures::letter(index), entrant.identity.spec)?;
    }
    writeln!(out)?;
    let mut table = Table::default();
    let head = ["agent", "games", "made the next", "%", "ms per move", "nodes per move"];
    table.row("large tiles", head.map(str::to_owned));
    for (at, step) in steps.iter().enumerate() {
        let rung = &step.rung;
        let cells = [
            figures::letter(at % entrants.len()),
            number(rung.came as f64, 0),
            number(rung.left as f64, 0),
            figures::share(rung.share),
            format!("{:.4}", step.ms_per_move),
            number(step.nodes_per_move, 1),
        ];
        table.row(&step.large_tiles.to_string(), cells);
    }
    Ok(table.print(out)?)
}
