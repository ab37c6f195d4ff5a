//! One thread of training: plays games and learns from each, backwards from its end.

use redouble::network::Places;
use redouble::network::locate::{Locator, Work, with_fastest};
use redouble::{Board, Rng, Tile};

use super::learner::{Choice, Learner, Outlook, Rule};
use super::recipe::{Games, Recipe};
use super::starts::{Starts, spawned};

/// A finished game is taken up again only while it is longer than this.
const SHORTEST_RESTART: usize = 10;

/// So many afterstates before they are learned from, their weights are asked for.
const AHEAD: usize = 4;

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
    /// The stage it started in.
    pub stage: usize,
    /// Whether a large tile was made.
    pub made_large: bool,
    /// Points of the game proper.
    pub score: u32,
    /// Its largest tile.
    pub best: Tile,
    /// The stage that its large tile led to, and what the weights of that stage said of it.
    pub entry: Option<(usize, f32)>,
}

/// How a game ended.
enum End {
    Dead,
    /// A large tile was made: the last afterstate belongs to what follows.
    MadeLarge,
}

impl Worker {
    /// A worker with luck of its own.
    pub fn new(starts: Starts, rng: Rng) -> Worker {
        Worker { starts, rng, path: Vec::new(), outlook: Outlook::default() }
    }

    /// Plays one game and learns from it; `done` is the part of the training that lies behind.
    pub fn lesson(&mut self, learner: &Learner, recipe: &Recipe, done: f64) -> Lesson {
        struct OneLesson<'a>(&'a mut Worker, &'a Learner, &'a Recipe, f64);
        impl Work for OneLesson<'_> {
            type Output = Lesson;
            #[inline(always)]
            fn run<L: Locator>(self, locator: L) -> Lesson {
                self.0.lesson_with(self.1, self.2, self.3, locator)
            }
        }
        with_fastest(OneLesson(self, learner, recipe, done))
    }

    #[inline(always)]
    fn lesson_with<L: Locator>(
        &mut self,
        learner: &Learner,
        recipe: &Recipe,
        done: f64,
        locator: L,
    ) -> Lesson {
        let (rule, rate) = recipe.step(done);
        let mut board = self.starts.next(&mut self.rng);
        let stage = learner.shape().stage(board);
        let best = board.max_tile();
        let mut lesson = Lesson { moves: 0, stage, made_large: false, score: 0, best, entry: None };
        loop {
            let end = self.play(learner, &recipe.games, board, locator);
            self.learn(learner, &end, (rule, rate, recipe.learning.lambda), locator);
            if lesson.moves == 0 {
                lesson.made_large = matches!(end, End::MadeLarge);
                lesson.score = self.path.iter().map(|choice| choice.reward).sum();
                lesson.best = self.path.last().map_or(best, |choice| choice.after.board().max_tile());
                lesson.entry = self.entry(learner, &end, locator);
            }
            lesson.moves += self.path.len() as u64;
            if !recipe.games.restart || self.path.len() <= SHORTEST_RESTART {
                return lesson;
            }
            let middle = self.path[self.path.len() / 2].after;
            board = spawned(middle, &mut self.rng);
        }
    }

    /// Plays greedily from `board`, leaving the way in `path`.
    #[inline(always)]
    fn play<L: Locator>(&mut self, learner: &Learner, games: &Games, start: Board, locator: L) -> End {
        let large = learner.shape().symbols().large();
        let mut goal = large.map(|large| Goal::of(start, large));
        let mut board = start;
        self.path.clear();
        loop {
            learner.look_ahead(board, locator, &mut self.outlook);
            let Some(choice) = learner.choose(&self.outlook) else { return End::Dead };
            self.path.push(choice);
            board = spawned(choice.after, &mut self.rng);
            if goal.as_mut().is_some_and(|goal| choice.reward >= goal.large.face() && goal.is_met(board)) {
                self.starts.harvest(learner.shape().stage(board), board, &mut self.rng);
                if games.until_large {
                    return End::MadeLarge;
                }
            }
        }
    }

    /// Where the large tile of a game led to: the stage, and what its weights say.
    #[inline(always)]
    fn entry<L: Locator>(&self, learner: &Learner, end: &End, locator: L) -> Option<(usize, f32)> {
        let last = self.path.last().filter(|_| matches!(end, End::MadeLarge))?.after;
        Some((learner.shape().stage(last.board()), learner.value_with(last, locator) - learner.base(last)))
    }

    /// Learns from `path`, backwards: each afterstate moves towards what came after it. Memory is the
    /// bottleneck, so the weights of the next few are asked for in advance.
    #[inline(always)]
    fn learn<L: Locator>(&self, learner: &Learner, end: &End, step: (Rule, f32, f32), locator: L) {
        let (rule, rate, lambda) = step;
        let mut ring = [const { Places::new() }; AHEAD];
        let mut path = self.path.as_slice();
        let mut target = path.last().map_or(0.0, |last| learner.base(last.after));
        if let (End::MadeLarge, Some((last, before))) = (end, path.split_last()) {
            path = before;
            target = last.reward as f32 + learner.value_with(last.after, locator);
        }
        for (slot, step) in path.iter().rev().take(AHEAD).enumerate() {
            learner.prepare(step.after, locator, &mut ring[slot]);
        }
        for (turn, (at, step)) in path.iter().enumerate().rev().enumerate() {
            let places = &mut ring[turn % AHEAD];
            let value = learner.value_at(places);
            let moved = learner.adjust_at(places, rule, rate, target - value);
            target = step.reward as f32 + lambda * target + (1.0 - lambda) * (value + moved);
            if at >= AHEAD {
                learner.prepare(path[at - AHEAD].after, locator, places);
            }
        }
    }
}

/// What a game is after: one more large tile, joined to its like as far as it goes. Only then does the board stand
/// at the start of another stage.
struct Goal {
    large: Tile,
    /// What the large tiles add up to.
    sum: u32,
}

impl Goal {
    fn of(board: Board, large: Tile) -> Goal {
        Goal { large, sum: large_tiles(board, large).map(Tile::face).sum() }
    }

    /// Whether there is one more large tile and no two are the same. If so, the goal is the next one.
    #[cold]
    fn is_met(&mut self, board: Board) -> bool {
        let sum: u32 = large_tiles(board, self.large).map(Tile::face).sum();
        // Different powers of two add up to a number with as many bits as there are tiles.
        let all_different = sum.count_ones() as usize == large_tiles(board, self.large).count();
        let met = sum > self.sum && all_different;
        if met {
            self.sum = sum;
        }
        met
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
        let mut goal = Goal::of(board("edcb000000001001"), Tile::from_face(2048).unwrap());
        assert!(!goal.is_met(board("edcb000b00000000")), "2048 is made, and 2048 was there");
        assert!(!goal.is_met(board("edcc000000000000")));
        assert!(goal.is_met(board("f000000000000001")));
        assert!(!goal.is_met(board("f000000000000011")), "that was the last one");
        assert!(goal.is_met(board("fb00000000000001")));
    }
}
