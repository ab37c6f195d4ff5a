//! What is painted on tiles, as floating-point numbers.

/// The face of the tile with this exponent: 0, 2, 4, … 131072.
#[inline]
pub(crate) const fn face(exponent: u8) -> f64 {
    FACES[exponent as usize & 31]
}

const FACES: [f64; 32] = {
    let (mut faces, mut exponent) = ([0.0; 32], 1);
    while exponent < 32 {
        faces[exponent] = (1u32 << exponent) as f64;
        exponent += 1;
    }
    faces
};

/// The faces of a line.
pub(crate) fn faces(line: [u8; 4]) -> [f64; 4] {
    line.map(face)
}
