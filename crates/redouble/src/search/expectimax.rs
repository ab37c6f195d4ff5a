//! The expectimax agent: a tree, a table, threads and luck of its own.

use std::fmt;

use super::brake::Brake;
use super::deepening::{deepen, depths};
use super::parallel::Cuts;
use super::path::Path;
use super::pool::Pool;
use super::progress::Progress;
use super::tree::{Shared, Tree};
use super::{ExpectimaxSettings, Limits, MoveValue, Reuse, SearchReport, TranspositionTable};
use crate::{Agent, Board, Evaluator, Field, Rewards, Rng};

/// Chooses the move with the largest expected value, as far as it looks.
///
/// ```
/// use redouble::eval::Grid;
/// use redouble::search::{Expectimax, ExpectimaxSettings, Limits};
/// use redouble::{Board, Move};
///
/// // 64 32 8 2 / 16 8 4 . / 4 4 . . / 2 . . 2
/// let board: Board = "6531432022001001".parse().unwrap();
/// let settings = ExpectimaxSettings { depth: Some(3), ..ExpectimaxSettings::default() };
/// let report = Expectimax::new(Grid::new(), settings).search(board, 0, Limits::NONE);
/// assert_eq!(report.best, Some(Move::Down));
/// assert_eq!(report.value().map(f64::round), Some(232020.0));
/// ```
pub struct Expectimax<E> {
    evaluator: E,
    settings: ExpectimaxSettings,
    table: Option<TranspositionTable>,
    pool: Pool,
    seed: u64,
}

impl<E> fmt::Debug for Expectimax<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expectimax").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl<E> Expectimax<E> {
    /// The agent that searches like this. Depth, sample and threads below 1 count as 1.
    pub fn new(evaluator: E, settings: ExpectimaxSettings) -> Expectimax<E> {
        let table = (settings.table > 0).then(|| TranspositionTable::new(settings.table, settings.reuse));
        let settings = settings.bounded();
        Expectimax { evaluator, table, pool: Pool::new(settings.threads), settings, seed: 0 }
    }

    /// How it searches.
    pub fn settings(&self) -> &ExpectimaxSettings {
        &self.settings
    }

    /// Searches one board of a game with `score` points.
    pub fn search<F: Field>(&mut self, board: F, score: u32, limits: Limits<'_>) -> SearchReport
    where
        E: Evaluator<F>,
    {
        if !self.remembers_searches() {
            self.table.iter().for_each(TranspositionTable::clear);
        }
        let learned = self.evaluator.is_learned();
        let shared = Shared {
            evaluator: &self.evaluator,
            settings: &self.settings,
            table: self.table.as_ref(),
            seed: self.seed,
            brake: Brake::new(limits, learned),
            pool: &self.pool,
        };
        let depth = limits.depth(self.settings.depth, ExpectimaxSettings::USUAL_DEPTH);
        let depths = depths(depth, limits.deepens(), learned);
        let cuts = Cuts::new(self.settings.parallel, learned);
        let mut progress = learned.then(|| Progress::new(&self.settings, self.evaluator.rewards().into()));
        let report = deepen(self.evaluator.rewards().into(), depths, |depth, counts| {
            if self.depends_on_path() {
                shared.table.into_iter().for_each(TranspositionTable::clear); // another round's values are others
            }
            let cuts = (self.pool.is_shared() && cuts.search(depth)).then_some(cuts);
            let mut tree = Tree::new(&shared, cuts);
            let values = self.pool.run(cuts.is_some(), || tree.root(board, depth, Path::root(score)));
            *counts += tree.counts;
            let moves = values?.map(|value| value.map_or(MoveValue::Illegal, MoveValue::Known));
            let go_on = progress
                .as_mut()
                .is_none_or(|progress| progress.goes_on(depth, tree.reached, &moves, shared.brake.spent()));
            Ok((moves, go_on))
        });
        SearchReport { work: self.pool.take_work(), ..report }
    }

    /// Whether what the table holds is true for the next search as well.
    fn remembers_searches<F: Field>(&self) -> bool
    where
        E: Evaluator<F>,
    {
        self.settings.reuse == Reuse::Exact && !self.depends_on_path()
    }

    /// Whether a value depends on more than afterstate and depth: on the way from the root. Within a round all ways to an
    /// afterstate have spawned the same tiles and made the same points.
    fn depends_on_path<F: Field>(&self) -> bool
    where
        E: Evaluator<F>,
    {
        self.settings.min_prob > 0.0
            || self.settings.four_limit > 0.0
            || self.evaluator.rewards() == Rewards::Carried
    }
}

impl<E: Evaluator> Agent for Expectimax<E> {
    fn begin(&mut self, mut rng: Rng) {
        self.seed = rng.bits();
        self.table.iter().for_each(TranspositionTable::clear);
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        self.search(board, score, limits)
    }
}
