//! What agents may use on this machine: its memory, the network in the box, and networks in files.

use std::io;

use redouble::AgentSpec;
use redouble::network::{Network, NetworkFormatError};
use redouble::spec::Resources;

use crate::machine;

/// What every agent may use.
pub fn usual() -> Resources {
    let resources = Resources::default().with_network(None, redouble_nets::default_network());
    match machine::memory() {
        Some(bytes) => resources.with_memory(bytes),
        None => resources,
    }
}

/// What the agent of `spec` may use: the file of its network is read, if it names one.
pub fn of(spec: &AgentSpec) -> Result<Resources, ResourceError> {
    match spec.network().flatten() {
        None => Ok(usual()),
        Some(path) => Ok(usual().with_network(Some(path), read(path)?)),
    }
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
