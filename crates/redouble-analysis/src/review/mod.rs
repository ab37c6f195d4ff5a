//! A game looked over: every move rated, the value and the chances along the way.

mod page;

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use redouble::{Board, Budgeted, GameRecord, SearchReport, Tile, Unit};

use crate::chances::{Chances, goal};
use crate::coach::{Coach, Rating, Verdict};
use crate::playouts::Playouts;

pub use page::{is_page, page};

/// The most boards whose chances are estimated: enough for a smooth line.
const SAMPLES: usize = 120;
/// The playouts for each of them.
const PLAYOUTS: u64 = 40;
/// Moves that a thread takes at a time, so that its agent can use what it remembers.
const RUN: usize = 16;

/// How a game is looked over.
pub struct Plan<'a> {
    /// The agent it is compared with.
    pub agent: &'a Budgeted,
    /// Builds that agent, under whatever limit it may have: what it finds on a board with the score there.
    pub build: &'a (dyn Fn() -> Thinker + Sync),
    /// Quick games.
    pub playouts: Playouts,
    /// How many pairs of them compare a move with the best one.
    pub pairs: u64,
    /// How many threads work on it: where there are none, as in a browser, 1.
    pub threads: usize,
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { agent, playouts, pairs, threads, .. } = self;
        write!(f, "Plan({agent}, {playouts:?}, {pairs} pairs, {threads} threads)")
    }
}

/// Asks an agent what it finds on a board with the score there.
pub type Thinker = Box<dyn FnMut(Board, u32) -> SearchReport>;

/// What was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Review {
    /// The agent it was compared with.
    pub agent: String,
    /// The evaluation of the playouts.
    pub playouts: String,
    /// Every move.
    pub moves: Vec<Reviewed>,
    /// The board and the score at the end.
    pub end: (Board, u32),
}

/// A move that was looked over.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reviewed {
    /// Its number, from 1.
    pub number: usize,
    /// The board it was played on, and the score there.
    pub board: Board,
    /// The points made before it.
    pub score: u32,
    /// What the agent found.
    pub report: SearchReport,
    /// What the coach says.
    pub verdict: Verdict,
    /// The score that was to be expected at the end, for some of the moves; never where values are chances.
    pub expected: Option<f64>,
    /// The chances on that board, for some of the moves.
    pub chances: Option<Chances>,
}

/// Looks a game over. `progress` is called with the number of moves done.
pub fn review(record: &GameRecord, plan: &Plan<'_>, progress: &mut dyn FnMut(usize)) -> Review {
    let boards = boards(record);
    let task = Task {
        plan,
        coach: Coach::new(plan.playouts.clone(), plan.pairs),
        every: boards.len().div_ceil(SAMPLES).max(1),
        until: if plan.agent.spec.network().is_some() { goal(record.end().0) } else { Tile::MAX },
    };
    Review {
        agent: plan.agent.to_string(),
        playouts: plan.playouts.name().to_owned(),
        moves: task.run(&boards, progress),
        end: record.end(),
    }
}

/// A board with the score there and the move that was played on it.
type Decision = (Board, u32, redouble::Move);

fn boards(record: &GameRecord) -> Vec<Decision> {
    let mut score = record.start().1;
    let mut with_score = |(board, turn): (Board, redouble::Turn)| {
        let before = score;
        score += turn.reward;
        (board, before, turn.mv)
    };
    record.boards().map(&mut with_score).collect()
}

struct Task<'a> {
    plan: &'a Plan<'a>,
    coach: Coach,
    /// Chances are estimated on every so manieth board, counting tiles up to `until`.
    every: usize,
    until: Tile,
}

impl Task<'_> {
    fn run(&self, boards: &[Decision], progress: &mut dyn FnMut(usize)) -> Vec<Reviewed> {
        match self.plan.threads {
            0 | 1 => self.run_here(boards, progress),
            threads => self.run_on(threads, boards, progress),
        }
    }

    fn run_here(&self, boards: &[Decision], progress: &mut dyn FnMut(usize)) -> Vec<Reviewed> {
        let mut think = (self.plan.build)();
        let mut done = |(index, &played)| {
            let reviewed = self.one(&mut think, index, played);
            progress(index + 1);
            reviewed
        };
        boards.iter().enumerate().filter_map(&mut done).collect()
    }

    /// All moves, by several threads that each take a few at a time.
    fn run_on(&self, threads: usize, boards: &[Decision], progress: &mut dyn FnMut(usize)) -> Vec<Reviewed> {
        let (next, (sender, receiver)) = (AtomicUsize::new(0), channel());
        let numbered: Vec<(usize, Decision)> = boards.iter().copied().enumerate().collect();
        let runs: Vec<&[(usize, Decision)]> = numbered.chunks(RUN).collect();
        let mut moves = Vec::with_capacity(boards.len());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, runs) = (sender.clone(), &next, &runs);
                scope.spawn(move || {
                    let mut think = (self.plan.build)();
                    while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        for &(index, played) in *run {
                            let _ = sender.send(self.one(&mut think, index, played));
                        }
                    }
                });
            }
            drop(sender);
            for reviewed in receiver.into_iter().flatten() {
                moves.push(reviewed);
                progress(moves.len());
            }
        });
        moves.sort_by_key(|reviewed| reviewed.number);
        moves
    }

    fn one(&self, think: &mut Thinker, index: usize, (board, score, mv): Decision) -> Option<Reviewed> {
        let report = think(board, score);
        let verdict = self.coach.rate(board, score, mv, &report)?;
        let chances = index.is_multiple_of(self.every).then(|| self.chances(board));
        let to_come = match report.unit {
            Unit::Points => report.value(),
            Unit::Chance => None,
            _ => chances.as_ref().map(Chances::mean_points),
        };
        let expected = to_come.map(|points| f64::from(score) + points);
        Some(Reviewed { number: index + 1, board, score, report, verdict, expected, chances })
    }

    fn chances(&self, board: Board) -> Chances {
        let mut chances = Chances::from(board).up_to(self.until);
        chances.play(&self.plan.playouts, PLAYOUTS);
        chances
    }
}

