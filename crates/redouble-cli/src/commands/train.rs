//! `redouble train`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use redouble::Seed;
use redouble_lab::train::{
    Budget, Effort, Point, Recent, Recipe, Round, TrainError, Trainer, curve, replace_file,
};
use redouble_lab::{machine, resources};

use crate::failure::Failure;
use crate::interrupt::stopped_by_ctrl_c;
use crate::lessons::LessonBar;
use crate::player;
use crate::table::number;

/// Teach a network by letting it play
///
/// The network and all that is needed to go on are kept in one file. The same
/// command again continues where it stopped; Ctrl-C stops it cleanly.
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
    /// How to train, or to go on training: a file of settings
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// Start from what this network knows, with fresh learning rates
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Make this stage forget everything before going on; may be given several times
    #[arg(long, value_name = "STAGE")]
    forget: Vec<usize>,
    /// Take a stage from another training of the same shape before going on; may be given several times
    #[arg(long, value_name = "STAGE=FILE", value_parser = adoption)]
    adopt: Vec<(usize, PathBuf)>,
    /// End after this time, such as 60s or 2h [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = player::time, conflicts_with_all = ["games", "moves"])]
    time: Option<Duration>,
    /// End after so many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "moves")]
    games: Option<u64>,
    /// End after so many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,
    /// How many threads learn at once [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The seed of its luck
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many times to evaluate and save on the way
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// How many greedy games an evaluation plays
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    evaluation: u64,
    /// The file to keep the network in
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Train {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let budget = self.budget();
        let mut trainer = self.trainer()?;
        let stop = stopped_by_ctrl_c()?;
        let rounds = f64::from(self.rounds);
        let mut recent = Recent::default();
        while budget.spent(trainer.effort) < 1.0 && !stop.load(Ordering::Relaxed) {
            let until = ((budget.spent(trainer.effort) * rounds).floor() + 1.0) / rounds;
            let before = trainer.effort;
            let bar = LessonBar::new(budget, before, trainer.recipe.games.until_large, recent);
            let round = trainer.round(budget, until, &stop, &|effort, lesson| bar.show(effort, lesson));
            recent = bar.close();
            let round = round.map_err(failed)?;
            let speed = speed(before, trainer.effort);
            let point = trainer.evaluate(self.evaluation).clone();
            self.save(&trainer)?;
            writeln!(out, "{}{}", line(&point, speed), successes(&round))?;
            out.flush()?;
        }
        Ok(writeln!(out, "saved {}", self.out.display())?)
    }

    fn budget(&self) -> Budget {
        match (self.games, self.moves) {
            (Some(games), _) => Budget::Games(games),
            (_, Some(moves)) => Budget::Moves(moves),
            _ => Budget::Time(self.time.unwrap_or(Duration::from_secs(60))),
        }
    }

    /// The training in the file if there is one, else a new one.
    fn trainer(&self) -> Result<Trainer, Failure> {
        let threads = self.threads.map_or_else(machine::threads, usize::from);
        let (seed, recipe) = (Seed(self.seed), self.recipe()?);
        let wrong = |path: &Path, error| Failure::usage(&path.display().to_string(), error);
        let mut trainer = if self.out.exists() {
            continued(&self.out, recipe).map_err(|error| wrong(&self.out, error))?
        } else if let Some(from) = &self.from {
            let network = resources::network(from).map_err(|error| Failure::usage("--from", error))?;
            Trainer::from_network(&network, recipe, threads, seed).map_err(|error| wrong(from, error))?
        } else {
            Trainer::new(recipe.unwrap_or_default(), threads, seed)
                .map_err(|error| Failure::usage("train", error))?
        };
        trainer.hire(threads, seed);
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
        replace_file(&beside(&self.out, "csv"), curve::to_csv(&trainer.curve).as_bytes())?;
        Ok(replace_file(&beside(&self.out, "svg"), curve::to_svg(&trainer.curve).as_bytes())?)
    }
}

/// The training in a file, by another recipe if there is one.
fn continued(path: &Path, recipe: Option<Recipe>) -> Result<Trainer, TrainError> {
    let mut trainer = Trainer::open(path)?;
    recipe.map_or(Ok(()), |recipe| trainer.follow(recipe))?;
    Ok(trainer)
}

/// A stage and the file to take it from.
fn adoption(text: &str) -> Result<(usize, PathBuf), String> {
    let parts = text.split_once('=').and_then(|(stage, path)| Some((stage.parse().ok()?, path.into())));
    parts.ok_or_else(|| "expected a stage and a file, such as 4=other.net".to_owned())
}

fn adopt(trainer: &mut Trainer, stage: usize, path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let other = Trainer::open(path).map_err(|error| Failure::usage(&name, error))?;
    let wrong = "is not shaped like the network that goes on, or has no such stage";
    trainer.learner.adopt(stage, other.learner).then_some(()).ok_or_else(|| Failure::usage(&name, wrong))
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

/// For each stage that games started in, how many of them made the next large tile.
fn successes(round: &Round) -> String {
    let rate = |(stage, &(games, made)): (usize, &(u64, u64))| {
        (games > 0).then(|| format!(" {stage}: {:.1} %", 100.0 * made as f64 / games as f64))
    };
    let rates: Vec<String> = round.stages.iter().enumerate().filter_map(rate).collect();
    if round.stages.iter().all(|&(_, made)| made == 0) {
        String::new()
    } else {
        format!("  next large tile{}", rates.concat())
    }
}
