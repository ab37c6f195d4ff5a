//! The folder in which tables are kept: `L3-512.table`, and `L3-512.work` while it is being built.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use redouble::Endgame;
use redouble::tablebase::{Tablebase, Tables};

use super::{BuildProgress, Plan, TableBuildError, build};
use crate::folders;

/// A folder of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableShelf {
    folder: PathBuf,
}

/// A table on the shelf.
#[derive(Debug)]
pub struct Shelved {
    /// What its file is called, without `.table` or `.work`.
    pub name: String,
    /// How many bytes it has on disk.
    pub bytes: u64,
    /// Whether it can be used.
    pub state: ShelvedState,
}

/// Whether a table can be used.
#[derive(Debug)]
pub enum ShelvedState {
    /// It can.
    Whole(Tablebase),
    /// It is not finished.
    Unfinished,
    /// It cannot, and why.
    Unusable(String),
}

impl TableShelf {
    /// The tables in `folder`.
    pub fn new(folder: PathBuf) -> TableShelf {
        TableShelf { folder }
    }

    /// `redouble/tables` in the user's data folder, if there is one.
    pub fn of_user() -> Option<TableShelf> {
        folders::data().map(|folder| TableShelf::new(folder.join("redouble").join("tables")))
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the table of `endgame` is or would be.
    pub fn path(&self, endgame: Endgame) -> PathBuf {
        self.folder.join(format!("{endgame}.{TABLE}"))
    }

    fn work(&self, endgame: Endgame) -> PathBuf {
        self.folder.join(format!("{endgame}.{WORK}"))
    }

    /// The table of `endgame`, mapped: its directory is checked now, the rest when it is read.
    pub fn open(&self, endgame: Endgame) -> Result<Tablebase, String> {
        let table = map(&self.path(endgame))?;
        match table.endgame() == endgame {
            true => Ok(table),
            false => Err(format!("this is the table of {}, not of {endgame}", table.endgame())),
        }
    }

    /// Builds the table of a plan, or goes on with it. One that is there is replaced when the new one is whole.
    pub fn build(
        &self,
        plan: Plan,
        threads: usize,
        observe: &mut dyn FnMut(BuildProgress),
    ) -> Result<Tablebase, TableBuildError> {
        let path = self.path(plan.endgame);
        build(plan, &self.work(plan.endgame), &path, threads, observe)?;
        self.open(plan.endgame).map_err(|why| TableBuildError::Io { path, source: io::Error::other(why) })
    }

    /// All tables, by name. A folder that is not there has none.
    pub fn list(&self) -> io::Result<Vec<Shelved>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries.collect::<io::Result<Vec<_>>>()?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => vec![],
            Err(error) => return Err(error),
        };
        let mut shelved: Vec<Shelved> =
            entries.iter().filter_map(|entry| self.shelved(&entry.path())).collect();
        shelved.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(shelved)
    }

    fn shelved(&self, path: &Path) -> Option<Shelved> {
        let name = path.file_stem()?.to_str()?.to_owned();
        let state = match path.extension()?.to_str()? {
            TABLE => {
                match name.parse().map_err(|why| format!("{why}")).and_then(|endgame| self.open(endgame)) {
                    Ok(table) => ShelvedState::Whole(table),
                    Err(why) => ShelvedState::Unusable(why),
                }
            }
            WORK => ShelvedState::Unfinished,
            _ => return None,
        };
        Some(Shelved { name, bytes: size(path), state })
    }

    /// All tables that can be used, and a line for each that cannot.
    pub fn tables(&self) -> (Tables, Vec<String>) {
        let (mut tables, mut faults) = (Vec::new(), Vec::new());
        match self.list() {
            Ok(list) => list.into_iter().for_each(|Shelved { name, state, .. }| match state {
                ShelvedState::Whole(table) => tables.push(table),
                ShelvedState::Unusable(why) => {
                    faults.push(format!("the endgame table {name} is not used: {why}"))
                }
                ShelvedState::Unfinished => {}
            }),
            Err(error) => {
                faults.push(format!("no endgame table is used: {}: {error}", self.folder.display()))
            }
        }
        (Tables::new(tables), faults)
    }

    /// Removes what there is of a table, finished or not; whether there was any.
    pub fn remove(&self, endgame: Endgame) -> io::Result<bool> {
        let table = existing(fs::remove_file(self.path(endgame)))?;
        let work = existing(fs::remove_dir_all(self.work(endgame)))?;
        Ok(table || work)
    }
}

const TABLE: &str = "table";
const WORK: &str = "work";

fn map(path: &Path) -> Result<Tablebase, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    // SAFETY: tables are replaced by renaming and never written to in place; a page that somebody else changes
    // all the same fails its checksum, or is read as one of the two; where they cut it off the system ends the
    // process (SIGBUS), as the docs and the help of `tables` say.
    let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(|error| error.to_string())?;
    Tablebase::open(bytes).map_err(|error| error.to_string())
}

/// Whether something was there to be removed.
fn existing(removed: io::Result<()>) -> io::Result<bool> {
    match removed {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The size of a file, or of all files of a folder.
fn size(path: &Path) -> u64 {
    let files = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let length = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
    if path.is_dir() { files.map(|file| length(&file)).sum() } else { length(path) }
}
