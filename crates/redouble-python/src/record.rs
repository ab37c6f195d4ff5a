//! `GameRecord` and `read_records`: games as anyone can read, check and play again.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use redouble::{GameRecord, Tile};
use redouble_analysis::import::{self, Format};

use crate::board::PyBoard;
use crate::input::wrong;

/// One game: where it began, every turn, and what is known about it.
#[pyclass(frozen, eq, name = "GameRecord", module = "redouble")]
#[derive(Clone, PartialEq)]
pub struct PyGameRecord(pub GameRecord);

#[pymethods]
impl PyGameRecord {
    #[new]
    fn new(text: &str) -> PyResult<PyGameRecord> {
        text.parse().map(PyGameRecord).map_err(wrong)
    }

    #[getter]
    fn agent(&self) -> Option<&str> {
        self.0.agent()
    }

    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date()
    }

    /// Seed and number of the game, if all its luck came from there.
    #[getter]
    fn seed(&self) -> Option<(u64, u64)> {
        self.0.seed().map(|(seed, number)| (seed.0, number))
    }

    #[getter]
    fn start(&self) -> PyBoard {
        PyBoard(self.0.start().0)
    }

    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.end().0)
    }

    #[getter]
    fn score(&self) -> u32 {
        self.0.end().1
    }

    /// The names of its moves.
    fn moves(&self) -> Vec<&'static str> {
        self.0.turns().iter().map(|turn| turn.mv.name()).collect()
    }

    /// The boards that the moves were played on, as exponents: shape (moves, 4, 4).
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let cells: Vec<u8> =
            self.0.boards().flat_map(|(board, _)| board.tiles().map(Tile::exponent)).collect();
        PyArray1::from_vec(py, cells).reshape([self.0.turns().len(), 4, 4])
    }

    /// The moves as numbers: 0 up, 1 right, 2 down, 3 left.
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.0.turns().iter().map(|turn| turn.mv.index() as u8).collect())
    }

    /// The points of each move.
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.0.turns().iter().map(|turn| turn.reward).collect())
    }

    fn __len__(&self) -> usize {
        self.0.turns().len()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (board, score) = self.0.end();
        let agent = self.0.agent().map_or(String::new(), |agent| format!("{agent}: "));
        format!("<GameRecord {agent}{score} points, {} moves, board {board}>", self.0.turns().len())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.0.to_string()])
    }
}

/// The games in a file, in our format or another program's.
#[pyfunction]
#[pyo3(signature = (path, format=None))]
pub fn read_records(py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<Vec<PyGameRecord>> {
    let format = format.map(named).transpose()?;
    let read = py.detach(|| std::fs::read(&path).map(|bytes| import::read(&bytes, format)))?;
    let games = read.map_err(|why| wrong(format!("{}: {why}", path.display())))?;
    Ok(games.into_iter().map(PyGameRecord).collect())
}

fn named(name: &str) -> PyResult<Format> {
    let known = || Format::ALL.map(Format::name).join(", ");
    let found = Format::ALL.into_iter().find(|format| format.name() == name);
    found.ok_or_else(|| wrong(format!("format '{name}': expected one of {}", known())))
}
