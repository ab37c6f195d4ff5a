//! What can be measured in the games of an agent.

use std::fmt;
use std::str::FromStr;

use redouble::{Rng, Tile};
use serde::{Deserialize, Deserializer};

use super::reported::ReportedGame;
use crate::measuring::outcome::{Outcome, Until};
use redouble_analysis::number::thousands;
use redouble_analysis::stats::{self, Estimate};

/// Something measured in the games of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// `share-TILE`: the share of games that reached a tile.
    Share(Tile),
    /// Any other.
    Named(Name),
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Count,
    Tile,
    Seconds,
    Milliseconds,
    Share,
    /// A share that depends on how threads happen to run.
    ThreadShare,
    /// So much in a millisecond.
    Rate,
}

/// How a value is found: in each game, to be averaged, as a ratio of two sums, or in all games at once.
enum Source {
    EachGame(Of),
    EachSuccess(Of),
    Ratio(Of, Of),
    /// By drawing the games again; there is no formula for its interval.
    Drawn(fn(&[f64]) -> f64, Of),
    /// One game decides it, so that no interval is worth its name.
    Extreme(fn(&[f64]) -> f64, Of),
}

type Of = fn(&Outcome) -> f64;

/// What can be measured, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// `mean-score`: mean score.
    MeanScore,
    /// `median-score`: median score.
    MedianScore,
    /// `max-score`: highest score.
    MaxScore,
    /// `best-tile`: best tile.
    BestTile,
    /// `least-tile`: least best tile.
    LeastTile,
    /// `mode-tile`: usual best tile.
    ModeTile,
    /// `seconds-per-game`: seconds a game.
    SecondsPerGame,
    /// `seconds-to-goal`: seconds to the goal.
    SecondsToGoal,
    /// `ms-per-game`: ms a game.
    MsPerGame,
    /// `moves-per-game`: moves a game.
    MovesPerGame,
    /// `moves-to-goal`: moves to the goal.
    MovesToGoal,
    /// `plies-to-goal`: plies to the goal.
    PliesToGoal,
    /// `nodes-per-game`: nodes a game.
    NodesPerGame,
    /// `nodes-to-goal`: nodes to the goal.
    NodesToGoal,
    /// `boards-per-game`: boards a game.
    BoardsPerGame,
    /// `boards-to-goal`: boards to the goal.
    BoardsToGoal,
    /// `leaves-per-game`: leaves a game.
    LeavesPerGame,
    /// `leaves-to-goal`: leaves to the goal.
    LeavesToGoal,
    /// `ms-per-move`: ms a move.
    MsPerMove,
    /// `points-per-ms`: points a ms.
    PointsPerMs,
    /// `pruned-share`: pruned, %.
    PrunedShare,
    /// `hit-rate`: table hits, %.
    HitRate,
    /// `tasks-per-game`: tasks a game.
    TasksPerGame,
    /// `stolen-share`: tasks run elsewhere, %.
    StolenShare,
    /// `busiest-share`: nodes of the busiest thread, %.
    BusiestShare,
}

