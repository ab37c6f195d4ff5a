//! Colours: as many as the terminal has.

use clap::ValueEnum;
use ratatui::style::{Color, Modifier, Style};
use redouble::Tile;
use redouble_analysis::coach::Rating;

use crate::style;

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Palette {
    /// 24 bits a colour
    #[value(name = "24bit")]
    Full,
    /// The 256 of xterm
    #[value(name = "256")]
    Many,
    /// The 16 every terminal with colours has
    #[value(name = "16")]
    Few,
    /// None: tiles are drawn as boxes
    #[value(name = "none")]
    None,
}

impl Palette {
    /// What the terminal says it can show.
    pub fn of_terminal() -> Palette {
        let variable = |name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        Palette::new(variable("NO_COLOR"), variable("COLORTERM"), variable("TERM"))
    }

    /// `NO_COLOR` with any text asks for none (no-color.org); `COLORTERM` promises 24 bits; `TERM` says the rest.
    fn new(no_color: Option<String>, colorterm: Option<String>, term: Option<String>) -> Palette {
        let (no_color, colorterm) = (no_color.unwrap_or_default(), colorterm.unwrap_or_default());
        let term = term.unwrap_or_default();
        let monochrome = ["vt100", "vt102", "vt220", "vt320", "dumb"].contains(&term.as_str());
        match colorterm.as_str() {
            _ if !no_color.is_empty() || monochrome || term.ends_with("-mono") => Palette::None,
            "truecolor" | "24bit" => Palette::Full,
            _ if term.contains("direct") || cfg!(windows) => Palette::Full,
            _ if term.contains("256color") => Palette::Many,
            _ => Palette::Few,
        }
    }

    /// Text and background of a tile; both are set, so that light and dark terminals show the same.
    pub fn tile(self, tile: Tile) -> Option<(Color, Color)> {
        let place = usize::from(tile.exponent());
        Some(match self {
            Palette::Full => {
                let (light, [r, g, b]) = FULL[place];
                let text = if light { Color::Rgb(0x2b, 0x26, 0x20) } else { Color::Rgb(0xff, 0xfb, 0xf2) };
                (text, Color::Rgb(r, g, b))
            }
            Palette::Many => {
                let (text, background) = style::colours(tile);
                (Color::Indexed(text), Color::Indexed(background))
            }
            Palette::Few => FEW[place],
            Palette::None => return None,
        })
    }

    /// What is between the tiles.
    pub fn ground(self) -> Color {
        match self {
            Palette::Full => Color::Rgb(0x4a, 0x43, 0x3c),
            Palette::Many => Color::Indexed(237),
            Palette::Few => Color::Black,
            Palette::None => Color::Reset,
        }
    }

    /// The bar of a move or a chance: readable on light and on dark backgrounds.
    pub fn bar(self, best: bool) -> Style {
        let colours =
            if best { (0x2e, 0x9e, 0x5b, 35, Color::Green) } else { (0x7f, 0x8f, 0xa6, 103, Color::Blue) };
        let (r, g, b, indexed, few) = colours;
        self.ink(Color::Rgb(r, g, b), Color::Indexed(indexed), few)
    }

    /// How a rating is written.
    pub fn rating(self, rating: Rating) -> Style {
        match rating {
            Rating::Good => self.ink(Color::Rgb(0x2e, 0x9e, 0x5b), Color::Indexed(35), Color::Green),
            Rating::Inexact => self.ink(Color::Rgb(0xb0, 0x88, 0x00), Color::Indexed(136), Color::Yellow),
            Rating::Mistake => self.ink(Color::Rgb(0xd9, 0x6a, 0x1d), Color::Indexed(166), Color::LightRed),
            Rating::Blunder => {
                let ink = self.ink(Color::Rgb(0xd6, 0x2f, 0x3a), Color::Indexed(160), Color::Red);
                ink.add_modifier(Modifier::BOLD)
            }
        }
    }

    fn ink(self, full: Color, many: Color, few: Color) -> Style {
        match self {
            Palette::Full => Style::new().fg(full),
            Palette::Many => Style::new().fg(many),
            Palette::Few => Style::new().fg(few),
            Palette::None => Style::new(),
        }
    }
}

