//! `redouble train`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use redouble::Seed;
use redouble::network::{Network, Standing, Values};
use redouble_lab::training::{Effort, Length, Origin, Point, Recent, Recipe, Round, Trainer, curve};
use redouble_lab::{machine, resources};

use super::net;
use crate::budget;
use crate::course;
use crate::failure::Failure;
use crate::interrupt::stopped_by_ctrl_c;
use crate::lessons::{LessonBar, Pauses, waiting};
use crate::outfile::{OutFile, What};
use crate::table::{megabytes, number};

/// Train a network by letting it play
///
/// The network and everything needed to continue are kept in one file. Run the same
/// command again to continue where it stopped; Ctrl-C stops it cleanly.
#[derive(Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "\
Examples:
  redouble train --network 4x6 --time 60s --out my.net    a first network in a minute
  redouble train --recipe recipes/default.toml --time 2h --out big.net
  redouble train --from big.net --time 1h --out bigger.net

Beside my.net it keeps the learning curve as my.net.csv and my.net.svg.")]
pub struct Train {
    /// The patterns of a new network: a set such as 4x6, or lists of cells such as '0.1.2.3 0.1.4.5'
    #[arg(long, value_name = "PATTERNS", conflicts_with_all = ["recipe", "from"])]
    network: Option<String>,
    /// A file of settings that says how to train, or how to continue
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// Start from what this network knows, or `default`, the built-in one
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Make this stage forget everything before continuing; may be given several times
    #[arg(long, value_name = "STAGE")]
    forget: Vec<usize>,
    /// Take a stage, such as 4 or 4+1, from another training with the same patterns there; may be given several times
    #[arg(long, value_name = "STAGE=FILE", value_parser = adoption)]
    adopt: Vec<(Standing, PathBuf)>,
    /// A file with boards to start games from, one a line, as if earlier games had come to them
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// Stop after this time, such as 60s or 2h, evaluating and saving included [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = budget::time, conflicts_with_all = ["games", "moves"])]
    time: Option<Duration>,
    /// Stop after this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "moves")]
    games: Option<u64>,
    /// Stop after this many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,
    /// How many threads learn at once [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many times to evaluate on the way
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Save no more often than this
    #[arg(long, value_name = "TIME", default_value = "3m", value_parser = budget::time)]
    save_every: Duration,
    /// How many games without search each evaluation plays
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    evaluation: u64,
    /// The file to keep the network in
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Train {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let length = self.length();
        let mut trainer = waiting(&format!("opening {}", self.out.display()), || self.trainer())?;
        self.check_curves(&trainer)?;
        if length.done(trainer.effort) >= 1.0 {
            let what = "has been trained for as long as that already; ask for more to go on";
            return Ok(writeln!(out, "{} {what}", self.out.display())?);
        }
        writeln!(out, "{} will take about {} on disk", self.out.display(), megabytes(final_size(&trainer)))?;
        out.flush()?;
        self.learn(&mut trainer, length, out)?;
        Ok(writeln!(out, "saved {}", self.out.display())?)
    }

    /// Rounds of learning with a look at how well it plays after each, saved now and then and at the end.
    fn learn(&self, trainer: &mut Trainer, length: Length, out: &mut dyn Write) -> Result<(), Failure> {
        let stop = stopped_by_ctrl_c()?;
        let (rounds, mut recent) = (f64::from(self.rounds), Recent::default());
        let mut pauses = Pauses::new(final_size(trainer));
        loop {
            let (done, end) = (length.done(trainer.effort), pauses.end(length));
            if done >= end || stop.load(Ordering::Relaxed) {
                break;
            }
            let until = (((done * rounds).floor() + 1.0) / rounds).min(end);
            let before = trainer.effort;
            let by_large = trainer.learner.shape().values() != Values::Points;
            let bar = LessonBar::new(length, before, by_large, recent);
            let round = trainer.round(length, until, &stop, &|effort, lesson| bar.show(effort, lesson));
            recent = bar.close();
            let (round, speed) = (round.map_err(failed)?, speed(before, trainer.effort));
            let point = pauses.evaluate(trainer, self.evaluation);
            writeln!(out, "{}{}", line(&point, speed), successes(&round))?;
            out.flush()?;
            if pauses.since_saved() >= self.save_every {
                pauses.save(trainer, |trainer| self.save(trainer))?;
            }
        }
        if let (Length::Time(time), false) = (length, stop.load(Ordering::Relaxed)) {
            trainer.effort.seconds = trainer.effort.seconds.max(time.as_secs_f64());
        }
        pauses.save(trainer, |trainer| self.save(trainer))
    }

    /// Refuses to write over a learning curve that is not the beginning of this one, or over anything else.
    fn check_curves(&self, trainer: &Trainer) -> Result<(), Failure> {
        let (csv, svg) = (beside(&self.out, "csv"), beside(&self.out, "svg"));
        OutFile::new(&svg, What::Curve, false)?;
        OutFile::new(&csv, What::Curve, false)?;
        let old = std::fs::read_to_string(&csv).unwrap_or_default();
        if curve::to_csv(&trainer.curve).starts_with(old.trim_end()) {
            return Ok(());
        }
        let why = "holds the learning curve of another training; move it away or choose another --out";
        Err(Failure::Usage(format!("{} {why}", csv.display())))
    }

