//! A study run again: its agents, our games.

use redouble::spec::BuildError;
use redouble::{Budgeted, Seed};

use super::claim::Finding;
use super::program::Program;
use super::{Claim, Experiment, Measure, Study, StudyRow};
use crate::measuring::arena::{Arena, Entrant, Finished};
use crate::measuring::notebook::{Entry, NotebookError};
use crate::measuring::outcome::Outcome;
use crate::measuring::trial::Trial;
use redouble_analysis::stats::{Estimate, product};

/// The seed of all studies.
const SEED: Seed = Seed(1);
/// The seed of games that are played one at a time: their times must not be those of games that were not.
const SEED_ALONE: Seed = Seed(2);

/// How many games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// None: what the notebook holds.
    Kept,
    /// A few: all studies in minutes.
    Quick,
    /// As many as the authors, or more.
    Full,
}

/// A study could not be read or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The file does not have the form of a study.
    #[error("{0}")]
    Form(String),
    /// This build has no such agent.
    #[error("row '{row}': {source}")]
    Agent {
        /// The label of the row.
        row: String,
        /// Why.
        #[source]
        source: BuildError,
    },
    /// A program that comes with the study failed.
    #[error("python {call}: {what}")]
    Program {
        /// Its name and arguments.
        call: String,
        /// What went wrong.
        what: String,
    },
    /// The notebook refused.
    #[error(transparent)]
    Notebook(#[from] NotebookError),
}

/// A study with our games.
#[derive(Debug)]
pub struct Replica<'a> {
    /// The study.
    pub study: &'a Study,
    /// Its experiments, run again.
    pub tables: Vec<ReplicaTable<'a>>,
}

/// An experiment with our games.
#[derive(Debug)]
pub struct ReplicaTable<'a> {
    /// The experiment.
    pub table: &'a Experiment,
    /// Its rows, in order.
    pub rows: Vec<ReplicaRow<'a>>,
}

/// An agent with our games of it.
#[derive(Debug)]
pub struct ReplicaRow<'a> {
    /// What the authors had.
    pub row: &'a StudyRow,
    /// Our games; none for a row that can only be quoted.
    pub games: Vec<Outcome>,
}

impl<'a> Replica<'a> {
    /// Runs a study again, to the given extent. `programs` come with studies: name and text.
    pub fn run(
        study: &'a Study,
        extent: Extent,
        programs: &[(&str, &str)],
        arena: &mut Arena<'_>,
    ) -> Result<Replica<'a>, StudyError> {
        let mut tables = Vec::new();
        for table in &study.tables {
            let mut rows = Vec::new();
            for row in &table.rows {
                let games = run_row(table, row, extent, programs, arena)?;
                rows.push(ReplicaRow { row, games });
            }
            tables.push(ReplicaTable { table, rows });
        }
        Ok(Replica { study, tables })
    }
}

impl Study {
    /// How many games it has to the given extent.
    pub fn games(&self, extent: Extent) -> u64 {
        self.tables.iter().flat_map(|table| &table.rows).map(|row| row.games_to_play(extent)).sum()
    }
}

impl StudyRow {
    fn games_to_play(&self, extent: Extent) -> u64 {
        match extent {
            _ if !self.is_played() => 0,
            Extent::Kept => 0,
            Extent::Quick => self.quick,
            Extent::Full => self.full,
        }
    }
}

/// Plays the games of a row that the notebook does not hold, and recalls all that it holds.
fn run_row(
    table: &Experiment,
    row: &StudyRow,
    extent: Extent,
    programs: &[(&str, &str)],
    arena: &mut Arena<'_>,
) -> Result<Vec<Outcome>, StudyError> {
    let trial = table.trial(row.games_to_play(extent));
    let identity = match (&row.agent, &row.program) {
        (Some(agent), _) => {
            let fail = |source| StudyError::Agent { row: row.label.clone(), source };
            let entrants = [Entrant::of(parsed(agent)?, &arena.resources).map_err(fail)?];
            match table.alone {
                true => trial.run(&entrants, &mut arena.one_at_a_time())?,
                false => trial.run(&entrants, arena)?,
            };
            let [entrant] = entrants;
            entrant.identity
        }
        (None, Some(call)) => {
            let program = Program::find(call, programs)?;
            run_program(&program, &trial, arena)?;
            program.identity()
        }
        (None, None) => return Ok(Vec::new()),
    };
    let all = Trial { games: row.quick.max(row.full), ..trial };
    Ok(all.recall(&identity, arena.notebook)?)
}

fn parsed(agent: &str) -> Result<Budgeted, StudyError> {
    agent.parse().map_err(|why| StudyError::Form(format!("agent '{agent}': {why}")))
}

/// Plays the games of a program that the notebook does not hold, one at a time. Without an interpreter it plays
/// none.
fn run_program(program: &Program, trial: &Trial, arena: &mut Arena<'_>) -> Result<(), StudyError> {
    let identity = program.identity();
    let Arena { notebook, observe, .. } = arena;
    for number in trial.numbers() {
        let terms = trial.terms(number);
        let known = notebook.game(&identity, terms)?;
        let reused = known.is_some();
        if !reused && !program.can_run() {
            break;
        }
        let outcome = known.map_or_else(|| program.play(terms), Ok)?;
        observe(Finished { entrant: 0, outcome: &outcome, reused });
        let entry = Entry::now(identity.clone(), terms, outcome, notebook.version());
        notebook.add(&[entry])?;
    }
    Ok(())
}

impl Experiment {
    /// The first games of a row.
    fn trial(&self, games: u64) -> Trial {
        Trial {
            seed: self.seed.map_or(if self.alone { SEED_ALONE } else { SEED }, Seed),
            first: 0,
            games,
            starts: vec![self.start],
            until: self.until,
            records: false,
        }
    }
}

impl ReplicaTable<'_> {
    /// Our value of a measure in the row with this label.
    pub fn value(&self, label: &str, measure: Measure) -> Option<Estimate> {
        measure.of(&self.rows[self.table.row(label)?].games, self.table.until)
    }

    /// How many times as fast as the base of the table a row reaches the goal here.
    pub fn speed_up(&self, row: &ReplicaRow<'_>) -> Option<Estimate> {
        let label = self.table.base.as_deref().filter(|label| *label != row.row.label)?;
        let base = self.value(label, Measure::SECONDS_TO_GOAL)?;
        let time = Measure::SECONDS_TO_GOAL.of(&row.games, self.table.until)?;
        Some(product(&[(base, 1.0), (time, -1.0)]))
    }

    /// What our games say about each claim.
    pub fn findings(&self) -> Vec<(&Claim, Option<Finding>)> {
        self.table.claims.iter().map(|claim| (claim, claim.test(self))).collect()
    }
}
