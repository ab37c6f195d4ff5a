//! `Board` and `Afterstate`: the type says whose turn it is.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use redouble::{Afterstate, Board, Cell, Move, Slide, Spawn, Tile};

use crate::input;

/// Sixteen cells, the player to move.
#[pyclass(frozen, eq, ord, name = "Board", module = "redouble")]
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct PyBoard(pub Board);

/// The board after a slide, before the spawn.
#[pyclass(frozen, eq, name = "Afterstate", module = "redouble")]
#[derive(Clone, Copy, PartialEq)]
pub struct PyAfterstate(pub Afterstate);

/// The exponents of a board, row by row.
pub fn exponents<'py>(py: Python<'py>, board: Board) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let cells = board.tiles().map(Tile::exponent).to_vec();
    numpy::PyArray1::from_vec(py, cells).reshape([4, 4])
}

fn faces<'py>(py: Python<'py>, board: Board) -> PyResult<Bound<'py, PyArray2<u32>>> {
    numpy::PyArray1::from_vec(py, board.tiles().map(Tile::face).to_vec()).reshape([4, 4])
}

fn hash(board: Board) -> u64 {
    let mut hasher = DefaultHasher::new();
    board.hash(&mut hasher);
    hasher.finish()
}

/// What `numpy.asarray` asks for.
fn array<'py>(
    py: Python<'py>,
    board: Board,
    dtype: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = exponents(py, board)?.into_any();
    match dtype {
        Some(dtype) => array.call_method1("astype", (dtype,)),
        None => Ok(array),
    }
}

/// A picture for notebooks.
fn picture(py: Python<'_>, board: Board) -> PyResult<Py<PyAny>> {
    Ok(py.import("redouble.picture")?.call_method1("html", (exponents(py, board)?,))?.unbind())
}

#[pymethods]
impl PyBoard {
    #[new]
    fn new(board: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        input::board(board).map(PyBoard)
    }

    #[staticmethod]
    fn from_faces(faces: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        input::board_of_faces(faces).map(PyBoard)
    }

    fn exponents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        exponents(py, self.0)
    }

    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        faces(py, self.0)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy; // an array of a board is always a new one
        array(py, self.0, dtype)
    }

    fn slide(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<(PyAfterstate, u32)>> {
        let slide = self.0.slide(input::mv(mv)?);
        Ok(slide.map(|Slide { after, reward }| (PyAfterstate(after), reward)))
    }

    fn legal_moves(&self) -> Vec<&'static str> {
        self.0.slides().map(|(mv, _)| mv.name()).collect()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_dead()
    }

    #[getter]
    fn max_tile(&self) -> u32 {
        self.0.max_tile().face()
    }

    #[getter]
    fn empties(&self) -> u32 {
        self.0.empties()
    }

    fn with_tile(&self, row: u8, column: u8, face: u32) -> PyResult<PyBoard> {
        let (cell, tile) = cell_and_tile(row, column, face)?;
        Ok(PyBoard(self.0.with(cell, tile)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        hash(self.0)
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.0.to_string()])
    }

    fn picture(&self) -> String {
        format!("{:?}", self.0).trim_start_matches('\n').to_owned()
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        picture(py, self.0)
    }
}

#[pymethods]
impl PyAfterstate {
    #[new]
    fn new(board: &Bound<'_, PyAny>) -> PyResult<PyAfterstate> {
        Ok(PyAfterstate(Afterstate::new(input::board(board)?)))
    }

    fn exponents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        exponents(py, self.0.board())
    }

    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        faces(py, self.0.board())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy; // an array of a board is always a new one
        array(py, self.0.board(), dtype)
    }

    /// The board once a 2 or a 4 has come to an empty cell.
    fn spawn(&self, row: u8, column: u8, face: u32) -> PyResult<PyBoard> {
        let (cell, tile) = cell_and_tile(row, column, face)?;
        if tile != Tile::TWO && tile != Tile::FOUR {
            return Err(input::wrong(format!("a spawned {face}, expected a 2 or a 4")));
        }
        let there = self.0.board().tile(cell);
        if !there.is_empty() {
            let why = format!("a spawn in row {row}, column {column}, where a {there} stands");
            return Err(input::wrong(format!("{why}, expected an empty cell")));
        }
        Ok(PyBoard(self.0.spawn(Spawn { cell, tile })))
    }

    /// Every board that chance can make of it, with its probability.
    fn spawns(&self) -> Vec<(PyBoard, f64)> {
        self.0.spawns().map(|(spawn, chance)| (PyBoard(self.0.spawn(spawn)), chance)).collect()
    }

    fn __str__(&self) -> String {
        self.0.board().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Afterstate('{}')", self.0.board())
    }

    fn __hash__(&self) -> u64 {
        hash(self.0.board())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.0.board().to_string()])
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        picture(py, self.0.board())
    }
}

fn cell_and_tile(row: u8, column: u8, face: u32) -> PyResult<(Cell, Tile)> {
    let off = || input::wrong(format!("row {row}, column {column}: expected both from 0 to 3"));
    let no_tile = || input::wrong(format!("a tile {face}: expected 0 for none, or 2, 4, 8, … 131072"));
    Ok((Cell::at(row, column).ok_or_else(off)?, Tile::from_face(face).ok_or_else(no_tile)?))
}

/// The names of the moves, in the order of their numbers.
pub fn move_names() -> [&'static str; 4] {
    Move::ALL.map(Move::name)
}
