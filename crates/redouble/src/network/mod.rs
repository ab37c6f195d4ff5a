//! Learned values: an n-tuple network, which adds up one weight for each place of each pattern.
//!
//! Values are points still to come, of boards after a slide; where games are learned one large tile at a time, those up
//! to the next one and what that counts for. [`Shape`] says which weights a board selects,
//! [`Weights`] holds them, one set for each stage of the game, and [`Network`] is both together.

mod bases;
mod file;
pub mod locate;
mod pattern;
mod shape;
mod shared;
mod symbols;
mod weights;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use bases::Bases;
pub use file::{NetworkFormatError, Sections, directory_length, write_sections};
pub use pattern::{MOST_PATTERNS, NAMED, ParsePatternsError, Pattern, Patterns};
pub use shape::{LEVELS, Level, Look, Places, Shape, ShapeError};
pub use shared::SharedBytes;
pub use symbols::Symbols;
pub use weights::{PlainWeights, Weights};

use crate::checksum::crc32;
use crate::eval::Replies;
use crate::{Afterstate, Board, Evaluator, Rewards, Spawns, Tile};
use locate::{Locator, Work, with_fastest};
use weights::Weight;

/// A learned evaluation. Copies share their weights.
#[derive(Clone)]
pub struct Network {
    inner: Arc<Inner>,
}

struct Inner {
    file: SharedBytes,
    shape: Shape,
    stages: Vec<Stage>,
    bases: Bases,
    identity: u32,
}

/// A stage, read when it is first needed.
struct Stage {
    stored: SharedBytes,
    weights: OnceLock<Weights>,
}

impl Stage {
    /// The stage stored in a section, which is checked for damage unless it is plain.
    fn find(file: &SharedBytes, sections: &Sections<'_>, name: &str) -> Result<Stage, NetworkFormatError> {
        let span = sections.span(name)?;
        let stored = file.part(span).ok_or(NetworkFormatError::Short)?;
        if !Weights::is_plain(stored.as_slice()) {
            sections.get(name)?;
        }
        Ok(Stage { stored, weights: OnceLock::new() })
    }

    fn is_plain(&self) -> bool {
        Weights::is_plain(self.stored.as_slice())
    }
}

impl Network {
    /// The network in a whole file, with every stage read and checked but for plain ones: see
    /// [`open`](Network::open).
    pub fn read(file: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Network, NetworkFormatError> {
        let network = Network::open(file)?;
        (0..network.inner.stages.len()).try_for_each(|stage| network.settle(stage))?;
        Ok(network)
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
        let file = SharedBytes::new(file);
        let sections = Sections::parse(file.as_slice())?;
        let shape = Shape::from_description(sections.text("shape")?)?;
        let stage = |number| Stage::find(&file, &sections, &format!("stage{number}"));
        let stages: Vec<Stage> = (0..shape.symbols().stages()).map(stage).collect::<Result<_, _>>()?;
        let bases = sections.find("bases")?.map_or_else(|| Ok(Bases::none()), Bases::from_bytes)?;
        let plain: Vec<usize> = (0..stages.len()).filter(|&stage| stages[stage].is_plain()).collect();
        // The directory has the checksums of all sections, so it tells contents apart as well as they do.
        let identity = if plain.is_empty() { crc32(file.as_slice()) } else { sections.identity() };
        let network =
            Network { inner: Arc::new(Inner { file: file.clone(), shape, stages, bases, identity }) };
        plain.into_iter().try_for_each(|stage| network.settle(stage))?;
        Ok(network)
    }

    /// Reads all of the file it was opened from: whether every section is as it was written.
    pub fn verify(&self) -> Result<(), NetworkFormatError> {
        Sections::parse(self.file())?.verify()
    }

    /// The file it was opened from.
    pub fn file(&self) -> &[u8] {
        self.inner.file.as_slice()
    }

    /// Its patterns and alphabet.
    pub fn shape(&self) -> &Shape {
        &self.inner.shape
    }

    /// A number that tells networks apart by their content.
    pub fn identity(&self) -> u32 {
        self.inner.identity
    }

    /// What boards are worth by their large tiles alone.
    pub fn bases(&self) -> &Bases {
        &self.inner.bases
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

    /// Reads a stage, after the one before it if it is stored as the difference to that.
    fn decode(&self, stage: usize) -> Result<Weights, NetworkFormatError> {
        let shape = self.shape();
        let inherited = || {
            let before = self.weights(stage.checked_sub(1)?);
            // Stages of as many symbols number their weights alike; numbering 19 million anew takes half a second.
            let alike = shape.symbols().count(stage - 1) == shape.symbols().count(stage);
            let renumbered = || before.renumbered(shape.weights(stage), shape.inherited(stage));
            Some(if alike { before.clone() } else { renumbered() })
        };
        Weights::decode(&self.inner.stages[stage].stored, shape.weights(stage), inherited)
    }

    /// What an afterstate is worth: points still to come.
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
        f64::from(sum) * f64::from(*step) + f64::from(self.inner.bases.of(look.level()))
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
                for (_, slide) in after.board().with(cell, tile).slides() {
                    let worth = f64::from(slide.reward) + network.value_with(slide.after.board(), locator);
                    best[cell.index()][four] = best[cell.index()][four].max(worth);
                    slides[four] += 1;
                }
            }
        }
        let mean = spawns.mean(|cell, tile| best[cell.index()][usize::from(tile == Tile::FOUR)]);
        Replies { mean, after_twos: slides[0], after_fours: slides[1] }
    }
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
        Rewards::Added
    }

    /// The value of the board as if it stood after a slide: searches ask only for those.
    fn board(&self, board: Board) -> f64 {
        self.value(Afterstate::new(board))
    }

    /// The base of its level: a lost board keeps what every other of its level has, so that it is worth nothing
    /// beside them.
    fn dead(&self, board: Board) -> f64 {
        f64::from(self.inner.bases.dead(self.shape().look(board).level()))
    }

    fn mean_of_replies(&self, after: Afterstate, spawns: Spawns) -> Option<Replies> {
        Some(with_fastest(MeanOfReplies(self, after, spawns)))
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn values_boards(&self) -> bool {
        false
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:08x}, {:?})", self.inner.identity, self.inner.shape.describe())
    }
}
