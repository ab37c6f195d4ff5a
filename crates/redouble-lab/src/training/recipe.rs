//! How a network is to be trained: a small TOML file, kept inside every network it makes.

use redouble::Tile;
use redouble::network::{MOST_STAGES, Patterns, Shape, Standing, Symbols};
use serde::{Deserialize, Serialize};

use super::learner::Rule;
use super::starts::parse_order;

/// How a network is to be trained.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Recipe {
    /// What the network looks like.
    pub network: NetworkRecipe,
    /// How it learns.
    pub learning: Learning,
    /// Where its games start and end.
    pub games: Games,
}

/// What a network looks like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetworkRecipe {
    /// A named set such as `4x6`, or patterns as lists of cells: `0.1.2.3 0.1.4.5`.
    pub patterns: String,
    /// Tiles from this face upwards are large: their number chooses the stage. 0: one stage, no large tiles.
    pub large: u32,
    /// How many large tiles are told apart, by their order; the rest look like the last of them.
    pub ranks: u8,
    /// How many stages there are in the end when large tiles are counted.
    pub stages: u8,
    /// The part of the training at which each stage after the first is born, knowing what the one before it
    /// knows; until then that one sees its boards too.
    pub births: Vec<f64>,
    /// How many points less a stage expects at its birth than the one before it does: one number a stage.
    pub doubt: Vec<f32>,
    /// The stages of a network whose values are chances: for each the large tiles that stand there, with `+1` or `+2`
    /// if tiles below them must be built too, and its patterns, such as `4+1 8x6`. None: values are points.
    pub chances: Vec<String>,
    /// How much of a success is what follows it, where values are chances.
    pub foresight: f64,
    /// From how many large tiles on it matters what follows; where fewer stand after a success, it counts in full.
    pub foresight_from: u8,
}

/// How a network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Learning {
    /// `td`, `tc`, or `td+tc`: plain steps first, coherent ones for the last part.
    pub method: Method,
    /// The step, shared by all weights of a value; for `td+tc` that of the coherent part.
    pub rate: f32,
    /// The step of the plain part of `td+tc`.
    pub plain_rate: f32,
    /// The part of the training after which `td+tc` changes over.
    pub change_over: f64,
    /// How much of later errors reaches back to earlier moves.
    pub lambda: f32,
    /// The value every board of a stage starts with, one number a stage.
    pub optimism: Vec<f32>,
    /// From part `.0` of the training on, steps are multiplied by `.1`.
    pub anneal: Vec<(f64, f32)>,
    /// The stages that learn, such as `4+1`; the others stay as they are. None: all learn.
    pub stages: Vec<String>,
}

/// The kinds of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Plain temporal differences.
    #[serde(rename = "td")]
    Plain,
    /// Temporal coherence.
    #[serde(rename = "tc")]
    Coherent,
    /// The one, then the other.
    #[serde(rename = "td+tc")]
    PlainThenCoherent,
}

/// Where games start and end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Games {
    /// How often a game starts from the beginning.
    pub fresh: f64,
    /// How often a game starts where an earlier one entered stage k: one number a stage.
    pub harvested: Vec<f64>,
    /// How often a game starts with k large tiles already placed: one number a stage.
    pub placed: Vec<f64>,
    /// How often a game starts with k large tiles placed and part of what they need next already built, the sum of it
    /// drawn evenly: one number a stage.
    pub part_built: Vec<f64>,
    /// The orders in which tiles are placed, each the sixteen cells from the largest tile's downwards, such as
    /// `0.1.2.3.7.6.5.4.8.9.10.11.15.14.13.12`. None: a few usual ones.
    pub orders: Vec<String>,
    /// How many tiles of the chain below the smallest large one placed starts may have already, 5 at most. They show
    /// success early, but before the rest is learned they make all other boards look poor.
    pub built: u8,
    /// Whether a game ends when the next large tile is made, its worth then being what the network says.
    pub until_large: bool,
    /// What making the next large tile counts for in each stage, in points; the last number serves all later
    /// stages. Without any it counts as what follows it.
    pub success: Vec<f32>,
    /// Whether a finished game is taken up again in its middle, as long as more than ten moves remain; where values are
    /// chances, a lost one.
    pub restart: bool,
}

impl Default for NetworkRecipe {
    fn default() -> NetworkRecipe {
        NetworkRecipe {
            patterns: "4x6".to_owned(),
            large: 0,
            ranks: 2,
            stages: 1,
            births: Vec::new(),
            doubt: Vec::new(),
            chances: Vec::new(),
            foresight: 0.0,
            foresight_from: 0,
        }
    }
}

impl Default for Learning {
    fn default() -> Learning {
        Learning {
            method: Method::Coherent,
            rate: 1.0,
            plain_rate: 0.1,
            change_over: 0.9,
            lambda: 0.5,
            optimism: Vec::new(),
            anneal: Vec::new(),
            stages: Vec::new(),
        }
    }
}

