//! How fast the agent plays, and how fast it is.

use std::time::{Duration, Instant};

/// Moves a second; none for as fast as it can.
const STEPS: [Option<u32>; 9] =
    [Some(1), Some(2), Some(5), Some(10), Some(20), Some(50), Some(100), Some(200), None];

/// A speed from one move a second to as fast as the agent can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(usize);

impl Speed {
    /// Quick, but each slide can still be seen.
    pub const USUAL: Speed = Speed(3);
    /// As fast as the agent can.
    pub const FULL: Speed = Speed(STEPS.len() - 1);

    #[must_use]
    pub fn faster(self) -> Speed {
        Speed((self.0 + 1).min(STEPS.len() - 1))
    }

    #[must_use]
    pub fn slower(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }

    /// The time from one move to the next.
    pub fn pause(self) -> Duration {
        STEPS[self.0].map_or(Duration::ZERO, |moves| Duration::from_secs(1) / moves)
    }

    /// Whether slides can be animated at this speed.
    pub fn shows_slides(self) -> bool {
        self <= Speed::USUAL
    }

    pub fn name(self) -> String {
        match STEPS[self.0] {
            Some(1) => "1 move a second".to_owned(),
            Some(moves) => format!("{moves} moves a second"),
            None => "full speed".to_owned(),
        }
    }
}

impl PartialOrd for Speed {
    fn partial_cmp(&self, other: &Speed) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

/// Counts moves and says how many there were in a second.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    since: Instant,
    moves: u32,
    rate: Option<f64>,
}

impl Meter {
    const WINDOW: Duration = Duration::from_millis(700);

    pub fn new(now: Instant) -> Meter {
        Meter { since: now, moves: 0, rate: None }
    }

    /// One more move. The first of a window only starts it.
    pub fn count(&mut self, now: Instant) {
        self.moves += 1;
        let passed = now.saturating_duration_since(self.since);
        if passed >= Meter::WINDOW {
            self.rate = Some(f64::from(self.moves) / passed.as_secs_f64());
            (self.since, self.moves) = (now, 0);
        }
    }

    /// Moves a second over the last window.
    pub fn rate(&self) -> Option<f64> {
        self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_go_from_one_move_a_second_to_full_speed_and_no_further() {
        let slowest = (0..20).fold(Speed::FULL, |speed, _| speed.slower());
        assert_eq!((slowest.pause(), slowest.slower()), (Duration::from_secs(1), slowest));
        let fastest = (0..20).fold(slowest, |speed, _| speed.faster());
        assert_eq!((fastest, fastest.pause()), (Speed::FULL, Duration::ZERO));
        assert!(Speed::USUAL.shows_slides() && !Speed::USUAL.faster().shows_slides());
    }

    #[test]
    fn the_meter_counts_moves_a_second() {
        let start = Instant::now();
        let mut meter = Meter::new(start);
        (1..=100).for_each(|n| meter.count(start + n * Duration::from_millis(20)));
        assert!((meter.rate().unwrap() - 50.0).abs() < 1.0, "{meter:?}");
    }
}
