//! From the cells of a board to the numbers its patterns make, eight at a time.
//!
//! The symbols in a pattern's cells are the digits of a number, the first cell the lowest. A pattern lies on the
//! board in eight ways, so one step makes eight numbers: it gathers the digits of each, joins neighbours to
//! numbers of two digits, then of four, then of eight. Processors with AVX2 do each step in one instruction.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

/// The cells under a pattern in each of its eight positions; [`NO_CELL`] fills up patterns of under eight cells.
pub type Cells = [[u8; 8]; 8];

/// Stands for a digit 0 in [`Cells`].
pub const NO_CELL: u8 = 0x80;

/// The radix of a stage's numbers.
#[derive(Clone, Copy, Debug)]
pub struct Radix(u32);

impl Radix {
    /// The radix for so many symbols, 2 to 16.
    pub fn new(symbols: usize) -> Radix {
        debug_assert!((2..=16).contains(&symbols));
        Radix(symbols as u32)
    }
}

/// A way to make numbers of boards. Choose one with [`with_fastest`] around a whole loop.
pub trait Locator: Copy {
    /// The symbols of a board's cells.
    type Digits: Copy;
    /// The symbols of the cells of `word`, a nibble each: `symbols` has one for each nibble.
    fn digits(self, word: u64, symbols: &[u8; 16]) -> Self::Digits;
    /// The numbers that `cells` make, each with `offset` added.
    fn places(self, digits: Self::Digits, cells: &Cells, radix: Radix, offset: u32) -> [u32; 8];
}

/// Digit by digit; works everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Locator for Portable {
    type Digits = [u8; 16];

    #[inline(always)]
    fn digits(self, word: u64, symbols: &[u8; 16]) -> [u8; 16] {
        std::array::from_fn(|cell| symbols[(word >> (4 * cell) & 15) as usize])
    }

    #[inline(always)]
    fn places(self, digits: [u8; 16], cells: &Cells, radix: Radix, offset: u32) -> [u32; 8] {
        let digit = |cell: u8| if cell == NO_CELL { 0 } else { u32::from(digits[usize::from(cell & 15)]) };
        // Where a number fits 32 bits, so do its parts; wrapping only spares the checks.
        let number = |cells: &[u8; 8]| {
            cells
                .iter()
                .rev()
                .fold(0u32, |number, &cell| number.wrapping_mul(radix.0).wrapping_add(digit(cell)))
        };
        std::array::from_fn(|symmetry| offset.wrapping_add(number(&cells[symmetry])))
    }
}

/// Four numbers in an instruction. Only [`with_fastest`] makes one, after asking the processor.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Locator for Avx2 {
    type Digits = std::arch::x86_64::__m256i;

    #[inline(always)]
    fn digits(self, word: u64, symbols: &[u8; 16]) -> Self::Digits {
        use std::arch::x86_64::*;
        // SAFETY: an `Avx2` exists only where the processor was found to have these instructions, and the load
        // reads the sixteen bytes of `symbols`.
        unsafe {
            let low = _mm_cvtsi64_si128((word & 0x0f0f_0f0f_0f0f_0f0f) as i64);
            let high = _mm_cvtsi64_si128((word >> 4 & 0x0f0f_0f0f_0f0f_0f0f) as i64);
            let nibbles = _mm_unpacklo_epi8(low, high);
            let symbols = _mm_loadu_si128(symbols.as_ptr().cast());
            _mm256_broadcastsi128_si256(_mm_shuffle_epi8(symbols, nibbles))
        }
    }

    #[inline(always)]
    fn places(self, digits: Self::Digits, cells: &Cells, radix: Radix, offset: u32) -> [u32; 8] {
        use std::arch::x86_64::*;
        let r = radix.0;
        let (rows, _) = cells.as_flattened().as_chunks::<16>();
        // SAFETY: an `Avx2` exists only where the processor was found to have these instructions; each load reads
        // the sixteen bytes of two rows, and the store fills `places`.
        unsafe {
            let pairs = |first: usize| {
                let low = _mm_loadu_si128(rows[first].as_ptr().cast());
                let high = _mm_loadu_si128(rows[first + 2].as_ptr().cast());
                let digits = _mm256_shuffle_epi8(digits, _mm256_set_m128i(high, low));
                let twos = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(((r << 8) | 1) as i16));
                _mm256_madd_epi16(twos, _mm256_set1_epi32((((r * r) << 16) | 1) as i32))
            };
            let (front, back) = (_mm256_castsi256_ps(pairs(0)), _mm256_castsi256_ps(pairs(1)));
            let low = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(front, back));
            let high = _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(front, back));
            let high = _mm256_mullo_epi32(high, _mm256_set1_epi32(r.pow(4) as i32));
            let sum = _mm256_add_epi32(_mm256_add_epi32(low, high), _mm256_set1_epi32(offset as i32));
            let mut places = [0; 8];
            _mm256_storeu_si256(places.as_mut_ptr().cast(), sum);
            places
        }
    }
}

/// A piece of work that makes numbers of many boards.
pub trait Work {
    /// What it results in.
    type Output;
    /// Does the work; implementations should be `#[inline(always)]` so that the instructions are inlined too.
    fn run<L: Locator>(self, locator: L) -> Self::Output;
}

/// Does the work the fastest way this processor offers.
#[inline]
pub fn with_fastest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor was just found to have AVX2.
        return unsafe { with_avx2(work) };
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return work.run(simd128::Simd128);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    work.run(Portable)
}

/// # Safety
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run(Avx2(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    struct Places(u64, [u8; 16], Cells, Radix);
    impl Work for Places {
        type Output = [u32; 8];
        #[inline(always)]
        fn run<L: Locator>(self, locator: L) -> [u32; 8] {
            locator.places(locator.digits(self.0, &self.1), &self.2, self.3, 1000)
        }
    }

    #[test]
    fn both_ways_make_the_same_numbers() {
        let mut rng = Rng::new(7);
        for _ in 0..10_000 {
            let radix = 2 + rng.below(15);
            let symbols = std::array::from_fn(|_| rng.below(radix) as u8);
            let len = 1 + rng.below(8) as usize;
            let mut cell = |at: usize| if at < len { rng.below(16) as u8 } else { NO_CELL };
            let cells = std::array::from_fn(|_| std::array::from_fn(&mut cell));
            let (word, radix) = (rng.bits(), Radix::new(radix as usize));
            let fastest = with_fastest(Places(word, symbols, cells, radix));
            assert_eq!(fastest, Places(word, symbols, cells, radix).run(Portable));
        }
    }

    #[test]
    fn the_first_cell_is_the_lowest_digit() {
        let identity = std::array::from_fn(|nibble| nibble as u8);
        let cells = [[0, 1, 5, NO_CELL, NO_CELL, NO_CELL, NO_CELL, NO_CELL]; 8];
        let places = with_fastest(Places(0x30_0021, identity, cells, Radix::new(10)));
        assert_eq!(places, [1321; 8]);
    }
}
