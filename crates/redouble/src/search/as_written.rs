//! Searches as the authors' programs have them, quirks and all: plain recursion that shares nothing with the
//! ordinary searches, so that these need not know of it.
//!
//! ```text
//!  player(board)        the largest of nature(after), in the order left, right, up, down
//!  nature(afterstate)   the average, or the smallest, of player(board) over the spawns
//! ```

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use super::bounds::Window;
use super::brake::{Account, Brake, Stopped};
use super::deepening::{deepen, depths};
use super::path::Path;
use super::{
    AlphaBetaSettings, Average, Counts, ExpectimaxSettings, Limits, MoveValue, Quirks, SearchReport,
};
use crate::luck::mix;
use crate::{Afterstate, Agent, Board, CellSet, Evaluator, Move, Rewards, Rng, Slide, Spawn, Spawns, Tile};

/// The order in which slides are searched: that of 003, which its slip and its table depend on. (Its program; the
/// lists of moves are not printed.)
const ORDER: [Move; 4] = [Move::Left, Move::Right, Move::Up, Move::Down];

/// Expectimax or alpha-beta with [`Quirks`] that the ordinary searches do not know. It uses no table but that of the
/// quirk, and one thread.
///
/// ```
/// use redouble::eval::Grid;
/// use redouble::search::{AsWritten, ExpectimaxSettings, Limits, Quirks};
/// use redouble::Board;
///
/// // Every slide fills the board for good: a dead leaf is worth nothing, unless nobody tests it.
/// let board: Board = "3456654334560789".parse().unwrap();
/// let value = |untested| {
///     let quirks = Quirks { untested, whole: true, ..Quirks::default() };
///     let settings = ExpectimaxSettings { depth: Some(2), quirks, ..ExpectimaxSettings::default() };
///     AsWritten::expectimax(Grid::new(), settings).search(board, 0, Limits::NONE).value()
/// };
/// assert_eq!(value(false), Some(0.0));
/// assert!(value(true) > Some(0.0));
/// ```
pub struct AsWritten<E> {
    evaluator: E,
    plan: Plan,
    leaves: LeafTable,
    seed: u64,
}

impl<E> fmt::Debug for AsWritten<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsWritten").field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// What it searches.
#[derive(Clone, Debug)]
struct Plan {
    depth: Option<u32>,
    usual_depth: u32,
    /// Whether spawns are an adversary's.
    adversary: bool,
    fours: bool,
    four_limit: f64,
    min_prob: f64,
    sample: Option<u32>,
    quirks: Quirks,
}

/// Values by board. A board's own words are mixed well enough to be its hash.
type LeafTable = HashMap<Board, f64, BuildHasherDefault<Mixed>>;

impl<E: Evaluator> AsWritten<E> {
    /// Expectimax with these settings; those about tables, threads and learned values are not used.
    pub fn expectimax(evaluator: E, settings: ExpectimaxSettings) -> AsWritten<E> {
        let ExpectimaxSettings { depth, fours, four_limit, min_prob, sample, quirks, .. } = settings;
        let usual_depth = ExpectimaxSettings::USUAL_DEPTH;
        let sample = sample.map(|count| count.max(1));
        let plan = Plan { depth, usual_depth, adversary: false, fours, four_limit, min_prob, sample, quirks };
        AsWritten { evaluator, plan, leaves: LeafTable::default(), seed: 0 }
    }

    /// Alpha-beta with these settings; those about tables and the order of moves are not used.
    pub fn alpha_beta(evaluator: E, settings: AlphaBetaSettings) -> AsWritten<E> {
        let AlphaBetaSettings { depth, fours, four_limit, quirks, .. } = settings;
        let usual_depth = AlphaBetaSettings::usual_depth(evaluator.is_learned());
        let (adversary, min_prob, sample) = (true, 0.0, None);
        let plan = Plan { depth, usual_depth, adversary, fours, four_limit, min_prob, sample, quirks };
        AsWritten { evaluator, plan, leaves: LeafTable::default(), seed: 0 }
    }

