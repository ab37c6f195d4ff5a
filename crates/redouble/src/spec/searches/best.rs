//! `best`: the strongest agent there is, and all that it searches with.

use super::{DEPTH_ABOUT, ExpectimaxSpec, OPTIONAL_DEPTH};
use crate::agent::{Agent, Best, TableRule, TableUse};
use crate::keys::kinds::{COUNT, Kind, PROBABILITY, Sort, THREADS};
use crate::keys::{Keyed, Setting, setting};
use crate::search::ExpectimaxSettings;
use crate::spec::agent::AgentSettings;
use crate::spec::{BuildError, EvaluatorSpec, NtupleSpec, Resources, budget};

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

impl Keyed for BestSpec {
    const BESIDE: &'static [&'static str] = budget::KEYS;
    const SETTINGS: &'static [Setting<BestSpec>] = &[
        setting!("depth", OPTIONAL_DEPTH, depth, DEPTH_ABOUT),
        setting!("threads", THREADS, threads, "threads that search"),
        setting!(
            "tables",
            TABLES,
            tables.when,
            "when endgame tables choose the move; auto is up to 1 ms or 10000 nodes"
        ),
        setting!("table-chance", PROBABILITY, tables.chance, "the least chance for which a table chooses"),
        setting!(
            "table-tiles",
            COUNT,
            tables.tiles,
            "a table chooses where so many tiles from 2048 up stand"
        ),
    ];
}

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
