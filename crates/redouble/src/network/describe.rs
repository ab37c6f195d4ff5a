//! A shape as text: the section `shape` of a network file.
//!
//! ```text
//! 4x6    the patterns                     chances
//! 0      no large tiles                   large 2048        the smallest large tile
//! 1      one stage                        ranks 4           how many large tiles are told apart
//! 0      (missing in the first files)     foresight 0.5     how much of a success is what follows
//!                                         stage 0 4x6       a stage: large tiles, and its patterns
//!                                         stage 4+1 8x6     large tiles and what is built below them
//! ```
//! On the left a plain network, whose values are points; on the right a staged one, whose values are chances. Networks
//! with other numbers on the left had stages of points: they are refused as what they are.

use super::NetworkFormatError;
use super::pattern::Patterns;
use super::shape::{Shape, Values};
use super::symbols::{Standing, Symbols};
use crate::Tile;

impl Shape {
    /// The shape that [`describe`](Shape::describe) describes.
    pub fn from_description(text: &str) -> Result<Shape, NetworkFormatError> {
        let shape = match text.strip_prefix("chances\n") {
            Some(lines) => of_chances(lines),
            None => of_points(text),
        };
        shape.unwrap_or_else(|| Err(NetworkFormatError::Damaged("shape".to_owned())))
    }

    /// The shape in a few lines of text.
    pub fn describe(&self) -> String {
        let Values::Chances { foresight } = self.values() else {
            return format!("{}\n0\n1\n0\n", self.patterns(0));
        };
        let (large, ranks) = (self.symbols().large().map_or(0, Tile::face), self.symbols().ranks());
        let mut text = format!("chances\nlarge {large}\nranks {ranks}\nforesight {foresight}\n");
        for (stage, standing) in self.symbols().standings().iter().enumerate() {
            text += &format!("stage {standing} {}\n", self.patterns(stage));
        }
        text
    }
}

/// A shape, why there is none, or `None` where the text makes no sense.
type Found = Option<Result<Shape, NetworkFormatError>>;

fn of_points(text: &str) -> Found {
    let (patterns, numbers) = text.split_once('\n')?;
    let numbers: Vec<u32> = numbers.lines().map(|line| line.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [0, _] | [0, _, _] => Some(built(Shape::plain(patterns.parse().ok()?))),
        [large, _] | [large, _, _] if Tile::from_face(large).is_some() => {
            Some(Err(NetworkFormatError::StagedPoints))
        }
        _ => None,
    }
}

fn of_chances(text: &str) -> Found {
    let mut lines = text.lines();
    let mut setting = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
    let large = Tile::from_face(setting("large")?.parse().ok()?)?;
    let ranks = setting("ranks")?.parse().ok()?;
    let foresight = setting("foresight")?.parse().ok().filter(|part| (0.0..1.0).contains(part))?;
    let stage = |line: &str| {
        let (standing, patterns) = line.strip_prefix("stage ")?.split_once(' ')?;
        Some((standing.parse::<Standing>().ok()?, patterns.parse::<Patterns>().ok()?))
    };
    let (standings, patterns): (Vec<Standing>, Vec<Patterns>) =
        lines.map(stage).collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let symbols = Symbols::staged(large, &standings, ranks)?;
    Some(built(Shape::of_chances(foresight, patterns, symbols)))
}

fn built(shape: Result<Shape, super::ShapeError>) -> Result<Shape, NetworkFormatError> {
    shape.map_err(|error| NetworkFormatError::Shape(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_as_they_were_described() {
        let chances = "chances\nlarge 2048\nranks 4\nforesight 0.5\nstage 0 4x5\nstage 4+1 0.1.2 1.2\n";
        let late = "chances\nlarge 2048\nranks 4\nforesight 0\nstage 3 4x5\nstage 4 4x5\n";
        for text in ["4x5\n0\n1\n0\n", chances, late] {
            assert_eq!(Shape::from_description(text).unwrap().describe(), text);
        }
        assert_eq!(Shape::from_description("4x5\n0\n1\n").unwrap().describe(), "4x5\n0\n1\n0\n");
    }

    #[test]
    fn stages_of_points_are_refused_as_what_they_are() {
        for text in ["4x6\n2048\n5\n4\n", "4x6\n2048\n6\n", "0.1.2 1.2\n512\n1\n2\n"] {
            assert_eq!(Shape::from_description(text).unwrap_err(), NetworkFormatError::StagedPoints);
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let stages = |lines: &str| format!("chances\nlarge 2048\nranks 4\nforesight 0.5\n{lines}");
        for lines in [
            "",
            "stage 1+1 4x5\n",
            "stage 1 4x5\nstage 0 4x5\n",
            "stage 0 4x5\nstage 0 4x5\n",
            "stage 0\n",
            "stage 0 9x9\n",
        ] {
            assert!(Shape::from_description(&stages(lines)).is_err(), "{lines}");
        }
        for text in ["4x6", "4x6\n", "9x9\n0\n1\n0\n", "4x6\n7\n1\n0\n", "4x6\n0\n1\n0\n0\n"] {
            let damaged = NetworkFormatError::Damaged("shape".to_owned());
            assert_eq!(Shape::from_description(text).unwrap_err(), damaged, "{text}");
        }
        assert!(Shape::from_description("chances\nlarge 2048\nranks 4\nforesight 1\nstage 0 4x5\n").is_err());
    }
}
