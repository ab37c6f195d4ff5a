//! The tree cut into tasks for several threads.
//!
//! Where a node is cut, each of its children is a task. The thread that comes to the node goes through them from
//! the first on; idle threads take the second half of what is left, of the oldest such node first, which is the
//! largest piece of work there is. Values are put together in the order of the children, so that they do not
//! depend on who found them.

use super::Parallel;
use super::brake::Stopped;
use super::tree::Tree;
use crate::{Evaluator, Field};

/// Where a tree is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cuts {
    parallel: Parallel,
    /// With fewer plies to go a node is not worth handing over.
    worthwhile: u32,
}

impl Cuts {
    /// The cuts of a strategy. Handing a task over takes about a microsecond, as long as it takes to search three
    /// plies with values from tables, or one with learned values.
    pub fn new(parallel: Parallel, learned: bool) -> Cuts {
        Cuts { parallel, worthwhile: if learned { 2 } else { 4 } }
    }

    /// Whether a search of `depth` plies is cut anywhere. The one of depth 1 is not: a task may be stopped, and
    /// there must be a move.
    pub fn search(self, depth: u32) -> bool {
        depth > 1 && (self.slides(depth, true) || self.spawns(depth - 1))
    }

    /// Whether the slides of a node with `depth` plies to go are tasks.
    pub fn slides(self, depth: u32, is_root: bool) -> bool {
        match self.parallel {
            Parallel::Levels => true,
            Parallel::Root => is_root,
            Parallel::Chance { .. } => false,
            Parallel::Split => depth > self.worthwhile,
        }
    }

    /// Whether the spawns of a node with `depth` plies to go are tasks.
    pub fn spawns(self, depth: u32) -> bool {
        match self.parallel {
            Parallel::Levels => true,
            Parallel::Root => false,
            Parallel::Chance { above } => depth > above,
            Parallel::Split => depth >= self.worthwhile,
        }
    }
}

impl<F: Field, E: Evaluator<F>> Tree<'_, F, E> {
    /// The value of each task that there is; if `cut`, found by whoever has time.
    pub fn each<T: Copy + Send + Sync, const N: usize>(
        &mut self,
        tasks: [Option<T>; N],
        cut: bool,
        value: impl Fn(&mut Self, T) -> Result<f64, Stopped> + Sync,
    ) -> Result<[Option<f64>; N], Stopped> {
        let mut values = [None; N];
        if cut {
            let home = self.shared.pool.thread();
            self.counts.tasks += tasks.iter().flatten().count() as u64;
            self.share(home, &tasks, &mut values, &value)?;
        } else {
            for (task, found) in tasks.into_iter().zip(&mut values) {
                *found = task.map(|task| value(self, task)).transpose()?;
            }
        }
        Ok(values)
    }

    /// Finds the values of `tasks`, which thread `home` has made, and offers half of them to other threads.
    fn share<T: Copy + Send + Sync>(
        &mut self,
        home: usize,
        tasks: &[Option<T>],
        values: &mut [Option<f64>],
        value: &(impl Fn(&mut Self, T) -> Result<f64, Stopped> + Sync),
    ) -> Result<(), Stopped> {
        if tasks.iter().all(Option::is_none) {
            return Ok(());
        }
        if let ([Some(task)], [found]) = (tasks, &mut *values) {
            *found = Some(self.run(home, *task, value)?);
            return Ok(());
        }
        let (first_tasks, second_tasks) = tasks.split_at(tasks.len() / 2);
        let (first_values, second_values) = values.split_at_mut(tasks.len() / 2);
        let mut sibling = self.sibling();
        let (first, second) = self.shared.pool.join(
            || self.share(home, first_tasks, first_values, value),
            || sibling.share(home, second_tasks, second_values, value),
        );
        self.absorb(sibling);
        first.and(second)
    }

    /// Does one task, and credits it to the thread that does it.
    fn run<T>(
        &mut self,
        home: usize,
        task: T,
        value: &impl Fn(&mut Self, T) -> Result<f64, Stopped>,
    ) -> Result<f64, Stopped> {
        self.shared.brake.check()?;
        self.counts.stolen += u64::from(self.shared.pool.thread() != home);
        let found = value(self, task)?;
        self.tell_the_brake()?;
        self.credit();
        Ok(found)
    }

    /// Credits what has not been to the thread this runs on.
    pub fn credit(&mut self) {
        self.shared.pool.credit(self.counts.nodes() - self.credited);
        self.credited = self.counts.nodes();
    }
}
