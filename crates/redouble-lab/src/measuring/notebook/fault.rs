//! What can go wrong with a notebook.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// A notebook could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
#[error("notebook {}: {fault}", path.display())]
pub struct NotebookError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    #[source]
    pub fault: Fault,
}

impl NotebookError {
    pub(super) fn new(path: &Path, fault: Fault) -> NotebookError {
        NotebookError { path: path.to_owned(), fault }
    }
}

/// What is wrong with a notebook.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no such file.
    #[error("no games yet: the file does not exist")]
    Missing,
    /// It is no SQLite file.
    #[error("this is not a notebook: it is not an SQLite file; it was left as it is")]
    NotSqlite,
    /// It is another program's SQLite file.
    #[error(
        "this is not a notebook but an SQLite file of another program (application id {0:#010x}); it was left as it is"
    )]
    Foreign(i32),
    /// It was made by another version of this program.
    #[error(
        "this notebook has version {found}, but this program reads version {known}; it was left as it is"
    )]
    OtherVersion {
        /// The version of the file.
        found: i32,
        /// The version this program reads.
        known: i32,
    },
    /// What it holds is not what was written.
    #[error(
        "the file is damaged ({0}); restore a copy, or save what can be read with 'sqlite3 FILE .recover'"
    )]
    Damaged(String),
    /// The disk has no more room.
    #[error("the disk is full; every game reported as finished before is safe")]
    Full,
    /// The file or its folder may not be written.
    #[error("the file or its folder may not be written")]
    ReadOnly,
    /// Another process kept it locked for too long.
    #[error("another process keeps it locked")]
    Busy,
    /// It cannot be opened.
    #[error("the file cannot be opened: {0}")]
    CannotOpen(String),
    /// The system refused to read or write.
    #[error("reading or writing failed ({0}); every game reported as finished before is safe")]
    Io(String),
    /// Anything else SQLite says.
    #[error(transparent)]
    Other(rusqlite::Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        let text = || error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Fault::NotSqlite,
            Some(ErrorCode::DatabaseCorrupt) => Fault::Damaged(text()),
            Some(ErrorCode::DiskFull) => Fault::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Fault::ReadOnly,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Fault::Busy,
            Some(ErrorCode::CannotOpen) => Fault::CannotOpen(text()),
            Some(ErrorCode::SystemIoFailure) => Fault::Io(text()),
            Some(_) => Fault::Other(error),
            None => match error {
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::Utf8Error(..) => Fault::Damaged(text()),
                other => Fault::Other(other),
            },
        }
    }
}
