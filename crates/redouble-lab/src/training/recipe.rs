//! How a network is to be trained: a small TOML file, kept inside every network it makes.

use redouble::Tile;
use redouble::network::{Patterns, Shape, Standing, Symbols};
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
    /// Where its games start, and which go on after their end.
    pub games: Games,
}

/// What a network looks like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetworkRecipe {
    /// A named set such as `4x6`, or patterns as lists of cells: `0.1.2.3 0.1.4.5`. They are those of a plain network,
    /// whose values are points.
    pub patterns: String,
    /// Where values are chances, tiles from this face upwards are large: they choose the stage.
    pub large: u32,
    /// How many large tiles are told apart, by their order; the rest look like the last of them.
    pub ranks: u8,
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

/// Where games start, and which go on after their end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Games {
    /// How often a game starts from the beginning.
    pub fresh: f64,
    /// How often a game starts where an earlier one had made the last of k large tiles: one number for each k.
    pub harvested: Vec<f64>,
    /// How often a game starts with k large tiles already placed: one number for each k.
    pub placed: Vec<f64>,
    /// How often a game starts with k large tiles placed and part of what they need next already built, the sum of it
    /// drawn evenly: one number for each k.
    pub part_built: Vec<f64>,
    /// The orders in which tiles are placed, each the sixteen cells from the largest tile's downwards, such as
    /// `0.1.2.3.7.6.5.4.8.9.10.11.15.14.13.12`. None: a few usual ones.
    pub orders: Vec<String>,
    /// How many tiles of the chain below the smallest large one placed starts may have already, 5 at most. They show
    /// success early, but before the rest is learned they make all other boards look poor.
    pub built: u8,
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
            restart: false,
        }
    }
}

/// Keys that recipes had once: the table they stood in, and why there is no need for them any more.
const RETIRED: [(&str, &str, &str); 5] = [
    ("network", "stages", "a network of points has one stage; `chances` lists those of a network of chances"),
    ("network", "births", "all stages learn from the start"),
    ("network", "doubt", "all stages learn from the start"),
    ("games", "success", "stages are for networks of chances, in which what a success counts is learned"),
    ("games", "until_large", "for a network of chances games always end when the next large tile is made"),
];

fn has(tables: &toml::Table, table: &str, key: &str) -> bool {
    tables.get(table).is_some_and(|table| table.get(key).is_some())
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
        let tables: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
        if let Some((table, key, why)) = RETIRED.iter().find(|(table, key, _)| has(&tables, table, key)) {
            return Err(format!("{table}.{key} is retired, expected a recipe without it: {why}"));
        }
        toml::from_str::<Recipe>(text).map_err(|error| error.to_string())?.checked()
    }

    /// Reads the recipe inside a network, which may have been written when there were more keys: those are dropped.
    pub fn stored(text: &str) -> Result<Recipe, String> {
        let mut tables: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
        for (table, key, _) in RETIRED {
            tables.get_mut(table).and_then(toml::Value::as_table_mut).map(|table| table.remove(key));
        }
        tables.try_into::<Recipe>().map_err(|error| error.to_string())?.checked()
    }

    fn checked(self) -> Result<Recipe, String> {
        match self.games.orders.iter().find(|order| parse_order(order).is_none()) {
            Some(order) => Err(format!(
                "orders: expected sixteen different cells such as 0.1.2.3.7.6.5.4.…, found `{order}`"
            )),
            None => Ok(self),
        }
    }

    /// The recipe as text, every setting included.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("a recipe can be written")
    }

    /// The patterns and alphabet of its network, or why there is no such network.
    pub fn shape(&self) -> Result<Shape, String> {
        match (self.network.chances.as_slice(), self.network.large) {
            ([], 0) => self.shape_of_points(),
            ([], large) => Err(format!(
                "large = {large} without `chances`: a network of points has one stage, expected the stages of a network \
                 of chances, as recipes/default.toml lists them"
            )),
            _ => self.shape_of_chances(),
        }
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
            .and_then(|tile| Symbols::staged(tile, &standings, ranks))
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
        Shape::plain(patterns).map_err(|error| error.to_string())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_retired_key_is_refused_where_a_person_wrote_it_and_dropped_where_a_network_kept_it() {
        for (table, key, why) in RETIRED {
            let text = format!("[{table}]\n{key} = 1\n[learning]\nrate = 0.5\n");
            let refused = Recipe::from_text(&text).unwrap_err();
            assert!(
                refused.contains(&format!("{table}.{key} is retired")) && refused.ends_with(why),
                "{refused}"
            );
            let stored = Recipe::stored(&text).unwrap();
            assert_eq!(stored, Recipe::from_text("[learning]\nrate = 0.5\n").unwrap());
        }
    }

    #[test]
    fn a_key_that_never_was_is_refused_everywhere() {
        for text in ["[games]\nsucess = 1\n", "games = 1\n", "stages = 1\n", "[games\n"] {
            assert!(Recipe::from_text(text).is_err() && Recipe::stored(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_recipe_is_read_as_it_was_written() {
        let recipe = Recipe::from_text("[network]\nlarge = 512\nchances = ['0 4x5']\n").unwrap();
        assert_eq!(Recipe::from_text(&recipe.to_text()), Ok(recipe));
    }
}
