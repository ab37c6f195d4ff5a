//! What a board is worth by its large tiles alone.
//!
//! A stage cannot tell the levels apart that it sees: 16384 alone looks like 4096 alone. What all boards of a level
//! have in common is therefore kept beside the weights, one number a level.

use super::NetworkFormatError;
use super::shape::{LEVELS, Level};

/// What boards of each level are worth by themselves, in points; to be added to what the weights say.
#[derive(Clone, Debug, PartialEq)]
pub struct Bases {
    levels: Vec<f32>,
    /// The face of the smallest large tile, in which points of joins are counted.
    unit: f32,
    /// What a success counts for where so many different large tiles stand.
    success: [f32; COUNTS],
}

/// How many different large tiles a level can have, none among them.
const COUNTS: usize = LEVELS.ilog2() as usize + 1;

impl Bases {
    /// Nothing for every level.
    pub fn none() -> Bases {
        Bases { levels: vec![0.0; LEVELS], unit: 0.0, success: [0.0; COUNTS] }
    }

    /// These for the levels from 0 on, where the smallest large tile is `unit` and a success beside k different large
    /// tiles counts `success[k]`, the last number also for more of them. `None` unless there is a number for each level.
    pub fn new(levels: Vec<f32>, unit: u32, success: &[f32]) -> Option<Bases> {
        let fits = levels.len() == LEVELS && levels.iter().chain(success).all(|number| number.is_finite());
        let count = |at: usize| success.get(at).or(success.last()).copied().unwrap_or(0.0);
        fits.then(|| Bases { levels, unit: unit as f32, success: std::array::from_fn(count) })
    }

    /// The base of a level.
    #[inline(always)]
    pub fn of(&self, level: Level) -> f32 {
        self.levels[level.number] + if level.joined == 0 { 0.0 } else { self.on_its_way(level) }
    }

    /// What is different while a tile is on its way to where it belongs: it has already brought some of the points that
    /// the next level will be without, and the fewer large tiles that are left count on a success of their own.
    #[cold]
    fn on_its_way(&self, level: Level) -> f32 {
        let stood = level.number.count_ones() as usize;
        self.success[stood] - self.success[level.seen.min(COUNTS - 1)] - self.joined(level)
    }

    fn joined(&self, level: Level) -> f32 {
        level.joined as f32 * self.unit
    }

    /// What remains of a level when the game is dead: no success is to come any more.
    #[inline(always)]
    pub fn dead(&self, level: Level) -> f32 {
        self.levels[level.number] - self.joined(level)
    }

    /// The section `bases` of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = [self.unit].into_iter().chain(self.levels.iter().copied()).chain(self.success);
        numbers.flat_map(f32::to_le_bytes).collect()
    }

    /// What [`to_bytes`](Bases::to_bytes) wrote.
    pub fn from_bytes(section: &[u8]) -> Result<Bases, NetworkFormatError> {
        let number = |bytes: &[u8]| bytes.try_into().ok().map(f32::from_le_bytes);
        let numbers: Option<Vec<f32>> = section.chunks(4).map(number).collect();
        let bases = || {
            let (&unit, levels) = numbers.as_ref()?.split_first()?;
            let unit = Some(unit).filter(|unit| (0.0..=32768.0).contains(unit))?;
            let (levels, success) = levels.split_at_checked(LEVELS)?;
            let fits = success.is_empty() || success.len() == COUNTS; // none as the first networks had it
            fits.then(|| Bases::new(levels.to_owned(), unit as u32, success))?
        };
        bases().ok_or_else(|| NetworkFormatError::Damaged("bases".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bases() -> Bases {
        let levels = (0..LEVELS).map(|level| 1000.0 * level as f32).collect();
        Bases::new(levels, 2048, &[60_000.0, 60_000.0, 60_000.0, 60_000.0, 120_000.0]).unwrap()
    }

    #[test]
    fn a_tile_on_its_way_still_counts_on_the_success_it_comes_from() {
        // 16384, 8192, 4096 and twice 2048, these joined to 4096, and both 4096 joined to 8192.
        let level = |joined, seen| Level { number: 15, joined, seen, is_on_its_way: true };
        assert_eq!(bases().of(level(0, 4)), 15_000.0);
        assert_eq!(bases().of(level(2, 3)), 15_000.0 + 60_000.0 - 4096.0);
        assert_eq!(bases().of(level(6, 2)), 15_000.0 + 60_000.0 - 4096.0 - 8192.0);
        assert_eq!(bases().dead(level(6, 2)), 15_000.0 - 4096.0 - 8192.0);
    }

    #[test]
    fn bases_are_read_as_they_were_written_and_without_successes_too() {
        let bytes = bases().to_bytes();
        assert_eq!(Bases::from_bytes(&bytes), Ok(bases()));
        let first = Bases::from_bytes(&bytes[..4 * (LEVELS + 1)]).unwrap();
        assert_eq!(
            first.of(Level { number: 15, joined: 2, seen: 3, is_on_its_way: true }),
            15_000.0 - 4096.0
        );
        assert!(Bases::from_bytes(&bytes[4..]).is_err());
    }
}
