//! Making a trained network small: rare weights are dropped, the others rounded, and all is compressed.

use redouble::network::write_sections;

use super::learner::Learner;
use super::trainer::TrainError;

/// How much is given up for size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packing {
    /// Weights are rounded to multiples of this, in points.
    pub step: f32,
    /// Weights whose errors add up to less than this, in points, are dropped.
    pub least_error: f32,
    /// The level of compression, 1 to 22.
    pub level: i32,
}

impl Default for Packing {
    fn default() -> Packing {
        Packing { step: 32.0, least_error: 0.0, level: 19 }
    }
}

/// The file of a packed network: `texts` are further sections, such as the recipe.
pub fn pack(learner: &Learner, packing: Packing, texts: &[(&str, String)]) -> Result<Vec<u8>, TrainError> {
    let mut sections = vec![("shape".to_owned(), learner.shape().describe().into_bytes())];
    for stage in 0..learner.shape().symbols().stages() {
        sections.push((format!("stage{stage}"), pack_stage(learner, stage, packing)?));
    }
    sections.extend(texts.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into_bytes())));
    Ok(write_sections(&sections))
}

/// One stage, as `redouble::network::Weights` reads it.
fn pack_stage(learner: &Learner, stage: usize, packing: Packing) -> Result<Vec<u8>, TrainError> {
    let weights = learner.weights(stage);
    let errors = learner.errors(stage);
    let mut bitmap = vec![0u8; weights.len().div_ceil(8)];
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for (place, weight) in weights.iter().enumerate() {
        let rounded = (weight / packing.step).round() as i16;
        let seen = errors.load(2 * place as u32 + 1);
        if rounded != 0 && seen >= packing.least_error {
            bitmap[place / 8] |= 1 << (place % 8);
            let [lower, upper] = rounded.to_le_bytes();
            low.push(lower);
            high.push(upper);
        }
    }
    let mut packed = vec![1];
    packed.extend(packing.step.to_le_bytes());
    packed.extend(0i16.to_le_bytes());
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
