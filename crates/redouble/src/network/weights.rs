//! The weights of one stage, as they are looked up.

use super::shared::SharedBytes;

/// The weights of one stage. They are whole numbers of a step, so that sums do not depend on their order and
/// symmetric boards have equal values to the last bit.
#[derive(Clone, Debug, PartialEq)]
pub enum Weights {
    /// In 16 bits.
    Narrow {
        /// What one is worth, in points or log-odds.
        step: f32,
        /// The weights.
        weights: Vec<i16>,
    },
    /// In 16 bits, where somebody else keeps them.
    Plain {
        /// What one is worth, in points or log-odds.
        step: f32,
        /// The weights.
        weights: PlainWeights,
    },
    /// In 32 bits.
    Wide {
        /// What one is worth, in points or log-odds.
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
    /// All weights in turn, in points or log-odds.
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
