//! What the authors concluded, put to the test.

use serde::Deserialize;

use super::{Measure, ReplicaTable};
use crate::stats::Estimate;

/// A conclusion of the authors about the rows of a table.
#[derive(Clone, Debug, Deserialize)]
pub struct Claim {
    /// What they say.
    pub says: String,
    /// Whether it is we who say it.
    #[serde(default)]
    pub ours: bool,
    /// How it is tested.
    #[serde(flatten)]
    test: Test,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Test {
    /// One row has more of something than another.
    More {
        /// What is compared.
        measure: Measure,
        /// The row that should have more.
        more: String,
        /// The row that should have less.
        less: String,
    },
    /// Some steps from row to row multiply something by more than other steps do.
    Steps {
        /// What is multiplied.
        measure: Measure,
        /// The steps that should multiply it by more.
        larger: Vec<[String; 2]>,
        /// The steps that should multiply it by less.
        smaller: Vec<[String; 2]>,
    },
    /// Nothing that games can show.
    Quoted {},
}

/// What our games say about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// They agree.
    Holds(String),
    /// They disagree.
    Fails(String),
    /// They cannot tell.
    Open(String),
}

impl Finding {
    /// It in words.
    pub fn words(&self) -> String {
        match self {
            Finding::Holds(why) => format!("It holds here: {why}."),
            Finding::Fails(why) => format!("It does not hold here: {why}."),
            Finding::Open(why) => format!("Our games cannot tell: {why}."),
        }
    }
}

impl Claim {
    /// Who says it.
    pub fn whose(&self) -> &'static str {
        if self.ours { "We say:" } else { "They say:" }
    }

    /// The labels of the rows it is about.
    pub fn rows(&self) -> Vec<&str> {
        match &self.test {
            Test::More { more, less, .. } => vec![more, less],
            Test::Steps { larger, smaller, .. } => {
                larger.iter().chain(smaller).flatten().map(String::as_str).collect()
            }
            Test::Quoted {} => vec![],
        }
    }

    /// What the games of a table say about it.
    pub fn test(&self, table: &ReplicaTable<'_>) -> Option<Finding> {
        match &self.test {
            Test::More { measure, more, less } => Some(compare(*measure, more, less, table)),
            Test::Steps { measure, larger, smaller } => Some(steps(*measure, larger, smaller, table)),
            Test::Quoted {} => None,
        }
    }
}

fn missing() -> Finding {
    Finding::Open("not all of the games are there".to_owned())
}

/// Compares by intervals: only those apart show a difference.
fn compare(measure: Measure, more: &str, less: &str, table: &ReplicaTable<'_>) -> Finding {
    let (Some(high), Some(low)) = (table.value(more, measure), table.value(less, measure)) else {
        return missing();
    };
    let why = format!(
        "{} {} against {}",
        measure.title(),
        with_interval(measure, high),
        with_interval(measure, low)
    );
    if high.low > low.high {
        Finding::Holds(why)
    } else if high.high < low.low {
        Finding::Fails(why)
    } else {
        Finding::Open(why)
    }
}

/// Compares the geometric means of what the steps multiply by. No interval: a tendency, not a proof.
fn steps(
    measure: Measure,
    larger: &[[String; 2]],
    smaller: &[[String; 2]],
    table: &ReplicaTable<'_>,
) -> Finding {
    let factor =
        |[from, to]: &[String; 2]| Some(table.value(to, measure)?.value / table.value(from, measure)?.value);
    let mean = |steps: &[[String; 2]]| {
        let logs: Option<Vec<f64>> = steps.iter().map(|step| factor(step).map(f64::ln)).collect();
        logs.map(|logs| crate::stats::mean(&logs).exp())
    };
    let (Some(large), Some(small)) = (mean(larger), mean(smaller)) else { return missing() };
    let title = measure.title();
    let why = format!("these steps multiply the {title} by {large:.2} on average, the others by {small:.2}");
    if large > small { Finding::Holds(why) } else { Finding::Fails(why) }
}

/// A value with its interval, if it has one.
fn with_interval(measure: Measure, Estimate { value, low, high }: Estimate) -> String {
    let text = measure.text(value);
    if high.is_finite() && high > low {
        format!("{text} ({} to {})", measure.text(low), measure.text(high))
    } else {
        text
    }
}
