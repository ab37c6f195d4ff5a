//! What commands that play many games ask for: which games, where they are kept, how many at once.

use std::path::{Path, PathBuf};

use clap::Args;
use redouble::{Board, ParseBoardError, Seed, Start};
use redouble_lab::{Notebook, Trial, Until, folders, machine};

use crate::VERSION;
use crate::failure::Failure;

#[derive(Args)]
pub struct Course {
    /// How many games each agent plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    #[command(flatten)]
    pub seat: Seating,
    /// When a game ends: over, a tile such as 2048, moves=N, or next-large (one more tile from 2048 up)
    #[arg(long, value_name = "END", default_value = "over")]
    pub until: Until,
    /// A board to start from, or a file with one board in any form or with one board a line to use in turn
    #[arg(long, value_name = "BOARD|FILE")]
    pub start: Option<String>,
    /// Keep every move in the notebook
    #[arg(long, conflicts_with = "no_notebook")]
    pub records: bool,
}

/// Whose luck it is, how many games at once, and where they are kept.
#[derive(Args)]
pub struct Seating {
    /// The seed of the games: the same for every agent
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The number of the first game, to share work between machines
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=u64::MAX / 2))]
    pub first: u64,
    /// How many games to play at once [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The notebook to keep the games in [default: redouble/notebook.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    pub notebook: Option<PathBuf>,
    /// Keep nothing and reuse nothing
    #[arg(long, conflicts_with = "notebook")]
    pub no_notebook: bool,
}

impl Course {
    /// The games to play.
    pub fn trial(&self) -> Result<Trial, Failure> {
        Ok(Trial {
            seed: Seed(self.seat.seed),
            first: self.seat.first,
            games: self.games,
            starts: self.start.as_deref().map(starts).transpose()?.unwrap_or_default(),
            until: self.until,
            records: self.records,
        })
    }

    /// How many to play at once.
    pub fn jobs(&self) -> usize {
        self.seat.jobs()
    }

    /// Where they are kept.
    pub fn notebook(&self) -> Result<Notebook, Failure> {
        self.seat.notebook()
    }
}

impl Seating {
    /// How many to play at once.
    pub fn jobs(&self) -> usize {
        self.jobs.map_or_else(machine::threads, usize::from)
    }

    /// Where they are kept.
    pub fn notebook(&self) -> Result<Notebook, Failure> {
        match (&self.notebook, self.no_notebook) {
            (_, true) => Ok(Notebook::in_memory()?.signed(VERSION)),
            (Some(path), _) => Ok(Notebook::open(path)?.signed(VERSION)),
            (None, _) => Ok(Notebook::open(&default_notebook()?)?.signed(VERSION)),
        }
    }
}

/// The boards that `text` writes or that stand in the file it names.
fn starts(text: &str) -> Result<Vec<Start>, Failure> {
    let path = Path::new(text);
    match text.parse() {
        Ok(board) => Ok(vec![Start::Board(board)]),
        Err(_) if path.exists() => Ok(boards_in(path)?.into_iter().map(Start::Board).collect()),
        Err(why) => Err(Failure::usage("--start", format!("'{text}' is neither a file nor a board: {why}"))),
    }
}

/// One board a line, or one board in whatever form.
pub fn boards_in(path: &Path) -> Result<Vec<Board>, Failure> {
    let fail = |why: String| Failure::usage(&path.display().to_string(), why);
    let text = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (boards, faults): (Vec<_>, Vec<_>) =
        lines.map(|(number, line)| line.parse().map_err(|why| (number + 1, why))).partition(Result::is_ok);
    let mut boards: Vec<Board> = boards.into_iter().flatten().collect();
    match faults.into_iter().find_map(Result::err) {
        Some((number, why)) if !boards.is_empty() => return Err(fail(format!("line {number}: {why}"))),
        _ if boards.is_empty() => {
            boards.push(text.parse().map_err(|why: ParseBoardError| fail(why.to_string()))?)
        }
        _ => {}
    }
    Ok(boards)
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
