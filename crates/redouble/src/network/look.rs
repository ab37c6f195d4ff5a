//! A board as its patterns see it.
//!
//! ```text
//!          ┌──▶ set   which watched and large tiles there are ──┬─────────────────────┐
//!  board ──┤                                                    ├──▶ level ──count ───┴──▶ sight
//!          └──▶ sum   what the large ones add up to ────────────┘                          stage, symbols
//!
//!  look  =  the board's cells + its sight + its level
//! ```
//! There are few sights, so all are made in advance and a look costs a few lookups.

use std::fmt;

use super::level::Level;
use super::locate::Radix;
use super::symbols::Symbols;

/// Different numbers of large tiles that a board can have got to.
pub(super) const COUNTS: usize = 8;

/// What boards with the same large tiles have in common.
#[derive(Clone)]
pub(super) struct Sight {
    pub(super) stage: usize,
    pub(super) radix: Radix,
    /// The symbol of each nibble.
    pub(super) symbols: [u8; 16],
}

impl Sight {
    pub(super) fn new(symbols: Symbols, set: usize, got_to: usize) -> Sight {
        let stage = symbols.stage_of(set, got_to);
        let count = symbols.count(stage);
        let large = (set >> symbols.watched()) as u8;
        // Symbols that the set rules out do not occur; they need only stay within bounds.
        let symbol = |nibble: usize| symbols.symbol(nibble as u8, large).min(count as u8 - 1);
        Sight { stage, radix: Radix::new(count), symbols: std::array::from_fn(symbol) }
    }
}

/// What the patterns see of a board.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub(super) word: u64,
    pub(super) sight: &'a Sight,
    pub(super) level: Level,
}

impl fmt::Debug for Look<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look").field("level", &self.level).finish_non_exhaustive()
    }
}

impl Look<'_> {
    /// How far the game has got with large tiles.
    #[inline(always)]
    pub fn level(self) -> Level {
        self.level
    }

    /// The stage that sees it.
    #[inline(always)]
    pub fn stage(self) -> usize {
        self.sight.stage
    }
}
