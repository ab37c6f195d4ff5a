//! Luck: the only source of randomness, the same on every platform, for ever.
//!
//! The generator is **SplitMix64** (Steele, Lea and Flood, 2014): a counter in steps of
//! `0x9e3779b97f4a7c15`, each value of it mixed by two multiplications. Because it is a counter, its n-th
//! output is a pure function of seed and n, so undo, redo and resume repeat a game's luck.
//!
//! * The key of game `g` of seed `s` is output `g` of the generator started at `s`.
//! * Spawn `n` of a game uses output `n` of the generator started at its key: its upper 32 bits choose the
//!   cell, its lower 32 bits the tile.
//! * A number below `m` is `(32 bits · m) >> 32`.
//! * A number from 0 up to 1 is the upper 53 bits, divided by 2⁵³.

use crate::{Afterstate, Field, Spawn, Tile};

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// Keeps an agent's own luck apart from the luck of its game.
const AGENT: u64 = 0x5851_f42d_4c95_7f2d;

/// A number from which any number of games take their luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seed(pub u64);

impl Seed {
    /// The luck of game `number`, the same for every agent.
    pub const fn game(self, number: u64) -> Luck {
        Luck { key: output(self.0, number) }
    }
}

/// The luck of one game: every spawn of it is fixed in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Luck {
    key: u64,
}

impl Luck {
    /// Spawn number `n` of the game, should it happen after `after`.
    ///
    /// # Panics
    /// If `after` is full, which no slide leaves behind.
    #[inline]
    pub fn spawn(self, n: u64, after: Afterstate) -> Spawn {
        spawn(output(self.key, n), after)
    }

    /// The luck of an agent that plays this game, apart from the game's own.
    pub const fn agent(self) -> Rng {
        Rng { state: self.key ^ AGENT }
    }
}

/// A stream of random numbers for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream that starts at `seed`.
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// Where the stream is: [`Rng::new`] goes on from there.
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// The next number below `bound`, each as likely as the others to within 2⁻³².
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        below((self.bits() >> 32) as u32, bound)
    }

    /// The next number from 0 up to 1, in steps of 2⁻⁵³.
    #[inline]
    pub const fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Another stream, the same for the same `key`, whose numbers have nothing to do with those of this one.
    #[inline]
    pub(crate) const fn branch(&self, key: u64) -> Rng {
        Rng::new(mix(self.state ^ mix(key)))
    }

    /// Another stream for each board or afterstate, whenever it is met.
    #[inline]
    pub(crate) fn at<F: Field>(&self, field: F) -> Rng {
        let (low, high) = field.bits();
        self.branch(low ^ mix(u64::from(high)))
    }

    /// The next spawn, should it happen after `after`: for games that are only imagined.
    ///
    /// # Panics
    /// If `after` is full, which no slide leaves behind.
    #[inline]
    pub fn spawn(&mut self, after: Afterstate) -> Spawn {
        spawn(self.bits(), after)
    }
}

/// The spawn that 64 random bits make after `after`.
#[inline]
fn spawn(bits: u64, after: Afterstate) -> Spawn {
    let tile = Tile::spawned(below(bits as u32, Tile::ONE_FOUR_IN));
    let empties = after.empties();
    assert!(empties > 0, "a spawn needs an empty cell");
    Spawn { cell: after.nth_empty(below((bits >> 32) as u32, empties)), tile }
}

/// Output `n` of SplitMix64 started at `seed`.
const fn output(seed: u64, n: u64) -> u64 {
    mix(seed.wrapping_add(STEP.wrapping_mul(n.wrapping_add(1))))
}

/// SplitMix64's mixer, good enough to serve as a hash of one word.
#[inline]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[inline]
const fn below(bits: u32, bound: u32) -> u32 {
    ((bits as u64 * bound as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_splitmix64() {
        // Published outputs for the seed 1234567.
        let mut rng = Rng::new(1234567);
        let published = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        for (n, expected) in published.into_iter().enumerate() {
            assert_eq!(rng.bits(), expected);
            assert_eq!(output(1234567, n as u64), expected);
        }
    }

    #[test]
    fn a_number_from_0_up_to_1_is_the_upper_bits_of_an_output() {
        let mut rng = Rng::new(1234567);
        assert_eq!((rng.uniform() * 2f64.powi(53)) as u64, 6457827717110365317 >> 11);
        let mean = (0..10_000).map(|_| rng.uniform()).sum::<f64>() / 10_000.0;
        assert!((0.49..0.51).contains(&mean), "{mean}");
    }
}
