//! The report as one page that needs nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::grid::{self, Cell, Column};
use super::{INTRODUCTION, Origin, TITLE, explain, note, plot, sheet};
use crate::studies::{Finding, Replica, ReplicaTable, Study};

/// Text as it may stand in an attribute.
pub(super) fn escaped(text: &str) -> String {
    html! { (text) }.into_string()
}

pub(super) fn page(replicas: &[Replica<'_>], origin: &Origin) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (TITLE) }
                style { (PreEscaped(include_str!("report.css"))) }
            }
            body {
                main {
                    h1 { (TITLE) }
                    p { (INTRODUCTION) }
                    nav { ul {
                        @for replica in replicas { li { a href={ "#" (replica.study.id) } { (replica.study.title) } } }
                        li { a href="#explained" { "Expectimax and minimax, explained" } }
                    } }
                    @for replica in replicas { (study(replica)) }
                    (explain::section())
                    footer {
                        p { "Made by " code { (origin.command) } ", version " (origin.version) ", on " (origin.machine) "." }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn study(replica: &Replica<'_>) -> Markup {
    let Study { id, title, authors, year, about, machine, depth, deviations, .. } = replica.study;
    html! {
        section id=(id) {
            h2 { (title) }
            p.by { (authors) @if let Some(year) = year { ", " (year) } " (document " (replica.study.number()) ")" }
            p { (about) }
            @if let Some(machine) = machine { p { b { "Their machine: " } (machine) } }
            p { b { "Depth: " } (depth) }
            @if !deviations.is_empty() {
                h3 { "Where their rules or programs are not ours" }
                ul { @for deviation in deviations { li { (deviation) } } }
            }
            @for table in &replica.tables { (experiment(table)) }
        }
    }
}

fn experiment(replica: &ReplicaTable<'_>) -> Markup {
    let table = replica.table;
    html! {
        h3 { (table.title) }
        @if !table.about.is_empty() { p { (table.about) } }
        div.scroll { (figures(replica)) }
        div.figures {
            @for figure in &table.figures {
                @if let Some(plot::Plot { svg, key, compares }) = plot::plot(figure, replica) {
                    figure {
                        (PreEscaped(svg))
                        figcaption {
                            (figure.title) @if compares { ": ▲ they, ● we" }
                            @for (colour, name) in key { " " span.key style={ "color:" (colour) } { (name) } }
                        }
                    }
                }
            }
        }
        (games_one_by_one(replica))
        @for note in replica.rows.iter().filter_map(note) { p.note { (note) } }
        @let agreement = replica.agreement();
        @if let Some(sentence) = agreement.words() { p.shows { (sentence) } }
        @if !agreement.mismatches.is_empty() {
            ul.differences { @for found in &agreement.mismatches { li { (found.words()) } } }
        }
        @for (claim, finding) in replica.findings() {
            p.claim {
                b { (claim.whose()) } " " (claim.says) " "
                @if let Some(finding) = finding { span class=(class(&finding)) { (finding.words()) } }
            }
        }
    }
}

fn class(finding: &Finding) -> &'static str {
    match finding {
        Finding::Holds(_) => "holds",
        Finding::Fails(_) => "fails",
        Finding::Open(_) => "open",
    }
}

fn figures(replica: &ReplicaTable<'_>) -> Markup {
    let columns = grid::columns(replica);
    let span = |column: &Column| if column.theirs.is_some() { "2" } else { "1" };
    let compares = columns.iter().any(|column| column.theirs.is_some());
    html! {
        table {
            thead {
                tr {
                    th rowspan=[compares.then_some("2")] { }
                    @for column in &columns { th.first colspan=(span(column)) { (column.title) } }
                }
                @if compares {
                    tr { @for column in &columns {
                        @if column.theirs.is_some() { th.first { "they" } th { "we" } } @else { th.first { "we" } }
                    } }
                }
            }
            tbody {
                @for (index, row) in replica.rows.iter().enumerate() {
                    tr class=[row.row.reading_of.is_some().then_some("reading")] {
                        th title=(row.row.agent.as_deref().unwrap_or_default()) { (row.row.label) }
                        @for column in &columns { (pair(column, index)) }
                    }
                }
            }
        }
    }
}

fn pair(column: &Column, index: usize) -> Markup {
    let first = if column.theirs.is_none() { "first" } else { "" };
    html! {
        @if let Some(theirs) = &column.theirs { td.first.theirs { (cell(&theirs[index])) } }
        td class=(first) { (cell(&column.ours[index])) }
    }
}

fn cell(Cell { value, interval }: &Cell) -> Markup {
    html! { (value) @if let Some(interval) = interval { small { (in_two_lines(interval)) } } }
}

/// An interval that may be broken behind its `to` only.
fn in_two_lines(interval: &str) -> String {
    interval.replacen(" to ", "\u{a0}to ", 1)
}

/// Their games one by one, where they say.
fn games_one_by_one(replica: &ReplicaTable<'_>) -> Markup {
    html! {
        @if let Some(sheet) = sheet::of(replica) {
            details {
                summary { "Their games one by one" }
                p.note { (sheet::TITLE) }
                div.scroll { table.sheet {
                    thead { tr { @for head in &sheet.heads { th { (head) } } } }
                    tbody { @for row in &sheet.rows { tr { @for cell in row { td { (cell) } } } } }
                } }
            }
        }
    }
}
