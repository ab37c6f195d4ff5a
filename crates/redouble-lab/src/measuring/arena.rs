//! Plays games, many at a time. What it finds does not depend on how many.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use redouble::spec::{BuildError, Resources};
use redouble::{Afterstate, Agent, Budget, Budgeted, Game, GameRecord};

use crate::measuring::clock;
use crate::measuring::notebook::Notebook;
use crate::measuring::outcome::{Identity, Outcome, Terms};
use redouble::bench::agent_signature;

/// An agent that takes part in a trial. Each job builds its own.
pub struct Entrant<'a> {
    /// What its games are filed under.
    pub identity: Identity,
    /// What each of its moves may cost.
    pub budget: Budget,
    /// Builds the agent.
    pub build: Box<dyn Fn() -> Box<dyn Agent> + Sync + 'a>,
}

impl fmt::Debug for Entrant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entrant { identity, budget, .. } = self;
        f.debug_struct("Entrant").field("identity", identity).field("budget", budget).finish_non_exhaustive()
    }
}

impl Entrant<'static> {
    /// An agent, filed under what it is: its spec, its budget, what it uses, and its [signature](agent_signature).
    pub fn of(agent: Budgeted, resources: &Resources) -> Result<Entrant<'static>, BuildError> {
        let engine = agent_signature(&agent, resources)?;
        let network = agent.spec.network().and_then(|path| resources.network(path));
        let network = network.map(|network| format!("{:08x}", network.identity()));
        let tables =
            agent.uses_tables().then(|| resources.tables().identity()).filter(|text| !text.is_empty());
        let data = network.into_iter().chain(tables).collect::<Vec<_>>().join(" ");
        let (spec, budget) = (agent.settled().to_string(), agent.budget.to_string());
        let identity = Identity { spec, budget, data, engine };
        let (Budgeted { spec, budget }, resources) = (agent, resources.clone());
        let build = move || spec.build(&resources).expect("what could be built can be built again");
        Ok(Entrant { identity, budget, build: Box::new(build) })
    }
}

/// What games are played with, whoever wants them: a trial, a tuning or a study.
pub struct Arena<'a> {
    /// Where they are kept.
    pub notebook: &'a mut Notebook,
    /// How many to play at once.
    pub threads: usize,
    /// What agents may use that are yet to be built.
    pub resources: Resources,
    /// Sees every game, those of the notebook first.
    pub observe: Box<dyn FnMut(Finished<'_>) + 'a>,
}

impl fmt::Debug for Arena<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Arena { notebook, threads, .. } = self;
        f.debug_struct("Arena").field("notebook", notebook).field("threads", threads).finish_non_exhaustive()
    }
}

impl<'a> Arena<'a> {
    /// Plays so many games at once and keeps them in `notebook`.
    pub fn new(notebook: &'a mut Notebook, threads: usize) -> Arena<'a> {
        Arena { notebook, threads, resources: Resources::default(), observe: Box::new(|_| {}) }
    }

    /// The same, for agents that may use `resources`.
    #[must_use]
    pub fn offering(self, resources: Resources) -> Arena<'a> {
        Arena { resources, ..self }
    }

    /// The same, showing every game to `observe`.
    #[must_use]
    pub fn observed_by(self, observe: impl FnMut(Finished<'_>) + 'a) -> Arena<'a> {
        Arena { observe: Box::new(observe), ..self }
    }

    /// The same, one game at a time.
    pub fn one_at_a_time(&mut self) -> Arena<'_> {
        let Arena { notebook, resources, observe, .. } = self;
        Arena::new(notebook, 1).offering(resources.clone()).observed_by(observe)
    }
}

/// A game that is done.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// The index of the entrant.
    pub entrant: usize,
    /// How it went.
    pub outcome: &'a Outcome,
    /// Whether it was in the notebook before.
    pub reused: bool,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The index of the entrant.
    pub entrant: usize,
    /// The number of the game.
    pub number: u64,
}

