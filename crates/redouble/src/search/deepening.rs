//! Searches of one depth, or of more and more under a limit.

use super::brake::Stopped;
use super::{Counts, MoveValue, SearchReport};

/// The depths to search one after another, up to `depth`: under a limit all that can be, else the last alone.
pub(crate) fn depths(depth: u32, limited: bool, learned: bool) -> impl Iterator<Item = u32> {
    let (first, step) = match (limited, learned) {
        (false, _) => (depth, 1),
        (true, false) => (1, 1),
        (true, true) => (1, 2), // learned values are of afterstates
    };
    (first..=depth).step_by(step)
}

/// Searches to each of `depths` until one is stopped. What that one found is not used, but its work counts. The
/// first should not be stopped, so that there is a move.
pub(crate) fn deepen(
    depths: impl Iterator<Item = u32>,
    mut search: impl FnMut(u32, &mut Counts) -> Result<[MoveValue; 4], Stopped>,
) -> SearchReport {
    let mut report = SearchReport::default();
    for depth in depths {
        let Ok(moves) = search(depth, &mut report.counts) else { break };
        report = SearchReport { best: MoveValue::best(&moves), moves, depth, ..report };
    }
    report.nodes = report.counts.nodes();
    report.leaves = report.counts.leaves;
    report
}
