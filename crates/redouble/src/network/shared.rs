//! Bytes that somebody else keeps: built into the program, in memory, or mapped from a file.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Bytes and who keeps them. Copies share them.
#[derive(Clone)]
pub struct SharedBytes {
    owner: Arc<dyn AsRef<[u8]> + Send + Sync>,
    span: Range<usize>,
}

impl SharedBytes {
    /// All the bytes of their owner.
    pub fn new(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> SharedBytes {
        let span = 0..owner.as_ref().len();
        SharedBytes { owner: Arc::new(owner), span }
    }

    /// The bytes. None if their owner has fewer than at first.
    #[inline(always)]
    pub fn as_slice(&self) -> &[u8] {
        (*self.owner).as_ref().get(self.span.clone()).unwrap_or(&[])
    }

    /// Some of them; `None` if there are not so many.
    pub fn part(&self, span: Range<usize>) -> Option<SharedBytes> {
        self.as_slice().get(span.clone())?;
        let span = self.span.start + span.start..self.span.start + span.end;
        Some(SharedBytes { owner: Arc::clone(&self.owner), span })
    }
}

impl PartialEq for SharedBytes {
    fn eq(&self, other: &SharedBytes) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedBytes({})", self.as_slice().len())
    }
}
