//! `redouble net show|pack|unpack|cut FILE`

mod show;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use redouble::Seed;
use redouble::network::{self, Network, Values};
use redouble_analysis::stats;
use redouble_lab::training::{Kind, Packing, SameMoves, Trainer, pack, play_greedily, same_moves, unpack};
use redouble_lab::{machine, resources};

use crate::failure::Failure;
use crate::outfile::{OutFile, What};
use crate::table::{count, number};

use show::Show;

/// Show networks, pack them to keep, unpack them to open at once, cut them into parts
#[derive(Args)]
#[command(arg_required_else_help = true, subcommand_required = true)]
#[command(after_help = "\
Examples:
  redouble net show                                the built-in network
  redouble net show my.net
  redouble net pack my.net --out small.net
  redouble net unpack small.net --out large.net    play with it as ntuple(net=\"large.net\")
  redouble net cut small.net --out parts/")]
pub struct Net {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Subcommand)]
enum NetCommand {
    Show(Show),
    Pack(Pack),
    Unpack(Unpack),
    Cut(Cut),
}

/// Write a small copy for play: rare weights dropped, the others rounded and compressed
#[derive(Args)]
struct Pack {
    /// A network with its training state
    file: PathBuf,
    /// Round weights to multiples of this, in points or log-odds [default: 8 points, 1/2048 of log-odds]
    ///
    /// One number, or one for each stage, the last also for those that follow
    #[arg(long, value_name = "STEP", value_delimiter = ',', value_parser = step)]
    step: Vec<f32>,
    /// Drop weights whose errors add up to less than this, in points or chances [default: 1000 points, 0 chances]
    ///
    /// One number, or one for each stage, as above
    #[arg(long, value_name = "SUM", value_delimiter = ',')]
    least_error: Vec<f32>,
    /// Where values are chances, round a weight whose errors add up to E to this divided by the root of E [default: 0.01]
    ///
    /// Smaller is finer and takes more room; 0 rounds all to the step
    #[arg(long, value_name = "GRAIN", value_parser = grain)]
    grain: Option<f32>,
    /// How many games without search to measure the loss on; 0 to skip it
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace whatever has that name, except a network in training
    #[arg(long)]
    force: bool,
}

/// Write a large copy for play that opens at once: it is mapped, and its weights are used where they lie
///
/// Put another file in its place if you like, but do not shorten this one while an agent plays with it: the system
/// ends a program whose mapped file is cut off.
#[derive(Args)]
struct Unpack {
    /// A network, packed or with its training state
    file: PathBuf,
    /// Round weights that are not yet rounded to multiples of this, in points or log-odds [default: as for pack]
    #[arg(long, value_name = "STEP", value_parser = step)]
    step: Option<f32>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace whatever has that name, except a network in training
    #[arg(long)]
    force: bool,
}

/// Cut a network into its head and its stages, as packages carry them and a browser fetches them
#[derive(Args)]
struct Cut {
    /// A network
    file: PathBuf,
    /// The folder to write `head.part`, `stage0.part` … to; it is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Replace parts of another network
    #[arg(long)]
    force: bool,
}

impl Net {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            NetCommand::Show(show) => show.run(out),
            NetCommand::Pack(pack) => pack.run(out),
            NetCommand::Unpack(unpack) => unpack.run(out),
            NetCommand::Cut(cut) => cut.run(out),
        }
    }
}

