//! What agents may use on this machine: its memory, the built-in network, networks in files, and endgame tables.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Once;

use redouble::network::{Network, NetworkFormatError, Weights};
use redouble::spec::Resources;
use redouble::{AgentSpec, Board};

use redouble_analysis::playouts::Playouts;

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

/// The network that comes with the program.
pub fn built_in() -> Network {
    redouble_nets::default_network()
}

/// Greedy games by the best evaluation this build has.
pub fn playouts() -> Playouts {
    Playouts::greedy("network", redouble_nets::default_network())
}

/// What the agent of `spec` may use: the file of its network is read, if it names one, and the user's tables are
/// found, unless it wants none. `fault` hears of each table that cannot be used.
pub fn of(spec: &AgentSpec, fault: impl FnMut(&str)) -> Result<Resources, ResourceError> {
    let resources = match spec.network().flatten() {
        None if spec.network().is_some() => {
            read_ahead();
            usual()
        }
        None => usual(),
        Some(path) => usual().with_network(Some(path), network(Path::new(path))?),
    };
    if !spec.wants_tables() {
        return Ok(resources);
    }
    let (tables, faults) = TableShelf::of_user().map(|shelf| shelf.tables()).unwrap_or_default();
    faults.iter().map(String::as_str).for_each(fault);
    Ok(resources.with_tables(tables))
}

/// Reads the stage of the built-in network that sees `board`, if the agent of `spec` uses it: a single question should
/// not spend its time on that.
pub fn make_ready(spec: &AgentSpec, board: Board) {
    if spec.network() == Some(None) {
        let network = redouble_nets::default_network();
        network.weights(network.shape().stage(board));
    }
}

/// Reads all stages of the built-in network in the background, once, so that no move late in a game has to wait
/// for its stage.
fn read_ahead() {
    READ_AHEAD.call_once(|| {
        std::thread::spawn(|| {
            let network = redouble_nets::default_network();
            for stage in 0..network.shape().symbols().stages() {
                ask_for_huge_pages(network.weights(stage));
            }
        });
    });
}

static READ_AHEAD: Once = Once::new();

/// Waits until the stages that are being read in the background are there. Whoever forks a process calls this first:
/// the child has none of our threads, so a stage half read would be waited for without end.
pub fn finish_reading() {
    if READ_AHEAD.is_completed() {
        let network = redouble_nets::default_network();
        for stage in 0..network.shape().symbols().stages() {
            network.weights(stage);
        }
    }
}

/// Asks the system to keep weights in huge pages, which makes searches up to a quarter faster.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn ask_for_huge_pages(weights: &Weights) {
    let (start, bytes) = match weights {
        Weights::Narrow { weights, .. } => (weights.as_ptr().addr(), size_of_val(weights.as_slice())),
        Weights::Plain { .. } => return, // the pages of a file are the system's own
        Weights::Wide { weights, .. } => (weights.as_ptr().addr(), size_of_val(weights.as_slice())),
    };
    let first = start.next_multiple_of(HUGE_PAGE);
    let length = (start + bytes).saturating_sub(first) / HUGE_PAGE * HUGE_PAGE;
    if length > 0 {
        // SAFETY: the range lies within the memory of `weights`, and collapsing pages changes nothing that a
        // program can read. Only speed depends on it, so a system that refuses is fine.
        let _ =
            unsafe { libc::madvise(std::ptr::without_provenance_mut(first), length, libc::MADV_COLLAPSE) };
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HUGE_PAGE: usize = 2 << 20;

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn ask_for_huge_pages(_weights: &Weights) {}

/// The network in a file, which is mapped: plain stages are used where they lie, the others read now.
pub fn network(path: &Path) -> Result<Network, ResourceError> {
    let name = || path.display().to_string();
    let unreadable = |source| ResourceError::Unreadable { path: name(), source };
    let file = File::open(path).map_err(unreadable)?;
    // SAFETY: networks are replaced by renaming and never written to in place; whatever somebody else writes
    // there all the same is still a number, and where they cut it off the system ends the process (SIGBUS), as
    // the docs and the help of `net unpack` say.
    let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(unreadable)?;
    Network::read(bytes).map_err(|source| ResourceError::NoNetwork { path: name(), source })
}

/// Why something an agent needs is not there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
