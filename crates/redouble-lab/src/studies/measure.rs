//! What can be measured in the games of an agent.

use std::fmt;
use std::str::FromStr;

use redouble::Tile;
use redouble_analysis::stats::{self, Estimate};
use serde::{Deserialize, Deserializer};

use super::reported::ReportedGame;
use super::source::*;
use super::unit::Unit;
use crate::measuring::outcome::{Outcome, Until};

/// Something measured in the games of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// `share-TILE`: the share of games that reached a tile.
    Share(Tile),
    /// Any other.
    Named(Name),
}

/// Makes all that must know every measure out of a line for each: its name here and in text, what stands above its
/// column, its unit, and how it is found.
macro_rules! measures {
    ($($name:ident, $text:literal, $title:literal, $unit:ident, $source:ident($($of:expr),+);)*) => {
        /// What can be measured, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Name {
            $(#[doc = concat!("`", $text, "`: ", $title, ".")] $name,)*
        }

        impl Name {
            const ALL: &[Name] = &[$(Name::$name,)*];

            fn text(self) -> &'static str {
                match self {
                    $(Name::$name => $text,)*
                }
            }

            fn title(self) -> &'static str {
                match self {
                    $(Name::$name => $title,)*
                }
            }

            fn unit(self) -> Unit {
                match self {
                    $(Name::$name => Unit::$unit,)*
                }
            }

            fn source(self) -> Source {
                match self {
                    $(Name::$name => Source::$source($($of),+),)*
                }
            }
        }
    };
}

// Every measure. A new one is a line here, and what it asks of a game a function in `source.rs`.
measures! {
    MeanScore, "mean-score", "mean score", Count, EachGame(score);
    MedianScore, "median-score", "median score", Count, Drawn(stats::median, score);
    MaxScore, "max-score", "highest score", Count, Extreme(most, score);
    BestTile, "best-tile", "best tile", Tile, Extreme(most, face);
    LeastTile, "least-tile", "least best tile", Tile, Extreme(least, face);
    ModeTile, "mode-tile", "usual best tile", Tile, Extreme(usual, face);
    SecondsPerGame, "seconds-per-game", "seconds a game", Seconds, EachGame(seconds);
    SecondsToGoal, "seconds-to-goal", "seconds to the goal", Seconds, EachSuccess(seconds);
    MsPerGame, "ms-per-game", "ms a game", Milliseconds, EachGame(milliseconds);
    MovesPerGame, "moves-per-game", "moves a game", Count, EachGame(moves);
    MovesToGoal, "moves-to-goal", "moves to the goal", Count, EachSuccess(moves);
    PliesToGoal, "plies-to-goal", "plies to the goal", Count, EachSuccess(plies);
    NodesPerGame, "nodes-per-game", "nodes a game", Count, EachGame(nodes);
    NodesToGoal, "nodes-to-goal", "nodes to the goal", Count, EachSuccess(nodes);
    BoardsPerGame, "boards-per-game", "boards a game", Count, EachGame(boards);
    BoardsToGoal, "boards-to-goal", "boards to the goal", Count, EachSuccess(boards);
    LeavesPerGame, "leaves-per-game", "leaves a game", Count, EachGame(leaves);
    LeavesToGoal, "leaves-to-goal", "leaves to the goal", Count, EachSuccess(leaves);
    MsPerMove, "ms-per-move", "ms a move", Milliseconds, Ratio(milliseconds, moves);
    PointsPerMs, "points-per-ms", "points a ms", Rate, Ratio(score, milliseconds);
    PrunedShare, "pruned-share", "pruned, %", Share, Ratio(pruned, afterstates);
    HitRate, "hit-rate", "table hits, %", Share, Ratio(hits, asked);
    TasksPerGame, "tasks-per-game", "tasks a game", Count, EachGame(tasks);
    StolenShare, "stolen-share", "tasks run elsewhere, %", ThreadShare, Ratio(stolen, tasks);
    BusiestShare, "busiest-share", "nodes of the busiest thread, %", ThreadShare, Ratio(busiest, nodes);
}

impl Measure {
    /// `seconds-to-goal`, by which speeds are compared.
    pub const SECONDS_TO_GOAL: Measure = Measure::Named(Name::SecondsToGoal);

    /// What stands above its column.
    pub fn title(self) -> String {
        match self {
            Measure::Share(tile) => format!("{tile}, %"),
            Measure::Named(name) => name.title().to_owned(),
        }
    }

    fn unit(self) -> Unit {
        match self {
            Measure::Share(_) => Unit::Share,
            Measure::Named(name) => name.unit(),
        }
    }

    /// Whether its values are tiles.
    pub fn is_tile(self) -> bool {
        self.unit() == Unit::Tile
    }

    /// Whether it depends on the machine.
    pub fn is_of_machine(self) -> bool {
        self.unit().is_of_machine()
    }

    /// Whether an interval is so narrow that another number could have disagreed with it: to 10 points of a
    /// share, or 15 % of anything else.
    pub fn is_sharp(self, estimate: Estimate) -> bool {
        self.unit().is_sharp(estimate)
    }

