//! The eight symmetries of the square, on whole words.

use crate::Board;

impl Board {
    /// The board with rows and columns exchanged: mirrored in the diagonal from the top left.
    pub const fn transposed(self) -> Board {
        Board::from_bits(transpose_nibbles(self.low()), transpose_bits(self.high()))
    }

    /// The board with left and right exchanged.
    pub const fn mirrored(self) -> Board {
        Board::from_bits(mirror_nibbles(self.low()), mirror_bits(self.high()))
    }

    /// The board in all eight positions, itself first, by mirroring and transposing in turn.
    pub const fn symmetries(self) -> [Board; 8] {
        let b1 = self.mirrored();
        let b2 = b1.transposed();
        let b3 = b2.mirrored();
        let b4 = b3.transposed();
        let b5 = b4.mirrored();
        let b6 = b5.transposed();
        let b7 = b6.mirrored();
        [self, b1, b2, b3, b4, b5, b6, b7]
    }

    /// The same board for all eight positions of it: the smallest by its bits.
    pub fn canonical(self) -> Board {
        let key = |board: &Board| (board.high(), board.low());
        self.symmetries().into_iter().min_by_key(key).unwrap_or(self)
    }
}

/// Transposes sixteen nibbles: first within the 2×2 blocks, then the blocks.
pub(crate) const fn transpose_nibbles(b: u64) -> u64 {
    let t = (b ^ b >> 12) & 0x0000_f0f0_0000_f0f0;
    let b = b ^ t ^ t << 12;
    let t = (b ^ b >> 24) & 0x0000_0000_ff00_ff00;
    b ^ t ^ t << 24
}

/// Reverses the four nibbles of each row.
pub(crate) const fn mirror_nibbles(b: u64) -> u64 {
    let b = (b >> 8 & 0x00ff_00ff_00ff_00ff) | (b & 0x00ff_00ff_00ff_00ff) << 8;
    (b >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (b & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

const fn transpose_bits(b: u16) -> u16 {
    let t = (b ^ b >> 3) & 0x0a0a;
    let b = b ^ t ^ t << 3;
    let t = (b ^ b >> 6) & 0x00cc;
    b ^ t ^ t << 6
}

const fn mirror_bits(b: u16) -> u16 {
    let b = (b >> 2 & 0x3333) | (b & 0x3333) << 2;
    (b >> 1 & 0x5555) | (b & 0x5555) << 1
}
