//! A training run: workers in threads, in rounds between which the network can be looked at and saved.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use redouble::network::{Network, Shape};
use redouble::{Board, Seed};

use super::curve::Point;
use super::evaluate::play_greedily;
use super::learner::Learner;
use super::levels::Entries;
use super::recipe::Recipe;
use super::starts::{Origin, Starts, pool};
use super::worker::{Lesson, Worker};

/// Sets the seeds of evaluations apart from those people choose.
const EVALUATION: u64 = 0x65_7661_6c75_6174;

/// How often in a training it is said anew what is usual on each level.
const RENEWALS: f64 = 400.0;

/// How long a training goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// After so much time at work.
    Time(Duration),
    /// After so many moves.
    Moves(u64),
    /// After so many games.
    Games(u64),
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves learned from.
    pub moves: u64,
    /// Games played.
    pub games: u64,
    /// Time at work.
    pub seconds: f64,
}

impl Length {
    /// The part of it that is done, 0 to 1 and beyond.
    pub fn done(self, effort: Effort) -> f64 {
        match self {
            Length::Time(time) => effort.seconds / time.as_secs_f64(),
            Length::Moves(moves) => effort.moves as f64 / moves as f64,
            Length::Games(games) => effort.games as f64 / games as f64,
        }
    }
}

/// Hears of every game, from the thread that played it: what had been done before it, and what it was.
pub type Watch<'a> = dyn Fn(Effort, &Lesson) + Sync + 'a;

/// A training run.
pub struct Trainer {
    /// How it trains.
    pub recipe: Recipe,
    /// What it trains.
    pub learner: Learner,
    /// What was done so far.
    pub effort: Effort,
    /// How well it played on the way.
    pub curve: Vec<Point>,
    /// What levels were entered with, of late.
    pub entries: Entries,
    pub(super) workers: Vec<Worker>,
}

/// What the games of one round were like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// For each number of large tiles and each [`Origin`] the games that started there and how many of them made the next
    /// large tile.
    pub starts: [[(u64, u64); Origin::ALL.len()]; 8],
    /// The points of all games.
    pub score: u64,
    /// What levels were entered with.
    pub entries: Entries,
}

impl Round {
    fn add(&mut self, lesson: &Lesson) {
        let (games, made) = &mut self.starts[lesson.large][lesson.origin as usize];
        *games += 1;
        *made += u64::from(lesson.made_large);
        self.score += u64::from(lesson.score);
        if let Some((level, chance)) = lesson.entry {
            self.entries.add(level, chance);
        }
    }

    fn merge(mut self, other: Round) -> Round {
        for (mine, theirs) in self.starts.as_flattened_mut().iter_mut().zip(other.starts.as_flattened()) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
        }
        self.entries.merge(&other.entries);
        Round { score: self.score + other.score, ..self }
    }

    /// The games of the round.
    pub fn games(&self) -> u64 {
        self.starts.as_flattened().iter().map(|(games, _)| games).sum()
    }
}

impl Trainer {
    /// A run from the very start on so many threads.
    pub fn new(recipe: Recipe, threads: usize, seed: Seed) -> Result<Trainer, TrainError> {
        let shape = recipe.shape().map_err(TrainError::Recipe)?;
        let learner = Learner::new(shape, &recipe.learning.optimism)?;
        let mut trainer = Trainer::untrained(recipe, learner);
        trainer.hire(threads, seed);
        Ok(trainer)
    }

    /// A run that starts from what a network knows. It follows `recipe`, some stages of which must have the same patterns,
    /// or else the recipe that is in its file.
    pub fn from_network(
        network: &Network,
        recipe: Option<Recipe>,
        threads: usize,
        seed: Seed,
    ) -> Result<Trainer, TrainError> {
        let recipe = match recipe {
            Some(recipe) => recipe,
            None => Recipe::stored(network.text("recipe")?).map_err(TrainError::Recipe)?,
        };
        let shape = recipe.shape().map_err(TrainError::Recipe)?;
        let alike = |stage| shape.counterpart(stage, network.shape()).is_some();
        if !(0..shape.symbols().stages()).any(alike) {
            return Err(not_shaped_alike());
        }
        let learner = Learner::of_network(network, shape)?;
        let mut trainer = Trainer::untrained(recipe, learner);
        trainer.hire(threads, seed);
        Ok(trainer)
    }

    fn untrained(recipe: Recipe, learner: Learner) -> Trainer {
        Trainer {
            recipe,
            learner,
            effort: Effort::default(),
            curve: Vec::new(),
            entries: Entries::default(),
            workers: Vec::new(),
        }
    }

    /// Goes on by another recipe, which must describe the same network.
    pub fn follow(&mut self, recipe: Recipe) -> Result<(), TrainError> {
        check_shape(&recipe, self.learner.shape())?;
        self.workers.iter_mut().for_each(|worker| worker.starts.follow(&recipe.games));
        self.recipe = recipe;
        Ok(())
    }

    /// Makes a stage know nothing, as if it had never learned.
    pub fn forget(&mut self, stage: usize) -> Result<(), TrainError> {
        let stages = self.learner.shape().symbols().stages();
        if stage >= stages {
            return Err(TrainError::Recipe(format!("there is no stage {stage}; the last is {}", stages - 1)));
        }
        Ok(self.learner.forget(stage)?)
    }

