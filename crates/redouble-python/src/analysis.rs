//! What an agent found on a board.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use redouble::{Board, Move, MoveValue, SearchReport};

use crate::board::PyBoard;

/// What an agent found on a board.
#[pyclass(frozen, name = "Analysis", module = "redouble")]
pub struct PyAnalysis {
    pub agent: String,
    pub board: Board,
    pub report: SearchReport,
    pub took: Duration,
}

#[pymethods]
impl PyAnalysis {
    #[getter]
    fn agent(&self) -> &str {
        &self.agent
    }

    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.board)
    }

    /// The best move by its name; `None` when the game is over.
    #[getter]
    fn best(&self) -> Option<&'static str> {
        self.report.best.map(Move::name)
    }

    /// The value of the best move, if the agent says it.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.report.value()
    }

    /// What every legal move is worth; `None` where the agent does not say it.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for mv in Move::ALL {
            match self.report.moves[mv.index()] {
                MoveValue::Illegal => (),
                MoveValue::Unknown => values.set_item(mv.name(), py.None())?,
                MoveValue::Known(value) => values.set_item(mv.name(), value)?,
            }
        }
        Ok(values)
    }

    /// Plies searched in full.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    /// Boards and afterstates visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.took.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        let best = self.report.best.map_or("None".to_owned(), |mv| format!("'{}'", mv.name()));
        let (depth, nodes) = (self.report.depth, self.report.nodes);
        format!("<Analysis best={best} depth={depth} nodes={nodes} of {} by {}>", self.board, self.agent)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let exponents = crate::board::exponents(py, self.board)?;
        let arguments = (exponents, self.best(), self.values(py)?, self.agent.as_str());
        Ok(py.import("redouble.picture")?.call_method1("analysis_html", arguments)?.unbind())
    }
}
