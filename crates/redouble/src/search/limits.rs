//! What one move may cost, and how a search is told.

use std::fmt;

use core::time::Duration;

/// What one move may cost: time, nodes, both, or nothing said.
///
/// An agent is the same whatever it may spend: a budget is given to it with each question, as [`Limits`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Budget {
    /// The most time. The engine reads no clock: whoever asks keeps the time.
    pub time: Option<Duration>,
    /// The most boards and afterstates.
    pub nodes: Option<u64>,
}

impl Budget {
    /// Nothing said.
    pub const NONE: Budget = Budget { time: None, nodes: None };
    /// What the strongest agent gets for a move in a game or a trial when nothing else is said.
    pub const PLAY: Budget = Budget::time(Duration::from_millis(1));
    /// What it gets for a hint.
    pub const HINT: Budget = Budget::time(Duration::from_millis(100));
    /// What it gets for each move of a game that is looked over.
    pub const REVIEW: Budget = Budget::time(Duration::from_millis(10));

    /// So much time.
    pub const fn time(time: Duration) -> Budget {
        Budget { time: Some(time), nodes: None }
    }

    /// So many nodes.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { time: None, nodes: Some(nodes) }
    }

    /// Whether nothing is said.
    pub const fn is_none(&self) -> bool {
        self.time.is_none() && self.nodes.is_none()
    }

    /// What this says, and of what it leaves open what `other` says.
    #[must_use]
    pub fn or(self, other: Budget) -> Budget {
        Budget { time: self.time.or(other.time), nodes: self.nodes.or(other.nodes) }
    }

    /// A part of it, for one of several questions.
    #[must_use]
    pub fn shared_by(self, questions: u32) -> Budget {
        let questions = questions.max(1);
        let nodes = self.nodes.map(|nodes| (nodes / u64::from(questions)).max(1));
        Budget { time: self.time.map(|time| time / questions), nodes }
    }
}

/// What a search may spend. It knows no clock: the caller says when to stop.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    budget: Budget,
    stop: Stop<'a>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("budget", &self.budget).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Default)]
enum Stop<'a> {
    #[default]
    Never,
    Until(&'a (dyn Fn() -> bool + Sync)),
    Within(&'a (dyn Fn() -> f64 + Sync)),
}

/// As deep as a search goes that is limited by a budget alone: odd, so that it ends after a slide.
pub(crate) const MAX_DEPTH: u32 = 63;

impl<'a> Limits<'a> {
    /// No limit but the agent's own depth.
    pub const NONE: Limits<'static> = Limits { budget: Budget::NONE, stop: Stop::Never };

    /// Deepen until so many nodes have been visited.
    pub const fn nodes(nodes: u64) -> Limits<'static> {
        Limits { budget: Budget::nodes(nodes), stop: Stop::Never }
    }

    /// Deepen until `stop` says so. It is asked often, so it should be quick.
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Limits<'a> {
        Limits { budget: Budget::NONE, stop: Stop::Until(stop) }
    }

    /// Deepen within `budget`, and stop soon after `spent`, the part of its time that is spent, reaches 1. Knowing it, a
    /// search does not begin what it could not finish. It is asked often, so it should be quick.
    ///
    /// With an empty budget the search is that of [`NONE`](Limits::NONE); if `spent` reaches 1 before it is done, it is
    /// given up and finds no move.
    pub fn within(budget: Budget, spent: &'a (dyn Fn() -> f64 + Sync)) -> Limits<'a> {
        Limits { budget, stop: Stop::Within(spent) }
    }

    /// What the move may cost.
    pub const fn budget(&self) -> Budget {
        self.budget
    }

    /// The same, within `budget` if nothing limits it.
    #[must_use]
    pub(crate) fn or_nodes(self, nodes: u64) -> Limits<'a> {
        if self.deepens() { self } else { Limits { budget: Budget::nodes(nodes), ..self } }
    }

    /// The part of the time that is spent, as far as is known.
    pub fn spent(&self) -> f64 {
        match self.stop {
            Stop::Never => 0.0,
            Stop::Until(stop) => f64::from(u8::from(stop())),
            Stop::Within(spent) => spent(),
        }
    }

    /// Whether it is time to stop.
    pub fn reached(&self) -> bool {
        self.spent() >= 1.0
    }

    /// Whether the caller may ever ask to stop.
    pub fn is_timed(&self) -> bool {
        !matches!(self.stop, Stop::Never)
    }

    /// Whether a search goes deeper and deeper until it has to stop, and not to one depth.
    pub fn deepens(&self) -> bool {
        !self.budget.is_none() || matches!(self.stop, Stop::Until(_))
    }

    /// How deep to search: as `told`; else as deep as the budget allows, or to the `usual` depth if there is none.
    pub(crate) fn depth(&self, told: Option<u32>, usual: u32) -> u32 {
        told.unwrap_or(if self.deepens() { MAX_DEPTH } else { usual })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_that_is_told_stands_under_any_budget() {
        let spent = || 0.0;
        for limits in [Limits::NONE, Limits::nodes(5), Limits::within(Budget::PLAY, &spent)] {
            assert_eq!(limits.depth(Some(3), 3), 3);
        }
        assert_eq!(Limits::NONE.depth(None, 3), 3);
        assert_eq!(Limits::nodes(5).depth(None, 3), MAX_DEPTH);
        assert_eq!(Limits::within(Budget::PLAY, &spent).depth(None, 3), MAX_DEPTH);
        assert_eq!(Limits::within(Budget::NONE, &spent).depth(None, 3), 3, "it can only be given up");
    }

    #[test]
    fn what_a_budget_leaves_open_another_may_say() {
        let both = Budget { nodes: Some(7), ..Budget::PLAY };
        assert_eq!(Budget::PLAY.or(Budget { nodes: Some(7), ..Budget::HINT }), both);
        assert_eq!(Budget::NONE.or(Budget::HINT), Budget::HINT);
        assert_eq!(Budget::nodes(100).shared_by(16), Budget::nodes(6));
        assert_eq!(Budget::PLAY.shared_by(4), Budget::time(Duration::from_micros(250)));
    }
}
