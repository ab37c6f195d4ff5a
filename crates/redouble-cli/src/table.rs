//! Tables of text: a name on each row, a column for each thing compared.

use std::io::{self, Write};

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

/// A number with commas between its thousands, to so many places.
pub fn number(value: f64, places: usize) -> String {
    if !value.is_finite() {
        return "?".to_owned();
    }
    let text = format!("{:.places$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let zero = text.chars().all(|c| "0.".contains(c));
    format!("{}{grouped}{rest}", if value < 0.0 && !zero { "-" } else { "" })
}

/// A share as per cent.
pub fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1}", 100.0 * share) } else { "?".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let written = [(0.0, 0), (999.0, 0), (1000.0, 0), (-1234567.89, 1), (-0.2, 0), (12.5, 3)];
        let texts = written.map(|(value, places)| number(value, places));
        assert_eq!(texts, ["0", "999", "1,000", "-1,234,567.9", "0", "12.500"]);
        assert_eq!(number(f64::INFINITY, 2), "?");
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
