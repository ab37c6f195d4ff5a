//! A trial: agents over a fixed set of seeds, the same luck for each.

use redouble::{Seed, Start};

use crate::arena::{self, Entrant, Job};
use crate::notebook::{Circumstances, Entry, Notebook, NotebookError};
use crate::outcome::{Outcome, Terms, Until};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Its games, by number.
    pub outcomes: Vec<Outcome>,
    /// How many of them were in the notebook before.
    pub reused: u64,
}

/// A game that is done.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The index of the entrant.
    pub entrant: usize,
    /// How it went.
    pub outcome: &'a Outcome,
    /// Whether it was in the notebook before.
    pub reused: bool,
}

impl Trial {
    /// The terms of each game, the first first.
    pub fn terms(&self) -> impl Iterator<Item = Terms> {
        (self.first..self.first.saturating_add(self.games)).map(|number| Terms {
            seed: self.seed,
            number,
            start: self
                .starts
                .get((number % self.starts.len().max(1) as u64) as usize)
                .copied()
                .unwrap_or_default(),
            until: self.until,
        })
    }

    /// Plays what the notebook does not hold yet, and returns the games of each entrant as it holds them.
    ///
    /// Every game is kept the moment it ends. `observe` sees each one, those of the notebook first.
    pub fn run(
        &self,
        entrants: &[Entrant<'_>],
        threads: usize,
        notebook: &mut Notebook,
        observe: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<Tally>, NotebookError> {
        let (missing, reused) = self.missing(entrants, notebook, observe)?;
        arena::play(entrants, &missing, threads, self.records, |finished| {
            let entries: Vec<Entry> = finished
                .into_iter()
                .map(|(Job { entrant, terms }, outcome)| {
                    observe(Progress { entrant, outcome: &outcome, reused: false });
                    let (identity, circumstances) =
                        (entrants[entrant].identity.clone(), Circumstances::now());
                    Entry { identity, terms, outcome, circumstances }
                })
                .collect();
            notebook.add(&entries).map(drop)
        })?;
        entrants.iter().zip(reused).map(|(entrant, reused)| self.tally(entrant, reused, notebook)).collect()
    }

    /// The games still to be played, and how many of each entrant are there.
    fn missing(
        &self,
        entrants: &[Entrant<'_>],
        notebook: &Notebook,
        observe: &mut dyn FnMut(Progress<'_>),
    ) -> Result<(Vec<Job>, Vec<u64>), NotebookError> {
        let (mut missing, mut reused) = (Vec::new(), vec![0; entrants.len()]);
        for (entrant, of) in entrants.iter().enumerate() {
            for terms in self.terms() {
                match notebook.game(&of.identity, terms)? {
                    Some(outcome) if !self.records || outcome.record.is_some() => {
                        observe(Progress { entrant, outcome: &outcome, reused: true });
                        reused[entrant] += 1;
                    }
                    _ => missing.push(Job { entrant, terms }),
                }
            }
        }
        Ok((missing, reused))
    }

    /// The games of an entrant as the notebook holds them: another process may have been quicker with some.
    fn tally(&self, entrant: &Entrant<'_>, reused: u64, notebook: &Notebook) -> Result<Tally, NotebookError> {
        let mut outcomes = Vec::new();
        for terms in self.terms() {
            let outcome = notebook.game(&entrant.identity, terms)?;
            outcomes.extend(outcome.map(|outcome| Outcome { record: None, ..outcome }));
        }
        Ok(Tally { outcomes, reused })
    }
}