/// Each with its name, what stands above its column, unit and source, in the order of [`Name`].
const NAMED: [(Name, &str, &str, Unit, Source); 25] = [
    (Name::MeanScore, "mean-score", "mean score", Unit::Count, Source::EachGame(score)),
    (Name::MedianScore, "median-score", "median score", Unit::Count, Source::Drawn(stats::median, score)),
    (Name::MaxScore, "max-score", "highest score", Unit::Count, Source::Extreme(most, score)),
    (Name::BestTile, "best-tile", "best tile", Unit::Tile, Source::Extreme(most, face)),
    (Name::LeastTile, "least-tile", "least best tile", Unit::Tile, Source::Extreme(least, face)),
    (Name::ModeTile, "mode-tile", "usual best tile", Unit::Tile, Source::Extreme(usual, face)),
    (Name::SecondsPerGame, "seconds-per-game", "seconds a game", Unit::Seconds, Source::EachGame(seconds)),
    (
        Name::SecondsToGoal,
        "seconds-to-goal",
        "seconds to the goal",
        Unit::Seconds,
        Source::EachSuccess(seconds),
    ),
    (Name::MsPerGame, "ms-per-game", "ms a game", Unit::Milliseconds, Source::EachGame(milliseconds)),
    (Name::MovesPerGame, "moves-per-game", "moves a game", Unit::Count, Source::EachGame(moves)),
    (Name::MovesToGoal, "moves-to-goal", "moves to the goal", Unit::Count, Source::EachSuccess(moves)),
    (
        Name::PliesToGoal,
        "plies-to-goal",
        "plies to the goal",
        Unit::Count,
        Source::EachSuccess(|game| 2.0 * moves(game)),
    ),
    (Name::NodesPerGame, "nodes-per-game", "nodes a game", Unit::Count, Source::EachGame(nodes)),
    (Name::NodesToGoal, "nodes-to-goal", "nodes to the goal", Unit::Count, Source::EachSuccess(nodes)),
    (Name::BoardsPerGame, "boards-per-game", "boards a game", Unit::Count, Source::EachGame(boards)),
    (Name::BoardsToGoal, "boards-to-goal", "boards to the goal", Unit::Count, Source::EachSuccess(boards)),
    (Name::LeavesPerGame, "leaves-per-game", "leaves a game", Unit::Count, Source::EachGame(leaves)),
    (Name::LeavesToGoal, "leaves-to-goal", "leaves to the goal", Unit::Count, Source::EachSuccess(leaves)),
    (Name::MsPerMove, "ms-per-move", "ms a move", Unit::Milliseconds, Source::Ratio(milliseconds, moves)),
    (Name::PointsPerMs, "points-per-ms", "points a ms", Unit::Rate, Source::Ratio(score, milliseconds)),
    (
        Name::PrunedShare,
        "pruned-share",
        "pruned, %",
        Unit::Share,
        Source::Ratio(|game| game.counts.pruned as f64, |game| game.counts.afterstates as f64),
    ),
    (
        Name::HitRate,
        "hit-rate",
        "table hits, %",
        Unit::Share,
        Source::Ratio(|game| game.counts.hits as f64, |game| game.counts.asked as f64),
    ),
    (Name::TasksPerGame, "tasks-per-game", "tasks a game", Unit::Count, Source::EachGame(tasks)),
    (
        Name::StolenShare,
        "stolen-share",
        "tasks run elsewhere, %",
        Unit::ThreadShare,
        Source::Ratio(|game| game.counts.stolen as f64, tasks),
    ),
    (
        Name::BusiestShare,
        "busiest-share",
        "nodes of the busiest thread, %",
        Unit::ThreadShare,
        Source::Ratio(|game| if game.busiest == 0 { nodes(game) } else { game.busiest as f64 }, nodes),
    ),
];

/// How often games are drawn again.
const ROUNDS: u32 = 400;
/// Fewer games than this cannot be drawn again: the same few would seem to agree.
const FEWEST_DRAWN: usize = 8;

impl Measure {
    /// `seconds-to-goal`, by which speeds are compared.
    pub const SECONDS_TO_GOAL: Measure = Measure::Named(Name::SecondsToGoal);

    /// What stands above its column.
    pub fn title(self) -> String {
        match self {
            Measure::Share(tile) => format!("{tile}, %"),
            Measure::Named(name) => NAMED[name as usize].2.to_owned(),
        }
    }

    fn unit(self) -> Unit {
        match self {
            Measure::Share(_) => Unit::Share,
            Measure::Named(name) => NAMED[name as usize].3,
        }
    }

    /// Whether its values are tiles.
    pub fn is_tile(self) -> bool {
        self.unit() == Unit::Tile
    }

    /// Whether it depends on the machine.
    pub fn is_of_machine(self) -> bool {
        matches!(self.unit(), Unit::Seconds | Unit::Milliseconds | Unit::Rate | Unit::ThreadShare)
    }

    /// Whether an interval is so narrow that another number could have disagreed with it: to 10 points of a
    /// share, or 15 % of anything else.
    pub fn is_sharp(self, Estimate { value, low, high }: Estimate) -> bool {
        let half = (high - low) / 2.0;
        match self.unit() {
            Unit::Share | Unit::ThreadShare => half <= 0.1,
            Unit::Tile => false,
            _ => half <= 0.15 * value,
        }
    }

