//! Rollouts: a move is worth what random games after it end with.

use std::fmt;

use super::pool::Pool;
use super::{Limits, MoveValue, RolloutSettings, SearchReport, Unit};
use crate::{Afterstate, Agent, Board, Move, Rng, Slide, Spawn, Tile};

/// Chooses the move after which random games end with the highest score, on average.
///
/// After the move, a tile spawns and directions are drawn until one is legal, again and again, until the game is
/// over or the wanted tile is there. Game `n` after a move has the same luck for the same agent, board and move,
/// whoever plays it: results do not depend on the number of threads.
///
/// Source: Alma Wang, *Final Project* (expectimax, alpha-beta and rollouts for 2048), 2016.
///
/// ```
/// use redouble::search::{Limits, RolloutSettings, Rollouts};
/// use redouble::{Board, MoveValue};
///
/// let settings = RolloutSettings { games: 50, ..RolloutSettings::default() };
/// let report = Rollouts::new(settings).search("6531432022001001".parse().unwrap(), 500, Limits::NONE);
/// assert!(report.moves.iter().all(|mv| matches!(mv, MoveValue::Known(score) if *score > 500.0)));
/// ```
pub struct Rollouts {
    settings: RolloutSettings,
    pool: Pool,
    seed: u64,
}

impl fmt::Debug for Rollouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rollouts").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// How some random games ended: sums, so that they can be added up in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    /// The sum of the points made after the first slide.
    points: u64,
    /// Boards visited, tries that changed nothing included.
    boards: u64,
}

impl Rollouts {
    /// The agent that plays so many games. Games and threads below 1 count as 1.
    pub fn new(settings: RolloutSettings) -> Rollouts {
        let settings = RolloutSettings { games: settings.games.max(1), ..settings };
        Rollouts { pool: Pool::new(settings.threads), settings, seed: 0 }
    }

    /// Searches one board of a game with `score` points.
    ///
    /// If it is told to stop, all moves have played equally many games, at least one.
    pub fn search(&self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        let mut ends = [Ends::default(); 4];
        let mut played = 0;
        while played < self.settings.games && (played == 0 || !is_enough(&ends, limits)) {
            let until = self.settings.games.min(played + self.at_once(limits));
            let found = self.pool.run(true, || self.rounds(board, played..until));
            for (end, more) in ends.iter_mut().zip(found) {
                *end = end.and(more);
            }
            played = until;
        }
        self.report(board, score, ends, played)
    }

    /// How many games of each move are played between two questions.
    fn at_once(&self, limits: Limits<'_>) -> u32 {
        if limits.is_timed() || limits.deepens() {
            1.max(4 * self.pool.len() as u32)
        } else {
            self.settings.games
        }
    }

    /// Games of these numbers after each legal slide, the second half on another thread if one is free.
    fn rounds(&self, board: Board, numbers: std::ops::Range<u32>) -> [Ends; 4] {
        if numbers.len() == 1 || !self.pool.is_shared() {
            return Move::ALL.map(|mv| self.games_after(board, mv, numbers.clone()));
        }
        let middle = numbers.start + numbers.len() as u32 / 2;
        let (first, second) = self
            .pool
            .join(|| self.rounds(board, numbers.start..middle), || self.rounds(board, middle..numbers.end));
        Move::ALL.map(|mv| first[mv.index()].and(second[mv.index()]))
    }

    fn games_after(&self, board: Board, mv: Move, numbers: std::ops::Range<u32>) -> Ends {
        let Some(slide) = board.slide(mv) else { return Ends::default() };
        let games = numbers.map(|number| self.game(slide, self.luck(board, mv, number)));
        games.fold(Ends::default(), Ends::and)
    }

    /// One game at random after a slide.
    fn game(&self, Slide { mut after, reward }: Slide, mut rng: Rng) -> Ends {
        let mut game = Ends { points: u64::from(reward), boards: 0 };
        while !self.is_won(after) {
            let board = spawned(after, &mut rng);
            game.boards += 1;
            if board.is_dead() {
                break;
            }
            let slide = loop {
                match board.slide(Move::ALL[rng.below(4) as usize]) {
                    Some(slide) => break slide,
                    None => game.boards += 1,
                }
            };
            game.points += u64::from(slide.reward);
            after = slide.after;
        }
        game
    }

    fn is_won(&self, after: Afterstate) -> bool {
        self.settings.until.is_some_and(|tile| after.board().max_tile() >= tile)
    }

    /// The luck of one game, the same whoever plays it.
    fn luck(&self, board: Board, mv: Move, number: u32) -> Rng {
        Rng::new(self.seed).at(board).branch(u64::from(number) << 2 | mv.index() as u64)
    }

    fn report(&self, board: Board, score: u32, ends: [Ends; 4], played: u32) -> SearchReport {
        let moves = Move::ALL.map(|mv| match board.slide(mv) {
            Some(_) => {
                let mean = ends[mv.index()].points as f64 / f64::from(played);
                MoveValue::Known(f64::from(score) + mean)
            }
            None => MoveValue::Illegal,
        });
        let mut report = SearchReport::of_values(moves, Unit::Own);
        report.counts.boards = ends.iter().map(|end| end.boards).sum();
        report.nodes = report.counts.nodes();
        report
    }
}

impl Agent for Rollouts {
    fn begin(&mut self, mut rng: Rng) {
        self.seed = rng.bits();
    }

    fn choose(&mut self, board: Board, score: u32, limits: Limits<'_>) -> SearchReport {
        self.search(board, score, limits)
    }
}

impl Ends {
    fn and(self, other: Ends) -> Ends {
        Ends { points: self.points + other.points, boards: self.boards + other.boards }
    }
}

/// Whether what may be spent is spent.
fn is_enough(ends: &[Ends; 4], limits: Limits<'_>) -> bool {
    let boards: u64 = ends.iter().map(|end| end.boards).sum();
    limits.budget().nodes.is_some_and(|nodes| boards >= nodes) || limits.reached()
}

/// The board after a spawn by this luck.
fn spawned(after: Afterstate, rng: &mut Rng) -> Board {
    let cell = after.nth_empty(rng.below(after.empties()));
    let tile = Tile::spawned(rng.below(Tile::ONE_FOUR_IN));
    after.spawn(Spawn { cell, tile })
}
