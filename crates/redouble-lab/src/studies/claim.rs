//! What the authors concluded, put to the test: a claim holds, fails, or there are not enough games to say.

use redouble_analysis::stats::{Estimate, product};
use serde::Deserialize;

use super::reported::ABOUT;
use super::{Measure, ReplicaTable};

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
        measure: Measure,
        /// The row that should have more.
        more: String,
        /// The row that should have less.
        less: String,
        /// How many times as much it should be, at least.
        #[serde(default = "one")]
        times: f64,
    },
    /// Some rows have about as much of something as another: the claim of *no* difference.
    Alike { measure: Measure, rows: Vec<String>, like: String, margin: Margin },
    /// Some steps from row to row multiply something by more than other steps do.
    Steps {
        measure: Measure,
        /// The steps that should multiply it by more.
        larger: Vec<[String; 2]>,
        /// The steps that should multiply it by less.
        smaller: Vec<[String; 2]>,
    },
    /// A row has about so much of something: within a tenth.
    About { measure: Measure, row: String, about: f64 },
    /// A row has more of something than a number.
    Above { measure: Measure, row: String, above: f64 },
    /// A row has less of something than a number.
    Below { measure: Measure, row: String, below: f64 },
    /// Nothing that games can show.
    Quoted {},
}

/// How far a ratio may be from 1: so many times either way, or between two numbers.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Margin {
    Times(f64),
    Between([f64; 2]),
}

fn one() -> f64 {
    1.0
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
            Finding::Open(why) => format!("Not enough games: {why}."),
        }
    }

    /// An interval inside the bounds holds, one outside fails, any other leaves it open.
    fn of(interval: Estimate, [low, high]: [f64; 2], why: String) -> Finding {
        if low <= interval.low && interval.high <= high {
            Finding::Holds(why)
        } else if interval.high < low || high < interval.low {
            Finding::Fails(why)
        } else {
            Finding::Open(why)
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
            Test::Alike { rows, like, .. } => rows.iter().chain([like]).map(String::as_str).collect(),
            Test::Steps { larger, smaller, .. } => {
                larger.iter().chain(smaller).flatten().map(String::as_str).collect()
            }
            Test::About { row, .. } | Test::Above { row, .. } | Test::Below { row, .. } => vec![row],
            Test::Quoted {} => vec![],
        }
    }

    /// What the games of a table say about it.
    pub fn test(&self, table: &ReplicaTable<'_>) -> Option<Finding> {
        let found = match &self.test {
            Test::More { measure, more, less, times } => {
                ratio(*measure, more, less, [*times, f64::INFINITY], table)
            }
            Test::Alike { measure, rows, like, margin } => alike(*measure, rows, like, *margin, table),
            Test::Steps { measure, larger, smaller } => steps(*measure, larger, smaller, table),
            Test::About { measure, row, about } => {
                let meant = format!("a tenth around {}", measure.quoted(*about));
                lies(*measure, row, [(1.0 - ABOUT) * about, (1.0 + ABOUT) * about], &meant, table)
            }
            Test::Above { measure, row, above } => {
                let meant = format!("above {}", measure.quoted(*above));
                lies(*measure, row, [*above, f64::INFINITY], &meant, table)
            }
            Test::Below { measure, row, below } => {
                let meant = format!("below {}", measure.quoted(*below));
                lies(*measure, row, [f64::NEG_INFINITY, *below], &meant, table)
            }
            Test::Quoted {} => return None,
        };
        Some(found.unwrap_or_else(|| Finding::Open("some of the rows have none".to_owned())))
    }
}

/// How many times as much one row has as another.
fn ratio(measure: Measure, a: &str, b: &str, bounds: [f64; 2], table: &ReplicaTable<'_>) -> Option<Finding> {
    let (over, under) = (table.value(a, measure)?, table.value(b, measure)?);
    let times = product(&[(over, 1.0), (under, -1.0)]);
    let [over, under] = [over, under].map(|value| with_interval(measure, value));
    Some(Finding::of(times, bounds, format!("{} {over} against {under}, {}", measure.title(), factor(times))))
}

