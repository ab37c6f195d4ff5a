//! A network that learns: weights, what is remembered of their errors, and one additive adjustment.

use std::fmt;
use std::io;

use redouble::network::locate::{Locator, Work, with_fastest};
use redouble::network::{Level, Levels, MOST_STAGES, Network, Places, STEPS, Shape, Standing, Values};
use redouble::{Afterstate, Board, Evaluator, Rewards};

use super::stage::{Part, Stage};

/// How the step of each weight is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The same step for all: plain temporal differences.
    Plain,
    /// Temporal coherence (Beal and Smith, 1999): a weight whose errors cancel out takes smaller steps.
    Coherent,
}

/// A network that learns.
pub struct Learner {
    shape: Shape,
    stages: Vec<Stage>,
    /// What is usual on each level.
    levels: Levels,
}

/// The chosen slide of a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// Where it leads.
    pub after: Afterstate,
    /// Its points.
    pub reward: u32,
}

/// The slides of a board, with the places of their weights.
#[derive(Default)]
pub(super) struct Outlook {
    /// The level of the board.
    level: usize,
    slides: usize,
    choices: [Choice; 4],
    places: [Places; 4],
}

impl Learner {
    /// A learner that values every afterstate of stage `k` at `optimism[k]`, or at nothing beyond the list: no points,
    /// or an even chance.
    pub fn new(shape: Shape, optimism: &[f32]) -> io::Result<Learner> {
        let weight = |stage: usize| optimism.get(stage).unwrap_or(&0.0) / shape.lookups(stage) as f32;
        let stage = |stage: usize| Stage::new(shape.weights(stage), weight(stage));
        let stages = (0..shape.symbols().stages()).map(stage).collect::<io::Result<_>>()?;
        Ok(Learner { shape, stages, levels: Levels::none() })
    }

    /// A learner of this shape that knows what `network` knows: each stage what the network says of its boards, or
    /// nothing where the two see them otherwise.
    pub fn of_network(network: &Network, shape: Shape) -> io::Result<Learner> {
        let mut learner = Learner::new(shape, &[])?;
        learner.levels = network.levels().clone().with_common(&[0.0; MOST_STAGES]);
        for (stage, memory) in learner.stages.iter().enumerate() {
            if let Some(theirs) = learner.shape.counterpart(stage, network.shape()) {
                let common = network.levels().common(theirs) as f32 / STEPS as f32;
                let common = common / network.shape().lookups(theirs) as f32;
                memory.recall(network.weights(theirs).iter(), common, learner.shape.values());
            }
        }
        Ok(learner)
    }

    /// Makes a stage know nothing, as if it had never learned.
    pub fn forget(&mut self, stage: usize) -> io::Result<()> {
        self.stages[stage] = Stage::new(self.shape.weights(stage), 0.0)?;
        Ok(())
    }

    /// Takes over what `other` knows of a stage; `false`, and nothing changes, unless both have it and see its boards alike.
    pub fn adopt(&mut self, standing: Standing, mut other: Learner) -> bool {
        let place = |shape: &Shape| shape.symbols().standings().iter().position(|&stage| stage == standing);
        let (Some(mine), Some(theirs)) = (place(&self.shape), place(&other.shape)) else { return false };
        let alike = self.shape.sees_alike(mine, &other.shape, theirs);
        if alike {
            std::mem::swap(&mut self.stages[mine], &mut other.stages[theirs]);
        }
        alike
    }

