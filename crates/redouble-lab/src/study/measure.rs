//! What can be measured in the games of an agent.

use std::fmt;
use std::str::FromStr;

use redouble::Tile;
use redouble::search::Counts;
use serde::{Deserialize, Deserializer};

use super::Played;
use crate::outcome::{Outcome, Until};
use crate::stats::{self, Estimate, thousands};

/// Something measured in the games of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// `share-TILE`: the share of games that reached a tile.
    Share(Tile),
    /// Any other, by its place in the list of names.
    Named(usize),
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Count,
    Tile,
    Seconds,
    Milliseconds,
    Share,
    Number,
}

/// How a value is found: in each game, to be averaged, or in all games at once.
enum Source {
    EachGame(fn(&Outcome) -> f64),
    EachSuccess(fn(&Outcome) -> f64),
    AllGames(fn(&[Outcome]) -> f64),
}

/// Name, what stands above its column, unit, source.
const NAMED: [(&str, &str, Unit, Source); 25] = [
    ("mean-score", "mean score", Unit::Count, Source::EachGame(|game| f64::from(game.score))),
    (
        "median-score",
        "median score",
        Unit::Count,
        Source::AllGames(|games| stats::median(&each(games, |game| f64::from(game.score)))),
    ),
    ("max-score", "highest score", Unit::Count, Source::AllGames(|games| most(games, |game| game.score))),
    ("best-tile", "best tile", Unit::Tile, Source::AllGames(|games| most(games, face))),
    (
        "least-tile",
        "least best tile",
        Unit::Tile,
        Source::AllGames(|games| -most_f(games, |game| -f64::from(face(game)))),
    ),
    ("mode-tile", "usual best tile", Unit::Tile, Source::AllGames(mode)),
    ("seconds-per-game", "seconds a game", Unit::Seconds, Source::EachGame(seconds)),
    ("seconds-to-goal", "seconds to the goal", Unit::Seconds, Source::EachSuccess(seconds)),
    ("ms-per-game", "ms a game", Unit::Milliseconds, Source::EachGame(|game| 1e3 * seconds(game))),
    ("moves-per-game", "moves a game", Unit::Count, Source::EachGame(|game| f64::from(game.moves))),
    ("moves-to-goal", "moves to the goal", Unit::Count, Source::EachSuccess(|game| f64::from(game.moves))),
    (
        "plies-to-goal",
        "plies to the goal",
        Unit::Count,
        Source::EachSuccess(|game| 2.0 * f64::from(game.moves)),
    ),
    ("nodes-per-game", "nodes a game", Unit::Count, Source::EachGame(|game| game.nodes as f64)),
    ("nodes-to-goal", "nodes to the goal", Unit::Count, Source::EachSuccess(|game| game.nodes as f64)),
    ("boards-per-game", "boards a game", Unit::Count, Source::EachGame(|game| game.counts.boards as f64)),
    (
        "boards-to-goal",
        "boards to the goal",
        Unit::Count,
        Source::EachSuccess(|game| game.counts.boards as f64),
    ),
    ("leaves-per-game", "leaves a game", Unit::Count, Source::EachGame(|game| game.counts.leaves as f64)),
    (
        "leaves-to-goal",
        "leaves to the goal",
        Unit::Count,
        Source::EachSuccess(|game| game.counts.leaves as f64),
    ),
    (
        "ms-per-move",
        "ms a move",
        Unit::Milliseconds,
        Source::AllGames(|games| 1e3 * total(games, seconds) / moves(games)),
    ),
    (
        "points-per-ms",
        "points a ms",
        Unit::Number,
        Source::AllGames(|games| total(games, |game| f64::from(game.score)) / (1e3 * total(games, seconds))),
    ),
    ("pruned-share", "pruned, %", Unit::Share, Source::AllGames(|games| counts(games).pruned_share())),
    ("hit-rate", "table hits, %", Unit::Share, Source::AllGames(|games| counts(games).hit_rate())),
    ("tasks-per-game", "tasks a game", Unit::Count, Source::EachGame(|game| game.counts.tasks as f64)),
    (
        "stolen-share",
        "tasks run elsewhere, %",
        Unit::Share,
        Source::AllGames(|games| {
            let of = counts(games);
            of.stolen as f64 / of.tasks as f64
        }),
    ),
    (
        "busiest-share",
        "nodes of the busiest thread, %",
        Unit::Share,
        Source::AllGames(|games| {
            total(games, |game| game.busiest as f64) / total(games, |game| game.nodes as f64)
        }),
    ),
];

impl Measure {
    /// `seconds-to-goal`, by which speeds are compared.
    pub const SECONDS_TO_GOAL: Measure = Measure::Named(7);

    /// What stands above its column.
    pub fn title(self) -> String {
        match self {
            Measure::Share(tile) => format!("{tile}, %"),
            Measure::Named(index) => NAMED[index].1.to_owned(),
        }
    }

