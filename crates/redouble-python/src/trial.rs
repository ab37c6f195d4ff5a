//! `trial`: agents over the same games. The lab plays them; here they become columns.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use redouble::{Budget, Seed, Start};
use redouble_lab::measuring::notebook::{export, import};
use redouble_lab::{Arena, Entrant, Notebook, Outcome, Summary, Tally, Trial, machine};

use crate::agent;
use crate::input::{self, wrong};
use crate::patience;

/// Which games, by whom: the questions of a trial.
#[pyclass(frozen, name = "Course", module = "redouble")]
pub struct PyCourse {
    agents: Vec<String>,
    budget: Budget,
    trial: Trial,
}

#[pymethods]
impl PyCourse {
    #[new]
    #[pyo3(signature = (agents, *, games, seed, first, until, starts, records, time=None, nodes=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        agents: Vec<String>,
        games: u64,
        seed: u64,
        first: u64,
        until: &str,
        starts: Vec<Bound<'_, PyAny>>,
        records: bool,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
    ) -> PyResult<PyCourse> {
        if games == 0 || games > 10_000_000 || first > u64::MAX / 2 {
            let expected = "expected 1 to 10,000,000 games, the first of them below 2⁶³";
            return Err(wrong(format!("{games} games from number {first}: {expected}")));
        }
        let starts: Vec<_> =
            starts.iter().map(|any| input::board(any).map(Start::Board)).collect::<PyResult<_>>()?;
        let until = until.parse().map_err(wrong)?;
        let trial = Trial { seed: Seed(seed), first, games, starts, until, records };
        Ok(PyCourse { agents, budget: input::budget(time, nodes)?, trial })
    }

    /// How many agents play.
    #[getter]
    fn agents(&self) -> usize {
        self.agents.len()
    }

    /// Plays what the notebook does not hold yet: the games of each agent, as columns, and what they say.
    #[pyo3(signature = (*, jobs=None, notebook=None, progress=None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        jobs: Option<usize>,
        notebook: Option<PathBuf>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (games, faults) = patience::wait(py, progress, |watch| {
            let (entrants, faults) = self.entrants()?;
            let mut notebook = open(notebook.as_deref())?;
            let jobs = jobs.unwrap_or_else(machine::threads).max(1);
            let mut arena = Arena::new(&mut notebook, jobs).observed_by(|_| {
                watch.done.fetch_add(1, Relaxed);
            });
            let tallies = self.trial.run_until(&watch.stop, &entrants, &mut arena).map_err(wrong)?;
            drop(arena);
            let games = entrants.iter().zip(tallies);
            let games: PyResult<Vec<AgentGames>> =
                games.map(|(entrant, tally)| AgentGames::new(self, entrant, tally, &notebook)).collect();
            Ok::<_, PyErr>((games?, faults))
        })??;
        agent::warn(py, &faults)?;
        games.into_iter().map(|games| games.columns(py, &self.trial)).collect()
    }

    /// The games that a notebook does not hold yet: the index of the agent and the number of the game.
    fn unplayed(&self, py: Python<'_>, notebook: PathBuf) -> PyResult<Vec<(usize, u64)>> {
        py.detach(|| {
            let jobs = self.trial.unplayed(&self.entrants()?.0, &open(Some(&notebook))?);
            Ok(jobs.map_err(wrong)?.into_iter().map(|job| (job.entrant, job.number)).collect())
        })
    }

    /// Plays everything and keeps nothing: the games as a sheet that any notebook takes.
    #[pyo3(signature = (*, jobs=1))]
    fn sheet<'py>(&self, py: Python<'py>, jobs: usize) -> PyResult<Bound<'py, PyBytes>> {
        let sheet = patience::wait(py, None, |watch| {
            let mut notebook = open(None)?;
            let entrants = self.entrants()?.0;
            let mut arena = Arena::new(&mut notebook, jobs.max(1));
            self.trial.run_until(&watch.stop, &entrants, &mut arena).map_err(wrong)?;
            drop(arena);
            let mut sheet = Vec::new();
            export(&notebook, &mut sheet).map_err(wrong)?;
            Ok::<_, PyErr>(sheet)
        })??;
        Ok(PyBytes::new(py, &sheet))
    }
}

