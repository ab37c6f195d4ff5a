//! The board as coloured tiles that slide, half a line at a time, or as boxes where there are no colours.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use redouble::{Board, Cell, Tile};

use super::model::{Animation, SLIDE, SPAWN};
use super::palette::Palette;

/// How large tiles are drawn: columns and half lines from one to the next, and the gap within them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: u16,
    pub halves: u16,
    gap: u16,
}

impl Size {
    /// The largest size that fits; `None` if no number would be readable.
    pub fn fitting(width: u16, height: u16) -> Option<Size> {
        let roomy = (3..=8).rev().map(|lines| Size { columns: 2 * lines, halves: 2 * lines, gap: 1 });
        let tight = [(7, 4), (6, 4), (5, 4), (5, 2), (4, 2)];
        let tight = tight.map(|(columns, halves)| Size { columns, halves, gap: 0 });
        roomy.chain(tight).find(|size| size.width() <= width && size.height() <= height)
    }

    pub fn width(self) -> u16 {
        4 * self.columns + self.gap
    }

    /// In lines.
    pub fn height(self) -> u16 {
        (4 * self.halves + self.gap).div_ceil(2)
    }

    /// Where a tile is drawn in a cell: left column and top half line.
    fn corner(self, cell: Cell) -> (f64, f64) {
        let at = |pitch: u16, place: usize| f64::from(self.gap) + f64::from(pitch) * place as f64;
        (at(self.columns, cell.column()), at(self.halves, cell.row()))
    }

    /// Where a text stands in the middle of a tile.
    fn middle(self, corner: (f64, f64), text: &str) -> (u16, u16) {
        let width = f64::from(self.columns - self.gap);
        let column = corner.0.round() + ((width - text.chars().count() as f64) / 2.0).max(0.0).floor();
        let half = corner.1.round() + f64::from((self.halves - self.gap) / 2);
        (column as u16, (half / 2.0).floor() as u16)
    }
}

/// What is to be drawn: a board, perhaps on its way to the next one, perhaps with a cursor.
pub struct Tiles<'a> {
    pub board: Board,
    pub animation: Option<&'a Animation>,
    pub cursor: Option<(Cell, &'a str)>,
}

impl Tiles<'_> {
    /// Draws at the top left of `area`.
    pub fn draw(&self, palette: Palette, size: Size, now: Instant, area: Rect, buffer: &mut Buffer) {
        let area = Rect { width: size.width(), height: size.height(), ..area }.intersection(area);
        match palette {
            Palette::None => draw_boxes(self.board, self.cursor, size, area, buffer),
            _ => Canvas::of(self, palette, size, now).draw(area, buffer),
        }
    }
}

/// The colour of every half line, and the numbers on top.
struct Canvas {
    size: Size,
    colours: Vec<Color>,
    numbers: Vec<(u16, u16, String, Style)>,
}

impl Canvas {
    fn of(tiles: &Tiles<'_>, palette: Palette, size: Size, now: Instant) -> Canvas {
        let count = usize::from(size.width()) * 2 * usize::from(size.height());
        let mut canvas = Canvas { size, colours: vec![palette.ground(); count], numbers: Vec::new() };
        for cell in Cell::all() {
            canvas.tile(palette, Tile::EMPTY, size.corner(cell), 1.0, "");
        }
        match tiles.animation {
            Some(animation) if now < animation.since + SLIDE => canvas.sliding(palette, animation, now),
            Some(animation) => canvas.spawning(palette, tiles.board, animation, now),
            None => canvas.resting(palette, tiles.board, tiles.cursor),
        }
        canvas
    }

    fn sliding(&mut self, palette: Palette, animation: &Animation, now: Instant) {
        let done = now.saturating_duration_since(animation.since).as_secs_f64() / SLIDE.as_secs_f64();
        let eased = 1.0 - (1.0 - done.clamp(0.0, 1.0)).powi(2);
        for motion in animation.before.motions(animation.turn.mv) {
            let (from, to) = (self.size.corner(motion.from), self.size.corner(motion.to));
            let corner = (from.0 + (to.0 - from.0) * eased, from.1 + (to.1 - from.1) * eased);
            self.tile(palette, motion.tile, corner, 1.0, &motion.tile.to_string());
        }
    }

    fn spawning(&mut self, palette: Palette, board: Board, animation: &Animation, now: Instant) {
        let since = now.saturating_duration_since(animation.since + SLIDE);
        let done = (since.as_secs_f64() / SPAWN.as_secs_f64()).clamp(0.0, 1.0);
        let spawn = animation.turn.spawn;
        self.resting(palette, board.with(spawn.cell, Tile::EMPTY), None);
        let face = if done > 0.6 { spawn.tile.to_string() } else { String::new() };
        self.tile(palette, spawn.tile, self.size.corner(spawn.cell), 0.3 + 0.7 * done, &face);
    }

    fn resting(&mut self, palette: Palette, board: Board, cursor: Option<(Cell, &str)>) {
        for cell in Cell::all().filter(|&cell| !board.tile(cell).is_empty()) {
            let tile = board.tile(cell);
            self.tile(palette, tile, self.size.corner(cell), 1.0, &tile.to_string());
        }
        if let Some((cell, typed)) = cursor {
            self.cursor(board.tile(cell), cell, typed);
        }
    }

