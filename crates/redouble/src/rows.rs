//! The rule of the slide, written once for a line of any length, and tables of it for rows of four.

use std::sync::LazyLock;

/// Slides a line of exponents towards its first cell and returns the line with the points made.
///
/// Tiles move towards the wall; two equal ones that meet become their double, nearest the wall first, and a
/// merged tile does not merge again. Two tiles of exponent 17 do not merge.
///
/// ```
/// # use redouble::rows::slide_line;
/// assert_eq!(slide_line([1, 1, 2, 0]), ([2, 2, 0, 0], 4));
/// assert_eq!(slide_line([17, 17, 0, 17]), ([17, 17, 17, 0], 0));
/// ```
pub const fn slide_line<const N: usize>(line: [u8; N]) -> ([u8; N], u32) {
    let mut result = [0; N];
    let mut reward = 0;
    let (mut from, mut to) = (0, 0);
    let mut waiting = 0; // the last tile placed, while it may still merge
    while from < N {
        let tile = line[from];
        from += 1;
        if tile == 0 {
            continue;
        }
        if tile == waiting && tile < 17 {
            result[to - 1] = tile + 1;
            reward += 2 << tile;
            waiting = 0;
        } else {
            result[to] = tile;
            to += 1;
            waiting = tile;
        }
    }
    (result, reward)
}

/// A row of four tiles below 65536: four bits each, the leftmost lowest.
pub type Row = u16;

/// What there is to know of a row, for every row.
type ByRow<T> = Box<[T; 1 << 16]>;

/// The tables of rows. Those that merge two 32768 do not fit; boards holding two of them are slid tile by tile.
pub(crate) struct Rows {
    /// The row slid to the left and to the right.
    pub slid: ByRow<(Row, Row)>,
    /// The points of sliding it, the same in both directions.
    pub reward: ByRow<u32>,
    /// The points made on the way to its tiles.
    pub score: ByRow<u32>,
}

/// The tables, built on first use: building them in `const` would cost every compilation five seconds.
#[inline]
pub(crate) fn tables() -> &'static Rows {
    static TABLES: LazyLock<Rows> = LazyLock::new(|| {
        let left = |row| pack(slide_line(unpack(row)).0);
        Rows {
            slid: table(|row| (left(row), reversed(left(reversed(row))))),
            reward: table(|row| slide_line(unpack(row)).1),
            score: table(|row| unpack(row).map(score_of).iter().sum()),
        }
    });
    &TABLES
}

fn table<T>(entry: impl Fn(Row) -> T) -> ByRow<T> {
    let entries: Box<[T]> = (0..=Row::MAX).map(entry).collect();
    entries.try_into().unwrap_or_else(|_| unreachable!("there are as many entries as rows"))
}

/// The points made on the way to a tile of 2s.
pub(crate) const fn score_of(exponent: u8) -> u32 {
    match exponent {
        0 => 0,
        _ => (exponent as u32 - 1) << exponent,
    }
}

/// The four exponents of a row, from the left.
pub const fn unpack(row: Row) -> [u8; 4] {
    [(row & 15) as u8, (row >> 4 & 15) as u8, (row >> 8 & 15) as u8, (row >> 12) as u8]
}

/// The row of four exponents; only their lowest four bits are kept.
pub const fn pack(line: [u8; 4]) -> Row {
    (line[0] & 15) as Row
        | ((line[1] & 15) as Row) << 4
        | ((line[2] & 15) as Row) << 8
        | ((line[3] & 15) as Row) << 12
}

/// The row seen from the other side.
pub const fn reversed(row: Row) -> Row {
    row >> 12 | (row >> 4 & 0xf0) | (row << 4 & 0xf00) | row << 12
}
