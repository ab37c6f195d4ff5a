//! `merges`: what could merge in each line, now and after that.

use std::sync::Arc;

use super::lines::{Line, LineTable, Lines, by_lines, tabulate};
use super::{Evaluator, Rewards};
use crate::keys::kinds::NUMBER;
use crate::keys::{Keyed, Setting, setting};
use crate::rows::Row;
use crate::{Board, Tile};

/// Over the four rows and four columns, base + direct·M1 + secondary·M2 + ternary·M3 − bad-scale·bad-base^B.
///
/// M1 counts pairs that can merge, M2 is 1 if the merged tile can merge again with a neighbour, M3 if that can
/// once more, and B counts the tiles that take no part. Empty cells do not stand between tiles.
///
/// ```text
///   2 2 4 8    M1 M2 M3 B = 1 1 1 0        2 2 8 4    1 0 0 2
///   2 2 4 4                 2 0 0 0        2 4 8 16   0 0 0 4, worth 50
/// ```
///
/// A lost board is worth 0.
///
/// Source: Per Magnus Veierland, *Module 4: Using Minimax with Alpha-Beta Pruning to play 2048*, Norwegian
/// University of Science and Technology, 2015. The division by bad-scale printed there is a misprint: a line
/// of four different tiles would be worth −7712.5, and the text wants every board that is not lost above 0.
#[derive(Clone, Debug)]
pub struct Merges {
    constants: MergesConstants,
    table: Arc<LineTable<f64>>,
}

/// The six constants of [`Merges`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MergesConstants {
    /// What every line is worth, kL.
    pub base: f64,
    /// What a merge is worth, k1.
    pub direct: f64,
    /// What a second merge following it is worth, k2.
    pub secondary: f64,
    /// What a third is worth, k3.
    pub ternary: f64,
    /// What each tile without a merge multiplies the penalty by, kB1.
    pub bad_base: f64,
    /// The penalty of no such tile, kB2.
    pub bad_scale: f64,
}

impl Default for MergesConstants {
    /// The author's.
    fn default() -> MergesConstants {
        MergesConstants {
            base: 100.0,
            direct: 10.0,
            secondary: 5.0,
            ternary: 2.5,
            bad_base: 5.0,
            bad_scale: 0.08,
        }
    }
}

impl MergesConstants {
    /// The value of a line.
    fn line(&self, line: Line) -> f64 {
        let Merging { direct, secondary, ternary, bad } = Merging::of(line);
        let good =
            self.direct * direct as f64 + self.secondary * secondary as f64 + self.ternary * ternary as f64;
        let penalty = (0..bad).fold(self.bad_scale, |penalty, _| penalty * self.bad_base);
        self.base + good - penalty
    }
}

/// The exponent of 131072, which no longer merges.
const LAST: u8 = Tile::MAX.exponent();

/// M1, M2, M3 and B of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Merging {
    direct: usize,
    secondary: usize,
    ternary: usize,
    bad: usize,
}

impl Merging {
    fn of(line: Line) -> Merging {
        let mut tiles = line;
        let count = compact(&mut tiles);
        let tiles = &tiles[..count];
        let pairs = |right: usize| tiles[right - 1] == tiles[right] && tiles[right] < LAST;
        if count == 4 && pairs(1) && pairs(3) {
            return Merging { direct: 2, ..Merging::default() };
        }
        match (1..count).filter(|&right| pairs(right)).map(|right| chain(tiles, right)).max() {
            None => Merging { bad: count, ..Merging::default() },
            Some(taken) => Merging {
                direct: 1,
                secondary: usize::from(taken > 2),
                ternary: usize::from(taken > 3),
                bad: count - taken,
            },
        }
    }
}

/// Moves the tiles to the front and says how many there are.
fn compact(line: &mut Line) -> usize {
    let mut count = 0;
    for from in 0..4 {
        if line[from] != 0 {
            line[count] = line[from];
            count += 1;
        }
    }
    count
}

/// How many tiles merge into one, starting from the pair that ends at `right`: the merged tile takes in its
/// equal on the left, else on the right, and goes on doubled.
fn chain(tiles: &[u8], right: usize) -> usize {
    let (mut first, mut end) = (right - 1, right + 1);
    let mut merged = tiles[right] + 1;
    while merged < LAST {
        if first > 0 && tiles[first - 1] == merged {
            first -= 1;
        } else if end < tiles.len() && tiles[end] == merged {
            end += 1;
        } else {
            break;
        }
        merged += 1;
    }
    end - first
}

impl Merges {
    /// The evaluation with these constants, and its table.
    pub fn new(constants: MergesConstants) -> Merges {
        Merges { constants, table: tabulate(|line| constants.line(line)).into() }
    }
}

impl Default for Merges {
    fn default() -> Merges {
        Merges::new(MergesConstants::default())
    }
}

impl Keyed for MergesConstants {
    const SETTINGS: &'static [Setting<MergesConstants>] = &[
        setting!("base", NUMBER, base, "what every line is worth"),
        setting!("direct", NUMBER, direct, "what a merge is worth"),
        setting!("secondary", NUMBER, secondary, "what a second merge following it is worth"),
        setting!("ternary", NUMBER, ternary, "what a third is worth"),
        setting!("bad-base", NUMBER, bad_base, "what each tile without a merge multiplies the penalty by"),
        setting!("bad-scale", NUMBER, bad_scale, "the penalty of no such tile"),
    ];
}

impl Evaluator for Merges {
    by_lines!();

    fn rewards(&self) -> Rewards {
        Rewards::Ignored
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Lines for Merges {
    type Sum = f64;
    const ROWS: bool = true;
    const COLUMNS: bool = true;

    #[inline]
    fn row(&self, _: usize, row: Row) -> f64 {
        self.table[row as usize]
    }

    fn row_by_formula(&self, _: usize, row: Line) -> f64 {
        self.constants.line(row)
    }

    #[inline]
    fn whole(&self, _: Board, rows: f64, columns: f64) -> f64 {
        rows + columns
    }
}
