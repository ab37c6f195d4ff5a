//! `redouble calibrate AGENT`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use redouble::Seed;
use redouble_lab::machine;
use redouble_lab::measuring::calibration::{self, Tenth};
use redouble_lab::measuring::calibration_plot;

use crate::budget::BudgetFlags;
use crate::failure::Failure;
use crate::outfile::{OutFile, What};
use crate::table::{Table, number};
use crate::{entrants, json};

/// Say whether the chances an agent tells come true
///
/// It plays whole games. Every board is sorted by the chance that was told for
/// it, in tenths, and by its number of different tiles from 2048 upwards; beside
/// that stands how often the next such tile was then made.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble calibrate 'best(depth=1)' --games 2000 --out calibration.svg
  redouble calibrate best --time 1ms --games 100")]
pub struct Calibrate {
    /// Who plays: an agent whose values are chances
    #[arg(value_name = "AGENT", default_value = "best(depth=3,tables=off)")]
    agent: String,
    #[command(flatten)]
    budget: BudgetFlags,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many games to play at once [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Draw a picture (SVG) into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace whatever has that name, except a network in training
    #[arg(long, requires = "out")]
    force: bool,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

impl Calibrate {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let file = self.out.as_deref().map(|path| OutFile::new(path, What::Calibration, self.force));
        let file = file.transpose()?;
        let tenths = self.measure()?;
        if let Some(file) = file {
            file.write(calibration_plot::to_svg(&tenths).as_bytes())?;
        }
        if self.json { json::line(out, &tenths) } else { print(out, &tenths) }
    }

    fn measure(&self) -> Result<Vec<Tenth>, Failure> {
        let entrant = entrants::one(&self.agent, self.budget)?;
        let bar = ProgressBar::new(self.games);
        let threads = self.jobs.map_or_else(machine::threads, usize::from);
        let tenths = calibration::measure(&entrant, Seed(self.seed), self.games, threads, || bar.inc(1));
        bar.finish_and_clear();
        let what = format!("agent '{}'", self.agent);
        tenths.ok_or_else(|| Failure::usage(&what, "its values are no chances; expected one such as best"))
    }
}

fn print(out: &mut dyn Write, tenths: &[Tenth]) -> Result<(), Failure> {
    let mut table = Table::default();
    let head = ["told %", "boards", "on average", "made the next", "from", "to"];
    table.row("large tiles", head.map(str::to_owned));
    for tenth in tenths {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let cells = [
            format!("{} to {}", 10 * tenth.from, 10 * tenth.from + 10),
            number(tenth.boards as f64, 0),
            percent(tenth.said),
            percent(tenth.made),
            percent(tenth.low),
            percent(tenth.high),
        ];
        table.row(&tenth.large_tiles.to_string(), cells);
    }
    Ok(table.print(out)?)
}
