//! The report as Markdown.

use std::fmt::Write;

use super::grid::{self, Column};
use super::{INTRODUCTION, Origin, TITLE, note, sheet};
use crate::studies::{Replica, ReplicaTable, Study};

pub(super) fn page(replicas: &[Replica<'_>], origin: &Origin) -> String {
    let mut page = format!("# {TITLE}\n\n{INTRODUCTION}\n");
    replicas.iter().for_each(|replica| page += &study(replica));
    let Origin { command, version, machine } = origin;
    page + &format!("\nMade by `{command}`, version {version}, on {machine}.\n")
}

fn study(replica: &Replica<'_>) -> String {
    let Study { title, authors, year, about, machine, depth, deviations, .. } = replica.study;
    let year = year.map(|year| format!(", {year}")).unwrap_or_default();
    let mut text = format!(
        "\n## {title}\n\n{authors}{year} (document {})\n\n{}\n",
        replica.study.number(),
        about.trim()
    );
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
    let columns = grid::columns(replica);
    let heads = columns.iter().map(|column| match column.theirs {
        Some(_) => format!(" {}: they | we |", column.title),
        None => format!(" {} |", column.title),
    });
    let _ = write!(text, "\n| |{}\n", heads.collect::<String>());
    let rules = columns.iter().map(|column| if column.theirs.is_some() { "--:|--:|" } else { "--:|" });
    let _ = writeln!(text, "|---|{}", rules.collect::<String>());
    for (index, row) in replica.rows.iter().enumerate() {
        let cells = columns.iter().map(|column| pair(column, index));
        let mark = if row.row.reading_of.is_some() { "↳ " } else { "" };
        let _ = writeln!(text, "| {mark}{} |{}", row.row.label, cells.collect::<String>());
    }
    text += &games_one_by_one(replica);
    for note in replica.rows.iter().filter_map(note) {
        let _ = write!(text, "\n{note}\n");
    }
    let agreement = replica.agreement();
    if let Some(sentence) = agreement.words() {
        let _ = write!(text, "\n**{sentence}**\n");
    }
    if !agreement.mismatches.is_empty() {
        text.push('\n');
    }
    agreement.mismatches.iter().for_each(|found| text += &format!("- {}\n", found.words()));
    for (claim, finding) in replica.findings() {
        let words = finding.map(|finding| finding.words()).unwrap_or_default();
        let _ = write!(text, "\n**{}** {} {words}\n", claim.whose(), claim.says);
    }
    text
}

fn pair(column: &Column, index: usize) -> String {
    let theirs = column.theirs.as_ref().map(|theirs| format!(" {} |", theirs[index].line()));
    format!("{} {} |", theirs.unwrap_or_default(), column.ours[index].line())
}

/// Their games one by one, where they say.
fn games_one_by_one(replica: &ReplicaTable<'_>) -> String {
    let Some(sheet) = sheet::of(replica) else { return String::new() };
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|{}\n", "--:|".repeat(sheet.heads.len()));
    let rows: String = sheet.rows.iter().map(|row| line(row)).collect();
    format!("\n{}\n\n{}{rule}{rows}", sheet::TITLE, line(&sheet.heads))
}
