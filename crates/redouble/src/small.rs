//! Boards small enough to be solved exactly: oracles for searches and learners.

use crate::rows::slide_line;
use crate::{Cell, Field, Move, Tile};

/// A board of at most sixteen cells, by the same rule as the real one.
///
/// ```
/// use redouble::{Cell, Field, Move, SmallBoard, Tile};
/// let start = SmallBoard::<2, 3>::from_exponents([[1, 0, 1], [2, 0, 0]]);
/// let (after, reward) = start.slide(Move::Left).unwrap();
/// assert_eq!(after, SmallBoard::from_exponents([[2, 0, 0], [2, 0, 0]]));
/// assert_eq!((reward, after.empties()), (4, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SmallBoard<const ROWS: usize, const COLUMNS: usize>([[u8; COLUMNS]; ROWS]);

impl<const ROWS: usize, const COLUMNS: usize> SmallBoard<ROWS, COLUMNS> {
    const FITS: () = assert!(ROWS > 0 && COLUMNS > 0 && ROWS * COLUMNS <= 16);

    /// The board with these exponents; those above 17 count as 17.
    pub fn from_exponents(rows: [[u8; COLUMNS]; ROWS]) -> Self {
        const { Self::FITS };
        SmallBoard(rows.map(|row| row.map(|exponent| exponent.min(Tile::MAX.exponent()))))
    }

    /// The tile in a cell, numbered along the rows of *this* board.
    pub fn tile(self, cell: Cell) -> Tile {
        let exponent = self.0[cell.index() / COLUMNS][cell.index() % COLUMNS];
        Tile::new(exponent).unwrap_or(Tile::MAX)
    }

    /// All cells of a board of this size.
    pub fn cells() -> impl Iterator<Item = Cell> {
        Cell::all().take(ROWS * COLUMNS)
    }

    fn upside_down(mut self) -> Self {
        self.0.reverse();
        self
    }

    fn mirrored(mut self) -> Self {
        self.0.iter_mut().for_each(|row| row.reverse());
        self
    }

    /// Rows and columns exchanged, on a square board; `None` on others.
    fn transposed(self) -> Option<Self> {
        let turned = |row| std::array::from_fn(|column| self.0[column][row]);
        (ROWS == COLUMNS).then(|| SmallBoard(std::array::from_fn(turned)))
    }

    /// Slides every row to the left.
    fn slid_left(self) -> (Self, u32) {
        let mut reward = 0;
        let rows = self.0.map(|row| {
            let (slid, points) = slide_line(row);
            reward += points;
            slid
        });
        (SmallBoard(rows), reward)
    }

    /// Slides every column up.
    fn slid_up(mut self) -> (Self, u32) {
        let mut reward = 0;
        for column in 0..COLUMNS {
            let (slid, points) = slide_line(self.0.map(|row| row[column]));
            self.0.iter_mut().zip(slid).for_each(|(row, exponent)| row[column] = exponent);
            reward += points;
        }
        (self, reward)
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Field for SmallBoard<ROWS, COLUMNS> {
    const EMPTY: Self = {
        let () = Self::FITS;
        SmallBoard([[0; COLUMNS]; ROWS])
    };

    fn slide(self, mv: Move) -> Option<(Self, u32)> {
        let (slid, reward) = match mv {
            Move::Up => self.slid_up(),
            Move::Left => self.slid_left(),
            Move::Down => seen_from(Self::upside_down, Self::slid_up, self),
            Move::Right => seen_from(Self::mirrored, Self::slid_left, self),
        };
        (slid != self).then_some((slid, reward))
    }

    fn empties(self) -> u32 {
        self.empty_cells().count() as u32
    }

    fn empty_cells(self) -> impl Iterator<Item = Cell> {
        Self::cells().filter(move |&cell| self.tile(cell).is_empty())
    }

    fn place(mut self, cell: Cell, tile: Tile) -> Self {
        self.0[cell.index() / COLUMNS][cell.index() % COLUMNS] = tile.exponent();
        self
    }

    fn canonical(self) -> Self {
        let four = |board: Self| {
            let flipped = board.upside_down();
            [board, board.mirrored(), flipped, flipped.mirrored()]
        };
        let smallest = |boards: [Self; 4]| boards.into_iter().min().unwrap_or(self);
        let upright = smallest(four(self));
        self.transposed().map_or(upright, |turned| upright.min(smallest(four(turned))))
    }

    fn max_tile(self) -> Tile {
        Self::cells().map(|cell| self.tile(cell)).max().unwrap_or_default()
    }

    fn bits(self) -> (u64, u16) {
        Self::cells().fold((0, 0), |(low, high), cell| {
            let (exponent, place) = (self.tile(cell).exponent(), cell.index());
            (low | u64::from(exponent & 15) << (4 * place), high | u16::from(exponent >> 4) << place)
        })
    }
}

/// What `slide` does to a board looked at through `view`, which is its own inverse.
fn seen_from<B>(view: fn(B) -> B, slide: fn(B) -> (B, u32), board: B) -> (B, u32) {
    let (slid, reward) = slide(view(board));
    (view(slid), reward)
}
