//! `Network`: learned values of many boards at once.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use rayon::prelude::*;
use redouble::network::{Network, Values};
use redouble::{Afterstate, Board, Evaluator, Move};
use redouble_lab::resources;

use crate::input::{self, wrong};
use crate::pool::Pool;

/// A learned evaluation.
#[pyclass(frozen, name = "Network", module = "redouble")]
pub struct PyNetwork {
    network: Network,
    path: Option<PathBuf>,
}

/// Fewer boards than this are not worth a thread.
const SHARE: usize = 1024;

#[pymethods]
impl PyNetwork {
    /// The network in a file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<PyNetwork> {
        let network = py.detach(|| resources::network(&path)).map_err(wrong)?;
        Ok(PyNetwork { network, path: Some(path) })
    }

    /// The network that comes with the package.
    #[staticmethod]
    fn built_in(py: Python<'_>) -> PyNetwork {
        PyNetwork { network: py.detach(resources::built_in), path: None }
    }

    /// What boards right after a slide are worth.
    #[pyo3(signature = (afterstates, *, threads=1))]
    fn evaluate<'py>(
        &self,
        afterstates: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (py, boards) = (afterstates.py(), input::boards(afterstates)?);
        let value = |board: &Board| self.network.value(Afterstate::new(*board));
        let values: Vec<f64> = py.detach(|| {
            let here = || boards.iter().map(value).collect();
            let shared = || boards.par_iter().with_min_len(SHARE).map(value).collect();
            Pool::new(threads).run(here, shared)
        });
        Ok(PyArray1::from_vec(py, values))
    }

    /// What each slide of many boards is worth, rewards included: shape (n, 4), NaN where it is illegal.
    #[pyo3(signature = (boards, *, threads=1))]
    fn slides<'py>(&self, boards: &Bound<'py, PyAny>, threads: usize) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (py, boards) = (boards.py(), input::boards(boards)?);
        let worths = |board: &Board| self.worths(*board);
        let worths: Vec<[f64; 4]> = py.detach(|| {
            let here = || boards.iter().map(worths).collect();
            let shared = || boards.par_iter().with_min_len(SHARE).map(worths).collect();
            Pool::new(threads).run(here, shared)
        });
        PyArray1::from_vec(py, worths.into_flattened()).reshape([boards.len(), 4])
    }

    /// What its values are: `points` still to come, or the `chance` of success.
    #[getter]
    fn unit(&self) -> &'static str {
        match self.network.shape().values() {
            Values::Points => "points",
            Values::Chances { .. } => "chance",
        }
    }

    /// Its patterns and stages, in words.
    #[getter]
    fn shape(&self) -> String {
        self.network.shape().describe()
    }

    /// A number that tells networks apart by their content.
    #[getter]
    fn identity(&self) -> String {
        format!("{:08x}", self.network.identity())
    }

    fn __repr__(&self) -> String {
        let name = match &self.path {
            Some(path) => format!("Network.load({:?})", path.display().to_string()),
            None => "Network.built_in()".to_owned(),
        };
        format!("<{name} {}, values are {}>", self.identity(), self.unit())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<PyNetwork>();
        match &self.path {
            Some(path) => (class.getattr("load")?, (path.clone(),)).into_bound_py_any(py),
            None => (class.getattr("built_in")?, ()).into_bound_py_any(py),
        }
    }
}

impl PyNetwork {
    fn worths(&self, board: Board) -> [f64; 4] {
        Move::ALL.map(|mv| match board.slide(mv) {
            Some(slide) => {
                let value = self.network.value(slide.after);
                self.network.slide_worth(board, slide.after, slide.reward, value)
            }
            None => f64::NAN,
        })
    }
}
