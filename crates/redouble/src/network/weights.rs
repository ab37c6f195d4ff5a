//! The weights of one stage, as they are stored and as they are looked up.
//!
//! A stored stage begins with its encoding: 0 for 32-bit floats as they are, 1 for packed weights, 2 for packed
//! differences to what the stage before it holds, 3 for plain weights. A packed stage holds its step (f32) and three
//! zstd frames, each preceded by its length (u32): a bitmap of the numbers that are not 0, their lower bytes, and
//! their upper bytes. A plain stage holds its step (f32), less than 4096 bytes of filling, and to its end the weights
//! in 16 bits each, which are used where they lie.

use std::io::Read;

use super::file::NetworkFormatError;
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
pub struct PlainWeights(SharedBytes);

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

/// The step of weights stored as floats: fine enough for any purpose, and 8 million points still fit.
const FINE_STEP: f32 = 1.0 / 256.0;

/// A packed stage with more weights than [`SMALL`] has at most this many for each of its bytes.
const MOST_PER_BYTE: usize = 4096;
const SMALL: usize = 1 << 20;

/// The encodings of a stage.
const FLOATS: u8 = 0;
const PACKED: u8 = 1;
const DIFFERENCES: u8 = 2;
const PLAIN: u8 = 3;

/// What a plain stage begins with: its encoding and its step.
const HEAD: usize = 5;
/// It has less filling than this.
const PAGE: usize = 4096;

impl Weights {
    /// Whether a stored stage is plain, to be used where it lies.
    pub fn is_plain(section: &[u8]) -> bool {
        section.first() == Some(&PLAIN)
    }

    /// Reads a stage that must have `count` weights; `inherited` makes those of the stage before it, as this one
    /// numbers them.
    pub fn decode(
        section: &SharedBytes,
        count: usize,
        inherited: impl FnOnce() -> Option<Weights>,
    ) -> Result<Weights, NetworkFormatError> {
        let weights = match section.as_slice().split_first() {
            Some((&FLOATS, floats)) if floats.len() == 4 * count => Some(from_floats(floats)),
            Some((&PACKED, packed)) => unpack(packed, count),
            Some((&DIFFERENCES, packed)) => {
                unpack(packed, count).and_then(|differences| inherited()?.plus(differences))
            }
            Some((&PLAIN, _)) => plain(section, count),
            _ => None,
        };
        weights.ok_or_else(|| NetworkFormatError::Damaged("weights".to_owned()))
    }

    /// The weights with `differences` added; `None` unless they fit each other.
    fn plus(self, differences: Weights) -> Option<Weights> {
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

fn from_floats(bytes: &[u8]) -> Weights {
    let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
    // `as` turns what is no number into 0 and what is too large into the largest.
    let weights = bytes.chunks_exact(4).map(|bytes| (number(bytes) / FINE_STEP).round() as i32).collect();
    Weights::Wide { step: FINE_STEP, weights }
}

/// The weights of a plain stage, which are not looked at now: whatever they are, they are numbers.
fn plain(section: &SharedBytes, count: usize) -> Option<Weights> {
    let length = section.as_slice().len();
    let (&step, _) = section.as_slice().get(1..)?.split_first_chunk()?;
    let step = Some(f32::from_le_bytes(step)).filter(|step| step.is_finite())?;
    let start = length.checked_sub(count.checked_mul(2)?)?;
    let has_room = (HEAD..HEAD + PAGE).contains(&start);
    let weights = has_room.then(|| section.part(start..length)).flatten()?;
    Some(Weights::Plain { step, weights: PlainWeights(weights) })
}

fn unpack(packed: &[u8], count: usize) -> Option<Weights> {
    let (step, packed) = packed.split_first_chunk()?;
    let step = f32::from_le_bytes(*step);
    let mut frames = packed;
    if count > SMALL && count / MOST_PER_BYTE > packed.len() {
        return None; // a few bytes do not ask for gigabytes
    }
    let bitmap = frame(&mut frames, count.div_ceil(8))?;
    let listed = bitmap.iter().map(|byte| byte.count_ones() as usize).sum();
    let low = frame(&mut frames, listed)?;
    let high = frame(&mut frames, listed)?;
    if !frames.is_empty() || !step.is_finite() || has_bits_beyond(&bitmap, count) {
        return None;
    }
    let mut values = low.iter().zip(&high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
    let mut weights = vec![0; count];
    for (weights, mut bits) in weights.chunks_mut(8).zip(bitmap) {
        while bits != 0 {
            weights[bits.trailing_zeros() as usize] = values.next()?;
            bits &= bits - 1;
        }
    }
    Some(Weights::Narrow { step, weights })
}

/// Whether a bitmap lists something beyond its `count` places.
fn has_bits_beyond(bitmap: &[u8], count: usize) -> bool {
    !count.is_multiple_of(8) && bitmap.last().is_some_and(|last| last >> (count % 8) != 0)
}

/// Takes the next frame off `rest`; `None` unless it unpacks to exactly `length` bytes. Never makes room for more.
fn frame(rest: &mut &[u8], length: usize) -> Option<Vec<u8>> {
    let (size, after) = rest.split_first_chunk()?;
    let (frame, after) = after.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    *rest = after;
    let mut bytes = Vec::new();
    let decoder = ruzstd::decoding::StreamingDecoder::new(frame).ok()?;
    decoder.take(length as u64 + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length).then_some(bytes)
}