    /// Searches one board of a game with `score` points.
    pub fn search(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        let learned = self.evaluator.is_learned();
        let brake = Brake::new(limits, learned);
        let depth = limits.depth(self.plan.depth, self.plan.usual_depth).max(1);
        let depths = depths(depth, limits.deepens(), learned);
        let root = match self.evaluator.rewards() {
            Rewards::Carried => Path::root(score),
            Rewards::Ignored | Rewards::Added | Rewards::Successes => Path::root(0),
        };
        deepen(self.evaluator.rewards().into(), depths, |depth, counts| {
            let mut walk = Walk::new(self, &brake);
            let moves = walk.root(board, depth, root);
            *counts += walk.counts;
            Ok((moves?, true))
        })
    }
}

impl<E: Evaluator> Agent for AsWritten<E> {
    fn begin(&mut self, mut rng: Rng) {
        self.seed = rng.bits();
        self.leaves.clear();
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        self.search(board, score, limits)
    }
}

/// A walk through the tree.
struct Walk<'a, E> {
    agent: &'a mut AsWritten<E>,
    brake: &'a Brake<'a>,
    counts: Counts,
    account: Account,
}

impl<'a, E: Evaluator> Walk<'a, E> {
    fn new(agent: &'a mut AsWritten<E>, brake: &'a Brake<'a>) -> Self {
        Walk { agent, brake, counts: Counts::default(), account: Account::default() }
    }

    /// What each slide of the root is worth.
    fn root(&mut self, board: Board, depth: u32, path: Path) -> Result<[MoveValue; 4], Stopped> {
        self.counts.boards += 1;
        let mut moves = [MoveValue::Illegal; 4];
        for mv in ORDER {
            if let Some((after, path)) = self.slide(board, mv, path) {
                moves[mv.index()] = MoveValue::Known(self.nature(after, depth - 1, Window::OPEN, path)?);
            }
        }
        Ok(moves)
    }

    /// The player's turn, with `depth` plies to go.
    fn player(&mut self, board: Board, depth: u32, mut window: Window, path: Path) -> Result<f64, Stopped> {
        let Plan { quirks, adversary, .. } = self.agent.plan;
        if let Some(&value) = self.agent.leaves.get(&board) {
            return Ok(value);
        }
        self.counts.boards += 1;
        if let Some(value) = self.leaf(board, depth, path) {
            return Ok(value);
        }
        let mut best = if quirks.floor { 0.0 } else { f64::NEG_INFINITY };
        if quirks.staying {
            best = best.max(self.evaluate(board, path));
        }
        for mv in ORDER {
            let Some((after, path)) = self.slide(board, mv, path) else { continue };
            best = best.max(self.nature(after, depth - 1, window, path)?);
            if adversary && best >= window.beta {
                break;
            }
            match quirks.slip {
                true if best >= window.alpha => window.beta = best,
                true => {}
                false => window.alpha = window.alpha.max(best),
            }
        }
        Ok(best)
    }

    /// The value of a board that ends the search, kept if the table of leaves is on.
    fn leaf(&mut self, board: Board, depth: u32, path: Path) -> Option<f64> {
        let quirks = self.agent.plan.quirks;
        let is_won = quirks.stop_at.is_some_and(|tile| board.max_tile() >= tile);
        let is_tested = depth > 0 || !quirks.untested;
        let value = if is_tested && self.agent.evaluator.is_lost(board) {
            path.dead(board, &self.agent.evaluator)
        } else if depth == 0 || is_won {
            self.evaluate(board, path)
        } else {
            return None;
        };
        if quirks.leaf_table {
            self.agent.leaves.insert(board, value);
        }
        Some(value)
    }

