//! What a notebook holds, at a glance.

use redouble::{Seed, Start};

use super::{Fault, Notebook, NotebookError};
use crate::measuring::outcome::{Identity, Until, parse_start};

/// The games of one agent under one seed that start and end alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Shelf {
    /// Who played.
    pub identity: Identity,
    /// The seed.
    pub seed: Seed,
    /// What they start with.
    pub start: Start,
    /// When they end.
    pub until: Until,
    /// How many games there are.
    pub games: u64,
    /// How many of them have a record.
    pub records: u64,
    /// Their mean score.
    pub mean_score: f64,
    /// When the last one ended, in seconds since 1970.
    pub last: u64,
}

const SHELVES: &str = "
    SELECT spec, data, engine, seed, start, until, count(*), count(record), avg(score), max(finished), budget
    FROM entry GROUP BY spec, budget, data, engine, seed, start, until";

impl Notebook {
    /// What it holds, ordered by agent, seed, start and end.
    pub fn shelves(&self) -> Result<Vec<Shelf>, NotebookError> {
        self.read_shelves().map_err(|fault| NotebookError::new(self.path(), fault))
    }

    fn read_shelves(&self) -> Result<Vec<Shelf>, Fault> {
        let mut statement = self.connection.prepare_cached(SHELVES)?;
        let mut rows = statement.query([])?;
        let mut shelves = Vec::new();
        while let Some(row) = rows.next()? {
            let damaged = |text: String| Fault::Damaged(format!("'{text}' is not a start or end of a game"));
            let (start, until): (String, String) = (row.get(4)?, row.get(5)?);
            shelves.push(Shelf {
                identity: Identity {
                    spec: row.get(0)?,
                    budget: row.get(10)?,
                    data: row.get(1)?,
                    engine: row.get(2)?,
                },
                seed: Seed(row.get::<_, i64>(3)? as u64),
                start: parse_start(&start).ok_or_else(|| damaged(start))?,
                until: until.parse().map_err(|_| damaged(until))?,
                games: row.get::<_, i64>(6)? as u64,
                records: row.get::<_, i64>(7)? as u64,
                mean_score: row.get(8)?,
                last: row.get::<_, i64>(9)? as u64,
            });
        }
        Ok(shelves)
    }
}
