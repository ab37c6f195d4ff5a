//! Redouble for Python: the border between the engine, the lab and an interpreter.
//!
//! It adds no logic: it reads what Python hands over, asks the engine, the analysis or the lab without the
//! interpreter lock, and hands arrays back. What is easier said in Python is in `python/redouble`.

mod input;
mod patience;
mod pool;
mod board;
mod record;
mod game;
mod analysis;
mod agent;
mod network;
mod step;
mod lanes;
mod trial;
mod training;
mod review;

use pyo3::prelude::*;

#[pymodule]
fn _redouble(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("MOVES", board::move_names())?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<board::PyAfterstate>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<record::PyGameRecord>()?;
    module.add_class::<analysis::PyAnalysis>()?;
    module.add_class::<agent::PyAgent>()?;
    module.add_class::<network::PyNetwork>()?;
    module.add_class::<lanes::PyLanes>()?;
    module.add_class::<trial::PyCourse>()?;
    module.add_class::<training::PyTrainer>()?;
    module.add_class::<review::PyReview>()?;
    module.add_function(wrap_pyfunction!(record::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(review::review_game, module)?)?;
    module.add_function(wrap_pyfunction!(trial::keep_sheet, module)?)?;
    module.add_function(wrap_pyfunction!(trial::processors, module)?)?;
    module.add_function(wrap_pyfunction!(training::merge_changes, module)?)?;
    module.add_function(wrap_pyfunction!(agent::before_fork, module)?)?;
    Ok(())
}
