//! Learned values: an n-tuple network, which adds up one weight for each place of each pattern.
//!
//! Values are of boards after a slide. They are points still to come, or the chance that the next large tile is made
//! ([`Values`]). [`Shape`] says which weights a board selects, [`Weights`] holds them, one set for each stage of the
//! game, and [`Network`] is both together.
//!
//! The words of a staged network, whose values are chances, on a board whose tiles from 2048 up are *large*:
//!
//! ```text
//!  8192  4096  4096     2     large tiles  8192 and two 4096
//!   512   256   128    64     on its way   one of the two that are alike: it belongs on top of the other
//!     4     8    16    32     level        what they add up to, 2048 being 1, as long as the last is on its way
//!     2     .     .     .                  not counting fully: 4 + 2 + 2 − 1 = 7, as for 8192 4096 2048
//!                             stage        whose weights: by the large tiles that the level stands for, here three,
//!                                          and by how many are built of 1024, 512 …, here none
//!
//!  board ──look──▶ sight: the stage, a symbol for each tile ──patterns──▶ places ──weights──▶ log-odds ──▶ chance
//!                     │                                                                          ▲
//!                     └──▶ the log-odds that all boards of the stage have in common ─────────────┘
//! ```
//! A plain network has no large tiles, one stage, and weights that add up to points.
//!
//! All boards with the same large tiles share a *sight*; a *look* is one board seen that way.

mod pattern;
mod symbols;
mod level;
mod look;
mod shape;
mod describe;
#[doc(hidden)]
pub mod locate;
mod odds;
mod levels;
mod shared;
mod file;
mod weights;
#[doc(hidden)]
pub mod encoding;
mod parts;

use std::fmt;
use std::sync::Arc;

pub use file::{Directory, NetworkFormatError, Sections};
pub use level::{LEVELS, Level};
pub use levels::Levels;
pub use odds::{STEPS, chance};
pub use parts::NetworkParts;
pub use pattern::{MOST_PATTERNS, NAMED, ParsePatternsError, Pattern, Patterns};
pub use shape::{Shape, ShapeError, Values};
pub use shared::SharedBytes;
pub use symbols::{MOST_STAGES, ParseStandingError, Standing, Symbols};
pub use weights::{PlainWeights, Weights};

// What only training and packing need.
#[doc(hidden)]
pub use file::{Section, directory_length, write_sections, write_sections_to};
#[doc(hidden)]
pub use look::Look;
#[doc(hidden)]
pub use parts::cut;
#[doc(hidden)]
pub use shape::Places;

use crate::eval::Replies;
use crate::{Afterstate, Board, Evaluator, Rewards, Spawns, Tile};
use locate::{Locator, Work, with_fastest};
use parts::{Stage, Stored};
use weights::Weight;

/// A learned evaluation. Copies share their weights.
#[derive(Clone)]
pub struct Network {
    inner: Arc<Inner>,
}

struct Inner {
    sections: Stored,
    shape: Shape,
    stages: Vec<Arc<Stage>>,
    levels: Levels,
    identity: u32,
}

