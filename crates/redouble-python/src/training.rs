//! `Trainer`: a network that teaches itself by playing, in rounds between which it can be looked at and saved.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use redouble::Seed;
use redouble_lab::training::{Changes, Length, Point, Recipe, TrainError, Trainer, curve, merge};
use redouble_lab::{machine, resources};

use crate::input::{self, wrong};
use crate::patience;

/// A training run.
#[pyclass(name = "Trainer", module = "redouble")]
pub struct PyTrainer {
    trainer: Trainer,
}

/// Which weights changed, and by how much their three numbers moved.
type PyChanges<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray2<f32>>);

fn failed(error: TrainError) -> PyErr {
    match error {
        TrainError::Io(error) => PyOSError::new_err(error.to_string()),
        other => wrong(other),
    }
}

/// The recipe in a text, or the usual one for these patterns.
fn recipe(patterns: Option<&str>, recipe: Option<&str>) -> PyResult<Option<Recipe>> {
    let mut read = match (patterns, recipe) {
        (None, None) => return Ok(None),
        (_, Some(text)) => Recipe::from_text(text).map_err(|why| wrong(format!("recipe: {why}")))?,
        (Some(_), None) => Recipe::default(),
    };
    if let Some(patterns) = patterns {
        patterns.clone_into(&mut read.network.patterns);
    }
    Ok(Some(read))
}

/// When a training ends: one of three ways to say it.
fn length(time: Option<&Bound<'_, PyAny>>, moves: Option<u64>, games: Option<u64>) -> PyResult<Length> {
    match (time, moves, games) {
        (Some(time), None, None) => Ok(Length::Time(input::duration(time)?)),
        (None, Some(moves), None) if moves > 0 => Ok(Length::Moves(moves)),
        (None, None, Some(games)) if games > 0 => Ok(Length::Games(games)),
        _ => Err(wrong("when does it end? expected one of time, moves and games, above 0")),
    }
}

#[pymethods]
impl PyTrainer {
    #[new]
    #[pyo3(signature = (patterns=None, *, recipe=None, network=None, threads=None, seed=1))]
    fn new(
        py: Python<'_>,
        patterns: Option<&str>,
        recipe: Option<&str>,
        network: Option<PathBuf>,
        threads: Option<usize>,
        seed: u64,
    ) -> PyResult<PyTrainer> {
        let recipe = self::recipe(patterns, recipe)?;
        let threads = threads.unwrap_or_else(machine::threads).max(1);
        let trainer = py.detach(|| match network {
            None => Trainer::new(recipe.unwrap_or_default(), threads, Seed(seed)).map_err(failed),
            Some(path) => {
                let network = resources::network(&path).map_err(wrong)?;
                Trainer::from_network(&network, recipe, threads, Seed(seed)).map_err(failed)
            }
        })?;
        Ok(PyTrainer { trainer })
    }

