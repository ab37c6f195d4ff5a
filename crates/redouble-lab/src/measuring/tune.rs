//! Better constants for an evaluation, found by playing.
//!
//! CMA-ES draws a few sets of constants around a centre, each plays the same games, and the centre moves
//! towards the better ones:
//!
//! ```text
//!   centre ──draw──▶ specs ──play──▶ scores ──rank──▶ next centre, another spread
//! ```
//!
//! Every generation has luck of its own, common to all its specs, so that nothing is learned by heart. A
//! constant keeps its sign and varies by a factor: a step of 0.5 is about half or twice. Everything follows
//! from the seed, and games are taken from the notebook where it has them: what was stopped goes on.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use cmaes::{CMAES, CMAESOptions, DVector, Mode};
use redouble::spec::EvaluatorSpec;
use redouble::{AgentSpec, Budget, Budgeted, Tile};

use crate::measuring::arena::{Arena, Entrant};
use crate::measuring::notebook::NotebookError;
use crate::measuring::outcome::Outcome;
use crate::measuring::trial::Trial;
use redouble_analysis::stats;

/// What a tuning is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The mean score.
    Score,
    /// The share of games that reach a tile.
    Tile(Tile),
}

impl Aim {
    /// How well it is met.
    pub fn value(self, games: &[Outcome]) -> f64 {
        let each = |of: &dyn Fn(&Outcome) -> f64| stats::mean(&games.iter().map(of).collect::<Vec<_>>());
        match self {
            Aim::Score => each(&|game| f64::from(game.score)),
            Aim::Tile(tile) => each(&|game| f64::from(u8::from(game.reached(tile)))),
        }
    }
}

/// What to tune, and how long.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The agent to start from.
    pub agent: AgentSpec,
    /// What each of its moves may cost.
    pub budget: Budget,
    /// The constants of its evaluation that vary.
    pub keys: Vec<String>,
    /// What is better.
    pub aim: Aim,
    /// The games of the first generation; those of the others follow.
    pub trial: Trial,
    /// How often the centre moves.
    pub generations: u64,
    /// How many sets of constants are drawn each time, at least 2.
    pub population: u64,
    /// How far they are drawn from the start, as the logarithm of a factor.
    pub step: f64,
}

/// Where a tuning stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// How often the centre has moved.
    pub number: u64,
    /// How well the drawn specs met the aim, on average.
    pub mean: f64,
    /// How far the next ones will be drawn, as the logarithm of a factor.
    pub spread: f64,
    /// The agent with the constants of the centre.
    pub agent: AgentSpec,
}

