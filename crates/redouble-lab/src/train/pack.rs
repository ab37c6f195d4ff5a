//! Making a trained network small: rare weights are dropped, the others rounded, and all is compressed.

use redouble::network::write_sections;

use super::learner::Learner;
use super::trainer::TrainError;

/// How much is given up for size.
#[derive(Clone, Debug, PartialEq)]
pub struct Packing {
    /// Weights are rounded to multiples of this, in points.
    pub step: f32,
    /// Weights whose errors add up to less than this, in points, are dropped: one number a stage, the last also for
    /// those that follow.
    pub least_error: Vec<f32>,
    /// The level of compression, 1 to 22.
    pub level: i32,
    /// How many stages to keep at most: the last of them then serves all later ones.
    pub stages: usize,
}

impl Default for Packing {
    fn default() -> Packing {
        Packing { step: 8.0, least_error: vec![1000.0], level: 19, stages: 8 }
    }
}

/// The file of a packed network: `texts` are further sections, such as the recipe.
pub fn pack(learner: &Learner, packing: &Packing, texts: &[(&str, String)]) -> Result<Vec<u8>, TrainError> {
    let stages = learner.shape().symbols().stages().min(packing.stages.max(1));
    let shape = learner.shape().with_stages(stages).map_err(|error| TrainError::Recipe(error.to_string()))?;
    let mut sections = vec![("shape".to_owned(), shape.describe().into_bytes())];
    sections.push(("bases".to_owned(), learner.bases().to_bytes()));
    let mut last: Vec<i16> = Vec::new();
    for stage in 0..stages {
        let (section, weights) = smallest(learner, stage, packing, &last)?;
        sections.push((format!("stage{stage}"), section));
        last = weights;
    }
    sections.extend(texts.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into_bytes())));
    Ok(write_sections(&sections))
}

/// The encodings that `redouble::network::Weights` reads.
const PACKED: u8 = 1;
const DIFFERENCES: u8 = 2;

/// A stage by itself or as the difference to the `last` one, whichever is smaller, and its weights in steps.
fn smallest(
    learner: &Learner,
    stage: usize,
    packing: &Packing,
    last: &[i16],
) -> Result<(Vec<u8>, Vec<i16>), TrainError> {
    let shape = learner.shape();
    let alone = rounded(learner, stage, packing, &vec![0; shape.weights(stage)]);
    let alone = (frames(PACKED, &alone, packing)?, alone);
    if stage == 0 {
        return Ok(alone);
    }
    let inherited: Vec<i16> = shape.inherited(stage).map(|place| last[place]).collect();
    let weights = rounded(learner, stage, packing, &inherited);
    let differences: Vec<i16> =
        weights.iter().zip(inherited).map(|(&new, old)| new.saturating_sub(old)).collect();
    let section = frames(DIFFERENCES, &differences, packing)?;
    Ok(if section.len() < alone.0.len() { (section, weights) } else { alone })
}

/// The weights of a stage in steps; what is dropped stays as it was inherited.
fn rounded(learner: &Learner, stage: usize, packing: &Packing, inherited: &[i16]) -> Vec<i16> {
    let sizes = learner.errors(stage).iter().skip(1).step_by(2);
    let least = packing.least_error.get(stage).or(packing.least_error.last()).copied().unwrap_or(0.0);
    let round = |((weight, size), &old): ((f32, f32), &i16)| {
        if size < least { old } else { (weight / packing.step).round() as i16 }
    };
    learner.weights(stage).iter().zip(sizes).zip(inherited).map(round).collect()
}

/// Numbers of which most are 0.
fn frames(encoding: u8, numbers: &[i16], packing: &Packing) -> Result<Vec<u8>, TrainError> {
    let mut bitmap = vec![0u8; numbers.len().div_ceil(8)];
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for (place, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
        bitmap[place / 8] |= 1 << (place % 8);
        let [lower, upper] = number.to_le_bytes();
        low.push(lower);
        high.push(upper);
    }
    let mut packed = vec![encoding];
    packed.extend(packing.step.to_le_bytes());
    for plane in [bitmap, low, high] {
        let frame = zstd::bulk::compress(&plane, packing.level)?;
        packed.extend((frame.len() as u32).to_le_bytes());
        packed.extend(frame);
    }
    Ok(packed)
}

/// How many weights of each stage were ever learned from, and how many there are.
pub fn touched(learner: &Learner) -> Vec<(usize, usize)> {
    let stages = 0..learner.shape().symbols().stages();
    let seen = |stage| {
        let sizes = learner.errors(stage).iter().skip(1).step_by(2);
        (sizes.filter(|&size| size > 0.0).count(), learner.weights(stage).len())
    };
    stages.map(seen).collect()
}
