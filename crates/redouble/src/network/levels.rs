//! What is usual on each level of a staged network, and what all boards of a stage have in common.
//!
//! A success is the more worth the better the board is that it leads to, yet what can be had there differs from level to
//! level: after 8192 4096 2048 comes 16384 alone, after 16384 8192 4096 come four large tiles, from where half of the games
//! fail. If a success counted as what follows it, it would look worse than waiting wherever little follows. So what follows
//! is compared with what usually does: a success that leads to a board as good as that counts in full, on every level.

use super::NetworkFormatError;
use super::level::{LEVELS, Level};
use super::odds::STEPS;
use super::symbols::MOST_STAGES;

/// So many stages the first files had room for.
const EARLIER_STAGES: usize = 8;

/// The usual chances of boards that enter a level, and the log-odds that the boards of a stage have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    /// For each level; 0 where nothing is known.
    usual: Vec<f32>,
    /// For each stage, in whole steps of log-odds.
    common: Vec<i32>,
}

impl Levels {
    /// Nothing known.
    pub fn none() -> Levels {
        Levels { usual: vec![0.0; LEVELS], common: vec![0; MOST_STAGES] }
    }

    /// The same with these usual chances, from the lowest level on.
    #[must_use]
    pub fn with_usual(mut self, chances: impl IntoIterator<Item = f32>) -> Levels {
        self.usual.iter_mut().zip(chances).for_each(|(usual, chance)| *usual = chance);
        self
    }

    /// The same with what the boards of each stage have in common, as log-odds.
    #[must_use]
    pub fn with_common(mut self, odds: &[f32]) -> Levels {
        let steps = odds.iter().map(|odds| (odds * STEPS as f32).round() as i32);
        self.common.iter_mut().zip(steps).for_each(|(common, steps)| *common = steps);
        self
    }

    /// What the boards of a stage have in common, in steps of log-odds.
    #[inline(always)]
    pub fn common(&self, stage: usize) -> i32 {
        self.common[stage]
    }

    /// What a success is worth that leads to a board of level `next` with this chance: at least `1 − foresight`, and 1 if
    /// the board is as good as usual.
    #[inline]
    pub fn success(&self, foresight: f64, next: Level, chance: f64) -> f64 {
        let usual = f64::from(self.usual[next.number]);
        let follows = if chance < usual { chance / usual } else { 1.0 };
        (1.0 - foresight) + foresight * follows
    }

    /// The section `levels` of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let usual = self.usual.iter().flat_map(|chance| chance.to_le_bytes());
        usual.chain(self.common.iter().flat_map(|steps| steps.to_le_bytes())).collect()
    }

    /// What [`to_bytes`](Levels::to_bytes) wrote.
    pub fn from_bytes(section: &[u8]) -> Result<Levels, NetworkFormatError> {
        let damaged = || NetworkFormatError::Damaged("levels".to_owned());
        let (numbers, rest) = section.as_chunks();
        let (usual, common) = numbers.split_at_checked(LEVELS).ok_or_else(damaged)?;
        let usual: Vec<f32> = usual.iter().map(|&number| f32::from_le_bytes(number)).collect();
        let fits = [EARLIER_STAGES, MOST_STAGES].contains(&common.len());
        let mut common: Vec<i32> = common.iter().map(|&number| i32::from_le_bytes(number)).collect();
        common.resize(MOST_STAGES, 0);
        let sound = rest.is_empty() && fits && usual.iter().all(|chance| (0.0..=1.0).contains(chance));
        sound.then_some(Levels { usual, common }).ok_or_else(damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: usize) -> Level {
        Level { number }
    }

    #[test]
    fn a_success_counts_in_full_where_it_leads_to_what_is_usual() {
        let levels = Levels::none().with_usual([0.0, 0.5]);
        assert_eq!(levels.success(0.6, level(0), 0.1), 1.0, "nothing is known of that level");
        assert_eq!([0.5, 0.9].map(|chance| levels.success(0.6, level(1), chance)), [1.0, 1.0]);
        assert_eq!(levels.success(0.6, level(1), 0.25), 0.7);
        assert_eq!(levels.success(0.6, level(1), 0.0), 0.4);
    }

    #[test]
    fn levels_are_read_as_they_were_written() {
        let levels =
            Levels::none().with_usual((0..LEVELS).map(|at| at as f32 / 128.0)).with_common(&[0.0, -1.5]);
        assert_eq!(Levels::from_bytes(&levels.to_bytes()), Ok(levels.clone()));
        assert!(Levels::from_bytes(&levels.to_bytes()[4..]).is_err());
        assert!(Levels::from_bytes(&Levels::none().with_usual([1.5]).to_bytes()).is_err());
        assert_eq!(levels.common(1), -384);
    }
}
