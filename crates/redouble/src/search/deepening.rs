//! Searches of one depth, or of more and more under a limit.
//!
//! ```text
//! hand-made   depth 1, 2, 3, 4 …
//! learned     depth 1, 3, 5 …      their values are of boards after a slide
//! ```

use super::brake::Stopped;
use super::{Counts, MoveValue, SearchReport, Unit};

/// The depths to search one after another, up to `depth`: under a limit all that can be, else the last alone.
pub(crate) fn depths(depth: u32, limited: bool, learned: bool) -> impl Iterator<Item = u32> {
    let (first, step) = match (limited, learned) {
        (false, _) => (depth, 1),
        (true, false) => (1, 1),
        (true, true) => (1, 2), // learned values are of afterstates
    };
    (first..=depth).step_by(step)
}

/// Searches these `depths` until one is stopped or says not to go on. What a stopped one found is not used, but its work
/// counts. The first should not be stopped, so that there is a move.
pub(crate) fn deepen(
    unit: Unit,
    depths: impl Iterator<Item = u32>,
    mut search: impl FnMut(u32, &mut Counts) -> Result<([MoveValue; 4], bool), Stopped>,
) -> SearchReport {
    let mut report = SearchReport { unit, ..SearchReport::default() };
    for depth in depths {
        let Ok((moves, go_on)) = search(depth, &mut report.counts) else { break };
        report = SearchReport { best: MoveValue::best(&moves), moves, depth, ..report };
        if !go_on {
            break;
        }
    }
    report.nodes = report.counts.nodes();
    report.leaves = report.counts.leaves;
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_a_limit_every_depth_is_searched_that_can_be_and_else_the_last_alone() {
        let found = |limited, learned| depths(6, limited, learned).collect::<Vec<_>>();
        assert_eq!(found(true, false), [1, 2, 3, 4, 5, 6]);
        assert_eq!(found(true, true), [1, 3, 5]);
        assert_eq!(found(false, true), [6]);
    }
}
