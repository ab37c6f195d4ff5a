//! What lies over the game: help, the list of agents, lines to type, banners.

use std::cell::Cell;

use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::chooser::Chooser;
use super::dialog::Dialog;
use super::keys::HELP;
use super::prompt::Prompt;

/// Draws the dialog that is open. The editor is drawn on the board itself.
pub fn draw(dialog: &Dialog, frame: &mut Frame<'_>) {
    match dialog {
        Dialog::Help(first) => help(first, frame),
        Dialog::Notice(lines) => notice(lines, frame),
        Dialog::Agents(chooser) => {
            list(chooser, " Agents ", "Enter plays it; any spec can be typed here", frame);
        }
        Dialog::Save(prompt) => line(prompt, " Save to ", "appended if the file holds games", frame),
        Dialog::Open(chooser) => {
            list(chooser, " Open ", "a game you left, or a file: records of any program, or a board", frame);
        }
        Dialog::Edit(_) => {}
    }
}

/// A box in the middle of the screen, as large as wanted and possible, with its inside.
fn window(title: &'static str, width: u16, height: u16, frame: &mut Frame<'_>) -> Rect {
    let screen = frame.area();
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    let x = screen.x + (screen.width - width) / 2;
    let y = screen.y + (screen.height - height) / 2;
    let area = Rect { x, y, width, height };
    frame.render_widget(Clear, area);
    let block = Block::bordered().title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    inner
}

fn help(first: &Cell<u16>, frame: &mut Frame<'_>) {
    let inner = window(" Keys ", 56, HELP.len() as u16 + 4, frame);
    let wide = inner.width >= 50;
    let mut lines: Vec<Line<'_>> = HELP
        .iter()
        .map(|(keys, what)| {
            let keys = if wide { format!(" {keys:<19}") } else { format!("{keys} ") };
            Line::from(vec![Span::styled(keys, Style::new().add_modifier(Modifier::BOLD)), Span::raw(*what)])
        })
        .collect();
    if wide {
        lines.push(Line::raw(""));
        lines.push(Line::raw(" Paste a board at any time to go on from it."));
    }
    let hidden = (lines.len() as u16).saturating_sub(inner.height);
    first.set(first.get().min(hidden));
    frame.render_widget(Paragraph::new(lines).scroll((first.get(), 0)), inner);
    if hidden > 0 {
        let more = if first.get() < hidden { " ↓ more " } else { " ↑ more " };
        let x = inner.right().saturating_sub(more.chars().count() as u16);
        frame.buffer_mut().set_string(x, inner.bottom(), more, Style::new());
    }
}

fn notice(lines: &[String], frame: &mut Frame<'_>) {
    let width = frame.area().width.min(64);
    let text: Vec<Line<'_>> = lines.iter().map(|line| Line::raw(line.as_str())).collect();
    let room = usize::from(width.saturating_sub(4).max(1));
    let rows: usize = lines.iter().map(|line| line.chars().count() / room + 1).sum();
    let inner = window(" Please note ", width, rows as u16 + 2, frame);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), inner);
}

fn list(chooser: &Chooser, title: &'static str, about: &str, frame: &mut Frame<'_>) {
    let inner = window(title, 76, chooser.choices.len() as u16 + 6, frame);
    let room = usize::from(inner.height.saturating_sub(4));
    let first = (chooser.at + 1).saturating_sub(room);
    for (row, (index, choice)) in chooser.choices.iter().enumerate().skip(first).take(room).enumerate() {
        let chosen = index == chooser.at;
        let style = if chosen { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let text = format!(" {:<16}  {}", choice.label, choice.about);
        let text = format!("{text:<width$}", width = usize::from(inner.width));
        let y = inner.y + row as u16;
        frame.buffer_mut().set_stringn(inner.x, y, text, usize::from(inner.width), style);
    }
    let below = Rect { y: inner.bottom().saturating_sub(4), height: inner.height.min(4), ..inner };
    typing(&chooser.prompt, about, below, frame);
}

fn line(prompt: &Prompt, title: &'static str, about: &str, frame: &mut Frame<'_>) {
    let inner = window(title, 60, 6, frame);
    typing(prompt, about, inner, frame);
}

/// The line that is typed with the cursor in it; below it what is wrong, or what it is for.
fn typing(prompt: &Prompt, about: &str, area: Rect, frame: &mut Frame<'_>) {
    if area.is_empty() {
        return;
    }
    let room = usize::from(area.width).saturating_sub(3);
    let hidden = prompt.cursor().saturating_sub(room);
    let shown: String = prompt.text().chars().skip(hidden).take(room).collect();
    frame.buffer_mut().set_string(
        area.x,
        area.y,
        format!("> {shown}"),
        Style::new().add_modifier(Modifier::BOLD),
    );
    let column = area.x + 2 + (prompt.cursor() - hidden) as u16;
    frame.set_cursor_position(Position { x: column.min(area.right().saturating_sub(1)), y: area.y });
    let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let text = match &prompt.fault {
        Some(fault) => Paragraph::new(fault.as_str()),
        None => Paragraph::new(about).style(Style::new().add_modifier(Modifier::DIM)),
    };
    frame.render_widget(text.wrap(Wrap { trim: true }), below);
}

/// A few words across the board.
pub fn banner(lines: &[String], board: Rect, frame: &mut Frame<'_>) {
    let widest = lines.iter().map(|line| line.chars().count() as u16).max().unwrap_or(0);
    let (width, height) = ((widest + 6).min(board.width), (lines.len() as u16 + 2).min(board.height));
    let area = Rect {
        x: board.x + (board.width - width) / 2,
        y: board.y + (board.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, area);
    let text: Vec<Line<'_>> = lines.iter().map(|line| Line::raw(line.as_str())).collect();
    let style = Style::new().add_modifier(Modifier::BOLD);
    let block = Block::bordered().style(style);
    frame.render_widget(Paragraph::new(text).alignment(Alignment::Center).block(block), area);
}
