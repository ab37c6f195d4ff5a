//! A study: what the authors of a paper ran, what they reported, and the same run again.
//!
//! Everything a paper says stands in its file; this module knows how to read, run and compare, and no number
//! of any paper. The form of a file is described in `docs/studies.md`.

mod unit;
mod source;
mod measure;
mod reported;
mod claim;
mod program;
mod replica;
mod agreement;
pub mod report;

use std::collections::BTreeMap;

use redouble::Start;
use serde::{Deserialize, Deserializer};

use crate::measuring::outcome::{Until, parse_start};

pub use agreement::{Agreement, Mismatch};
pub use claim::{Claim, Finding};
pub use measure::{Measure, Name};
pub use replica::{Extent, Replica, ReplicaRow, ReplicaTable, StudyError};
pub use reported::{Reported, ReportedGame};

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
    pub tables: Vec<Experiment>,
}

/// One experiment: agents in rows, what was measured in columns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
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
    pub rows: Vec<StudyRow>,
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
pub struct StudyRow {
    /// What it is called in tables and claims.
    pub label: String,
    /// The label of the row whose reported numbers it reads differently. It has them too, and its place in figures.
    #[serde(rename = "reading-of")]
    pub reading_of: Option<String>,
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
    /// How many times as fast as the base of its table it is, as they print it.
    #[serde(rename = "speed-up")]
    pub speed_up: Option<f64>,
    /// Their games one by one, where they say.
    #[serde(default)]
    pub trials: Vec<ReportedGame>,
    /// What must be said of their numbers.
    #[serde(default)]
    pub note: String,
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
    /// The number of its document.
    pub fn number(&self) -> &str {
        self.document.split('_').next().unwrap_or_default()
    }

    /// Reads a study's file.
    pub fn parse(text: &str) -> Result<Study, StudyError> {
        let mut study: Study = toml::from_str(text).map_err(|error| StudyError::Form(error.to_string()))?;
        for table in &mut study.tables {
            table.share_reported();
            table.check().map_err(|what| StudyError::Form(format!("study {}: {what}", study.id)))?;
        }
        Ok(study)
    }
}

impl Experiment {
    /// The row with this label.
    pub fn row(&self, label: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.label == label)
    }

    /// Gives every reading what was reported.
    fn share_reported(&mut self) {
        for index in 0..self.rows.len() {
            let told = self.rows[index].reading_of.as_deref().and_then(|label| self.row(label));
            if let Some(StudyRow { reported, games, speed_up, trials, x, .. }) =
                told.map(|told| self.rows[told].clone())
            {
                let row = &mut self.rows[index];
                (row.reported, row.games, row.speed_up, row.trials) = (reported, games, speed_up, trials);
                row.x = row.x.or(x);
            }
        }
    }

    /// Finds what the form alone does not exclude.
    fn check(&self) -> Result<(), String> {
        let title = &self.title;
        for (index, row) in self.rows.iter().enumerate() {
            if self.row(&row.label) != Some(index) {
                return Err(format!("table '{title}' has two rows labelled '{}'", row.label));
            }
            if let Some(agent) = &row.agent {
                let parsed = agent.parse::<redouble::Budgeted>();
                parsed.map_err(|why| format!("row '{}' of '{title}': agent '{agent}': {why}", row.label))?;
            }
        }
        let drawn = self.figures.iter().flat_map(|figure| &figure.rows).map(String::as_str);
        let named = self.claims.iter().flat_map(Claim::rows).chain(self.base.as_deref()).chain(drawn);
        let named = named.chain(self.rows.iter().filter_map(|row| row.reading_of.as_deref()));
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
    let unknown =
        || serde::de::Error::custom(format!("'{text}' is not a start: expected two, one or a board"));
    parse_start(&text).ok_or_else(unknown)
}
