//! Whether a search of learned values should go on after a round: whether it would see more, has doubts, and has time.

use super::{ExpectimaxSettings, MoveValue, Unit};
use crate::Move;

/// What the rounds so far have shown.
pub(crate) struct Progress {
    lead: f64,
    doubt: f64,
    unit: Unit,
    pace: Pace,
    before: Option<[MoveValue; 4]>,
}

impl Progress {
    /// A search that is over once the best move leads every other by `lead` times what a round changed of it.
    pub fn new(settings: &ExpectimaxSettings, unit: Unit) -> Progress {
        let ExpectimaxSettings { lead, doubt, .. } = *settings;
        Progress { lead, doubt, unit, pace: Pace::default(), before: None }
    }

    /// Takes note of what a round found, and says whether to go on, now that this part of the limits is `spent`. One that
    /// has not `reached` its depth anywhere has seen all there is.
    pub fn goes_on(&mut self, depth: u32, reached: bool, moves: &[MoveValue; 4], spent: f64) -> bool {
        let doubtful = self.doubt * usual_doubt(self.unit, moves);
        let settled = self.before.is_some_and(|before| is_settled(&before, moves, self.lead, doubtful));
        self.before = (depth > 1).then_some(*moves);
        let has_time = self.pace.allows_more(spent);
        reached && is_a_choice(moves) && !settled && has_time
    }
}

/// How much each depth cost, to foresee the next.
#[derive(Default)]
struct Pace {
    spent: f64,
    cost: f64,
}

impl Pace {
    /// Whether the next round can be finished, now that this part of the limits is `spent`: it will grow as it did
    /// before. The first round says nothing: it is over at once, and what it took was for getting ready.
    fn allows_more(&mut self, spent: f64) -> bool {
        let cost = spent - self.spent;
        let growth = (cost / self.cost).clamp(2.0, 30.0);
        let is_first = self.cost == 0.0;
        *self = Pace { spent, cost };
        spent < 1.0 && (is_first || spent + growth * cost < 1.0)
    }
}

/// Whether there is something to choose.
fn is_a_choice(moves: &[MoveValue; 4]) -> bool {
    moves.iter().filter(|&&value| value != MoveValue::Illegal).count() > 1
}

/// Learned values are not certain to less than about this, however little a round changes. Of chances it is 0.004 of their
/// log-odds: near one half a round may well move all of them and leave a lead as it was.
fn usual_doubt(unit: Unit, moves: &[MoveValue; 4]) -> f64 {
    let best = MoveValue::best(moves).map(|mv| moves[mv.index()]);
    match (unit, best) {
        (Unit::Points, _) => 10.0,
        (Unit::Chance, Some(MoveValue::Known(chance))) => (0.004 * chance * (1.0 - chance)).max(0.0002),
        (Unit::Chance, _) => 0.0002,
        (Unit::Own, _) => 0.0,
    }
}

/// Whether the best move leads every other by so many `times` what the last round changed of its lead, or what is
/// `doubtful` anyhow. 0 times is never.
fn is_settled(before: &[MoveValue; 4], now: &[MoveValue; 4], times: f64, doubtful: f64) -> bool {
    let Some(best) = MoveValue::best(now).map(Move::index) else { return false };
    let lead = |moves: &[MoveValue; 4], other: usize| match (moves[best], moves[other]) {
        (MoveValue::Known(best), MoveValue::Known(other)) => Some(best - other),
        _ => None,
    };
    let settled = |other| match (lead(before, other), lead(now, other)) {
        (Some(before), Some(now)) => now >= times * (now - before).abs().max(doubtful),
        _ => true,
    };
    times > 0.0 && (0..4).filter(|&other| other != best).all(settled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_settled_once_it_hardly_changes() {
        let moves = |values: [f64; 3]| {
            let [up, right, down] = values.map(MoveValue::Known);
            [up, right, down, MoveValue::Illegal]
        };
        let now = moves([1000.0, 500.0, 900.0]);
        assert!(is_settled(&moves([1000.0, 700.0, 920.0]), &now, 2.0, 10.0), "500 after 300, 100 after 80");
        assert!(!is_settled(&moves([1000.0, 700.0, 920.0]), &now, 6.0, 10.0), "80 and 100 are too far apart");
        assert!(!is_settled(&moves([1000.0, 500.0, 1200.0]), &now, 2.0, 10.0), "another was best");
        assert!(!is_settled(&now, &now, 11.0, 10.0), "100 points are not eleven times the least doubt");
        assert!(!is_settled(&now, &now, 0.0, 10.0), "off");
    }

    #[test]
    fn no_depth_is_begun_that_could_not_be_finished() {
        let mut pace = Pace::default();
        assert!(pace.allows_more(0.2), "the first round may have waited for something");
        assert!(pace.allows_more(0.201), "that was little");
        assert!(pace.allows_more(0.211), "ten times as much as before: next 0.1");
        assert!(!pace.allows_more(0.311), "and now 1.0");
        assert!(Pace::default().allows_more(0.0), "nothing is known of the cost");
        assert!(!Pace::default().allows_more(1.0), "all is spent");
    }
}
