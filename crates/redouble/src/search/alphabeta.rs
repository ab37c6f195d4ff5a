//! Alpha-beta: spawns are an adversary's, and what cannot change the value is not looked at.
//!
//! ```text
//!  max_node(board)       the largest of min_node(after); enough once it is beta or more
//!  min_node(afterstate)  the smallest of max_node(board); enough once it is alpha or less
//! ```

use std::fmt;

use super::bounds::{Bounds, Window};
use super::brake::{Account, Brake, Stopped};
use super::deepening::{deepen, depths};
use super::path::Path;
use super::{AlphaBetaSettings, Counts, Limits, MoveValue, SearchReport};
use crate::{Afterstate, Agent, Board, Evaluator, Rewards, Rng, Slide, Spawn, Spawns, Tile};

/// Chooses the move with the best value should the worst spawns happen, as far as it looks.
///
/// Each move of the root is searched on its own, so that the value of each is exact and not only that of the
/// best.
///
/// Source: Alma Wang, *Final Project* (expectimax, alpha-beta and rollouts for 2048), 2016. Where its maximum
/// node should raise alpha it lowers beta; this search does not.
///
/// ```
/// use redouble::eval::{FeatureSet, Features};
/// use redouble::search::{AlphaBeta, AlphaBetaSettings, Limits};
/// use redouble::{Board, Move};
///
/// // 64 32 8 2 / 16 8 4 . / 4 4 . . / 2 . . 2, in a game with 500 points
/// let board: Board = "6531432022001001".parse().unwrap();
/// let settings = AlphaBetaSettings { depth: Some(4), fours: false, ..AlphaBetaSettings::default() };
/// let report = AlphaBeta::new(Features::new(FeatureSet::ALL), settings).search(board, 500, Limits::NONE);
/// assert_eq!((report.best, report.value()), (Some(Move::Up), Some(810.0)));
/// ```
pub struct AlphaBeta<E> {
    evaluator: E,
    settings: AlphaBetaSettings,
    bounds: Option<Bounds>,
}

impl<E> fmt::Debug for AlphaBeta<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl<E: Evaluator> AlphaBeta<E> {
    /// The agent that searches like this. A depth below 1 counts as 1.
    pub fn new(evaluator: E, settings: AlphaBetaSettings) -> AlphaBeta<E> {
        let deepest = u32::from(u16::MAX / 4); // what a table's entry has room for
        let settings =
            AlphaBetaSettings { depth: settings.depth.map(|depth| depth.clamp(1, deepest)), ..settings };
        let bounds = (settings.table > 0).then(|| Bounds::new(settings.table));
        AlphaBeta { evaluator, settings, bounds }
    }

    /// Searches one board of a game with `score` points.
    pub fn search(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        self.bounds.iter().for_each(Bounds::clear); // values count the points of one search
        let learned = self.evaluator.is_learned();
        let brake = Brake::new(limits, learned);
        let depth = limits.depth(self.settings.depth, AlphaBetaSettings::usual_depth(learned));
        let depths = depths(depth, limits.deepens(), learned);
        let root = match self.evaluator.rewards() {
            Rewards::Carried => Path::root(score),
            Rewards::Ignored | Rewards::Added | Rewards::Successes => Path::root(0),
        };
        // Where a value depends on the way from the root, that of another round is another.
        let depends_on_path = self.evaluator.rewards() != Rewards::Ignored || self.settings.four_limit > 0.0;
        deepen(self.evaluator.rewards().into(), depths, |depth, counts| {
            self.bounds.iter().filter(|_| depends_on_path).for_each(Bounds::clear);
            let mut walk = Walk::new(self, &brake);
            let moves = walk.root(board, depth, root);
            *counts += walk.counts;
            Ok((moves?, true))
        })
    }
}

impl<E: Evaluator> Agent for AlphaBeta<E> {
    fn begin(&mut self, _rng: Rng) {}

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        self.search(board, score, limits)
    }
}

/// A walk through the tree.
struct Walk<'a, E> {
    agent: &'a AlphaBeta<E>,
    brake: &'a Brake<'a>,
    counts: Counts,
    account: Account,
    /// The last spawn that was enough for the adversary, by depth. It often is again.
    refutations: [Option<Spawn>; REFUTATIONS],
}

const REFUTATIONS: usize = 64;

/// A slide, and how good it looks.
#[derive(Clone, Copy, Default)]
struct Promising {
    after: Afterstate,
    reward: u32,
    promise: f64,
}

impl<'a, E: Evaluator> Walk<'a, E> {
    fn new(agent: &'a AlphaBeta<E>, brake: &'a Brake<'a>) -> Self {
        Walk {
            agent,
            brake,
            counts: Counts::default(),
            account: Account::default(),
            refutations: [None; REFUTATIONS],
        }
    }

    /// What each legal slide of the root is worth.
    fn root(&mut self, board: Board, depth: u32, path: Path) -> Result<[MoveValue; 4], Stopped> {
        self.counts.boards += 1;
        let mut moves = [MoveValue::Illegal; 4];
        for (mv, slide) in board.slides() {
            let value = self.slide_value(board, (slide.after, slide.reward), depth, Window::OPEN, path)?;
            moves[mv.index()] = MoveValue::Known(value);
        }
        Ok(moves)
    }

