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

/// How much each depth cost, to foresee the next.
#[derive(Default)]
pub(crate) struct Pace {
    spent: f64,
    cost: f64,
}

impl Pace {
    /// Whether the next depth can be finished, now that this part of the limits is `spent`: it will grow as it
    /// did before.
    pub fn allows_more(&mut self, spent: f64) -> bool {
        let cost = spent - self.spent;
        let growth = if self.cost > 0.0 { (cost / self.cost).clamp(4.0, 30.0) } else { 15.0 };
        *self = Pace { spent, cost };
        spent + growth * cost < 1.0
    }
}

/// Whether there is something to choose.
pub(crate) fn is_a_choice(moves: &[MoveValue; 4]) -> bool {
    moves.iter().filter(|&&value| value != MoveValue::Illegal).count() > 1
}

/// Searches to each of `depths` until one is stopped or says not to go on. What a stopped one found is not used, but its work counts. The
/// first should not be stopped, so that there is a move.
pub(crate) fn deepen(
    depths: impl Iterator<Item = u32>,
    mut search: impl FnMut(u32, &mut Counts) -> Result<([MoveValue; 4], bool), Stopped>,
) -> SearchReport {
    let mut report = SearchReport::default();
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
    fn no_depth_is_begun_that_could_not_be_finished() {
        let mut pace = Pace::default();
        assert!(pace.allows_more(0.001), "fifteen times that is little");
        assert!(pace.allows_more(0.011), "ten times as much as before: 0.11");
        assert!(!pace.allows_more(0.111), "and now 1.11");
        assert!(Pace::default().allows_more(0.0), "nothing is known of the cost");
    }
}
