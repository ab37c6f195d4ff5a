//! The board: a value of sixteen cells with the player to move.

use crate::rows::{self, Row};
use crate::symmetry::transpose_nibbles;
use crate::{Afterstate, Cell, Move, Tile};

/// The lowest bit of each cell's four.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// Sixteen cells, the player to move.
///
/// A board is a value: sliding makes an [`Afterstate`] and leaves the board as it was. It is read from a picture, from
/// sixteen hex characters and from much that people paste, and `{:?}` draws it.
///
/// ```
/// use redouble::{Board, Move};
/// let board: Board = "
///     2 2 4 .
///     . 8 . .
///     . . . .
///     2 . . 8".parse()?;
/// let slide = board.slide(Move::Left).unwrap();
/// assert_eq!(slide.reward, 4);
/// assert_eq!(format!("{:?}", slide.after), "
///  4 4 . .
///  8 . . .
///  . . . .
///  2 8 . .");
/// assert_eq!(board.to_string(), "1120030000001003");
/// # Ok::<(), redouble::ParseBoardError>(())
/// ```
///
/// Four bits a cell in one word, the fifth bit of each cell in another that is nearly always zero.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    low: u64,
    high: u16,
}

/// What a legal slide does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// The exponents of its tiles, row by row from the top left: 0 for an empty cell, 1 for 2, … 17 for 131072.
    #[inline]
    pub fn exponents(self) -> [u8; 16] {
        let mut exponents = [0; 16];
        exponents[..8].copy_from_slice(&nibbles_to_bytes(self.low as u32).to_le_bytes());
        exponents[8..].copy_from_slice(&nibbles_to_bytes((self.low >> 32) as u32).to_le_bytes());
        if self.high != 0 {
            exponents
                .iter_mut()
                .enumerate()
                .for_each(|(cell, byte)| *byte |= (self.high >> cell & 1) as u8 * 16);
        }
        exponents
    }

    /// The tile in a cell.
    pub const fn tile(self, cell: Cell) -> Tile {
        let low = (self.low >> (4 * cell.index())) as u8 & 15;
        let high = (self.high >> cell.index()) as u8 & 1;
        Tile::known(high << 4 | low)
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

    /// The legal slide that is worth most, the first of equals; `None` if the board is dead.
    ///
    /// ```
    /// # use redouble::{Board, Move};
    /// let board: Board = "2 2 . . / 8 8 . . / . . . . / . . . .".parse()?;
    /// let (mv, slide) = board.best_slide(|slide| slide.reward).unwrap();
    /// assert_eq!((mv, slide.reward), (Move::Right, 20));
    /// # Ok::<(), redouble::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn best_slide<W: PartialOrd>(self, mut worth: impl FnMut(Slide) -> W) -> Option<(Move, Slide)> {
        let mut best: Option<(W, (Move, Slide))> = None;
        for (mv, slide) in self.slides() {
            let worth = worth(slide);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, (mv, slide)));
            }
        }
        best.map(|(_, found)| found)
    }

    /// Whether no slide is legal: no cell is empty and no two neighbours merge, or there is no tile at all.
    #[inline]
    pub fn is_dead(self) -> bool {
        match self.empty_bits() {
            0 if self.high == 0 => !self.has_equal_neighbours(),
            0 | ONES => Move::ALL.iter().all(|&mv| self.slide(mv).is_none()),
            _ => false,
        }
    }

    /// Whether two neighbours are the same in their lower four bits.
    #[inline]
    const fn has_equal_neighbours(self) -> bool {
        let beside = zero_nibbles(self.low ^ self.low >> 4) & 0x0111_0111_0111_0111;
        let below = zero_nibbles(self.low ^ self.low >> 16) & 0x0000_1111_1111_1111;
        beside | below != 0
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
                after = after.with(cell, Tile::known(exponent));
            }
            reward += points;
        }
        (after, reward)
    }

    /// A bit for each empty cell, at the lowest of its four.
    #[inline]
    pub(crate) const fn empty_bits(self) -> u64 {
        let mut empty = zero_nibbles(self.low);
        if self.high != 0 {
            empty &= !spread(self.high);
        }
        empty
    }

    /// How many cells are empty.
    #[inline]
    pub const fn empties(self) -> u32 {
        count_bits(self.empty_bits())
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
    pub const fn max_tile(self) -> Tile {
        let mut places = if self.high == 0 { ONES } else { spread(self.high) };
        let mut exponent = ((self.high != 0) as u8) << 4;
        let mut bit = 4;
        while bit > 0 {
            bit -= 1;
            let larger = self.low >> bit & places;
            if larger != 0 {
                places = larger;
                exponent |= 1 << bit;
            }
        }
        Tile::known(exponent)
    }

    /// How many cells hold `tile`.
    pub const fn count(self, tile: Tile) -> u32 {
        let everywhere = (tile.exponent() as u64 & 15) * ONES;
        let same = zero_nibbles(self.low ^ everywhere);
        let large = tile.exponent() > 15;
        match self.high {
            0 if large => 0,
            0 => count_bits(same),
            high => count_bits(same & spread(if large { high } else { !high })),
        }
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
        if self.high != 0 {
            return self.tiles().map(|tile| rows::score_of(tile.exponent())).iter().sum();
        }
        let table = &rows::tables().score;
        [0, 16, 32, 48].into_iter().map(|shift| table[usize::from((self.low >> shift) as Row)]).sum()
    }
}

/// The cell `step` places from the wall that `mv` slides to, in line `line`.
pub(crate) fn line_cell(mv: Move, line: u32, step: u32) -> Cell {
    Cell::known(match mv {
        Move::Up => 4 * step + line,
        Move::Right => 4 * line + 3 - step,
        Move::Down => 4 * (3 - step) + line,
        Move::Left => 4 * line + step,
    })
}

/// A bit for each nibble that is zero, at its lowest place.
#[inline]
const fn zero_nibbles(b: u64) -> u64 {
    let b = b | b >> 2;
    !(b | b >> 1) & ONES
}

/// How many bits are set, all of them at lowest places of nibbles.
#[inline]
const fn count_bits(bits: u64) -> u32 {
    match (bits, bits.wrapping_mul(ONES) >> 60) {
        (ONES, _) => 16, // which four bits cannot say
        (_, count) => count as u32,
    }
}

/// Each nibble in a byte of its own.
#[inline]
const fn nibbles_to_bytes(b: u32) -> u64 {
    let b = b as u64;
    let b = (b | b << 16) & 0x0000_ffff_0000_ffff;
    let b = (b | b << 8) & 0x00ff_00ff_00ff_00ff;
    (b | b << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

/// Bit i moved to bit 4i.
pub(crate) const fn spread(bits: u16) -> u64 {
    let b = bits as u64;
    let b = (b | b << 24) & 0x0000_00ff_0000_00ff;
    let b = (b | b << 12) & 0x000f_000f_000f_000f;
    let b = (b | b << 6) & 0x0303_0303_0303_0303;
    (b | b << 3) & ONES
}