    /// Chance's or the adversary's turn, with `depth` plies to go.
    fn nature(&mut self, after: Afterstate, depth: u32, window: Window, path: Path) -> Result<f64, Stopped> {
        self.counts.afterstates += 1;
        let pruned = path.probability < self.agent.plan.min_prob;
        if depth == 0 || pruned {
            self.counts.pruned += u64::from(pruned);
            self.counts.leaves += 1;
            return Ok(self.agent.evaluator.after(after) + f64::from(path.score));
        }
        self.account.ask(self.counts.nodes(), self.brake)?;
        let spawns = self.spawns(after, path);
        if spawns.is_empty() {
            return Ok(0.0); // full: only a pass leads here
        }
        match self.agent.plan.adversary {
            true => self.worst(after, spawns, depth, window, path),
            false => self.average(after, spawns, depth, path),
        }
    }

    /// The average over the spawns, 4s before 2s. (003, lines 47 to 55.)
    fn average(&mut self, after: Afterstate, spawns: Spawns, depth: u32, path: Path) -> Result<f64, Stopped> {
        let Quirks { average, whole, .. } = self.agent.plan.quirks;
        let [(_, of_two), (_, of_four)] = Tile::SPAWNS;
        let mut sum = 0.0;
        for cell in spawns.cells {
            let mut value = |tile| {
                let next = path.spawned(tile, spawns);
                self.player(after.spawn(Spawn { cell, tile }), depth - 1, Window::OPEN, next)
            };
            let four = if spawns.fours { Some(value(Tile::FOUR)?) } else { None };
            let two = value(Tile::TWO)?;
            sum += match (four, average) {
                (Some(four), _) => of_two * two + of_four * four,
                (None, Average::Mean) => two,
                (None, Average::Cells) => of_two * two,
            };
        }
        let cells = match average {
            Average::Mean => spawns.cells.len(),
            Average::Cells => after.empties(),
        };
        let value = sum / f64::from(cells);
        Ok(if whole { value.trunc() } else { value })
    }

    /// The smallest over the spawns, 2s before 4s. (003, lines 78 to 98.)
    fn worst(
        &mut self,
        after: Afterstate,
        spawns: Spawns,
        depth: u32,
        mut window: Window,
        path: Path,
    ) -> Result<f64, Stopped> {
        let mut worst = f64::INFINITY;
        for (cell, &tile) in spawns.cells.flat_map(|cell| spawns.tiles().iter().map(move |tile| (cell, tile)))
        {
            let next = path.spawned(tile, spawns);
            worst = worst.min(self.player(after.spawn(Spawn { cell, tile }), depth - 1, window, next)?);
            if worst <= window.alpha {
                break;
            }
            window.beta = window.beta.min(worst);
        }
        Ok(worst)
    }

    /// A slide and the way after it, or with the quirk of passing the same board again.
    fn slide(&self, board: Board, mv: Move, path: Path) -> Option<(Afterstate, Path)> {
        match board.slide(mv) {
            Some(Slide { after, reward }) => {
                Some((after, path.slid_under(self.agent.evaluator.rewards(), reward)))
            }
            None => self.agent.plan.quirks.passing.then(|| (Afterstate::new(board), path)),
        }
    }

    /// The spawns to look at; sampled cells are drawn by the agent's own luck.
    fn spawns(&self, after: Afterstate, path: Path) -> Spawns {
        let Plan { fours, four_limit, sample, adversary, .. } = self.agent.plan;
        let cells = CellSet::empties(after.board());
        let cells = match sample {
            Some(count) if count < cells.len() => {
                cells.sample(count, &mut Rng::new(self.agent.seed).at(after.board()))
            }
            _ => cells,
        };
        let chance = path.chance_of_four() * if adversary { Tile::SPAWNS[0].1 } else { 1.0 };
        Spawns { cells, fours: fours && (four_limit <= 0.0 || chance > four_limit) }
    }

    fn evaluate(&mut self, board: Board, path: Path) -> f64 {
        self.counts.leaves += 1;
        self.agent.evaluator.board(board) + f64::from(path.score)
    }
}

/// The hash of a board: its words, mixed.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
