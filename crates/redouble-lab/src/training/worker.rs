//! One thread of training: plays games and learns from each, backwards from its end.

use std::fmt;

use redouble::network::locate::{Locator, Work, with_fastest};
use redouble::network::{Places, Values};
use redouble::{Board, Rng, Tile};

use super::learner::{Choice, Learner, Outlook, Rule, chance};
use super::recipe::{Learning, Recipe};
use super::starts::{Origin, Starts, pool, spawned};

/// A finished game is taken up again only while it is longer than this, in points or in chances.
const SHORTEST_RESTART: usize = 10;
const SHORTEST_SECOND_TRY: usize = 20;

/// So many afterstates before they are learned from, their weights are asked for.
const AHEAD: usize = 4;

/// A chance of one half moves by a quarter of what its log-odds move by.
const ODDS_A_CHANCE: f32 = 4.0;

/// One thread of training: its luck and the boards it may start from.
pub struct Worker {
    pub(super) starts: Starts,
    pub(super) rng: Rng,
    path: Vec<Choice>,
    outlook: Outlook,
}

/// What one game of training was.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Moves played, restarts included.
    pub moves: u64,
    /// How many large tiles it started with.
    pub large: usize,
    /// Where it started.
    pub origin: Origin,
    /// Whether a large tile was made.
    pub made_large: bool,
    /// Points of the game proper.
    pub score: u32,
    /// Its largest tile.
    pub best: Tile,
    /// The level that its large tile led to, and the chance that the weights saw there.
    pub entry: Option<(usize, f32)>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Dead,
    /// A large tile was made: the last afterstate belongs to what follows.
    MadeLarge,
}

/// How a lesson is learned.
#[derive(Clone, Copy)]
struct Step<'a> {
    rule: Rule,
    rate: f32,
    lambda: f32,
    /// Which stages learn.
    learns: &'a [bool],
}

impl Worker {
    /// A worker with luck of its own.
    pub fn new(starts: Starts, rng: Rng) -> Worker {
        Worker { starts, rng, path: Vec::new(), outlook: Outlook::default() }
    }

    /// Plays one game and learns from it, in the stages that `learns` names; `done` is the part of the training that
    /// lies behind.
    pub fn lesson(&mut self, learner: &Learner, recipe: &Recipe, learns: &[bool], done: f64) -> Lesson {
        struct OneLesson<'a>(&'a mut Worker, &'a Learner, &'a Recipe, Step<'a>);
        impl Work for OneLesson<'_> {
            type Output = Lesson;
            #[inline(always)]
            fn run<L: Locator>(self, locator: L) -> Lesson {
                self.0.lesson_with(self.1, self.2, self.3, locator)
            }
        }
        let (rule, rate) = recipe.step(done);
        let Learning { lambda, .. } = recipe.learning;
        let step = Step { rule, rate, lambda, learns };
        with_fastest(OneLesson(self, learner, recipe, step))
    }

    #[inline(always)]
    fn lesson_with<L: Locator>(
        &mut self,
        learner: &Learner,
        recipe: &Recipe,
        step: Step<'_>,
        locator: L,
    ) -> Lesson {
        let (origin, mut board) = self.starts.next(&mut self.rng);
        let large = pool(learner.shape(), board);
        let best = board.max_tile();
        let mut lesson = Lesson { moves: 0, large, origin, made_large: false, score: 0, best, entry: None };
        loop {
            let end = self.play(learner, board, locator);
            match learner.shape().values() {
                Values::Points => self.learn(learner, step, locator),
                Values::Chances { foresight } => {
                    self.learn_chances(learner, end, foresight, step, locator);
                }
            }
            if lesson.moves == 0 {
                lesson.made_large = end == End::MadeLarge;
                lesson.score = self.path.iter().map(|choice| choice.reward).sum();
                lesson.best = self.path.last().map_or(best, |choice| choice.after.board().max_tile());
                lesson.entry = self.entry(learner, end, locator);
            }
            lesson.moves += self.path.len() as u64;
            if !recipe.games.restart || !self.deserves_a_second_try(learner, end) {
                return lesson;
            }
            let middle = self.path[self.path.len() / 2].after;
            board = spawned(middle, &mut self.rng);
        }
    }

    /// Whether the last game should be taken up again in its middle.
    fn deserves_a_second_try(&self, learner: &Learner, end: End) -> bool {
        match learner.shape().values() {
            Values::Points => self.path.len() > SHORTEST_RESTART,
            Values::Chances { .. } => end == End::Dead && self.path.len() > SHORTEST_SECOND_TRY,
        }
    }

    /// Plays greedily from `board`, leaving the way in `path`.
    #[inline(always)]
    fn play<L: Locator>(&mut self, learner: &Learner, start: Board, locator: L) -> End {
        let large = learner.shape().symbols().large();
        let goal = large.map(|large| Goal::of(start, large));
        let mut board = start;
        self.path.clear();
        loop {
            learner.look_ahead(board, locator, &mut self.outlook);
            let Some(choice) = learner.choose(&self.outlook) else { return End::Dead };
            self.path.push(choice);
            board = spawned(choice.after, &mut self.rng);
            if goal.as_ref().is_some_and(|goal| choice.reward >= goal.large.face() && goal.is_met(board)) {
                self.starts.harvest(pool(learner.shape(), board), board, &mut self.rng);
                return End::MadeLarge;
            }
        }
    }

    /// The level that the large tile of a game led to, and the chance that the weights see there.
    #[inline(always)]
    fn entry<L: Locator>(&self, learner: &Learner, end: End, locator: L) -> Option<(usize, f32)> {
        let last = self.path.last().filter(|_| end == End::MadeLarge)?.after;
        let level = learner.shape().look(last.board()).level();
        Some((level.number, chance(learner.value_with(last, locator))))
    }

    /// Learns from `path`, backwards: each afterstate moves towards what came after it. Memory is the
    /// bottleneck, so the weights of the next few are asked for in advance.
    #[inline(always)]
    fn learn<L: Locator>(&self, learner: &Learner, step: Step<'_>, locator: L) {
        let Step { rule, rate, lambda, .. } = step;
        let mut target = 0.0;
        backwards(learner, &self.path, locator, |reward, places| {
            let value = learner.value_at(places);
            let moved = learner.adjust_at(places, rule, rate, target - value);
            target = reward as f32 + lambda * target + (1.0 - lambda) * (value + moved);
        });
    }

    /// The same for chances, by the log-loss: the error of the log-odds is that of the chance.
    #[inline(always)]
    fn learn_chances<L: Locator>(
        &self,
        learner: &Learner,
        end: End,
        foresight: f64,
        step: Step<'_>,
        locator: L,
    ) {
        let Step { rule, rate, lambda, learns } = step;
        let mut path = self.path.as_slice();
        let mut target = 0.0;
        if let (End::MadeLarge, Some((last, before))) = (end, path.split_last()) {
            path = before;
            let level = learner.shape().look(last.after.board()).level();
            target = learner.success(foresight, level, learner.value_with(last.after, locator));
        }
        backwards(learner, path, locator, |_, places| {
            let odds = learner.value_at(places);
            let mut value = chance(odds);
            if learns[places.stage] {
                let error = target - value;
                let moved = learner.adjust_at(places, rule, ODDS_A_CHANCE * rate, error);
                value = chance(odds + moved);
            }
            target = lambda * target + (1.0 - lambda) * value;
        });
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Worker { starts, rng, .. } = self;
        f.debug_struct("Worker").field("starts", starts).field("rng", rng).finish_non_exhaustive()
    }
}

