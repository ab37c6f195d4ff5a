//! The keys of the agents that search.

use super::agent::AgentSettings;
use super::build::{ByAlphaBeta, ByExpectimax, with_ties};
use super::{BuildError, EvaluatorSpec, NtupleSpec, ParseSpecError, Resources, quirks};
use crate::agent::{Agent, Best, Random, TableRule, TableUse};
use crate::keys::kinds::{
    COUNT, FACTOR, Kind, OPTIONAL_COUNT, OPTIONAL_TILE, PLIES_BELOW, PROBABILITY, SIZE, SWITCH, Sort,
    THREADS, UNTIL, optional, optional_text, whole,
};
use crate::keys::syntax::Value;
use crate::keys::{Field, Keyed, field};
use crate::search::{
    AlphaBetaSettings, ExpectimaxSettings, MAX_DEPTH, Parallel, Reuse, RolloutSettings, Rollouts,
};

/// The strongest agent there is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestSpec {
    /// Plies; deepens as far as it may if nothing is said.
    pub depth: Option<u32>,
    /// How many threads search.
    pub threads: usize,
    /// Where endgame tables choose the move, if there are some.
    pub tables: TableRule,
}

impl Default for BestSpec {
    fn default() -> BestSpec {
        BestSpec { depth: None, threads: 1, tables: TableRule::default() }
    }
}

impl BestSpec {
    /// What the strongest agent searches with.
    pub fn expectimax(&self) -> ExpectimaxSpec {
        let search = ExpectimaxSettings {
            depth: self.depth,
            threads: self.threads,
            table: BEST_TABLE,
            min_prob: BEST_MIN_PROB,
            lead: BEST_LEAD,
            ..ExpectimaxSettings::default()
        };
        ExpectimaxSpec { eval: EvaluatorSpec::Ntuple(NtupleSpec::default()), search }
    }
}

const BEST_TABLE: usize = 16 << 20;
/// A search that looks no further than this finds nearly always the move that one of full width finds.
const BEST_MIN_PROB: f64 = 0.003;
/// When a move is clear: half of the nodes find nearly always the move that all find.
const BEST_LEAD: f64 = 5.0;

/// Expectimax with an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxSpec {
    /// What leaves are worth.
    pub eval: EvaluatorSpec,
    /// How it searches.
    pub search: ExpectimaxSettings,
}

impl Default for ExpectimaxSpec {
    fn default() -> ExpectimaxSpec {
        ExpectimaxSpec { eval: DEFAULT_EVALUATION, search: ExpectimaxSettings::default() }
    }
}

/// Alpha-beta with an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaSpec {
    /// What leaves are worth.
    pub eval: EvaluatorSpec,
    /// How it searches.
    pub search: AlphaBetaSettings,
}

impl Default for AlphaBetaSpec {
    fn default() -> AlphaBetaSpec {
        AlphaBetaSpec { eval: DEFAULT_EVALUATION, search: AlphaBetaSettings::default() }
    }
}

/// Games played at random.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolloutSpec {
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

const DEPTH_ABOUT: &str = "plies, a slide being one and a spawn one; if off as deep as time or nodes allow";

impl Keyed for BestSpec {
    const BESIDE: &'static [&'static str] = super::budget::KEYS;
    const FIELDS: &'static [Field<BestSpec>] = &[
        field!("depth", OPTIONAL_DEPTH, depth, DEPTH_ABOUT),
        field!("threads", THREADS, threads, "threads that search"),
        field!(
            "tables",
            TABLES,
            tables.when,
            "when endgame tables choose the move; auto is never, they only tell chances"
        ),
        field!("table-chance", PROBABILITY, tables.chance, "the least chance for which a table chooses"),
        field!("table-tiles", COUNT, tables.tiles, "a table chooses where so many tiles from 2048 up stand"),
    ];
}

