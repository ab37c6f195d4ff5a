//! A trial: agents over a fixed set of seeds, the same luck for each.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use redouble::{Seed, Start};

use crate::measuring::arena::{self, Arena, Entrant, Finished, Job};
use crate::measuring::notebook::{Entry, Notebook, NotebookError};
use crate::measuring::outcome::{Identity, Outcome, Terms, Until};

/// Agents over a fixed set of seeds: what is fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The seed all games take their luck from.
    pub seed: Seed,
    /// The number of the first game.
    pub first: u64,
    /// How many games each agent plays.
    pub games: u64,
    /// What the games start with, in turn; none for two spawned tiles.
    pub starts: Vec<Start>,
    /// When a game ends.
    pub until: Until,
    /// Whether to keep every move.
    pub records: bool,
}

/// The games of one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Its games, by number.
    pub outcomes: Vec<Outcome>,
    /// Which of them were in the notebook before.
    pub known: Vec<bool>,
    /// The versions of the program that played those, each once.
    pub played_by: BTreeSet<String>,
}

/// Which games of an agent are there, and which versions of the program played them.
type Known = (Vec<bool>, BTreeSet<String>);

impl Tally {
    /// How many of them were in the notebook before.
    pub fn reused(&self) -> u64 {
        self.known.iter().filter(|&&known| known).count() as u64
    }

    /// Adds the games that follow.
    pub fn append(&mut self, more: Tally) {
        self.outcomes.extend(more.outcomes);
        self.known.extend(more.known);
        self.played_by.extend(more.played_by);
    }

    /// Forgets all but the first games.
    pub fn truncate(&mut self, games: usize) {
        self.outcomes.truncate(games);
        self.known.truncate(games);
    }
}

impl Trial {
    /// The terms of game `number`.
    pub fn terms(&self, number: u64) -> Terms {
        let place = number.checked_rem(self.starts.len() as u64).unwrap_or(0);
        let start = self.starts.get(place as usize).copied().unwrap_or_default();
        Terms { seed: self.seed, number, start, until: self.until }
    }

    /// The numbers of its games.
    pub fn numbers(&self) -> Range<u64> {
        self.first..self.first.saturating_add(self.games)
    }

    /// Plays what the notebook does not hold yet, and returns the games of each entrant as it holds them.
    ///
    /// Every game is kept the moment it ends.
    pub fn run(&self, entrants: &[Entrant<'_>], arena: &mut Arena<'_>) -> Result<Vec<Tally>, NotebookError> {
        self.run_until(&AtomicBool::new(false), entrants, arena)
    }

    /// The same, ended soon after `stop` is set: the games under way are given up, and the tallies lack them.
    pub fn run_until(
        &self,
        stop: &AtomicBool,
        entrants: &[Entrant<'_>],
        arena: &mut Arena<'_>,
    ) -> Result<Vec<Tally>, NotebookError> {
        let Arena { notebook, threads, observe, .. } = arena;
        let (missing, known) = self.missing(entrants, notebook, observe)?;
        let version = notebook.version().to_owned();
        arena::play(
            entrants,
            &missing,
            |number| self.terms(number),
            *threads,
            self.records,
            stop,
            |finished| {
                let entry = |(Job { entrant, number }, outcome): (Job, Outcome)| {
                    observe(Finished { entrant, outcome: &outcome, reused: false });
                    Entry::now(entrants[entrant].identity.clone(), self.terms(number), outcome, &version)
                };
                let entries: Vec<Entry> = finished.into_iter().map(entry).collect();
                notebook.add(&entries).map(drop)
            },
        )?;
        // As the notebook holds them: another process may have been quicker with some.
        let tally = |(entrant, (known, played_by)): (&Entrant<'_>, Known)| {
            Ok(Tally { outcomes: self.recall(&entrant.identity, notebook)?, known, played_by })
        };
        entrants.iter().zip(known).map(tally).collect()
    }

    /// Those of its games that are in the notebook, without their records, by number.
    pub fn recall(&self, identity: &Identity, notebook: &Notebook) -> Result<Vec<Outcome>, NotebookError> {
        let mut outcomes = Vec::new();
        self.each_kept(identity, notebook, |Entry { outcome, .. }| {
            outcomes.push(Outcome { record: None, ..outcome });
        })?;
        Ok(outcomes)
    }

    /// The games that the notebook does not hold yet.
    pub fn unplayed(&self, entrants: &[Entrant<'_>], notebook: &Notebook) -> Result<Vec<Job>, NotebookError> {
        Ok(self.missing(entrants, notebook, &mut |_| ())?.0)
    }

    /// Part `shard` of `shards` of it, the first being 1: together they are its games, each in one of them.
    #[must_use]
    pub fn shard(&self, shard: u64, shards: u64) -> Trial {
        let border = |part: u64| (u128::from(self.games) * u128::from(part) / u128::from(shards)) as u64;
        let (from, to) = (border(shard - 1), border(shard));
        Trial { first: self.first + from, games: to - from, ..self.clone() }
    }

    /// The games still to be played, and for each entrant which ones are there.
    fn missing(
        &self,
        entrants: &[Entrant<'_>],
        notebook: &Notebook,
        observe: &mut dyn FnMut(Finished<'_>),
    ) -> Result<(Vec<Job>, Vec<Known>), NotebookError> {
        let (mut missing, mut all_known) = (Vec::new(), Vec::new());
        for (entrant, of) in entrants.iter().enumerate() {
            let (mut known, mut played_by) = (vec![false; self.games as usize], BTreeSet::new());
            self.each_kept(&of.identity, notebook, |Entry { terms, outcome, circumstances, .. }| {
                if !self.records || outcome.record.is_some() {
                    observe(Finished { entrant, outcome: &outcome, reused: true });
                    known[(terms.number - self.first) as usize] = true;
                    played_by.insert(circumstances.version);
                }
            })?;
            let unknown = self.numbers().zip(&known).filter(|&(_, &known)| !known);
            missing.extend(unknown.map(|(number, _)| Job { entrant, number }));
            all_known.push((known, played_by));
        }
        Ok((missing, all_known))
    }

    /// Visits the games of an agent that are in the notebook, by number.
    fn each_kept(
        &self,
        identity: &Identity,
        notebook: &Notebook,
        mut visit: impl FnMut(Entry),
    ) -> Result<(), NotebookError> {
        notebook.each_of(identity, self.seed, self.until, self.numbers(), |entry| {
            if entry.terms == self.terms(entry.terms.number) {
                visit(entry);
            }
        })
    }
}