    /// The number under the cursor is drawn in reverse, with what is being typed.
    fn cursor(&mut self, tile: Tile, cell: Cell, typed: &str) {
        let text = match (typed, tile.is_empty()) {
            ("", true) => " ".to_owned(),
            ("", false) => tile.to_string(),
            (typed, _) => format!("{typed}_"),
        };
        let (x, y) = self.size.corner(cell);
        let style = Style::new().fg(Color::White).bg(Color::Black).add_modifier(Modifier::BOLD);
        let size = self.size;
        self.numbers.retain(|number| (number.0, number.1) != size.middle((x, y), &number.2));
        let text = format!("[{text}]");
        let (column, line) = self.size.middle((x, y), &text);
        self.numbers.push((column, line, text, style));
    }

    /// Paints a tile, smaller than its cell while it grows, and puts `face` on it.
    fn tile(&mut self, palette: Palette, tile: Tile, corner: (f64, f64), scale: f64, face: &str) {
        let Some((text, background)) = palette.tile(tile) else { return };
        let (width, height) = (self.size.columns - self.size.gap, self.size.halves - self.size.gap);
        let shrink = |side: u16| (f64::from(side) * (1.0 - scale) / 2.0).round();
        let (left, top) = (corner.0.round() + shrink(width), corner.1.round() + shrink(height));
        let (right, bottom) = (
            corner.0.round() + f64::from(width) - shrink(width),
            corner.1.round() + f64::from(height) - shrink(height),
        );
        for half in top as usize..bottom as usize {
            for column in left as usize..right as usize {
                let place = half * usize::from(self.size.width()) + column;
                if let Some(colour) = self.colours.get_mut(place) {
                    *colour = background;
                }
            }
        }
        let face = fitted(face, usize::from(width));
        let (column, line) = self.size.middle(corner, &face);
        let style = Style::new().fg(text).bg(background).add_modifier(Modifier::BOLD);
        self.numbers.push((column, line, face, style));
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        for y in 0..area.height {
            for x in 0..area.width {
                let (top, bottom) = (self.at(x, 2 * y), self.at(x, 2 * y + 1));
                let cell = &mut buffer[(area.x + x, area.y + y)];
                if top == bottom {
                    cell.set_symbol(" ").set_bg(top);
                } else {
                    cell.set_symbol("▀").set_fg(top).set_bg(bottom);
                }
            }
        }
        for (column, line, text, style) in &self.numbers {
            if *line < area.height && *column < area.width {
                let room = usize::from(area.width - column);
                buffer.set_stringn(area.x + column, area.y + line, text, room, *style);
            }
        }
    }

    fn at(&self, column: u16, half: u16) -> Color {
        self.colours[usize::from(half) * usize::from(self.size.width()) + usize::from(column)]
    }
}

/// A face, or thousands where it does not fit: `131072`, `131k`.
fn fitted(face: &str, width: usize) -> String {
    match face.parse::<u32>() {
        Ok(number) if face.len() > width && number >= 1024 => format!("{}k", number / 1000),
        _ => face.to_owned(),
    }
}

/// Tiles without colours: boxes where there is room for them, else numbers with dots between.
fn draw_boxes(board: Board, cursor: Option<(Cell, &str)>, size: Size, area: Rect, buffer: &mut Buffer) {
    let boxed = size.gap > 0 && size.columns >= 8;
    for cell in Cell::all() {
        let tile = board.tile(cell);
        let (width, height) = (size.columns - size.gap, (size.halves - size.gap).div_ceil(2));
        let x = area.x + size.gap + size.columns * cell.column() as u16;
        let y = area.y + size.halves * cell.row() as u16 / 2;
        let face = match cursor {
            Some((at, typed)) if at == cell => {
                format!("[{}]", if typed.is_empty() { tile.to_string() } else { format!("{typed}_") })
            }
            _ if tile.is_empty() => "·".to_owned(),
            _ => fitted(&tile.to_string(), usize::from(width)),
        };
        if boxed && !tile.is_empty() {
            draw_box(Rect { x, y, width, height }.intersection(area), buffer);
        }
        let column = x + width.saturating_sub(face.chars().count() as u16) / 2;
        let line = y + height.saturating_sub(1) / 2;
        if line < area.bottom() && column < area.right() {
            let style =
                if tile.exponent() >= 7 { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            buffer.set_stringn(column, line, face, usize::from(area.right() - column), style);
        }
    }
}

fn draw_box(area: Rect, buffer: &mut Buffer) {
    use ratatui::widgets::{Block, Widget};
    Block::bordered().render(area, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_grow_with_the_room_there_is() {
        let of = |width, height| Size::fitting(width, height).map(|size| (size.width(), size.height()));
        assert_eq!(of(200, 60), Some((65, 33)));
        assert_eq!(of(80, 22), Some((41, 21)));
        assert_eq!(of(20, 8), Some((20, 8)));
        assert_eq!(of(20, 4), Some((20, 4)));
        assert_eq!(of(11, 4), None);
    }

    #[test]
    fn numbers_that_do_not_fit_are_shortened() {
        assert_eq!([fitted("131072", 5), fitted("131072", 6), fitted("16384", 4)], ["131k", "131072", "16k"]);
    }
}
