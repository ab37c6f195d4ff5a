//! The keys of the agents that search.

use core::time::Duration;

use super::fields::{Field, Keyed, field};
use super::kinds::{
    COUNT, DEPTH, FACTOR, Kind, MAX_DEPTH, OPTIONAL_COUNT, OPTIONAL_DEPTH, OPTIONAL_LARGE_COUNT,
    OPTIONAL_TILE, PLIES_BELOW, PROBABILITY, SIZE, SWITCH, THREADS, TIME, UNTIL,
};
use super::{EvaluatorSpec, NtupleSpec, ParseSpecError};
use crate::search::{AlphaBetaSettings, ExpectimaxSettings, Parallel, Reuse, RolloutSettings};

/// The strongest agent there is, and what it may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestSpec {
    /// The time for each move; the engine leaves it to the caller to keep it.
    pub time: Option<Duration>,
    /// Plies; deepens as far as it may if nothing is said.
    pub depth: Option<u32>,
    /// Deepen until this many nodes have been visited.
    pub nodes: Option<u64>,
    /// How many threads search.
    pub threads: usize,
    /// When endgame tables choose the move, where there are some.
    pub tables: TableUse,
}

impl Default for BestSpec {
    fn default() -> BestSpec {
        BestSpec { time: None, depth: None, nodes: None, threads: 1, tables: TableUse::Auto }
    }
}

/// When endgame tables choose the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableUse {
    /// Where that was proved to be better: up to a millisecond or 10,000 nodes a move. A longer search does without: a
    /// table has the large tiles stand still, which a search need not.
    #[default]
    Auto,
    /// Wherever one knows the board and promises enough.
    Always,
    /// Never, and none is looked for.
    Off,
}

impl BestSpec {
    /// Whether endgame tables choose moves where there are some.
    pub fn uses_tables(&self) -> bool {
        match self.tables {
            TableUse::Auto => {
                self.time.is_none_or(|time| time <= TABLES_TIME)
                    && self.nodes.is_none_or(|nodes| nodes <= TABLES_NODES)
            }
            TableUse::Always => true,
            TableUse::Off => false,
        }
    }

    /// What the strongest agent is made of, where there is a `network` or none.
    pub fn expectimax(&self, network: bool) -> ExpectimaxSpec {
        let told = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        let search = ExpectimaxSettings {
            depth: self.depth.unwrap_or(MAX_DEPTH),
            nodes: if told { self.nodes } else { Some(if network { NETWORK_NODES } else { BEST_NODES }) },
            threads: self.threads,
            table: BEST_TABLE,
            min_prob: if network && self.depth.is_some() { NETWORK_MIN_PROB } else { 0.0 },
            likely: if network { NETWORK_LIKELY } else { 0.0 },
            lead: if network { NETWORK_LEAD } else { 0.0 },
            ..ExpectimaxSettings::default()
        };
        let eval = if network { EvaluatorSpec::Ntuple(NtupleSpec::default()) } else { EvaluatorSpec::Grid };
        ExpectimaxSpec { eval, time: self.time, search }
    }
}

/// How far the strongest agent deepens if nothing is said: about a millisecond's work.
const BEST_NODES: u64 = 100_000;
const BEST_TABLE: usize = 16 << 20;
const NETWORK_NODES: u64 = 10_000;
/// Up to here endgame tables do better.
const TABLES_NODES: u64 = 10_000;
const TABLES_TIME: Duration = Duration::from_millis(1);
/// A search of fixed depth that looks no further than this finds nearly always the move that one of full width finds.
const NETWORK_MIN_PROB: f64 = 0.02;
/// Where to start under a limit: hardly wider than depth 3 where there is room, deep where there is little.
const NETWORK_LIKELY: f64 = 0.2;
/// When a move is clear: half of the nodes find nearly always the move that all find.
const NETWORK_LEAD: f64 = 5.0;

/// Expectimax with an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxSpec {
    /// What leaves are worth.
    pub eval: EvaluatorSpec,
    /// The time for each move; the engine leaves it to the caller to keep it.
    pub time: Option<Duration>,
    /// How it searches.
    pub search: ExpectimaxSettings,
}

impl Default for ExpectimaxSpec {
    fn default() -> ExpectimaxSpec {
        ExpectimaxSpec { eval: DEFAULT_EVALUATION, time: None, search: ExpectimaxSettings::default() }
    }
}

/// Alpha-beta with an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaSpec {
    /// What leaves are worth.
    pub eval: EvaluatorSpec,
    /// The time for each move; the engine leaves it to the caller to keep it.
    pub time: Option<Duration>,
    /// How it searches.
    pub search: AlphaBetaSettings,
}

