//! Making a trained network small: rare weights are dropped, the others rounded, and all is compressed.
//!
//! Where values are chances, rounding costs more than it seems: the slides of a late board differ by a hundredth of log-odds,
//! and a game is a thousand of them. So nothing is dropped there unless it is asked for, and each weight gets the digits
//! it earned: what is met often is stored finely, what is met once in a million moves coarsely.

use redouble::network::encoding::packed;
use redouble::network::{Values, write_sections};

use super::learner::Learner;
use super::stage::{came_packed, use_of};
use super::trainer::TrainError;

/// How much is given up for size.
#[derive(Clone, Debug, PartialEq)]
pub struct Packing {
    /// Weights are rounded to multiples of this, in points or log-odds: one number a stage, the last also for those that
    /// follow.
    pub steps: Vec<f32>,
    /// Weights whose errors add up to less than this, in points or chances, are dropped: one number a stage, as above.
    pub least_error: Vec<f32>,
    /// Where values are chances, a weight whose errors add up to E is rounded to about this divided by the root of E: so the
    /// sum of all losses is least for its size. 0 rounds all to the step.
    pub grain: f32,
    /// The level of compression, 1 to 22.
    pub level: i32,
}

impl Packing {
    /// What loses next to nothing, for these values.
    pub fn of(values: Values) -> Packing {
        match values {
            Values::Points => Packing { steps: vec![8.0], least_error: vec![1000.0], grain: 0.0, level: 19 },
            Values::Chances { .. } => {
                Packing { steps: vec![1.0 / 2048.0], least_error: vec![0.0], grain: 0.01, level: 19 }
            }
        }
    }

    /// The section `packing` of a network file.
    pub fn to_text(&self) -> String {
        let Packing { steps, least_error, grain, .. } = self;
        format!("step = {steps:?}\nleast_error = {least_error:?}\ngrain = {grain:?}\n")
    }

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
    match learner.shape().values() {
        Values::Points => add_points(&mut sections, learner, packing)?,
        Values::Chances { .. } => add_chances(&mut sections, learner, packing)?,
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

/// A weight that is not stored reads as 0, but should count what the unknown ones of its pattern do. So that much is taken off
/// every stored weight and added to all boards of the stage.
fn add_chances(sections: &mut Sections, learner: &Learner, packing: &Packing) -> Result<(), TrainError> {
    let mut common = Vec::new();
    let mut stages = Vec::new();
    for stage in 0..learner.shape().symbols().stages() {
        let weights: Vec<f32> = learner.weights(stage).iter().collect();
        let sizes: Vec<f32> = learner.errors(stage).iter().skip(1).step_by(2).collect();
        let packed_before = sizes.iter().any(|&size| came_packed(size));
        let (least, step) = (packing.least(stage), packing.step(stage));
        let mut numbers = vec![0i16; weights.len()];
        let mut odds = 0.0;
        for span in learner.shape().pattern_spans(stage) {
            let unknown = unknown(&weights[span.clone()], &sizes[span.clone()], least);
            odds += 8.0 * unknown;
            for place in span.filter(|&place| sizes[place] >= least && sizes[place] > 0.0) {
                let coarse = coarseness(use_of(sizes[place], packed_before), step, packing.grain);
                numbers[place] = (((weights[place] - unknown) / (step * coarse)).round() * coarse) as i16;
            }
        }
        common.push(odds);
        stages.push((format!("stage{stage}"), frames(&numbers, stage, packing)?));
    }
    sections.push(("levels".to_owned(), learner.levels().clone().with_common(&common).to_bytes()));
    sections.extend(stages);
    Ok(())
}

/// To how many steps a weight is rounded, a power of two, which compresses well.
fn coarseness(used: f32, step: f32, grain: f32) -> f32 {
    (grain / used.sqrt() / step).log2().round().exp2().clamp(1.0, 64.0)
}

/// What a weight counts that is not stored. In a training that went on from a packed network it is what that network said.
/// From nothing every board begins as an even chance, and what nobody tried should not look better than what was: then it
/// is what rare weights are in the mean, or all that were seen where none is rare.
fn unknown(weights: &[f32], sizes: &[f32], least: f32) -> f32 {
    let seen = || weights.iter().zip(sizes).filter(|&(_, &size)| size > 0.0);
    let mean = |most: f32| {
        let rare = seen().filter(|&(_, &size)| size < most);
        let (sum, count) =
            rare.fold((0.0, 0.0), |(sum, count), (weight, _)| (sum + f64::from(*weight), count + 1.0));
        (count > 0.0).then(|| (sum / count) as f32)
    };
    let never_learned = weights.iter().zip(sizes).find(|&(_, &size)| size == 0.0).map(|(&weight, _)| weight);
    let from_before = never_learned.filter(|&weight| weight != 0.0);
    from_before.or_else(|| mean(least)).or_else(|| mean(f32::INFINITY)).unwrap_or(0.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_more_is_rounded_more_finely() {
        let step = 1.0 / 2048.0;
        let rounded = [10_000.0, 400.0, 4.0, 0.1, 1e-6].map(|used| coarseness(used, step, 0.01));
        assert_eq!(rounded, [1.0, 1.0, 8.0, 64.0, 64.0]);
        assert_eq!(coarseness(0.1, step, 0.0), 1.0, "all alike");
    }

    #[test]
    fn what_was_never_learned_counts_as_before_or_as_what_is_rare() {
        assert_eq!(unknown(&[-0.5, 3.0, -0.5], &[0.0, 9.0, 0.0], 1.0), -0.5, "a packed network said so");
        assert_eq!(unknown(&[0.0, 3.0, -2.0], &[0.0, 9.0, 0.5], 1.0), -2.0, "the rare one");
        assert_eq!(unknown(&[0.0, 3.0, -2.0], &[0.0, 9.0, 0.5], 0.0), 0.5, "the mean of both");
        assert_eq!(unknown(&[0.0, 0.0], &[0.0, 0.0], 0.0), 0.0);
    }
}
