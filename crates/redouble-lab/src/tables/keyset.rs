//! Sets of keys: filled by many threads at once, taken out in order, and asked for ranks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

/// How many words of a set are looked at together.
const CHUNK: usize = 64;

/// A bit for each key there can be.
pub struct KeySet {
    words: Vec<AtomicU64>,
    /// Which chunks of words hold keys, so that the others need not be looked at.
    used: Vec<AtomicBool>,
}

impl KeySet {
    /// No key of those below `keys`.
    pub fn new(keys: u64) -> KeySet {
        let words = keys.div_ceil(64) as usize;
        let mut set = KeySet { words: Vec::new(), used: Vec::new() };
        set.words.resize_with(words, AtomicU64::default);
        set.used.resize_with(words.div_ceil(CHUNK), AtomicBool::default);
        set
    }

    /// Puts a key in.
    #[inline]
    pub fn insert(&self, key: u32) {
        let (word, bit) = (key as usize / 64, 1 << (key % 64));
        if self.words[word].load(Ordering::Relaxed) & bit == 0 {
            self.words[word].fetch_or(bit, Ordering::Relaxed);
            self.used[word / CHUNK].store(true, Ordering::Relaxed);
        }
    }

    /// Takes all keys out, in order.
    pub fn drain(&mut self) -> Vec<u32> {
        let chunks = self.words.par_chunks_mut(CHUNK).zip(&mut self.used).enumerate();
        let used = chunks.filter_map(|(chunk, (words, used))| {
            std::mem::take(used.get_mut()).then_some((chunk * CHUNK, words))
        });
        used.flat_map_iter(|(first, words)| {
            let keys = move |(place, word): (usize, &mut AtomicU64)| {
                bits(std::mem::take(word.get_mut())).map(move |bit| (64 * (first + place)) as u32 + bit)
            };
            words.iter_mut().enumerate().flat_map(keys)
        })
        .collect()
    }
}

/// The places of the bits of a word, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}

/// The place of each key of a sorted list.
pub struct Ranks {
    /// For 64 keys at a time, which of them are in the list, and the place of the first.
    words: Vec<(u64, u32)>,
    keys: Vec<u32>,
}

impl Ranks {
    /// An empty list of keys below `keys`.
    pub fn new(keys: u64) -> Ranks {
        Ranks { words: vec![(0, 0); keys.div_ceil(64) as usize], keys: Vec::new() }
    }

    /// Takes another list.
    pub fn set(&mut self, keys: Vec<u32>) {
        self.keys.iter().for_each(|&key| self.words[key as usize / 64] = (0, 0));
        for (place, &key) in keys.iter().enumerate() {
            let (bits, first) = &mut self.words[key as usize / 64];
            *first = if *bits == 0 { place as u32 } else { *first };
            *bits |= 1 << (key % 64);
        }
        self.keys = keys;
    }

    /// The place of a key in the list, if it is there.
    #[inline]
    pub fn find(&self, key: u32) -> Option<usize> {
        let (bits, first) = self.words[key as usize / 64];
        let bit = 1u64 << (key % 64);
        (bits & bit != 0).then(|| first as usize + (bits & (bit - 1)).count_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_keys() -> Vec<u32> {
        (0..5000u32).filter(|key| key.wrapping_mul(0x9e37_79b9) >> 29 == 3).chain([99_998, 99_999]).collect()
    }

    #[test]
    fn keys_come_out_once_each_and_in_order() {
        let mut set = KeySet::new(100_000);
        let keys = some_keys();
        for _ in 0..2 {
            keys.par_iter().rev().chain(keys.par_iter()).for_each(|&key| set.insert(key));
            assert_eq!(set.drain(), keys);
            assert!(set.drain().is_empty());
        }
    }

    #[test]
    fn every_key_of_a_list_has_its_place_and_no_other() {
        let mut ranks = Ranks::new(100_000);
        ranks.set((0..100_000).collect());
        let keys = some_keys();
        ranks.set(keys.clone());
        for key in 0..100_000 {
            assert_eq!(ranks.find(key), keys.binary_search(&key).ok(), "{key}");
        }
    }
}