/// Calls `learn` with the reward and the places of each step of a path, from the last to the first, whose memory has
/// been asked for a few steps before.
#[inline(always)]
fn backwards<L: Locator>(
    learner: &Learner,
    path: &[Choice],
    locator: L,
    mut learn: impl FnMut(u32, &Places),
) {
    let mut ring = [const { Places::new() }; AHEAD];
    for (slot, step) in path.iter().rev().take(AHEAD).enumerate() {
        learner.prepare(step.after, locator, &mut ring[slot]);
    }
    for (turn, (at, step)) in path.iter().enumerate().rev().enumerate() {
        let places = &mut ring[turn % AHEAD];
        learn(step.reward, places);
        if at >= AHEAD {
            learner.prepare(path[at - AHEAD].after, locator, places);
        }
    }
}

/// What a game is after: one more large tile, joined to its like as far as it goes. Only then does the board stand
/// on another level.
struct Goal {
    large: Tile,
    /// What the large tiles add up to.
    sum: u32,
}

impl Goal {
    fn of(board: Board, large: Tile) -> Goal {
        Goal { large, sum: large_tiles(board, large).map(Tile::face).sum() }
    }

    /// Whether there is one more large tile and no two are the same.
    #[cold]
    fn is_met(&self, board: Board) -> bool {
        let sum: u32 = large_tiles(board, self.large).map(Tile::face).sum();
        // Different powers of two add up to a number with as many bits as there are tiles.
        let all_different = sum.count_ones() as usize == large_tiles(board, self.large).count();
        sum > self.sum && all_different
    }
}

fn large_tiles(board: Board, large: Tile) -> impl Iterator<Item = Tile> {
    board.tiles().into_iter().filter(move |&tile| tile >= large)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(hex: &str) -> Board {
        hex.parse().unwrap()
    }

    #[test]
    fn a_large_tile_counts_once_it_is_joined_to_its_like() {
        let goal = Goal::of(board("edcb000000001001"), Tile::from_face(2048).unwrap());
        assert!(!goal.is_met(board("edcb000b00000000")), "2048 is made, and 2048 was there");
        assert!(!goal.is_met(board("edcc000000000000")));
        assert!(goal.is_met(board("f000000000000001")));
        let goal = Goal::of(board("f000000000000001"), Tile::from_face(2048).unwrap());
        assert!(!goal.is_met(board("f000000000000011")), "that was the last one");
        assert!(goal.is_met(board("fb00000000000001")));
    }
}
