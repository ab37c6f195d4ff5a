//! Numbers of boards with the 128-bit instructions of WebAssembly, four at a time.

use core::arch::wasm32::*;

use super::{Cells, Locator, Radix};

/// Four numbers in an instruction, where the program was built for browsers that have them.
#[derive(Clone, Copy)]
pub struct Simd128;

impl Locator for Simd128 {
    type Digits = v128;

    #[inline(always)]
    fn digits(self, word: u64, symbols: &[u8; 16]) -> v128 {
        let low = u64x2(word & 0x0f0f_0f0f_0f0f_0f0f, 0);
        let high = u64x2(word >> 4 & 0x0f0f_0f0f_0f0f_0f0f, 0);
        let nibbles = u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(low, high);
        u8x16_swizzle(vector(symbols), nibbles)
    }

    #[inline(always)]
    fn places(self, digits: v128, cells: &Cells, radix: Radix, offset: u32) -> [u32; 8] {
        let r = radix.0;
        let (rows, _) = cells.as_flattened().as_chunks::<16>();
        // Two positions of the pattern: for each the number of its first four cells and of its last four.
        let fours = |pair: usize| {
            let digits = u8x16_swizzle(digits, vector(&rows[pair])); // beyond the cells it makes 0
            let (first, second) = (v128_and(digits, u16x8_splat(0xff)), u16x8_shr(digits, 8));
            let twos = u16x8_add(first, u16x8_mul(second, u16x8_splat(r as u16)));
            let square = (r * r) as i16;
            i32x4_dot_i16x8(twos, i16x8(1, square, 1, square, 1, square, 1, square))
        };
        let eights = |pair: usize| {
            let (front, back) = (fours(pair), fours(pair + 1));
            let low = u32x4_shuffle::<0, 2, 4, 6>(front, back);
            let high = u32x4_shuffle::<1, 3, 5, 7>(front, back);
            u32x4_add(u32x4_add(low, u32x4_mul(high, u32x4_splat(r.pow(4)))), u32x4_splat(offset))
        };
        let (front, back) = (eights(0), eights(2));
        [
            u32x4_extract_lane::<0>(front),
            u32x4_extract_lane::<1>(front),
            u32x4_extract_lane::<2>(front),
            u32x4_extract_lane::<3>(front),
            u32x4_extract_lane::<0>(back),
            u32x4_extract_lane::<1>(back),
            u32x4_extract_lane::<2>(back),
            u32x4_extract_lane::<3>(back),
        ]
    }
}

/// Sixteen bytes as one vector.
#[inline(always)]
fn vector(bytes: &[u8; 16]) -> v128 {
    let (halves, _) = bytes.as_chunks::<8>();
    u64x2(u64::from_le_bytes(halves[0]), u64::from_le_bytes(halves[1]))
}
