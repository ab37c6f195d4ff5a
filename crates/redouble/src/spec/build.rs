//! From a spec to an agent that plays.

use std::fmt;

use super::{AgentSpec, EvaluatorSpec, NtupleSpec};
use crate::Tables;
use crate::agent::{Agent, TableRule, TableUse, WithTies};
use crate::eval::Evaluator;
use crate::network::Network;
use crate::search::{Budget, Quirks, Ties};

/// What an agent may use that the engine cannot know: it reads no files and asks no system.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    memory: Option<usize>,
    networks: Vec<(Option<String>, Network)>,
    tables: Tables,
}

impl Resources {
    /// Refuses transposition tables larger than this many bytes: mostly what the machine has.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Resources {
        self.memory = Some(bytes);
        self
    }

    /// Offers the network that specs call by this path; `None` is the one that comes with the program.
    #[must_use]
    pub fn with_network(mut self, path: Option<&str>, network: Network) -> Resources {
        self.networks.push((path.map(str::to_owned), network));
        self
    }

    /// The network called by this path, or the one that comes with the program.
    pub fn network(&self, path: Option<&str>) -> Option<&Network> {
        self.networks.iter().find(|(name, _)| name.as_deref() == path).map(|(_, network)| network)
    }

    /// Offers endgame tables.
    #[must_use]
    pub fn with_tables(mut self, tables: Tables) -> Resources {
        self.tables = tables;
        self
    }

    /// The endgame tables there are.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    pub(super) fn check_table(&self, table: usize) -> Result<(), BuildError> {
        match self.memory {
            Some(memory) if table > memory => Err(BuildError::TableTooLarge { table, memory }),
            _ => Ok(()),
        }
    }
}

/// Why an agent cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The transposition table is larger than the memory.
    TableTooLarge {
        /// What was asked for, in bytes.
        table: usize,
        /// What there is, in bytes.
        memory: usize,
    },
    /// There is no such network.
    NoNetwork {
        /// The path it was called by; `None` for the one that comes with the program.
        path: Option<String>,
    },
}

impl std::error::Error for BuildError {}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::TableTooLarge { table, memory } => {
                let [table, memory] = [table, memory].map(|bytes| *bytes as f64 / f64::from(1 << 20));
                write!(f, "a table of {table:.0} MiB does not fit into {memory:.0} MiB of memory")
            }
            BuildError::NoNetwork { path: Some(path) } => write!(f, "no network was read from {path:?}"),
            BuildError::NoNetwork { path: None } => write!(f, "this build comes without a network"),
        }
    }
}

impl AgentSpec {
    /// The agent of this spec.
    ///
    /// ```
    /// # use redouble::{AgentSpec, Board, Limits, spec::Resources};
    /// let spec: AgentSpec = "expectimax(eval=snake,depth=3)".parse()?;
    /// let mut agent = spec.build(&Resources::default())?;
    /// let report = agent.choose("6531432022001001".parse()?, 0, Limits::NONE);
    /// assert_eq!(report.best.map(|mv| mv.name()), Some("right"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(&self, resources: &Resources) -> Result<Box<dyn Agent>, BuildError> {
        self.settings().build(resources)
    }
}

impl AgentSpec {
    /// Whether endgame tables choose its moves that may cost so much, where there are some.
    pub fn uses_tables(&self, budget: Budget) -> bool {
        matches!(self, AgentSpec::Best(spec) if spec.tables.when.suits(budget))
    }

    /// Whether endgame tables should be looked for, be it only to tell what they say.
    pub fn wants_tables(&self) -> bool {
        matches!(self, AgentSpec::Best(spec) if spec.tables.when != TableUse::Off)
    }

    /// The same without endgame tables, which choose moves without saying what each is worth.
    #[must_use]
    pub fn without_tables(mut self) -> AgentSpec {
        if let AgentSpec::Best(spec) = &mut self {
            spec.tables = TableRule::off();
        }
        self
    }

    /// The network it uses, if it uses one: a path, or `None` for the one that comes with the program.
    pub fn network(&self) -> Option<Option<&str>> {
        match (self, self.evaluation()) {
            (AgentSpec::Best(_), _) => Some(None),
            (_, Some(EvaluatorSpec::Ntuple(NtupleSpec { net }))) => Some(net.as_deref()),
            _ => None,
        }
    }
}

/// The agent with ties as its study has them.
pub(super) fn with_ties(agent: Box<dyn Agent>, quirks: Quirks) -> Box<dyn Agent> {
    match quirks.ties == Ties::default() {
        true => agent,
        false => Box::new(WithTies::new(agent, quirks.ties)),
    }
}

/// What makes an agent of any evaluation: the settings of a search. Each pair of search and evaluation is compiled for
/// itself.
pub(super) trait WithEvaluator {
    fn agent<E: Evaluator + 'static>(self, evaluator: E) -> Box<dyn Agent>;
}
