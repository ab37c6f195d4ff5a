//! What alpha-beta remembers: values, and values that are only known to be large or small enough.

use super::{Reuse, TranspositionTable};
use crate::Afterstate;

/// The values that still matter: what the player, and what the adversary, can have elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub alpha: f64,
    pub beta: f64,
}

impl Window {
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// A transposition table of bounds, each under a depth of its own.
pub(crate) struct Bounds(TranspositionTable);

/// What is known of a value.
#[derive(Clone, Copy)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

impl Bounds {
    /// A table of at most this many bytes.
    pub fn new(bytes: usize) -> Bounds {
        Bounds(TranspositionTable::new(bytes, Reuse::Exact))
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// A value of `after` that is as good as the true one within `window`.
    pub fn recall(&self, after: Afterstate, depth: u32, window: Window) -> Option<f64> {
        let known = |kind| self.0.recall(after.board(), key(depth, kind));
        known(Kind::Exact)
            .or_else(|| known(Kind::AtMost).filter(|&most| most <= window.alpha))
            .or_else(|| known(Kind::AtLeast).filter(|&least| least >= window.beta))
    }

    /// Remembers what a search within `window` has found.
    pub fn remember(&self, after: Afterstate, depth: u32, window: Window, value: f64) {
        let kind = match value {
            _ if value <= window.alpha => Kind::AtMost,
            _ if value >= window.beta => Kind::AtLeast,
            _ => Kind::Exact,
        };
        self.0.remember(after.board(), key(depth, kind), value);
    }
}

fn key(depth: u32, kind: Kind) -> u16 {
    (4 * depth) as u16 + kind as u16
}
