//! Games as comma-separated values, for other programs and for other notebooks.

use std::io::{self, Read, Write};

use redouble::Seed;

use super::entry::{counts_text, parse_counts};
use super::{Circumstances, Entry, Notebook, NotebookError};
use crate::measuring::clock::Durations;
use crate::measuring::outcome::{Identity, Outcome, Terms, parse_start, start_text};

/// The columns, in order. The best tile and the milliseconds are for the reader; the rest tells everything.
const COLUMNS: [&str; 21] = [
    "agent",
    "budget",
    "data",
    "engine",
    "seed",
    "game",
    "start",
    "until",
    "score",
    "best_tile",
    "board",
    "moves",
    "nodes",
    "counts",
    "ms",
    "times",
    "version",
    "machine",
    "finished",
    "checksum",
    "record",
];

/// A sheet could not be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SheetError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(io::Error),
    /// It is not the comma-separated text it should be.
    #[error(transparent)]
    Text(csv::Error),
    /// Its first line is another.
    #[error("line 1: the columns are not those of an exported notebook; expected {}", COLUMNS.join(","))]
    Columns,
    /// A cell makes no sense.
    #[error("line {line}: '{text}' cannot be the {column} of a game")]
    Cell {
        /// The line, from 1.
        line: u64,
        /// The column.
        column: &'static str,
        /// What stands there.
        text: String,
    },
    /// A line is not what was exported.
    #[error("line {line}: the checksum does not fit the game; the line was changed since it was exported")]
    Changed {
        /// The line, from 1.
        line: u64,
    },
    /// The notebook refused.
    #[error(transparent)]
    Notebook(#[from] NotebookError),
}

impl From<csv::Error> for SheetError {
    fn from(error: csv::Error) -> SheetError {
        if !error.is_io_error() {
            return SheetError::Text(error);
        }
        match error.into_kind() {
            csv::ErrorKind::Io(error) => SheetError::Io(error),
            other => SheetError::Io(io::Error::other(format!("{other:?}"))),
        }
    }
}

/// Writes every game of a notebook, one line each; returns how many.
pub fn export(notebook: &Notebook, to: impl Write) -> Result<u64, SheetError> {
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(COLUMNS)?;
    let mut count = 0;
    notebook.each(|entry| {
        count += 1;
        writer.write_record(cells(&entry)).map_err(SheetError::from)
    })?;
    writer.flush().map_err(SheetError::Io)?;
    Ok(count)
}

/// Takes every game of a sheet into a notebook, all or none; returns how many were new.
pub fn import(notebook: &mut Notebook, from: impl Read) -> Result<usize, SheetError> {
    let mut reader = csv::Reader::from_reader(from);
    let is_old = is_old(reader.headers()?)?;
    let entry = |line: Result<csv::StringRecord, csv::Error>| match is_old {
        true => read_line(&with_no_budget(&line?)).map(Entry::modern),
        false => read_line(&line?),
    };
    let entries: Result<Vec<Entry>, SheetError> = reader.records().map(entry).collect();
    Ok(notebook.add(&entries?)?)
}

/// Whether these are the columns from before budgets had one.
fn is_old(headers: &csv::StringRecord) -> Result<bool, SheetError> {
    let without_budget = COLUMNS.into_iter().filter(|&column| column != "budget");
    match headers.iter().eq(COLUMNS) {
        true => Ok(false),
        false if headers.iter().eq(without_budget) => Ok(true),
        false => Err(SheetError::Columns),
    }
}

/// A line of the old columns as one of the new.
fn with_no_budget(line: &csv::StringRecord) -> csv::StringRecord {
    let (agent, rest) = (line.iter().take(1), line.iter().skip(1));
    let mut new: csv::StringRecord = agent.chain([""]).chain(rest).collect();
    new.set_position(line.position().cloned());
    new
}

fn cells(entry: &Entry) -> [String; 21] {
    let Entry { identity, terms, outcome, circumstances } = entry;
    let times = &outcome.times;
    [
        identity.spec.clone(),
        identity.budget.clone(),
        identity.data.clone(),
        identity.engine.clone(),
        terms.seed.0.to_string(),
        terms.number.to_string(),
        start_text(terms.start),
        terms.until.to_string(),
        outcome.score.to_string(),
        outcome.board.max_tile().face().to_string(),
        outcome.board.to_string(),
        outcome.moves.to_string(),
        outcome.nodes.to_string(),
        counts_text(outcome),
        format!("{:.3}", times.total().as_secs_f64() * 1000.0),
        times.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect(),
        circumstances.version.clone(),
        circumstances.machine.clone(),
        circumstances.finished.to_string(),
        format!("{:016x}", entry.checksum()),
        outcome.record.clone().unwrap_or_default(),
    ]
}

fn read_line(line: &csv::StringRecord) -> Result<Entry, SheetError> {
    let number = line.position().map_or(0, csv::Position::line);
    let text = |column: usize| line.get(column).unwrap_or_default();
    let no = |column: usize| SheetError::Cell {
        line: number,
        column: COLUMNS[column],
        text: text(column).to_owned(),
    };
    let natural = |column: usize| text(column).parse::<u64>().map_err(|_| no(column));
    let small = |column: usize| text(column).parse::<u32>().map_err(|_| no(column));
    let (counts, busiest) = parse_counts(text(13)).ok_or_else(|| no(13))?;
    let entry = Entry {
        identity: Identity {
            spec: text(0).into(),
            budget: text(1).into(),
            data: text(2).into(),
            engine: text(3).into(),
        },
        terms: Terms {
            seed: Seed(natural(4)?),
            number: natural(5)?,
            start: parse_start(text(6)).ok_or_else(|| no(6))?,
            until: text(7).parse().map_err(|_| no(7))?,
        },
        outcome: Outcome {
            score: small(8)?,
            board: text(10).parse().map_err(|_| no(10))?,
            moves: small(11)?,
            nodes: natural(12)?,
            counts,
            busiest,
            times: bytes(text(15)).and_then(|bytes| Durations::from_bytes(&bytes)).ok_or_else(|| no(15))?,
            record: Some(text(20).to_owned()).filter(|record| !record.is_empty()),
        },
        circumstances: Circumstances {
            version: text(16).into(),
            machine: text(17).into(),
            finished: natural(18)?,
        },
    };
    let checksum = u64::from_str_radix(text(19), 16).map_err(|_| no(19))?;
    if entry.checksum() == checksum { Ok(entry) } else { Err(SheetError::Changed { line: number }) }
}

/// The bytes of pairs of hex digits.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.as_bytes().chunks(2).map(pair).collect()
}
