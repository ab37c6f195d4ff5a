//! Many games stepped side by side: what `VectorEnv` and the Gymnasium environment are made of.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use redouble::{Lane, Move, Seed};

use crate::input::{self, wrong};
use crate::pool::Pool;
use crate::step::{Ending, Finished, Part, Reward, Settings, Slot, View, show_part, step_part};

/// Fewer games than this are not worth a thread.
const SHARE: usize = 256;

/// Games side by side, each on a lane of its own.
#[pyclass(name = "Lanes", module = "redouble")]
pub struct PyLanes {
    slots: Vec<Slot>,
    settings: Settings,
    pool: Pool,
}

/// The arrays that a step fills, one row a lane.
struct Arrays<'py> {
    view: Bound<'py, PyArray2<u8>>,
    mask: Bound<'py, PyArray2<i8>>,
    reward: Bound<'py, PyArray1<f64>>,
    ended: Bound<'py, PyArray1<bool>>,
    illegal: Bound<'py, PyArray1<bool>>,
    score: Bound<'py, PyArray1<i64>>,
}

impl<'py> Arrays<'py> {
    fn new(py: Python<'py>, lanes: usize, width: usize) -> Arrays<'py> {
        Arrays {
            view: PyArray2::zeros(py, [lanes, width], false),
            mask: PyArray2::zeros(py, [lanes, 4], false),
            reward: PyArray1::zeros(py, lanes, false),
            ended: PyArray1::zeros(py, lanes, false),
            illegal: PyArray1::zeros(py, lanes, false),
            score: PyArray1::zeros(py, lanes, false),
        }
    }

    /// Fills the arrays without the interpreter lock: nobody else has seen them yet.
    fn fill<T: Send>(&self, py: Python<'py>, work: impl FnOnce(Part<'_>) -> T + Send) -> PyResult<T> {
        let (mut view, mut mask) = (self.view.try_readwrite()?, self.mask.try_readwrite()?);
        let (mut reward, mut ended) = (self.reward.try_readwrite()?, self.ended.try_readwrite()?);
        let (mut illegal, mut score) = (self.illegal.try_readwrite()?, self.score.try_readwrite()?);
        let part = Part {
            view: view.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
            illegal: illegal.as_slice_mut()?,
            score: score.as_slice_mut()?,
        };
        Ok(py.detach(|| work(part)))
    }

    fn into_dict(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("view", self.view)?;
        dict.set_item("mask", self.mask)?;
        dict.set_item("reward", self.reward)?;
        dict.set_item("ended", self.ended)?;
        dict.set_item("illegal", self.illegal)?;
        dict.set_item("score", self.score)?;
        Ok(dict)
    }
}

#[pymethods]
impl PyLanes {
    #[new]
    #[pyo3(signature = (lanes, *, view="exponents", reward="points", ending="next-step", threads=1))]
    fn new(lanes: usize, view: &str, reward: &str, ending: &str, threads: usize) -> PyResult<PyLanes> {
        if lanes == 0 || threads == 0 {
            return Err(wrong(format!("{lanes} games on {threads} threads: expected 1 or more of each")));
        }
        let settings = Settings {
            view: View::parse(view).map_err(wrong)?,
            reward: Reward::parse(reward).map_err(wrong)?,
            ending: Ending::parse(ending).map_err(wrong)?,
        };
        let mut lanes =
            PyLanes { slots: Vec::with_capacity(lanes), settings, pool: Pool::new(threads) }.sized(lanes);
        lanes.begin(0);
        Ok(lanes)
    }

    /// Lane i of n begins game i of `seed`; games i + n, i + 2n … follow.
    fn begin(&mut self, seed: u64) {
        let count = self.slots.len() as u64;
        for (number, slot) in self.slots.iter_mut().enumerate() {
            *slot = Slot::new(Lane::new(Seed(seed), number as u64, count));
        }
    }

    /// Lane i begins game `first` of `seeds[i]`; those that follow in that seed come next.
    #[pyo3(signature = (seeds, first=0))]
    fn begin_each(&mut self, seeds: Vec<u64>, first: u64) -> PyResult<()> {
        if seeds.len() != self.slots.len() {
            return Err(wrong(format!("{} seeds, expected {}: one a game", seeds.len(), self.slots.len())));
        }
        for (slot, seed) in self.slots.iter_mut().zip(seeds) {
            *slot = Slot::new(Lane::new(Seed(seed), first, 1));
        }
        Ok(())
    }

    /// The lanes that `which` says give up their games and begin the next.
    fn next_games(&mut self, which: Vec<bool>) -> PyResult<()> {
        if which.len() != self.slots.len() {
            return Err(wrong(format!("a mask of {}, expected one of {}", which.len(), self.slots.len())));
        }
        self.slots.iter_mut().zip(which).filter(|(_, chosen)| *chosen).for_each(|(slot, _)| slot.next_game());
        Ok(())
    }

