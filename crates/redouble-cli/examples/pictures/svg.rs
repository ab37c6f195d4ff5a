//! A screen as a drawing. Blocks are rectangles, so that no font can leave gaps between them.

use std::fmt::Write;

use vt100::{Cell, Color, Parser};

use super::screen::{COLUMNS, ROWS};

/// The size of a character, in pixels.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
const MARGIN: f64 = 14.0;

const PAPER: &str = "#16181d";
const INK: &str = "#d8dee6";
const FAINT: &str = "#8d97a5";

/// The drawing of what a terminal shows.
pub fn drawing(parser: &Parser) -> String {
    let (width, height) =
        (f64::from(COLUMNS) * WIDTH + 2.0 * MARGIN, f64::from(ROWS) * HEIGHT + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\">\n<title>The terminal game of Redouble</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"{PAPER}\"/>\n\
         <g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">\n"
    );
    for row in 0..ROWS {
        blocks(parser, row, &mut svg);
        words(parser, row, &mut svg);
    }
    svg + "</g>\n</svg>\n"
}

/// The backgrounds and blocks of a row, neighbours of one colour as one rectangle.
fn blocks(parser: &Parser, row: u16, svg: &mut String) {
    for half in [0, 1] {
        let mut column = 0;
        while column < COLUMNS {
            let (colour, share) = fill(parser, row, column, half);
            let start = column;
            column += 1;
            while share == 1.0
                && column < COLUMNS
                && fill(parser, row, column, half) == (colour.clone(), share)
            {
                column += 1;
            }
            if let Some(colour) = colour {
                let (x, y) = (x(start), y(row) + f64::from(half) * HEIGHT / 2.0);
                let width = (f64::from(column - start) - 1.0 + share) * WIDTH;
                let half = HEIGHT / 2.0 + 0.2; // a little over, against hairlines
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{half:.1}\" fill=\"{colour}\"/>"
                );
            }
        }
    }
}

/// What fills the upper or lower half of a cell, and how much of its width.
fn fill(parser: &Parser, row: u16, column: u16, half: u8) -> (Option<String>, f64) {
    let Some(cell) = parser.screen().cell(row, column) else { return (None, 1.0) };
    let (fore, back) = colours(cell);
    match cell.contents() {
        "▀" if half == 0 => (fore, 1.0),
        "▄" if half == 1 => (fore, 1.0),
        "█" => (fore, 1.0),
        text => match "▏▎▍▌▋▊▉".chars().position(|block| text.starts_with(block)) {
            Some(eighths) => (fore, (eighths + 1) as f64 / 8.0),
            None => (back, 1.0),
        },
    }
}

/// Foreground and background; no background is the paper.
fn colours(cell: &Cell) -> (Option<String>, Option<String>) {
    let fore = colour(cell.fgcolor()).or(Some(if cell.dim() { FAINT } else { INK }.to_owned()));
    let back = colour(cell.bgcolor());
    if cell.inverse() { (back.or(Some(PAPER.to_owned())), fore) } else { (fore, back) }
}

fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Default => None,
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Idx(index) => Some(indexed(index)),
    }
}

/// A colour of the palette of 256: sixteen usual ones, a cube, and greys.
fn indexed(index: u8) -> String {
    const USUAL: [&str; 16] = [
        "#000000", "#c23621", "#25bc24", "#adad27", "#5c7cfa", "#d338d3", "#33bbc8", "#cbcccd", "#818383",
        "#fc391f", "#31e722", "#eaec23", "#8ea6ff", "#f935f8", "#14f0f0", "#e9ebeb",
    ];
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..16 => USUAL[usize::from(index)].to_owned(),
        16..232 => {
            let cube = index - 16;
            let [red, green, blue] = [cube / 36, cube / 6 % 6, cube % 6].map(level);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        grey => {
            let level = 8 + 10 * (grey - 232);
            format!("#{level:02x}{level:02x}{level:02x}")
        }
    }
}

/// The words of a row, each where it stands.
fn words(parser: &Parser, row: u16, svg: &mut String) {
    let cell = |column| parser.screen().cell(row, column);
    let is_text = |cell: &Cell| {
        let text = cell.contents();
        !text.trim().is_empty() && !text.starts_with(|c: char| ('▀'..='▟').contains(&c))
    };
    let mut column = 0;
    while column < COLUMNS {
        let Some(first) = cell(column).filter(|cell| is_text(cell)) else {
            column += 1;
            continue;
        };
        let (start, look) = (column, look(first));
        let mut text = String::new();
        while let Some(next) = cell(column).filter(|next| is_text(next) && self::look(next) == look) {
            text += next.contents();
            column += 1;
        }
        let (x, y) = (x(start), y(row) + 0.74 * HEIGHT);
        let length = f64::from(column - start) * WIDTH;
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ =
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\"{look}>{text}</text>");
    }
}

/// How a character looks, as attributes.
fn look(cell: &Cell) -> String {
    let colour = colours(cell).0.unwrap_or_else(|| INK.to_owned());
    format!(" fill=\"{colour}\"{}", if cell.bold() { " font-weight=\"bold\"" } else { "" })
}

fn x(column: u16) -> f64 {
    MARGIN + f64::from(column) * WIDTH
}

fn y(row: u16) -> f64 {
    MARGIN + f64::from(row) * HEIGHT
}
