//! The weights of one stage, as they are looked up.

use super::shared::SharedBytes;

/// The weights of one stage. They are whole numbers of a step, so that sums do not depend on their order and
/// symmetric boards have equal values to the last bit.
#[derive(Clone, Debug, PartialEq)]
pub enum Weights {
    /// In 16 bits.
    Narrow {
        /// What one is worth in points.
        step: f32,
        /// The weights.
        weights: Vec<i16>,
    },
    /// In 16 bits, where somebody else keeps them.
    Plain {
        /// What one is worth in points.
        step: f32,
        /// The weights.
        weights: PlainWeights,
    },
    /// In 32 bits.
    Wide {
        /// What one is worth in points.
        step: f32,
        /// The weights.
        weights: Vec<i32>,
    },
}

/// Weights as they lie in a file: two bytes each, the lower one first, wherever they are. So neither alignment nor
/// the byte order of the machine matters, and yet each is read in one instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainWeights(pub(super) SharedBytes);

impl PlainWeights {
    /// The weights, each as its two bytes.
    #[inline(always)]
    pub fn as_pairs(&self) -> &[[u8; 2]] {
        self.0.as_slice().as_chunks().0
    }

    fn iter(&self) -> impl Iterator<Item = i16> {
        self.as_pairs().iter().map(|&pair| i16::from_le_bytes(pair))
    }
}

/// A weight in steps.
pub(super) trait Weight: Copy {
    fn steps(self) -> i32;
}

impl Weight for i16 {
    #[inline(always)]
    fn steps(self) -> i32 {
        i32::from(self)
    }
}

impl Weight for [u8; 2] {
    #[inline(always)]
    fn steps(self) -> i32 {
        i32::from(i16::from_le_bytes(self))
    }
}

impl Weight for i32 {
    #[inline(always)]
    fn steps(self) -> i32 {
        self
    }
}

impl Weights {
    /// The weights with `differences` added; `None` unless they fit each other.
    pub(super) fn plus(self, differences: Weights) -> Option<Weights> {
        let base = match self {
            Weights::Plain { step, weights } => Weights::Narrow { step, weights: weights.iter().collect() },
            other => other,
        };
        match (base, differences) {
            (Weights::Narrow { step, mut weights }, Weights::Narrow { step: other, weights: more })
                if step == other && weights.len() == more.len() =>
            {
                weights.iter_mut().zip(more).for_each(|(weight, more)| *weight = weight.saturating_add(more));
                Some(Weights::Narrow { step, weights })
            }
            _ => None,
        }
    }

    /// The weights at the places that `from` names for each of the `count` places of another stage.
    pub(super) fn renumbered(&self, count: usize, from: impl Iterator<Item = usize>) -> Weights {
        match self {
            Weights::Narrow { step, weights } => {
                Weights::Narrow { step: *step, weights: collected(count, from, |place| weights[place]) }
            }
            Weights::Plain { step, weights } => {
                let pairs = weights.as_pairs();
                let weight = |place: usize| i16::from_le_bytes(pairs[place]);
                Weights::Narrow { step: *step, weights: collected(count, from, weight) }
            }
            Weights::Wide { step, weights } => {
                Weights::Wide { step: *step, weights: collected(count, from, |place| weights[place]) }
            }
        }
    }

    /// All weights in turn, in points.
    pub fn iter(&self) -> Box<dyn Iterator<Item = f32> + '_> {
        match self {
            Weights::Narrow { step, weights } => {
                Box::new(weights.iter().map(move |&weight| f32::from(weight) * step))
            }
            Weights::Plain { step, weights } => {
                Box::new(weights.iter().map(move |weight| f32::from(weight) * step))
            }
            Weights::Wide { step, weights } => {
                Box::new(weights.iter().map(move |&weight| weight as f32 * step))
            }
        }
    }
}

/// What `weight` gives for each of `count` places. `for_each` runs through nested iterators as nested loops, `collect` asks them for
/// one place after the other, which takes three times as long.
fn collected<W>(count: usize, places: impl Iterator<Item = usize>, weight: impl Fn(usize) -> W) -> Vec<W> {
    let mut weights = Vec::with_capacity(count);
    places.for_each(|place| weights.push(weight(place)));
    weights
}
