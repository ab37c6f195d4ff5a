//! Numbers shared by threads without locks and without data races.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use memmap2::MmapMut;

/// A long row of 32-bit floats that several threads read and write at once. Each access is a relaxed atomic,
/// which costs no more than a plain one; what two threads add at the same moment may be lost, which learning
/// forgives. The memory asks for huge pages where the system has them.
pub struct Floats {
    memory: MmapMut,
    len: usize,
}

impl Floats {
    /// `len` zeros.
    pub fn zeros(len: usize) -> io::Result<Floats> {
        let memory = MmapMut::map_anon((len * 4).max(1))?;
        #[cfg(target_os = "linux")]
        if len * 4 >= 1 << 21 {
            // Only speed depends on it, so a system that refuses is fine.
            let _ = memory.advise(memmap2::Advice::HugePage);
        }
        Ok(Floats { memory, len })
    }

    /// The numbers as atomics.
    #[inline(always)]
    fn cells(&self) -> &[AtomicU32] {
        // SAFETY: the mapping is page-aligned, at least `len * 4` bytes long, lives as long as `self`, and is
        // reached through no other reference while `self` is borrowed; every bit pattern is a valid AtomicU32.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.len) }
    }

    /// Number `at`.
    #[inline(always)]
    pub fn load(&self, at: usize) -> f32 {
        f32::from_bits(self.cells()[at].load(Relaxed))
    }

    /// Sets number `at`.
    #[inline(always)]
    pub fn store(&self, at: usize, value: f32) {
        self.cells()[at].store(value.to_bits(), Relaxed);
    }

    /// Asks for the memory of number `at`, to be read soon.
    #[inline(always)]
    pub fn prefetch(&self, at: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = self.memory.as_ptr().wrapping_add(4 * at);
            // SAFETY: a prefetch is a hint: it reads nothing and faults on no address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = at;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}