impl Review {
    /// How many moves have this rating.
    pub fn count(&self, rating: Rating) -> usize {
        self.moves.iter().filter(|reviewed| reviewed.verdict.rating == rating).count()
    }

    /// The moves of this rating or a worse one, the worst first.
    pub fn worst(&self, least: Rating) -> Vec<&Reviewed> {
        let mut moves: Vec<&Reviewed> =
            self.moves.iter().filter(|reviewed| reviewed.verdict.rating >= least).collect();
        let weight = |reviewed: &Reviewed| {
            let Verdict { chance, points, expected, value, .. } = &reviewed.verdict;
            let share = points.value / (f64::from(reviewed.score) + expected).max(1.0);
            value.unwrap_or(chance.value.max(share))
        };
        moves.sort_by(|a, b| {
            let rating = b.verdict.rating.cmp(&a.verdict.rating);
            rating.then(weight(b).total_cmp(&weight(a))).then(a.number.cmp(&b.number))
        });
        moves
    }

    /// The tiles whose chances are worth a line: the largest reached, the next one, and 2048.
    pub fn tiles(&self) -> Vec<Tile> {
        let largest = self.end.0.max_tile();
        let mut tiles: Vec<Tile> =
            [11, largest.exponent(), largest.exponent() + 1].into_iter().filter_map(Tile::new).collect();
        tiles.retain(|tile| tile.exponent() >= 9);
        tiles.sort();
        tiles.dedup();
        tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::tests::quick;
    use redouble::spec::Resources;
    use redouble::{Game, Limits, Move, Seed};

    /// A game played well for a while, and then by sliding down and right while that is possible.
    fn record() -> GameRecord {
        let board = "1024 512 256 128 / 16 32 64 2 / 8 4 2 . / 2 . . 2".parse().unwrap();
        let mut game = Game::resume(board, 15_000, Seed(2), 0);
        let mut think = agent()();
        for number in 0..24 {
            let Some(best) = think(game.board(), game.score()).best else { break };
            let lazy = [Move::Down, Move::Right].into_iter().find(|&mv| game.board().slide(mv).is_some());
            game.play(if number < 12 { best } else { lazy.unwrap_or(best) });
        }
        GameRecord::of(&game)
    }

    fn spec() -> Budgeted {
        "expectimax(eval=snake,depth=3)".parse().unwrap()
    }

    fn agent() -> impl Fn() -> Thinker + Sync {
        || {
            let mut agent = spec().spec.build(&Resources::default()).unwrap();
            Box::new(move |board, score| agent.choose(board, score, Limits::NONE))
        }
    }

    fn reviewed(threads: usize) -> Review {
        let (agent, build) = (spec(), agent());
        let plan = Plan { agent: &agent, build: &build, playouts: quick(), pairs: 20, threads };
        let mut last = 0;
        let review = review(&record(), &plan, &mut |done| last = done);
        assert_eq!(last, record().turns().len());
        review
    }

    #[test]
    fn every_move_is_rated_in_its_order_whatever_the_number_of_threads() {
        let (one, three) = (reviewed(1), reviewed(3));
        assert!(one.moves.iter().map(|reviewed| reviewed.number).eq(1..=record().turns().len()));
        for (a, b) in one.moves.iter().zip(&three.moves) {
            assert_eq!((a.number, a.board, &a.verdict.rating), (b.number, b.board, &b.verdict.rating));
            assert_eq!(a.chances, b.chances);
        }
        assert!(one.moves[..12].iter().all(|reviewed| reviewed.verdict.rating == Rating::Good));
        assert_eq!(Rating::ALL.map(|rating| one.count(rating)).iter().sum::<usize>(), one.moves.len());
    }

    #[test]
    fn the_worst_come_first() {
        let review = reviewed(2);
        let worst = review.worst(Rating::Inexact);
        assert!(!worst.is_empty(), "lazy play has its faults");
        assert!(worst.is_sorted_by(|a, b| a.verdict.rating >= b.verdict.rating));
    }

    #[test]
    fn the_page_is_whole_and_shows_every_mistake() {
        let review = reviewed(2);
        let page = page(&review, "a <test>");
        assert!(is_page(page.as_bytes()) && !is_page(b"<title>Review: a <test></title>"));
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
        assert!(page.contains("a &lt;test&gt;") && !page.contains("http://") && !page.contains("https://"));
        let shown = page.matches("<article").count();
        assert_eq!(shown, review.worst(Rating::Mistake).len());
        assert!(page.contains("<svg") && page.contains("<polyline"));
    }
}
