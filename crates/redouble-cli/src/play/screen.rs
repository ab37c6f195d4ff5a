//! The whole screen: where everything stands at each size.

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use redouble::Cell;

use super::dialog::Dialog;
use super::editor::{Editor, Place};
use super::model::{Mode, Model};
use super::overlay;
use super::palette::Palette;
use super::panel;
use super::tiles::{Size, Tiles};
use crate::table::number;

/// The least width of the panel beside the board, or below it.
const PANEL: u16 = 30;
/// The least height of a panel below the board.
const BELOW: u16 = 6;

/// Where the parts of the screen are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    header: Rect,
    board: Rect,
    size: Size,
    panel: Option<Rect>,
    footer: Rect,
}

impl Layout {
    /// A line above and a line below; between them the board, and beside it or below it the panel.
    fn of(screen: Rect) -> Option<Layout> {
        let (header, footer) = (u16::from(screen.height >= 6), u16::from(screen.height >= 7));
        let middle = Rect { y: screen.y + header, height: screen.height - header - footer, ..screen };
        let beside = Size::fitting(screen.width.saturating_sub(PANEL + 3), middle.height)
            .filter(|size| size.columns >= 6);
        let size = beside.or_else(|| Size::fitting(screen.width, middle.height))?;
        let (width, height) = (size.width(), size.height());
        let (panel, wide) = match beside {
            Some(_) => {
                let x = width + 3;
                (Some(Rect { x: middle.x + x, width: (screen.width - x).min(52), ..middle }), true)
            }
            None if middle.height - height > BELOW && screen.width >= PANEL => {
                let y = height + 1;
                (Some(Rect { y: middle.y + y, height: middle.height - y, ..middle }), false)
            }
            None => (None, false),
        };
        let left = if wide { 1 } else { (screen.width - width) / 2 };
        Some(Layout {
            header: Rect { height: header, ..screen },
            board: Rect { x: middle.x + left, y: middle.y, width, height },
            size,
            panel: panel.map(|panel| Rect { height: panel.height.min(middle.height), ..panel }),
            footer: Rect { y: middle.bottom(), height: footer, ..screen },
        })
    }
}

/// Draws everything as it is at `now`.
pub fn draw(model: &Model, palette: Palette, now: Instant, frame: &mut Frame<'_>) {
    let Some(layout) = Layout::of(frame.area()) else { return too_small(frame) };
    let editor = match &model.dialog {
        Some(Dialog::Edit(editor)) => Some(editor),
        _ => None,
    };
    text_line(&header(model, layout.panel.is_none(), layout.header.width), layout.header, frame, true);
    board(model, editor, palette, &layout, now, frame);
    if let Some(area) = layout.panel {
        match editor {
            Some(editor) => editing(editor, area, frame),
            None => panel::draw(model, palette, area, frame.buffer_mut()),
        }
    }
    text_line(&footer(model, editor, layout.footer.width), layout.footer, frame, false);
    match &model.dialog {
        Some(dialog) => overlay::draw(dialog, frame),
        None => banners(model, now, layout.board, frame),
    }
}

fn too_small(frame: &mut Frame<'_>) {
    let area = frame.area();
    frame.buffer_mut().set_stringn(area.x, area.y, "too small", usize::from(area.width), Style::new());
}

fn text_line(text: &str, area: Rect, frame: &mut Frame<'_>, bold: bool) {
    if area.height > 0 {
        let style = Style::new().add_modifier(if bold { Modifier::BOLD } else { Modifier::DIM });
        frame.buffer_mut().set_stringn(area.x, area.y, text, usize::from(area.width), style);
    }
}

/// Who plays; without a panel also the score.
fn header(model: &Model, with_score: bool, width: u16) -> String {
    let score = number(model.game.score().into(), 0);
    // What a move may cost is said where there is room for it.
    let [full, short] = [model.player().to_string(), model.agent.to_string()].map(|agent| match model.mode {
        Mode::Agent => format!("{agent} plays"),
        Mode::Paused => format!("{agent} waits"),
        Mode::Person => "you play".to_owned(),
    });
    if !with_score {
        return format!(" Redouble   {full}");
    }
    // Without a panel this is the only place for the best move.
    let best = (model.mode != Mode::Agent && model.shows_values()).then(|| panel::best(model));
    let with_best = best.iter().flat_map(|best| [format!("{short}   {best}"), best.clone()]);
    let lines = with_best.chain([full, short.clone()]).map(|words| format!("{score}   {words}"));
    let fits = |line: &String| line.chars().count() <= usize::from(width);
    lines.into_iter().find(fits).unwrap_or(score.clone())
}

