//! The notebook: a SQLite file that keeps every game ever finished.
//!
//! A game is written the moment it ends, so whoever is killed loses only the games under way. The same game
//! is never kept twice, whoever writes it. The tables are described in `docs/formats.md`.

mod entry;
mod fault;
mod migrate;
mod open;
mod sheet;
mod shelf;

use std::ops::Range;
use std::path::{Path, PathBuf};

use redouble::Seed;
use rusqlite::{Connection, Params, params};

use crate::measuring::outcome::{Identity, Outcome, Terms, Until, start_text};

pub use entry::{Circumstances, Entry};
pub use fault::{Fault, NotebookError};
pub use sheet::{SheetError, export, import};
pub use shelf::Shelf;

/// Where games are kept.
#[derive(Debug)]
pub struct Notebook {
    connection: Connection,
    path: PathBuf,
    version: String,
}

impl Notebook {
    /// The file it is kept in.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The same, whose games are played by this version of the program.
    #[must_use]
    pub fn signed(self, version: &str) -> Notebook {
        Notebook { version: version.to_owned(), ..self }
    }

    /// The version of the program that plays the games it is given.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Keeps some games, all or none; returns how many were new.
    ///
    /// A game already there stays as it is, unless it has no record and this one does.
    pub fn add(&mut self, entries: &[Entry]) -> Result<usize, NotebookError> {
        let Notebook { connection, path, .. } = self;
        let mut write = || {
            let transaction = connection.transaction()?;
            let new = entries.iter().map(|entry| entry.insert(&transaction)).sum::<Result<_, Fault>>()?;
            transaction.commit()?;
            Ok(new)
        };
        write().map_err(|fault| NotebookError::new(path, fault))
    }

    /// One game, if it is there.
    pub fn game(&self, identity: &Identity, terms: Terms) -> Result<Option<Outcome>, NotebookError> {
        let key = "WHERE spec = ? AND budget = ? AND data = ? AND engine = ?
                   AND seed = ? AND number = ? AND start = ? AND until = ?";
        let (seed, number) = (terms.seed.0 as i64, terms.number as i64);
        let (start, until) = (start_text(terms.start), terms.until.to_string());
        let Identity { spec, budget, data, engine } = identity;
        let mut found = None;
        self.read(key, params![spec, budget, data, engine, seed, number, start, until], |entry| {
            found = Some(entry.outcome);
            Ok::<_, NotebookError>(())
        })?;
        Ok(found)
    }

    /// Visits the games of `identity` with these numbers under `seed` that end as `until` says, by number.
    pub fn each_of(
        &self,
        identity: &Identity,
        seed: Seed,
        until: Until,
        numbers: Range<u64>,
        mut visit: impl FnMut(Entry),
    ) -> Result<(), NotebookError> {
        let which = "WHERE spec = ? AND budget = ? AND data = ? AND engine = ? AND seed = ? AND until = ?
                     AND number >= ? AND number < ? ORDER BY number";
        let Identity { spec, budget, data, engine } = identity;
        let (seed, until) = (seed.0 as i64, until.to_string());
        let (from, to) = (signed(numbers.start), signed(numbers.end));
        self.read(which, params![spec, budget, data, engine, seed, until, from, to], |entry| {
            visit(entry);
            Ok(())
        })
    }

    /// Visits every game in a fixed order: by agent, seed, start, end and number.
    pub fn each<E: From<NotebookError>>(&self, visit: impl FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
        self.read("ORDER BY spec, budget, data, engine, seed, start, until, number", params![], visit)
    }

    /// Takes over all games of another notebook; returns how many were new.
    pub fn merge(&mut self, other: &Notebook) -> Result<usize, NotebookError> {
        let (mut new, mut some) = (0, Vec::new());
        other.each(|entry| {
            some.push(entry);
            if some.len() == 1000 {
                new += self.add(&std::mem::take(&mut some))?;
            }
            Ok::<_, NotebookError>(())
        })?;
        Ok(new + self.add(&some)?)
    }

    /// Visits the entries that `which`, the end of a query, selects.
    fn read<E: From<NotebookError>>(
        &self,
        which: &str,
        params: impl Params,
        mut visit: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        let fail = |fault: Fault| NotebookError::new(&self.path, fault);
        let mut statement =
            self.connection.prepare_cached(&Entry::query(which)).map_err(|error| fail(error.into()))?;
        let mut rows = statement.query(params).map_err(|error| fail(error.into()))?;
        while let Some(row) = rows.next().map_err(|error| fail(error.into()))? {
            visit(Entry::read(row).map_err(fail)?)?;
        }
        Ok(())
    }
}

/// A number of a game: beyond 2⁶³ there are none.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
