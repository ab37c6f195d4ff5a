//! What a sample says, and how sure it can be.
//!
//! Every interval is at 95 %: of many such intervals, nineteen in twenty hold the truth.

use redouble::Rng;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The normal deviate that leaves 2.5 % above it.
const Z: f64 = 1.959963984540054;
/// The normal deviate that leaves 20 % above it.
const Z_POWER: f64 = 0.8416212335729143;

/// A number estimated from a sample, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate itself.
    pub value: f64,
    /// The lower end of the interval, −∞ when the sample cannot say.
    pub low: f64,
    /// The upper end of the interval, ∞ when the sample cannot say.
    pub high: f64,
}

impl Estimate {
    /// A number without doubt.
    pub fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// Whether the interval holds `truth`.
    pub fn holds(&self, truth: f64) -> bool {
        self.low <= truth && truth <= self.high
    }
}

/// The mean; NaN of nothing.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// The standard deviation of what the sample was drawn from; NaN below two values.
pub fn deviation(sample: &[f64]) -> f64 {
    let mean = mean(sample);
    let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
    (squares / (sample.len() as f64 - 1.0)).sqrt()
}

/// The mean with Student's interval. One value says nothing of its spread: the interval is infinite.
pub fn mean_interval(sample: &[f64]) -> Estimate {
    let value = mean(sample);
    let half = match StudentsT::new(0.0, 1.0, sample.len() as f64 - 1.0) {
        Ok(t) => t.inverse_cdf(0.975) * deviation(sample) / (sample.len() as f64).sqrt(),
        Err(_) => f64::INFINITY,
    };
    Estimate { value, low: value - half, high: value + half }
}

/// The ratio of two sums over the sample, such as milliseconds by moves, with Student's interval of what each
/// pair adds to it (the linearised ratio; Cochran, *Sampling Techniques*, 1977, section 6.4).
pub fn ratio_interval(pairs: &[(f64, f64)]) -> Estimate {
    let whole = mean(&pairs.iter().map(|pair| pair.1).collect::<Vec<f64>>());
    let value = mean(&pairs.iter().map(|pair| pair.0).collect::<Vec<f64>>()) / whole;
    let off: Vec<f64> = pairs.iter().map(|pair| (pair.0 - value * pair.1) / whole).collect();
    let Estimate { low, high, .. } = mean_interval(&off);
    Estimate { value, low: value + low, high: value + high }
}

/// A product of powers of independent positive estimates: a ratio has the powers 1 and −1.
///
/// On logarithms the distances from each value to the ends of its interval add up as squares (Zou and Donner,
/// 2008, *Construction of confidence limits about effect measures*), so it takes any kind of interval.
pub fn product(factors: &[(Estimate, f64)]) -> Estimate {
    let value: f64 = factors.iter().map(|(factor, power)| factor.value.powf(*power)).product();
    let is_zero = factors.iter().any(|(factor, _)| factor.value <= 0.0);
    let end = |upper: bool| {
        let away = |(factor, power): &(Estimate, f64)| {
            let far = if upper == (*power > 0.0) { factor.high } else { factor.low.max(0.0) };
            // Nothing is known of the spread around a zero on this scale: take the corner.
            if is_zero { far.powf(*power) } else { (power * (far / factor.value).ln()).powi(2) }
        };
        let ways = factors.iter().map(away);
        match (is_zero, upper) {
            (true, _) => ways.product(),
            (false, true) => value * ways.sum::<f64>().sqrt().exp(),
            (false, false) => value * (-ways.sum::<f64>().sqrt()).exp(),
        }
    };
    Estimate { value, low: end(false), high: end(true) }
}

/// The share of `hits` among `trials` with Wilson's interval, which behaves near 0 and 1 where others do not.
///
/// Wilson (1927): the shares whose own spread makes the one seen not surprising.
pub fn wilson(hits: u64, trials: u64) -> Estimate {
    if trials == 0 {
        return Estimate { value: f64::NAN, low: 0.0, high: 1.0 };
    }
    let (n, share, z2) = (trials as f64, hits as f64 / trials as f64, Z * Z);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let low = if hits == 0 { 0.0 } else { centre - half };
    let high = if hits == trials { 1.0 } else { centre + half };
    Estimate { value: share, low, high }
}