/// Plays `jobs` on `threads` threads, each under its `terms`, and hands over finished games in batches, in the
/// order they finish.
///
/// With `records` the outcomes hold every move. A batch is whatever finished since the last one, so a slow
/// `finished` costs no time of play. When it fails, the games under way are given up and its error is returned;
/// whoever else sets `stop` has them given up, too.
pub fn play<E>(
    entrants: &[Entrant<'_>],
    jobs: &[Job],
    terms: impl Fn(u64) -> Terms + Sync,
    threads: usize,
    records: bool,
    stop: &AtomicBool,
    mut finished: impl FnMut(Vec<(Job, Outcome)>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(1024);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, terms) = (sender.clone(), &next, &terms);
            scope.spawn(move || {
                let mut seat = Seat { entrants, records, taken: None };
                while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(outcome) = seat.play(job.entrant, terms(job.number), stop) else { return };
                    if sender.send((job, outcome)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let result = batches(&receiver).try_for_each(&mut finished);
        stop.store(true, Ordering::Relaxed);
        drop(receiver);
        result
    })
}

/// What the channel holds, all at once, again and again until it closes.
fn batches<T>(receiver: &Receiver<T>) -> impl Iterator<Item = Vec<T>> {
    std::iter::from_fn(|| {
        let first = receiver.recv().ok()?;
        Some(std::iter::once(first).chain(receiver.try_iter().take(999)).collect())
    })
}

/// A thread's place in the arena: it keeps its agent from game to game.
struct Seat<'a> {
    entrants: &'a [Entrant<'a>],
    records: bool,
    taken: Option<(usize, Box<dyn Agent>)>,
}

impl Seat<'_> {
    fn play(&mut self, index: usize, terms: Terms, stop: &AtomicBool) -> Option<Outcome> {
        let entrant = &self.entrants[index];
        if self.taken.as_ref().is_none_or(|(taken, _)| *taken != index) {
            self.taken = None; // the last agent's memory goes before the next one takes its own
            self.taken = Some((index, (entrant.build)()));
        }
        let (_, agent) = self.taken.as_mut()?;
        let mut watch = |_: &Game| match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let (game, mut outcome) = play_game(agent.as_mut(), terms, entrant.budget, &mut watch)?;
        if self.records && game.moves() == outcome.moves {
            // a game with passes breaks the rules of records
            outcome.record = Some(GameRecord::of(&game).by(&entrant.identity.agent()).to_string());
        }
        Some(outcome)
    }
}

/// Plays one game to its end. `watch` sees it before each move and may give it up, which makes `None`.
///
/// An agent that chooses a slide which changes nothing passes: a tile spawns and the game goes on, unless the
/// board is full, which ends it. No agent does so under the rules; one study's authors did.
pub fn play_game(
    agent: &mut dyn Agent,
    terms: Terms,
    budget: Budget,
    watch: &mut dyn FnMut(&Game) -> ControlFlow<()>,
) -> Option<(Game, Outcome)> {
    let (mut game, mut outcome) = (terms.game(), Outcome::default());
    agent.begin(game.luck().agent());
    while !terms.end(game.board(), outcome.moves) {
        if watch(&game).is_break() {
            return None;
        }
        let (report, time) = clock::choose(agent, game.board(), game.score(), budget);
        let Some(mv) = report.best else { break };
        if game.play(mv).is_none() && !pass(&mut game, outcome.moves) {
            break;
        }
        outcome.count(&report, time);
    }
    (outcome.score, outcome.board) = (game.score(), game.board());
    Some((game, outcome))
}

/// Spawns a tile without a slide; false if there is no room. Passes have spawns of their own, far away.
fn pass(game: &mut Game, move_number: u32) -> bool {
    let after = Afterstate::new(game.board());
    let room = after.empties() > 0;
    if room {
        let spawn = game.luck().spawn(1 << 40 | u64::from(move_number), after);
        game.place(spawn.cell, spawn.tile);
    }
    room
}