    /// Whether its values are tiles.
    pub fn is_tile(self) -> bool {
        matches!(self, Measure::Named(index) if NAMED[index].2 == Unit::Tile)
    }

    /// Whether it depends on the machine.
    pub fn is_time(self) -> bool {
        matches!(self, Measure::Named(index) if matches!(NAMED[index].2, Unit::Seconds | Unit::Milliseconds | Unit::Number))
    }

    /// Its value in some games that end as `until` says, with an interval where there is one.
    pub fn of(self, games: &[Outcome], until: Until) -> Option<Estimate> {
        let estimate = match self {
            Measure::Share(tile) => {
                let hits = games.iter().filter(|game| game.reached(tile)).count();
                stats::wilson(hits as u64, games.len() as u64)
            }
            Measure::Named(index) => match NAMED[index].3 {
                Source::EachGame(of) => stats::mean_interval(&each(games, of)),
                Source::EachSuccess(of) => stats::mean_interval(&each(&successes(games, until), of)),
                Source::AllGames(of) => {
                    let value = if games.is_empty() { f64::NAN } else { of(games) };
                    Estimate::exact(value)
                }
            },
        };
        estimate.value.is_finite().then_some(positive(estimate))
    }

    /// Its value in games that are known one by one, each from those in which it can be read.
    pub fn of_trials(self, trials: &[Played]) -> Option<Estimate> {
        let each = |of: fn(&Played) -> Option<f64>| trials.iter().filter_map(of).collect::<Vec<f64>>();
        let tiles = each(|trial| trial.tile);
        let estimate = match (self, self.to_string().as_str()) {
            (Measure::Share(tile), _) => {
                let hits = tiles.iter().filter(|&&face| face >= f64::from(tile.face())).count();
                stats::wilson(hits as u64, tiles.len() as u64)
            }
            (_, "mean-score") => stats::mean_interval(&each(|trial| trial.score)),
            (_, "ms-per-game") => stats::mean_interval(&each(|trial| trial.ms)),
            (_, "seconds-per-game") => stats::mean_interval(&each(|trial| trial.ms.map(|ms| ms / 1e3))),
            (_, "best-tile") => Estimate::exact(tiles.into_iter().fold(f64::NAN, f64::max)),
            (_, "least-tile") => Estimate::exact(tiles.into_iter().fold(f64::NAN, f64::min)),
            (_, "mode-tile") => Estimate::exact(usual(&tiles)),
            (_, "points-per-ms") => {
                let both = |trial: &Played| trial.score.zip(trial.ms);
                let total = |of: fn((f64, f64)) -> f64| trials.iter().filter_map(both).map(of).sum::<f64>();
                Estimate::exact(total(|(score, _)| score) / total(|(_, ms)| ms))
            }
            _ => return None,
        };
        estimate.value.is_finite().then_some(positive(estimate))
    }

    /// What a single reported number says, from so many games if that is known.
    pub fn of_report(self, value: f64, games: Option<u64>) -> Estimate {
        match (self, games) {
            (Measure::Share(_), Some(games)) => stats::wilson((value * games as f64).round() as u64, games),
            _ => Estimate::exact(value),
        }
    }

    /// A value of it as people write it.
    pub fn text(self, value: f64) -> String {
        let unit = match self {
            Measure::Share(_) => Unit::Share,
            Measure::Named(index) => NAMED[index].2,
        };
        match unit {
            Unit::Count => thousands(value),
            Unit::Tile => format!("{value:.0}"),
            Unit::Share => format!("{:.1}", 100.0 * value),
            Unit::Seconds | Unit::Milliseconds | Unit::Number => short(value),
        }
    }
}

/// Nothing that is measured here can be below 0.
fn positive(estimate: Estimate) -> Estimate {
    Estimate { low: estimate.low.max(0.0), ..estimate }
}

fn successes(games: &[Outcome], until: Until) -> Vec<Outcome> {
    let reached = |game: &&Outcome| matches!(until, Until::Tile(tile) if game.reached(tile));
    games.iter().filter(reached).cloned().collect()
}

fn each(games: &[Outcome], of: impl Fn(&Outcome) -> f64) -> Vec<f64> {
    games.iter().map(of).collect()
}

fn total(games: &[Outcome], of: impl Fn(&Outcome) -> f64) -> f64 {
    games.iter().map(of).sum()
}

fn moves(games: &[Outcome]) -> f64 {
    total(games, |game| f64::from(game.moves))
}

fn seconds(game: &Outcome) -> f64 {
    game.times.total().as_secs_f64()
}

fn face(game: &Outcome) -> u32 {
    game.board.max_tile().face()
}

fn most(games: &[Outcome], of: impl Fn(&Outcome) -> u32) -> f64 {
    most_f(games, |game| f64::from(of(game)))
}

fn most_f(games: &[Outcome], of: impl Fn(&Outcome) -> f64) -> f64 {
    games.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
}

fn mode(games: &[Outcome]) -> f64 {
    usual(&each(games, |game| f64::from(face(game))))
}

