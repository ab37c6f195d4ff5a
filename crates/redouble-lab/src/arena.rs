//! Plays games, many at a time. What it finds does not depend on how many.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use redouble::{Agent, Game, GameRecord};

use crate::clock::{self, Durations};
use crate::outcome::{Identity, Outcome, Terms};

/// An agent that takes part in a trial. Each job builds its own.
pub struct Entrant<'a> {
    /// What its games are filed under.
    pub identity: Identity,
    /// How long it may think about each move.
    pub cap: Option<Duration>,
    /// Builds the agent.
    pub build: Box<dyn Fn() -> Box<dyn Agent> + Sync + 'a>,
}

/// A game to be played: which entrant, and under what terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The index of the entrant.
    pub entrant: usize,
    /// The terms of the game.
    pub terms: Terms,
}

/// Plays `jobs` on `threads` threads and hands over finished games in batches, in the order they finish.
///
/// With `records` the outcomes hold every move. A batch is whatever finished since the last one, so a slow `finished` costs no time of play. When it
/// fails, the games under way are given up and its error is returned.
pub fn play<E>(
    entrants: &[Entrant<'_>],
    jobs: &[Job],
    threads: usize,
    records: bool,
    mut finished: impl FnMut(Vec<(Job, Outcome)>) -> Result<(), E>,
) -> Result<(), E> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = sync_channel(1024);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut seat = Seat { entrants, records, taken: None };
                while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(outcome) = seat.play(job, stop) else { return };
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
    fn play(&mut self, job: Job, stop: &AtomicBool) -> Option<Outcome> {
        let entrant = &self.entrants[job.entrant];
        if self.taken.as_ref().is_none_or(|(index, _)| *index != job.entrant) {
            self.taken = None; // the last agent's memory goes before the next one takes its own
            self.taken = Some((job.entrant, (entrant.build)()));
        }
        let (_, agent) = self.taken.as_mut()?;
        let (game, mut outcome) = play_game(agent.as_mut(), job.terms, entrant.cap, stop)?;
        if self.records {
            outcome.record = Some(GameRecord::of(&game).by(&entrant.identity.spec).to_string());
        }
        Some(outcome)
    }
}

/// Plays one game to its end; `None` if it was stopped from outside.
fn play_game(
    agent: &mut dyn Agent,
    terms: Terms,
    cap: Option<Duration>,
    stop: &AtomicBool,
) -> Option<(Game, Outcome)> {
    let mut game = terms.game();
    let (mut nodes, mut leaves, mut times) = (0, 0, Durations::default());
    agent.begin(game.luck().agent());
    while !terms.until.reached(game.board()) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (report, time) = clock::choose(agent, game.board(), game.score(), cap);
        if report.best.and_then(|mv| game.play(mv)).is_none() {
            break;
        }
        nodes += report.nodes;
        leaves += report.leaves;
        times.add(time);
    }
    let (score, board, moves) = (game.score(), game.board(), game.moves());
    Some((game, Outcome { score, board, moves, nodes, leaves, times, record: None }))
}
