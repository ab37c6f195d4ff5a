//! The review as a page that needs nothing else: the graphs, and every mistake with its board.

use std::fmt::Write;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use redouble::{Board, Move};

use super::{Review, Reviewed};
use crate::coach::{Rating, Verdict};
use crate::number::thousands;

const STYLE: &str = include_str!("page.css");
/// The size of a graph, and the room for the words at its edges.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 24.0;
/// The neighbours over which a line is smoothed, to each side.
const SMOOTH: usize = 3;

/// Says in a page what made it.
const MAKER: &str = "Redouble review";

/// Whether a file begins like the page of a review, so that another may take its place.
pub fn is_page(file: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&file[..file.len().min(1000)]);
    start.contains(&format!("<meta name=\"generator\" content=\"{MAKER}\">"))
}

/// The page of a review.
pub fn page(review: &Review, title: &str) -> String {
    let mistakes = review.worst(Rating::Mistake);
    let mut in_order = mistakes.clone();
    in_order.sort_by_key(|reviewed| reviewed.number);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(MAKER);
                title { "Review: " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Review: " (title) }
                (summary(review))
                @if review.moves.iter().any(|reviewed| reviewed.expected.is_some()) {
                    h2 { "The score to be expected at the end" }
                    (PreEscaped(expected_graph(review)))
                } @else {
                    h2 { "How safe the next large tile was, out of 100" }
                    (PreEscaped(value_graph(review)))
                }
                h2 { "The chance of each tile" }
                (PreEscaped(chance_graph(review)))
                h2 { "Mistakes, as they came" }
                @if in_order.is_empty() { p { "None." } }
                @for reviewed in in_order { (mistake(reviewed)) }
            }
        }
    }
    .into_string()
}

fn summary(review: &Review) -> Markup {
    let (board, score) = review.end;
    html! {
        p {
            (thousands(review.moves.len() as f64)) " moves, " (thousands(f64::from(score))) " points, largest tile " (board.max_tile())
            ". Rated by " code { (review.agent) } " and by greedy games of " code { (review.playouts) }
            ", which are weaker than the agent: chances are theirs, losses compare them with themselves."
        }
        p {
            @for rating in Rating::ALL {
                span class={ "count " (rating.name()) } { (review.count(rating)) " " (rating.name()) } " "
            }
        }
    }
}

fn mistake(reviewed: &Reviewed) -> Markup {
    let Verdict { played, best, rating, .. } = &reviewed.verdict;
    html! {
        article id={ "m" (reviewed.number) } class=(rating.name()) {
            (board(reviewed.board))
            div {
                h3 { "Move " (reviewed.number) ": " (rating.name()) }
                p { (arrow(*played)) " " (played) " was played, " b { (arrow(*best)) " " (best) } " was better." }
                p { "It cost " (reviewed.verdict.cost()) "." }
                p { code { (reviewed.board) } }
            }
        }
    }
}

fn arrow(mv: Move) -> &'static str {
    ["↑", "→", "↓", "←"][mv.index()]
}

fn board(board: Board) -> Markup {
    html! {
        table class="board" {
            @for row in board.tiles().chunks(4) {
                tr { @for tile in row { td class={ "t" (tile.exponent()) } { @if !tile.is_empty() { (tile) } } } }
            }
        }
    }
}

/// A line of a graph: its name and its points, moves and values.
struct Series {
    name: String,
    points: Vec<(f64, f64)>,
}

fn expected_graph(review: &Review) -> String {
    let known = review.moves.iter().filter_map(|reviewed| Some((reviewed.number as f64, reviewed.expected?)));
    let score = review.moves.iter().map(|reviewed| (reviewed.number as f64, f64::from(reviewed.score)));
    let lines = [
        Series { name: "expected at the end".into(), points: smoothed(known.collect()) },
        Series { name: "made so far".into(), points: score.collect() },
    ];
    let most = lines.iter().flat_map(|line| &line.points).map(|point| point.1).fold(1.0, f64::max);
    graph(review, &lines, 4.0 * round_step(most / 4.0), &|value| thousands(value))
}