impl Default for AlphaBetaSpec {
    fn default() -> AlphaBetaSpec {
        AlphaBetaSpec { eval: DEFAULT_EVALUATION, time: None, search: AlphaBetaSettings::default() }
    }
}

impl ExpectimaxSpec {
    /// Sets the time as if it stood in the spec: without a depth of its own the search goes as deep as it allows.
    pub(crate) fn set_time(&mut self, time: Duration) {
        let told = self.search.depth != self.baseline().search.depth;
        self.time = Some(time);
        self.search.depth = if told { self.search.depth } else { self.baseline().search.depth };
    }
}

impl AlphaBetaSpec {
    /// Sets the time as if it stood in the spec: without a depth of its own the search goes as deep as it allows.
    pub(crate) fn set_time(&mut self, time: Duration) {
        let told = self.search.depth != self.baseline().search.depth;
        self.time = Some(time);
        self.search.depth = if told { self.search.depth } else { self.baseline().search.depth };
    }
}

/// Games played at random.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolloutSpec {
    /// The time for each move; the engine leaves it to the caller to keep it.
    pub time: Option<Duration>,
    /// How it searches.
    pub search: RolloutSettings,
}

/// Takes the slide whose afterstate is worth most.
#[derive(Clone, Debug, PartialEq)]
pub struct GreedySpec {
    /// What afterstates are worth.
    pub eval: EvaluatorSpec,
}

impl Default for GreedySpec {
    fn default() -> GreedySpec {
        GreedySpec { eval: EvaluatorSpec::Score }
    }
}

const DEFAULT_EVALUATION: EvaluatorSpec = EvaluatorSpec::Grid;

/// The depth of a search that was told none: as deep as its limits allow, if it has any.
const fn depth(time: Option<Duration>, nodes: Option<u64>, unlimited: u32) -> u32 {
    if time.is_some() || nodes.is_some() { MAX_DEPTH } else { unlimited }
}

const DEPTH_ABOUT: &str =
    "plies, a slide being one and a spawn one; as deep as time or nodes allow, if given";
const TIME_ABOUT: &str = "the most each move may take";
const NODES_ABOUT: &str = "deepen until so many boards have been visited";
const STOP_ABOUT: &str = "study: a board with this tile ends the search";

impl Keyed for BestSpec {
    const FIELDS: &'static [Field<BestSpec>] = &[
        field!("time", TIME, time, TIME_ABOUT),
        field!("depth", OPTIONAL_DEPTH, depth, "plies, a slide being one and a spawn one"),
        field!("nodes", OPTIONAL_LARGE_COUNT, nodes, NODES_ABOUT),
        field!("threads", THREADS, threads, "threads that search"),
        field!(
            "tables",
            TABLES,
            tables,
            "when endgame tables choose the move; auto is up to 1 ms or 10000 nodes"
        ),
    ];
}

impl Keyed for ExpectimaxSpec {
    const FIELDS: &'static [Field<ExpectimaxSpec>] = &[
        EvaluatorSpec::field(
            "what leaves are worth",
            |spec, value| set(&mut spec.eval, value),
            |spec| spec.eval.to_string(),
        ),
        field!("depth", DEPTH, search.depth, DEPTH_ABOUT),
        field!("time", TIME, time, TIME_ABOUT),
        field!("nodes", OPTIONAL_LARGE_COUNT, search.nodes, NODES_ABOUT),
        field!("min-prob", PROBABILITY, search.min_prob, "evaluate boards less likely than this at once"),
        field!("likely", PROBABILITY, search.likely, "under a limit, start with this min-prob and halve it"),
        field!(
            "lead",
            FACTOR,
            search.lead,
            "under a limit, stop when the best leads by so many times its last change"
        ),
        field!(
            "four-limit",
            PROBABILITY,
            search.four_limit,
            "skip 4s where 0.1^fours·0.9^twos is not above this"
        ),
        field!("fours", SWITCH, search.fours, "whether 4s spawn"),
        field!(
            "sample",
            OPTIONAL_COUNT,
            search.sample,
            "look at no more than so many spawn cells, drawn by luck"
        ),
        field!("table", SIZE, search.table, "the size of the transposition table"),
        field!("reuse", REUSE, search.reuse, "which entries of the table answer"),
        field!("threads", THREADS, search.threads, "threads that search"),
        field!("parallel", PARALLEL, search.parallel, "how the work is cut up for several threads"),
        ABOVE,
        field!("passing", SWITCH, search.quirks.passing, "study: a slide that changes nothing is a move"),
        field!(
            "staying",
            SWITCH,
            search.quirks.staying,
            "study: the player may keep the standing board's value"
        ),
        field!("stop-at", OPTIONAL_TILE, search.quirks.stop_at, STOP_ABOUT),
    ];

    fn baseline(&self) -> ExpectimaxSpec {
        let mut baseline = ExpectimaxSpec::default();
        baseline.search.depth = depth(self.time, self.search.nodes, baseline.search.depth);
        baseline
    }
}

