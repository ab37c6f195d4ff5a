//! Gathering the nibbles under a mask, by one instruction where the processor has it.

/// A way to gather bits. Choose one with [`with_fastest`] around a whole loop.
pub trait Extract: Copy {
    /// The bits of `word` under `mask`, moved together at the low end.
    fn extract(self, word: u64, mask: u64) -> u64;
}

/// Runs of nibbles moved one after the other; works everywhere.
#[derive(Clone, Copy)]
pub struct Portable;

impl Extract for Portable {
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        let (mut result, mut filled, mut left) = (0, 0, mask);
        while left != 0 {
            let start = left.trailing_zeros();
            let length = (!(left >> start)).trailing_zeros();
            let run = (u64::MAX >> (64 - length)) << start;
            result |= (word & run) >> start << filled;
            filled += length;
            left &= !run;
        }
        result
    }
}

/// The BMI2 instruction for it. Only [`with_fastest`] makes one, after asking the processor.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Extract for Bmi2 {
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a `Bmi2` exists only where the processor was found to have the instruction.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }
}

/// A piece of work that gathers bits many times.
pub trait Work {
    /// What it results in.
    type Output;
    /// Does the work; implementations should be `#[inline(always)]` so that the instruction is inlined too.
    fn run<X: Extract>(self, extract: X) -> Self::Output;
}

/// Does the work the fastest way this processor offers.
#[inline]
pub fn with_fastest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor was just found to have BMI2.
        return unsafe { with_bmi2(work) };
    }
    work.run(Portable)
}

/// # Safety
/// The processor must have BMI2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
unsafe fn with_bmi2<W: Work>(work: W) -> W::Output {
    work.run(Bmi2(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    struct Gather(u64, u64);
    impl Work for Gather {
        type Output = u64;
        #[inline(always)]
        fn run<X: Extract>(self, extract: X) -> u64 {
            extract.extract(self.0, self.1)
        }
    }

    #[test]
    fn both_ways_gather_the_same_bits() {
        let mut rng = Rng::new(7);
        for _ in 0..10_000 {
            let (word, mask) = (rng.bits(), rng.bits() & rng.bits());
            assert_eq!(with_fastest(Gather(word, mask)), Portable.extract(word, mask));
        }
    }
}
