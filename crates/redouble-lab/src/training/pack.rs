//! Making a trained network small: rare weights are dropped, the others rounded, and all is compressed.

use redouble::network::encoding::packed;
use redouble::network::{Unit, write_sections};

use super::learner::Learner;
use super::stage::met;
use super::trainer::TrainError;

/// How much is given up for size.
#[derive(Clone, Debug, PartialEq)]
pub struct Packing {
    /// Weights are rounded to multiples of this, in points: one number a stage, the last also for those that follow.
    pub steps: Vec<f32>,
    /// Weights whose errors add up to less than this, in points, are dropped: one number a stage, as above.
    pub least_error: Vec<f32>,
    /// The level of compression, 1 to 22.
    pub level: i32,
}

impl Default for Packing {
    fn default() -> Packing {
        Packing { steps: vec![8.0], least_error: vec![1000.0], level: 19 }
    }
}

impl Packing {
    /// The least error of a weight that is kept in a stage.
    fn least(&self, stage: usize) -> f32 {
        of_stage(&self.least_error, stage).unwrap_or(0.0)
    }

    /// The step of the weights of a stage.
    fn step(&self, stage: usize) -> f32 {
        of_stage(&self.steps, stage).unwrap_or(1.0)
    }
}

fn of_stage(numbers: &[f32], stage: usize) -> Option<f32> {
    numbers.get(stage).or(numbers.last()).copied()
}

/// The file of a packed network: `texts` are further sections, such as the recipe.
pub fn pack(learner: &Learner, packing: &Packing, texts: &[(&str, String)]) -> Result<Vec<u8>, TrainError> {
    let mut sections = vec![("shape".to_owned(), learner.shape().describe().into_bytes())];
    match learner.shape().unit() {
        Unit::Points => add_points(&mut sections, learner, packing)?,
        Unit::Chances { .. } => add_chances(&mut sections, learner, packing)?,
    }
    sections.extend(texts.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into_bytes())));
    Ok(write_sections(&sections))
}

type Sections = Vec<(String, Vec<u8>)>;

/// A plain network has one stage. What is dropped from it counts nothing, as if it had never been met.
fn add_points(sections: &mut Sections, learner: &Learner, packing: &Packing) -> Result<(), TrainError> {
    let sizes = learner.errors(0).iter().skip(1).step_by(2);
    let (least, step) = (packing.least(0), packing.step(0));
    let rounded = |(weight, size): (f32, f32)| if size < least { 0 } else { (weight / step).round() as i16 };
    let numbers: Vec<i16> = learner.weights(0).iter().zip(sizes).map(rounded).collect();
    sections.push(("stage0".to_owned(), frames(&numbers, 0, packing)?));
    Ok(())
}

/// Every board begins as an even chance, so a weight that is dropped to nothing would make its boards look better than those
/// that were tried. It is dropped to what rare weights of its pattern are in the mean instead: that is taken off the
/// others and added to all boards of the stage.
fn add_chances(sections: &mut Sections, learner: &Learner, packing: &Packing) -> Result<(), TrainError> {
    let mut common = Vec::new();
    let mut stages = Vec::new();
    for stage in 0..learner.shape().symbols().stages() {
        let weights: Vec<f32> = learner.weights(stage).iter().collect();
        let sizes: Vec<f32> = learner.errors(stage).iter().skip(1).step_by(2).map(met).collect();
        let (least, step) = (packing.least(stage), packing.step(stage));
        let mut numbers = vec![0i16; weights.len()];
        let mut odds = 0.0;
        for span in learner.shape().pattern_spans(stage) {
            let rare = rare_mean(&weights[span.clone()], &sizes[span.clone()], least);
            odds += 8.0 * rare;
            for place in span.filter(|&place| sizes[place] >= least && sizes[place] > 0.0) {
                let coarse = coarseness(sizes[place]);
                numbers[place] = (((weights[place] - rare) / (step * coarse)).round() * coarse) as i16;
            }
        }
        common.push(odds);
        stages.push((format!("stage{stage}"), frames(&numbers, stage, packing)?));
    }
    sections.push(("levels".to_owned(), learner.levels().clone().with_common(&common).to_bytes()));
    sections.extend(stages);
    Ok(())
}

/// To how many steps a weight is rounded: the less was learned of it, the less its last digits say.
fn coarseness(sizes: f32) -> f32 {
    match sizes {
        ..8.0 => 8.0,
        ..20.0 => 4.0,
        ..60.0 => 2.0,
        _ => 1.0,
    }
}

/// What weights that were seen, but too rarely to be kept, are in the mean; of all that were seen where none is dropped.
fn rare_mean(weights: &[f32], sizes: &[f32], least: f32) -> f32 {
    let mean = |most: f32| {
        let seen = weights.iter().zip(sizes).filter(|&(_, &size)| size > 0.0 && size < most);
        let (sum, count) =
            seen.fold((0.0, 0.0), |(sum, count), (weight, _)| (sum + f64::from(*weight), count + 1.0));
        (count > 0.0).then(|| (sum / count) as f32)
    };
    mean(least).or_else(|| mean(f32::INFINITY)).unwrap_or(0.0)
}

fn frames(numbers: &[i16], stage: usize, packing: &Packing) -> Result<Vec<u8>, TrainError> {
    Ok(packed(packing.step(stage), numbers, |plane| zstd::bulk::compress(plane, packing.level))?)
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
