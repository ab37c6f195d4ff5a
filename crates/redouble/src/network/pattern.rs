//! The shapes a network looks through.

use std::fmt;
use std::str::FromStr;

/// A set of two to eight cells whose tiles together select one weight.
///
/// ```text
///  0  1  2  3      the pattern 0.1.2.4.5.6 is the 2×3 block in the top left;
///  4  5  6  7      through the eight symmetries the same weights serve every
///  8  9 10 11      place the block fits at a corner
/// 12 13 14 15
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    cells: u16,
}

impl Pattern {
    /// The pattern of these cells; `None` unless they are two to eight different cells of the board.
    pub fn new(cells: &[u8]) -> Option<Pattern> {
        let mut bits = 0u16;
        for &cell in cells {
            if cell > 15 || bits >> cell & 1 == 1 {
                return None;
            }
            bits |= 1 << cell;
        }
        (2..=8).contains(&cells.len()).then_some(Pattern { cells: bits })
    }

    /// How many cells it has: never none.
    #[expect(clippy::len_without_is_empty, reason = "a pattern is never empty")]
    pub const fn len(self) -> u32 {
        self.cells.count_ones()
    }

    /// Its cells, ascending.
    pub fn cells(self) -> impl Iterator<Item = u32> {
        (0..16).filter(move |cell| self.cells >> cell & 1 == 1)
    }

    /// The smallest of its eight images: equal for patterns that a symmetry turns into each other.
    pub fn canonical(self) -> Pattern {
        let images = [
            |r, c| (r, c),
            |r, c| (r, 3 - c),
            |r, c| (3 - r, c),
            |r, c| (3 - r, 3 - c),
            |r, c| (c, r),
            |r, c| (c, 3 - r),
            |r, c| (3 - c, r),
            |r: u32, c: u32| (3 - c, 3 - r),
        ];
        let image = |turn: &fn(u32, u32) -> (u32, u32)| {
            let cells = self.cells().fold(0, |bits, cell| {
                let (row, column) = turn(cell / 4, cell % 4);
                bits | 1 << (4 * row + column)
            });
            Pattern { cells }
        };
        images.iter().map(image).min().unwrap_or(self)
    }
}

/// Prints its cells: `0.1.2.4.5.6`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.cells().map(|cell| cell.to_string()).collect();
        f.write_str(&cells.join("."))
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of patterns, no two of which are images of each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns(Vec<Pattern>);

impl Patterns {
    /// The set of these patterns; an error if there are none, too many, or two that a symmetry makes equal.
    pub fn new(patterns: Vec<Pattern>) -> Result<Patterns, ParsePatternsError> {
        let mut seen = Vec::new();
        for pattern in &patterns {
            if seen.contains(&pattern.canonical()) {
                return Err(ParsePatternsError::Image(pattern.to_string()));
            }
            seen.push(pattern.canonical());
        }
        if patterns.is_empty() || patterns.len() > MOST_PATTERNS {
            return Err(ParsePatternsError::Count(patterns.len()));
        }
        Ok(Patterns(patterns))
    }

    /// The patterns.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Pattern> {
        self.0.iter().copied()
    }

    /// How many there are: never none.
    #[expect(clippy::len_without_is_empty, reason = "a set of patterns is never empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The most patterns a network may have.
pub const MOST_PATTERNS: usize = 32;

