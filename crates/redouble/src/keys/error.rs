//! Why a text is no spec.

use std::fmt;

use crate::text::clipped;

/// Why a text is no spec: where, what, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSpecError {
    place: usize,
    message: String,
}

impl ParseSpecError {
    pub(crate) fn new(place: usize, message: impl Into<String>) -> ParseSpecError {
        ParseSpecError { place, message: message.into() }
    }

    /// An unknown name or key: lists the known ones and suggests the nearest.
    pub(crate) fn unknown(place: usize, what: &str, found: &str, known: &[&str]) -> ParseSpecError {
        let hint = nearest(found, known).map(|near| format!("did you mean {near}? ")).unwrap_or_default();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        ParseSpecError::new(place, format!("unknown {what} {:?}; {hint}known: {known}", clipped(found)))
    }

    /// The character it is about, counted from 1.
    pub fn place(&self) -> usize {
        self.place
    }
}

impl std::error::Error for ParseSpecError {}

impl fmt::Display for ParseSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.place, self.message)
    }
}

/// The known name that takes the fewest edits to reach, if it takes few.
fn nearest<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let found: Vec<char> = found.chars().take(40).collect();
    let near = known.iter().map(|name| (edits(&found, name), *name)).min()?;
    (near.0 <= 1 + found.len() / 3).then_some(near.1)
}

/// Letters to insert, delete, change or swap with their neighbour to make one word of the other.
fn edits(found: &[char], name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    let mut rows = vec![(0..=name.len()).collect::<Vec<usize>>()];
    for (i, &a) in found.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in name.iter().enumerate() {
            let changed = rows[i][j] + usize::from(a != b);
            let swapped = match i > 0 && j > 0 && a == name[j - 1] && found[i - 1] == b {
                true => rows[i - 1][j - 1] + 1,
                false => usize::MAX,
            };
            row.push(changed.min(swapped).min(rows[i][j + 1] + 1).min(row[j] + 1));
        }
        rows.push(row);
    }
    rows[found.len()][name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_takes_few_edits() {
        let known = ["depth", "time", "threads"];
        assert_eq!(nearest("dpeth", &known), Some("depth"));
        assert_eq!(nearest("thread", &known), Some("threads"));
        assert_eq!(nearest("tyme", &known), Some("time"));
        assert_eq!(nearest("x", &known), None);
        assert_eq!(nearest("x", &[]), None);
    }

    #[test]
    fn edits_are_counted_both_ways() {
        let count = |a: &str, b: &str| edits(&a.chars().collect::<Vec<_>>(), b);
        assert_eq!(count("snake", "snake"), 0);
        assert_eq!(count("", "grid"), 4);
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("sitting", "kitten"), 3);
    }
}
