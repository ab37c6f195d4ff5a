//! Solving an endgame, layer by layer.
//!
//! Every turn adds a 2 or a 4, so the tile sum grows and the afterstates fall into layers by half their sum. The
//! first pass goes up and finds the afterstates of each layer from those of the two below it; the second comes
//! down and gives each the mean over its spawns of the best slide, which the two layers above it know. Where walls
//! may take detours, which bring two spawns, it is four layers instead of two.

use std::io;
use std::path::Path;

use rayon::{ThreadPool, ThreadPoolBuilder};
use redouble::checksum::crc32;
use redouble::tablebase::file::directory;
use redouble::tablebase::layer::{Layer, encode};
use redouble::tablebase::{Endgame, from_stored, to_stored};

use super::TableBuildError;
use super::keyset::KeySet;
use super::passes::{self, Above, EARLY};
use super::subgame::SubGame;
use super::work::{Solved, WorkFolder, end};

/// How much work the way down is for each afterstate, that on the way up being 1.
const DOWN: f64 = 1.5;

/// What is to be built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The endgame.
    pub endgame: Endgame,
    /// Afterstates of a lower chance are dropped, and all that would be rounded to 0.
    pub least: f64,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildProgress {
    /// Whether chances are computed; before that, afterstates are found.
    pub solving: bool,
    /// The tile sum of the layer that was done last.
    pub sum: u32,
    /// Afterstates found, or solved.
    pub states: u64,
    /// How many there are in all, once that is known.
    pub all: Option<u64>,
    /// The share of the work that is done, once that is known.
    pub done: Option<f64>,
    /// How many bytes the table has so far.
    pub bytes: u64,
}

impl Plan {
    /// What is dropped unless something else is asked for, so that the default set stays below 2 GB.
    pub const USUAL_LEAST: f64 = 0.01;

    fn least_stored(&self) -> u16 {
        to_stored(self.least).max(1)
    }

    /// The lowest chance that is kept.
    pub fn lowest(&self) -> f64 {
        from_stored(self.least_stored())
    }

    /// How many afterstates there are to find, if that was ever counted.
    fn known_states(&self) -> Option<u64> {
        self.known().map(|(_, states, _)| states)
    }

    /// About how many bytes the table will have, if it was ever built.
    pub fn estimated_bytes(&self) -> Option<u64> {
        self.known().map(|(_, _, bytes)| bytes)
    }

    fn known(&self) -> Option<(&'static str, u64, u64)> {
        let name = self.endgame.to_string();
        KNOWN.into_iter().find(|(known, ..)| *known == name)
    }
}

/// The tables of the default set: about how many afterstates are found, and how many bytes those take that are kept.
const KNOWN: [(&str, u64, u64); 6] = [
    ("442-256", 46_600_000, 121_300_000),
    ("442-512", 84_500_000, 190_900_000),
    ("442-1024", 140_200_000, 180_800_000),
    ("L3-256", 119_000_000, 292_700_000),
    ("L3-512", 305_000_000, 586_500_000),
    ("L3-1024", 647_000_000, 587_900_000),
];

/// How many bytes each afterstate needs on the way up, and at most on the way down, when its key goes.
const ROOM: f64 = 1.3;

/// Builds a table in the folder `work`, from where the last build ended, and puts it in its place at `path`. The
/// number of threads makes no difference to the table.
pub fn build(
    plan: Plan,
    work: &Path,
    path: &Path,
    threads: usize,
    observe: &mut dyn FnMut(BuildProgress),
) -> Result<(), TableBuildError> {
    let work = WorkFolder::open(work, plan.endgame, plan.least_stored())?;
    let subgame = SubGame::new(plan.endgame);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| work.failed(io::Error::other(error)))?;
    let mut build = Build { plan, subgame, work, pool, all: plan.known_states(), observe };
    let counts = match build.work.counts()? {
        Some(counts) => counts,
        None => build.up()?,
    };
    build.all = Some(sum(&counts));
    let layers = build.down(&counts)?;
    build.finish(&counts, &layers, path)
}

struct Build<'a> {
    plan: Plan,
    subgame: SubGame,
    work: WorkFolder,
    pool: ThreadPool,
    all: Option<u64>,
    observe: &'a mut dyn FnMut(BuildProgress),
}