    /// Begins the game of every lane anew on this board, with the luck it has.
    #[pyo3(signature = (board, score=0))]
    fn set_board(&mut self, board: &Bound<'_, PyAny>, score: u32) -> PyResult<()> {
        let board = input::board(board)?;
        self.slots.iter_mut().for_each(|slot| slot.set_board(board, score));
        Ok(())
    }

    /// What the games look like.
    fn look<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = Arrays::new(py, self.slots.len(), self.settings.view.width());
        arrays.fill(py, |part| show_part(&self.slots, self.settings, part))?;
        arrays.into_dict(py)
    }

    /// Plays a move in every game, and says which games it finished where the next began at once.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let moves = self.moves(&actions)?;
        let arrays = Arrays::new(py, self.slots.len(), self.settings.view.width());
        let PyLanes { slots, settings, pool } = self;
        let mut finished = arrays.fill(py, |part| step_all(slots, &moves, *settings, part, pool))?;
        let dict = arrays.into_dict(py)?;
        if !finished.is_empty() {
            dict.set_item("finished", self.finished(py, &mut finished)?)?;
        }
        Ok(dict)
    }

    /// The seed and the number of each game.
    fn games(&self) -> Vec<(u64, u64)> {
        self.slots.iter().map(|slot| (slot.lane().seed().0, slot.lane().number())).collect()
    }

    /// The moves made in each game.
    fn moves_made<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.slots.iter().map(|slot| i64::from(slot.lane().moves())).collect())
    }

    #[getter]
    fn threads(&self) -> usize {
        self.pool.threads()
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }
}

impl PyLanes {
    fn sized(mut self, lanes: usize) -> PyLanes {
        self.slots.resize_with(lanes, || Slot::new(Lane::new(Seed(0), 0, 1)));
        self
    }

    /// The moves that `actions` number, all of them checked before any is made.
    fn moves(&self, actions: &PyReadonlyArray1<'_, i64>) -> PyResult<Vec<Move>> {
        let actions = actions.as_slice()?;
        if actions.len() != self.slots.len() {
            return Err(wrong(format!("{} actions, expected {}", actions.len(), self.slots.len())));
        }
        let mut moves = Vec::with_capacity(actions.len());
        for (index, &action) in actions.iter().enumerate() {
            let mv = usize::try_from(action).ok().and_then(|action| Move::ALL.get(action));
            moves.push(*mv.ok_or_else(|| {
                wrong(format!(
                    "action {action} of environment {index}: expected 0 up, 1 right, 2 down or 3 left"
                ))
            })?);
        }
        self.check_over()?;
        Ok(moves)
    }

    /// Where nobody begins the next game, a move in a finished one is a mistake.
    fn check_over(&self) -> PyResult<()> {
        let over = || self.slots.iter().position(Slot::is_over);
        match (self.settings.ending, over) {
            (Ending::Stays, over) => over().map_or(Ok(()), |index| {
                Err(wrong(format!("the game of environment {index} is over: reset it before the next step")))
            }),
            _ => Ok(()),
        }
    }

    fn finished<'py>(&self, py: Python<'py>, games: &mut [Finished]) -> PyResult<Bound<'py, PyDict>> {
        games.sort_unstable_by_key(|game| game.index);
        let (count, width) = (games.len(), self.settings.view.width());
        let mut views = vec![0; count * width];
        for (game, view) in games.iter().zip(views.chunks_exact_mut(width)) {
            self.settings.view.write(game.board, view);
        }
        let dict = PyDict::new(py);
        let index = games.iter().map(|game| game.index as i64).collect();
        dict.set_item("index", PyArray1::from_vec(py, index))?;
        dict.set_item("view", PyArray1::from_vec(py, views).reshape([count, width])?)?;
        let score = games.iter().map(|game| i64::from(game.score)).collect();
        dict.set_item("score", PyArray1::from_vec(py, score))?;
        Ok(dict)
    }
}

/// Steps all games, in parts on several threads if there are some.
fn step_all(
    slots: &mut [Slot],
    moves: &[Move],
    settings: Settings,
    part: Part<'_>,
    pool: &mut Pool,
) -> Vec<Finished> {
    let each = slots.len().div_ceil(pool.threads()).max(SHARE);
    if pool.threads() == 1 || each >= slots.len() {
        return step_part(slots, moves, 0, settings, part);
    }
    let parts: Vec<_> = slots
        .chunks_mut(each)
        .zip(moves.chunks(each))
        .zip(part.chunks(each, settings.view.width()))
        .enumerate()
        .map(|(number, ((slots, moves), part))| (number * each, slots, moves, part))
        .collect();
    let step = |(first, slots, moves, part): (usize, &mut [Slot], &[Move], Part<'_>)| {
        step_part(slots, moves, first, settings, part)
    };
    match pool.started() {
        Some(threads) => threads.install(|| parts.into_par_iter().flat_map_iter(step).collect()),
        None => parts.into_iter().flat_map(step).collect(),
    }
}