/// The pattern sets known by name, with where they come from.
pub const NAMED: &[(&str, &str, &str)] = &[
    ("4x6", "0.1.2.3.4.5 4.5.6.7.8.9 0.1.2.4.5.6 4.5.6.8.9.10", "Yeh and others, 2016"),
    ("5x6", "0.1.2.3.4.5 4.5.6.7.8.9 0.1.2.4.5.6 4.5.6.8.9.10 8.9.10.11.12.13", "Jaśkowski, 2017"),
    ("6x6", "0.1.2.4.5.6 4.5.6.7.8.9 0.1.2.3.4.5 2.3.4.5.6.9 0.1.2.5.9.10 3.4.5.6.7.8", "Matsuzaki, 2016"),
    (
        "7x6",
        "0.1.2.4.5.6 4.5.6.7.8.9 0.1.2.3.4.5 2.3.4.5.6.9 0.1.2.5.9.10 3.4.5.6.7.8 1.3.4.5.6.7",
        "Matsuzaki, 2016",
    ),
    (
        "8x6",
        "0.1.2.4.5.6 4.5.6.7.8.9 0.1.2.3.4.5 2.3.4.5.6.9 0.1.2.5.9.10 3.4.5.6.7.8 1.3.4.5.6.7 0.1.4.8.9.10",
        "Matsuzaki, 2016",
    ),
    (
        "10x6",
        "0.1.2.4.5.6 4.5.6.7.8.9 0.1.2.3.4.5 2.3.4.5.6.9 0.1.2.5.9.10 3.4.5.6.7.8 1.3.4.5.6.7 0.1.4.8.9.10 \
         4.5.6.7.8.12 0.1.2.3.4.8",
        "the 8x6 set, a hook around the corner and one beside it",
    ),
    (
        "hook",
        "0.1.2.3.4.5 4.5.6.7.8.9 0.1.2.4.5.6 4.5.6.8.9.10 8.9.10.11.12.13 0.1.2.3.4.8",
        "the 5x6 set and a hook around the corner",
    ),
    ("2x7", "0.1.2.3.4.5.6 4.5.6.7.8.9.10", "lines of seven"),
    ("3x7", "0.1.2.3.4.5.6 4.5.6.7.8.9.10 8.9.10.11.12.13.14", "lines of seven"),
    ("4x5", "0.1.2.3.4 4.5.6.7.8 0.1.2.4.5 4.5.6.8.9", "the 4x6 set, each less one cell"),
    ("5x4", "0.1.2.3 4.5.6.7 0.1.4.5 1.2.5.6 5.6.9.10", "lines and squares"),
];

/// Reads a name such as `4x6`, or patterns separated by spaces, each a list of cells: `0.1.2.3 0.1.4.5`.
impl FromStr for Patterns {
    type Err = ParsePatternsError;

    fn from_str(text: &str) -> Result<Patterns, ParsePatternsError> {
        let cells = NAMED.iter().find(|(name, ..)| *name == text.trim()).map_or(text, |(_, cells, _)| cells);
        Patterns::new(cells.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
    }
}

/// Reads a list of cells: `0.1.2.4.5.6`.
impl FromStr for Pattern {
    type Err = ParsePatternsError;

    fn from_str(text: &str) -> Result<Pattern, ParsePatternsError> {
        let cells: Option<Vec<u8>> = text.split('.').map(|cell| cell.parse().ok()).collect();
        let pattern = cells.and_then(|cells| Pattern::new(&cells));
        pattern.ok_or_else(|| ParsePatternsError::Pattern(text.to_owned()))
    }
}

/// Prints the name of a known set, or the patterns separated by spaces.
impl fmt::Display for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.0.iter().map(Pattern::to_string).collect::<Vec<_>>().join(" ");
        f.write_str(NAMED.iter().find(|(_, known, _)| *known == cells).map_or(&cells, |(name, ..)| name))
    }
}

/// Why a text is no set of patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePatternsError {
    /// This word is neither a known name nor a pattern.
    Pattern(String),
    /// This pattern is a symmetric image of another one in the set: it would cost time and learn nothing.
    Image(String),
    /// There are none, or more than [`MOST_PATTERNS`].
    Count(usize),
}

impl fmt::Display for ParsePatternsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePatternsError::Pattern(word) => {
                let names: Vec<&str> = NAMED.iter().map(|(name, ..)| *name).collect();
                write!(
                    f,
                    "`{word}` is not a pattern: expected two to eight different cells from 0 to 15 such as `0.1.2.4.5.6`, \
                     or one of the sets {}",
                    names.join(", ")
                )
            }
            ParsePatternsError::Image(pattern) => {
                write!(f, "the pattern {pattern} is a symmetric image of another one in the set")
            }
            ParsePatternsError::Count(count) => {
                write!(f, "expected 1 to {MOST_PATTERNS} patterns, found {count}")
            }
        }
    }
}

impl std::error::Error for ParsePatternsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_sets_parse_and_print_their_name() {
        for (name, cells, _) in NAMED {
            let patterns: Patterns = name.parse().unwrap();
            assert_eq!(patterns.to_string(), *name);
            assert_eq!(cells.parse::<Patterns>().unwrap(), patterns);
        }
    }

    #[test]
    fn an_image_of_another_pattern_is_refused() {
        let error = "0.1.2.4.5.6 8.9.10.12.13.14".parse::<Patterns>().unwrap_err();
        assert_eq!(error, ParsePatternsError::Image("8.9.10.12.13.14".to_owned()));
    }

    #[test]
    fn bad_patterns_are_refused() {
        for text in ["", "0", "0.0", "0.16", "4x9", "0.1.2.3.4.5.6.7.8", "0..1"] {
            assert!(text.parse::<Patterns>().is_err(), "{text}");
        }
    }
}
