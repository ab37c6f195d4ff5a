//! `redouble net show|pack|unpack FILE`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use redouble::Seed;
use redouble::network::{Network, Sections};
use redouble_lab::train::{
    Agreement, Packing, Trainer, agreement, pack, play_greedily, replace_file, touched, unpack,
};
use redouble_lab::{machine, resources, stats};

use crate::failure::Failure;
use crate::table::{Table, number};

/// Look at networks, make them small to keep or large to open at once
#[derive(Args)]
#[command(after_help = "\
Examples:
  redouble net show my.net
  redouble net pack my.net --out small.net
  redouble net unpack small.net --out large.net    play with it as ntuple(net=\"large.net\")")]
pub struct Net {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Subcommand)]
enum NetCommand {
    Show(Show),
    Pack(Pack),
    Unpack(Unpack),
}

/// Check a network for damage and print patterns, recipe, training so far, evaluations and size
#[derive(Args)]
struct Show {
    /// A network file
    file: PathBuf,
}

/// Write a small copy for play: rare weights dropped, the others rounded and compressed
#[derive(Args)]
struct Pack {
    /// A network with its training state
    file: PathBuf,
    /// Round weights to multiples of this many points
    #[arg(long, value_name = "POINTS", default_value_t = Packing::default().step, value_parser = step)]
    step: f32,
    /// Drop weights whose errors add up to less than this many points
    ///
    /// One number, or one for each stage, the last also for those that follow
    #[arg(long, value_delimiter = ',', default_values_t = Packing::default().least_error)]
    least_error: Vec<f32>,
    /// Keep at most so many stages; the last of them then serves all later ones
    #[arg(long, default_value_t = Packing::default().stages)]
    stages: usize,
    /// Greedy games to measure the loss on; 0 to skip it
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Write a large copy for play that opens at once: it is mapped, and its weights are used where they lie
#[derive(Args)]
struct Unpack {
    /// A network, packed or with its training state
    file: PathBuf,
    /// Round weights that are not yet rounded to multiples of this many points
    #[arg(long, value_name = "POINTS", default_value_t = Packing::default().step, value_parser = step)]
    step: f32,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Net {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            NetCommand::Show(show) => show.run(out),
            NetCommand::Pack(pack) => pack.run(out),
            NetCommand::Unpack(unpack) => unpack.run(out),
        }
    }
}

impl Show {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |error| Failure::usage(&self.file.display().to_string(), error);
        let network = Network::open(std::fs::read(&self.file)?).map_err(wrong)?;
        network.verify().map_err(wrong)?;
        let file = network.file();
        let sections = Sections::parse(file).map_err(wrong)?;
        let symbols = network.shape().symbols();
        writeln!(out, "network   {:08x}, {} bytes", network.identity(), number(file.len() as f64, 0))?;
        writeln!(out, "patterns  {}", network.shape().patterns())?;
        match symbols.large() {
            Some(large) => {
                writeln!(out, "stages    {}, by the tiles from {} upwards", symbols.stages(), large.face())?
            }
            None => writeln!(out, "stages    1")?,
        }
        let mut table = Table::default();
        for (name, length) in sections.list() {
            table.row(name, [number(length as f64, 0)]);
        }
        writeln!(out, "\nsections, in bytes")?;
        table.print(out)?;
        for name in ["recipe", "effort", "curve", "packing"] {
            if let Ok(text) = sections.text(name) {
                writeln!(out, "\n{name}\n{}", text.trim_end())?;
            }
        }
        if let Ok(trainer) = Trainer::open(&self.file) {
            print_touched(out, &trainer)?;
        }
        Ok(())
    }
}

fn print_touched(out: &mut dyn Write, trainer: &Trainer) -> Result<(), Failure> {
    writeln!(out, "\nweights ever learned from")?;
    let mut table = Table::default();
    for (stage, (seen, all)) in touched(&trainer.learner).into_iter().enumerate() {
        let share = format!("{:.1} %", 100.0 * seen as f64 / all as f64);
        table.row(&format!("stage {stage}"), [number(seen as f64, 0), number(all as f64, 0), share]);
    }
    Ok(table.print(out)?)
}

impl Pack {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let trainer = open(&self.file)?;
        let packing = Packing {
            step: self.step,
            least_error: self.least_error.clone(),
            stages: self.stages,
            ..Packing::default()
        };
        let texts = [
            ("recipe", trainer.recipe.to_text()),
            ("curve", redouble_lab::train::curve::to_csv(&trainer.curve)),
            ("packing", format!("step = {}\nleast_error = {:?}\n", packing.step, packing.least_error)),
        ];
        let file = pack(&trainer.learner, &packing, &texts).map_err(|error| Failure::usage("pack", error))?;
        replace_file(&self.out, &file)?;
        writeln!(out, "{}: {} bytes", self.out.display(), number(file.len() as f64, 0))?;
        if self.games > 0 {
            let network = Network::read(file).map_err(|error| Failure::usage("pack", error))?;
            self.compare(out, &trainer, &network)?;
        }
        Ok(())
    }

    fn compare(&self, out: &mut dyn Write, trainer: &Trainer, network: &Network) -> Result<(), Failure> {
        let seed = Seed(2);
        let scores = |played: &[redouble_lab::train::Played]| {
            let scores: Vec<f64> = played.iter().map(|game| f64::from(game.score)).collect();
            let mean = stats::mean_interval(&scores);
            format!("{} ± {}", number(mean.value, 0), number(mean.value - mean.low, 0))
        };
        let threads = machine::threads();
        let full = |after| f64::from(trainer.learner.value(after));
        let small = |after| network.value(after);
        let Agreement { boards, same } = agreement(full, small, seed, self.games.min(20));
        let full = play_greedily(full, seed, self.games, threads);
        let small = play_greedily(small, seed, self.games, threads);
        writeln!(out, "greedy, {} games: full {}, packed {}", self.games, scores(&full), scores(&small))?;
        let share = 100.0 * same as f64 / boards.max(1) as f64;
        Ok(writeln!(out, "same move on {share:.2} % of {} boards", number(boards as f64, 0))?)
    }
}

impl Unpack {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::usage("unpack", error);
        let network = resources::network(&self.file).map_err(|error| wrong(&error))?;
        network.verify().map_err(|error| wrong(&error))?;
        let file = unpack(&network, self.step).map_err(|error| wrong(&error))?;
        replace_file(&self.out, &file)?;
        Ok(writeln!(out, "{}: {} bytes", self.out.display(), number(file.len() as f64, 0))?)
    }
}

/// A number of points that weights can be multiples of.
fn step(text: &str) -> Result<f32, String> {
    let points = text.parse().ok().filter(|points: &f32| points.is_finite() && *points > 0.0);
    points.ok_or_else(|| "expected a number above 0, such as 8".to_owned())
}

fn open(path: &Path) -> Result<Trainer, Failure> {
    Trainer::open(path).map_err(|error| Failure::usage(&path.display().to_string(), error))
}