impl Build<'_> {
    /// Finds the afterstates of each layer, and returns how many there are, by half sum.
    fn up(&mut self) -> Result<Vec<u32>, TableBuildError> {
        let mut set = KeySet::new(self.plan.endgame.keys());
        self.work.check_space(room(self.plan.known_states().unwrap_or(0)))?;
        let (mut below, mut counts) = (vec![vec![]; self.subgame.reach()], vec![0]);
        let mut states = 0;
        for half in 1.. {
            let stored = self.work.keys(half)?;
            let new = stored.is_none();
            let keys = stored.map_or_else(|| self.found(half, &below, &mut set), Ok)?;
            counts.push(keys.len() as u32);
            states += keys.len() as u64;
            below.rotate_right(1);
            below[0] = keys;
            if new {
                self.tell(false, half, states, 0);
            }
            if half as usize + 2 > EARLY as usize + below.len() && below.iter().all(Vec::is_empty) {
                break;
            }
        }
        self.work.check_space(room(states))?;
        self.work.store_counts(&counts)?;
        Ok(counts)
    }

    /// Finds the keys of one layer and keeps them.
    fn found(&self, half: u32, below: &[Vec<u32>], set: &mut KeySet) -> Result<Vec<u32>, TableBuildError> {
        let subgame = &self.subgame;
        let found = self.pool.install(|| passes::find(subgame, half, below, set));
        let keys = found.ok_or_else(|| self.nonsense())?;
        self.work.store_keys(half, &keys)?;
        Ok(keys)
    }

    /// Solves the layers from the top, and returns where they are in the table, the top one first.
    fn down(&mut self, counts: &[u32]) -> Result<Vec<(Layer, u32)>, TableBuildError> {
        let top = counts.len() as u32 - 1;
        let mut above = Above::new(self.plan.endgame.keys(), self.subgame.reach());
        let mut layers = Vec::new();
        let mut half = top;
        for done in self.solved_so_far(top)? {
            above.push(self.keys(done.0)?, done.1.chances);
            (layers, half) = (done.1.layers, done.0 - 1);
        }
        self.work.rewind(&layers)?;
        let mut states = sum(&counts[half as usize + 1..]);
        while half > 0 {
            let keys = self.keys(half)?;
            let subgame = &self.subgame;
            let solved = self.pool.install(|| passes::solve(subgame, half, &keys, &above));
            let chances = solved.ok_or_else(|| self.nonsense())?;
            let (bytes, kept) = self.encoded(&keys, &chances);
            let layer = Layer { start: end(&layers), length: bytes.len() as u32, states: kept };
            layers.push((layer, crc32(&bytes)));
            let solved = Solved { layers, chances };
            self.work.store_solved(half, &solved, &bytes)?;
            self.work.forget(half + self.subgame.reach() as u32)?;
            layers = solved.layers;
            states += keys.len() as u64;
            above.push(keys, solved.chances);
            self.tell(true, half, states, end(&layers));
            half -= 1;
        }
        Ok(layers)
    }

    /// The last layers that are solved with their half sums, the uppermost one first: as many as a turn can lead over,
    /// or fewer.
    fn solved_so_far(&self, top: u32) -> Result<Vec<(u32, Solved)>, TableBuildError> {
        let mut found = Vec::new();
        for half in (1..=top).rev() {
            match self.work.solved(half)? {
                Some(solved) => found.push((half, solved)),
                None if !found.is_empty() => break,
                None => {}
            }
        }
        Ok(found.split_off(found.len().saturating_sub(self.subgame.reach())))
    }

    fn keys(&self, half: u32) -> Result<Vec<u32>, TableBuildError> {
        self.work.keys(half)?.ok_or_else(|| self.nonsense())
    }

    /// The layer as it stands in the table, without what is dropped, and how many afterstates that are.
    fn encoded(&self, keys: &[u32], chances: &[f64]) -> (Vec<u8>, u32) {
        let stored = chances.iter().map(|&chance| to_stored(chance));
        let kept = keys.iter().zip(stored).filter(|&(_, stored)| stored >= self.plan.least_stored());
        let (keys, stored): (Vec<u32>, Vec<u16>) = kept.unzip();
        (encode(&keys, &stored), keys.len() as u32)
    }

    fn finish(self, counts: &[u32], layers: &[(Layer, u32)], path: &Path) -> Result<(), TableBuildError> {
        let mut by_half = vec![Layer::default(); counts.len()];
        let found = layers.iter().rev().map(|&(layer, _)| layer);
        by_half.iter_mut().skip(1).zip(found).for_each(|(place, layer)| *place = layer);
        let table = self.work.table(layers)?;
        let directory = directory(self.plan.endgame, self.plan.least_stored(), &by_half, &table);
        drop(table);
        self.work.finish(&directory, path)
    }

    fn tell(&mut self, solving: bool, half: u32, states: u64, bytes: u64) {
        let work = |all: u64| match solving {
            true => all as f64 + DOWN * states as f64,
            false => states as f64,
        };
        let done = self.all.map(|all| (work(all) / (all as f64 * (1.0 + DOWN))).min(1.0));
        (self.observe)(BuildProgress { solving, sum: 2 * half, states, all: self.all, done, bytes });
    }

    /// Files that are as they were written and yet do not fit together.
    fn nonsense(&self) -> TableBuildError {
        self.work.damaged("keys")
    }
}

fn room(states: u64) -> u64 {
    (states as f64 * ROOM) as u64
}

fn sum(counts: &[u32]) -> u64 {
    counts.iter().map(|&count| u64::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::DEFAULT_SET;

    #[test]
    fn the_default_set_needs_less_than_2_gb_at_any_time() {
        let mut finished = 0;
        for name in DEFAULT_SET {
            let plan = Plan { endgame: name.parse().unwrap(), least: Plan::USUAL_LEAST };
            let work = room(plan.known_states().unwrap());
            let bytes = plan.estimated_bytes().unwrap();
            assert!(finished + work.max(bytes) < 2_000_000_000, "{name}");
            finished += bytes;
        }
    }
}
