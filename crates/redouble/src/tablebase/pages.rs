//! The bytes of a table, checked for damage page by page, each page when it is first read.
//!
//! A table is too large to be read through before it can be used, and a wrong answer is worse than none.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::checksum::crc32;

/// How many bytes share a checksum.
pub(crate) const PAGE: usize = 4096;

/// What was read is not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damage;

/// Bytes that somebody else keeps: in memory, or mapped from a file.
pub(crate) type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Bytes with a checksum for each page.
pub(crate) struct Pages {
    bytes: Bytes,
    length: usize,
    sums: Vec<u32>,
    states: Vec<AtomicU8>,
}

const UNREAD: u8 = 0;
const SOUND: u8 = 1;
const DAMAGED: u8 = 2;

impl Pages {
    /// The pages of the first `length` of the `bytes`, which should have these checksums.
    pub fn new(bytes: Bytes, length: usize, sums: Vec<u32>) -> Pages {
        let states = sums.iter().map(|_| AtomicU8::new(UNREAD)).collect();
        Pages { bytes, length, sums, states }
    }

    fn bytes(&self) -> &[u8] {
        let bytes = (*self.bytes).as_ref();
        &bytes[..self.length.min(bytes.len())]
    }

    /// Reads some bytes, once their pages have been found sound.
    #[inline]
    pub fn read(&self, at: usize, length: usize) -> Result<&[u8], Damage> {
        let bytes = self.bytes().get(at..).and_then(|rest| rest.get(..length)).ok_or(Damage)?;
        for page in at / PAGE..(at + length).div_ceil(PAGE) {
            self.check(page)?;
        }
        Ok(bytes)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sums.len()
    }

    /// Whether a page is as it was written.
    #[inline]
    pub fn check(&self, page: usize) -> Result<(), Damage> {
        match self.states.get(page).ok_or(Damage)?.load(Ordering::Relaxed) {
            SOUND => Ok(()),
            DAMAGED => Err(Damage),
            _ => self.check_now(page),
        }
    }

    #[cold]
    fn check_now(&self, page: usize) -> Result<(), Damage> {
        let bytes = self.bytes();
        let end = bytes.len().min((page + 1) * PAGE);
        let sound = bytes.get(page * PAGE..end).is_some_and(|bytes| crc32(bytes) == self.sums[page]);
        self.states[page].store(if sound { SOUND } else { DAMAGED }, Ordering::Relaxed);
        if sound { Ok(()) } else { Err(Damage) }
    }

    /// Pages of bytes that need no check.
    #[cfg(test)]
    pub fn trusted(bytes: Vec<u8>) -> Pages {
        let (length, sums) = (bytes.len(), sums(&bytes));
        Pages::new(Arc::new(bytes), length, sums)
    }
}

/// The checksum of each page of `bytes`.
pub fn sums(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(PAGE).map(crc32).collect()
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pages({})", self.count())
    }
}
