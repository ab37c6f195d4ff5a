//! What the games of an agent say about it, with intervals.

use redouble::Tile;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::measuring::clock::Durations;
use crate::measuring::outcome::{Outcome, Until};
use crate::measuring::trial::Tally;
use redouble_analysis::stats::{self, Estimate};

/// The exponents of the tiles whose shares are counted: 1024 to 65536.
const COUNTED: std::ops::RangeInclusive<u8> = 10..=16;

/// What the games of an agent say about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its spec.
    pub agent: String,
    /// How many games there are.
    pub games: u64,
    /// How many of them were in the notebook before.
    pub reused: u64,
    /// The versions of the program that played those.
    pub reused_from: Vec<String>,
    /// Their scores.
    pub score: Scores,
    /// The best tile of all games, as its face.
    pub best_tile: u32,
    /// The share of games that reached each counted tile.
    #[serde(serialize_with = "shares_by_face")]
    pub tiles: Vec<(Tile, Share)>,
    /// Mean number of slides of a game.
    pub moves_per_game: f64,
    /// Milliseconds for each move.
    pub ms_per_move: Milliseconds,
    /// Slides in each second of thinking.
    pub moves_per_second: f64,
    /// Mean number of boards and afterstates visited for a slide.
    pub nodes_per_move: f64,
    /// What the games that reached their goal took, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successes: Option<Successes>,
}

/// A sample of scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// The mean.
    pub mean: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
    /// The middle one.
    pub median: f64,
    /// The highest one.
    pub max: u32,
}

/// A share of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share itself, 0 to 1.
    pub share: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

/// How long moves took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Milliseconds {
    /// The mean.
    pub mean: f64,
    /// What 99 of 100 moves do not exceed.
    pub p99: f64,
}

/// The games that reached the tile they were to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Successes {
    /// The tile, as its face.
    pub tile: u32,
    /// How many games reached it.
    pub games: u64,
    /// Their share of all games.
    #[serde(flatten)]
    pub share: Share,
    /// The mean time of one of them, in seconds.
    pub seconds: f64,
    /// The mean number of slides of one of them.
    pub moves: f64,
}

impl From<Estimate> for Share {
    fn from(Estimate { value, low, high }: Estimate) -> Share {
        Share { share: value, low, high }
    }
}

impl Summary {
    /// What a tally of games that end as `until` says about `agent`.
    pub fn of(agent: &str, tally: &Tally, until: Until) -> Summary {
        let reused_from = tally.played_by.iter().cloned().collect();
        Summary { reused_from, ..Summary::new(agent, &tally.outcomes, tally.reused(), until) }
    }

    /// What `outcomes`, some of them reused, say about `agent`.
    pub fn new(agent: &str, outcomes: &[Outcome], reused: u64, until: Until) -> Summary {
        let times = all_times(outcomes);
        let moves = times.count() as f64;
        Summary {
            agent: agent.to_owned(),
            games: outcomes.len() as u64,
            reused,
            reused_from: Vec::new(),
            score: Scores::new(outcomes),
            best_tile: outcomes.iter().map(|game| game.board.max_tile().face()).max().unwrap_or(0),
            tiles: COUNTED.filter_map(Tile::new).map(|tile| (tile, share(outcomes, tile))).collect(),
            moves_per_game: mean(outcomes, |game| f64::from(game.moves)),
            ms_per_move: Milliseconds {
                mean: times.mean().as_secs_f64() * 1e3,
                p99: times.percentile(0.99).as_secs_f64() * 1e3,
            },
            moves_per_second: moves / times.total().as_secs_f64(),
            nodes_per_move: outcomes.iter().map(|game| game.nodes as f64).sum::<f64>() / moves,
            successes: match until {
                Until::Over | Until::Moves(_) | Until::NextLarge => None,
                Until::Tile(tile) => Some(Successes::new(outcomes, tile)),
            },
        }
    }
}

impl Scores {
    fn new(outcomes: &[Outcome]) -> Scores {
        let scores: Vec<f64> = outcomes.iter().map(|game| f64::from(game.score)).collect();
        let Estimate { value, low, high } = stats::mean_interval(&scores);
        let max = outcomes.iter().map(|game| game.score).max().unwrap_or(0);
        let low = if low.is_finite() { low.max(0.0) } else { low }; // no score is negative, nor is their mean
        Scores { mean: value, low, high, median: stats::median(&scores), max }
    }
}

impl Successes {
    fn new(outcomes: &[Outcome], tile: Tile) -> Successes {
        let won: Vec<Outcome> = outcomes.iter().filter(|game| game.reached(tile)).cloned().collect();
        Successes {
            tile: tile.face(),
            games: won.len() as u64,
            share: share(outcomes, tile),
            seconds: mean(&won, |game| game.times.total().as_secs_f64()),
            moves: mean(&won, |game| f64::from(game.moves)),
        }
    }
}

fn mean(outcomes: &[Outcome], of: impl Fn(&Outcome) -> f64) -> f64 {
    outcomes.iter().map(of).sum::<f64>() / outcomes.len() as f64
}

fn share(outcomes: &[Outcome], tile: Tile) -> Share {
    let hits = outcomes.iter().filter(|game| game.reached(tile)).count();
    stats::wilson(hits as u64, outcomes.len() as u64).into()
}

fn all_times(outcomes: &[Outcome]) -> Durations {
    let mut times = Durations::default();
    outcomes.iter().for_each(|game| times.merge(&game.times));
    times
}

fn shares_by_face<S: Serializer>(tiles: &[(Tile, Share)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(tiles.len()))?;
    for (tile, share) in tiles {
        map.serialize_entry(&tile.face().to_string(), share)?;
    }
    map.end()
}
