//! `redouble ladder AGENT…`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use redouble::{Board, Seed, Start};
use redouble_lab::measuring::ladder::{self, Rung, STEPS};
use redouble_lab::{Arena, Entrant, Summary, Tally, Trial, Until};
use serde::Serialize;

use crate::bar::Bar;
use crate::budget::BudgetFlags;
use crate::course::{Seating, boards_in};
use crate::failure::Failure;
use crate::table::{Table, number};
use crate::{entrants, figures, json};

/// Say how often agents make the next large tile, from fixed boards
///
/// With one to five different tiles from 2048 upwards on the board, the next
/// 2048 is a game of its own. For each number of them there are 200 boards to
/// start from, taken from searched games; a game ends when the new tile is made
/// and joined to its like, or when it is lost. Lost games are counted by which of
/// 1024, 512 and 256 they had built.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble ladder 'best(depth=1)' 'best(depth=3)' --tiles 4 --games 2000
  redouble ladder 'ntuple(net=\"my.net\",depth=3)' --tiles 1,2,3
  redouble ladder 'best(nodes=10000)' --boards late.txt --games 1000")]
pub struct LadderCommand {
    /// Who plays: see `redouble agents`
    #[arg(required = true, value_name = "AGENT", num_args = 1..=26)]
    agents: Vec<String>,
    #[command(flatten)]
    budget: BudgetFlags,
    /// With how many large tiles to start
    #[arg(long, value_name = "K,…", value_delimiter = ',', default_value = "1,2,3,4,5", value_parser = clap::value_parser!(u8).range(1..=5))]
    tiles: Vec<u8>,
    /// Start from the boards of this file instead, one a line, each a game in turn
    #[arg(long, value_name = "FILE", conflicts_with = "tiles")]
    boards: Option<PathBuf>,
    /// How many games each agent plays with each number of them, or from the file
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    #[command(flatten)]
    seat: Seating,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// What a lost game may have built of the next large tile.
const BUILT: [&str; STEPS] = ["nothing", "1024", "and 512", "and 256"];

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
        let starts = self.starts()?;
        let mut bar = Bar::new(self.games * (entrants.len() * starts.len()) as u64);
        let mut arena = Arena::new(&mut notebook, self.seat.jobs()).observed_by(|game| bar.advance(game));
        let mut steps = Vec::new();
        for boards in starts {
            let trial = self.trial(boards);
            let tallies = trial.run(&entrants, &mut arena)?;
            let games = entrants.iter().zip(&tallies);
            steps.extend(games.flat_map(|(entrant, tally)| climbed(&trial, entrant, tally)));
        }
        steps.sort_by_key(|step| step.large_tiles);
        drop(arena);
        drop(bar);
        if self.json { json::line(out, &steps) } else { print(out, &entrants, &steps) }
    }

    /// The boards of each trial.
    fn starts(&self) -> Result<Vec<Vec<Board>>, Failure> {
        match &self.boards {
            Some(path) => Ok(vec![boards_in(path)?]),
            None => Ok(self.tiles.iter().map(|&tiles| ladder::boards(usize::from(tiles))).collect()),
        }
    }

    fn trial(&self, boards: Vec<Board>) -> Trial {
        Trial {
            seed: Seed(self.seat.seed),
            first: self.seat.first,
            games: self.games,
            starts: boards.into_iter().map(Start::Board).collect(),
            until: Until::NextLarge,
            records: false,
        }
    }
}

/// What an agent did with each number of large tiles that there was.
fn climbed(trial: &Trial, entrant: &Entrant<'_>, tally: &Tally) -> Vec<Step> {
    let summary = Summary::of(&entrant.identity.spec, tally, trial.until);
    let step = |rung: Rung| Step {
        agent: summary.agent.clone(),
        large_tiles: rung.tiles.len() as u8,
        rung,
        ms_per_move: summary.ms_per_move.mean,
        nodes_per_move: summary.nodes_per_move,
    };
    ladder::by_number_of_tiles(&ladder::rungs(trial, tally)).into_iter().map(step).collect()
}

fn print(out: &mut dyn Write, entrants: &[Entrant<'_>], steps: &[Step]) -> Result<(), Failure> {
    for (index, entrant) in entrants.iter().enumerate() {
        writeln!(out, "{}  {}", figures::letter(index), entrant.identity.spec)?;
    }
    writeln!(out)?;
    let head = ["games", "made the next", "%", "ms per move", "nodes per move"];
    table(entrants, steps, head, won).print(out)?;
    writeln!(out, "\nlost games, by what they had built of the next large tile")?;
    let lost = |step: &Step| step.rung.lost.map(|games| number(games as f64, 0));
    Ok(table(entrants, steps, BUILT, lost).print(out)?)
}

/// A row for each number of large tiles and each agent.
fn table<const N: usize>(
    entrants: &[Entrant<'_>],
    steps: &[Step],
    head: [&str; N],
    cells: impl Fn(&Step) -> [String; N],
) -> Table {
    let mut table = Table::default();
    table.row("large tiles", std::iter::once("agent").chain(head).map(str::to_owned));
    for (at, step) in steps.iter().enumerate() {
        let agent = figures::letter(at % entrants.len());
        table.row(&step.large_tiles.to_string(), std::iter::once(agent).chain(cells(step)));
    }
    table
}

fn won(step: &Step) -> [String; 5] {
    let rung = &step.rung;
    [
        number(rung.came as f64, 0),
        number(rung.left as f64, 0),
        figures::share(rung.share),
        format!("{:.4}", step.ms_per_move),
        number(step.nodes_per_move, 1),
    ]
}
