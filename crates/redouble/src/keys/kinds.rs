//! The kinds of values a key can take, each read and written in one place.

use core::time::Duration;

use super::ParseSpecError;
use super::syntax::Value;
use crate::Tile;
use crate::text::clipped;

/// How one kind of value is read and written.
pub(crate) struct Kind<T> {
    /// What may stand behind the key, for people.
    pub form: &'static str,
    /// What it is, for the program.
    pub sort: Sort,
    /// Reads the word behind the key; `None` refuses it.
    pub read: fn(&str) -> Option<T>,
    /// Writes the word that reads back the same.
    pub write: fn(&T) -> String,
}

/// What the program does with a kind of value beyond reading and writing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// The key alone switches it on.
    Switch,
    /// A constant that may be tuned.
    Constant,
    /// Nothing.
    Plain,
}

impl<T> Kind<T> {
    /// Reads a value, or says what was expected.
    pub fn value(&self, value: &Value) -> Result<T, ParseSpecError> {
        let read = match value {
            Value::Flag(_) if self.sort != Sort::Switch => None,
            _ => value.word().and_then(self.read),
        };
        read.ok_or_else(|| self.refusal(value))
    }

    fn refusal(&self, value: &Value) -> ParseSpecError {
        let found = match value {
            Value::Flag(_) => "nothing".to_owned(),
            Value::Text { .. } => "text in quotes".to_owned(),
            Value::Term(term) if term.arguments.is_empty() => format!("{:?}", clipped(&term.name)),
            Value::Term(term) => format!("{:?} with arguments", clipped(&term.name)),
        };
        ParseSpecError::new(value.place(), format!("expected {}, found {found}", self.form))
    }
}

/// The most threads a spec can ask for.
const MAX_THREADS: usize = 1024;

/// `on` or `off`.
pub(crate) const SWITCH: Kind<bool> = Kind {
    form: "on or off",
    sort: Sort::Switch,
    read: |word| match word {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    },
    write: |&on| if on { "on" } else { "off" }.to_owned(),
};

/// A count of at least one.
pub(crate) const COUNT: Kind<u32> = Kind {
    form: "a number from 1 up",
    sort: Sort::Plain,
    read: |word| whole(word).filter(|&count| count > 0),
    write: u32::to_string,
};

/// A count of at least one, or none.
pub(crate) const OPTIONAL_COUNT: Kind<Option<u32>> = Kind {
    form: "off or a number from 1 up",
    sort: Sort::Plain,
    read: |word| optional(word, COUNT.read),
    write: |count| optional_text(count, COUNT.write),
};

/// A large count of at least one, or none.
pub(crate) const OPTIONAL_LARGE_COUNT: Kind<Option<u64>> = Kind {
    form: "off or a number from 1 up",
    sort: Sort::Plain,
    read: |word| optional(word, |word| whole(word).filter(|&count| count > 0)),
    write: |count| optional_text(count, u64::to_string),
};

/// Threads.
pub(crate) const THREADS: Kind<usize> = Kind {
    form: "a number from 1 to 1024",
    sort: Sort::Plain,
    read: |word| whole(word).filter(|threads| (1..=MAX_THREADS).contains(threads)),
    write: usize::to_string,
};

/// Plies below a node, 0 included.
pub(crate) const PLIES_BELOW: Kind<u32> =
    Kind { form: "a number from 0 up", sort: Sort::Plain, read: whole, write: u32::to_string };

/// A probability between 0 and 1; 0 stands for none.
pub(crate) const PROBABILITY: Kind<f64> = Kind {
    form: "off or a probability above 0 and below 1",
    sort: Sort::Plain,
    read: |word| match word {
        "off" => Some(0.0),
        _ => number(word).filter(|&probability| probability > 0.0 && probability < 1.0),
    },
    write: |&probability| if probability == 0.0 { "off".to_owned() } else { probability.to_string() },
};

