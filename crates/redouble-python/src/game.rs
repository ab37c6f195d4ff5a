//! `Game`: a board with its score, its luck and its history.

use pyo3::prelude::*;
use redouble::{Game, GameRecord, Seed, Start};

use crate::board::PyBoard;
use crate::input;
use crate::record::PyGameRecord;

/// A board with score and luck, and the way it came about.
#[pyclass(name = "Game", module = "redouble")]
pub struct PyGame {
    game: Game,
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (seed=1, number=0, *, board=None, score=0))]
    fn new(seed: u64, number: u64, board: Option<&Bound<'_, PyAny>>, score: u32) -> PyResult<PyGame> {
        let game = match board {
            None if score != 0 => {
                return Err(input::wrong(format!("score {score} without a board: expected both or none")));
            }
            None => Game::starting(Start::TwoTiles, Seed(seed), number),
            Some(board) => Game::resume(input::board(board)?, score, Seed(seed), number),
        };
        Ok(PyGame { game })
    }

    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.game.board())
    }

    #[getter]
    fn score(&self) -> u32 {
        self.game.score()
    }

    #[getter]
    fn moves(&self) -> u32 {
        self.game.moves()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.game.seed().0
    }

    #[getter]
    fn number(&self) -> u64 {
        self.game.number()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Slides, and lets the game's luck spawn; returns the points.
    fn play(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let mv = input::mv(mv)?;
        let legal = || self.game.board().slides().map(|(mv, _)| mv.name()).collect::<Vec<_>>().join(", ");
        let expected = match legal() {
            none if none.is_empty() => "the game is over".to_owned(),
            some => format!("expected one of {some}"),
        };
        let refused = || input::wrong(format!("{mv} changes nothing on {}, {expected}", self.game.board()));
        if self.game.board().slide(mv).is_none() {
            return Err(refused());
        }
        Ok(self.game.play(mv).map_or(0, |turn| turn.reward))
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn redo(&mut self) -> bool {
        self.game.redo()
    }

    /// The game since its start, as a record.
    #[pyo3(signature = (agent=None))]
    fn record(&self, agent: Option<&str>) -> PyGameRecord {
        let record = GameRecord::of(&self.game);
        PyGameRecord(agent.map_or(record.clone(), |agent| record.by(agent)))
    }

    fn __repr__(&self) -> String {
        let PyGame { game } = self;
        let (seed, number) = (game.seed().0, game.number());
        format!(
            "Game(seed={seed}, number={number}, board='{}', score={}, moves={})",
            game.board(),
            game.score(),
            game.moves()
        )
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let exponents = crate::board::exponents(py, self.game.board())?;
        let caption = format!("score {}, {} moves", self.game.score(), self.game.moves());
        Ok(py.import("redouble.picture")?.call_method1("html", (exponents, caption))?.unbind())
    }
}
