//! The transposition table: what a search remembers of the afterstates it has been to.
//!
//! An entry is three words: the value, what it is about, and both mixed with the afterstate itself. Threads
//! read and write without locks; if two of them write at once, the words do not fit together and the entry is
//! taken as empty. A clear changes the generation that entries must have.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Reuse;
use crate::Field;
use crate::luck::mix;

/// Values of afterstates, by depth.
pub struct TranspositionTable {
    entries: Box<[Slot]>,
    generation: AtomicU64,
    reuse: Reuse,
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.len();
        f.debug_struct("TranspositionTable").field("entries", &entries).finish_non_exhaustive()
    }
}

/// Zeroed, it is of generation 0, which never is.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    about: AtomicU64,
    value: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == TranspositionTable::ENTRY_BYTES);

/// What an entry is about beside the lower bits of its cells: the fifth bits, the depth, the generation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct About(u64);

impl About {
    const GENERATIONS: u64 = 1 << 32;

    fn new(high: u16, depth: u16, generation: u64) -> About {
        About(generation << 32 | u64::from(depth) << 16 | u64::from(high))
    }

    fn generation(self) -> u64 {
        self.0 >> 32
    }

    fn depth(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// Everything but the depth.
    fn without_depth(self) -> u64 {
        self.0 & !(0xffff << 16)
    }
}

impl TranspositionTable {
    /// What one entry takes.
    pub const ENTRY_BYTES: usize = 24;

    /// A table of at most this many bytes, and of at least one entry, whose entries may answer by `reuse`.
    pub fn new(bytes: usize, reuse: Reuse) -> TranspositionTable {
        let entries = (bytes / Self::ENTRY_BYTES).max(1);
        TranspositionTable {
            entries: (0..entries).map(|_| Slot::default()).collect(),
            generation: AtomicU64::new(1),
            reuse,
        }
    }

    /// How many entries it has room for.
    pub fn capacity(&self) -> usize {
        self.entries.len()
    }

    /// Forgets everything, at once. No search may be under way.
    pub fn clear(&self) {
        if self.generation.fetch_add(1, Relaxed) + 1 == About::GENERATIONS {
            self.entries.iter().for_each(Slot::clear);
            self.generation.store(1, Relaxed);
        }
    }

    #[inline]
    fn generation(&self) -> u64 {
        self.generation.load(Relaxed)
    }

    /// The value of `after` with `depth` plies below it, if it is known.
    #[inline]
    pub fn recall<F: Field>(&self, after: F, depth: u16) -> Option<f64> {
        let (low, high) = after.bits();
        let wanted = About::new(high, depth, self.generation());
        let places = self.places(low, high, depth);
        places.into_iter().find_map(|place| self.entries[place].read(low, wanted, self.reuse))
    }

    /// Remembers the value of `after` with `depth` plies below it.
    #[inline]
    pub fn remember<F: Field>(&self, after: F, depth: u16, value: f64) {
        let (low, high) = after.bits();
        let about = About::new(high, depth, self.generation());
        let [deep, recent] = self.places(low, high, depth);
        let place = if self.is_worth_more(deep, depth) { recent } else { deep };
        self.entries[place].write(low, about, value);
    }

    /// Two neighbours: the first keeps what was searched deepest, the second what came last. If only the same
    /// depth may answer, the depths of an afterstate do not compete for one place.
    #[inline]
    fn places(&self, low: u64, high: u16, depth: u16) -> [usize; 2] {
        let depth = if self.reuse == Reuse::Exact { depth } else { 0 };
        let rest = u64::from(high) << 16 | u64::from(depth);
        let hash = mix(low ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let place = ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize & !1;
        [place, (place + 1).min(self.entries.len() - 1)]
    }

    /// Whether an entry of now was searched deeper than `depth`.
    #[inline]
    fn is_worth_more(&self, place: usize, depth: u16) -> bool {
        let about = About(self.entries[place].about.load(Relaxed));
        about.generation() == self.generation() && about.depth() > depth
    }
}

impl Slot {
    fn clear(&self) {
        for word in [&self.check, &self.about, &self.value] {
            word.store(0, Relaxed);
        }
    }

