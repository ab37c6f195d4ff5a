//! `Agent`: anything that chooses a move, by the spec that names it everywhere.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyRuntimeWarning};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use redouble::spec::Resources;
use redouble::{Agent, Board, Budget, Budgeted, GameRecord, SearchReport, Seed, Start};
use redouble_lab::measuring::{arena, clock};
use redouble_lab::{Terms, resources};

use crate::analysis::PyAnalysis;
use crate::input::{self, wrong};
use crate::patience::{self, Alarm};
use crate::record::PyGameRecord;

/// Anything that chooses a move.
#[pyclass(frozen, name = "Agent", module = "redouble")]
pub struct PyAgent {
    agent: Budgeted,
    resources: Resources,
    /// Whether it searches on threads of its own.
    has_threads: bool,
    /// The process that built it: threads do not follow a fork.
    process: AtomicU32,
    thinker: Mutex<Box<dyn Agent>>,
}

/// The agent of a text, with what `budget` says.
pub fn parse(text: &str, budget: Budget) -> PyResult<Budgeted> {
    let agent: Budgeted = text.parse().map_err(|why| wrong(format!("agent '{text}': {why}")))?;
    Ok(agent.with(budget))
}

/// What an agent may use on this machine, and what is there that cannot be used.
pub fn resources_of(agent: &Budgeted) -> PyResult<(Resources, Vec<String>)> {
    let mut faults = Vec::new();
    let found = resources::of(&agent.spec, |fault| faults.push(fault.to_owned()));
    Ok((found.map_err(|why| wrong(format!("agent '{agent}': {why}")))?, faults))
}

/// Warns of what cannot be used.
pub fn warn(py: Python<'_>, faults: &[String]) -> PyResult<()> {
    let category = py.get_type::<PyRuntimeWarning>();
    faults.iter().try_for_each(|fault| {
        let text = std::ffi::CString::new(fault.replace('\0', " ")).unwrap_or_default();
        PyErr::warn(py, &category, text.as_c_str(), 2)
    })
}

impl PyAgent {
    /// The agent, for one thread at a time. In a child of the process that built it, it is built again: the threads
    /// of the first one stayed behind.
    fn thinker(&self) -> PyResult<MutexGuard<'_, Box<dyn Agent>>> {
        let here = std::process::id();
        if self.process.load(Relaxed) == here {
            return Ok(self.thinker.lock().unwrap_or_else(PoisonError::into_inner));
        }
        let Ok(mut thinker) = self.thinker.try_lock() else {
            let why =
                "this agent was thinking on another thread when the process forked: make a new one here";
            return Err(PyRuntimeError::new_err(why));
        };
        let anew = self.agent.spec.build(&self.resources).map_err(wrong)?;
        std::mem::forget(std::mem::replace(&mut *thinker, anew));
        self.process.store(here, Relaxed);
        Ok(thinker)
    }

    fn think(
        &self,
        board: Board,
        score: u32,
        budget: Budget,
        stale: &(dyn Fn() -> bool + Sync),
    ) -> PyResult<(SearchReport, Duration)> {
        resources::make_ready(&self.agent.spec, board);
        Ok(clock::choose_unless(self.thinker()?.as_mut(), board, score, budget, stale))
    }

    /// Asks the agent without the interpreter lock.
    fn ask(
        &self,
        py: Python<'_>,
        board: Board,
        score: u32,
        budget: Budget,
    ) -> PyResult<(SearchReport, Duration)> {
        if self.has_threads {
            return patience::wait(py, None, |watch| {
                self.think(board, score, budget, &|| watch.is_stopped())
            })?;
        }
        let alarm = Alarm::new();
        let found = py.detach(|| self.think(board, score, budget, &|| alarm.rang()));
        alarm.heard()?;
        found
    }

    /// What a move may cost: what is said here, else its own budget, else the usual one if it needs one.
    fn budget(
        &self,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        usual: Budget,
    ) -> PyResult<Budgeted> {
        Ok(self.agent.clone().with(input::budget(time, nodes)?).or_usual(usual))
    }
}