/// By how much to multiply; 0 is off.
pub(crate) const FACTOR: Kind<f64> = Kind {
    form: "off or a number above 0",
    sort: Sort::Plain,
    read: |word| match word {
        "off" => Some(0.0),
        _ => number(word).filter(|&factor| factor > 0.0),
    },
    write: |&factor| if factor == 0.0 { "off".to_owned() } else { factor.to_string() },
};

/// Any finite number.
pub(crate) const NUMBER: Kind<f64> =
    Kind { form: "a number", sort: Sort::Constant, read: number, write: f64::to_string };

/// A tile by its face, or none.
pub(crate) const OPTIONAL_TILE: Kind<Option<Tile>> = Kind {
    form: "off or a tile from 2 to 131072",
    sort: Sort::Plain,
    read: |word| optional(word, tile),
    write: |tile| optional_text(tile, Tile::to_string),
};

/// A tile by its face, or the end of the game.
pub(crate) const UNTIL: Kind<Option<Tile>> = Kind {
    form: "over or a tile from 2 to 131072",
    sort: Sort::Plain,
    read: |word| if word == "over" { Some(None) } else { tile(word).map(Some) },
    write: |until| until.map_or("over".to_owned(), |tile| tile.to_string()),
};

/// A span of time, or none.
pub(crate) const TIME: Kind<Option<Duration>> = Kind {
    form: "off or a time above 0 such as 500us, 10ms, 1.5s or 2min",
    sort: Sort::Plain,
    read: |word| optional(word, parse_time),
    write: |time| optional_text(time, time_text),
};

/// A number of bytes; 0 stands for none.
pub(crate) const SIZE: Kind<usize> = Kind {
    form: "off or a size above 0 such as 512KiB, 64MiB or 1GiB",
    sort: Sort::Plain,
    read: |word| if word == "off" { Some(0) } else { size(word) },
    write: |&bytes| if bytes == 0 { "off".to_owned() } else { size_text(bytes) },
};

pub(crate) fn optional<T>(word: &str, read: fn(&str) -> Option<T>) -> Option<Option<T>> {
    if word == "off" { Some(None) } else { read(word).map(Some) }
}

pub(crate) fn optional_text<T>(value: &Option<T>, write: fn(&T) -> String) -> String {
    value.as_ref().map_or("off".to_owned(), write)
}

/// Digits alone: no sign, which the standard library would allow.
pub(crate) fn whole<N: std::str::FromStr>(word: &str) -> Option<N> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok())?
}

fn number(word: &str) -> Option<f64> {
    let number: f64 = word.parse().ok()?;
    number.is_finite().then_some(number + 0.0) // which makes −0 of one kind with 0
}

fn tile(word: &str) -> Option<Tile> {
    Tile::from_face(whole(word)?).filter(|tile| !tile.is_empty())
}

