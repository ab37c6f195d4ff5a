//! What the games of agents say, as a table for people and as one for machines.

use std::io::Write;

use redouble_lab::Summary;
use redouble_lab::measuring::summary::Share;

use crate::failure::Failure;
use crate::table::{Table, number, percent};

/// The letter an agent goes by in a table.
pub fn letter(index: usize) -> String {
    char::from(b'A' + index as u8).to_string()
}

/// The agents by their letters, then their table.
pub fn print(out: &mut dyn Write, summaries: &[Summary]) -> Result<(), Failure> {
    for (index, summary) in summaries.iter().enumerate() {
        writeln!(out, "{}  {}", letter(index), summary.agent)?;
    }
    writeln!(out)?;
    Ok(table(summaries).print(out)?)
}

/// One row for each figure, one column for each agent.
pub fn table(summaries: &[Summary]) -> Table {
    let mut table = Table::default();
    let mut row = |name: &str, cell: &dyn Fn(&Summary) -> String| table.row(name, summaries.iter().map(cell));
    table_head(&mut row, summaries);
    for (index, (tile, _)) in summaries[0].tiles.iter().enumerate() {
        row(&format!("{tile} reached, %"), &|summary| share(summary.tiles[index].1));
    }
    row("moves per game", &|summary| number(summary.moves_per_game, 1));
    row("ms per move", &|summary| format!("{:.4}", summary.ms_per_move.mean));
    row("  99 % within", &|summary| format!("{:.4}", summary.ms_per_move.p99));
    row("moves per second", &|summary| number(summary.moves_per_second, 0));
    row("nodes per move", &|summary| number(summary.nodes_per_move, 1));
    if let Some(successes) = summaries[0].successes {
        let of = |summary: &Summary| summary.successes.unwrap_or(successes);
        row(&format!("games to {}", successes.tile), &|summary| number(of(summary).games as f64, 0));
        row("  % of all", &|summary| share(of(summary).share));
        row("  seconds each", &|summary| number(of(summary).seconds, 3));
        row("  moves each", &|summary| number(of(summary).moves, 1));
    }
    table
}

type AddRow<'a> = dyn FnMut(&str, &dyn Fn(&Summary) -> String) + 'a;

fn table_head(row: &mut AddRow<'_>, summaries: &[Summary]) {
    let place = |of: &Summary| summaries.iter().position(|summary| std::ptr::eq(summary, of)).unwrap_or(0);
    row("", &|summary| letter(place(summary)));
    row("games", &|summary| number(summary.games as f64, 0));
    row("mean score", &|summary| number(summary.score.mean, 0));
    row("  95 % within", &|summary| {
        format!("{} to {}", number(summary.score.low, 0), number(summary.score.high, 0))
    });
    row("median score", &|summary| number(summary.score.median, 0));
    row("maximum score", &|summary| number(f64::from(summary.score.max), 0));
    row("best tile", &|summary| summary.best_tile.to_string());
}

pub fn share(Share { share, low, high }: Share) -> String {
    format!("{} ({} to {})", percent(share), percent(low), percent(high))
}

/// A header line and one line for each agent.
pub fn csv(summaries: &[Summary]) -> String {
    let mut lines = vec![csv_header(&summaries[0])];
    lines.extend(summaries.iter().map(csv_line));
    lines.iter().map(|cells| cells.join(",") + "\n").collect()
}

fn csv_header(summary: &Summary) -> Vec<String> {
    let mut cells: Vec<String> = [
        "agent",
        "games",
        "reused",
        "score_mean",
        "score_low",
        "score_high",
        "score_median",
        "score_max",
        "best_tile",
    ]
    .map(String::from)
    .to_vec();
    for (tile, _) in &summary.tiles {
        cells.extend(["share", "low", "high"].map(|end| format!("tile_{tile}_{end}")));
    }
    let rest =
        ["moves_per_game", "ms_per_move_mean", "ms_per_move_p99", "moves_per_second", "nodes_per_move"];
    cells.extend(rest.map(String::from));
    if summary.successes.is_some() {
        let successes = ["tile", "games", "share", "low", "high", "seconds", "moves"];
        cells.extend(successes.map(|name| format!("success_{name}")));
    }
    cells
}

fn csv_line(summary: &Summary) -> Vec<String> {
    let score = summary.score;
    let mut cells = vec![quoted(&summary.agent), summary.games.to_string(), summary.reused.to_string()];
    cells.extend([score.mean, score.low, score.high, score.median].map(plain));
    cells.extend([score.max.to_string(), summary.best_tile.to_string()]);
    for (_, Share { share, low, high }) in &summary.tiles {
        cells.extend([*share, *low, *high].map(plain));
    }
    let ms = summary.ms_per_move;
    cells.extend(
        [summary.moves_per_game, ms.mean, ms.p99, summary.moves_per_second, summary.nodes_per_move]
            .map(plain),
    );
    if let Some(of) = summary.successes {
        cells.extend([of.tile.to_string(), of.games.to_string()]);
        cells.extend([of.share.share, of.share.low, of.share.high, of.seconds, of.moves].map(plain));
    }
    cells
}

/// A number as machines read it; nothing when it is none.
fn plain(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