impl Keyed for AlphaBetaSpec {
    const FIELDS: &'static [Field<AlphaBetaSpec>] = &[
        EvaluatorSpec::field(
            "what leaves are worth",
            |spec, value| set(&mut spec.eval, value),
            |spec| spec.eval.to_string(),
        ),
        field!("depth", DEPTH, search.depth, DEPTH_ABOUT),
        field!("time", TIME, time, TIME_ABOUT),
        field!("nodes", OPTIONAL_LARGE_COUNT, search.nodes, NODES_ABOUT),
        field!(
            "four-limit",
            PROBABILITY,
            search.four_limit,
            "skip 4s where 0.9·0.1^fours·0.9^twos is not above this"
        ),
        field!("fours", SWITCH, search.fours, "whether the adversary spawns 4s"),
        field!("ordering", SWITCH, search.ordering, "whether moves that look best are searched first"),
        field!("table", SIZE, search.table, "the size of the transposition table"),
        field!("stop-at", OPTIONAL_TILE, search.stop_at, STOP_ABOUT),
    ];

    fn baseline(&self) -> AlphaBetaSpec {
        let mut baseline = AlphaBetaSpec::default();
        baseline.search.depth = depth(self.time, self.search.nodes, baseline.search.depth);
        baseline
    }
}

impl Keyed for RolloutSpec {
    const FIELDS: &'static [Field<RolloutSpec>] = &[
        Field { always: true, ..field!("games", COUNT, search.games, "random games for each slide") },
        field!("until", UNTIL, search.until, "when a game ends"),
        field!("time", TIME, time, TIME_ABOUT),
        field!("threads", THREADS, search.threads, "threads that play"),
    ];
}

impl Keyed for GreedySpec {
    const FIELDS: &'static [Field<GreedySpec>] = &[EvaluatorSpec::field(
        "what afterstates are worth",
        |spec, value| set(&mut spec.eval, value),
        |spec| spec.eval.to_string(),
    )];
}

fn set(eval: &mut EvaluatorSpec, value: &super::syntax::Value) -> Result<(), ParseSpecError> {
    *eval = EvaluatorSpec::value(value)?;
    Ok(())
}

/// The threshold is kept with the way of cutting it belongs to, which is read first.
const ABOVE: Field<ExpectimaxSpec> = Field {
    name: "above",
    form: PLIES_BELOW.form,
    about: "parallel=chance: cut spawn nodes with more plies than this below them",
    always: false,
    read: |spec, value| match &mut spec.search.parallel {
        Parallel::Chance { above } => {
            *above = PLIES_BELOW.value(value)?;
            Ok(())
        }
        _ => Err(ParseSpecError::new(value.place(), "above is for parallel=chance only")),
    },
    write: |spec| match spec.search.parallel {
        Parallel::Chance { above } => above.to_string(),
        _ => Parallel::AUTHORS_THRESHOLD.to_string(),
    },
};

const TABLES: Kind<TableUse> = Kind {
    form: "auto, always or off",
    read: |word| match word {
        "auto" => Some(TableUse::Auto),
        "always" => Some(TableUse::Always),
        "off" => Some(TableUse::Off),
        _ => None,
    },
    write: |tables| {
        let word = match tables {
            TableUse::Auto => "auto",
            TableUse::Always => "always",
            TableUse::Off => "off",
        };
        word.to_owned()
    },
};

const REUSE: Kind<Reuse> = Kind {
    form: "exact or deeper",
    read: |word| match word {
        "exact" => Some(Reuse::Exact),
        "deeper" => Some(Reuse::Deeper),
        _ => None,
    },
    write: |&reuse| if reuse == Reuse::Exact { "exact" } else { "deeper" }.to_owned(),
};

const PARALLEL: Kind<Parallel> = Kind {
    form: "levels, root, chance or split",
    read: |word| match word {
        "levels" => Some(Parallel::Levels),
        "root" => Some(Parallel::Root),
        "chance" => Some(Parallel::Chance { above: Parallel::AUTHORS_THRESHOLD }),
        "split" => Some(Parallel::Split),
        _ => None,
    },
    write: |parallel| {
        match parallel {
            Parallel::Levels => "levels",
            Parallel::Root => "root",
            Parallel::Chance { .. } => "chance",
            Parallel::Split => "split",
        }
        .to_owned()
    },
};