fn board(
    model: &Model,
    editor: Option<&Editor>,
    palette: Palette,
    layout: &Layout,
    now: Instant,
    frame: &mut Frame<'_>,
) {
    let cursor: Option<(Cell, &str)> = editor.and_then(|editor| match editor.at {
        Place::Cell(cell) => Some((cell, editor.typed.as_str())),
        Place::Score => None,
    });
    let tiles = Tiles {
        board: editor.map_or(model.game.board(), |editor| editor.board),
        animation: model.animation.as_ref().filter(|_| editor.is_none()),
        cursor,
    };
    tiles.draw(palette, layout.size, now, layout.board, frame.buffer_mut());
}

/// The longest list of keys that fits, or what was said last.
fn footer(model: &Model, editor: Option<&Editor>, width: u16) -> String {
    if let Some(fault) = editor.and_then(|editor| editor.fault.as_deref()) {
        return fault.to_owned();
    }
    if let (Some(message), None) = (model.message(), editor) {
        return format!(" {message}");
    }
    let keys: &[&str] = match (editor, model.mode) {
        (Some(_), _) => {
            &["Enter done", "Esc cancel", "arrows move", "2 4 8 … type a tile", ". empty", "c clear"]
        }
        (None, Mode::Agent) => {
            &["? help", "q quit", "arrows play", "space stop", "+ - speed", "u undo", "e edit", "c agents"]
        }
        (None, Mode::Paused) => {
            &["? help", "q quit", "arrows play", "space agent", ". step", "u undo", "r redo", "e edit"]
        }
        (None, Mode::Person) => {
            &["? help", "q quit", "b best move", "space agent", "u undo", "r redo", "n new"]
        }
    };
    let mut line = String::new();
    for key in keys {
        if line.chars().count() + key.chars().count() + 3 <= usize::from(width) {
            line = format!("{line}{}{key}", if line.is_empty() { " " } else { "   " });
        }
    }
    line
}

fn editing(editor: &Editor, area: Rect, frame: &mut Frame<'_>) {
    let score = match (editor.at, editor.score) {
        (Place::Score, _) if !editor.typed.is_empty() => format!("[{}_]", editor.typed),
        (Place::Score, Some(score)) => format!("[{score}]"),
        (Place::Score, None) => "[by the tiles]".to_owned(),
        (_, Some(score)) => score.to_string(),
        (_, None) => "by the tiles".to_owned(),
    };
    let lines = [
        "Edit the board".to_owned(),
        String::new(),
        "Type any position: a number, then".to_owned(),
        "space or an arrow for the next cell.".to_owned(),
        "+ and - double and halve a tile.".to_owned(),
        "A whole board can be pasted, too.".to_owned(),
        String::new(),
        format!("Score  {score}"),
    ];
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        let style = if y == area.y { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        frame.buffer_mut().set_stringn(area.x, y, line, usize::from(area.width), style);
    }
}

/// The end of the game, or a tile worth a word.
fn banners(model: &Model, now: Instant, board: Rect, frame: &mut Frame<'_>) {
    let at_rest = model.animation.is_none_or(|animation| now >= animation.since + super::model::SLIDE);
    if model.game.is_over() && at_rest {
        let tile = model.game.board().max_tile();
        let advice = match model.mode {
            Mode::Agent => "next game soon",
            _ => "n new game, u undo",
        };
        let score = number(model.game.score().into(), 0);
        let lines = ["Game over".to_owned(), format!("{score} points, {tile}"), advice.to_owned()];
        overlay::banner(&lines, board, frame);
    } else if let Some(text) = model.banner() {
        overlay::banner(&[text.to_owned()], board, frame);
    }
}
