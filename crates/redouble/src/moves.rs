//! The four moves.

/// A direction to slide in. The order is the one in which ties are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Towards the top row.
    Up,
    /// Towards the right column.
    Right,
    /// Towards the bottom row.
    Down,
    /// Towards the left column.
    Left,
}

impl Move {
    /// All four, in the order in which ties are broken.
    pub const ALL: [Move; 4] = [Move::Up, Move::Right, Move::Down, Move::Left];

    /// 0 for up, 1 right, 2 down, 3 left.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `up`, `right`, `down` or `left`.
    pub const fn name(self) -> &'static str {
        ["up", "right", "down", "left"][self.index()]
    }

    /// `u`, `r`, `d` or `l`.
    pub const fn letter(self) -> char {
        ['u', 'r', 'd', 'l'][self.index()]
    }
}
