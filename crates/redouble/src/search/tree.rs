//! Expectimax, as it is defined: the player takes the best slide, chance takes the mean over its spawns.
//!
//! ```text
//!  max_node(board)          the largest of chance_node(after) over the legal slides
//!  chance_node(afterstate)  the mean of max_node(board) over the spawns
//! ```
//!
//! Depth is what is left to search: at 0 a node is evaluated. Every device is a line in one of the two.

use std::marker::PhantomData;

use super::brake::{Account, Brake, Stopped};
use super::parallel::Cuts;
use super::path::Path;
use super::pool::Pool;
use super::{Counts, ExpectimaxSettings, TranspositionTable};
use crate::{Afterstate, Cell, CellSet, Evaluator, Field, Move, Rewards, Rng, Spawns, Tile};

/// What every thread of a search shares.
pub(crate) struct Shared<'a, E> {
    pub evaluator: &'a E,
    pub settings: &'a ExpectimaxSettings,
    pub table: Option<&'a TranspositionTable>,
    /// What sampled cells are drawn from, beside the board.
    pub seed: u64,
    pub brake: Brake<'a>,
    /// The threads it may use.
    pub pool: &'a Pool,
}

/// One thread's walk through the tree.
pub(crate) struct Tree<'a, F, E> {
    pub shared: &'a Shared<'a, E>,
    pub counts: Counts,
    /// Whether it came to its full depth anywhere, so that a deeper one would see more.
    pub reached: bool,
    /// Where the tree is cut into tasks for other threads, if it is.
    cuts: Option<Cuts>,
    account: Account,
    /// How many nodes have been credited to a thread.
    pub credited: u64,
    field: PhantomData<F>,
}

impl<'a, F: Field, E: Evaluator<F>> Tree<'a, F, E> {
    /// A walk that has been nowhere yet.
    pub fn new(shared: &'a Shared<'a, E>, cuts: Option<Cuts>) -> Self {
        Tree {
            shared,
            counts: Counts::default(),
            reached: false,
            cuts,
            account: Account::default(),
            credited: 0,
            field: PhantomData,
        }
    }

    /// A walk of its own through another part of the same tree.
    pub fn sibling(&self) -> Self {
        Tree { account: self.account.sibling(), ..Tree::new(self.shared, self.cuts) }
    }

    /// Takes over what a sibling counted.
    pub fn absorb(&mut self, sibling: Self) {
        self.counts += sibling.counts;
        self.reached |= sibling.reached;
        self.account.absorb(sibling.account);
        self.credited += sibling.credited;
    }

    /// What each legal slide of the root is worth.
    pub fn root(&mut self, board: F, depth: u32, path: Path) -> Result<[Option<f64>; 4], Stopped> {
        self.counts.boards += 1;
        let cut = self.cuts.is_some_and(|cuts| cuts.slides(depth, true));
        let values = self.slide_values(board, depth, path, cut);
        self.credit();
        values
    }

    /// The player's turn, with `depth` plies to go: the best slide.
    fn max_node(&mut self, board: F, depth: u32, path: Path) -> Result<f64, Stopped> {
        self.counts.boards += 1;
        if self.shared.evaluator.is_lost(board) {
            return Ok(self.shared.evaluator.dead(board));
        }
        if depth == 0 || self.is_won(board) {
            return Ok(self.evaluate_board(board, path));
        }
        let mut best = f64::NEG_INFINITY;
        if self.shared.settings.quirks.staying {
            best = self.evaluate_board(board, path);
        }
        if self.cuts.is_some_and(|cuts| cuts.slides(depth, false)) {
            let values = self.slide_values(board, depth, path, true)?;
            return Ok(values.into_iter().flatten().fold(best, f64::max));
        }
        for mv in Move::ALL {
            if let Some((after, reward)) = self.slide(board, mv) {
                best = best.max(self.slide_value(board, (after, reward), depth, path)?);
            }
        }
        Ok(best)
    }

