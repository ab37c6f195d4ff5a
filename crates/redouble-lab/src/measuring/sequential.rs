//! A test that stops as soon as it knows: no fixed number of games, yet a stated chance of error.
//!
//! Three answers are possible about the mean difference δ of paired scores: *more*, *less*, or *not as much as
//! d* points either way. It is a pair of Wald's sequential probability ratio tests (Sobel and Wald, 1949), δ =
//! 0 against δ = d and δ = 0 against δ = −d, with the spread taken from the sample:
//!
//! ```text
//! after n games with mean m and deviation s        ln ratio = n · d · (m − d/2) / s²
//! "more" from ln((1 − β) / α) up, "not as much" from ln(β / (1 − α)) down
//! ```

/// Games before the first look: the spread must be known a little.
const LEAST: usize = 30;

/// The bounds of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The difference that matters, in points.
    pub effect: f64,
    /// The chance, on each side, to find a difference when there is none.
    pub alpha: f64,
    /// The chance to miss a difference that matters.
    pub beta: f64,
}

/// What a sequential test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first scores more.
    More,
    /// The first scores less.
    Less,
    /// They do not differ by as much as matters.
    Alike,
    /// The games ran out first.
    Undecided,
}

impl Sequential {
    /// Looks for a difference of `effect` points: 5 % to find one that is not there, 5 % to miss one.
    pub fn new(effect: f64) -> Sequential {
        Sequential { effect, alpha: 0.025, beta: 0.05 }
    }

    /// Looks at the differences one by one: the verdict and the number of games it took.
    pub fn decide(&self, differences: &[f64]) -> (Verdict, usize) {
        let mut so_far = SoFar::default();
        for (games, &difference) in (1..).zip(differences) {
            so_far.add(difference);
            let verdict = self.look(&so_far);
            if games >= LEAST && verdict != Verdict::Undecided {
                return (verdict, games);
            }
        }
        (Verdict::Undecided, differences.len())
    }

    /// What the differences so far say, were they all.
    fn look(&self, so_far: &SoFar) -> Verdict {
        let ratio = |mean: f64| {
            so_far.count * self.effect * (mean - self.effect / 2.0) / so_far.variance().max(f64::MIN_POSITIVE)
        };
        let (more, less) = (ratio(so_far.mean), ratio(-so_far.mean));
        if more >= self.upper() {
            Verdict::More
        } else if less >= self.upper() {
            Verdict::Less
        } else if more.max(less) <= self.lower() {
            Verdict::Alike
        } else {
            Verdict::Undecided
        }
    }

    /// The logarithm of the ratio at which a difference is found.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The logarithm of the ratio at which it is given up.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// A verdict in words, with the bounds of the test.
    pub fn words(&self, verdict: Verdict, [a, b]: [&str; 2], games: u64) -> String {
        let effect = self.effect;
        let found = match verdict {
            Verdict::More => format!("{a} scores more than {b}"),
            Verdict::Less => format!("{b} scores more than {a}"),
            Verdict::Alike => format!("they do not differ by as much as {effect:.0} points a game"),
            Verdict::Undecided => "undecided: the games ran out".to_owned(),
        };
        format!(
            "{found} (sequential test, {games} games: 0 against {effect:.0} points either way, \
             α = {} each side, β = {}, bounds {:.2} and {:.2})",
            self.alpha,
            self.beta,
            self.lower(),
            self.upper()
        )
    }
}

/// Mean and spread of a growing sample (Welford, 1962).
#[derive(Clone, Copy, Debug, Default)]
struct SoFar {
    count: f64,
    mean: f64,
    squares: f64,
}

impl SoFar {
    fn add(&mut self, value: f64) {
        let off = value - self.mean;
        self.count += 1.0;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
    }

    fn variance(&self) -> f64 {
        self.squares / (self.count - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use redouble::Rng;

    use super::*;

    /// The shares of verdicts more, less, alike over many tests of differences with mean `truth`, deviation 1.
    fn shares(truth: f64) -> [f64; 3] {
        let (test, mut rng) = (Sequential::new(0.25), Rng::new(4096));
        let mut counts = [0.0; 3];
        for _ in 0..400 {
            let mut uniform = || rng.below(1 << 30) as f64 / f64::from(1 << 30);
            let sample: Vec<f64> =
                (0..1500).map(|_| truth - 6.0 + (0..12).map(|_| uniform()).sum::<f64>()).collect();
            match test.decide(&sample).0 {
                Verdict::More => counts[0] += 1.0 / 400.0,
                Verdict::Less => counts[1] += 1.0 / 400.0,
                Verdict::Alike => counts[2] += 1.0 / 400.0,
                Verdict::Undecided => {}
            }
        }
        counts
    }

    #[test]
    fn a_difference_that_is_not_there_is_found_once_in_twenty_at_most() {
        let [more, less, alike] = shares(0.0);
        assert!(more + less < 0.07 && alike > 0.93, "{more} {less} {alike}");
    }

    #[test]
    fn a_difference_that_matters_is_missed_once_in_twenty_at_most() {
        assert!(shares(0.25)[0] > 0.93);
        assert!(shares(-0.25)[1] > 0.93);
    }

    #[test]
    fn the_verdict_does_not_change_when_more_games_follow() {
        let mut rng = Rng::new(1);
        let sample: Vec<f64> = (0..400).map(|_| f64::from(rng.below(1000)) - 400.0).collect();
        let test = Sequential::new(100.0);
        let (verdict, games) = test.decide(&sample);
        assert_eq!(verdict, Verdict::More);
        assert!(games < 400);
        assert_eq!(test.decide(&sample[..games]), (verdict, games));
        assert_eq!(test.decide(&sample[..games - 1]).0, Verdict::Undecided);
    }

    #[test]
    fn equal_games_are_alike_and_unequal_ones_without_spread_are_not() {
        assert_eq!(Sequential::new(10.0).decide(&[0.0; 40]).0, Verdict::Alike);
        assert_eq!(Sequential::new(10.0).decide(&[-7.0; 40]).0, Verdict::Less);
        assert_eq!(Sequential::new(10.0).decide(&[1.0; 5]), (Verdict::Undecided, 5));
    }
}
