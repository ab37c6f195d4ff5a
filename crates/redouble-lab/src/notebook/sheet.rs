//! Games as comma-separated values, for other programs and for other notebooks.

use std::io::{self, Read, Write};

use redouble::Seed;

use super::entry::{counts_text, parse_counts};
use super::{Circumstances, Entry, Notebook, NotebookError};
use crate::clock::Durations;
use crate::outcome::{Identity, Outcome, Terms, parse_start, start_text};

/// The columns, in order. The best tile and the milliseconds are for the reader; the rest tells everything.
const COLUMNS: [&str; 20] = [
    "agent",
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
    #[error("line {line}: '{text}' is no {column} of a game")]
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
    if !reader.headers()?.iter().eq(COLUMNS) {
        return Err(SheetError::Columns);
    }
    let entries: Result<Vec<Entry>, SheetError> = reader.records().map(|line| read_line(&line?)).collect();
    Ok(notebook.add(&entries?)?)
}

fn cells(entry: &Entry) -> [String; 20] {
    let Entry { identity, terms, outcome, circumstances } = entry;
    let times = &outcome.times;
    [
        identity.spec.clone(),
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
    let (counts, busiest) = parse_counts(text(12)).ok_or_else(|| no(12))?;
    let entry = Entry {
        identity: Identity { spec: text(0).into(), data: text(1).into(), engine: text(2).into() },
        terms: Terms {
            seed: Seed(natural(3)?),
            number: natural(4)?,
            start: parse_start(text(5)).ok_or_else(|| no(5))?,
            until: text(6).parse().map_err(|_| no(6))?,
        },
        outcome: Outcome {
            score: small(7)?,
            board: text(9).parse().map_err(|_| no(9))?,
            moves: small(10)?,
            nodes: natural(11)?,
            counts,
            busiest,
            times: bytes(text(14)).and_then(|bytes| Durations::from_bytes(&bytes)).ok_or_else(|| no(14))?,
            record: Some(text(19).to_owned()).filter(|record| !record.is_empty()),
        },
        circumstances: Circumstances {
            version: text(15).into(),
            machine: text(16).into(),
            finished: natural(17)?,
        },
    };
    let checksum = u64::from_str_radix(text(18), 16).map_err(|_| no(18))?;
    if entry.checksum() == checksum { Ok(entry) } else { Err(SheetError::Changed { line: number }) }
}

/// The bytes of pairs of hex digits.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.as_bytes().chunks(2).map(pair).collect()
}
