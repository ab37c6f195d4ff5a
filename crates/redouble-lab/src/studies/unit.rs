//! The units of what is measured: how a value is written, and what it can be at all.

use redouble_analysis::number::thousands;
use redouble_analysis::stats::Estimate;

/// What a value is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Count,
    Tile,
    Seconds,
    Milliseconds,
    Share,
    /// A share that depends on how threads happen to run.
    ThreadShare,
    /// So much in a millisecond.
    Rate,
}

impl Unit {
    /// Whether it depends on the machine.
    pub fn is_of_machine(self) -> bool {
        matches!(self, Unit::Seconds | Unit::Milliseconds | Unit::Rate | Unit::ThreadShare)
    }

    /// Nothing that is measured here can be below 0, and no share above 1.
    pub fn bounded(self, estimate: Estimate) -> Estimate {
        let most = if matches!(self, Unit::Share | Unit::ThreadShare) { 1.0 } else { f64::INFINITY };
        Estimate { low: estimate.low.max(0.0), high: estimate.high.min(most), ..estimate }
    }

    /// Whether an interval is so narrow that another number could have disagreed with it: to 10 points of a
    /// share, or 15 % of anything else.
    pub fn is_sharp(self, Estimate { value, low, high }: Estimate) -> bool {
        let half = (high - low) / 2.0;
        match self {
            Unit::Share | Unit::ThreadShare => half <= 0.1,
            Unit::Tile => false,
            _ => half <= 0.15 * value,
        }
    }

    /// A value as people write it, in three digits or so.
    pub fn text(self, value: f64) -> String {
        match self {
            Unit::Count => thousands(value),
            Unit::Tile => format!("{value:.0}"),
            Unit::Share | Unit::ThreadShare => format!("{:.1}", 100.0 * value),
            Unit::Seconds | Unit::Milliseconds | Unit::Rate => short(value),
        }
    }

    /// A value with every digit that was printed.
    pub fn quoted(self, value: f64) -> String {
        match self {
            Unit::Count if value.fract() == 0.0 => thousands(value),
            Unit::Share | Unit::ThreadShare => {
                // per cent without the dust of a multiplication
                let text = format!("{:.6}", 100.0 * value);
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            _ => value.to_string(),
        }
    }
}

/// Three digits that count.
fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 1000.0 => thousands(value),
        size => {
            let places = (2 - size.log10().floor() as i32).clamp(0, 9) as usize;
            format!("{value:.places$}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_narrow_intervals_could_have_disagreed() {
        let sharp = |unit: Unit, value, low, high| unit.is_sharp(Estimate { value, low, high });
        assert!(sharp(Unit::Share, 0.5, 0.41, 0.6) && !sharp(Unit::Share, 0.5, 0.3, 0.55));
        assert!(sharp(Unit::Count, 100.0, 86.0, 114.0) && !sharp(Unit::Count, 100.0, 84.0, 116.0));
        assert!(!sharp(Unit::Tile, 2048.0, 2048.0, 2048.0));
    }

    #[test]
    fn what_was_printed_is_not_rounded() {
        assert_eq!(Unit::Seconds.quoted(29.952), "29.952");
        assert_eq!(Unit::Seconds.quoted(29.0), "29");
        assert_eq!([0.857, 0.07].map(|share| Unit::Share.quoted(share)), ["85.7", "7"]);
        assert_eq!(Unit::Count.quoted(16220649.0), "16,220,649");
    }

    #[test]
    fn values_are_written_short() {
        assert_eq!(
            [0.0, 0.01234, 1.5, 42.0, 123.4, 37093731.0].map(short),
            ["0", "0.0123", "1.50", "42.0", "123", "37,093,731"]
        );
        assert_eq!([3.5, 12.4, -1234.0].map(|value| Unit::Count.text(value)), ["3.5", "12", "-1,234"]);
    }
}
