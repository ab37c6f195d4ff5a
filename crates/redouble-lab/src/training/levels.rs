//! What large tiles are worth by themselves.
//!
//! A stage sees boards of several levels and cannot tell them apart, yet what follows the next large tile differs
//! from level to level: 16384 alone is worth far more than four large tiles in a row. If each success counted as
//! what follows it, the weights would learn a mean that is wrong for all of them, and where less follows than the
//! mean it would seem better not to succeed. So the recipe may say what a success counts for in each stage, and
//! every level gets a base that makes it come true: the boards a success leads to are, in the mean, worth just that.

use redouble::Tile;
use redouble::network::{Bases, LEVELS};

/// What the weights said of the boards with which stages were entered, or levels where values are chances: for each
/// their sum and number.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries([(f64, f64); LEVELS]);

impl Default for Entries {
    fn default() -> Entries {
        Entries([(0.0, 0.0); LEVELS])
    }
}

impl Entries {
    /// Counts a board with which `stage` was entered.
    pub fn add(&mut self, stage: usize, value: f32) {
        let (sum, number) = &mut self.0[stage];
        (*sum, *number) = (*sum + f64::from(value), *number + 1.0);
    }

    /// Counts those of `newer` too; those that were here count half from now on.
    pub fn renew(&mut self, newer: &Entries) {
        for (mine, newer) in self.0.iter_mut().zip(&newer.0).filter(|(_, newer)| newer.1 > 0.0) {
            *mine = (mine.0 / 2.0 + newer.0, mine.1 / 2.0 + newer.1);
        }
    }

    /// Counts those of `other` too.
    pub fn merge(&mut self, other: &Entries) {
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            *mine = (mine.0 + other.0, mine.1 + other.1);
        }
    }

    /// What boards that enter `stage` are worth in the mean, if any did.
    pub fn mean(&self, stage: usize) -> Option<f64> {
        let (sum, number) = self.0[stage];
        (number > 0.0).then(|| sum / number)
    }

    /// What is usual on each level of `fewest` large tiles or more: the mean, 0 where none was entered.
    pub fn usual(&self, fewest: u32) -> impl Iterator<Item = f32> {
        let mean = move |level: usize| self.mean(level).filter(|_| level.count_ones() >= fewest);
        (0..LEVELS).map(move |level| mean(level).unwrap_or(0.0) as f32)
    }

    /// A line for each.
    pub fn to_text(&self) -> String {
        self.0.iter().map(|(sum, number)| format!("{sum} {number}\n")).collect()
    }

    /// What [`to_text`](Entries::to_text) wrote.
    pub fn from_text(text: &str) -> Option<Entries> {
        let pair = |line: &str| {
            let (sum, number) = line.split_once(' ')?;
            Some((sum.parse().ok()?, number.parse().ok()?))
        };
        let mut entries = Entries::default();
        for (at, line) in text.lines().enumerate() {
            *entries.0.get_mut(at)? = pair(line)?;
        }
        Some(entries)
    }
}

/// What boards of each level are worth by themselves, so that a success in stage k counts `success[k]` in the mean, the
/// points of joining large tiles included. Where nothing is known of the stage that follows, its level rests on the
/// same base.
pub fn bases(large: Tile, stages: usize, success: &[f32], entries: &Entries) -> Bases {
    let stage = |level: usize| (level.count_ones() as usize).min(stages - 1);
    let rise = |level: usize| {
        let worth = f64::from(*success.get(stage(level)).or(success.last())?);
        Some(worth - entries.mean(stage(level + 1))? - joined(large, level))
    };
    let mut levels = vec![0.0];
    for level in 0..LEVELS - 1 {
        levels.push(levels[level] + rise(level).unwrap_or(0.0));
    }
    let levels = levels.into_iter().map(|base| base as f32).collect();
    Bases::new(levels, large.face(), success).expect("a number for each level")
}

/// The points of joining one more large tile to those of `level`, as far as it goes.
fn joined(large: Tile, level: usize) -> f64 {
    let joins = level.trailing_ones();
    f64::from(large.face()) * ((1u64 << (joins + 1)) - 2) as f64
}

#[cfg(test)]
mod tests {
    use redouble::network::Level;

    use super::*;

    #[test]
    fn a_success_counts_the_same_on_every_level_of_a_stage() {
        let large = Tile::from_face(2048).unwrap();
        let means = [0.0, 120_000.0, 90_000.0, 50_000.0, 10_000.0];
        let mut entries = Entries::default();
        means.iter().enumerate().for_each(|(stage, &mean)| entries.add(stage, mean));
        let bases = bases(large, 5, &[110_000.0, 100_000.0, 80_000.0, 60_000.0], &entries);
        let base = |number| bases.of(Level { number, joined: 0, seen: 0, is_on_its_way: false });
        // From 16384, 4096 and 2048 to 16384 and 8192, and from 16384, 8192 and 4096 to four large tiles.
        assert_eq!(base(12) - base(11) + 90_000.0 + 4096.0 + 8192.0, 60_000.0);
        assert_eq!(base(15) - base(14) + 10_000.0, 60_000.0);
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        let mut entries = Entries::default();
        entries.add(3, 0.1);
        entries.renew(&entries.clone());
        assert_eq!(Entries::from_text(&entries.to_text()), Some(entries));
    }
}
