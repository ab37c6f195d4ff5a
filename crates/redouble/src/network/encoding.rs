//! How the weights of a stage are stored: every encoding is written and read here.
//!
//! ```text
//! 0  floats   each weight as f32, in points or log-odds                           while it learns
//! 1  packed   step f32, three frames: a bitmap of the weights that are not 0,     to keep
//!             their lower bytes, their upper bytes
//! 3  plain    step f32, less than a page of filling, each weight as i16           to open at once
//! ```
//! The first byte is the number of the encoding; 2 is one that went with the networks it was for. A frame is its length
//! (u32) and so many bytes of zstd. The engine knows how to unpack only: whoever packs brings the compressor.

use std::io::{self, Read};

use super::Values;
use super::file::NetworkFormatError;
use super::shared::SharedBytes;
use super::weights::{PlainWeights, Weights};

const FLOATS: u8 = 0;
const PACKED: u8 = 1;
const PLAIN: u8 = 3;

/// The step of weights stored as floats, fine enough for any purpose: 8 million points still fit, and any log-odds.
fn fine_step(values: Values) -> f32 {
    match values {
        Values::Points => 1.0 / 256.0,
        Values::Chances { .. } => 1.0 / 65536.0,
    }
}

/// A packed stage with more weights than [`SMALL`] has at most this many for each of its bytes.
const MOST_PER_BYTE: usize = 4096;
const SMALL: usize = 1 << 20;

/// What a plain stage begins with: its encoding and its step.
const HEAD: usize = 5;
/// It has less filling than this: its weights begin where the pages of memory do.
const PAGE: usize = 4096;

/// Whether a stored stage is plain, to be used where it lies.
pub fn is_plain(section: &[u8]) -> bool {
    section.first() == Some(&PLAIN)
}

/// Reads a stage that must have `count` weights, of these `values`.
pub fn decode(section: &SharedBytes, count: usize, values: Values) -> Result<Weights, NetworkFormatError> {
    let weights = match section.as_slice().split_first() {
        Some((&FLOATS, _)) => {
            read_floats(section.as_slice(), count).map(|floats| in_steps(floats, fine_step(values)))
        }
        Some((&PACKED, packed)) => unpack(packed, count),
        Some((&PLAIN, _)) => read_plain(section, count),
        _ => None,
    };
    weights.ok_or_else(|| NetworkFormatError::Damaged("weights".to_owned()))
}

/// A stage of floats as they are.
pub fn floats(numbers: impl ExactSizeIterator<Item = f32>) -> Vec<u8> {
    let mut section = Vec::with_capacity(1 + 4 * numbers.len());
    section.push(FLOATS);
    numbers.for_each(|number| section.extend_from_slice(&number.to_le_bytes()));
    section
}

/// The `count` floats of a stage; `None` unless it holds just these.
pub fn read_floats(section: &[u8], count: usize) -> Option<impl ExactSizeIterator<Item = f32>> {
    let (&encoding, bytes) = section.split_first()?;
    let (numbers, rest) = bytes.as_chunks::<4>();
    let fits = encoding == FLOATS && numbers.len() == count && rest.is_empty();
    fits.then(|| numbers.iter().map(|&number| f32::from_le_bytes(number)))
}

fn in_steps(floats: impl Iterator<Item = f32>, step: f32) -> Weights {
    // `as` turns what is no number into 0 and what is too large into the largest.
    let weights = floats.map(|number| (number / step).round() as i32).collect();
    Weights::Wide { step, weights }
}

/// A packed stage: weights as numbers of steps, of which most should be 0. `compress` makes a zstd frame.
pub fn packed(
    step: f32,
    numbers: &[i16],
    compress: impl Fn(&[u8]) -> io::Result<Vec<u8>>,
) -> io::Result<Vec<u8>> {
    let mut bitmap = vec![0u8; numbers.len().div_ceil(8)];
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for (place, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
        bitmap[place / 8] |= 1 << (place % 8);
        let [lower, upper] = number.to_le_bytes();
        low.push(lower);
        high.push(upper);
    }
    let mut section = vec![PACKED];
    section.extend(step.to_le_bytes());
    for plane in [bitmap, low, high] {
        let frame = compress(&plane)?;
        section.extend((frame.len() as u32).to_le_bytes());
        section.extend(frame);
    }
    Ok(section)
}

