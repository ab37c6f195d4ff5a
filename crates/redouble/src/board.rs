//! The board: a value of sixteen cells with the player to move.

use crate::rows::{self, Row};
use crate::symmetry::transpose_nibbles;
use crate::{Afterstate, Cell, Move, Tile};

/// The lowest bit of each cell's four.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// Sixteen cells, the player to move.
///
/// Four bits a cell in one word, the fifth bit of each cell in another that is nearly always zero.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    low: u64,
    high: u16,
}

/// What a legal slide does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The board after the slide, before the spawn.
    pub after: Afterstate,
    /// The points it makes: the sum of the merged tiles.
    pub reward: u32,
}

impl Board {
    /// Sixteen empty cells.
    pub const EMPTY: Board = Board { low: 0, high: 0 };

    /// The board with these tiles, row by row from the top left.
    pub fn from_tiles(tiles: [Tile; 16]) -> Board {
        Cell::all().zip(tiles).fold(Board::EMPTY, |board, (cell, tile)| board.with(cell, tile))
    }

    /// Its tiles, row by row from the top left.
    pub fn tiles(self) -> [Tile; 16] {
        let mut tiles = [Tile::EMPTY; 16];
        for cell in Cell::all() {
            tiles[cell.index()] = self.tile(cell);
        }
        tiles
    }

    /// The tile in a cell.
    pub const fn tile(self, cell: Cell) -> Tile {
        let low = (self.low >> (4 * cell.index())) as u8 & 15;
        let high = (self.high >> cell.index()) as u8 & 1;
        match Tile::new(high << 4 | low) {
            Some(tile) => tile,
            None => Tile::MAX, // no constructor lets an exponent above 17 in
        }
    }

    /// The same board with another tile in one cell.
    #[must_use]
    pub const fn with(self, cell: Cell, tile: Tile) -> Board {
        let (low, high) = ((tile.exponent() & 15) as u64, (tile.exponent() >> 4) as u16);
        let place = cell.index();
        Board {
            low: self.low & !(15 << (4 * place)) | low << (4 * place),
            high: self.high & !(1 << place) | high << place,
        }
    }

    /// The lower four bits of each cell, cell 0 lowest.
    pub const fn low(self) -> u64 {
        self.low
    }

    /// The fifth bit of each cell, cell 0 lowest: set for 65536 and 131072.
    pub const fn high(self) -> u16 {
        self.high
    }

    /// The board made of [`low`](Board::low) and [`high`](Board::high) of a valid one.
    pub(crate) const fn from_bits(low: u64, high: u16) -> Board {
        Board { low, high }
    }

    /// Slides all tiles; `None` if that changes nothing, which is no legal move.
    #[inline]
    pub fn slide(self, mv: Move) -> Option<Slide> {
        let (after, reward) = if self.needs_fifth_bit() { self.slide_tiles(mv) } else { self.slide_rows(mv) };
        (after != self).then_some(Slide { after: Afterstate::new(after), reward })
    }

    /// The legal slides, in the order of [`Move::ALL`].
    pub fn slides(self) -> impl Iterator<Item = (Move, Slide)> {
        Move::ALL.into_iter().filter_map(move |mv| Some((mv, self.slide(mv)?)))
    }

    /// Whether no slide is legal: no cell is empty and no two neighbours merge, or there is no tile at all.
    #[inline]
    pub fn is_dead(self) -> bool {
        matches!(self.empties(), 0 | 16) && Move::ALL.iter().all(|&mv| self.slide(mv).is_none())
    }

    /// Whether a tile above 32768 is on the board or could come from one slide.
    #[inline]
    pub(crate) const fn needs_fifth_bit(self) -> bool {
        let b = self.low;
        let full = b & b >> 1 & b >> 2 & b >> 3 & ONES; // one bit for each 32768
        self.high != 0 || full & full.wrapping_sub(1) != 0
    }

