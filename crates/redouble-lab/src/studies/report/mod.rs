//! Reports of studies: what the authors found beside what we found, with intervals and figures.

mod explain;
mod grid;
mod html;
mod markdown;
mod plot;
mod sheet;

use crate::studies::{Replica, ReplicaRow};

/// Where a report comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The command that makes it.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// The machine it was made on.
    pub machine: String,
}

/// One page of HTML that needs nothing else.
pub fn html(replicas: &[Replica<'_>], origin: &Origin) -> String {
    html::page(replicas, origin)
}

/// The same without the figures, as Markdown.
pub fn markdown(replicas: &[Replica<'_>], origin: &Origin) -> String {
    markdown::page(replicas, origin)
}

/// The title of every report, by which it is known again.
const TITLE: &str = "Studies of 2048, run again";

/// Whether a file begins like a report of either form, so that another may take its place.
pub fn is_report(file: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&file[..file.len().min(1000)]);
    start.starts_with(&format!("# {TITLE}")) || start.contains(&format!("<title>{TITLE}</title>"))
}

/// What a page says before anything else.
const INTRODUCTION: &str = "For each study: what its authors did, their numbers, and ours beside them. The small print is the interval \
     that holds the truth in nineteen of twenty such experiments. A dash says that a number was not reported, \
     or that we have no games for it. Where a document can be read in more than one way, or its program does \
     not do what its text says, each reading has a row. A reported figure could have disagreed with ours if both \
     intervals are within 10 points of a share or 15 % of a mean, or if they lie apart; only such figures are counted. \
     Times are of different machines: compare ratios.";

/// What must be said of a row.
fn note(row: &ReplicaRow<'_>) -> Option<String> {
    let skipped = row.row.program.is_some() && row.games.is_empty();
    let missing = if skipped { "Not played: it takes a full run, and python3." } else { "" };
    let words: Vec<&str> =
        [row.row.note.as_str(), missing].into_iter().filter(|words| !words.is_empty()).collect();
    (!words.is_empty()).then(|| format!("{}: {}", row.row.label, words.join(" ")))
}
