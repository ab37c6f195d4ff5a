//! Endgame tables: solving them, and the folder they are kept in.

mod keyset;
mod subgame;
mod passes;
mod work;
mod build;
mod shelf;

use std::io;
use std::path::PathBuf;

pub use build::{BuildProgress, Plan, build};
pub use shelf::{Shelved, ShelvedState, TableShelf};

/// The tables that are built if none is named, the most useful first: games stand their large tiles as 442. The
/// largest of the others comes before the rest, so that its work finds room within 2 GB.
pub const DEFAULT_SET: [&str; 6] = ["442-512", "442-256", "442-1024", "L3-1024", "L3-512", "L3-256"];

/// Why a table could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableBuildError {
    /// A file cannot be read or written.
    #[error("{path}: {source}{}", advice(source))]
    Io {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of the work so far is not as it was written.
    #[error("{path}: the work so far is damaged; remove it with `redouble tables remove` and build again")]
    Damaged {
        /// Its path.
        path: PathBuf,
    },
    /// The folder holds the work of another plan.
    #[error(
        "{path}: this is the work on another plan; go on with that, or remove it with `redouble tables remove`"
    )]
    OtherPlan {
        /// The folder.
        path: PathBuf,
    },
    /// Another process is at it.
    #[error("{path}: another process is building this table")]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The disk is too small.
    #[error("{path}: about {:.1} MB are needed and {:.1} MB are free", *needed as f64 / 1e6, *free as f64 / 1e6)]
    NoSpace {
        /// The folder.
        path: PathBuf,
        /// How many bytes are needed.
        needed: u64,
        /// How many there are.
        free: u64,
    },
}

/// What to do about it, if that is known.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull => "; what is done is kept: make room and build again to go on from there",
        _ => "",
    }
}