/// What [`packed`] packed, behind its encoding.
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

/// A plain stage that starts at byte `start` of its file. Weights of 16 bits stay what they are; wider ones are rounded
/// to multiples of `step`.
pub fn plain(weights: &Weights, step: f32, start: usize) -> Vec<u8> {
    let (step, pairs): (f32, Box<dyn Iterator<Item = [u8; 2]>>) = match weights {
        Weights::Narrow { step, weights } => {
            (*step, Box::new(weights.iter().map(|weight| weight.to_le_bytes())))
        }
        Weights::Plain { step, weights } => (*step, Box::new(weights.as_pairs().iter().copied())),
        Weights::Wide { .. } => {
            let rounded = move |points: f32| (points / step).round() as i16;
            (step, Box::new(weights.iter().map(move |points| rounded(points).to_le_bytes())))
        }
    };
    let mut section = vec![PLAIN];
    section.extend(step.to_le_bytes());
    section.resize((start + section.len()).next_multiple_of(PAGE) - start, 0);
    section.extend(pairs.flatten());
    section
}

/// The weights of a plain stage, which are not looked at now: whatever they are, they are numbers.
fn read_plain(section: &SharedBytes, count: usize) -> Option<Weights> {
    let length = section.as_slice().len();
    let (&step, _) = section.as_slice().get(1..)?.split_first_chunk()?;
    let step = Some(f32::from_le_bytes(step)).filter(|step| step.is_finite())?;
    let start = length.checked_sub(count.checked_mul(2)?)?;
    let has_room = (HEAD..HEAD + PAGE).contains(&start);
    let weights = has_room.then(|| section.part(start..length)).flatten()?;
    Some(Weights::Plain { step, weights: PlainWeights(weights) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(section: Vec<u8>, count: usize) -> Result<Weights, NetworkFormatError> {
        decode(&SharedBytes::new(section), count, Values::Points)
    }

    /// A zstd frame of one raw block: what every compressor could write.
    fn raw_frame(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let size = bytes.len() as u32;
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0]; // the magic; one segment, its size in four bytes
        frame.extend(size.to_le_bytes());
        frame.extend(&(size << 3 | 1).to_le_bytes()[..3]); // the last block, raw
        frame.extend(bytes);
        Ok(frame)
    }

    #[test]
    fn every_encoding_is_read_as_it_was_written() {
        let numbers = [0, -3, 0, 7, i16::MIN, i16::MAX, 0, 0, 1];
        let narrow = |weights: &[i16]| Weights::Narrow { step: 2.0, weights: weights.to_vec() };
        assert_eq!(read(packed(2.0, &numbers, raw_frame).unwrap(), 9), Ok(narrow(&numbers)));
        let points = numbers.map(|number| f32::from(number) * 0.5);
        assert!(read(floats(points.into_iter()), 9).unwrap().iter().eq(points));
        let found = read(plain(&narrow(&numbers), 8.0, 100), 9).unwrap();
        assert!(matches!(&found, Weights::Plain { step: 2.0, .. }));
        assert!(found.iter().eq(narrow(&numbers).iter()));
    }

    #[test]
    fn no_stage_is_read_with_more_or_fewer_weights_than_it_has() {
        let numbers = [1i16, 2, 3];
        let narrow = Weights::Narrow { step: 2.0, weights: numbers.to_vec() };
        let packed = packed(2.0, &numbers, raw_frame).unwrap();
        for section in [packed, floats([1.0, 2.0, 3.0].into_iter())] {
            assert!(read(section.clone(), 3).is_ok());
            assert!(read(section.clone(), 2).is_err() && read(section, 9).is_err());
        }
        assert!(read(plain(&narrow, 2.0, 0), 3).is_ok());
        assert!(read(plain(&narrow, 2.0, 0), 5000).is_err(), "there is no room for so many");
    }
}
