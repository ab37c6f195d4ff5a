//! What is painted on tiles, as floating-point numbers.

/// The face of the tile with this exponent: 0, 2, 4, … 131072.
#[inline]
pub(crate) const fn face(exponent: u8) -> f64 {
    if exponent == 0 { 0.0 } else { (1u32 << exponent) as f64 }
}

/// The faces of a line.
pub(crate) fn faces(line: [u8; 4]) -> [f64; 4] {
    line.map(face)
}
