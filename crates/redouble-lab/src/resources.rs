//! What agents may use on this machine: its memory, the network in the box, networks in files, and endgame tables.

use std::io;

use redouble::AgentSpec;
use redouble::network::{Network, NetworkFormatError};
use redouble::spec::Resources;

use crate::machine;
use crate::tables::TableShelf;

/// What every agent may use.
pub fn usual() -> Resources {
    let resources = Resources::default().with_network(None, redouble_nets::default_network());
    match machine::memory() {
        Some(bytes) => resources.with_memory(bytes),
        None => resources,
    }
}

/// What the agent of `spec` may use: the file of its network is read, if it names one, and the user's tables are
/// found, if it uses them. `fault` hears of each table that cannot be used.
pub fn of(spec: &AgentSpec, fault: impl FnMut(&str)) -> Result<Resources, ResourceError> {
    let resources = match spec.network().flatten() {
        None => usual(),
        Some(path) => usual().with_network(Some(path), read(path)?),
    };
    if !spec.uses_tables() {
        return Ok(resources);
    }
    let (tables, faults) = TableShelf::of_user().map(|shelf| shelf.tables()).unwrap_or_default();
    faults.iter().map(String::as_str).for_each(fault);
    Ok(resources.with_tables(tables))
}

fn read(path: &str) -> Result<Network, ResourceError> {
    let bytes =
        std::fs::read(path).map_err(|source| ResourceError::Unreadable { path: path.to_owned(), source })?;
    Network::read(&bytes).map_err(|source| ResourceError::NoNetwork { path: path.to_owned(), source })
}

/// Why something an agent needs is not there.
#[derive(Debug, thiserror::Error)]
pub enum ResourceError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// Its path.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The file holds no network that can be used.
    #[error("{path}: {source}")]
    NoNetwork {
        /// Its path.
        path: String,
        /// Why.
        source: NetworkFormatError,
    },
}