    /// What each legal slide is worth, found by several threads if they are `cut` into tasks.
    fn slide_values(
        &mut self,
        board: F,
        depth: u32,
        path: Path,
        cut: bool,
    ) -> Result<[Option<f64>; 4], Stopped> {
        let slides = Move::ALL.map(|mv| self.slide(board, mv));
        self.each(slides, cut, |tree, slide| tree.slide_value(board, slide, depth, path))
    }

    /// What a slide of `board` is worth, given where it leads and its reward: it takes one of `depth` plies.
    fn slide_value(&mut self, board: F, slide: (F, u32), depth: u32, path: Path) -> Result<f64, Stopped> {
        let (after, reward) = (Afterstate::new(slide.0), slide.1);
        let evaluator = self.shared.evaluator;
        if evaluator.rewards() == Rewards::Carried {
            return self.chance_node(after, depth - 1, path.slid(reward));
        }
        let value = self.chance_node(after, depth - 1, path)?;
        Ok(evaluator.slide_worth(board, after, reward, value))
    }

    /// Chance's turn, with `depth` plies to go: the mean over the spawns.
    fn chance_node(&mut self, after: Afterstate<F>, depth: u32, path: Path) -> Result<f64, Stopped> {
        self.counts.afterstates += 1;
        let pruned = path.probability < self.shared.settings.min_prob;
        if pruned || depth == 0 {
            self.counts.pruned += u64::from(pruned);
            self.reached |= !pruned;
            return Ok(self.evaluate_after(after, path));
        }
        self.account.ask(self.counts.nodes(), &self.shared.brake)?;
        if depth == 1 {
            return self.expand(after, depth, path); // as quick as a look into the table
        }
        let after = self.turned(after);
        if let Some(value) = self.recall(after, depth) {
            self.reached = true; // whoever searched it stopped somewhere below
            return Ok(value);
        }
        let value = self.expand(after, depth, path)?;
        self.remember(after, depth, value);
        Ok(value)
    }

    /// The mean over the spawns, by a shortcut of the evaluation where there is one.
    fn expand(&mut self, after: Afterstate<F>, depth: u32, path: Path) -> Result<f64, Stopped> {
        let spawns = self.spawns(after, path);
        if spawns.is_empty() {
            return Ok(0.0); // full: only a pass leads here
        }
        if self.cuts.is_some_and(|cuts| cuts.spawns(depth)) {
            return self.expand_in_parallel(after, spawns, depth, path);
        }
        if depth <= 2
            && let Some(value) = self.last_layers(after, spawns, depth, path)
        {
            return Ok(value);
        }
        spawns.try_mean(|cell, tile| self.spawn_value(after, (cell, tile), spawns, depth, path))
    }

    fn expand_in_parallel(
        &mut self,
        after: Afterstate<F>,
        spawns: Spawns,
        depth: u32,
        path: Path,
    ) -> Result<f64, Stopped> {
        let place = |cell: Cell, tile: Tile| 2 * cell.index() + usize::from(tile == Tile::FOUR);
        let mut tasks = [None; 32];
        for cell in spawns.cells {
            tasks[place(cell, Tile::TWO)] = Some((cell, Tile::TWO));
            tasks[place(cell, Tile::FOUR)] = spawns.fours.then_some((cell, Tile::FOUR));
        }
        let values =
            self.each(tasks, true, |tree, spawn| tree.spawn_value(after, spawn, spawns, depth, path))?;
        Ok(spawns.mean(|cell, tile| values[place(cell, tile)].unwrap_or_default()))
    }

    /// What one spawn leads to: it takes one of `depth` plies.
    fn spawn_value(
        &mut self,
        after: Afterstate<F>,
        (cell, tile): (Cell, Tile),
        spawns: Spawns,
        depth: u32,
        path: Path,
    ) -> Result<f64, Stopped> {
        self.max_node(after.board().place(cell, tile), depth - 1, path.spawned(tile, spawns))
    }

