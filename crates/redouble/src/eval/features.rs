//! `features`: points plus what a player looks at.

use std::sync::Arc;

use super::faces::faces;
use super::largest::Largest;
use super::layers;
use super::lines::{self, Line, LineTable, Lines, tabulate};
use super::{Evaluator, Rewards};
use crate::keys::kinds::SWITCH;
use crate::keys::{Keyed, Setting, setting};
use crate::rows::Row;
use crate::{Afterstate, Board, Spawns};

/// The score so far plus any of four features:
///
/// * *blanks*: 10 for each empty cell;
/// * *edges*: the faces of the outer rows and columns; corners lie on two and count twice;
/// * *corner*: the largest face, if a tile as large stands in a corner;
/// * *monotonic*: minus, for each row and column whose steps d_0 d_1 d_2 from face to face (0 when empty)
///   turn, d_0·d_1 < 0 or d_1·d_2 < 0, its largest |d_k|. In 2 4 4 2 a plateau hides the turn.
///
/// A lost game is worth 0 in all: the score so far is lost too. This value is without that score, which the
/// search adds.
///
/// Source: Alma Wang, *Final Project* (expectimax, alpha-beta and rollouts for 2048), 2016.
#[derive(Clone, Debug)]
pub struct Features {
    set: FeatureSet,
    inner: Arc<LineTable<f64>>,
    outer: Arc<LineTable<f64>>,
}

/// Which features count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FeatureSet {
    /// Empty cells.
    pub blanks: bool,
    /// Tiles on the edges.
    pub edges: bool,
    /// The largest tile in a corner.
    pub corner: bool,
    /// Lines that turn.
    pub monotonic: bool,
}

impl FeatureSet {
    /// All four.
    pub const ALL: FeatureSet = FeatureSet { blanks: true, edges: true, corner: true, monotonic: true };
}

impl Features {
    /// The evaluation, with its tables.
    pub fn new(set: FeatureSet) -> Features {
        Features {
            set,
            inner: tabulate(|line| inner(set, line)).into(),
            outer: tabulate(|line| outer(set, line)).into(),
        }
    }
}

const fn is_outer(index: usize) -> bool {
    index == 0 || index == 3
}

/// What any line adds. Each empty cell is in a row and a column, so each line takes half of it.
fn inner(set: FeatureSet, line: Line) -> f64 {
    let blanks = 5.0 * line.iter().filter(|&&exponent| exponent == 0).count() as f64;
    f64::from(u8::from(set.blanks)) * blanks - f64::from(u8::from(set.monotonic)) * turn(line)
}

/// What a line on the edge adds.
fn outer(set: FeatureSet, line: Line) -> f64 {
    inner(set, line) + f64::from(u8::from(set.edges)) * faces(line).iter().sum::<f64>()
}

/// The largest step of a line that turns, else 0.
fn turn(line: Line) -> f64 {
    let [a, b, c, d] = faces(line);
    let steps = [b - a, c - b, d - c];
    let turns = steps.windows(2).any(|pair| pair[0] * pair[1] < 0.0);
    if turns { steps.into_iter().map(f64::abs).fold(0.0, f64::max) } else { 0.0 }
}

impl Keyed for FeatureSet {
    const SETTINGS: &'static [Setting<FeatureSet>] = &[
        setting!("blanks", SWITCH, blanks, "10 for each empty cell"),
        setting!("edges", SWITCH, edges, "the faces along the edges, corners twice"),
        setting!("corner", SWITCH, corner, "the largest face, if it stands in a corner"),
        setting!("monotonic", SWITCH, monotonic, "minus the largest step of each line that turns"),
    ];

    fn check(&self) -> Result<(), String> {
        let names: Vec<&str> = Self::SETTINGS.iter().map(|setting| setting.name).collect();
        let message = format!("features needs at least one of {}; points alone are score", names.join(", "));
        if *self == FeatureSet::default() { Err(message) } else { Ok(()) }
    }
}

impl Evaluator for Features {
    fn rewards(&self) -> Rewards {
        Rewards::Carried
    }

    #[inline]
    fn board(&self, board: Board) -> f64 {
        lines::value(self, board)
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    #[inline]
    fn mean_of_boards(&self, after: Afterstate, spawns: Spawns, score: f64) -> Option<f64> {
        layers::mean_of_boards(self, after, spawns, score)
    }
}

impl Lines for Features {
    type Sum = f64;
    const ROWS: bool = true;
    const COLUMNS: bool = true;

    #[inline]
    fn row(&self, index: usize, row: Row) -> f64 {
        let table = if is_outer(index) { &self.outer } else { &self.inner };
        table[row as usize]
    }

    fn row_by_formula(&self, index: usize, row: Line) -> f64 {
        if is_outer(index) { outer(self.set, row) } else { inner(self.set, row) }
    }

    #[inline]
    fn whole(&self, board: Board, rows: f64, columns: f64) -> f64 {
        let largest = Largest::of(board);
        let corner = if self.set.corner && largest.in_corner { largest.face() } else { 0.0 };
        rows + columns + corner
    }
}
