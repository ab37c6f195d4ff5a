//! `gradient`: tiles heaped against one side, in order, with room to move.

use std::cmp::Ordering;
use std::ops::Add;
use std::sync::LazyLock;

use super::faces::face;
use super::largest::Largest;
use super::lines::{Line, LineTable, Lines, by_lines, tabulate};
use super::{Evaluator, Rewards};
use crate::Board;
use crate::keys::kinds::{Kind, SWITCH};
use crate::keys::{Keyed, Setting, setting};
use crate::rows::Row;

/// Six terms; c is a face (0 when empty), cmax the largest, r_0 … r_3 a row or column:
///
/// * *gradient*: the largest of four sums Σ c^1.3·w, where w is 4 3 2 1 away from one of the four sides;
/// * *empty cells*: 0.05 · cmax · e² for e empty cells;
/// * *smoothness*: 0.5 · Σ over lines of Σ min(r_k, 4) for neighbours r_k = r_{k−1};
/// * *monotonicity*: Σ over lines of |Σ ±(r_k + r_{k−1}) / (|log₂ r_k − log₂ r_{k−1}| + 1)|, plus where the
///   line rises, minus where it falls, 0 between equals; log₂ of an empty cell counts as 0;
/// * *maximum*: cmax; *maximum in a corner*: 0.2 · cmax if a tile as large stands in a corner.
///
/// A dead board is worth 0.
///
/// The gradient is computed with the weights taken from their mean, ±1.5 and ±0.5: opposite sides then differ
/// only in sign, and the largest of four sums is 2.5 · Σ c^1.3 plus the larger lean, across or along.
///
/// Source: Iver Jordal, *IT3105 module 4: Expectimax for playing the 2048 game*, Norwegian University of
/// Science and Technology, undated (about 2015).
#[derive(Clone, Copy, Debug)]
pub struct Gradient {
    smoothness: Smoothness,
    table: &'static LineTable<Leaning>,
}

/// What a pair of equal neighbours adds to the smoothness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Smoothness {
    /// The smaller of the tile and 4, as printed.
    #[default]
    Smaller,
    /// The larger of the tile and 4, as in the author's program, where two empty cells add 4 as well.
    Larger,
}

/// What a line adds: to the value, and to the side the tiles lean to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leaning {
    value: f64,
    lean: f64,
}

impl Add for Leaning {
    type Output = Leaning;

    #[inline]
    fn add(self, other: Leaning) -> Leaning {
        Leaning { value: self.value + other.value, lean: self.lean + other.lean }
    }
}

/// face^1.3 by exponent: constants, because `powf` differs between platforms.
const POWERS: [f64; 18] = [
    0.0,
    2.4622888266898326,
    6.062866266041593,
    14.92852786458892,
    36.75834735990512,
    90.5096679918781,
    222.86094420380783,
    548.7480128185822,
    1351.1761006314441,
    3326.9858154751414,
    8192.000000000002,
    20171.070068243116,
    49667.00045141274,
    122294.50026671246,
    301124.3815723429,
    741455.2001894657,
    1825676.8549175942,
    4495343.721009827,
];

impl Gradient {
    /// The evaluation, with its table.
    pub fn new(smoothness: Smoothness) -> Gradient {
        static SMALLER: LazyLock<Box<LineTable<Leaning>>> =
            LazyLock::new(|| tabulate(|line| leaning(line, Smoothness::Smaller)));
        static LARGER: LazyLock<Box<LineTable<Leaning>>> =
            LazyLock::new(|| tabulate(|line| leaning(line, Smoothness::Larger)));
        Gradient { smoothness, table: if smoothness == Smoothness::Smaller { &SMALLER } else { &LARGER } }
    }
}

impl Default for Gradient {
    fn default() -> Gradient {
        Gradient::new(Smoothness::Smaller)
    }
}

/// What a line adds. Each tile is in a row and a column, so each line takes half of its mean weight.
///
/// Sums pair the ends and the middle, so that a mirrored line adds the same to the last bit.
fn leaning(line: Line, smoothness: Smoothness) -> Leaning {
    let [a, b, c, d] = line.map(|exponent| POWERS[exponent as usize]);
    let heap = 1.25 * ((a + d) + (b + c));
    let lean = 1.5 * (a - d) + 0.5 * (b - c);
    Leaning { value: heap + 0.5 * smooth(line, smoothness) + monotonicity(line).abs(), lean }
}

/// Equal neighbours.
fn smooth(line: Line, smoothness: Smoothness) -> f64 {
    let pairs = line.windows(2).filter(|pair| pair[0] == pair[1]);
    let faces = pairs.map(|pair| face(pair[0]));
    match smoothness {
        Smoothness::Smaller => faces.map(|face| face.min(4.0)).sum(),
        Smoothness::Larger => faces.map(|face| face.max(4.0)).sum(),
    }
}

/// Steps up less steps down, each smaller the larger the gap.
fn monotonicity([a, b, c, d]: Line) -> f64 {
    (step(a, b) + step(c, d)) + step(b, c)
}

fn step(before: u8, here: u8) -> f64 {
    let size = (face(before) + face(here)) / f64::from(here.abs_diff(before) + 1);
    match here.cmp(&before) {
        Ordering::Greater => size,
        Ordering::Equal => 0.0,
        Ordering::Less => -size,
    }
}

impl Keyed for Smoothness {
    const SETTINGS: &'static [Setting<Smoothness>] = &[setting!(
        "larger",
        SMOOTHNESS,
        |it| *it,
        "study: equal neighbours add the larger of tile and 4, not the smaller"
    )];
}

const SMOOTHNESS: Kind<Smoothness> = Kind {
    form: SWITCH.form,
    sort: SWITCH.sort,
    read: |word| {
        (SWITCH.read)(word).map(|larger| if larger { Smoothness::Larger } else { Smoothness::Smaller })
    },
    write: |&smoothness| (SWITCH.write)(&(smoothness == Smoothness::Larger)),
};

impl Evaluator for Gradient {
    by_lines!();

    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Lines for Gradient {
    type Sum = Leaning;
    const ROWS: bool = true;
    const COLUMNS: bool = true;

    #[inline]
    fn row(&self, _: usize, row: Row) -> Leaning {
        self.table[row as usize]
    }

    fn row_by_formula(&self, _: usize, row: Line) -> Leaning {
        leaning(row, self.smoothness)
    }

    #[inline]
    fn whole(&self, board: Board, rows: Leaning, columns: Leaning) -> f64 {
        let largest = Largest::of(board);
        let empties = f64::from(board.empties());
        let corner = if largest.in_corner { 1.2 } else { 1.0 };
        let gradient = f64::max(rows.lean.abs(), columns.lean.abs());
        rows.value + columns.value + gradient + largest.face() * (0.05 * empties * empties + corner)
    }
}
