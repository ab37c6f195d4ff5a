//! Reports of studies: what the authors found beside what we found, with intervals and figures.

mod explain;
mod grid;
mod html;
mod markdown;
mod plot;

use crate::study::{Replica, ReplicaRow, ReplicaTable};

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

/// How the reported numbers stand to ours, in a sentence.
fn agreement(table: &ReplicaTable<'_>) -> Option<String> {
    let (met, all) = table.agreement();
    let figures = if all == 1 { "figure" } else { "figures" };
    let sentence = format!(
        "Of {all} reported {figures} that can be compared, {met} agree with ours: the intervals of both meet."
    );
    (all > 0).then_some(sentence)
}

/// What must be said of a row.
fn note(row: &ReplicaRow<'_>) -> Option<String> {
    let skipped = row.row.program.is_some() && row.games.is_empty();
    let missing = if skipped { "Not played: it takes a full run, and python3." } else { "" };
    let words: Vec<&str> =
        [row.row.note.as_str(), missing].into_iter().filter(|words| !words.is_empty()).collect();
    (!words.is_empty()).then(|| format!("{}: {}", row.row.label, words.join(" ")))
}
