//! What a board is worth by its large tiles alone.
//!
//! A stage cannot tell the levels apart that it sees: 16384 alone looks like 4096 alone. What all boards of a level
//! have in common is therefore kept beside the weights, one number a level.

use super::NetworkFormatError;
use super::shape::{LEVELS, Level, Look};

/// What boards of each level are worth by themselves, in points; to be added to what the weights say.
#[derive(Clone, Debug, PartialEq)]
pub struct Bases {
    levels: Vec<f32>,
    /// The face of the smallest large tile, in which points of joins are counted.
    unit: f32,
}

impl Bases {
    /// Nothing for every level.
    pub fn none() -> Bases {
        Bases { levels: vec![0.0; LEVELS], unit: 0.0 }
    }

    /// These for the levels from 0 on, where the smallest large tile is `unit`. `None` unless there is a number for
    /// each level.
    pub fn new(levels: Vec<f32>, unit: u32) -> Option<Bases> {
        let fits = levels.len() == LEVELS && levels.iter().all(|base| base.is_finite());
        fits.then_some(Bases { levels, unit: unit as f32 })
    }

    /// The base of a level. A tile on its way to where it belongs has already brought some of the points that the
    /// next level will be without.
    #[inline(always)]
    pub fn of(&self, level: Level) -> f32 {
        self.levels[level.number] - level.joined as f32 * self.unit
    }

    /// The base of what is seen.
    #[inline(always)]
    pub fn at(&self, look: Look<'_>) -> f32 {
        self.of(look.level())
    }

    /// The section `bases` of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        std::iter::once(self.unit).chain(self.levels.iter().copied()).flat_map(f32::to_le_bytes).collect()
    }

    /// What [`to_bytes`](Bases::to_bytes) wrote.
    pub fn from_bytes(section: &[u8]) -> Result<Bases, NetworkFormatError> {
        let number = |bytes: &[u8]| bytes.try_into().ok().map(f32::from_le_bytes);
        let numbers: Option<Vec<f32>> = section.chunks(4).map(number).collect();
        let bases = || {
            let (&unit, levels) = numbers.as_ref()?.split_first()?;
            let unit = Some(unit).filter(|unit| (0.0..=32768.0).contains(unit))?;
            Bases::new(levels.to_owned(), unit as u32)
        };
        bases().ok_or_else(|| NetworkFormatError::Damaged("bases".to_owned()))
    }
}
