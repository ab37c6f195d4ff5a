//! Learned values: an n-tuple network, which adds up one weight for each place of each pattern.
//!
//! Values are points still to come, of boards after a slide. [`Shape`] says which weights a board selects,
//! [`Weights`] holds them, one set for each stage of the game, and [`Network`] is both together.

pub mod extract;
mod file;
mod pattern;
mod shape;
mod symbols;
mod weights;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use file::{NetworkFormatError, Sections, write_sections};
pub use pattern::{MOST_PATTERNS, NAMED, ParsePatternsError, Pattern, Patterns};
pub use shape::{Look, Places, Shape, ShapeError};
pub use symbols::Symbols;
pub use weights::Weights;

use crate::checksum::crc32;
use crate::{Afterstate, Board, Evaluator, Rewards};
use extract::{Extract, Work, with_fastest};

/// A learned evaluation. Copies share their weights.
#[derive(Clone)]
pub struct Network {
    inner: Arc<Inner>,
}

struct Inner {
    shape: Shape,
    stages: Vec<Stage>,
    identity: u32,
}

/// A stage, read when it is first needed.
struct Stage {
    stored: Vec<u8>,
    weights: OnceLock<Weights>,
}

impl Network {
    /// The network in `file`, with every stage read and checked.
    pub fn read(file: &[u8]) -> Result<Network, NetworkFormatError> {
        let network = Network::open(file)?;
        for stage in 0..network.inner.stages.len() {
            let weights = network.decode(stage)?;
            let _ = network.inner.stages[stage].weights.set(weights);
        }
        Ok(network)
    }

    /// The network in `file`, whose stages are checked for damage now and read when they are first needed.
    ///
    /// A stage that is undamaged and yet makes no sense counts as empty; use [`read`](Network::read) for files
    /// that come from elsewhere.
    pub fn open(file: &[u8]) -> Result<Network, NetworkFormatError> {
        let sections = Sections::parse(file)?;
        let shape = Shape::from_description(sections.text("shape")?)?;
        let stage = |number| {
            let stored = sections.get(&format!("stage{number}"))?.to_owned();
            Ok(Stage { stored, weights: OnceLock::new() })
        };
        let stages = (0..shape.symbols().stages()).map(stage).collect::<Result<_, _>>()?;
        Ok(Network { inner: Arc::new(Inner { shape, stages, identity: crc32(file) }) })
    }

    /// Its patterns and alphabet.
    pub fn shape(&self) -> &Shape {
        &self.inner.shape
    }

    /// A number that tells networks apart by their content.
    pub fn identity(&self) -> u32 {
        self.inner.identity
    }

    /// The weights of a stage.
    pub fn weights(&self, stage: usize) -> &Weights {
        let none = || Weights::Narrow { step: 1.0, weights: vec![0; self.shape().weights(stage)] };
        self.inner.stages[stage].weights.get_or_init(|| self.decode(stage).unwrap_or_else(|_| none()))
    }

    /// Reads a stage, after the one before it if it is stored as the difference to that.
    fn decode(&self, stage: usize) -> Result<Weights, NetworkFormatError> {
        let shape = self.shape();
        let inherited = || (stage > 0).then(|| self.weights(stage - 1).renumbered(shape.inherited(stage)));
        Weights::decode(&self.inner.stages[stage].stored, shape.weights(stage), inherited)
    }

    /// What an afterstate is worth: points still to come.
    #[inline]
    pub fn value(&self, after: Afterstate) -> f64 {
        with_fastest(Value(self, after.board()))
    }
}

struct Value<'a>(&'a Network, Board);

impl Work for Value<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<X: Extract>(self, extract: X) -> f64 {
        let Value(network, board) = self;
        let shape = &network.inner.shape;
        let lookup = shape.look(board);
        let mut sum = 0i64;
        match network.weights(lookup.stage()) {
            Weights::Narrow { step, weights } => {
                shape.visit(lookup, extract, |_, place| sum += i64::from(weights[place as usize]));
                sum as f64 * f64::from(*step)
            }
            Weights::Wide { step, weights } => {
                shape.visit(lookup, extract, |_, place| sum += i64::from(weights[place as usize]));
                sum as f64 * f64::from(*step)
            }
        }
    }
}

impl Evaluator for Network {
    fn rewards(&self) -> Rewards {
        Rewards::Added
    }

    /// The value of the board as if it stood after a slide: searches ask only for those.
    fn board(&self, board: Board) -> f64 {
        self.value(Afterstate::new(board))
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
