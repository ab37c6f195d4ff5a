//! The expectimax agent: one search of fixed depth, or deeper and deeper ones under a limit.

use super::brake::{Brake, Stopped};
use super::tree::{Path, Shared, Tree};
use super::{Counts, ExpectimaxSettings, Limits, MoveValue, Reuse, SearchReport, TranspositionTable};
use crate::{Agent, Board, Evaluator, Field, Move, Rewards, Rng};

/// Chooses the move with the largest expected value, as far as it looks.
///
/// ```
/// use redouble::eval::Grid;
/// use redouble::search::{Expectimax, ExpectimaxSettings, Limits};
/// use redouble::{Board, Move};
///
/// // 64 32 8 2 / 16 8 4 . / 4 4 . . / 2 . . 2
/// let board: Board = "6531432022001001".parse().unwrap();
/// let settings = ExpectimaxSettings { depth: 3, ..ExpectimaxSettings::default() };
/// let report = Expectimax::new(Grid::new(), settings).search(board, 0, Limits::NONE);
/// assert_eq!(report.best, Some(Move::Down));
/// assert_eq!(report.value().map(f64::round), Some(232020.0));
/// ```
pub struct Expectimax<E> {
    evaluator: E,
    settings: ExpectimaxSettings,
    table: Option<TranspositionTable>,
    seed: u64,
}

impl<E> Expectimax<E> {
    /// The agent that searches like this. Depth, sample and threads below 1 count as 1.
    pub fn new(evaluator: E, settings: ExpectimaxSettings) -> Expectimax<E> {
        let table = (settings.table > 0).then(|| TranspositionTable::with_bytes(settings.table));
        Expectimax { evaluator, settings: settings.bounded(), table, seed: 0 }
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
            self.table.iter_mut().for_each(TranspositionTable::clear);
        }
        let shared = Shared {
            evaluator: &self.evaluator,
            settings: &self.settings,
            table: self.table.as_ref(),
            seed: self.seed,
            brake: Brake::new(limits, self.settings.nodes),
        };
        if shared.brake.is_needed() { deepen(&shared, board, score) } else { fixed(&shared, board, score) }
    }

    /// Whether what the table holds is true for the next search as well: whether a value depends on nothing
    /// but afterstate and depth.
    fn remembers_searches<F: Field>(&self) -> bool
    where
        E: Evaluator<F>,
    {
        self.settings.reuse == Reuse::Exact
            && self.settings.min_prob <= 0.0
            && self.settings.four_limit <= 0.0
            && self.evaluator.rewards() != Rewards::Carried
    }
}

impl<E: Evaluator> Agent for Expectimax<E> {
    fn begin(&mut self, mut rng: Rng) {
        self.seed = rng.bits();
        self.table.iter_mut().for_each(TranspositionTable::clear);
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        self.search(board, score, limits)
    }
}

/// One search to the full depth.
fn fixed<F: Field, E: Evaluator<F>>(shared: &Shared<'_, E>, board: F, score: u32) -> SearchReport {
    let mut found = SearchReport::default();
    let done = iteration(shared, board, score, shared.settings.depth, &mut found);
    debug_assert_eq!(done, Ok(()), "nothing stops a search without limits");
    found
}

/// Searches of one ply more each time, until the depth or a limit is reached. What an unfinished one found is
/// not used. The first is always finished: it takes four evaluations.
fn deepen<F: Field, E: Evaluator<F>>(shared: &Shared<'_, E>, board: F, score: u32) -> SearchReport {
    let mut found = SearchReport::default();
    let step = if shared.evaluator.values_boards() { 1 } else { 2 };
    for depth in (1..=shared.settings.depth).step_by(step) {
        if iteration(shared, board, score, depth, &mut found).is_err() {
            break;
        }
    }
    found
}

/// Searches to `depth`; if it gets there, that is what was found.
fn iteration<F: Field, E: Evaluator<F>>(
    shared: &Shared<'_, E>,
    board: F,
    score: u32,
    depth: u32,
    found: &mut SearchReport,
) -> Result<(), Stopped> {
    let mut tree = Tree::new(shared);
    let moves = tree.root(board, depth, Path::root(score));
    found.count(tree.counts);
    found.moves = moves?;
    found.best = MoveValue::best(&found.moves);
    found.depth = depth;
    Ok(())
}

impl SearchReport {
    fn count(&mut self, counts: Counts) {
        self.counts += counts;
        self.nodes = self.counts.nodes();
        self.leaves = self.counts.leaves;
    }
}

impl<F: Field, E: Evaluator<F>> Tree<'_, F, E> {
    /// What each move is worth.
    fn root(&mut self, board: F, depth: u32, path: Path) -> Result<[MoveValue; 4], Stopped> {
        self.counts.boards += 1;
        let mut moves = [MoveValue::Illegal; 4];
        for mv in Move::ALL {
            if let Some((after, reward)) = self.slide(board, mv) {
                moves[mv.index()] = MoveValue::Known(self.slide_value(after, reward, depth, path)?);
            }
        }
        Ok(moves)
    }
}
