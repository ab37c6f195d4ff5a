//! The cells of a table: theirs beside ours, and theirs only where something was reported.

use crate::studies::{Measure, ReplicaRow, ReplicaTable};
use redouble_analysis::stats::Estimate;

/// A number in words, with its interval if it has one.
pub(super) struct Cell {
    pub value: String,
    pub interval: Option<String>,
}

/// A column, one pair of cells for each row.
pub(super) struct Column {
    pub title: String,
    /// `None` if nothing of this column was reported.
    pub theirs: Option<Vec<Cell>>,
    pub ours: Vec<Cell>,
}

impl Cell {
    fn plain(value: Option<String>) -> Cell {
        Cell { value: value.unwrap_or_else(|| "–".to_owned()), interval: None }
    }

    fn of(measure: Measure, estimate: Option<Estimate>) -> Cell {
        let interval = |&Estimate { low, high, .. }: &Estimate| {
            (high.is_finite() && high > low)
                .then(|| format!("{} to {}", measure.text(low), measure.text(high)))
        };
        Cell {
            interval: estimate.as_ref().and_then(interval),
            ..Cell::plain(estimate.map(|estimate| measure.text(estimate.value)))
        }
    }

    /// It on one line.
    pub fn line(&self) -> String {
        let interval = self.interval.as_ref().map(|interval| format!(" ({interval})"));
        format!("{}{}", self.value, interval.unwrap_or_default())
    }
}

/// Games, then what the table says, then speed-ups where it has a base.
pub(super) fn columns(table: &ReplicaTable<'_>) -> Vec<Column> {
    let measures = table.table.columns.iter().map(|&measure| measured(table, measure));
    let speed_up = table.table.base.as_ref().map(|_| speed_up(table));
    std::iter::once(games(table)).chain(measures).chain(speed_up).collect()
}

fn column(
    title: String,
    table: &ReplicaTable<'_>,
    theirs: impl Fn(&ReplicaRow<'_>) -> Option<Cell>,
    ours: impl Fn(&ReplicaRow<'_>) -> Cell,
) -> Column {
    let told: Vec<Option<Cell>> = table.rows.iter().map(theirs).collect();
    let any = told.iter().any(Option::is_some);
    let all = told.into_iter().map(|cell| cell.unwrap_or_else(|| Cell::plain(None)));
    Column { title, theirs: any.then(|| all.collect()), ours: table.rows.iter().map(ours).collect() }
}

fn games(table: &ReplicaTable<'_>) -> Column {
    let own = |row: &ReplicaRow<'_>| row.row.is_played().then(|| row.games.len().to_string());
    let theirs = |row: &ReplicaRow<'_>| row.row.games.map(|games| Cell::plain(Some(games.to_string())));
    column("games".to_owned(), table, theirs, |row| Cell::plain(own(row)))
}

fn measured(table: &ReplicaTable<'_>, measure: Measure) -> Column {
    let theirs = |row: &ReplicaRow<'_>| {
        let (value, estimate) = row.row.reported_text(measure)?;
        Some(Cell { value, ..Cell::of(measure, estimate) })
    };
    let ours = |row: &ReplicaRow<'_>| Cell::of(measure, measure.of(&row.games, table.table.until));
    column(measure.title(), table, theirs, ours)
}

fn speed_up(table: &ReplicaTable<'_>) -> Column {
    let theirs = |row: &ReplicaRow<'_>| row.row.speed_up.map(|ratio| Cell::plain(Some(ratio.to_string())));
    let ours = |row: &ReplicaRow<'_>| match table.speed_up(row) {
        Some(ratio) if ratio.high.is_finite() => Cell {
            value: format!("{:.2}", ratio.value),
            interval: Some(format!("{:.2} to {:.2}", ratio.low, ratio.high)),
        },
        ratio => Cell::plain(ratio.map(|ratio| format!("{:.2}", ratio.value))),
    };
    column("speed-up".to_owned(), table, theirs, ours)
}
