//! What several trainings of one network learned apart, brought together.
//!
//! Each worker goes on from the same numbers for a while and says what changed. For every weight there are three
//! numbers: itself, the sum of its errors and the sum of their sizes. The sums are sums, so what the workers added to
//! them is added up: a single learner that had seen all their games would have got the same. The weight moves by the
//! mean of the workers' steps, each counted by the errors it saw there. A weight that one worker alone came by takes
//! that worker's step whole, and one that all came by is not pushed too far by steps that were each taken for the
//! same error.

use super::recipe::Recipe;
use super::stage::NUMBERS;
use super::trainer::{TrainError, Trainer};

/// What a training changed: which weights, and their three numbers less what they were.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// The weights, counted through all stages, in rising order.
    pub places: Vec<u32>,
    /// By how much the numbers of each changed: the weight, the sum of its errors, the sum of their sizes.
    pub steps: Vec<[f32; NUMBERS]>,
}

impl Trainer {
    /// All that its network learned, three numbers a weight, stage after stage.
    pub fn numbers(&self) -> Vec<f32> {
        self.learner.stages().flat_map(|stage| stage.numbers()).collect()
    }

    /// Goes on from these numbers instead of its own; `false`, and nothing happens, if they are not as many.
    pub fn set_numbers(&mut self, numbers: &[f32]) -> bool {
        let fits = numbers.len() == self.learner.stages().map(|stage| stage.len()).sum::<usize>();
        let mut rest = numbers;
        for stage in self.learner.stages().filter(|_| fits) {
            let (mine, others) = rest.split_at(stage.len());
            stage.set_numbers(mine);
            rest = others;
        }
        fits
    }

    /// What changed since its numbers were these.
    pub fn changes_since(&self, numbers: &[f32]) -> Changes {
        let now = self.learner.stages().flat_map(|stage| stage.numbers());
        let (mut changes, mut step, mut any) = (Changes::default(), [0.0; NUMBERS], false);
        for (at, (now, before)) in now.zip(numbers).enumerate() {
            step[at % NUMBERS] = now - before;
            any |= now != *before;
            if at % NUMBERS == NUMBERS - 1 {
                if any {
                    changes.places.push((at / NUMBERS) as u32);
                    changes.steps.push(step);
                }
                any = false;
            }
        }
        changes
    }

    /// Whether what it learns is all in its numbers, so that it can be learned by several apart; else why not.
    pub fn can_be_shared(&self) -> Result<(), TrainError> {
        let Recipe { network, games, .. } = &self.recipe;
        let harvests = games.harvested.iter().any(|&share| share > 0.0);
        let refusals = [
            (!network.chances.is_empty(), "its values are chances"),
            (harvests, "its games start from boards of earlier games"),
        ];
        let why = "cannot be trained by several apart: expected a network of points whose games start afresh";
        match refusals.iter().find(|(refused, _)| *refused) {
            Some((_, because)) => Err(TrainError::Recipe(format!("it {why}, but {because}"))),
            None => Ok(()),
        }
    }
}

/// Adds to `numbers` what workers changed who all began from them.
pub fn merge(numbers: &mut [f32], workers: &[Changes]) {
    let mut next = vec![0; workers.len()];
    let place = |worker: usize, next: &[usize]| workers[worker].places.get(next[worker]).copied();
    while let Some(weight) = (0..workers.len()).filter_map(|worker| place(worker, &next)).min() {
        let mut steps = Vec::with_capacity(workers.len());
        for worker in 0..workers.len() {
            if place(worker, &next) == Some(weight) {
                steps.push(workers[worker].steps[next[worker]]);
                next[worker] += 1;
            }
        }
        let first = NUMBERS * weight as usize;
        if let Some(three) = numbers.get_mut(first..first + NUMBERS) {
            three.iter_mut().zip(merged(&steps)).for_each(|(number, step)| *number += step);
        }
    }
}

/// One weight's steps in one: the sums added up, the weight by the mean that counts each step by the errors it saw.
fn merged(steps: &[[f32; NUMBERS]]) -> [f32; NUMBERS] {
    let sum = |at: usize| steps.iter().map(|step| step[at]).sum::<f32>();
    let seen = sum(2);
    let weight = match seen > 0.0 {
        true => steps.iter().map(|step| step[0] * step[2]).sum::<f32>() / seen,
        false => sum(0) / steps.len() as f32,
    };
    [weight, sum(1), seen]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(list: &[(u32, [f32; 3])]) -> Changes {
        Changes {
            places: list.iter().map(|(place, _)| *place).collect(),
            steps: list.iter().map(|(_, step)| *step).collect(),
        }
    }

    #[test]
    fn a_step_nobody_else_took_is_taken_whole_and_others_are_weighed_by_their_errors() {
        let mut numbers = vec![10.0, 1.0, 2.0, 20.0, 3.0, 4.0, 30.0, 5.0, 6.0];
        let one = changes(&[(0, [4.0, 1.0, 1.0]), (1, [8.0, 2.0, 3.0])]);
        let other = changes(&[(1, [-4.0, -1.0, 1.0]), (2, [1.0, 0.0, 0.0])]);
        merge(&mut numbers, &[one, other]);
        assert_eq!(numbers[..3], [14.0, 2.0, 3.0], "one worker alone");
        assert_eq!(numbers[3..6], [20.0 + (8.0 * 3.0 - 4.0) / 4.0, 4.0, 8.0], "two, by 3 to 1");
        assert_eq!(numbers[6..], [31.0, 5.0, 6.0], "without errors every step counts alike");
    }

    #[test]
    fn merging_the_changes_of_one_gives_its_numbers() {
        let before = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let mut numbers = before.clone();
        merge(&mut numbers, &[changes(&[(1, [0.5, 0.25, 0.25])])]);
        assert_eq!(numbers, [1.0, 2.0, 3.0, 4.5, 5.25, 6.25]);
        merge(&mut numbers, &[]);
        assert_eq!(numbers[..3], before[..3]);
    }
}