impl Pack {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let target = OutFile::new(&self.out, What::Network(Kind::Packed), self.force)?;
        let trainer = open(&self.file)?;
        let packing = self.packing(trainer.learner.shape().values());
        let texts = [
            ("recipe", trainer.recipe.to_text()),
            ("curve", redouble_lab::training::curve::to_csv(&trainer.curve)),
            ("packing", packing.to_text()),
        ];
        let file = pack(&trainer.learner, &packing, &texts).map_err(|error| Failure::usage("pack", error))?;
        target.write(&file)?;
        writeln!(out, "{}: {} bytes", self.out.display(), number(file.len() as f64, 0))?;
        if self.games > 0 {
            let network = Network::read(file).map_err(|error| Failure::usage("pack", error))?;
            self.compare(out, &trainer, &network)?;
        }
        Ok(())
    }

    /// What was asked for, and the usual where nothing was.
    fn packing(&self, values: Values) -> Packing {
        let usual = Packing::of(values);
        let or = |asked: &[f32], usual: Vec<f32>| if asked.is_empty() { usual } else { asked.to_vec() };
        Packing {
            steps: or(&self.step, usual.steps),
            least_error: or(&self.least_error, usual.least_error),
            grain: self.grain.unwrap_or(usual.grain),
            ..usual
        }
    }

    fn compare(&self, out: &mut dyn Write, trainer: &Trainer, network: &Network) -> Result<(), Failure> {
        let seed = Seed(2);
        let scores = |played: &[redouble_lab::training::Played]| {
            let scores: Vec<f64> = played.iter().map(|game| f64::from(game.score)).collect();
            let mean = stats::mean_interval(&scores);
            format!("{} ± {}", number(mean.value, 0), number(mean.value - mean.low, 0))
        };
        let threads = machine::threads();
        let full = &trainer.learner;
        let SameMoves { boards, same } = same_moves(full, network, seed, self.games.min(20));
        let full = play_greedily(full, seed, self.games, threads);
        let small = play_greedily(network, seed, self.games, threads);
        writeln!(
            out,
            "greedy, {}: full {}, packed {}",
            count(self.games, "game"),
            scores(&full),
            scores(&small)
        )?;
        let share = 100.0 * same as f64 / boards.max(1) as f64;
        Ok(writeln!(out, "same move on {share:.2} % of {}", count(boards, "board"))?)
    }
}

impl Unpack {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let target = OutFile::new(&self.out, What::Network(Kind::Unpacked), self.force)?;
        let wrong = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let network = resources::network(&self.file).map_err(|error| wrong(&error))?;
        let wrong = |error| Failure::usage(&self.file.display().to_string(), error);
        network.verify().map_err(wrong)?;
        let step = self.step.unwrap_or_else(|| Packing::of(network.shape().values()).steps[0]);
        let file = unpack(&network, step).map_err(wrong)?;
        target.write(&file)?;
        Ok(writeln!(out, "{}: {} bytes", self.out.display(), number(file.len() as f64, 0))?)
    }
}

impl Cut {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::usage(&self.file.display().to_string(), error);
        let file = std::fs::read(&self.file).map_err(|error| wrong(&error))?;
        Network::read(file.clone()).map_err(|error| wrong(&error))?;
        let (head, stages) = network::cut(&file).map_err(|error| wrong(&error))?;
        std::fs::create_dir_all(&self.out).map_err(|error| Failure::file(&self.out, error))?;
        let stages = stages.into_iter().enumerate().map(|(number, stage)| (format!("stage{number}"), stage));
        for (name, part) in std::iter::once(("head".to_owned(), head.as_slice())).chain(stages) {
            let path = self.out.join(name + ".part");
            OutFile::new(&path, What::Part, self.force)?.write(part)?;
            writeln!(out, "{}: {} bytes", path.display(), number(part.len() as f64, 0))?;
        }
        Ok(())
    }
}

/// What weights can be multiples of.
fn step(text: &str) -> Result<f32, String> {
    let step = text.parse().ok().filter(|step: &f32| step.is_finite() && *step > 0.0);
    step.ok_or_else(|| "expected a number above 0, such as 8".to_owned())
}

fn grain(text: &str) -> Result<f32, String> {
    let grain = text.parse().ok().filter(|grain: &f32| grain.is_finite() && *grain >= 0.0);
    grain.ok_or_else(|| "expected a number from 0 up, such as 0.01".to_owned())
}

/// The training in a file. A copy made to play is not damaged, it just cannot learn.
pub fn open(path: &Path) -> Result<Trainer, Failure> {
    let name = path.display().to_string();
    match Kind::of(path).map_err(|error| Failure::usage(&name, error))? {
        Some(kind @ (Kind::Packed | Kind::Unpacked)) => Err(Failure::usage(
            &name,
            format!(
                "{} has no training state, expected a file that `redouble train` wrote; \
                 `redouble train --from {name} --out NEW.net` learns on from it",
                kind.words()
            ),
        )),
        _ => Trainer::open(path).map_err(|error| Failure::usage(&name, error)),
    }
}
