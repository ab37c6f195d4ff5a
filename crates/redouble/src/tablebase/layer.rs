//! One layer of a table: the afterstates of one tile sum, sorted by key, each with its chance.
//!
//! ```text
//! for each block:  first key u32   where the block starts u32, counted from the start of the layer
//! the blocks:      the distance from each key to the next, less 1   then the chance of each key u16
//! ```
//! A block has 64 keys, the last one perhaps fewer. A distance is written in bytes of seven bits, the lowest
//! first, the eighth bit set on all but the last. A stored chance is one in steps of 1/65535.

use super::pages::{Damage, Pages};

/// How many keys share an entry of the directory.
pub(crate) const BLOCK: usize = 64;
const ENTRY: usize = 8;
/// Of how many blocks one is sampled.
const SAMPLE: usize = 32;

/// Where a layer stands in its file, and how many afterstates it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// Its first byte.
    pub start: u64,
    /// Its length in bytes.
    pub length: u32,
    /// How many afterstates it holds.
    pub states: u32,
}

/// The bytes of a layer. Keys must rise, and there must be as many chances.
///
/// # Panics
/// If the layer would be longer than 4 GiB.
pub fn encode(keys: &[u32], chances: &[u16]) -> Vec<u8> {
    let mut directory = Vec::with_capacity(keys.len().div_ceil(BLOCK) * ENTRY);
    let mut blocks = Vec::with_capacity(4 * keys.len());
    for (keys, chances) in keys.chunks(BLOCK).zip(chances.chunks(BLOCK)) {
        let start = u32::try_from(directory.capacity() + blocks.len()).expect("a layer is below 4 GiB");
        directory.extend(keys[0].to_le_bytes());
        directory.extend(start.to_le_bytes());
        keys.windows(2).for_each(|pair| push_number(&mut blocks, pair[1] - pair[0] - 1));
        chances.iter().for_each(|chance| blocks.extend(chance.to_le_bytes()));
    }
    directory.extend(blocks);
    directory
}

/// Appends a number in bytes of seven bits.
pub fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what [`push_number`] wrote from the front of `bytes`; `None` if there is no such number.
#[inline]
pub fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0u64, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            return u32::try_from(number).ok();
        }
        if shift > 28 {
            return None;
        }
    }
}

impl Layer {
    /// The first keys of some blocks, evenly spread: with them in memory a key is found in few places of the file.
    pub(crate) fn samples(&self, pages: &Pages) -> Result<Box<[u32]>, Damage> {
        (0..self.blocks()).step_by(SAMPLE).map(|block| self.first(pages, block)).collect()
    }

    /// The chance of a key; `None` if the layer, whose samples these are, does not hold it.
    pub(crate) fn find(&self, pages: &Pages, samples: &[u32], key: u32) -> Result<Option<u16>, Damage> {
        let after = samples.partition_point(|&first| first <= key);
        let (mut low, mut high) = (after.saturating_sub(1) * SAMPLE, self.blocks().min(after * SAMPLE));
        while low < high {
            let middle = (low + high) / 2;
            if self.first(pages, middle)? <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        match low.checked_sub(1) {
            Some(block) => self.find_in(pages, block, key),
            None => Ok(None),
        }
    }

    /// Visits every key with its chance, in order.
    pub(crate) fn each(&self, pages: &Pages, mut visit: impl FnMut(u32, u16)) -> Result<(), Damage> {
        for block in 0..self.blocks() {
            let mut key = self.first(pages, block)?;
            let mut bytes = self.block(pages, block)?;
            let chances = bytes.len().checked_sub(2 * self.count(block)).ok_or(Damage)?;
            let chances = bytes.split_off(chances..).ok_or(Damage)?;
            for (place, chance) in chances.chunks_exact(2).enumerate() {
                if place > 0 {
                    key = step(key, &mut bytes)?;
                }
                visit(key, u16::from_le_bytes([chance[0], chance[1]]));
            }
        }
        Ok(())
    }

    /// Whether it is long enough: an entry for each block, a byte for each distance, two for each chance.
    pub(crate) fn has_room(&self) -> bool {
        let (states, blocks) = (u64::from(self.states), self.blocks() as u64);
        ENTRY as u64 * blocks + (states - blocks) + 2 * states <= u64::from(self.length)
    }

    fn blocks(&self) -> usize {
        (self.states as usize).div_ceil(BLOCK)
    }

    /// How many keys a block holds.
    fn count(&self, block: usize) -> usize {
        BLOCK.min(self.states as usize - block * BLOCK)
    }

    fn first(&self, pages: &Pages, block: usize) -> Result<u32, Damage> {
        self.word(pages, ENTRY * block)
    }

    #[inline]
    fn word(&self, pages: &Pages, at: usize) -> Result<u32, Damage> {
        let bytes = pages.read(self.start as usize + at, 4)?;
        Ok(u32::from_le_bytes(bytes.try_into().map_err(|_| Damage)?))
    }

    fn block<'a>(&self, pages: &'a Pages, block: usize) -> Result<&'a [u8], Damage> {
        let start = |block: usize| match block < self.blocks() {
            true => self.word(pages, ENTRY * block + 4),
            false => Ok(self.length),
        };
        let (from, to) = (start(block)?, start(block + 1)?);
        let length = to.checked_sub(from).filter(|_| to <= self.length).ok_or(Damage)?;
        pages.read(self.start as usize + from as usize, length as usize)
    }

    fn find_in(&self, pages: &Pages, block: usize, key: u32) -> Result<Option<u16>, Damage> {
        let mut at = self.first(pages, block)?;
        let bytes = self.block(pages, block)?;
        let count = self.count(block);
        let (mut distances, mut place) = (bytes, 0);
        while at < key {
            place += 1;
            if place == count {
                return Ok(None);
            }
            at = step(at, &mut distances)?;
        }
        if at > key {
            return Ok(None);
        }
        let chances = bytes.len().checked_sub(2 * count).ok_or(Damage)?;
        let chance = bytes.get(chances + 2 * place..chances + 2 * place + 2).ok_or(Damage)?;
        Ok(Some(u16::from_le_bytes([chance[0], chance[1]])))
    }
}