impl Network {
    /// The network in a whole file, with every stage read and checked but for plain ones: see
    /// [`open`](Network::open).
    pub fn read(file: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Network, NetworkFormatError> {
        let network = Network::open(file)?;
        network.load()?;
        Ok(network)
    }

    /// Reads every stage now.
    pub fn load(&self) -> Result<(), NetworkFormatError> {
        (0..self.inner.stages.len()).try_for_each(|stage| self.settle(stage))
    }

    /// The network in a whole file, whose stages are checked for damage now and read when they are first needed.
    ///
    /// A stage that is undamaged and yet makes no sense counts as empty; use [`read`](Network::read) for files
    /// that come from elsewhere.
    ///
    /// *Plain* stages are used where they lie, so a mapped file of them is open at once, however large. Their size
    /// is checked now; what their weights are is not looked at. Damage there makes wrong values and nothing worse;
    /// [`verify`](Network::verify) finds it.
    pub fn open(file: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Network, NetworkFormatError> {
        NetworkParts::of_file(SharedBytes::new(file))?.network()
    }

    /// Reads all that it was made of: whether every section is as it was written.
    pub fn verify(&self) -> Result<(), NetworkFormatError> {
        self.inner.sections.verify()
    }

    /// What its file says of itself.
    pub fn directory(&self) -> &Directory {
        self.inner.sections.directory()
    }

    /// A section of its file, such as `recipe`; `None` if there is none.
    pub fn section(&self, name: &str) -> Result<Option<&[u8]>, NetworkFormatError> {
        self.inner.sections.find(name)
    }

    /// The same as text.
    pub fn text(&self, name: &str) -> Result<&str, NetworkFormatError> {
        let section = self.section(name)?.ok_or_else(|| NetworkFormatError::Missing(name.to_owned()))?;
        str::from_utf8(section).map_err(|_| NetworkFormatError::Damaged(name.to_owned()))
    }

    /// Its patterns and alphabet.
    pub fn shape(&self) -> &Shape {
        &self.inner.shape
    }

    /// A number that tells networks apart by their content: the checksum of the whole file.
    pub fn identity(&self) -> u32 {
        self.inner.identity
    }

    /// What sets of large tiles are worth by themselves, where values are chances.
    pub fn levels(&self) -> &Levels {
        &self.inner.levels
    }

    /// The weights of a stage.
    pub fn weights(&self, stage: usize) -> &Weights {
        let none = || Weights::Narrow { step: 1.0, weights: vec![0; self.shape().weights(stage)] };
        self.inner.stages[stage].weights.get_or_init(|| self.decode(stage).unwrap_or_else(|_| none()))
    }

    /// Reads a stage now.
    fn settle(&self, stage: usize) -> Result<(), NetworkFormatError> {
        let weights = self.decode(stage)?;
        let _ = self.inner.stages[stage].weights.set(weights);
        Ok(())
    }

    fn decode(&self, stage: usize) -> Result<Weights, NetworkFormatError> {
        encoding::decode(&self.inner.stages[stage].stored, self.shape().weights(stage), self.shape().values())
    }

    /// What an afterstate is worth: points still to come, or the chance of success.
    #[inline]
    pub fn value(&self, after: Afterstate) -> f64 {
        with_fastest(Value(self, after.board()))
    }

    #[inline(always)]
    fn value_with<L: Locator>(&self, board: Board, locator: L) -> f64 {
        let look = self.shape().look(board);
        let (step, sum) = match self.weights(look.stage()) {
            Weights::Narrow { step, weights } => (step, sum(self.shape(), look, locator, weights)),
            Weights::Plain { step, weights } => (step, sum(self.shape(), look, locator, weights.as_pairs())),
            Weights::Wide { step, weights } => (step, sum(self.shape(), look, locator, weights)),
        };
        match self.shape().values() {
            Values::Points => f64::from(sum) * f64::from(*step),
            Values::Chances { .. } => {
                odds::chance(whole_steps(sum, *step) + self.inner.levels.common(look.stage()))
            }
        }
    }
}

impl Network {
    #[inline(always)]
    fn worth(&self, board: Board, after: Afterstate, reward: u32, value: f64) -> f64 {
        self.shape().slide_worth(board, after, reward, value, &self.inner.levels)
    }
}

struct Value<'a>(&'a Network, Board);

impl Work for Value<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<L: Locator>(self, locator: L) -> f64 {
        self.0.value_with(self.1, locator)
    }
}

struct MeanOfReplies<'a>(&'a Network, Afterstate, Spawns);

impl Work for MeanOfReplies<'_> {
    type Output = Replies;

    #[inline(always)]
    fn run<L: Locator>(self, locator: L) -> Replies {
        let MeanOfReplies(network, after, spawns) = self;
        // Loops rather than closures, which would not be compiled with the instructions of the locator.
        let mut slides = [0; 2];
        let mut best = [[f64::NEG_INFINITY; 2]; 16];
        for cell in spawns.cells {
            for &tile in spawns.tiles() {
                let four = usize::from(tile == Tile::FOUR);
                let board = after.board().with(cell, tile);
                for (_, slide) in board.slides() {
                    let value = network.value_with(slide.after.board(), locator);
                    let worth = network.worth(board, slide.after, slide.reward, value);
                    best[cell.index()][four] = best[cell.index()][four].max(worth);
                    slides[four] += 1;
                }
            }
        }
        let mean = spawns.mean(|cell, tile| best[cell.index()][usize::from(tile == Tile::FOUR)]);
        Replies { mean, after_twos: slides[0], after_fours: slides[1] }
    }
}

/// A sum of weights in whole steps of log-odds. Weights of chances are multiples of such steps.
#[inline(always)]
fn whole_steps(sum: i32, step: f32) -> i32 {
    (sum as f32 * (step * STEPS as f32)) as i32
}

/// The sum of the weights that a board selects.
#[inline(always)]
fn sum<L: Locator, W: Weight>(shape: &Shape, look: Look<'_>, locator: L, weights: &[W]) -> i32 {
    let mut sums = [0i32; 8]; // eight sums, so that no addition waits for the one before
    shape.visit(look, locator, |places| {
        for (sum, place) in sums.iter_mut().zip(places) {
            *sum = sum.wrapping_add(weights[place as usize].steps());
        }
    });
    sums.into_iter().fold(0, i32::wrapping_add)
}

impl Evaluator for Network {
    fn rewards(&self) -> Rewards {
        self.shape().values().into()
    }

    #[inline]
    fn slide_worth(&self, board: Board, after: Afterstate, reward: u32, value: f64) -> f64 {
        self.worth(board, after, reward, value)
    }

    /// The value of the board as if it stood after a slide: searches ask only for those.
    fn board(&self, board: Board) -> f64 {
        self.value(Afterstate::new(board))
    }

    fn mean_of_replies(&self, after: Afterstate, spawns: Spawns) -> Option<Replies> {
        Some(with_fastest(MeanOfReplies(self, after, spawns)))
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn is_learned(&self) -> bool {
        true
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:08x}, {:?})", self.inner.identity, self.inner.shape.describe())
    }
}