impl Default for Games {
    fn default() -> Games {
        Games {
            fresh: 1.0,
            harvested: Vec::new(),
            placed: Vec::new(),
            part_built: Vec::new(),
            orders: Vec::new(),
            built: 0,
            until_large: false,
            success: Vec::new(),
            restart: false,
        }
    }
}

impl Games {
    /// The most tiles of the chain that placed starts have already.
    pub(super) fn built(&self) -> u8 {
        self.built.min(5)
    }
}

impl Recipe {
    /// Reads a recipe, saying what is wrong with it and where.
    pub fn from_text(text: &str) -> Result<Recipe, String> {
        let recipe: Recipe = toml::from_str(text).map_err(|error| error.to_string())?;
        match recipe.games.orders.iter().find(|order| parse_order(order).is_none()) {
            Some(order) => Err(format!(
                "orders: expected sixteen different cells such as 0.1.2.3.7.6.5.4.…, found `{order}`"
            )),
            None => Ok(recipe),
        }
    }

    /// The recipe as text, every setting included.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("a recipe can be written")
    }

    /// The patterns and alphabet of its network, or why there is no such network.
    pub fn shape(&self) -> Result<Shape, String> {
        if self.network.chances.is_empty() { self.shape_of_points() } else { self.shape_of_chances() }
    }

    fn shape_of_chances(&self) -> Result<Shape, String> {
        let NetworkRecipe { large, ranks, foresight, .. } = self.network;
        let stage = |text: &String| {
            let (standing, patterns) = text.split_once(' ').unwrap_or((text, ""));
            let standing: Standing = standing.parse().map_err(|error| format!("chances: {error}"))?;
            let patterns: Patterns = patterns.parse().map_err(|error| format!("chances: {error}"))?;
            Ok((standing, patterns))
        };
        let stages = self.network.chances.iter().map(stage).collect::<Result<Vec<_>, String>>()?;
        let (standings, patterns): (Vec<_>, Vec<_>) = stages.into_iter().unzip();
        let symbols = Tile::from_face(large)
            .and_then(|tile| Symbols::by_level(tile, &standings, ranks))
            .ok_or("large must be a tile such as 2048, and the stages different, at most twelve, the first of them with nothing built")?;
        if !(0.0..1.0).contains(&foresight) {
            return Err(format!("foresight: expected a number from 0 up to 1, found {foresight}"));
        }
        Shape::of_chances(foresight, patterns, symbols).map_err(|error| error.to_string())
    }

    /// Which stages of `shape` learn, or what is wrong with the list of them.
    pub fn learning_stages(&self, shape: &Shape) -> Result<Vec<bool>, String> {
        let listed = |text: &String| text.parse::<Standing>().map_err(|error| format!("stages: {error}"));
        let listed = self.learning.stages.iter().map(listed).collect::<Result<Vec<_>, String>>()?;
        let standings = shape.symbols().standings().to_owned();
        match listed.iter().find(|standing| !standings.contains(standing)) {
            Some(standing) => Err(format!("stages: this network has no stage {standing}")),
            None => Ok(standings.iter().map(|stage| listed.is_empty() || listed.contains(stage)).collect()),
        }
    }

    fn shape_of_points(&self) -> Result<Shape, String> {
        let patterns: Patterns =
            self.network.patterns.parse().map_err(|error| format!("patterns: {error}"))?;
        let symbols = match self.network.large {
            0 => Symbols::PLAIN,
            face => Tile::from_face(face)
                .and_then(|tile| Symbols::staged(tile, self.network.stages, self.network.ranks))
                .ok_or("large must be a tile from 256 to 16384 (or 0), stages from 1 to 8, ranks from 1 as far as 32768")?,
        };
        Shape::new(patterns, symbols).map_err(|error| error.to_string())
    }

    /// How many numbers of large tiles boards are kept for.
    pub(super) fn pools(&self) -> usize {
        if self.network.chances.is_empty() { usize::from(self.network.stages) } else { MOST_STAGES }
    }

    /// How many stages there are after `done` of the training, 0 to 1.
    pub fn stages(&self, done: f64) -> usize {
        if !self.network.chances.is_empty() {
            return self.network.chances.len();
        }
        let last = usize::from(self.network.stages);
        let unborn = self.network.births.iter().filter(|&&birth| birth > done).count();
        last.saturating_sub(unborn).max(1)
    }

    /// When the next stage after `done` of the training is born.
    pub fn next_birth(&self, done: f64) -> f64 {
        self.network.births.iter().copied().filter(|&birth| birth > done).fold(1.0, f64::min)
    }

    /// The rule and the step after `done` of the training, 0 to 1.
    pub fn step(&self, done: f64) -> (Rule, f32) {
        let learning = &self.learning;
        let (rule, rate) = match learning.method {
            Method::Plain => (Rule::Plain, learning.rate),
            Method::PlainThenCoherent if done < learning.change_over => (Rule::Plain, learning.plain_rate),
            Method::Coherent | Method::PlainThenCoherent => (Rule::Coherent, learning.rate),
        };
        let factor =
            learning.anneal.iter().rfind(|(from, _)| done >= *from).map_or(1.0, |&(_, factor)| factor);
        (rule, rate * factor)
    }
}
