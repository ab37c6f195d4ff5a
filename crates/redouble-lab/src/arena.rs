//! Plays games, many at a time. What it finds does not depend on how many.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use redouble::spec::{BuildError, Resources};
use redouble::{Afterstate, Agent, AgentSpec, Game, GameRecord};

use crate::clock;
use crate::outcome::{Identity, Outcome, Terms};
use crate::signature::signature;

/// An agent that takes part in a trial. Each job builds its own.
pub struct Entrant<'a> {
    /// What its games are filed under.
    pub identity: Identity,
    /// How long it may think about each move.
    pub cap: Option<Duration>,
    /// Builds the agent.
    pub build: Box<dyn Fn() -> Box<dyn Agent> + Sync + 'a>,
}

impl Entrant<'static> {
    /// The agent of a spec, filed under its [signature](crate::signature), or under `version` of the program
    /// if it has none.
    pub fn of(spec: AgentSpec, resources: &Resources, version: &str) -> Result<Entrant<'static>, BuildError> {
        let mut agent = spec.build(resources)?;
        let engine = signature(&spec, agent.as_mut()).unwrap_or_else(|| version.to_owned());
        let network = spec.network().and_then(|path| resources.network(path));
        let network = network.map(|network| format!("{:08x}", network.identity()));
        let tables =
            spec.uses_tables().then(|| resources.tables().identity()).filter(|text| !text.is_empty());
        let data = network.into_iter().chain(tables).collect::<Vec<_>>().join(" ");
        let identity = Identity { spec: spec.to_string(), data, engine };
        let (cap, resources) = (spec.time(), resources.clone());
        let build = move || spec.build(&resources).expect("what could be built can be built again");
        Ok(Entrant { identity, cap, build: Box::new(build) })
    }
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
/// `finished` costs no time of play. When it fails, the games under way are given up and its error is returned.
pub fn play<E>(
    entrants: &[Entrant<'_>],
    jobs: &[Job],
    terms: impl Fn(u64) -> Terms + Sync,
    threads: usize,
    records: bool,
    mut finished: impl FnMut(Vec<(Job, Outcome)>) -> Result<(), E>,
) -> Result<(), E> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = sync_channel(1024);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, stop, terms) = (sender.clone(), &next, &stop, &terms);
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
        let (game, mut outcome) = play_game(agent.as_mut(), terms, entrant.cap, &mut watch)?;
        if self.records && game.moves() == outcome.moves {
            // a game with passes breaks the rules of records
            outcome.record = Some(GameRecord::of(&game).by(&entrant.identity.spec).to_string());
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
    cap: Option<Duration>,
    watch: &mut dyn FnMut(&Game) -> ControlFlow<()>,
) -> Option<(Game, Outcome)> {
    let (mut game, mut outcome) = (terms.game(), Outcome::default());
    agent.begin(game.luck().agent());
    while !terms.until.ends(game.board(), outcome.moves) {
        if watch(&game).is_break() {
            return None;
        }
        let (report, time) = clock::choose(agent, game.board(), game.score(), cap);
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