impl Keyed for ExpectimaxSpec {
    const BESIDE: &'static [&'static str] = super::budget::KEYS;
    const FIELDS: &'static [Field<ExpectimaxSpec>] = &[
        EvaluatorSpec::field(
            "what leaves are worth",
            |spec, value| set(&mut spec.eval, value),
            |spec| spec.eval.to_string(),
        ),
        field!("depth", OPTIONAL_DEPTH, search.depth, DEPTH_ABOUT),
        field!("min-prob", PROBABILITY, search.min_prob, "evaluate boards less likely than this at once"),
        field!(
            "lead",
            FACTOR,
            search.lead,
            "under a limit, stop when the best leads by so many times its last change"
        ),
        field!("doubt", FACTOR, search.doubt, "for lead: the least change that counts, in usual ones"),
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
        Field {
            once: Some("table"),
            ..field!("cache", SIZE, search.table, "the size of the transposition table")
        },
        field!("reuse", REUSE, search.reuse, "which entries of the table answer"),
        field!("threads", THREADS, search.threads, "threads that search"),
        field!("parallel", PARALLEL, search.parallel, "how the work is cut up for several threads"),
        ABOVE,
        field!("passing", SWITCH, search.quirks.passing, quirks::PASSING),
        field!("staying", SWITCH, search.quirks.staying, quirks::STAYING),
        field!("stop-at", OPTIONAL_TILE, search.quirks.stop_at, quirks::STOP_AT),
        field!("average", quirks::AVERAGE, search.quirks.average, quirks::AVERAGE_ABOUT),
        field!("floor", SWITCH, search.quirks.floor, quirks::FLOOR),
        field!("untested", SWITCH, search.quirks.untested, quirks::UNTESTED),
        field!("whole", SWITCH, search.quirks.whole, quirks::WHOLE),
        field!("leaf-table", SWITCH, search.quirks.leaf_table, quirks::LEAF_TABLE),
        field!("ties", quirks::TIES, search.quirks.ties, quirks::TIES_ABOUT),
    ];

    fn check(&self) -> Result<(), String> {
        quirks::check(self.search.quirks, self.search.table, self.search.threads)
    }
}

impl Keyed for AlphaBetaSpec {
    const BESIDE: &'static [&'static str] = super::budget::KEYS;
    const FIELDS: &'static [Field<AlphaBetaSpec>] = &[
        EvaluatorSpec::field(
            "what leaves are worth",
            |spec, value| set(&mut spec.eval, value),
            |spec| spec.eval.to_string(),
        ),
        field!("depth", OPTIONAL_DEPTH, search.depth, DEPTH_ABOUT),
        field!(
            "four-limit",
            PROBABILITY,
            search.four_limit,
            "skip 4s where 0.9·0.1^fours·0.9^twos is not above this"
        ),
        field!("fours", SWITCH, search.fours, "whether the adversary spawns 4s"),
        field!("ordering", SWITCH, search.ordering, "whether moves that look best are searched first"),
        Field {
            once: Some("table"),
            ..field!("cache", SIZE, search.table, "the size of the transposition table")
        },
        field!("stop-at", OPTIONAL_TILE, search.quirks.stop_at, quirks::STOP_AT),
        field!("floor", SWITCH, search.quirks.floor, quirks::FLOOR),
        field!("leaf-table", SWITCH, search.quirks.leaf_table, quirks::LEAF_TABLE),
        field!("slip", SWITCH, search.quirks.slip, quirks::SLIP),
        field!("ties", quirks::TIES, search.quirks.ties, quirks::TIES_ABOUT),
    ];

    fn check(&self) -> Result<(), String> {
        quirks::check(self.search.quirks, self.search.table, 1)
    }
}

impl Keyed for RolloutSpec {
    const BESIDE: &'static [&'static str] = super::budget::KEYS;
    const FIELDS: &'static [Field<RolloutSpec>] = &[
        Field { always: true, ..field!("games", COUNT, search.games, "random games for each slide") },
        field!("until", UNTIL, search.until, "when a game ends"),
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