    /// The whole tree below a spawn node near the leaves, taken at once by the evaluation.
    fn last_layers(&mut self, after: Afterstate<F>, spawns: Spawns, depth: u32, path: Path) -> Option<f64> {
        let Shared { evaluator, settings, .. } = self.shared;
        if after.board().empties() < 2 {
            return None; // a spawn might end the game
        }
        if depth == 1 {
            let mean = evaluator.mean_of_boards(after, spawns, self.carried(path))?;
            self.counts.boards += u64::from(spawns.len());
            self.counts.leaves += u64::from(spawns.len());
            return Some(mean);
        }
        if evaluator.rewards() == Rewards::Carried || settings.quirks.change_slides() {
            return None;
        }
        let replies = evaluator.mean_of_replies(after, spawns)?;
        self.count_replies(spawns, replies.after_twos, Tile::TWO, path);
        self.count_replies(spawns, replies.after_fours, Tile::FOUR, path);
        self.counts.boards += u64::from(spawns.len());
        Some(replies.mean)
    }

    fn count_replies(&mut self, spawns: Spawns, slides: u32, tile: Tile, path: Path) {
        let slides = u64::from(slides);
        self.counts.afterstates += slides;
        self.counts.leaves += slides;
        let probability = path.spawned(tile, spawns).probability;
        let pruned = probability < self.shared.settings.min_prob;
        if slides > 0 {
            self.counts.pruned += if pruned { slides } else { 0 };
            self.reached |= !pruned;
        }
    }

    /// A slide, or with the quirk of passing the same board again.
    #[inline]
    fn slide(&self, board: F, mv: Move) -> Option<(F, u32)> {
        let pass = self.shared.settings.quirks.passing.then_some((board, 0));
        board.slide(mv).or(pass)
    }

    fn is_won(&self, board: F) -> bool {
        self.shared.settings.quirks.stop_at.is_some_and(|tile| board.max_tile() >= tile)
    }

    /// The spawns to look at.
    fn spawns(&self, after: Afterstate<F>, path: Path) -> Spawns {
        let settings = self.shared.settings;
        let cells = CellSet::empties(after.board());
        let cells = match settings.sample {
            Some(count) if count < cells.len() => cells.sample(count, &mut self.luck(after)),
            _ => cells,
        };
        let fours =
            settings.fours && (settings.four_limit <= 0.0 || path.chance_of_four() > settings.four_limit);
        Spawns { cells, fours }
    }

    /// The same for the same afterstate, in whatever order the tree is walked.
    fn luck(&self, after: Afterstate<F>) -> Rng {
        Rng::new(self.shared.seed).at(after.board())
    }

    /// The afterstate in the position that stands for all its symmetric ones, where the evaluation does not
    /// tell them apart. It is turned with and without a table, so that a table does not change the order of
    /// any sum.
    fn turned(&self, after: Afterstate<F>) -> Afterstate<F> {
        if self.shared.evaluator.is_symmetric() { Afterstate::new(after.board().canonical()) } else { after }
    }

    #[inline]
    fn recall(&mut self, after: Afterstate<F>, depth: u32) -> Option<f64> {
        let table = self.shared.table?;
        self.counts.asked += 1;
        let value = table.recall(after.board(), depth as u16)?;
        self.counts.hits += 1;
        Some(value)
    }

    #[inline]
    fn remember(&self, after: Afterstate<F>, depth: u32, value: f64) {
        if let Some(table) = self.shared.table {
            table.remember(after.board(), depth as u16, value);
        }
    }

    fn evaluate_board(&mut self, board: F, path: Path) -> f64 {
        self.counts.leaves += 1;
        self.shared.evaluator.board(board) + self.carried(path)
    }

    fn evaluate_after(&mut self, after: Afterstate<F>, path: Path) -> f64 {
        self.counts.leaves += 1;
        self.shared.evaluator.after(after) + self.carried(path)
    }

    /// What an evaluation that counts the score must be told.
    #[inline]
    fn carried(&self, path: Path) -> f64 {
        match self.shared.evaluator.rewards() {
            Rewards::Carried => f64::from(path.score),
            _ => 0.0,
        }
    }

    /// Tells the brake of all nodes, and asks whether to go on.
    pub fn tell_the_brake(&mut self) -> Result<(), Stopped> {
        self.account.tell(self.counts.nodes(), &self.shared.brake)
    }
}