    /// The fast way: four rows looked up.
    #[inline]
    fn slide_rows(self, mv: Move) -> (Board, u32) {
        let vertical = matches!(mv, Move::Up | Move::Down);
        let lines = if vertical { transpose_nibbles(self.low) } else { self.low };
        let towards_first = matches!(mv, Move::Up | Move::Left);
        let tables = rows::tables();
        let (mut slid, mut reward) = (0, 0);
        for shift in [0, 16, 32, 48] {
            let row = (lines >> shift) as Row as usize;
            let (first, last) = tables.slid[row];
            slid |= u64::from(if towards_first { first } else { last }) << shift;
            reward += tables.reward[row];
        }
        (Board { low: if vertical { transpose_nibbles(slid) } else { slid }, high: 0 }, reward)
    }

    /// The general way: four lines of tiles by the rule itself.
    #[cold]
    fn slide_tiles(self, mv: Move) -> (Board, u32) {
        let (mut after, mut reward) = (self, 0);
        for line in 0..4 {
            let cells = [0, 1, 2, 3].map(|step| line_cell(mv, line, step));
            let (slid, points) = rows::slide_line(cells.map(|cell| self.tile(cell).exponent()));
            for (cell, exponent) in cells.into_iter().zip(slid) {
                after = after.with(cell, Tile::new(exponent).unwrap_or(Tile::MAX));
            }
            reward += points;
        }
        (after, reward)
    }

    /// A bit for each empty cell, at the lowest of its four.
    #[inline]
    pub(crate) const fn empty_bits(self) -> u64 {
        let mut taken = self.low | self.low >> 2;
        taken |= taken >> 1;
        let mut empty = !taken & ONES;
        if self.high != 0 {
            empty &= !spread(self.high);
        }
        empty
    }

    /// How many cells are empty.
    #[inline]
    pub const fn empties(self) -> u32 {
        self.empty_bits().count_ones()
    }

    /// The empty cells, from the top left.
    pub fn empty_cells(self) -> impl Iterator<Item = Cell> {
        let mut left = self.empty_bits();
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (place < 64).then(|| Cell::known(place / 4))
        })
    }

    /// The largest tile.
    pub fn max_tile(self) -> Tile {
        self.tiles().into_iter().max().unwrap_or_default()
    }

    /// How many cells hold `tile`.
    pub fn count(self, tile: Tile) -> u32 {
        self.tiles().into_iter().filter(|&other| other == tile).count() as u32
    }

    /// How many different tiles stand on the board.
    pub fn distinct_tiles(self) -> u32 {
        let seen = self.tiles().into_iter().fold(0u32, |seen, tile| seen | 1 << tile.exponent());
        (seen & !1).count_ones()
    }

    /// The sum of the faces.
    pub fn sum(self) -> u32 {
        self.tiles().into_iter().map(Tile::face).sum()
    }

    /// The points this board is worth if every spawn was a 2: each tile 2^k took (k − 1)·2^k to build.
    ///
    /// For boards that come without a score. Each spawned 4 makes it 4 too high.
    pub fn score_by_tiles(self) -> u32 {
        self.tiles().into_iter().map(score_of).sum()
    }
}

/// Points made on the way to one tile.
pub(crate) const fn score_of(tile: Tile) -> u32 {
    match tile.exponent() {
        0 | 1 => 0,
        k => (k as u32 - 1) << k,
    }
}

/// The cell `step` places from the wall that `mv` slides to, in line `line`.
fn line_cell(mv: Move, line: u32, step: u32) -> Cell {
    Cell::known(match mv {
        Move::Up => 4 * step + line,
        Move::Right => 4 * line + 3 - step,
        Move::Down => 4 * (3 - step) + line,
        Move::Left => 4 * line + step,
    })
}

/// Bit i moved to bit 4i.
pub(crate) const fn spread(bits: u16) -> u64 {
    let b = bits as u64;
    let b = (b | b << 24) & 0x0000_00ff_0000_00ff;
    let b = (b | b << 12) & 0x000f_000f_000f_000f;
    let b = (b | b << 6) & 0x0303_0303_0303_0303;
    (b | b << 3) & ONES
}