    /// Its patterns and alphabet.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its stages, the first one first.
    pub(super) fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.stages.iter()
    }

    /// The weights of a stage.
    pub fn weights(&self, stage: usize) -> Part<'_> {
        self.stages[stage].weights()
    }

    /// For each weight of a stage the sum of its errors and the sum of their sizes, in turn.
    pub fn errors(&self, stage: usize) -> Part<'_> {
        self.stages[stage].errors()
    }

    /// What is usual on each level.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Changes what is usual on each level.
    pub(super) fn set_levels(&mut self, levels: Levels) {
        self.levels = levels;
    }

    /// The value of an afterstate: points, or log-odds where values are chances.
    pub fn value(&self, after: Afterstate) -> f32 {
        struct Value<'a>(&'a Learner, Afterstate);
        impl Work for Value<'_> {
            type Output = f32;
            #[inline(always)]
            fn run<L: Locator>(self, locator: L) -> f32 {
                self.0.value_with(self.1, locator)
            }
        }
        with_fastest(Value(self, after))
    }

    /// Moves the value of `after` by `rate · error` at most and returns by how much it moved.
    pub fn adjust(&self, after: Afterstate, rule: Rule, rate: f32, error: f32) -> f32 {
        struct Adjust<'a>(&'a Learner, Afterstate, Rule, f32, f32);
        impl Work for Adjust<'_> {
            type Output = f32;
            #[inline(always)]
            fn run<L: Locator>(self, locator: L) -> f32 {
                let mut places = Places::new();
                self.0.shape.locate(self.1.board(), locator, &mut places);
                self.0.adjust_at(&places, self.2, self.3, self.4)
            }
        }
        with_fastest(Adjust(self, after, rule, rate, error))
    }

    /// The value of an afterstate.
    #[inline(always)]
    pub(super) fn value_with<L: Locator>(&self, after: Afterstate, locator: L) -> f32 {
        let look = self.shape.look(after.board());
        let stage = &self.stages[look.stage()];
        let mut sums = [0.0; 8]; // eight sums, so that no addition waits for the one before
        self.shape.visit(look, locator, |places| stage.add_to(&mut sums, &places));
        sums.iter().sum()
    }

    /// The value of an afterstate with its weights at `places`.
    #[inline(always)]
    pub(super) fn value_at(&self, places: &Places) -> f32 {
        let stage = &self.stages[places.stage];
        let mut sums = [0.0f32; 8];
        places.as_slice().iter().for_each(|eight| stage.add_to(&mut sums, eight));
        sums.iter().sum()
    }

    /// Finds the weights of an afterstate and asks for their memory, to be used soon.
    #[inline(always)]
    pub(super) fn prepare<L: Locator>(&self, after: Afterstate, locator: L, places: &mut Places) {
        self.shape.locate(after.board(), locator, places);
        self.stages[places.stage].prefetch(places.as_slice());
    }

    /// Finds the slides of `board` and their weights, and asks for the memory of these.
    #[inline(always)]
    pub(super) fn look_ahead<L: Locator>(&self, board: Board, locator: L, outlook: &mut Outlook) {
        outlook.level = self.level(board);
        outlook.slides = 0;
        for (_, slide) in board.slides() {
            let places = &mut outlook.places[outlook.slides];
            self.prepare(slide.after, locator, places);
            outlook.choices[outlook.slides] = Choice { after: slide.after, reward: slide.reward };
            outlook.slides += 1;
        }
    }

    /// The number of a board's level.
    #[inline(always)]
    pub(super) fn level(&self, board: Board) -> usize {
        self.shape.look(board).level().number
    }

    /// What a slide from a board of `level` is worth, where its weights lie at `places`: points, or log-odds.
    #[inline(always)]
    fn worth(&self, choice: &Choice, places: &Places, level: usize) -> f32 {
        let value = self.value_at(places);
        match self.shape.values() {
            Values::Points => choice.reward as f32 + value,
            Values::Chances { foresight } if places.level.number > level => {
                odds(self.success(foresight, places.level, value))
            }
            Values::Chances { .. } => value,
        }
    }

    /// What a success is worth that leads to a board of level `next` with these log-odds.
    #[inline(always)]
    pub(super) fn success(&self, foresight: f64, next: Level, odds: f32) -> f32 {
        self.shape.success(foresight, next, f64::from(chance(odds)), &self.levels) as f32
    }

    /// The most valuable slide, the first among equals; `None` if the board is dead.
    #[inline(always)]
    pub(super) fn choose(&self, outlook: &Outlook) -> Option<Choice> {
        let mut best: Option<(f32, Choice)> = None;
        for (choice, places) in outlook.choices.iter().zip(&outlook.places).take(outlook.slides) {
            let value = self.worth(choice, places, outlook.level);
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, *choice));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// Moves the weights at `places` so that their sum moves by `rate · error` at most; returns by how much.
    #[inline(always)]
    pub(super) fn adjust_at(&self, places: &Places, rule: Rule, rate: f32, error: f32) -> f32 {
        let stage = &self.stages[places.stage];
        let step = rate * error / places.as_slice().as_flattened().len() as f32;
        let mut moved = 0.0;
        for eight in places.as_slice() {
            let steps = match rule {
                Rule::Plain => [step; 8],
                Rule::Coherent => stage.coherent_steps(eight, step, error),
            };
            stage.add(eight, steps);
            moved += steps.iter().sum::<f32>();
        }
        moved
    }
}

/// As play sees it.
impl Evaluator for Learner {
    fn rewards(&self) -> Rewards {
        self.shape.values().into()
    }

    fn board(&self, board: Board) -> f64 {
        let value = f64::from(self.value(Afterstate::new(board)));
        match self.shape.values() {
            Values::Points => value,
            Values::Chances { .. } => 1.0 / (1.0 + (-value).exp()),
        }
    }

    fn slide_worth(&self, board: Board, after: Afterstate, reward: u32, value: f64) -> f64 {
        self.shape.slide_worth(board, after, reward, value, &self.levels)
    }

    fn is_learned(&self) -> bool {
        true
    }
}

impl fmt::Debug for Learner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Learner({:?})", self.shape.describe())
    }
}

/// The chance with these log-odds.
#[inline(always)]
pub(super) fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The log-odds of a chance.
#[inline(always)]
fn odds(chance: f32) -> f32 {
    (chance / (1.0 - chance)).ln()
}
