//! What each search can be told: plain structs of named fields, so that any two settings can meet in one
//! program. Every device is off by default; each can be used alone or with the others.

use super::Quirks;
use crate::Tile;

/// How an [`Expectimax`](super::Expectimax) searches.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxSettings {
    /// Plies: a slide is one, a spawn is one. Under a limit the search deepens up to it; told none, as far as the limit
    /// allows. At least 1.
    pub depth: Option<u32>,
    /// A spawn node less likely than this, by cell and value along its path, is evaluated at once. 0 is off.
    pub min_prob: f64,
    /// Under a limit, stop searching learned values once the best move leads every other by so many times what the last
    /// round changed of its lead: a safe board takes little time, a doubtful one all there is. 0 is off.
    pub lead: f64,
    /// What a round counts as having changed at least, for `lead`: so many times 10 points, or a chance of 0.0002 to 0.001.
    pub doubt: f64,
    /// A 4 is looked at only if 0.1^fours · 0.9^twos on its path, itself included, is above this. 0 is off.
    pub four_limit: f64,
    /// Whether 4s spawn at all.
    pub fours: bool,
    /// Look at no more than this many spawn cells of a node, drawn by the agent's own luck, and take the
    /// plain mean over them. At least 1.
    pub sample: Option<u32>,
    /// The size of the transposition table in bytes. 0 is no table.
    pub table: usize,
    /// Which entries of the table may answer.
    pub reuse: Reuse,
    /// How many threads search. At least 1.
    pub threads: usize,
    /// How the work is cut up for several threads.
    pub parallel: Parallel,
    /// Rules of the authors' own programs.
    pub quirks: Quirks,
}

impl Default for ExpectimaxSettings {
    fn default() -> ExpectimaxSettings {
        ExpectimaxSettings {
            depth: None,
            min_prob: 0.0,
            lead: 0.0,
            doubt: 1.0,
            four_limit: 0.0,
            fours: true,
            sample: None,
            table: 0,
            reuse: Reuse::Exact,
            threads: 1,
            parallel: Parallel::Split,
            quirks: Quirks::default(),
        }
    }
}

impl ExpectimaxSettings {
    /// The depth if neither a depth nor a limit is given.
    pub const USUAL_DEPTH: u32 = 3;

    /// The same within what a search can do.
    pub(crate) fn bounded(self) -> ExpectimaxSettings {
        ExpectimaxSettings {
            depth: self.depth.map(|depth| depth.clamp(1, u32::from(u16::MAX))), // what a table's entry has room for
            sample: self.sample.map(|count| count.max(1)),
            threads: self.threads.max(1),
            ..self
        }
    }
}

/// Which entries of a transposition table may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reuse {
    /// Those searched exactly as deep: the table changes no value.
    #[default]
    Exact,
    /// Those searched at least as deep: more hits, other values.
    Deeper,
}

/// How a search is cut into tasks for several threads: three ways of the Haskell program whose study is
/// called `snake` here, and our own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parallel {
    /// A task for each child of every node: too fine.
    Levels,
    /// A task for each slide of the root: too uneven.
    Root,
    /// A task for each spawn of the spawn nodes that have more than `above` plies below them.
    Chance {
        /// The threshold; its author chose [3](Parallel::AUTHORS_THRESHOLD).
        above: u32,
    },
    /// As many layers of slides and spawns as it takes to keep every thread busy, the largest tasks first.
    #[default]
    Split,
}

impl Parallel {
    /// What the author of [`Parallel::Chance`] found best.
    pub const AUTHORS_THRESHOLD: u32 = 3;
}

/// How an [`AlphaBeta`](super::AlphaBeta) searches: spawns are an adversary's.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaSettings {
    /// Plies: a slide is one, a spawn is one. Under a limit the search deepens up to it; told none, as far as the limit
    /// allows. At least 1.
    pub depth: Option<u32>,
    /// Whether the adversary may spawn 4s.
    pub fours: bool,
    /// A 4 is looked at only if 0.1^fours · 0.9^twos on its path, itself included, with one more factor 0.9,
    /// is above this. 0 is off.
    pub four_limit: f64,
    /// Whether slides that look best at a glance are searched first, and spawns that were enough last time. It
    /// changes no value.
    pub ordering: bool,
    /// The size of the transposition table in bytes. 0 is no table. It changes no value.
    pub table: usize,
    /// Rules of the authors' own programs.
    pub quirks: Quirks,
}

impl Default for AlphaBetaSettings {
    fn default() -> AlphaBetaSettings {
        AlphaBetaSettings {
            depth: None,
            fours: true,
            four_limit: 0.0,
            ordering: true,
            table: 0,
            quirks: Quirks::default(),
        }
    }
}

impl AlphaBetaSettings {
    /// The depth if neither a depth nor a limit is given: learned values are of boards after a slide.
    pub const fn usual_depth(learned: bool) -> u32 {
        if learned { 3 } else { 4 }
    }
}

/// How [`Rollouts`](super::Rollouts) search: by playing games at random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolloutSettings {
    /// Games for each legal slide. At least 1.
    pub games: u32,
    /// A game ends when this tile is reached, or when it is over.
    pub until: Option<Tile>,
    /// How many threads play. At least 1.
    pub threads: usize,
}

impl Default for RolloutSettings {
    fn default() -> RolloutSettings {
        RolloutSettings { games: 100, until: None, threads: 1 }
    }
}
