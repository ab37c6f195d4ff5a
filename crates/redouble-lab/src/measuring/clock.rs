//! The one place where time is read: the engine itself knows no clock.

use std::time::{Duration, Instant};

use redouble::{Agent, Board, Budget, Limits, SearchReport};

/// Lets `agent` choose a move within `budget`, and says how long it took.
pub fn choose(agent: &mut dyn Agent, board: Board, score: u32, budget: Budget) -> (SearchReport, Duration) {
    choose_unless(agent, board, score, budget, &|| false)
}

/// The same, given up soon after nobody wants to know any more, which `stale` says. This is the one place where a
/// budget becomes limits.
pub fn choose_unless(
    agent: &mut dyn Agent,
    board: Board,
    score: u32,
    budget: Budget,
    stale: &(dyn Fn() -> bool + Sync),
) -> (SearchReport, Duration) {
    let start = Instant::now();
    let spent = || match budget.time {
        _ if stale() => f64::INFINITY,
        Some(time) => start.elapsed().as_secs_f64() / time.as_secs_f64(),
        None => 0.0,
    };
    let report = agent.choose(board, score, Limits::within(budget, &spent));
    (report, start.elapsed())
}

/// How long things took: a compact histogram from which mean and percentiles can be read.
///
/// Each power of two of nanoseconds is cut into eight equal bins, so a percentile read from it is off by at
/// most one part in sixteen, whatever the scale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Durations {
    counts: Vec<u32>,
    total: Duration,
}

impl Durations {
    /// Counts one more.
    pub fn add(&mut self, duration: Duration) {
        let bin = bin_of(nanos(duration));
        if bin >= self.counts.len() {
            self.counts.resize(bin + 1, 0);
        }
        self.counts[bin] += 1;
        self.total += duration;
    }

    /// Counts all of `other`, too.
    pub fn merge(&mut self, other: &Durations) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.total += other.total;
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|&n| u64::from(n)).sum()
    }

    /// All of them together.
    pub fn total(&self) -> Duration {
        self.total
    }

    /// Their mean; zero when there are none.
    pub fn mean(&self) -> Duration {
        match self.count() {
            0 => Duration::ZERO,
            count => Duration::from_secs_f64(self.total.as_secs_f64() / count as f64),
        }
    }

    /// The duration that `share` of them do not exceed; zero when there are none.
    pub fn percentile(&self, share: f64) -> Duration {
        let rank = (share * self.count() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (bin, &count) in self.counts.iter().enumerate() {
            seen += u64::from(count);
            if seen >= rank {
                return Duration::from_nanos(middle_of(bin));
            }
        }
        Duration::ZERO
    }

    /// The total in nanoseconds, then pairs of bin and count, as little-endian numbers of seven bits a byte.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(&mut bytes, nanos(self.total));
        for (bin, &count) in self.counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            put(&mut bytes, bin as u64);
            put(&mut bytes, u64::from(count));
        }
        bytes
    }

    /// Reads what [`to_bytes`](Durations::to_bytes) wrote; `None` if it did not write this.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Durations> {
        let mut durations = Durations { total: Duration::from_nanos(take(&mut bytes)?), counts: Vec::new() };
        while !bytes.is_empty() {
            let (bin, count) = (take(&mut bytes)? as usize, take(&mut bytes)?);
            if bin < durations.counts.len() || bin > bin_of(u64::MAX) {
                return None;
            }
            durations.counts.resize(bin, 0);
            durations.counts.push(u32::try_from(count).ok()?);
        }
        Some(durations)
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// The bin of a number of nanoseconds: below 16 its own, above by its highest four bits.
fn bin_of(nanos: u64) -> usize {
    if nanos < 16 {
        return nanos as usize;
    }
    let shift = 60 - nanos.leading_zeros();
    (8 * shift as u64 + (nanos >> shift)) as usize
}

/// The middle of a bin, in nanoseconds.
fn middle_of(bin: usize) -> u64 {
    if bin < 16 {
        return bin as u64;
    }
    let shift = bin / 8 - 1;
    ((8 + bin % 8) as u64) << shift | 1 << shift >> 1
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for place in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127).checked_shl(7 * place)?;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_within_a_sixteenth_of_the_truth_on_every_scale() {
        for nanos in (0..64).flat_map(|bits| [1u64 << bits, (1u64 << bits) + (1u64 << bits) / 3]) {
            let middle = middle_of(bin_of(nanos));
            let error = middle.abs_diff(nanos) as f64 / nanos as f64;
            assert!(error <= 1.0 / 16.0, "{nanos} is read as {middle}");
        }
    }

    #[test]
    fn every_bin_holds_its_own_middle() {
        for bin in 0..=bin_of(u64::MAX) {
            assert_eq!(bin_of(middle_of(bin)), bin);
        }
    }

    #[test]
    fn ninety_nine_of_a_hundred_do_not_exceed_the_99th_percentile() {
        let mut durations = Durations::default();
        for micros in 1..=100 {
            durations.add(Duration::from_micros(micros));
        }
        assert_eq!(durations.mean(), Duration::from_nanos(50_500));
        assert_eq!(bin_of(nanos(durations.percentile(0.99))), bin_of(99_000));
        assert_eq!(Durations::default().percentile(0.99), Duration::ZERO);
    }

    #[test]
    fn durations_are_read_back_as_written_and_garbage_is_refused() {
        let mut durations = Durations::default();
        for nanos in [3, 3, 70, 1_000_000, 5_000_000_000] {
            durations.add(Duration::from_nanos(nanos));
        }
        let bytes = durations.to_bytes();
        assert_eq!(Durations::from_bytes(&bytes), Some(durations));
        assert_eq!(Durations::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Durations::from_bytes(&[0, 9, 1, 4, 1]), None, "bins must rise");
        assert_eq!(Durations::from_bytes(&[255; 20]), None);
    }

    #[test]
    fn merged_durations_are_those_of_both() {
        let (mut one, mut other) = (Durations::default(), Durations::default());
        one.add(Duration::from_micros(5));
        other.add(Duration::from_micros(7000));
        one.merge(&other);
        assert_eq!((one.count(), one.total()), (2, Duration::from_micros(7005)));
    }

    #[test]
    fn a_budget_reaches_the_agent_and_its_time_asks_it_to_stop() {
        struct Patient(Budget);
        impl Agent for Patient {
            fn begin(&mut self, _: redouble::Rng) {}
            fn choose(&mut self, board: Board, _: u32, limits: Limits<'_>) -> SearchReport {
                self.0 = limits.budget();
                while self.0.time.is_some() && !limits.reached() {}
                let mut report = SearchReport::of_move(board, None);
                report.depth = u32::from(limits.reached());
                report
            }
        }
        let mut agent = Patient(Budget::NONE);
        let budget = Budget { nodes: Some(7), ..Budget::PLAY };
        let (report, took) = choose(&mut agent, Board::EMPTY, 0, budget);
        assert_eq!((agent.0, report.depth), (budget, 1));
        assert!(took >= Duration::from_millis(1));
        assert_eq!(choose(&mut agent, Board::EMPTY, 0, Budget::NONE).0.depth, 0, "nothing stops it");
        let (given_up, _) = choose_unless(&mut agent, Board::EMPTY, 0, Budget::NONE, &|| true);
        assert_eq!(given_up.depth, 1);
    }
}