    /// The run that was saved in a file, which goes on by another recipe if one is named.
    #[staticmethod]
    #[pyo3(signature = (path, patterns=None, *, recipe=None, threads=None, seed=1))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        patterns: Option<&str>,
        recipe: Option<&str>,
        threads: Option<usize>,
        seed: u64,
    ) -> PyResult<PyTrainer> {
        let refused = |why: TrainError| wrong(format!("{}: {why}", path.display()));
        let mut trainer = py.detach(|| Trainer::open(&path)).map_err(refused)?;
        self::recipe(patterns, recipe)?.map_or(Ok(()), |recipe| trainer.follow(recipe)).map_err(refused)?;
        trainer.hire(threads.unwrap_or_else(machine::threads).max(1), Seed(seed));
        Ok(PyTrainer { trainer })
    }

    /// Trains until the part `until` of the length is done; returns the games of the round.
    #[pyo3(signature = (*, time=None, moves=None, games=None, until=1.0, progress=None))]
    fn round(
        &mut self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        moves: Option<u64>,
        games: Option<u64>,
        until: f64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let (length, trainer) = (length(time, moves, games)?, &mut self.trainer);
        let round = patience::wait(py, progress, |watch| {
            trainer.round(length, until, &watch.stop, &|effort, _| {
                watch.done.store((1000.0 * length.done(effort)) as u64, Relaxed);
            })
        })?;
        Ok(round.map_err(failed)?.games())
    }

    /// The part of such a training that is done, 0 to 1 and beyond.
    #[pyo3(signature = (*, time=None, moves=None, games=None))]
    fn spent(
        &self,
        time: Option<&Bound<'_, PyAny>>,
        moves: Option<u64>,
        games: Option<u64>,
    ) -> PyResult<f64> {
        Ok(length(time, moves, games)?.done(self.trainer.effort))
    }

    /// Plays games without search on fresh seeds and notes on the curve how well it went; returns the mean score.
    #[pyo3(signature = (games=200))]
    fn evaluate(&mut self, py: Python<'_>, games: u64) -> PyResult<f64> {
        let trainer = &mut self.trainer;
        patience::wait(py, None, |_| trainer.evaluate(games.max(2)).mean)
    }

    /// Writes everything needed to play with it and to go on.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.trainer.save(&path)).map_err(failed)
    }

    /// How well it played on the way, as columns.
    fn curve<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, points) = (PyDict::new(py), &self.trainer.curve);
        let column = |of: &dyn Fn(&Point) -> f64| PyArray1::from_vec(py, points.iter().map(of).collect());
        dict.set_item("moves", column(&|point| point.effort.moves as f64))?;
        dict.set_item("games", column(&|point| point.effort.games as f64))?;
        dict.set_item("seconds", column(&|point| point.effort.seconds))?;
        dict.set_item("evaluated", column(&|point| point.games as f64))?;
        dict.set_item("mean", column(&|point| point.mean))?;
        dict.set_item("margin", column(&|point| point.margin))?;
        for (at, tile) in curve::TILES.iter().enumerate() {
            dict.set_item(tile.to_string(), column(&|point| point.shares[at]))?;
        }
        Ok(dict)
    }

    #[getter]
    fn moves(&self) -> u64 {
        self.trainer.effort.moves
    }

    #[getter]
    fn games(&self) -> u64 {
        self.trainer.effort.games
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.trainer.effort.seconds
    }

    /// How it trains, as the text that makes the same again.
    #[getter]
    fn recipe(&self) -> String {
        self.trainer.recipe.to_text()
    }

    /// Says what was done elsewhere, in other copies of it.
    fn credit(&mut self, moves: u64, games: u64, seconds: f64) {
        let effort = &mut self.trainer.effort;
        (effort.moves, effort.games, effort.seconds) = (moves, games, seconds);
    }

    /// Refuses a training that cannot be shared by several.
    fn check_shared(&self) -> PyResult<()> {
        self.trainer.can_be_shared().map_err(failed)
    }

    /// All that its network learned, three numbers a weight.
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let numbers = py.detach(|| self.trainer.numbers());
        PyArray1::from_vec(py, numbers)
    }

    /// Goes on from these numbers instead of its own.
    fn set_numbers(&mut self, py: Python<'_>, numbers: PyReadonlyArray1<'_, f32>) -> PyResult<()> {
        let (numbers, trainer) = (numbers.as_slice()?, &mut self.trainer);
        let fits = py.detach(|| trainer.set_numbers(numbers));
        fits.then_some(()).ok_or_else(|| wrong("these are not the numbers of a network of this shape"))
    }

    /// What changed since its numbers were these: which weights, and by how much their three numbers moved.
    fn changes_since<'py>(
        &self,
        py: Python<'py>,
        numbers: PyReadonlyArray1<'py, f32>,
    ) -> PyResult<PyChanges<'py>> {
        let numbers = numbers.as_slice()?;
        let Changes { places, steps } = py.detach(|| self.trainer.changes_since(numbers));
        let count = places.len();
        let steps = PyArray1::from_vec(py, steps.into_flattened()).reshape([count, 3])?;
        Ok((PyArray1::from_vec(py, places), steps))
    }
}

/// Brings together what workers changed who all began from `numbers`, which change.
#[pyfunction]
pub fn merge_changes(
    py: Python<'_>,
    mut numbers: PyReadwriteArray1<'_, f32>,
    workers: Vec<(PyReadonlyArray1<'_, u32>, PyReadonlyArray2<'_, f32>)>,
) -> PyResult<()> {
    let read = |(places, steps): &(PyReadonlyArray1<'_, u32>, PyReadonlyArray2<'_, f32>)| {
        let (places, steps) = (places.as_slice()?.to_vec(), steps.as_slice()?.as_chunks().0.to_vec());
        Ok(Changes { places, steps })
    };
    let changes: Vec<Changes> = workers.iter().map(read).collect::<PyResult<_>>()?;
    if changes.iter().any(|worker| worker.places.len() != worker.steps.len()) {
        return Err(wrong("changes of another form: expected three numbers for each place"));
    }
    let numbers = numbers.as_slice_mut()?;
    py.detach(|| merge(numbers, &changes));
    Ok(())
}