    /// The player's turn, with `depth` plies to go: the largest value.
    fn max_node(&mut self, board: Board, depth: u32, mut window: Window, path: Path) -> Result<f64, Stopped> {
        self.counts.boards += 1;
        if self.agent.evaluator.is_lost(board) {
            return Ok(path.dead(board, &self.agent.evaluator));
        }
        if depth == 0 || self.agent.settings.quirks.stop_at.is_some_and(|tile| board.max_tile() >= tile) {
            self.counts.leaves += 1;
            return Ok(self.agent.evaluator.board(board) + f64::from(path.score));
        }
        let mut best = f64::NEG_INFINITY;
        let (slides, count) = self.slides(board, depth);
        for &Promising { after, reward, .. } in &slides[..count] {
            best = best.max(self.slide_value(board, (after, reward), depth, window, path)?);
            window.alpha = window.alpha.max(best);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// What a slide of `board` is worth, given where it leads and its reward: it takes one of `depth` plies.
    fn slide_value(
        &mut self,
        board: Board,
        (after, reward): (Afterstate, u32),
        depth: u32,
        window: Window,
        path: Path,
    ) -> Result<f64, Stopped> {
        let evaluator = &self.agent.evaluator;
        let succeeds = evaluator.rewards() == Rewards::Successes
            && evaluator.slide_worth(board, after, reward, 0.0) != 0.0;
        if !succeeds {
            return self.min_node(
                after,
                depth - 1,
                window,
                path.slid_under(self.agent.evaluator.rewards(), reward),
            );
        }
        // The window is in the values before the success; few slides succeed, so it is simply opened.
        let value = self.min_node(after, depth - 1, Window::OPEN, path)?;
        Ok(evaluator.slide_worth(board, after, reward, value))
    }

    /// The adversary's turn, with `depth` plies to go: the smallest value.
    fn min_node(
        &mut self,
        after: Afterstate,
        depth: u32,
        window: Window,
        path: Path,
    ) -> Result<f64, Stopped> {
        self.counts.afterstates += 1;
        if depth == 0 {
            self.counts.leaves += 1;
            return Ok(self.agent.evaluator.after(after) + f64::from(path.score));
        }
        self.account.ask(self.counts.nodes(), self.brake)?;
        let after = self.turned(after);
        if let Some(value) = self.recall(after, depth, window) {
            return Ok(value);
        }
        let worst = self.worst_spawn(after, depth, window, path)?;
        if let Some(bounds) = self.agent.bounds.as_ref().filter(|_| depth > 1) {
            bounds.remember(after, depth, window, worst);
        }
        Ok(worst)
    }

    fn worst_spawn(
        &mut self,
        after: Afterstate,
        depth: u32,
        mut window: Window,
        path: Path,
    ) -> Result<f64, Stopped> {
        let mut worst = f64::INFINITY;
        let all = self.spawns(after, path);
        for spawn in self.spawn_order(all, depth) {
            let path = path.spawned(spawn.tile, all);
            worst = worst.min(self.max_node(after.spawn(spawn), depth - 1, window, path)?);
            window.beta = window.beta.min(worst);
            if worst <= window.alpha {
                self.refuted_by(spawn, depth);
                break;
            }
        }
        Ok(worst)
    }

    /// What the table knows, where a look into it is worth its time.
    fn recall(&mut self, after: Afterstate, depth: u32, window: Window) -> Option<f64> {
        let bounds = self.agent.bounds.as_ref().filter(|_| depth > 1)?;
        self.counts.asked += 1;
        let value = bounds.recall(after, depth, window)?;
        self.counts.hits += 1;
        Some(value)
    }

    /// The afterstate in the position that stands for all its symmetric ones, if a table can make use of it.
    fn turned(&self, after: Afterstate) -> Afterstate {
        let turns = self.agent.bounds.is_some() && self.agent.evaluator.is_symmetric();
        if turns { Afterstate::new(after.board().canonical()) } else { after }
    }

    /// The legal slides, the most promising first.
    fn slides(&self, board: Board, depth: u32) -> ([Promising; 4], usize) {
        let orders = self.agent.settings.ordering && depth > 1;
        let mut slides = [Promising::default(); 4];
        let mut count = 0;
        for (_, Slide { after, reward }) in board.slides() {
            let promise = if orders { self.agent.evaluator.after(after) } else { 0.0 };
            slides[count] = Promising { after, reward, promise };
            count += 1;
        }
        order(&mut slides[..count]);
        (slides, count)
    }

    /// The spawns, that which was enough for the adversary last time first.
    fn spawn_order(&self, spawns: Spawns, depth: u32) -> impl Iterator<Item = Spawn> + use<E> {
        let refuted = self.refutations[depth as usize % REFUTATIONS];
        let again = refuted.filter(|spawn| spawns.contains(*spawn));
        let each = move |cell| spawns.tiles().iter().map(move |&tile| Spawn { cell, tile });
        again.into_iter().chain(spawns.cells.flat_map(each).filter(move |&spawn| Some(spawn) != again))
    }

    fn refuted_by(&mut self, spawn: Spawn, depth: u32) {
        if self.agent.settings.ordering {
            self.refutations[depth as usize % REFUTATIONS] = Some(spawn);
        }
    }

    /// What the adversary may do.
    fn spawns(&self, after: Afterstate, path: Path) -> Spawns {
        let AlphaBetaSettings { fours, four_limit, .. } = self.agent.settings;
        let likely = four_limit <= 0.0 || Tile::SPAWNS[0].1 * path.chance_of_four() > four_limit;
        Spawns { fours: fours && likely, ..Spawns::all(after.board()) }
    }
}

/// The most promising first, equals as they were: an insertion sort, for there are few and they are nearly
/// always in order already.
fn order(slides: &mut [Promising]) {
    for end in 1..slides.len() {
        let mut place = end;
        while place > 0 && slides[place - 1].promise < slides[place].promise {
            slides.swap(place - 1, place);
            place -= 1;
        }
    }
}
