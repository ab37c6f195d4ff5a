//! What a set of large tiles and a stage are worth by themselves, in log-odds.
//!
//! A stage sees large tiles only by their order, so 8192 4096 2048 looks to it like 16384 8192 4096. Yet the one leads to
//! 16384 alone and the other to four large tiles. One weight for each level tells the two apart.

use super::NetworkFormatError;
use super::odds::STEPS;
use super::shape::{LEVELS, Level};
use super::symbols::MOST_STAGES;

/// One weight for each level, and one more for it while a tile is on its way to where it belongs.
pub const LEVEL_WEIGHTS: usize = 2 * LEVELS;

/// One more for each stage: what all its boards have in common.
const WEIGHTS: usize = LEVEL_WEIGHTS + MOST_STAGES;

/// The weights of levels and stages, in whole steps of log-odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelOdds {
    steps: Vec<i32>,
}

impl LevelOdds {
    /// An even chance for every level.
    pub fn none() -> LevelOdds {
        LevelOdds { steps: vec![0; WEIGHTS] }
    }

    /// These, as log-odds.
    pub fn new(weights: impl Iterator<Item = f32>) -> LevelOdds {
        let steps = weights.take(LEVEL_WEIGHTS).map(in_steps).chain(std::iter::repeat(0));
        LevelOdds { steps: steps.take(WEIGHTS).collect() }
    }

    /// The same with what all boards of each stage have in common, as log-odds.
    pub fn with_stages(mut self, stages: &[f32]) -> LevelOdds {
        let common = self.steps[LEVEL_WEIGHTS..].iter_mut();
        common.zip(stages).for_each(|(steps, &odds)| *steps = in_steps(odds));
        self
    }

    /// The weight of a level and of a stage, in steps.
    #[inline(always)]
    pub fn of(&self, level: Level, stage: usize) -> i32 {
        self.steps[level.weight()] + self.steps[LEVEL_WEIGHTS + stage]
    }

    /// Those of the levels as log-odds.
    pub fn levels(&self) -> impl Iterator<Item = f32> {
        self.steps[..LEVEL_WEIGHTS].iter().map(|&steps| steps as f32 / STEPS as f32)
    }

    /// That of a stage as log-odds.
    pub fn stage(&self, stage: usize) -> f32 {
        self.steps[LEVEL_WEIGHTS + stage] as f32 / STEPS as f32
    }

    /// The section `levels` of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.steps.iter().flat_map(|steps| steps.to_le_bytes()).collect()
    }

    /// What [`to_bytes`](LevelOdds::to_bytes) wrote.
    pub fn from_bytes(section: &[u8]) -> Result<LevelOdds, NetworkFormatError> {
        let (numbers, rest) = section.as_chunks();
        let steps: Vec<i32> = numbers.iter().map(|&number| i32::from_le_bytes(number)).collect();
        let fits = rest.is_empty() && steps.len() == WEIGHTS;
        fits.then_some(LevelOdds { steps }).ok_or_else(|| NetworkFormatError::Damaged("levels".to_owned()))
    }
}

fn in_steps(odds: f32) -> i32 {
    (odds * STEPS as f32).round() as i32
}

impl Level {
    /// Which of the weights of levels is its own.
    #[inline(always)]
    pub fn weight(self) -> usize {
        self.number + if self.is_on_its_way { LEVELS } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let odds = LevelOdds::new((0..300).map(|level| level as f32 / 3.0));
        assert_eq!(LevelOdds::from_bytes(&odds.to_bytes()), Ok(odds.clone()));
        assert!(LevelOdds::from_bytes(&odds.to_bytes()[1..]).is_err());
        let level = Level { number: 3, joined: 0, seen: 2, is_on_its_way: true };
        assert_eq!(odds.of(level, 2), (131.0 / 3.0 * 256.0_f32).round() as i32);
        let odds = odds.with_stages(&[0.0, 0.0, -1.5]);
        assert_eq!(odds.of(level, 2), (131.0 / 3.0 * 256.0_f32).round() as i32 - 384);
        assert_eq!((odds.stage(2), odds.levels().count()), (-1.5, LEVEL_WEIGHTS));
    }
}