fn set(eval: &mut EvaluatorSpec, value: &Value) -> Result<(), ParseSpecError> {
    *eval = EvaluatorSpec::value(value)?;
    Ok(())
}

/// Plies, or none said.
const OPTIONAL_DEPTH: Kind<Option<u32>> = Kind {
    form: "off or a number of plies from 1 to 63",
    sort: Sort::Plain,
    read: |word| optional(word, |word| whole(word).filter(|depth| (1..=MAX_DEPTH).contains(depth))),
    write: |depth| optional_text(depth, u32::to_string),
};

/// The threshold is kept with the way of cutting it belongs to, which is read first.
const ABOVE: Field<ExpectimaxSpec> = Field {
    name: "above",
    once: None,
    form: PLIES_BELOW.form,
    sort: PLIES_BELOW.sort,
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
    sort: Sort::Plain,
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
    sort: Sort::Plain,
    read: |word| match word {
        "exact" => Some(Reuse::Exact),
        "deeper" => Some(Reuse::Deeper),
        _ => None,
    },
    write: |&reuse| if reuse == Reuse::Exact { "exact" } else { "deeper" }.to_owned(),
};

const PARALLEL: Kind<Parallel> = Kind {
    form: "levels, root, chance or split",
    sort: Sort::Plain,
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

/// The evaluation of agents that have one, in their field `eval`.
macro_rules! evaluation_in_eval {
    () => {
        fn evaluation(&self) -> Option<&EvaluatorSpec> {
            Some(&self.eval)
        }

        fn evaluation_mut(&mut self) -> Option<&mut EvaluatorSpec> {
            Some(&mut self.eval)
        }
    };
}

impl AgentSettings for BestSpec {
    fn depth(&self) -> Option<u32> {
        self.depth
    }

    fn set_one_thread(&mut self) {
        self.threads = 1;
    }

    fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        let search = self.expectimax().build(resources)?;
        let tables = resources.tables().clone();
        Ok(Box::new(Best::new(search, tables, self.tables, self.depth.is_some())))
    }
}

impl AgentSettings for ExpectimaxSpec {
    evaluation_in_eval!();

    fn depth(&self) -> Option<u32> {
        self.search.depth
    }

    fn set_usual_depth(&mut self) {
        self.search.depth.get_or_insert(ExpectimaxSettings::USUAL_DEPTH);
    }

    fn set_one_thread(&mut self) {
        self.search.threads = 1;
    }

    fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        resources.check_table(self.search.table)?;
        let agent = self.eval.build(resources, ByExpectimax(self.search.clone()))?;
        Ok(with_ties(agent, self.search.quirks))
    }
}

impl AgentSettings for AlphaBetaSpec {
    evaluation_in_eval!();

    fn depth(&self) -> Option<u32> {
        self.search.depth
    }

    fn set_usual_depth(&mut self) {
        self.search.depth.get_or_insert(AlphaBetaSettings::usual_depth(self.eval.is_learned()));
    }

    fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        resources.check_table(self.search.table)?;
        let agent = self.eval.build(resources, ByAlphaBeta(self.search.clone()))?;
        Ok(with_ties(agent, self.search.quirks))
    }
}

impl AgentSettings for RolloutSpec {
    fn set_one_thread(&mut self) {
        self.search.threads = 1;
    }

    fn build(&self, _: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        Ok(Box::new(Rollouts::new(self.search.clone())))
    }
}

impl AgentSettings for GreedySpec {
    evaluation_in_eval!();

    fn spends(&self) -> bool {
        false
    }

    fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        let one_slide = ExpectimaxSettings { depth: Some(1), ..ExpectimaxSettings::default() };
        self.eval.build(resources, ByExpectimax(one_slide))
    }
}

/// `random` has no settings.
impl AgentSettings for () {
    fn spends(&self) -> bool {
        false
    }

    fn build(&self, _: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        Ok(Box::new(Random::default()))
    }
}
