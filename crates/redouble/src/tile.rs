//! A tile and the cell it stands in.

/// The content of a cell: empty, or a power of two from 2 to 131072, kept as its exponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// No tile.
    pub const EMPTY: Tile = Tile(0);
    /// The tile that spawns nine times in ten.
    pub const TWO: Tile = Tile(1);
    /// The tile that spawns one time in ten.
    pub const FOUR: Tile = Tile(2);
    /// One spawn in so many is a 4.
    pub const ONE_FOUR_IN: u32 = 10;
    /// What spawns, each with its probability.
    pub const SPAWNS: [(Tile, f64); 2] = {
        let all = Tile::ONE_FOUR_IN as f64;
        [(Tile::TWO, (all - 1.0) / all), (Tile::FOUR, 1.0 / all)]
    };
    /// 2048: tiles from here upwards are large, unless a network says otherwise.
    pub const LARGE: Tile = Tile(11);
    /// 131072, which no longer merges.
    pub const MAX: Tile = Tile(17);

    /// The tile 2^`exponent`, or the empty cell for 0; `None` beyond 17.
    pub const fn new(exponent: u8) -> Option<Tile> {
        if exponent <= Tile::MAX.0 { Some(Tile(exponent)) } else { None }
    }

    /// The tile that spawns when luck draws `drawn` below [`ONE_FOUR_IN`](Tile::ONE_FOUR_IN).
    #[inline]
    pub(crate) const fn spawned(drawn: u32) -> Tile {
        if drawn == 0 { Tile::FOUR } else { Tile::TWO }
    }

    /// A tile of an exponent known to be at most 17.
    pub(crate) const fn known(exponent: u8) -> Tile {
        debug_assert!(exponent <= Tile::MAX.0);
        Tile(exponent)
    }

    /// The tile with this face, 0 being the empty cell.
    pub const fn from_face(face: u32) -> Option<Tile> {
        match face {
            0 => Some(Tile::EMPTY),
            1 => None,
            _ if face.is_power_of_two() => Tile::new(face.trailing_zeros() as u8),
            _ => None,
        }
    }

    /// 0 for an empty cell, 1 for 2, … 17 for 131072.
    pub const fn exponent(self) -> u8 {
        self.0
    }

    /// What is painted on the tile: 2, 4, … 131072, or 0 for an empty cell.
    pub const fn face(self) -> u32 {
        if self.0 == 0 { 0 } else { 1 << self.0 }
    }

    /// Whether there is no tile.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// One of the sixteen places of a board, numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number; `None` beyond 15.
    pub const fn new(index: u8) -> Option<Cell> {
        if index < 16 { Some(Cell(index)) } else { None }
    }

    /// The cell in `row` from the top and `column` from the left; `None` off the board.
    pub const fn at(row: u8, column: u8) -> Option<Cell> {
        if row < 4 && column < 4 { Some(Cell(row * 4 + column)) } else { None }
    }

    /// All sixteen, from the top left.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..16).map(Cell)
    }

    /// Its number, 0 to 15.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row from the top, 0 to 3.
    pub const fn row(self) -> usize {
        self.index() / 4
    }

    /// Its column from the left, 0 to 3.
    pub const fn column(self) -> usize {
        self.index() % 4
    }

    /// A cell known to be on the board.
    pub(crate) const fn known(index: u32) -> Cell {
        debug_assert!(index < 16);
        Cell(index as u8)
    }
}
