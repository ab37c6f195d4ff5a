//! A study: what the authors of a paper ran, what they reported, and the same run again.
//!
//! Everything a paper says stands in its file; this module knows how to read, run and compare, and no number
//! of any paper. The form of a file is described in `docs/studies.md`.

mod claim;
mod measure;
mod program;
mod replica;

use std::collections::BTreeMap;

use redouble::Start;
use serde::{Deserialize, Deserializer};

use crate::outcome::{Until, parse_start};
use crate::stats::Estimate;

pub use claim::{Claim, Finding};
pub use measure::Measure;
pub use replica::{Extent, Replica, ReplicaRow, ReplicaTable, Setting, StudyError};

/// What the authors of a paper ran and reported.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its short name.
    pub id: String,
    /// The name of its document.
    pub document: String,
    /// The title of the paper.
    pub title: String,
    /// Who wrote it.
    pub authors: String,
    /// When, if that is known.
    pub year: Option<u32>,
    /// What they built and found.
    pub about: String,
    /// The machine their times were taken on.
    pub machine: Option<String>,
    /// How their depth is counted here.
    pub depth: String,
    /// Where their program or their rules are not ours, and what that does.
    #[serde(default)]
    pub deviations: Vec<String>,
    /// Their experiments.
    #[serde(default, rename = "table")]
    pub tables: Vec<Table>,
}

/// One experiment: agents in rows, what was measured in columns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What was compared.
    pub title: String,
    /// What they did, and what we do.
    #[serde(default)]
    pub about: String,
    /// When a game ends.
    #[serde(default, deserialize_with = "until")]
    pub until: Until,
    /// What a game starts with.
    #[serde(default, deserialize_with = "start")]
    pub start: Start,
    /// The seed of its games, if it is not the usual one.
    pub seed: Option<u64>,
    /// Whether games are played one at a time, because times are compared.
    #[serde(default)]
    pub alone: bool,
    /// The row whose time to the goal the others are compared with.
    pub base: Option<String>,
    /// What is shown of each row.
    pub columns: Vec<Measure>,
    /// The agents.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
    /// What is drawn.
    #[serde(default, rename = "figure")]
    pub figures: Vec<Figure>,
    /// What the authors concluded.
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
}

/// One agent of an experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What it is called in tables and claims.
    pub label: String,
    /// The agent here.
    pub agent: Option<String>,
    /// Or a program that comes with the study, with its arguments. A row with neither can only be quoted.
    pub program: Option<String>,
    /// Its place on the axis of figures.
    pub x: Option<f64>,
    /// Which curve of a figure it belongs to.
    #[serde(default)]
    pub series: String,
    /// Games of a quick run.
    #[serde(default)]
    pub quick: u64,
    /// Games of a full run.
    #[serde(default)]
    pub full: u64,
    /// How many games the authors played, if they say.
    pub games: Option<u64>,
    /// What the authors reported.
    #[serde(default)]
    pub reported: BTreeMap<Measure, Reported>,
    /// Their games one by one, where they say.
    #[serde(default)]
    pub trials: Vec<Played>,
    /// What must be said of their numbers.
    #[serde(default)]
    pub note: String,
}

/// A reported number, or the two ends of a range.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Reported {
    /// A number.
    Number(f64),
    /// Anything between two numbers.
    Range([f64; 2]),
}

/// One game of the authors; what cannot be read is missing.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// How long it took, in milliseconds.
    pub ms: Option<f64>,
    /// Its points.
    pub score: Option<f64>,
    /// Its best tile.
    pub tile: Option<f64>,
}

impl Row {
    /// What the authors reported of a measure, or what their games one by one add up to.
    pub fn reported(&self, measure: Measure) -> Option<Estimate> {
        let told = self.reported.get(&measure).map(|&reported| match reported {
            Reported::Number(value) => measure.of_report(value, self.games),
            Reported::Range([low, high]) => Estimate { value: (low + high) / 2.0, low, high },
        });
        told.or_else(|| measure.of_trials(&self.trials))
    }

    /// The same in words, and whether it is a range.
    pub fn reported_text(&self, measure: Measure) -> Option<(String, bool)> {
        match self.reported.get(&measure) {
            Some(&Reported::Range([low, high])) => {
                Some((format!("{} to {}", measure.text(low), measure.text(high)), true))
            }
            _ => self.reported(measure).map(|theirs| (measure.text(theirs.value), false)),
        }
    }

    /// Whether it is played here and not only quoted.
    pub fn is_played(&self) -> bool {
        self.agent.is_some() || self.program.is_some()
    }
}

/// A measure drawn over the rows of an experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// The measures drawn; several are drawn as lines of their own.
    pub measures: Vec<Measure>,
    /// What stands along the bottom.
    pub x: String,
    /// Whether the upright axis is logarithmic.
    #[serde(default)]
    pub log: bool,
    /// What is measured along the bottom, by powers of ten, instead of the rows' own places.
    pub across: Option<Measure>,
    /// Draw so many games one by one, a colour for each row, instead of a point for each row.
    pub trials: Option<usize>,
    /// The labels of the rows drawn; all if none is named.
    #[serde(default)]
    pub rows: Vec<String>,
}

impl Study {
    /// Reads a study's file.
    pub fn parse(text: &str) -> Result<Study, StudyError> {
        let study: Study = toml::from_str(text).map_err(|error| StudyError::Form(error.to_string()))?;
        for table in &study.tables {
            table.check().map_err(|what| StudyError::Form(format!("study {}: {what}", study.id)))?;
        }
        Ok(study)
    }
}

impl Table {
    /// The row with this label.
    pub fn row(&self, label: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.label == label)
    }

    /// Finds what the form alone does not exclude.
    fn check(&self) -> Result<(), String> {
        let title = &self.title;
        for (index, row) in self.rows.iter().enumerate() {
            if self.row(&row.label) != Some(index) {
                return Err(format!("table '{title}' has two rows labelled '{}'", row.label));
            }
            if let Some(agent) = &row.agent {
                let parsed = agent.parse::<redouble::AgentSpec>();
                parsed.map_err(|why| format!("row '{}' of '{title}': agent '{agent}': {why}", row.label))?;
            }
        }
        let drawn = self.figures.iter().flat_map(|figure| &figure.rows).map(String::as_str);
        let named = self.claims.iter().flat_map(Claim::rows).chain(self.base.as_deref()).chain(drawn);
        match { named }.find(|label| self.row(label).is_none()) {
            Some(label) => Err(format!("table '{title}' names a row '{label}' that is not there")),
            None => Ok(()),
        }
    }
}

fn until<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Until, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

fn start<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Start, D::Error> {
    let text = String::deserialize(deserializer)?;
    let unknown = || serde::de::Error::custom(format!("'{text}' is no start: expected two, one or a board"));
    parse_start(&text).ok_or_else(unknown)
}