    #[inline]
    fn read(&self, low: u64, wanted: About, reuse: Reuse) -> Option<f64> {
        let (about, value) = (About(self.about.load(Relaxed)), self.value.load(Relaxed));
        let fits = match reuse {
            Reuse::Exact => about == wanted,
            Reuse::Deeper => {
                about.without_depth() == wanted.without_depth() && about.depth() >= wanted.depth()
            }
        };
        (fits && self.check.load(Relaxed) == check(low, about, value)).then(|| f64::from_bits(value))
    }

    #[inline]
    fn write(&self, low: u64, about: About, value: f64) {
        let value = value.to_bits();
        self.about.store(about.0, Relaxed);
        self.value.store(value, Relaxed);
        self.check.store(check(low, about, value), Relaxed);
    }
}

/// For the same words beside it no two afterstates have the same check.
#[inline]
fn check(low: u64, about: About, value: u64) -> u64 {
    low ^ mix(about.0 ^ mix(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn exact_reuse_asks_for_the_same_depth_and_deeper_for_as_much() {
        let after = board("6531432022001001");
        let [exact, deeper] = [Reuse::Exact, Reuse::Deeper].map(|reuse| {
            let table = TranspositionTable::new(1 << 10, reuse);
            table.remember(after, 4, -1.5);
            [3, 4, 5].map(|depth| table.recall(after, depth))
        });
        assert_eq!(exact, [None, Some(-1.5), None]);
        assert_eq!(deeper, [Some(-1.5), Some(-1.5), None]);
    }

    #[test]
    fn tiles_beyond_four_bits_are_told_from_their_lower_bits() {
        let table = TranspositionTable::new(TranspositionTable::ENTRY_BYTES, Reuse::Exact);
        for (large, small) in
            [("g000000000000000", "0000000000000000"), ("h000000000000002", "1000000000000002")]
        {
            table.remember(board(large), 2, 1.0);
            assert_eq!(table.recall(board(large), 2), Some(1.0));
            assert_eq!(table.recall(board(small), 2), None);
        }
    }

    #[test]
    fn a_clear_forgets_everything() {
        let mut table = TranspositionTable::new(0, Reuse::Deeper);
        let after = board("1000000000000002");
        table.remember(after, 2, f64::NEG_INFINITY);
        assert_eq!(table.recall(after, 2), Some(f64::NEG_INFINITY));
        table.clear();
        assert_eq!(table.recall(after, 2), None);
        table.generation = AtomicU64::new(About::GENERATIONS - 1);
        table.remember(after, 2, 1.0);
        table.clear();
        assert_eq!((table.generation(), table.recall(after, 2)), (1, None));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_new_ones_are_always_kept() {
        let table = TranspositionTable::new(2 * TranspositionTable::ENTRY_BYTES, Reuse::Exact);
        let [deep, first, second] = ["1000000000000002", "1000000000000003", "1000000000000004"].map(board);
        table.remember(deep, 6, 1.0);
        table.remember(first, 2, 2.0);
        table.remember(second, 2, 3.0);
        let known = [(deep, 6), (first, 2), (second, 2)].map(|(after, depth)| table.recall(after, depth));
        assert_eq!(known, [Some(1.0), None, Some(3.0)]);
    }

    #[test]
    fn an_entry_torn_between_two_writers_is_empty() {
        let table = TranspositionTable::new(0, Reuse::Deeper);
        let (one, other) = (board("1000000000000002"), board("1000000000000003"));
        table.remember(one, 2, 1.0);
        let check = table.entries[0].check.load(Relaxed);
        table.remember(other, 2, 2.0);
        table.entries[0].check.store(check, Relaxed);
        assert_eq!([one, other].map(|after| table.recall(after, 2)), [None, None]);
    }
}
