//! What commands that play many games ask for: which games, where they are kept, how many at once.

use std::path::{Path, PathBuf};

use clap::Args;
use redouble::{Board, Seed, Start};
use redouble_lab::{Notebook, Trial, Until, folders, machine};

use crate::failure::Failure;

#[derive(Args)]
pub struct Course {
    /// How many games each agent plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed of their luck: the same for every agent
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The number of the first game, to share work between machines
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=u64::MAX / 2))]
    pub first: u64,
    /// How many games to play at once [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// When a game ends: over, a tile such as 2048, or moves=N
    #[arg(long, value_name = "END", default_value = "over")]
    pub until: Until,
    /// A board to start from, or a file with one board a line to start from in turn
    #[arg(long, value_name = "BOARD|FILE")]
    pub start: Option<String>,
    /// The notebook to keep the games in [default: redouble/notebook.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    pub notebook: Option<PathBuf>,
    /// Keep nothing and reuse nothing
    #[arg(long, conflicts_with_all = ["notebook", "records"])]
    pub no_notebook: bool,
    /// Keep every move in the notebook
    #[arg(long)]
    pub records: bool,
}

impl Course {
    /// The games to play.
    pub fn trial(&self) -> Result<Trial, Failure> {
        Ok(Trial {
            seed: Seed(self.seed),
            first: self.first,
            games: self.games,
            starts: self.start.as_deref().map(starts).transpose()?.unwrap_or_default(),
            until: self.until,
            records: self.records,
        })
    }

    /// How many to play at once.
    pub fn jobs(&self) -> usize {
        self.jobs.map_or_else(machine::threads, usize::from)
    }

    /// Where they are kept.
    pub fn notebook(&self) -> Result<Notebook, Failure> {
        match (&self.notebook, self.no_notebook) {
            (_, true) => Ok(Notebook::in_memory()?),
            (Some(path), _) => Ok(Notebook::open(path)?),
            (None, _) => Ok(Notebook::open(&default_notebook()?)?),
        }
    }
}

/// The boards that `text` writes or that stand in the file it names.
fn starts(text: &str) -> Result<Vec<Start>, Failure> {
    let path = Path::new(text);
    match text.trim().parse::<Board>() {
        Ok(board) => Ok(vec![Start::Board(board)]),
        Err(_) if path.exists() => starts_in(path),
        Err(why) => Err(Failure::usage("--start", format!("'{text}' is neither a file nor a board: {why}"))),
    }
}

fn starts_in(path: &Path) -> Result<Vec<Start>, Failure> {
    let fail = |why: String| Failure::usage(&path.display().to_string(), why);
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let boards = lines.map(|(number, line)| match line.trim().parse() {
        Ok(board) => Ok(Start::Board(board)),
        Err(why) => Err(fail(format!("line {}: {why}", number + 1))),
    });
    let boards = boards.collect::<Result<Vec<_>, _>>()?;
    if boards.is_empty() {
        Err(fail("no board in this file, expected one a line".into()))
    } else {
        Ok(boards)
    }
}

/// `redouble/notebook.sqlite` in the user's data folder.
pub fn default_notebook() -> Result<PathBuf, Failure> {
    data_file("notebook.sqlite")
}

/// A file in our part of the user's data folder.
pub fn data_file(name: &str) -> Result<PathBuf, Failure> {
    let folder = folders::data().ok_or_else(|| {
        Failure::Usage("there is no data folder: set HOME, or name a notebook with --notebook FILE".into())
    })?;
    Ok(folder.join("redouble").join(name))
}