#[pymethods]
impl PyAgent {
    #[new]
    #[pyo3(signature = (spec="best", *, time=None, nodes=None))]
    fn new(
        py: Python<'_>,
        spec: &str,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
    ) -> PyResult<PyAgent> {
        let agent = parse(spec, input::budget(time, nodes)?)?;
        let (resources, faults) = py.detach(|| resources_of(&agent))?;
        warn(py, &faults)?;
        let mut thinker = py.detach(|| agent.spec.build(&resources)).map_err(wrong)?;
        thinker.begin(Seed(1).game(0).agent());
        Ok(PyAgent {
            has_threads: agent.spec.clone().on_one_thread() != agent.spec,
            process: AtomicU32::new(std::process::id()),
            thinker: Mutex::new(thinker),
            agent,
            resources,
        })
    }

    /// Its spec with its budget, which makes the same agent again.
    #[getter]
    fn spec(&self) -> String {
        self.agent.to_string()
    }

    /// The best move by its name; `None` when the game is over.
    #[pyo3(signature = (board, *, time=None, nodes=None, score=0))]
    fn choose(
        &self,
        board: &Bound<'_, PyAny>,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        score: u32,
    ) -> PyResult<Option<&'static str>> {
        let budget = self.budget(time, nodes, Budget::PLAY)?.budget;
        let (report, _) = self.ask(board.py(), input::board(board)?, score, budget)?;
        Ok(report.best.map(|mv| mv.name()))
    }

    /// What every move is worth.
    #[pyo3(signature = (board, *, time=None, nodes=None, score=0))]
    fn analyze(
        &self,
        board: &Bound<'_, PyAny>,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        score: u32,
    ) -> PyResult<PyAnalysis> {
        let agent = self.budget(time, nodes, Budget::HINT)?;
        let board_read = input::board(board)?;
        let (report, took) = self.ask(board.py(), board_read, score, agent.budget)?;
        Ok(PyAnalysis { agent: agent.to_string(), board: board_read, report, took })
    }

    /// Forgets the last game, and takes its own luck from game `number` of `seed`.
    #[pyo3(signature = (seed=1, number=0))]
    fn begin(&self, py: Python<'_>, seed: u64, number: u64) -> PyResult<()> {
        py.detach(|| {
            self.thinker()?.begin(Seed(seed).game(number).agent());
            Ok(())
        })
    }

    /// Plays game `number` of `seed` to its end.
    #[pyo3(signature = (seed=1, number=0, *, board=None, until="over", time=None, nodes=None, progress=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn play(
        &self,
        py: Python<'_>,
        seed: u64,
        number: u64,
        board: Option<&Bound<'_, PyAny>>,
        until: &str,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyGameRecord> {
        let agent = self.budget(time, nodes, Budget::PLAY)?;
        let start = board.map(input::board).transpose()?.map_or(Start::TwoTiles, Start::Board);
        let terms = Terms { seed: Seed(seed), number, start, until: until.parse().map_err(wrong)? };
        let game = patience::wait(py, progress, |watch| {
            let mut see = |game: &redouble::Game| {
                watch.done.store(game.moves().into(), Relaxed);
                if watch.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut thinker = self.thinker()?;
            Ok::<_, PyErr>(arena::play_game(thinker.as_mut(), terms, agent.budget, &mut see))
        })??;
        let (game, _) = game.ok_or_else(|| PyRuntimeError::new_err("the game was given up"))?;
        Ok(PyGameRecord(GameRecord::of(&game).by(&agent.to_string())))
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?})", self.agent.to_string())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.agent.to_string()])
    }
}

/// Called before a process forks: what is being read in the background is read first.
#[pyfunction]
pub fn before_fork(py: Python<'_>) {
    py.detach(resources::finish_reading);
}