const TIMES: [(&str, u64); 7] = [
    ("h", 3_600_000_000_000),
    ("min", 60_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

/// Reads a time above 0 as specs write it: `500us`, `10ms`, `1.5s`, `2min` or `2m`; a number alone is in seconds.
///
/// ```
/// # use redouble::spec::parse_time;
/// assert_eq!(parse_time("1.5s"), Some(core::time::Duration::from_millis(1500)));
/// assert_eq!(parse_time("2"), Some(core::time::Duration::from_secs(2)));
/// assert_eq!(parse_time("1m"), Some(core::time::Duration::from_secs(60)));
/// assert_eq!(parse_time("0s"), None);
/// assert_eq!(parse_time("-1"), None);
/// ```
pub fn parse_time(word: &str) -> Option<Duration> {
    let in_seconds = word.ends_with(|c: char| c.is_ascii_digit()).then(|| format!("{word}s"));
    measured(in_seconds.as_deref().unwrap_or(word), &TIMES)
        .filter(|&nanos| nanos > 0)
        .map(Duration::from_nanos)
}

fn time_text(time: &Duration) -> String {
    let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    measure_text(nanos, &TIMES[3..]) // hours and minutes are read, not written
}

const SIZES: [(&str, u64); 4] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];

fn size(word: &str) -> Option<usize> {
    measured(word, &SIZES).filter(|&bytes| bytes > 0).and_then(|bytes| usize::try_from(bytes).ok())
}

fn size_text(bytes: usize) -> String {
    measure_text(bytes as u64, &SIZES)
}

/// A decimal number and a unit, as a whole number of the smallest unit.
fn measured(word: &str, units: &[(&str, u64)]) -> Option<u64> {
    let end = word.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = word.split_at(end);
    let (_, scale) = units.iter().find(|(name, _)| *name == unit)?;
    let (whole_part, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if fraction.is_empty() || fraction.len() > 15 || whole_part.is_empty() {
        return None;
    }
    let part = u128::from(*scale) * u128::from(whole::<u64>(fraction)?) / 10u128.pow(fraction.len() as u32);
    whole::<u64>(whole_part)?.checked_mul(*scale)?.checked_add(u64::try_from(part).ok()?)
}

/// The number in the largest unit that divides it.
fn measure_text(number: u64, units: &[(&str, u64)]) -> String {
    let unit = units.iter().find(|(_, scale)| number.is_multiple_of(*scale)).unwrap_or(&("", 1));
    format!("{}{}", number / unit.1, unit.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten<T>(kind: &Kind<T>, word: &str) -> Option<String> {
        (kind.read)(word).map(|value| (kind.write)(&value))
    }

    #[test]
    fn times_are_read_in_any_unit_and_written_in_the_largest_that_fits() {
        let pairs = [
            ("10ms", "10ms"),
            ("1.5s", "1500ms"),
            ("0.001s", "1ms"),
            ("2min", "120s"),
            ("1000us", "1ms"),
            ("7ns", "7ns"),
            ("2", "2s"),
            ("off", "off"),
        ];
        for (word, expected) in pairs {
            assert_eq!(rewritten(&TIME, word).as_deref(), Some(expected), "{word}");
        }
        for word in ["0s", "-1s", "s", "1.s", ".5s", "1 s", "1d", "0.1ns", "99999999999999h", "1e3s", "+1s"] {
            assert_eq!(rewritten(&TIME, word), None, "{word}");
        }
    }

    #[test]
    fn sizes_are_binary() {
        assert_eq!((SIZE.read)("64MiB"), Some(64 << 20));
        assert_eq!((SIZE.read)("0.5GiB"), Some(512 << 20));
        assert_eq!(rewritten(&SIZE, "65536KiB").as_deref(), Some("64MiB"));
        assert_eq!(rewritten(&SIZE, "off").as_deref(), Some("off"));
        for word in ["0MiB", "64", "64MB", "-1MiB", "99999999999999GiB"] {
            assert_eq!(rewritten(&SIZE, word), None, "{word}");
        }
    }

    #[test]
    fn counts_and_probabilities_keep_to_their_bounds() {
        assert_eq!((COUNT.read)("0"), None);
        assert_eq!((COUNT.read)("+1"), None);
        assert_eq!((COUNT.read)("4294967296"), None);
        for word in ["0", "1", "-0.1", "1.5", "nan", "inf", ""] {
            assert_eq!((PROBABILITY.read)(word), None, "{word}");
        }
        assert_eq!(rewritten(&PROBABILITY, "1e-4").as_deref(), Some("0.0001"));
    }

    #[test]
    fn tiles_are_named_by_their_faces() {
        assert_eq!(rewritten(&UNTIL, "2048").as_deref(), Some("2048"));
        assert_eq!(rewritten(&UNTIL, "over").as_deref(), Some("over"));
        for word in ["0", "1", "3", "262144", "off"] {
            assert_eq!(rewritten(&UNTIL, word), None, "{word}");
        }
    }
}
