//! When to stop: a caller's wish, or a number of nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Limits;

/// The search was told to stop before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// What all threads of a search ask whether to go on.
pub(crate) struct Brake<'a> {
    limits: Limits<'a>,
    nodes: u64,
    interval: u64,
    spent: AtomicU64,
    pulled: AtomicBool,
}

impl<'a> Brake<'a> {
    /// Stops by `limits`. It is asked every few microseconds: learned values take longer.
    pub fn new(limits: Limits<'a>, learned: bool) -> Brake<'a> {
        let (nodes, interval) = (limits.budget().nodes.unwrap_or(u64::MAX), if learned { 128 } else { 1024 });
        Brake { limits, nodes, interval, spent: AtomicU64::new(0), pulled: AtomicBool::new(false) }
    }

    /// Whether it may ever stop a search.
    pub fn is_needed(&self) -> bool {
        self.nodes != u64::MAX || self.limits.is_timed()
    }

    /// The part of the limits that is spent.
    pub fn spent(&self) -> f64 {
        (self.spent.load(Ordering::Relaxed) as f64 / self.nodes as f64).max(self.limits.spent())
    }

    /// Counts `nodes` more, and says how many may be visited before the next question.
    pub fn spend(&self, nodes: u64) -> Result<u64, Stopped> {
        if !self.is_needed() {
            return Ok(u64::MAX);
        }
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if spent >= self.nodes || self.limits.reached() {
            self.pulled.store(true, Ordering::Relaxed);
        }
        self.check()?;
        Ok(self.interval.min(self.nodes - spent))
    }

    /// Whether another thread has found that it is time to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.pulled.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// How much of one walk's work the brake knows of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Account {
    /// How many nodes it has been told of.
    told: u64,
    /// How many more it lets pass untold.
    untold: u64,
}

impl Account {
    /// Asks now and then whether to go on, after `nodes` in all.
    #[inline]
    pub fn ask(&mut self, nodes: u64, brake: &Brake<'_>) -> Result<(), Stopped> {
        if nodes - self.told >= self.untold { self.tell(nodes, brake) } else { Ok(()) }
    }

    /// Tells the brake of all `nodes`, and asks whether to go on.
    pub fn tell(&mut self, nodes: u64, brake: &Brake<'_>) -> Result<(), Stopped> {
        self.untold = brake.spend(nodes - self.told)?;
        self.told = nodes;
        Ok(())
    }

    /// That of a walk which begins now, and asks as seldom.
    pub fn sibling(self) -> Account {
        Account { told: 0, ..self }
    }

    /// Takes over what a sibling has told.
    pub fn absorb(&mut self, sibling: Account) {
        self.told += sibling.told;
    }
}