#[inline]
fn step(key: u32, distances: &mut &[u8]) -> Result<u32, Damage> {
    let distance = take_number(distances).ok_or(Damage)?;
    key.checked_add(distance).and_then(|key| key.checked_add(1)).ok_or(Damage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn some_keys(count: usize) -> Vec<u32> {
        let mut rng = Rng::new(7);
        let mut keys = vec![0, u32::MAX];
        keys.extend((0..count).map(|_| (rng.bits() >> (32 + rng.below(20))) as u32));
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    #[test]
    fn every_key_is_found_with_its_rate_and_no_other() {
        for count in [0, 1, 61, 62, 63, 1000, 9000] {
            let keys = some_keys(count);
            let chances: Vec<u16> = keys.iter().map(|key| (key.wrapping_mul(77) >> 9) as u16).collect();
            let bytes = encode(&keys, &chances);
            let layer = Layer { start: 0, length: bytes.len() as u32, states: keys.len() as u32 };
            let pages = Pages::trusted(bytes);
            let samples = layer.samples(&pages).unwrap();
            let find = |key| layer.find(&pages, &samples, key).unwrap();
            for (&key, &chance) in keys.iter().zip(&chances) {
                assert_eq!(find(key), Some(chance));
                for other in [key.wrapping_add(1), key.wrapping_sub(1)] {
                    assert_eq!(find(other).is_some(), keys.binary_search(&other).is_ok());
                }
            }
            let mut seen = Vec::new();
            layer.each(&pages, |key, chance| seen.push((key, chance))).unwrap();
            assert!(seen.into_iter().eq(keys.into_iter().zip(chances)));
        }
    }

    #[test]
    fn an_empty_layer_holds_nothing() {
        assert_eq!(encode(&[], &[]), []);
        assert_eq!(Layer::default().find(&Pages::trusted(vec![]), &[], 5), Ok(None));
    }

    #[test]
    fn bytes_that_make_no_sense_are_damage_not_a_panic() {
        let mut rng = Rng::new(8);
        let keys = some_keys(3000);
        let good = encode(&keys, &vec![9; keys.len()]);
        for _ in 0..2000 {
            let mut bytes = good.clone();
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = rng.bits() as u8;
            bytes.truncate(rng.below(2 * good.len() as u32) as usize);
            let layer = Layer { start: 0, length: good.len() as u32, states: keys.len() as u32 };
            let pages = Pages::trusted(bytes);
            if let Ok(samples) = layer.samples(&pages) {
                let _ = keys.iter().map(|&key| layer.find(&pages, &samples, key)).collect::<Vec<_>>();
            }
            let _ = layer.each(&pages, |_, _| {});
        }
    }
}