/// Holds if it holds for every row, fails if it fails for one.
fn alike(
    measure: Measure,
    rows: &[String],
    like: &str,
    margin: Margin,
    table: &ReplicaTable<'_>,
) -> Option<Finding> {
    let bounds = match margin {
        Margin::Times(times) => [1.0 / times, times],
        Margin::Between(bounds) => bounds,
    };
    let found: Option<Vec<Finding>> =
        rows.iter().map(|row| ratio(measure, row, like, bounds, table)).collect();
    let found = found?;
    let why = |wanted: fn(&Finding) -> bool| {
        let reasons = found.iter().zip(rows).filter(|(finding, _)| wanted(finding));
        let reasons = reasons.map(|(Finding::Holds(why) | Finding::Fails(why) | Finding::Open(why), row)| {
            format!("{row}: {why}")
        });
        reasons.collect::<Vec<_>>().join("; ")
            + &format!(", where {:.2} to {:.2} is meant", bounds[0], bounds[1])
    };
    Some(if found.iter().any(|finding| matches!(finding, Finding::Fails(_))) {
        Finding::Fails(why(|finding| matches!(finding, Finding::Fails(_))))
    } else if found.iter().all(|finding| matches!(finding, Finding::Holds(_))) {
        Finding::Holds(why(|_| true))
    } else {
        Finding::Open(why(|finding| matches!(finding, Finding::Open(_))))
    })
}

/// Compares the geometric means of what the steps multiply by.
fn steps(
    measure: Measure,
    larger: &[[String; 2]],
    smaller: &[[String; 2]],
    table: &ReplicaTable<'_>,
) -> Option<Finding> {
    let factors = |steps: &[[String; 2]], power: f64| {
        let power = power / steps.len() as f64;
        let ends = steps.iter().flat_map(|[from, to]| [(to, power), (from, -power)]);
        ends.map(|(row, power)| Some((row.clone(), table.value(row, measure)?, power)))
            .collect::<Option<Vec<_>>>()
    };
    let of = |factors: &[Power]| product(&merged(factors));
    let (large, small) = (factors(larger, 1.0)?, factors(smaller, -1.0)?);
    let [more, less] = [of(&large).value, 1.0 / of(&small).value];
    let times = of(&[large, small].concat());
    let why = format!(
        "these steps multiply the {} by {more:.2} on average, the others by {less:.2}, {}",
        measure.title(),
        factor(times)
    );
    Some(Finding::of(times, [1.0, f64::INFINITY], why))
}

/// A row, its value, and the power it is raised to.
type Power = (String, Estimate, f64);

/// Each row once, with all its powers: the end of one step is the beginning of the next.
fn merged(factors: &[Power]) -> Vec<(Estimate, f64)> {
    let mut rows: Vec<Power> = Vec::new();
    for (row, value, power) in factors {
        match rows.iter_mut().find(|(known, ..)| known == row) {
            Some((_, _, sum)) => *sum += power,
            None => rows.push((row.clone(), *value, *power)),
        }
    }
    rows.into_iter().map(|(_, value, power)| (value, power)).collect()
}

/// Whether a value lies within bounds.
fn lies(
    measure: Measure,
    row: &str,
    bounds: [f64; 2],
    meant: &str,
    table: &ReplicaTable<'_>,
) -> Option<Finding> {
    let value = table.value(row, measure)?;
    let why = format!("{} {}, where {meant} is meant", measure.title(), with_interval(measure, value));
    Some(Finding::of(value, bounds, why))
}

/// How many times, with its interval.
fn factor(Estimate { value, low, high }: Estimate) -> String {
    match high.is_finite() {
        true => format!("{value:.2} times ({low:.2} to {high:.2})"),
        false => format!("{value:.2} times (no upper end)"),
    }
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
