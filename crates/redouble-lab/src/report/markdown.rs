//! The report as Markdown.

use std::fmt::Write;

use super::{Origin, agreement, ours, speed_up, theirs};
use crate::study::{Replica, ReplicaRow, ReplicaTable, Study};

pub(super) fn page(replicas: &[Replica<'_>], origin: &Origin) -> String {
    let mut page = String::from("# Studies of 2048, run again\n");
    replicas.iter().for_each(|replica| page += &study(replica));
    let Origin { command, version, machine } = origin;
    page + &format!("\nMade by `{command}`, version {version}, on {machine}.\n")
}

fn study(replica: &Replica<'_>) -> String {
    let Study { document, title, authors, year, about, machine, depth, deviations, .. } = replica.study;
    let year = year.map(|year| format!(", {year}")).unwrap_or_default();
    let mut text = format!("\n## {title}\n\n{authors}{year} ({document})\n\n{}\n", about.trim());
    if let Some(machine) = machine {
        let _ = write!(text, "\n**Their machine:** {machine}\n");
    }
    let _ = write!(text, "\n**Depth:** {}\n", depth.trim());
    if !deviations.is_empty() {
        text += "\n**Where their rules or programs are not ours**\n\n";
    }
    deviations.iter().for_each(|deviation| text += &format!("- {deviation}\n"));
    replica.tables.iter().for_each(|table| text += &experiment(table));
    text
}

fn experiment(replica: &ReplicaTable<'_>) -> String {
    let table = replica.table;
    let mut text = format!("\n### {}\n", table.title);
    if !table.about.is_empty() {
        let _ = write!(text, "\n{}\n", table.about.trim());
    }
    let mut titles: Vec<String> = table.columns.iter().map(|measure| measure.title()).collect();
    titles.extend(table.base.as_ref().map(|_| "speed-up".to_owned()));
    let heads = titles.iter().map(|title| format!(" {title}: they | we |"));
    let _ = write!(text, "\n| | games: they | we |{}\n", heads.collect::<String>());
    let _ = writeln!(text, "|---|--:|--:|{}", "--:|--:|".repeat(titles.len()));
    replica.rows.iter().for_each(|row| text += &line(replica, row));
    for row in replica.rows.iter().filter(|row| !row.row.note.is_empty()) {
        let _ = write!(text, "\n{}: {}\n", row.row.label, row.row.note);
    }
    if let Some(sentence) = agreement(replica) {
        let _ = write!(text, "\n**{sentence}**\n");
    }
    for (claim, finding) in replica.findings() {
        let words = finding.map(|finding| finding.words()).unwrap_or_default();
        let _ = write!(text, "\n**They say:** {} {words}\n", claim.says);
    }
    text
}

fn line(replica: &ReplicaTable<'_>, row: &ReplicaRow<'_>) -> String {
    let dash = || "–".to_owned();
    let games = row.row.games.map_or_else(dash, |games| games.to_string());
    let own = row.row.agent.as_ref().map_or_else(dash, |_| row.games.len().to_string());
    let cells = replica
        .table
        .columns
        .iter()
        .map(|&measure| format!(" {} | {} |", theirs(row, measure), ours(replica, row, measure)));
    let speed = speed_up(replica, row).map(|[theirs, ours]| format!(" {theirs} | {ours} |"));
    format!(
        "| {} | {games} | {own} |{}{}\n",
        row.row.label,
        cells.collect::<String>(),
        speed.unwrap_or_default()
    )
}