/// The value that `share` of the sample do not exceed, between neighbours in proportion; NaN of nothing.
pub fn percentile(sample: &[f64], share: f64) -> f64 {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

/// The middle value; NaN of nothing.
pub fn median(sample: &[f64]) -> f64 {
    percentile(sample, 0.5)
}

/// How a statistic of the sample would vary if the sample were drawn again: the middle 95 % of `rounds`
/// samples drawn from it with replacement (Efron, 1979).
pub fn bootstrap(sample: &[f64], statistic: impl Fn(&[f64]) -> f64, rounds: u32, mut rng: Rng) -> Estimate {
    let value = statistic(sample);
    if sample.len() < 2 {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let mut drawn = sample.to_vec();
    let statistics: Vec<f64> = (0..rounds)
        .map(|_| {
            drawn.fill_with(|| sample[rng.below(sample.len() as u32) as usize]);
            statistic(&drawn)
        })
        .collect();
    Estimate { value, low: percentile(&statistics, 0.025), high: percentile(&statistics, 0.975) }
}

/// Pearson's correlation of paired values; `None` when a side does not vary.
pub fn correlation(xs: &[f64], ys: &[f64]) -> Option<f64> {
    let (mx, my) = (mean(xs), mean(ys));
    let sum = |of: &dyn Fn(f64, f64) -> f64| xs.iter().zip(ys).map(|(x, y)| of(x - mx, y - my)).sum::<f64>();
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    (spread > 0.0).then(|| sum(&|x, y| x * y) / spread)
}

/// The smallest true difference that such a sample of paired differences would show, at 5 % and both sides,
/// four times in five.
pub fn smallest_effect(differences: &[f64]) -> f64 {
    (Z + Z_POWER) * deviation(differences) / (differences.len() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of twelve uniforms less six: as good as normal.
    fn normal(rng: &mut Rng) -> f64 {
        (0..12).map(|_| rng.uniform()).sum::<f64>() - 6.0
    }

    /// The share of `rounds` estimates that hold `truth`.
    fn coverage(rounds: u32, truth: f64, mut estimate: impl FnMut(&mut Rng) -> Estimate) -> f64 {
        let mut rng = Rng::new(2048);
        (0..rounds).filter(|_| estimate(&mut rng).holds(truth)).count() as f64 / f64::from(rounds)
    }

    #[test]
    fn nineteen_in_twenty_intervals_of_a_normal_mean_hold_it() {
        for games in [3, 10, 40] {
            let sample = |rng: &mut Rng| (0..games).map(|_| 7.0 + 3.0 * normal(rng)).collect::<Vec<_>>();
            let share = coverage(4000, 7.0, |rng| mean_interval(&sample(rng)));
            assert!((0.94..0.96).contains(&share), "{share} of the intervals of {games} values");
        }
    }

    #[test]
    fn intervals_of_a_skewed_mean_hold_it_nearly_as_often() {
        let sample = |rng: &mut Rng| (0..100).map(|_| -rng.uniform().max(1e-300).ln()).collect::<Vec<_>>();
        let share = coverage(4000, 1.0, |rng| mean_interval(&sample(rng)));
        assert!((0.93..0.96).contains(&share), "{share}");
    }

    #[test]
    fn nineteen_in_twenty_wilson_intervals_hold_the_rate() {
        for (rate, least, most) in [(0.5, 0.93, 0.97), (0.1, 0.93, 0.98), (0.02, 0.91, 0.99)] {
            let hits = |rng: &mut Rng| (0..100).filter(|_| rng.uniform() < rate).count() as u64;
            let share = coverage(4000, rate, |rng| wilson(hits(rng), 100));
            assert!((least..most).contains(&share), "{share} of the intervals at {rate}");
        }
    }

    #[test]
    fn bootstrap_intervals_hold_a_median_about_as_often_as_they_say() {
        let sample = |rng: &mut Rng| (0..60).map(|_| rng.uniform()).collect::<Vec<_>>();
        let share = coverage(600, 0.5, |rng| bootstrap(&sample(rng), median, 300, Rng::new(rng.bits())));
        assert!((0.91..0.98).contains(&share), "{share}");
    }

    #[test]
    fn nineteen_in_twenty_intervals_of_a_ratio_of_sums_hold_it() {
        // Games of different lengths, with two milliseconds a move and some noise.
        let game = |rng: &mut Rng| {
            let moves = 100.0 + 50.0 * rng.uniform();
            (2.0 * moves + 20.0 * normal(rng), moves)
        };
        for games in [5, 40] {
            let share =
                coverage(4000, 2.0, |rng| ratio_interval(&(0..games).map(|_| game(rng)).collect::<Vec<_>>()));
            assert!((0.935..0.965).contains(&share), "{share} of the intervals of {games} games");
        }
        assert_eq!(ratio_interval(&[(3.0, 2.0)]).high, f64::INFINITY);
    }

    #[test]
    fn nineteen_in_twenty_intervals_of_a_product_hold_it() {
        let sample = |rng: &mut Rng, mean: f64| {
            mean_interval(&(0..30).map(|_| mean + 2.0 * normal(rng)).collect::<Vec<_>>())
        };
        let ratio = coverage(4000, 2.0, |rng| product(&[(sample(rng, 12.0), 1.0), (sample(rng, 6.0), -1.0)]));
        assert!((0.935..0.965).contains(&ratio), "{ratio}");
        let shares = coverage(4000, 3.0, |rng| {
            let mut hits = |rate: f64| wilson((0..80).filter(|_| rng.uniform() < rate).count() as u64, 80);
            product(&[(hits(0.6), 1.0), (hits(0.2), -1.0)])
        });
        assert!((0.93..0.97).contains(&shares), "{shares}");
    }

    #[test]
    fn a_product_knows_what_it_cannot_know() {
        let (none, most) = (wilson(0, 100), wilson(80, 100));
        let ratio = product(&[(none, 1.0), (most, -1.0)]);
        assert!(ratio.value == 0.0 && ratio.low == 0.0 && ratio.high < 0.1, "{ratio:?}");
        let ratio = product(&[(most, 1.0), (none, -1.0)]);
        assert!(ratio.high == f64::INFINITY && ratio.low > 10.0, "{ratio:?}");
        let one = mean_interval(&[5.0]);
        let ratio = product(&[(most, 1.0), (one, -1.0)]);
        assert_eq!((ratio.low, ratio.high), (0.0, f64::INFINITY));
        assert_eq!(
            product(&[(Estimate::exact(6.0), 1.0), (Estimate::exact(2.0), -1.0)]),
            Estimate::exact(3.0)
        );
    }

    #[test]
    fn wilsons_interval_is_the_published_one() {
        // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(hits, trials);
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn students_interval_is_the_one_of_the_tables() {
        // t at 97.5 % with four degrees of freedom is 2.776445.
        let found = mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        let half = 2.776445 * (2.5f64 / 5.0).sqrt();
        assert!(
            (found.low - (3.0 - half)).abs() < 1e-5 && (found.high - (3.0 + half)).abs() < 1e-5,
            "{found:?}"
        );
    }

    #[test]
    fn too_small_a_sample_claims_nothing() {
        let one = mean_interval(&[5.0]);
        assert_eq!((one.value, one.low, one.high), (5.0, f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!((wilson(0, 0).low, wilson(0, 0).high), (0.0, 1.0));
        assert!(median(&[]).is_nan());
        assert_eq!(bootstrap(&[3.0], mean, 10, Rng::new(0)).high, f64::INFINITY);
        assert_eq!(correlation(&[1.0, 1.0], &[2.0, 3.0]), None);
    }

    #[test]
    fn percentiles_lie_between_neighbours() {
        let sample = [4.0, 1.0, 3.0, 2.0];
        assert_eq!([0.0, 0.5, 1.0].map(|share| percentile(&sample, share)), [1.0, 2.5, 4.0]);
    }

    #[test]
    fn correlation_sees_lines() {
        let xs = [1.0, 2.0, 3.0, 4.0];
        assert!((correlation(&xs, &xs.map(|x| 2.0 * x + 1.0)).unwrap() - 1.0).abs() < 1e-12);
        assert!((correlation(&xs, &xs.map(|x| -x)).unwrap() + 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_smallest_effect_is_found_four_times_in_five() {
        let mut rng = Rng::new(11);
        let effect = (Z + Z_POWER) / 10.0; // of a hundred values with deviation one
        let found = (0..2000).filter(|_| {
            let sample: Vec<f64> = (0..100).map(|_| effect + normal(&mut rng)).collect();
            mean_interval(&sample).low > 0.0
        });
        let share = found.count() as f64 / 2000.0;
        assert!((0.77..0.83).contains(&share), "{share}");
        let sample: Vec<f64> = (0..10_000).map(|_| normal(&mut rng)).collect();
        assert!((smallest_effect(&sample) - effect / 10.0).abs() < 0.001);
    }
}
