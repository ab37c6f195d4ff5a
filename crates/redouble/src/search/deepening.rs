//! Searches of one depth, or of more and more under a limit.
//!
//! ```text
//! hand-made   depth 1, 2, 3, 4 …                  every spawn, one ply more each round
//! learned     depth 1, 3, then 9, 9, 9, 11 …      at full width, then what is likely, half as likely each round
//! ```
//! Each round of full width costs many times the one before, so that most of a limit could go into a round that is not
//! finished. Half as likely boards are few more: little is lost when time is up, and the lines that will probably be
//! played are seen far ahead first.

use super::brake::Stopped;
use super::{Counts, ExpectimaxSettings, MoveValue, SearchReport, Unit};

/// The depths to search one after another, up to `depth`: under a limit all that can be, else the last alone.
pub(crate) fn depths(depth: u32, limited: bool, learned: bool) -> impl Iterator<Item = u32> {
    let (first, step) = match (limited, learned) {
        (false, _) => (depth, 1),
        (true, false) => (1, 1),
        (true, true) => (1, 2), // learned values are of afterstates
    };
    (first..=depth).step_by(step)
}

/// One search out of a sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Round {
    pub depth: u32,
    /// The least probability that is searched.
    pub min_prob: f64,
}

/// The searches to do one after another: of more and more depth, or of less and less likely boards.
pub(crate) fn rounds(
    settings: &ExpectimaxSettings,
    depth: u32,
    limited: bool,
    learned: bool,
) -> impl Iterator<Item = Round> {
    let widens = limited && learned && settings.likely > 0.0;
    let first = if widens { depth.min(SHALLOW) } else { depth };
    let deeper = depths(first, limited, learned).map(|depth| Round { depth, min_prob: settings.min_prob });
    let wider = std::iter::successors(Some(settings.likely), |likely| Some(likely / 2.0))
        .take_while(move |&likely| widens && likely > settings.min_prob.max(LEAST))
        .map(move |likely| Round { depth: depth.min(depth_for(likely)), min_prob: likely });
    deeper.chain(wider)
}

/// So deep learned values are searched at full width before what is likely is searched deeper.
const SHALLOW: u32 = 3;
/// No search gets here.
const LEAST: f64 = 1e-9;

/// How deep to search boards down to this probability. Deeper than 9 pays once most of what lies there is wide enough.
fn depth_for(likely: f64) -> u32 {
    match likely {
        0.02.. => 9,
        0.002.. => 11,
        _ => 13,
    }
}

/// Does all `rounds` until one is stopped or says not to go on; one that would find nothing new finds `None`. What a
/// stopped one found is not used, but its work counts. The first should not be stopped, so that there is a move.
pub(crate) fn deepen(
    unit: Unit,
    rounds: impl Iterator<Item = Round>,
    mut search: impl FnMut(Round, &mut Counts) -> Result<Option<([MoveValue; 4], bool)>, Stopped>,
) -> SearchReport {
    let mut report = SearchReport { unit, ..SearchReport::default() };
    for round in rounds {
        let Ok(found) = search(round, &mut report.counts) else { break };
        let Some((moves, go_on)) = found else { continue };
        let depth = round.depth;
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
    fn what_is_likely_is_searched_deep_before_the_rest() {
        let settings = ExpectimaxSettings { likely: 0.04, min_prob: 0.006, ..Default::default() };
        let found: Vec<_> =
            rounds(&settings, 12, true, true).map(|round| (round.depth, round.min_prob)).collect();
        assert_eq!(found, [(1, 0.006), (3, 0.006), (9, 0.04), (9, 0.02), (11, 0.01)]);
        let alone: Vec<_> = rounds(&settings, 12, false, true).map(|round| round.depth).collect();
        assert_eq!(alone, [12]);
        assert!(rounds(&settings, 5, true, true).all(|round| round.depth <= 5));
    }
}