    /// Its value in some games that end as `until` says, with its interval; an endless one says that there are
    /// too few games for any, or that none is worth its name.
    pub fn of(self, games: &[Outcome], until: Until) -> Option<Estimate> {
        let estimate = match self {
            Measure::Share(tile) => {
                let hits = games.iter().filter(|game| game.reached(tile)).count();
                stats::wilson(hits as u64, games.len() as u64)
            }
            Measure::Named(name) => name.source().of(games, until),
        };
        estimate.value.is_finite().then_some(self.unit().bounded(estimate))
    }

    /// Its value in games that are known one by one, each from those in which it can be read.
    pub fn of_trials(self, trials: &[ReportedGame]) -> Option<Estimate> {
        let each = |of: fn(&ReportedGame) -> Option<f64>| trials.iter().filter_map(of).collect::<Vec<f64>>();
        let tiles = each(|trial| trial.tile);
        let estimate = match self {
            Measure::Share(tile) => {
                let hits = tiles.iter().filter(|&&face| face >= f64::from(tile.face())).count();
                stats::wilson(hits as u64, tiles.len() as u64)
            }
            Measure::Named(Name::MeanScore) => stats::mean_interval(&each(ReportedGame::points)),
            Measure::Named(Name::MsPerGame) => stats::mean_interval(&each(ReportedGame::time)),
            Measure::Named(Name::SecondsPerGame) => {
                stats::mean_interval(&each(|trial| Some(trial.time()? / 1e3)))
            }
            Measure::Named(Name::BestTile) => without_interval(most(&tiles)),
            Measure::Named(Name::LeastTile) => without_interval(least(&tiles)),
            Measure::Named(Name::ModeTile) => without_interval(usual(&tiles)),
            Measure::Named(Name::PointsPerMs) => {
                let both = trials.iter().filter_map(|trial| trial.points().zip(trial.time()));
                stats::ratio_interval(&both.collect::<Vec<_>>())
            }
            _ => return None,
        };
        estimate.value.is_finite().then_some(self.unit().bounded(estimate))
    }

    /// What a single reported number says, from so many games if that is known.
    pub fn of_report(self, value: f64, games: Option<u64>) -> Estimate {
        match (self, games) {
            (Measure::Share(_), Some(games)) => stats::wilson((value * games as f64).round() as u64, games),
            _ if self.is_tile() => without_interval(value),
            _ => Estimate::exact(value),
        }
    }

    /// A value of it as people write it, in three digits or so.
    pub fn text(self, value: f64) -> String {
        self.unit().text(value)
    }

    /// A value of it with every digit that was printed.
    pub fn quoted(self, value: f64) -> String {
        self.unit().quoted(value)
    }
}

/// Prints the name that is parsed.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Share(tile) => write!(f, "share-{tile}"),
            Measure::Named(name) => f.write_str(name.text()),
        }
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(text: &str) -> Result<Measure, String> {
        let share = text.strip_prefix("share-").and_then(|face| Tile::from_face(face.parse().ok()?));
        let named = || Name::ALL.iter().find(|name| name.text() == text).map(|&name| Measure::Named(name));
        share.map(Measure::Share).or_else(named).ok_or_else(|| {
            let known: Vec<&str> = Name::ALL.iter().map(|name| name.text()).collect();
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
        let played = |ms, score, tile| ReportedGame { ms, score, tile, ..ReportedGame::default() };
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
        for &name in Name::ALL {
            assert_eq!(name.text().parse(), Ok(Measure::Named(name)));
            assert_eq!(Measure::Named(name).to_string(), name.text());
        }
        assert_eq!(Measure::SECONDS_TO_GOAL.to_string(), "seconds-to-goal");
        assert_eq!("share-4096".parse::<Measure>().unwrap().to_string(), "share-4096");
        assert!("speed".parse::<Measure>().unwrap_err().contains("known: share-TILE, mean-score"));
    }

    #[test]
    fn one_thread_does_all_the_work_it_does() {
        let alone = Outcome { nodes: 10, ..Outcome::default() };
        let two = Outcome { nodes: 10, busiest: 6, ..Outcome::default() };
        assert_eq!(value("busiest-share", &[alone], "over"), Some(1.0));
        assert_eq!(value("busiest-share", &[two], "over"), Some(0.6));
    }

    #[test]
    fn every_number_that_games_can_vary_has_an_interval_and_no_other() {
        let slower = |n: u32| {
            let mut game = game(100 * n, "9000000000000000", 5 + n % 3);
            game.times.add(Duration::from_millis(u64::from(n)));
            game
        };
        let games: Vec<Outcome> = (1..=12).map(slower).collect();
        let of = |name: &str| name.parse::<Measure>().unwrap().of(&games, Until::Over).unwrap();
        for name in ["mean-score", "median-score", "ms-per-move", "points-per-ms"] {
            assert!(of(name).high.is_finite() && of(name).low < of(name).high, "{name}");
        }
        for name in ["best-tile", "least-tile", "mode-tile", "max-score"] {
            assert_eq!(of(name).high, f64::INFINITY, "{name}");
        }
        let median: Measure = "median-score".parse().unwrap();
        assert_eq!(median.of(&games[..7], Until::Over).unwrap().high, f64::INFINITY, "too few");
    }
}