/// A tuning could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// There is no such constant.
    #[error("{0}")]
    Keys(String),
    /// The agent could not be built.
    #[error(transparent)]
    Build(#[from] redouble::spec::BuildError),
    /// The search refused its settings.
    #[error("the search refused its settings: {0}")]
    Settings(String),
    /// The notebook refused.
    #[error(transparent)]
    Notebook(#[from] NotebookError),
}

impl Tuning {
    /// The names of all constants that an agent has.
    pub fn keys_of(agent: &AgentSpec) -> Vec<&'static str> {
        constants(agent).into_iter().map(|(name, _)| name).collect()
    }

    /// Moves the centre until the generations are over or `stop` is set, and shows each to `watch`.
    /// Returns the agent of the last centre.
    pub fn run(
        &self,
        arena: &mut Arena<'_>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Generation),
    ) -> Result<AgentSpec, TuneError> {
        let start = self.start()?;
        let judge = RefCell::new(Judge::new(self, &start, arena));
        let mut search =
            self.search(start.len(), |point: &DVector<f64>| match stop.load(Ordering::Relaxed) {
                true => f64::NAN, // which ends the search
                false => judge.borrow_mut().value(point),
            })?;
        let mut agent = self.agent.clone();
        for number in 1..=self.generations {
            let end = search.next();
            if let Some(failure) = judge.borrow_mut().failure.take() {
                return Err(failure);
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
            agent = self.at(&start, search.mean())?;
            let mean = judge.borrow_mut().end_generation();
            watch(&Generation { number, mean, spread: search.sigma(), agent: agent.clone() });
            if end.is_some() {
                break;
            }
        }
        Ok(agent)
    }

    fn search<F: FnMut(&DVector<f64>) -> f64>(
        &self,
        dimensions: usize,
        objective: F,
    ) -> Result<CMAES<F>, TuneError> {
        CMAESOptions::new(vec![0.0; dimensions], self.step)
            .mode(Mode::Maximize)
            .population_size(self.population as usize)
            .seed(self.trial.seed.0)
            .build(objective)
            .map_err(|why| TuneError::Settings(format!("{why:?}")))
    }

    /// The constants that vary, as they are at the start.
    fn start(&self) -> Result<Vec<(&'static str, f64)>, TuneError> {
        let known = constants(&self.agent);
        let names = Tuning::keys_of(&self.agent).join(", ");
        let agent = &self.agent;
        if self.keys.is_empty() {
            return Err(TuneError::Keys(format!("{agent} has no constants to tune; merges has")));
        }
        let find = |key: &String| {
            let found = known.iter().copied().find(|(name, _)| name == key);
            found.ok_or_else(|| TuneError::Keys(format!("{agent} has no constant '{key}', only: {names}")))
        };
        self.keys.iter().map(find).collect()
    }

    /// The agent at a point of the search.
    fn at(&self, start: &[(&'static str, f64)], point: &DVector<f64>) -> Result<AgentSpec, TuneError> {
        let moved = |(&(name, from), &by): (&(&'static str, f64), &f64)| (name, rounded(moved(from, by)));
        let constants: Vec<_> = start.iter().zip(point.iter()).map(moved).collect();
        self.agent.clone().with_constants(&constants).map_err(|why| TuneError::Keys(why.to_string()))
    }
}

fn constants(agent: &AgentSpec) -> Vec<(&'static str, f64)> {
    agent.evaluation().map(EvaluatorSpec::constants).unwrap_or_default()
}

/// A constant varies by a factor; one of 0 by a sum, for lack of a scale.
fn moved(from: f64, by: f64) -> f64 {
    if from == 0.0 { by } else { from * by.exp() }
}

/// Four digits that count: more could not be told apart by any number of games.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Plays the games of each point.
struct Judge<'a, 'n> {
    tuning: &'a Tuning,
    start: &'a [(&'static str, f64)],
    arena: &'a mut Arena<'n>,
    /// The games of this generation.
    trial: Trial,
    /// What its points are worth.
    found: Vec<f64>,
    failure: Option<TuneError>,
}

impl<'a, 'n> Judge<'a, 'n> {
    fn new(tuning: &'a Tuning, start: &'a [(&'static str, f64)], arena: &'a mut Arena<'n>) -> Self {
        Judge { tuning, start, arena, trial: tuning.trial.clone(), found: vec![], failure: None }
    }

    /// What a point is worth; not a number if its games failed.
    fn value(&mut self, point: &DVector<f64>) -> f64 {
        match self.play(point) {
            Ok(value) => {
                self.found.push(value);
                value
            }
            Err(failure) => {
                self.failure = Some(failure);
                f64::NAN
            }
        }
    }

    fn play(&mut self, point: &DVector<f64>) -> Result<f64, TuneError> {
        let agent = Budgeted { spec: self.tuning.at(self.start, point)?, budget: self.tuning.budget };
        let entrant = Entrant::of(agent, &self.arena.resources)?;
        let tallies = self.trial.run(std::slice::from_ref(&entrant), self.arena)?;
        Ok(self.tuning.aim.value(&tallies[0].outcomes))
    }

    /// The mean of this generation; the next one begins.
    fn end_generation(&mut self) -> f64 {
        self.trial.first += self.trial.games;
        stats::mean(&std::mem::take(&mut self.found))
    }
}
