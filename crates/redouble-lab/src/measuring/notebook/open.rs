//! Opening a notebook: making a new one, recognising our own, leaving others alone.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::migrate::migrate;
use super::{Fault, Notebook, NotebookError};

/// `RDBL`, as SQLite's header keeps it.
const APPLICATION: i32 = 0x5244_424c;
/// The version of the tables below.
pub(super) const VERSION: i32 = 2;
/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) const TABLES: &str = include_str!("tables.sql");

impl Notebook {
    /// Opens the notebook in `path`, making it and its folder if there is none.
    pub fn open(path: &Path) -> Result<Notebook, NotebookError> {
        let fail = |fault| NotebookError::new(path, fault);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| fail(Fault::CannotOpen(error.to_string())))?;
        }
        connect(path, OpenFlags::SQLITE_OPEN_CREATE).map_err(fail)
    }

    /// Opens the notebook in `path`, which must exist.
    pub fn open_existing(path: &Path) -> Result<Notebook, NotebookError> {
        let fail = |fault| NotebookError::new(path, fault);
        if !path.exists() {
            return Err(fail(Fault::Missing));
        }
        connect(path, OpenFlags::empty()).map_err(fail)
    }

    /// A notebook that is forgotten with the process.
    pub fn in_memory() -> Result<Notebook, NotebookError> {
        connect(Path::new(":memory:"), OpenFlags::SQLITE_OPEN_MEMORY | OpenFlags::SQLITE_OPEN_CREATE)
            .map_err(|fault| NotebookError::new(Path::new(":memory:"), fault))
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Notebook, Fault> {
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    if is_blank(&connection)? {
        create(&mut connection)?;
    }
    if is_ours(&connection, 1)? {
        migrate(&mut connection)?;
    }
    recognise(&connection)?;
    // A commit survives the death of the process; only a power cut may take the last ones.
    connection.pragma_update(None, "synchronous", "normal")?;
    Ok(Notebook { connection, path: path.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() })
}

fn is_blank(connection: &Connection) -> Result<bool, Fault> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables == 0 && number(connection, "application_id")? == 0)
}

/// Makes the tables, unless another process was quicker.
fn create(connection: &mut Connection) -> Result<(), Fault> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if is_blank(&transaction)? {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    Ok(transaction.commit()?)
}

/// Only looks: a file that is not ours is left as it is.
fn recognise(connection: &Connection) -> Result<(), Fault> {
    match (number(connection, "application_id")?, number(connection, "user_version")?) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, found) => Err(Fault::OtherVersion { found, known: VERSION }),
        (foreign, _) => Err(Fault::Foreign(foreign)),
    }
}

/// Whether it is a notebook of this version.
pub(super) fn is_ours(connection: &Connection, version: i32) -> Result<bool, Fault> {
    Ok((number(connection, "application_id")?, number(connection, "user_version")?) == (APPLICATION, version))
}

fn number(connection: &Connection, pragma: &str) -> Result<i32, Fault> {
    Ok(connection.pragma_query_value(None, pragma, |row| row.get(0))?)
}