    /// Its value in some games that end as `until` says, with its interval; an endless one says that there are
    /// too few games for any, or that none is worth its name.
    pub fn of(self, games: &[Outcome], until: Until) -> Option<Estimate> {
        let estimate = match self {
            Measure::Share(tile) => {
                let hits = games.iter().filter(|game| game.reached(tile)).count();
                stats::wilson(hits as u64, games.len() as u64)
            }
            Measure::Named(name) => NAMED[name as usize].4.of(games, until),
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
        match self.unit() {
            Unit::Count => thousands(value),
            Unit::Tile => format!("{value:.0}"),
            Unit::Share | Unit::ThreadShare => format!("{:.1}", 100.0 * value),
            Unit::Seconds | Unit::Milliseconds | Unit::Rate => short(value),
        }
    }

    /// A value of it with every digit that was printed.
    pub fn quoted(self, value: f64) -> String {
        match self.unit() {
            Unit::Count if value.fract() == 0.0 => thousands(value),
            Unit::Share | Unit::ThreadShare => {
                // per cent without the dust of a multiplication
                let text = format!("{:.6}", 100.0 * value);
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            _ => value.to_string(),
        }
    }
}

impl Source {
    fn of(&self, games: &[Outcome], until: Until) -> Estimate {
        let each = |of: Of| games.iter().map(of).collect::<Vec<f64>>();
        match *self {
            Source::EachGame(of) => stats::mean_interval(&each(of)),
            Source::EachSuccess(of) => {
                let reached = |game: &&Outcome| matches!(until, Until::Tile(tile) if game.reached(tile));
                stats::mean_interval(&games.iter().filter(reached).map(of).collect::<Vec<f64>>())
            }
            Source::Ratio(part, whole) => {
                stats::ratio_interval(&games.iter().map(|game| (part(game), whole(game))).collect::<Vec<_>>())
            }
            Source::Drawn(statistic, of) if games.len() >= FEWEST_DRAWN => {
                stats::bootstrap(&each(of), statistic, ROUNDS, Rng::new(games.len() as u64))
            }
            Source::Drawn(statistic, of) | Source::Extreme(statistic, of) => {
                without_interval(statistic(&each(of)))
            }
        }
    }
}

/// A value of whose spread nothing can be said.
fn without_interval(value: f64) -> Estimate {
    Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY }
}

impl Unit {
    /// Nothing that is measured here can be below 0, and no share above 1.
    fn bounded(self, estimate: Estimate) -> Estimate {
        let most = if matches!(self, Unit::Share | Unit::ThreadShare) { 1.0 } else { f64::INFINITY };
        Estimate { low: estimate.low.max(0.0), high: estimate.high.min(most), ..estimate }
    }
}

fn score(game: &Outcome) -> f64 {
    f64::from(game.score)
}

fn face(game: &Outcome) -> f64 {
    f64::from(game.board.max_tile().face())
}

fn moves(game: &Outcome) -> f64 {
    f64::from(game.moves)
}

fn seconds(game: &Outcome) -> f64 {
    game.times.total().as_secs_f64()
}

fn milliseconds(game: &Outcome) -> f64 {
    1e3 * seconds(game)
}

fn nodes(game: &Outcome) -> f64 {
    game.nodes as f64
}

fn boards(game: &Outcome) -> f64 {
    game.counts.boards as f64
}

fn leaves(game: &Outcome) -> f64 {
    game.counts.leaves as f64
}

fn tasks(game: &Outcome) -> f64 {
    game.counts.tasks as f64
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NAN, f64::max)
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NAN, f64::min)
}

/// The value that most have, the larger of equals.
fn usual(values: &[f64]) -> f64 {
    let count = |value: f64| values.iter().filter(|&&other| other == value).count();
    let more = |a: &f64, b: &f64| count(*a).cmp(&count(*b)).then(a.total_cmp(b));
    values.iter().copied().max_by(more).unwrap_or(f64::NAN)
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
            Measure::Named(name) => f.write_str(NAMED[*name as usize].1),
        }
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(text: &str) -> Result<Measure, String> {
        let share = text.strip_prefix("share-").and_then(|face| Tile::from_face(face.parse().ok()?));
        let named = || NAMED.iter().find(|(_, name, ..)| *name == text).map(|row| Measure::Named(row.0));
        share.map(Measure::Share).or_else(named).ok_or_else(|| {
            let known: Vec<&str> = NAMED.iter().map(|(_, name, ..)| *name).collect();
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
        for (place, (own, name, ..)) in NAMED.into_iter().enumerate() {
            assert_eq!(own as usize, place, "{name}");
            assert_eq!(name.parse::<Measure>().unwrap().to_string(), name);
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

    #[test]
    fn only_narrow_intervals_could_have_disagreed() {
        let sharp = |name: &str, value, low, high| {
            name.parse::<Measure>().unwrap().is_sharp(Estimate { value, low, high })
        };
        assert!(sharp("share-2048", 0.5, 0.41, 0.6) && !sharp("share-2048", 0.5, 0.3, 0.55));
        assert!(sharp("mean-score", 100.0, 86.0, 114.0) && !sharp("mean-score", 100.0, 84.0, 116.0));
        assert!(!sharp("best-tile", 2048.0, 2048.0, 2048.0));
    }

    #[test]
    fn what_was_printed_is_not_rounded() {
        let quoted = |name: &str, value| name.parse::<Measure>().unwrap().quoted(value);
        assert_eq!(quoted("seconds-to-goal", 29.952), "29.952");
        assert_eq!(quoted("seconds-to-goal", 29.0), "29");
        assert_eq!((quoted("share-2048", 0.857), quoted("share-2048", 0.07)), ("85.7".into(), "7".into()));
        assert_eq!(quoted("boards-to-goal", 16220649.0), "16,220,649");
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
