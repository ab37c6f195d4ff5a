//! What Python hands over, read into what the engine takes; what cannot be read is refused with what was expected.

use std::time::Duration;

use numpy::{PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use redouble::spec::parse_time;
use redouble::{Board, Budget, Move, Tile};

use crate::board::PyBoard;

/// A `ValueError`.
pub fn wrong(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// A move by its name, its letter or its number.
pub fn mv(any: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(text) = any.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(wrong);
    }
    let number = any.extract::<usize>().ok().and_then(|number| Move::ALL.get(number).copied());
    number.ok_or_else(|| wrong(format!("move {any}: expected up, right, down or left, or 0 to 3 for them")))
}

/// A board: one of ours, a text in any form, or sixteen exponents.
pub fn board(any: &Bound<'_, PyAny>) -> PyResult<Board> {
    if let Ok(board) = any.cast::<PyBoard>() {
        return Ok(board.get().0);
    }
    if let Ok(text) = any.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(wrong);
    }
    let expected = "expected 0 to 17, where 11 is 2048; Board.from_faces reads 2, 4, … 131072";
    sixteen(any)?.tiles(|number| u8::try_from(number).ok().and_then(Tile::new), "exponent", expected)
}

/// A board of faces: 0, 2, 4, … 131072.
pub fn board_of_faces(any: &Bound<'_, PyAny>) -> PyResult<Board> {
    let tile = |number| u32::try_from(number).ok().and_then(Tile::from_face);
    sixteen(any)?.tiles(tile, "face", "expected 0 for an empty cell or 2, 4, 8, … 131072")
}

/// Sixteen whole numbers, row by row.
struct Sixteen(Vec<i64>);

fn sixteen(any: &Bound<'_, PyAny>) -> PyResult<Sixteen> {
    let py = any.py();
    let array = py.import("numpy")?.call_method1("asarray", (any,))?.cast_into::<PyUntypedArray>()?;
    let kind: char = array.dtype().getattr("kind")?.extract()?;
    if !['i', 'u'].contains(&kind) {
        let found = array.dtype().to_string();
        return Err(PyTypeError::new_err(format!("a board of {found}: expected text or whole numbers")));
    }
    if !matches!(array.shape(), [4, 4] | [16]) {
        return Err(wrong(format!("a board of shape {:?}: expected (4, 4) or (16,)", array.shape())));
    }
    let array: PyReadonlyArrayDyn<'_, i64> = array.call_method1("astype", ("int64",))?.extract()?;
    Ok(Sixteen(array.as_array().iter().copied().collect()))
}

impl Sixteen {
    fn tiles(self, tile: impl Fn(i64) -> Option<Tile>, what: &str, expected: &str) -> PyResult<Board> {
        let mut tiles = [Tile::EMPTY; 16];
        for (cell, (place, number)) in tiles.iter_mut().zip(self.0).enumerate() {
            let (row, column) = (cell / 4 + 1, cell % 4 + 1);
            let refused = || wrong(format!("row {row}, column {column}: {what} {number}, {expected}"));
            *place = tile(number).ok_or_else(refused)?;
        }
        Ok(Board::from_tiles(tiles))
    }
}

/// Many boards as exponents: an array of uint8 of shape (n, 4, 4) or (n, 16).
pub fn boards(any: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
    let expected = "expected a uint8 array of shape (n, 4, 4) or (n, 16)";
    let Ok(array) = any.cast::<PyUntypedArray>() else {
        let kind = any.get_type().name()?;
        return Err(PyTypeError::new_err(format!("boards as {kind}: {expected}")));
    };
    if !matches!(array.shape(), [_, 4, 4] | [_, 16]) {
        return Err(wrong(format!("boards of shape {:?}: {expected}", array.shape())));
    }
    let Ok(bytes) = any.extract::<PyReadonlyArrayDyn<'_, u8>>() else {
        return Err(PyTypeError::new_err(format!("boards of {}: {expected}", array.dtype())));
    };
    let (count, mut cells) = (array.shape()[0], bytes.as_array().into_iter());
    let mut next = |_| Tile::new(*cells.next().unwrap_or(&0));
    (0..count)
        .map(|index| {
            let tiles: [Option<Tile>; 16] = std::array::from_fn(&mut next);
            let known = tiles.map(Option::unwrap_or_default);
            let refused = || wrong(format!("board {index}: an exponent above 17, expected 0 to 17"));
            tiles.iter().all(Option::is_some).then_some(Board::from_tiles(known)).ok_or_else(refused)
        })
        .collect()
}

/// What a move may cost. A time is in seconds, or a text such as `10ms`.
pub fn budget(time: Option<&Bound<'_, PyAny>>, nodes: Option<u64>) -> PyResult<Budget> {
    if nodes == Some(0) {
        return Err(wrong("nodes 0: expected 1 or more"));
    }
    Ok(Budget { time: time.map(duration).transpose()?, nodes })
}

/// A time above 0: seconds, or a text such as `10ms`.
pub fn duration(any: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let found = match any.cast::<PyString>() {
        Ok(text) => parse_time(text.to_cow()?.trim()),
        Err(_) => Duration::try_from_secs_f64(any.extract()?).ok().filter(|time| !time.is_zero()),
    };
    found.ok_or_else(|| wrong(format!("time {any}: expected seconds above 0, or a text such as '10ms'")))
}