/// What the boards were worth, where values are chances: of the best move and of the one that was played.
fn value_graph(review: &Review) -> String {
    let line = |name: &str, value: &dyn Fn(&Reviewed) -> Option<f64>| {
        let known =
            review.moves.iter().filter_map(|reviewed| Some((reviewed.number as f64, value(reviewed)?)));
        Series { name: name.to_owned(), points: smoothed(known.collect()) }
    };
    let best = |reviewed: &Reviewed| reviewed.report.value();
    let played = |reviewed: &Reviewed| Some(best(reviewed)? - reviewed.verdict.value?);
    let lines = [line("after the best move", &best), line("after the move that was played", &played)];
    graph(review, &lines, 1.0, &|value| format!("{:.0}", 100.0 * value))
}

/// The next larger number of few digits.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1.0).log10().floor());
    let steps = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0];
    steps.into_iter().map(|step| step * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

fn chance_graph(review: &Review) -> String {
    let line = |tile: redouble::Tile| {
        let chance = |reviewed: &Reviewed| {
            let chances = reviewed.chances.as_ref()?;
            Some((reviewed.number as f64, chances.of(tile).value)).filter(|point| point.1.is_finite())
        };
        Series { name: tile.to_string(), points: smoothed(review.moves.iter().filter_map(chance).collect()) }
    };
    let lines: Vec<Series> = review.tiles().into_iter().map(line).collect();
    graph(review, &lines, 1.0, &|value| format!("{:.0} %", 100.0 * value))
}

/// Each value as the mean of its neighbourhood: playouts are few and their chances jump.
fn smoothed(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mean = |index: usize| {
        let near = &points[index.saturating_sub(SMOOTH)..points.len().min(index + SMOOTH + 1)];
        near.iter().map(|point| point.1).sum::<f64>() / near.len() as f64
    };
    (0..points.len()).map(|index| (points[index].0, mean(index))).collect()
}

/// Lines over the moves of the game, with a mark for every mistake that leads to it.
fn graph(review: &Review, lines: &[Series], most: f64, label: &dyn Fn(f64) -> String) -> String {
    let last = review.moves.len().max(2) as f64;
    let x = |number: f64| LEFT + (number - 1.0) / (last - 1.0) * (WIDTH - LEFT - 8.0);
    let y = |value: f64| 8.0 + (1.0 - value / most) * (HEIGHT - BOTTOM - 8.0);
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (at, text) = (y(share * most), label(share * most));
        let _ =
            write!(svg, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>");
        let _ =
            write!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", LEFT - 6.0, at + 4.0);
    }
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let number = 1.0 + share * (last - 1.0);
        let (at, base) = (x(number), HEIGHT - 6.0);
        let anchor = if share < 1.0 { "middle" } else { "end" };
        let number = thousands(number.round());
        let _ = write!(svg, "<text x=\"{at:.1}\" y=\"{base}\" text-anchor=\"{anchor}\">{number}</text>");
    }
    for reviewed in review.worst(Rating::Mistake) {
        let (at, number, rating) =
            (x(reviewed.number as f64), reviewed.number, reviewed.verdict.rating.name());
        let bottom = HEIGHT - BOTTOM;
        let _ = write!(
            svg,
            "<a href=\"#m{number}\"><line class=\"mark {rating}\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"8\" y2=\"{bottom}\">\
             <title>move {number}: {rating}</title></line></a>"
        );
    }
    for (line, index) in lines.iter().zip(0..) {
        let points: Vec<String> =
            line.points.iter().map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1))).collect();
        let _ = write!(svg, "<polyline class=\"line{index}\" points=\"{}\"/>", points.join(" "));
        let _ = write!(
            svg,
            "<text class=\"name line{index}\" x=\"{}\" y=\"{}\">{}</text>",
            LEFT + 10.0,
            22 + 16 * index,
            line.name
        );
    }
    svg + "</svg>"
}