/// The value that most have, the larger of equals.
fn usual(values: &[f64]) -> f64 {
    let count = |value: f64| values.iter().filter(|&&other| other == value).count();
    let more = |a: &f64, b: &f64| count(*a).cmp(&count(*b)).then(a.total_cmp(b));
    values.iter().copied().max_by(more).unwrap_or(f64::NAN)
}

fn counts(games: &[Outcome]) -> Counts {
    games.iter().fold(Counts::default(), |mut sum, game| {
        sum += game.counts;
        sum
    })
}

/// Three digits that count.
fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 1000.0 => thousands(value),
        size => {
            let places = (2 - size.log10().floor() as i32).clamp(0, 9) as usize;
            format!("{value:.places$}")
        }
    }
}

/// Prints the name that is parsed.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Share(tile) => write!(f, "share-{tile}"),
            Measure::Named(index) => f.write_str(NAMED[*index].0),
        }
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(text: &str) -> Result<Measure, String> {
        let share = text.strip_prefix("share-").and_then(|face| Tile::from_face(face.parse().ok()?));
        let named = || NAMED.iter().position(|(name, ..)| *name == text).map(Measure::Named);
        share.map(Measure::Share).or_else(named).ok_or_else(|| {
            let known: Vec<&str> = NAMED.iter().map(|(name, ..)| *name).collect();
            format!("unknown measure '{text}'; known: share-TILE, {}", known.join(", "))
        })
    }
}

impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Measure, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn game(score: u32, board: &str, moves: u32) -> Outcome {
        let mut outcome = Outcome { score, board: board.parse().unwrap(), moves, ..Outcome::default() };
        (0..moves).for_each(|_| outcome.times.add(Duration::from_millis(2)));
        outcome
    }

    fn value(name: &str, games: &[Outcome], until: &str) -> Option<f64> {
        let measure: Measure = name.parse().unwrap();
        measure.of(games, until.parse().unwrap()).map(|estimate| estimate.value)
    }

    #[test]
    fn measures_are_what_they_are_called() {
        let games = [
            game(100, "9000000000000000", 5),
            game(300, "a000000000000000", 10),
            game(500, "a000000000000000", 30),
        ];
        let found = |name| value(name, &games, "1024").unwrap();
        assert_eq!((found("mean-score"), found("median-score"), found("max-score")), (300.0, 300.0, 500.0));
        assert_eq!((found("least-tile"), found("mode-tile"), found("best-tile")), (512.0, 1024.0, 1024.0));
        assert!((found("share-1024") - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(
            (found("moves-per-game"), found("moves-to-goal"), found("plies-to-goal")),
            (15.0, 20.0, 40.0)
        );
        assert!((found("seconds-to-goal") - 0.04).abs() < 1e-9);
        assert!((found("ms-per-move") - 2.0).abs() < 1e-9);
        assert!((found("points-per-ms") - 10.0).abs() < 1e-9);
        assert_eq!(value("moves-to-goal", &games, "2048"), None, "nobody reached it");
        assert_eq!(value("mean-score", &[], "over"), None);
    }

    #[test]
    fn games_known_one_by_one_add_up_where_they_can_be_read() {
        let played = |ms, score, tile| Played { ms, score, tile };
        let trials = [
            played(Some(10.0), Some(100.0), Some(1024.0)),
            played(Some(30.0), None, Some(2048.0)),
            played(None, Some(300.0), Some(2048.0)),
        ];
        let value = |name: &str| name.parse::<Measure>().unwrap().of_trials(&trials).map(|found| found.value);
        assert_eq!(
            (value("mean-score"), value("ms-per-game"), value("points-per-ms")),
            (Some(200.0), Some(20.0), Some(10.0))
        );
        assert_eq!(
            (value("least-tile"), value("mode-tile"), value("best-tile")),
            (Some(1024.0), Some(2048.0), Some(2048.0))
        );
        assert_eq!((value("share-2048"), value("nodes-per-game")), (Some(2.0 / 3.0), None));
        assert_eq!("mean-score".parse::<Measure>().unwrap().of_trials(&[]), None);
    }

    #[test]
    fn every_measure_is_read_as_it_is_printed() {
        for (name, ..) in NAMED {
            assert_eq!(name.parse::<Measure>().unwrap().to_string(), name);
        }
        assert_eq!(Measure::SECONDS_TO_GOAL.to_string(), "seconds-to-goal");
        assert_eq!("share-4096".parse::<Measure>().unwrap().to_string(), "share-4096");
        assert!("speed".parse::<Measure>().unwrap_err().contains("known: share-TILE, mean-score"));
    }

    #[test]
    fn values_are_written_short() {
        assert_eq!(
            [0.0, 0.01234, 1.5, 42.0, 123.4, 37093731.0].map(short),
            ["0", "0.0123", "1.50", "42.0", "123", "37,093,731"]
        );
        assert_eq!([3.5, 12.4, -1234.0].map(thousands), ["3.5", "12", "-1,234"]);
    }
}