    /// Makes it so many workers; new ones take their luck from `seed`.
    pub fn hire(&mut self, threads: usize, seed: Seed) {
        self.workers.truncate(threads);
        for number in self.workers.len()..threads.max(1) {
            let large = self.learner.shape().symbols().large();
            let starts = Starts::new(large, &self.recipe.games);
            self.workers.push(Worker::new(starts, seed.game(number as u64).agent()));
        }
    }

    /// Gives every worker these boards to start from, as if its games had come to them.
    pub fn offer(&mut self, boards: &[Board]) {
        let shape = self.learner.shape();
        for Worker { starts, rng, .. } in &mut self.workers {
            boards.iter().for_each(|&board| starts.harvest(pool(shape, board), board, rng));
        }
    }

    /// Trains until the part `until` of `length` is done, 0 to 1, or soon after `stop` is set.
    pub fn round(
        &mut self,
        length: Length,
        until: f64,
        stop: &AtomicBool,
        watch: &Watch<'_>,
    ) -> Result<Round, TrainError> {
        let (mut round, until) = (Round::default(), until.min(1.0));
        loop {
            let done = length.done(self.effort);
            if done >= until || stop.load(Relaxed) {
                return Ok(round);
            }
            self.recipe.learning_stages(self.learner.shape()).map_err(TrainError::Recipe)?;
            let part = self.work(length, until.min(next_renewal(done)), stop, watch);
            self.renew_levels(&part);
            round = round.merge(part);
        }
    }

    /// Plays greedy games on fresh seeds and notes on the curve how well it went.
    pub fn evaluate(&mut self, games: u64) -> &Point {
        // No training game and no other evaluation has this luck.
        let seed = Seed(EVALUATION ^ self.effort.moves);
        let played = play_greedily(&self.learner, seed, games, self.workers.len());
        self.curve.push(Point::of(self.effort, &played));
        &self.curve[self.curve.len() - 1]
    }

    /// Says what is usual on each level, by what it was entered with.
    fn renew_levels(&mut self, round: &Round) {
        self.entries.renew(&round.entries);
        let usual = self.entries.usual(self.recipe.network.foresight_from.into());
        self.learner.set_levels(self.learner.levels().clone().with_usual(usual));
    }

    fn work(&mut self, length: Length, until: f64, stop: &AtomicBool, watch: &Watch<'_>) -> Round {
        let before = self.effort;
        let (moves, games, start) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
        let effort = || Effort {
            moves: before.moves + moves.load(Relaxed),
            games: before.games + games.load(Relaxed),
            seconds: before.seconds + start.elapsed().as_secs_f64(),
        };
        let (learner, recipe) = (&self.learner, &self.recipe);
        let learns = recipe.learning_stages(learner.shape()).unwrap_or_default();
        let work = |worker: &mut Worker| {
            let mut round = Round::default();
            loop {
                let effort = effort();
                if length.done(effort) >= until || stop.load(Relaxed) {
                    return round;
                }
                let lesson = worker.lesson(learner, recipe, &learns, length.done(effort));
                moves.fetch_add(lesson.moves, Relaxed);
                games.fetch_add(1, Relaxed);
                round.add(&lesson);
                watch(effort, &lesson);
            }
        };
        let round = std::thread::scope(|scope| {
            let threads: Vec<_> =
                self.workers.iter_mut().map(|worker| scope.spawn(|| work(worker))).collect();
            let rounds = threads.into_iter().map(|thread| thread.join().expect("a lesson does not panic"));
            rounds.fold(Round::default(), Round::merge)
        });
        self.effort = effort();
        round
    }
}

impl fmt::Debug for Trainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trainer { learner, effort, workers, .. } = self;
        let trainer = &mut f.debug_struct("Trainer");
        trainer
            .field("learner", learner)
            .field("effort", effort)
            .field("workers", workers)
            .finish_non_exhaustive()
    }
}

/// When it is said next what is usual after `done` of the training: always later, whichever way `done` was rounded.
fn next_renewal(done: f64) -> f64 {
    let next = ((done * RENEWALS).floor() + 1.0) / RENEWALS;
    if next > done { next } else { next + 1.0 / RENEWALS }
}

/// An error unless `recipe` describes a network of this shape.
fn check_shape(recipe: &Recipe, shape: &Shape) -> Result<(), TrainError> {
    let described = recipe.shape().map_err(TrainError::Recipe)?;
    (described.describe() == shape.describe()).then_some(()).ok_or_else(not_shaped_alike)
}

fn not_shaped_alike() -> TrainError {
    TrainError::Recipe("its network is not shaped like the one in the file".to_owned())
}

/// Why a training cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// The recipe makes no sense.
    #[error("the recipe cannot be followed: {0}")]
    Recipe(String),
    /// There is no memory, or a file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file is not what it should be.
    #[error(transparent)]
    Format(#[from] redouble::network::NetworkFormatError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_of_any_number_of_games_gets_on() {
        for games in 1..=2000 {
            for effort in (0..games).map(|games| Effort { games, ..Effort::default() }) {
                let done = Length::Games(games).done(effort);
                assert!(next_renewal(done) > done, "after {} of {games} games", effort.games);
            }
        }
    }
}
