//! Tables of text: a name on each row, a column for each thing compared.

use std::io::{self, Write};

pub use redouble_analysis::number::number;

/// Rows of cells, to be printed with aligned columns.
#[derive(Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row: its name, then its cells.
    pub fn row(&mut self, name: &str, cells: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(name.to_owned()).chain(cells).collect());
    }

    /// Adds a name and one cell that is read as a sentence: it begins where the others do.
    pub fn fact(&mut self, name: &str, fact: String) {
        self.rows.push(vec![format!("{name:<12}{fact}")]);
    }

    /// Prints the first column to the left, all others to the right, two spaces apart.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for row in &self.rows {
            let mut line = format!("{:<1$}", row[0], widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                line.push_str(&format!("  {cell:>width$}"));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A number of things, in words that agree with it: 1 move, 2 moves, 1,500 moves.
pub fn count(things: u64, name: &str) -> String {
    format!("{} {}", number(things as f64, 0), words(things, name))
}

/// The name of so many things: move, moves.
pub fn words(things: u64, name: &str) -> String {
    if things == 1 { name.to_owned() } else { format!("{name}s") }
}

/// A number of bytes.
pub fn megabytes(bytes: u64) -> String {
    format!("{} MB", number(bytes as f64 / 1e6, if bytes < 10_000_000 { 2 } else { 0 }))
}

/// A share as per cent.
pub fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1}", 100.0 * share) } else { "?".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_their_number() {
        assert_eq!(
            [0, 1, 2, 1500].map(|n| count(n, "move")),
            ["0 moves", "1 move", "2 moves", "1,500 moves"]
        );
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::default();
        table.row("", ["A".into(), "B".into()]);
        table.row("games", ["1".into(), "1,000".into()]);
        let mut text = Vec::new();
        table.print(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "       A      B\ngames  1  1,000\n");
    }
}
