//! `review`: every move of a game rated against an agent's best one.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use redouble::{Budget, Budgeted};
use redouble_analysis::coach::Verdict;
use redouble_analysis::review::{self, Plan, Review, Thinker};
use redouble_lab::measuring::clock;
use redouble_lab::{machine, resources};

use crate::agent;
use crate::input::{self, wrong};
use crate::patience;
use crate::record::PyGameRecord;

/// Pairs of playouts by which a move is compared with the best one, as the command has it.
const PAIRS: u64 = 40;

/// A game looked over.
#[pyclass(frozen, name = "RawReview", module = "redouble")]
pub struct PyReview {
    review: Review,
    title: String,
}

/// Looks a game over.
#[pyfunction]
#[pyo3(signature = (record, *, agent="best", time=None, nodes=None, threads=None, progress=None))]
pub fn review_game(
    py: Python<'_>,
    record: &Bound<'_, PyGameRecord>,
    agent: &str,
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<u64>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyReview> {
    let Budgeted { spec, budget } =
        agent::parse(agent, input::budget(time, nodes)?)?.or_usual(Budget::REVIEW);
    let agent = Budgeted { spec: spec.without_tables(), budget };
    let (record, threads) = (record.get().0.clone(), threads.unwrap_or_else(machine::threads).max(1));
    let title = record.agent().map_or("a game".to_owned(), |agent| format!("a game of {agent}"));
    let (review, faults) = patience::wait(py, progress, |watch| {
        let (found, faults) = agent::resources_of(&agent)?;
        agent.spec.build(&found).map_err(wrong)?;
        let build = || -> Thinker {
            let mut thinker = agent.spec.build(&found).expect("what could be built can be built again");
            let stop = Arc::clone(&watch.stop);
            Box::new(move |board, score| {
                let stale = || stop.load(Relaxed);
                clock::choose_unless(thinker.as_mut(), board, score, budget, &stale).0
            })
        };
        let playouts = resources::playouts();
        let plan = Plan { agent: &agent, build: &build, playouts, pairs: PAIRS, threads };
        let mut tell = |done: usize| watch.done.store(done as u64, Relaxed);
        Ok::<_, PyErr>((review::review(&record, &plan, &mut tell), faults))
    })??;
    agent::warn(py, &faults)?;
    Ok(PyReview { review, title })
}

#[pymethods]
impl PyReview {
    #[getter]
    fn agent(&self) -> &str {
        &self.review.agent
    }

    /// Every move, as a list of columns' worth of values.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, moves) = (PyDict::new(py), &self.review.moves);
        dict.set_item("number", moves.iter().map(|one| one.number).collect::<Vec<_>>())?;
        dict.set_item("board", moves.iter().map(|one| one.board.to_string()).collect::<Vec<_>>())?;
        dict.set_item("score", moves.iter().map(|one| one.score).collect::<Vec<_>>())?;
        let verdicts = || moves.iter().map(|one| &one.verdict);
        dict.set_item("played", verdicts().map(|verdict| verdict.played.name()).collect::<Vec<_>>())?;
        dict.set_item("best", verdicts().map(|verdict| verdict.best.name()).collect::<Vec<_>>())?;
        dict.set_item("rating", verdicts().map(|verdict| verdict.rating.name()).collect::<Vec<_>>())?;
        let points = |verdict: &Verdict| verdict.points.value;
        dict.set_item("points_lost", verdicts().map(points).collect::<Vec<_>>())?;
        let chance = |verdict: &Verdict| verdict.chance.value;
        dict.set_item("chance_lost", verdicts().map(chance).collect::<Vec<_>>())?;
        dict.set_item("tile", verdicts().map(|verdict| verdict.tile.face()).collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// A page with graphs and every mistake, whole in itself.
    fn page(&self) -> String {
        review::page(&self.review, &self.title)
    }
}
