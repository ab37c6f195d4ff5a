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

/// Every row slid both ways. Rows that merge two 32768 do not fit; boards holding two of them are slid tile
/// by tile.
pub(crate) struct Rows {
    /// Each row slid to the left and to the right.
    pub slid: [(Row, Row); 1 << 16],
    /// The points of sliding it, the same in both directions.
    pub reward: [u32; 1 << 16],
}

/// The tables, built on first use: building them in `const` would cost every compilation five seconds.
#[inline]
pub(crate) fn tables() -> &'static Rows {
    static TABLES: LazyLock<Box<Rows>> = LazyLock::new(build);
    &TABLES
}

fn build() -> Box<Rows> {
    let mut rows = Box::new(Rows { slid: [(0, 0); 1 << 16], reward: [0; 1 << 16] });
    for row in 0..=Row::MAX {
        let (line, reward) = slide_line(unpack(row));
        rows.slid[row as usize].0 = pack(line);
        rows.slid[reversed(row) as usize].1 = reversed(pack(line));
        rows.reward[row as usize] = reward;
    }
    rows
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