/// Takes the games of a sheet into a notebook; returns how many were new.
#[pyfunction]
pub fn keep_sheet(py: Python<'_>, notebook: PathBuf, sheet: &[u8]) -> PyResult<usize> {
    py.detach(|| import(&mut open(Some(&notebook))?, sheet).map_err(wrong))
}

/// How many processors there are.
#[pyfunction]
pub fn processors() -> usize {
    machine::threads()
}

fn open(path: Option<&Path>) -> PyResult<Notebook> {
    let notebook = path.map_or_else(Notebook::in_memory, Notebook::open).map_err(wrong)?;
    Ok(notebook.signed(concat!(env!("CARGO_PKG_VERSION"), " (Python)")))
}

impl PyCourse {
    /// The agents, and what is on this machine that they cannot use.
    fn entrants(&self) -> PyResult<(Vec<Entrant<'static>>, Vec<String>)> {
        let (mut entrants, mut faults) = (Vec::new(), Vec::new());
        for text in &self.agents {
            let agent = agent::parse(text, self.budget)?.or_usual(Budget::PLAY);
            let (resources, more) = agent::resources_of(&agent)?;
            entrants
                .push(Entrant::of(agent, &resources).map_err(|why| wrong(format!("agent '{text}': {why}")))?);
            faults.extend(more);
        }
        Ok((entrants, faults))
    }
}

/// The games of one agent.
struct AgentGames {
    summary: Summary,
    tally: Tally,
    records: Vec<String>,
}

impl AgentGames {
    fn new(
        course: &PyCourse,
        entrant: &Entrant<'_>,
        tally: Tally,
        notebook: &Notebook,
    ) -> PyResult<AgentGames> {
        let trial = &course.trial;
        let summary = Summary::of(&entrant.identity.agent(), &tally, trial.until);
        let mut records = Vec::new();
        if trial.records {
            let (identity, numbers) = (&entrant.identity, trial.numbers());
            let keep = |entry: redouble_lab::measuring::notebook::Entry| {
                if entry.terms == trial.terms(entry.terms.number) {
                    records.push(entry.outcome.record.unwrap_or_default());
                }
            };
            notebook.each_of(identity, trial.seed, trial.until, numbers, keep).map_err(wrong)?;
        }
        Ok(AgentGames { summary, tally, records })
    }

    fn columns<'py>(self, py: Python<'py>, trial: &Trial) -> PyResult<Bound<'py, PyDict>> {
        let (dict, outcomes) = (PyDict::new(py), &self.tally.outcomes);
        let numbers = |of: fn(&Outcome) -> i64| PyArray1::from_vec(py, outcomes.iter().map(of).collect());
        dict.set_item("agent", &self.summary.agent)?;
        dict.set_item("game", PyArray1::from_vec(py, trial.numbers().map(|number| number as i64).collect()))?;
        dict.set_item("score", numbers(|game| game.score.into()))?;
        dict.set_item("best_tile", numbers(|game| game.board.max_tile().face().into()))?;
        dict.set_item("moves", numbers(|game| game.moves.into()))?;
        dict.set_item("nodes", numbers(|game| game.nodes as i64))?;
        let seconds = outcomes.iter().map(|game| game.times.total().as_secs_f64()).collect();
        dict.set_item("seconds", PyArray1::<f64>::from_vec(py, seconds))?;
        dict.set_item("reused", PyArray1::from_slice(py, &self.tally.known))?;
        let boards: Vec<String> = outcomes.iter().map(|game| game.board.to_string()).collect();
        dict.set_item("board", boards)?;
        dict.set_item("record", self.records)?;
        dict.set_item("summary", serde_json::to_string(&self.summary).map_err(wrong)?)?;
        Ok(dict)
    }
}
