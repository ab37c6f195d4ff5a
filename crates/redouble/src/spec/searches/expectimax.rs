//! `expectimax`: the best slide, the mean over spawns.

use super::{DEFAULT_EVALUATION, DEPTH_ABOUT, OPTIONAL_DEPTH, evaluation_in_eval};
use crate::agent::Agent;
use crate::eval::Evaluator;
use crate::keys::kinds::{
    FACTOR, Kind, OPTIONAL_COUNT, OPTIONAL_TILE, PLIES_BELOW, PROBABILITY, SIZE, SWITCH, Sort, THREADS,
};
use crate::keys::{Keyed, Setting, setting};
use crate::search::{AsWritten, Expectimax, ExpectimaxSettings, Parallel, Reuse};
use crate::spec::agent::AgentSettings;
use crate::spec::build::{WithEvaluator, with_ties};
use crate::spec::{BuildError, EvaluatorSpec, ParseSpecError, Resources, budget, quirks};

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

impl Keyed for ExpectimaxSpec {
    const BESIDE: &'static [&'static str] = budget::KEYS;
    const SETTINGS: &'static [Setting<ExpectimaxSpec>] = &[
        EvaluatorSpec::setting("what leaves are worth"),
        setting!("depth", OPTIONAL_DEPTH, search.depth, DEPTH_ABOUT),
        setting!("min-prob", PROBABILITY, search.min_prob, "evaluate boards less likely than this at once"),
        setting!(
            "lead",
            FACTOR,
            search.lead,
            "under a limit, stop when the best leads by so many times its last change"
        ),
        setting!("doubt", FACTOR, search.doubt, "for lead: the least change that counts, in usual ones"),
        setting!(
            "four-limit",
            PROBABILITY,
            search.four_limit,
            "skip 4s where 0.1^fours·0.9^twos is not above this"
        ),
        setting!("fours", SWITCH, search.fours, "whether 4s spawn"),
        setting!(
            "sample",
            OPTIONAL_COUNT,
            search.sample,
            "look at no more than so many spawn cells, drawn by luck"
        ),
        Setting {
            once: Some("table"),
            ..setting!("cache", SIZE, search.table, "the size of the transposition table")
        },
        setting!("reuse", REUSE, search.reuse, "which entries of the table answer"),
        setting!("threads", THREADS, search.threads, "threads that search"),
        setting!("parallel", PARALLEL, search.parallel, "how the work is cut up for several threads"),
        ABOVE,
        setting!("passing", SWITCH, search.quirks.passing, quirks::PASSING),
        setting!("staying", SWITCH, search.quirks.staying, quirks::STAYING),
        setting!("stop-at", OPTIONAL_TILE, search.quirks.stop_at, quirks::STOP_AT),
        setting!("average", quirks::AVERAGE, search.quirks.average, quirks::AVERAGE_ABOUT),
        setting!("floor", SWITCH, search.quirks.floor, quirks::FLOOR),
        setting!("untested", SWITCH, search.quirks.untested, quirks::UNTESTED),
        setting!("whole", SWITCH, search.quirks.whole, quirks::WHOLE),
        setting!("leaf-table", SWITCH, search.quirks.leaf_table, quirks::LEAF_TABLE),
        setting!("ties", quirks::TIES, search.quirks.ties, quirks::TIES_ABOUT),
    ];

    fn check(&self) -> Result<(), String> {
        quirks::check(self.search.quirks, self.search.table, self.search.threads)
    }
}

/// The threshold is kept with the way of cutting it belongs to, which is read first.
const ABOVE: Setting<ExpectimaxSpec> = Setting {
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
        let agent = self.eval.build(resources, self.search.clone())?;
        Ok(with_ties(agent, self.search.quirks))
    }
}

impl WithEvaluator for ExpectimaxSettings {
    fn agent<E: Evaluator + 'static>(self, evaluator: E) -> Box<dyn Agent> {
        match self.quirks.are_written() {
            true => Box::new(AsWritten::expectimax(evaluator, self)),
            false => Box::new(Expectimax::new(evaluator, self)),
        }
    }
}
