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
    pub fn load(&self, at: u32) -> f32 {
        f32::from_bits(self.cells()[at as usize].load(Relaxed))
    }

    /// Adds to each of eight sums the number at its place.
    #[inline(always)]
    pub fn add_to(&self, sums: &mut [f32; 8], places: &[u32; 8]) {
        for (sum, &place) in sums.iter_mut().zip(places) {
            *sum += self.load(place);
        }
    }

    /// Sets number `at`.
    #[inline(always)]
    pub fn store(&self, at: u32, value: f32) {
        self.cells()[at as usize].store(value.to_bits(), Relaxed);
    }

    /// Asks for the memory of number `at`, to be read soon.
    #[inline(always)]
    pub fn prefetch(&self, at: u32) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = self.memory.as_ptr().wrapping_add(4 * at as usize);
            // SAFETY: a prefetch is a hint: it reads nothing and faults on no address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = at;
    }

    /// Sets every number.
    pub fn fill(&self, value: f32) {
        if value != 0.0 {
            self.cells().iter().for_each(|cell| cell.store(value.to_bits(), Relaxed));
        }
    }

    /// All numbers in turn.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        self.cells().iter().map(|cell| f32::from_bits(cell.load(Relaxed)))
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
