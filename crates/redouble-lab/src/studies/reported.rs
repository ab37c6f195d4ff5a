//! What the authors reported: numbers, ranges, and games one by one.

use redouble_analysis::stats::Estimate;
use serde::Deserialize;

use super::{Measure, StudyRow};

/// A reported number, the two ends of a range, or what is 'about' something.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Reported {
    /// A number.
    Number(f64),
    /// Anything between two numbers.
    Range([f64; 2]),
    /// 'About' a number: within a tenth of it.
    About {
        /// The number.
        about: f64,
    },
}

/// How far from a number 'about' reaches.
pub(super) const ABOUT: f64 = 0.1;

/// One game of the authors; what cannot be read is missing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportedGame {
    /// How long it took, in milliseconds.
    pub ms: Option<f64>,
    /// Its points.
    pub score: Option<f64>,
    /// Its best tile.
    pub tile: Option<f64>,
    /// A time whose last digit is cut off.
    #[serde(rename = "ms-cut")]
    pub ms_cut: Option<f64>,
    /// A score whose last digit is cut off.
    #[serde(rename = "score-cut")]
    pub score_cut: Option<f64>,
    /// Those of `ms`, `score` and `tile` that can be read only from a ghost of the scan.
    #[serde(default)]
    pub ghosts: Vec<String>,
}

impl ReportedGame {
    /// Its points, as far as means may use them. A score that lost its last digit is taken in the middle.
    pub fn points(&self) -> Option<f64> {
        self.clear("score").then_some(self.score).flatten().or(self.score_cut.map(|cut| 10.0 * cut + 4.0))
    }

    /// Its time, as far as means may use it: digits of a ghost are not counted on.
    pub fn time(&self) -> Option<f64> {
        self.clear("ms").then_some(self.ms).flatten()
    }

    /// What can be read of `ms`, `score` and `tile`: `~` before a ghost, `?` for a digit that is cut off.
    pub fn cells(&self) -> [String; 3] {
        let cell = |name: &str, whole: Option<f64>, cut: Option<f64>| match (whole, cut) {
            (Some(value), _) if self.clear(name) => value.to_string(),
            (Some(value), _) => format!("~{value}"),
            (None, Some(cut)) => format!("{cut}?"),
            (None, None) => String::new(),
        };
        [
            cell("ms", self.ms, self.ms_cut),
            cell("score", self.score, self.score_cut),
            cell("tile", self.tile, None),
        ]
    }

    fn clear(&self, name: &str) -> bool {
        self.ghosts.iter().all(|ghost| ghost != name)
    }
}

impl StudyRow {
    /// What the authors reported of a measure, or what their games one by one add up to.
    pub fn reported(&self, measure: Measure) -> Option<Estimate> {
        let told = self.reported.get(&measure).map(|&reported| match reported {
            Reported::Number(value) => measure.of_report(value, self.games),
            Reported::Range([low, high]) => Estimate { value: (low + high) / 2.0, low, high },
            Reported::About { about } => {
                Estimate { value: about, low: (1.0 - ABOUT) * about, high: (1.0 + ABOUT) * about }
            }
        });
        told.or_else(|| measure.of_trials(&self.trials))
    }

    /// The same in words, and its interval, which a range already is.
    pub fn reported_text(&self, measure: Measure) -> Option<(String, Option<Estimate>)> {
        let reported = self.reported(measure)?;
        Some(match self.reported.get(&measure) {
            Some(&Reported::Range([low, high])) => {
                (format!("{} to {}", measure.quoted(low), measure.quoted(high)), None)
            }
            Some(&Reported::About { about }) => (format!("about {}", measure.quoted(about)), Some(reported)),
            Some(&Reported::Number(value)) => (measure.quoted(value), Some(reported)),
            None => (measure.text(reported.value), Some(reported)),
        })
    }

    /// Whether it is played here and not only quoted.
    pub fn is_played(&self) -> bool {
        self.agent.is_some() || self.program.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ghost_is_shown_and_not_counted_and_a_cut_digit_is_guessed_in_the_middle() {
        let ghost = ReportedGame { ms: Some(5005.0), ghosts: vec!["ms".into()], ..ReportedGame::default() };
        assert_eq!((ghost.time(), ghost.cells()[0].as_str()), (None, "~5005"));
        let cut = ReportedGame { score_cut: Some(348.0), tile: Some(256.0), ..ReportedGame::default() };
        assert_eq!((cut.points(), cut.cells()), (Some(3484.0), ["".into(), "348?".into(), "256".into()]));
    }
}