    fn length(&self) -> Length {
        match (self.games, self.moves) {
            (Some(games), _) => Length::Games(games),
            (_, Some(moves)) => Length::Moves(moves),
            _ => Length::Time(self.time.unwrap_or(Duration::from_secs(60))),
        }
    }

    /// The training in the file if there is one, else a new one.
    fn trainer(&self) -> Result<Trainer, Failure> {
        let threads = self.threads.map_or_else(machine::threads, usize::from);
        let (seed, recipe) = (Seed(self.seed), self.recipe()?);
        let wrong = |path: &Path, error| Failure::usage(&path.display().to_string(), error);
        let mut trainer = if self.out.exists() {
            let mut trainer = net::open(&self.out)?;
            recipe
                .map_or(Ok(()), |recipe| trainer.follow(recipe))
                .map_err(|error| wrong(&self.out, error))?;
            trainer
        } else if let Some(from) = &self.from {
            let network = network(from)?;
            Trainer::from_network(&network, recipe, threads, seed).map_err(|error| wrong(from, error))?
        } else {
            Trainer::new(recipe.unwrap_or_default(), threads, seed)
                .map_err(|error| Failure::usage("train", error))?
        };
        trainer.hire(threads, seed);
        if let Some(path) = &self.starts {
            trainer.offer(&course::boards_in(path)?);
        }
        self.forget
            .iter()
            .try_for_each(|&stage| trainer.forget(stage))
            .map_err(|error| wrong(&self.out, error))?;
        self.adopt.iter().try_for_each(|(stage, path)| adopt(&mut trainer, *stage, path))?;
        Ok(trainer)
    }

    /// The recipe that was named, if any.
    fn recipe(&self) -> Result<Option<Recipe>, Failure> {
        if let Some(path) = &self.recipe {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::usage(&path.display().to_string(), error))?;
            return Recipe::from_text(&text)
                .map(Some)
                .map_err(|error| Failure::usage(&path.display().to_string(), error));
        }
        Ok(self.network.as_ref().map(|patterns| {
            let mut recipe = Recipe::default();
            recipe.network.patterns.clone_from(patterns);
            recipe
        }))
    }

    fn save(&self, trainer: &Trainer) -> Result<(), Failure> {
        trainer.save(&self.out).map_err(failed)?;
        let (csv, svg) = (beside(&self.out, "csv"), beside(&self.out, "svg"));
        OutFile::new(&csv, What::Curve, false)?.write(curve::to_csv(&trainer.curve).as_bytes())?;
        OutFile::new(&svg, What::Curve, false)?.write(curve::to_svg(&trainer.curve).as_bytes())
    }
}

/// The network in a file, or the built-in one.
fn network(from: &Path) -> Result<Network, Failure> {
    if from == Path::new("default") && !from.exists() {
        return Ok(resources::built_in());
    }
    resources::network(from).map_err(|error| Failure::Usage(error.to_string()))
}

/// A stage and the file to take it from.
fn adoption(text: &str) -> Result<(Standing, PathBuf), String> {
    let parts = text.split_once('=').and_then(|(stage, path)| Some((stage.parse().ok()?, path.into())));
    parts.ok_or_else(|| "expected a stage and a file, such as 4=other.net".to_owned())
}

fn adopt(trainer: &mut Trainer, stage: Standing, path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let other = net::open(path)?;
    let wrong = "has no such stage, or sees its boards otherwise than the network that goes on";
    trainer.learner.adopt(stage, other.learner).then_some(()).ok_or_else(|| Failure::usage(&name, wrong))
}

/// The bytes of the file: weights and what learning needs for each, in all stages.
fn final_size(trainer: &Trainer) -> u64 {
    let (learner, shape) = (&trainer.learner, trainer.learner.shape());
    let floats = 1 + learner.errors(0).len() / learner.weights(0).len().max(1); // for each weight
    (0..shape.symbols().stages()).map(|stage| (4 * floats * shape.weights(stage)) as u64).sum()
}

fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> Failure {
    Failure::Io(std::io::Error::other(error))
}

fn speed(before: Effort, after: Effort) -> f64 {
    (after.moves - before.moves) as f64 / (after.seconds - before.seconds).max(1e-9)
}

/// One line of the learning curve.
fn line(point: &Point, speed: f64) -> String {
    let tile = |at: usize| format!("{} {:.1} %", curve::TILES[at], 100.0 * point.shares[at]);
    format!(
        "{:>7.1} M moves  {:>6.0} s  {:.2} M/s  mean {} ± {}  {}  {}  {}",
        point.effort.moves as f64 / 1e6,
        point.effort.seconds,
        speed / 1e6,
        number(point.mean, 0),
        number(point.margin, 0),
        tile(1),
        tile(3),
        tile(4),
    )
}

/// For each number of large tiles and each kind of start, how many of the games made the next large tile.
fn successes(round: &Round) -> String {
    if round.starts.as_flattened().iter().all(|&(_, made)| made == 0) {
        return String::new();
    }
    let rate = |large: usize, origin: Origin| {
        let (games, made) = round.starts[large][origin as usize];
        let percent = 100.0 * made as f64 / games as f64;
        (games > 0).then(|| format!("  {large} {}: {percent:.1} %", origin.name()))
    };
    let counts = 0..round.starts.len();
    let rates = counts.flat_map(|large| Origin::ALL.map(|origin| rate(large, origin)).into_iter().flatten());
    format!("  next large tile{}", rates.collect::<String>())
}
