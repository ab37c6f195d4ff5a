//! Reports of studies: what the authors found beside what we found, with intervals and figures.

mod explain;
mod html;
mod markdown;
mod plot;

use crate::study::{Measure, Replica, ReplicaRow, ReplicaTable};

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

/// What the authors reported in a cell of a table.
fn theirs(row: &ReplicaRow<'_>, measure: Measure) -> String {
    row.row.reported(measure).map_or_else(|| "–".to_owned(), |theirs| measure.text(theirs.value))
}

/// The interval of what the authors reported, if its games are known.
fn their_interval(row: &ReplicaRow<'_>, measure: Measure) -> Option<String> {
    let theirs = row.row.reported(measure).filter(|theirs| theirs.high > theirs.low)?;
    Some(crate::study::with_interval(measure, theirs))
}

/// What we found, with its interval.
fn ours(table: &ReplicaTable<'_>, row: &ReplicaRow<'_>, measure: Measure) -> String {
    match measure.of(&row.games, table.table.until) {
        Some(estimate) => crate::study::with_interval(measure, estimate),
        None => "–".to_owned(),
    }
}

/// How many times as fast as the base: theirs and ours, where the table has a base.
fn speed_up(table: &ReplicaTable<'_>, row: &ReplicaRow<'_>) -> Option<[String; 2]> {
    let text = |ratio: Option<f64>| ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
    table.speed_up(row).map(|(theirs, ours)| [text(theirs), text(ours)])
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
