//! A shape as text: the section `shape` of a network file.
//!
//! ```text
//! 4x6       the patterns            chances
//! 2048      the smallest large      large 2048        the smallest large tile
//!           tile, 0 for none        ranks 4           how many large tiles are told apart
//! 5         stages                  foresight 0.5     how much of a success is what follows
//! 4         large tiles that        stage 0 4x6       a stage: large tiles, and its patterns
//!           are told apart          stage 4+1 8x6     large tiles and what is built below them
//! ```
//! On the left values are points and all stages have the same patterns; on the right they are chances.

use super::NetworkFormatError;
use super::pattern::Patterns;
use super::shape::{Shape, Unit};
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
        let (large, ranks) = (self.symbols().large().map_or(0, Tile::face), self.symbols().ranks());
        let Unit::Chances { foresight } = self.unit() else {
            return format!("{}\n{large}\n{}\n{ranks}\n", self.patterns(0), self.symbols().stages());
        };
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
    let (large, stages, ranks) = match numbers[..] {
        [large, stages] => (large, stages, 2), // as the first networks had it
        [large, stages, ranks] => (large, stages, ranks),
        _ => return None,
    };
    let staged = || {
        let (stages, ranks) = (u8::try_from(stages).ok()?, u8::try_from(ranks).ok()?);
        Symbols::staged(Tile::from_face(large)?, stages, ranks)
    };
    let symbols = if large == 0 { Symbols::PLAIN } else { staged()? };
    Some(built(Shape::new(patterns.parse().ok()?, symbols)))
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
    let symbols = Symbols::by_level(large, &standings, ranks)?;
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
        for text in ["4x5\n0\n1\n0\n", "5x4\n2048\n5\n4\n", chances, late] {
            assert_eq!(Shape::from_description(text).unwrap().describe(), text);
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
        assert!(Shape::from_description("chances\nlarge 2048\nranks 4\nforesight 1\nstage 0 4x5\n").is_err());
    }
}
