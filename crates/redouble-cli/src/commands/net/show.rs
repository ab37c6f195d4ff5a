//! `redouble net show [FILE]`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use redouble::network::Network;
use redouble_lab::resources;
use redouble_lab::training::{Effort, Kind, Point, Trainer, curve, touched};

use crate::failure::Failure;
use crate::table::{Table, count, megabytes, number};

/// Check a network for damage and tell what is in it: patterns, training, learning curve, recipe
#[derive(Args)]
pub struct Show {
    /// A network file [default: the built-in network]
    file: Option<PathBuf>,
}

impl Show {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let name =
            self.file.as_ref().map_or("the built-in network".to_owned(), |path| path.display().to_string());
        let wrong = |error| Failure::usage(&name, error);
        let network = match &self.file {
            None => resources::built_in(),
            Some(path) => Network::open(std::fs::read(path).map_err(|error| Failure::file(path, error))?)
                .map_err(wrong)?,
        };
        network.verify().map_err(wrong)?;
        let kind = self.file.as_deref().and_then(|path| Kind::of(path).ok().flatten());
        let kind = kind.map_or("packed", Kind::words);
        let size = megabytes(network.directory().file_length() as u64);
        writeln!(out, "{name}: {kind}, {size}, identity {:08x}, not damaged\n", network.identity())?;
        describe(&network).print(out)?;
        if let Some(points) = network.text("curve").ok().and_then(curve::from_csv) {
            print_curve(out, &points)?;
        }
        for (section, title) in [("recipe", "trained by this recipe"), ("packing", "packed like this")] {
            if let Ok(text) = network.text(section) {
                writeln!(out, "\n{title}\n\n{}", text.trim_end())?;
            }
        }
        match self.file.filter(|path| matches!(Kind::of(path), Ok(Some(Kind::Training)))) {
            Some(path) => {
                print_touched(out, &Trainer::open(&path).map_err(|why| Failure::usage(&name, why))?)
            }
            None => Ok(()),
        }
    }
}

fn describe(network: &Network) -> Table {
    let (shape, mut table) = (network.shape(), Table::default());
    let stages = shape.symbols().stages();
    let weights: usize = (0..stages).map(|stage| shape.weights(stage)).sum();
    let by = match shape.symbols().large() {
        Some(large) => format!("{stages}, by the tiles from {} up", large.face()),
        None => stages.to_string(),
    };
    table.fact("patterns", shape.patterns(0).to_string());
    table.fact("stages", by);
    table.fact("weights", number(weights as f64, 0));
    if let Some(Effort { moves, games, seconds }) = network.text("effort").ok().and_then(Effort::parse) {
        let time = format!("{} s", number(seconds, 0));
        table.fact("trained for", format!("{}, {}, {time}", count(moves, "move"), count(games, "game")));
    }
    table
}

/// How well it played as it learned, without search.
fn print_curve(out: &mut dyn Write, points: &[Point]) -> Result<(), Failure> {
    writeln!(out, "\nhow well it played without search as it learned\n")?;
    let mut table = Table::default();
    let tiles = [2048, 8192, 32768];
    let head = ["seconds", "games", "mean score"].map(str::to_owned).into_iter();
    table.row("moves", head.chain(tiles.map(|tile| format!("{tile}, %"))));
    for point in points {
        let share = |tile: u32| {
            let place = curve::TILES.iter().position(|&known| known == tile).unwrap_or(0);
            format!("{:.1}", 100.0 * point.shares[place])
        };
        let score = format!("{} ± {}", number(point.mean, 0), number(point.margin, 0));
        let numbers = [number(point.effort.seconds, 0), number(point.games as f64, 0), score];
        table.row(&number(point.effort.moves as f64, 0), numbers.into_iter().chain(tiles.map(share)));
    }
    Ok(table.print(out)?)
}

fn print_touched(out: &mut dyn Write, trainer: &Trainer) -> Result<(), Failure> {
    writeln!(out, "\nweights ever learned from\n")?;
    let mut table = Table::default();
    for (stage, (seen, all)) in touched(&trainer.learner).into_iter().enumerate() {
        let share = format!("{:.1} %", 100.0 * seen as f64 / all as f64);
        let of = format!("{} of {}", number(seen as f64, 0), number(all as f64, 0));
        table.row(&format!("stage {stage}"), [of, share]);
    }
    Ok(table.print(out)?)
}