/// Whether the text is dark, and the background, from the empty cell on.
const FULL: [(bool, [u8; 3]); 18] = [
    (false, [0x5c, 0x54, 0x4b]), // empty
    (true, [0xf1, 0xe8, 0xdc]),  // 2
    (true, [0xec, 0xda, 0xb9]),  // 4
    (true, [0xf4, 0xb6, 0x7a]),  // 8
    (true, [0xf5, 0x98, 0x62]),  // 16
    (false, [0xe5, 0x70, 0x4f]), // 32
    (false, [0xd6, 0x4a, 0x36]), // 64
    (true, [0xf3, 0xda, 0x7c]),  // 128
    (true, [0xf2, 0xd2, 0x5a]),  // 256
    (true, [0xf0, 0xc8, 0x3c]),  // 512
    (true, [0xee, 0xbf, 0x24]),  // 1024
    (true, [0xed, 0xb4, 0x06]),  // 2048
    (true, [0x8f, 0xcf, 0x7a]),  // 4096
    (false, [0x3a, 0x9d, 0x6a]), // 8192
    (false, [0x2a, 0x86, 0xa8]), // 16384
    (false, [0x2b, 0x5f, 0xb3]), // 32768
    (false, [0x7a, 0x45, 0xb5]), // 65536
    (false, [0x16, 0x14, 0x1c]), // 131072
];

const FEW: [(Color, Color); 18] = [
    (Color::White, Color::DarkGray),     // empty
    (Color::Black, Color::White),        // 2
    (Color::Black, Color::Gray),         // 4
    (Color::Black, Color::LightYellow),  // 8
    (Color::Black, Color::Yellow),       // 16
    (Color::Black, Color::LightRed),     // 32
    (Color::White, Color::Red),          // 64
    (Color::Black, Color::LightGreen),   // 128
    (Color::Black, Color::Green),        // 256
    (Color::Black, Color::LightCyan),    // 512
    (Color::Black, Color::Cyan),         // 1024
    (Color::Black, Color::LightMagenta), // 2048
    (Color::White, Color::Magenta),      // 4096
    (Color::White, Color::LightBlue),    // 8192
    (Color::White, Color::Blue),         // 16384
    (Color::LightRed, Color::Black),     // 32768
    (Color::LightYellow, Color::Black),  // 65536
    (Color::LightCyan, Color::Black),    // 131072
];

#[cfg(test)]
mod tests {
    use super::*;

    fn palette(no_color: &str, colorterm: &str, term: &str) -> Palette {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Palette::new(some(no_color), some(colorterm), some(term))
    }

    #[test]
    #[cfg(not(windows))]
    fn a_terminal_gets_the_colours_it_has() {
        assert_eq!(palette("", "truecolor", "xterm-256color"), Palette::Full);
        assert_eq!(palette("", "24bit", "screen"), Palette::Full);
        assert_eq!(palette("", "", "tmux-256color"), Palette::Many);
        assert_eq!(palette("", "", "linux"), Palette::Few);
        assert_eq!(palette("", "", "vt100"), Palette::None);
        assert_eq!(palette("1", "truecolor", "xterm-256color"), Palette::None);
    }

    /// Relative luminance, as the accessibility guidelines of the web define it.
    fn luminance(colour: Color) -> f64 {
        let Color::Rgb(r, g, b) = colour else { panic!("expected 24 bits") };
        let part = |x: u8| match f64::from(x) / 255.0 {
            x if x <= 0.04045 => x / 12.92,
            x => ((x + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
    }

    #[test]
    fn every_number_stands_out_from_its_tile() {
        for tile in (1..=17).filter_map(Tile::new) {
            let (text, background) = Palette::Full.tile(tile).unwrap();
            let (a, b) = (luminance(text) + 0.05, luminance(background) + 0.05);
            let contrast = a.max(b) / a.min(b);
            assert!(contrast >= 3.0, "{tile}: {contrast:.2}"); // what the guidelines ask of large text
        }
    }

    #[test]
    fn no_two_tiles_look_the_same() {
        for palette in [Palette::Full, Palette::Many, Palette::Few] {
            let mut looks: Vec<_> =
                (1..=17).filter_map(Tile::new).map(|tile| format!("{:?}", palette.tile(tile))).collect();
            looks.sort();
            looks.dedup();
            assert_eq!(looks.len(), 17, "{palette:?}");
        }
    }
}
