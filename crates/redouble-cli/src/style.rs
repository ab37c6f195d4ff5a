//! How output looks: in colour on a terminal, plain anywhere else.

use std::io::IsTerminal;

use redouble::{Board, Tile};

/// What the reader of our output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text and nothing else: a pipe, a file, a terminal that can do no more.
    Plain,
    /// A terminal whose cursor moves, without colours: its user asked for none.
    Moving,
    /// A terminal in colour.
    Colour,
}

impl Style {
    /// The style for a stream.
    pub fn of(stream: impl IsTerminal) -> Style {
        let variable = |name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        Style::new(stream.is_terminal(), variable("NO_COLOR"), variable("TERM"))
    }

    /// Any text in `no_color` asks for no colour (no-color.org); a terminal named `dumb` cannot move its cursor.
    fn new(is_terminal: bool, no_color: Option<String>, term: Option<String>) -> Style {
        match (is_terminal, term.as_deref(), no_color.as_deref()) {
            (false, ..) | (_, Some("dumb"), _) => Style::Plain,
            (_, _, None | Some("")) => Style::Colour,
            _ => Style::Moving,
        }
    }

    /// The board as lines that each end in a newline: coloured tiles, or columns of numbers.
    pub fn picture(self, board: Board) -> String {
        match self {
            Style::Colour => board.tiles().chunks(4).map(coloured_row).collect(),
            Style::Plain | Style::Moving => board.tiles().chunks(4).map(plain_row).collect(),
        }
    }
}

/// The escape code that puts the cursor at the start of the line `lines` above and clears all below it.
pub fn back_up(lines: usize) -> String {
    format!("\x1b[{lines}F\x1b[J")
}

/// Three lines high, so that a tile is about as high as it is wide.
fn coloured_row(row: &[Tile]) -> String {
    let blank: String = row.iter().map(|&tile| painted(tile, "")).collect();
    let faces: String = row.iter().map(|&tile| painted(tile, &face(tile))).collect();
    format!("{blank}\n{faces}\n{blank}\n")
}

fn plain_row(row: &[Tile]) -> String {
    let cells: String = row.iter().map(|tile| format!("{tile:>7}")).collect();
    cells + "\n"
}

fn face(tile: Tile) -> String {
    if tile.is_empty() { String::new() } else { tile.to_string() }
}

/// Text and background are both set, so that light and dark terminals show the same.
fn painted(tile: Tile, text: &str) -> String {
    let (text_colour, background) = colours(tile);
    format!("\x1b[38;5;{text_colour};48;5;{background}m{text:^8}\x1b[0m")
}

/// Text and background of a tile in the palette of 256 colours.
pub fn colours(tile: Tile) -> (u8, u8) {
    COLOURS[usize::from(tile.exponent())]
}

const BLACK: u8 = 16;
const WHITE: u8 = 231;

/// Text and background of each tile in the palette of 256 colours, from the empty cell on.
const COLOURS: [(u8, u8); 18] = [
    (WHITE, 240), // empty
    (BLACK, 255), // 2
    (BLACK, 230), // 4
    (BLACK, 215), // 8
    (BLACK, 209), // 16
    (WHITE, 166), // 32
    (WHITE, 160), // 64
    (BLACK, 229), // 128
    (BLACK, 228), // 256
    (BLACK, 227), // 512
    (BLACK, 221), // 1024
    (BLACK, 220), // 2048
    (BLACK, 114), // 4096
    (WHITE, 29),  // 8192
    (WHITE, 31),  // 16384
    (WHITE, 25),  // 32768
    (WHITE, 91),  // 65536
    (WHITE, 16),  // 131072
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_for_terminals_whose_user_did_not_refuse_it() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(Style::new(true, None, text("xterm-256color")), Style::Colour);
        assert_eq!(Style::new(true, text(""), None), Style::Colour);
        assert_eq!(Style::new(true, text("1"), text("xterm")), Style::Moving);
        assert_eq!(Style::new(true, None, text("dumb")), Style::Plain);
        assert_eq!(Style::new(false, None, text("xterm")), Style::Plain);
    }

    #[test]
    fn a_plain_picture_has_four_rows_and_no_escape_codes() {
        let board: Board = "2 4 . . / . . . . / . . . . / 131072 . . 16".parse().unwrap();
        let picture = "      2      4      .      .
      .      .      .      .
      .      .      .      .
 131072      .      .     16
";
        assert_eq!(Style::Plain.picture(board), picture);
        assert_eq!(Style::Moving.picture(board), picture);
    }

    #[test]
    fn a_coloured_picture_has_twelve_rows_that_end_without_colour() {
        let board: Board = "123456789abcdefg".parse().unwrap();
        let picture = Style::Colour.picture(board);
        assert_eq!(picture.lines().count(), 12);
        assert!(picture.lines().all(|line| line.ends_with("\x1b[0m")));
        assert!(picture.contains("\x1b[38;5;16;48;5;220m  2048  \x1b[0m"), "{picture}");
    }
}
