//! The authors' games one by one: a sheet of what can be read of them.

use crate::studies::{ReplicaTable, ReportedGame, StudyRow};

/// What stands above it.
pub(super) const TITLE: &str = "Their games one by one: ~ before a number that can be read only from a ghost of the scan, ? for \
     a digit that is cut off. Ghosts of tiles are counted, for a tile is a power of two; ghosts of times are not.";

/// Games down, the rows of the table across.
pub(super) struct Sheet {
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// The sheet of a table, if it has games one by one.
pub(super) fn of(replica: &ReplicaTable<'_>) -> Option<Sheet> {
    let told: Vec<&StudyRow> = replica.rows.iter().map(|row| row.row).filter(|row| is_sheet(row)).collect();
    let games = told.iter().map(|row| row.trials.len()).max()?;
    let columns: Vec<(String, Vec<String>)> = told.iter().flat_map(|row| columns(row)).collect();
    let heads = std::iter::once("game".to_owned()).chain(columns.iter().map(|(head, _)| head.clone()));
    let cell = |cells: &[String], game: usize| cells.get(game).cloned().unwrap_or_default();
    let row = |game: usize| {
        let cells = columns.iter().map(|(_, cells)| cell(cells, game));
        std::iter::once((game + 1).to_string()).chain(cells).collect()
    };
    Some(Sheet { heads: heads.collect(), rows: (0..games).map(row).collect() })
}

/// A reading has no games of its own.
fn is_sheet(row: &StudyRow) -> bool {
    !row.trials.is_empty() && row.reading_of.is_none()
}

/// Time, score and tile of a row, as far as anything is known of them.
fn columns(row: &StudyRow) -> Vec<(String, Vec<String>)> {
    let cells: Vec<[String; 3]> = row.trials.iter().map(ReportedGame::cells).collect();
    let column = |(index, what): (usize, &str)| {
        let cells: Vec<String> = cells.iter().map(|cells| cells[index].clone()).collect();
        (format!("{}: {what}", row.label), cells)
    };
    let columns = ["ms", "score", "tile"].into_iter().enumerate().map(column);
    columns.filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty())).collect()
}
