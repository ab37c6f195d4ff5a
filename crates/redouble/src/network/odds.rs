//! From log-odds to chances.
//!
//! A chance `p` has the log-odds `ln(p / (1 − p))`: 0 is an even chance, 4.6 is 99 %. Weights are log-odds, because
//! these may be added without ever leaving the range of chances. Sums are whole steps and the way back is a table made
//! by additions, multiplications and divisions alone, so every platform finds the same chances to the last bit.

/// How many steps make one unit of log-odds.
pub const STEPS: i32 = 256;

/// Log-odds beyond this count as this: one failure in nine million.
const LARGEST: usize = 16;
const SIZE: usize = LARGEST * STEPS as usize + 1;

/// The smaller of the two chances, of success and of failure, at so many steps from an even one.
static SMALLER: [f32; SIZE] = smaller();

/// The chance of success where the log-odds are so many steps.
#[inline(always)]
pub fn chance(steps: i32) -> f64 {
    let smaller = f64::from(SMALLER[(steps.unsigned_abs() as usize).min(SIZE - 1)]);
    if steps < 0 { smaller } else { 1.0 - smaller }
}

const fn smaller() -> [f32; SIZE] {
    let (mut table, mut at) = ([0.0; SIZE], 0);
    let ratio = exponential(1.0 / STEPS as f64);
    let mut odds = 1.0;
    while at < SIZE {
        table[at] = (1.0 / (1.0 + odds)) as f32;
        odds *= ratio;
        at += 1;
    }
    table
}

/// The exponential of a small number, by its series.
const fn exponential(x: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, 1);
    while n < 12 {
        term *= x / n as f64;
        sum += term;
        n += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_the_formula() {
        for steps in -5000..=5000 {
            let odds = (f64::from(steps) / f64::from(STEPS)).clamp(-16.0, 16.0);
            let expected = 1.0 / (1.0 + (-odds).exp());
            assert!((chance(steps) - expected).abs() < 1e-7, "{steps}");
        }
        assert_eq!((chance(0), chance(i32::MIN), chance(i32::MAX)), (0.5, chance(-4096), chance(4096)));
    }

    #[test]
    fn more_steps_are_more_likely_and_opposites_add_up_to_one() {
        assert!((-4096..4096).all(|steps| chance(steps) < chance(steps + 1)));
        assert!((0..=4096).all(|steps| chance(steps) + chance(-steps) == 1.0));
    }
}
