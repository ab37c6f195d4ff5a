//! What goes on in the background: chances from here, and the coach's ratings.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use redouble::{Agent, Board, Budget, Budgeted, Move};
use redouble_analysis::chances::Chances;
use redouble_analysis::coach::{Coach, Verdict};
use redouble_analysis::playouts::Playouts;
use redouble_lab::measuring::clock;

use super::event::{Alarm, Event};

/// How long chances are worked on before a newer board may take over, unless they are known earlier.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often they are shown.
const SHOW: Duration = Duration::from_millis(150);
/// How many playouts are played between two looks at the inbox.
const BATCH: u64 = 8;
/// The pairs of playouts by which the coach rates a move.
const PAIRS: u64 = 200;
/// What the coach's move may cost whose agent has a depth of its own: its work must not pile up.
const MOST: Budget = Budget::time(Duration::from_millis(50));

/// Chances, and the move of the game they are of.
#[derive(Clone, Debug)]
pub struct Estimate {
    pub moves: u32,
    pub chances: Chances,
}

/// A move to be rated.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Which game, and which move of it.
    pub game: u64,
    pub number: u32,
    pub board: Board,
    pub score: u32,
    pub mv: Move,
}

/// A rated move.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub attempt: Attempt,
    pub verdict: Verdict,
}

enum Order {
    Coach(Budgeted, Box<dyn Agent>),
    Rate(Attempt),
    /// The board whose chances are wanted, with its move number.
    Estimate(u32, Board),
}

/// Sends orders to the background thread.
pub struct Assistant {
    orders: Sender<Order>,
}

impl Assistant {
    /// Starts the thread. Chances and ratings come from `playouts`, and from the agent that coaches.
    pub fn start(
        coach: Budgeted,
        agent: Box<dyn Agent>,
        playouts: Playouts,
        events: Sender<Event>,
    ) -> Assistant {
        let (orders, inbox) = channel();
        let budget = budget_of(&coach);
        let coach = Coach::new(playouts, PAIRS);
        std::thread::spawn(move || {
            let _alarm = Alarm::new(&events);
            let mut desk = Desk {
                agent,
                budget,
                coach,
                attempts: VecDeque::new(),
                wanted: None,
                open: None,
                events: &events,
            };
            while desk.take_orders(&inbox).is_some() && desk.work().is_some() {}
        });
        Assistant { orders }
    }

    /// From now on moves are rated against another agent.
    pub fn employ(&self, coach: Budgeted, agent: Box<dyn Agent>) {
        let _ = self.orders.send(Order::Coach(coach, agent));
    }

    /// Asks for a rating.
    pub fn rate(&self, attempt: Attempt) {
        let _ = self.orders.send(Order::Rate(attempt));
    }

    /// Asks for the chances of a board; those of earlier ones are no longer wanted.
    pub fn estimate(&self, moves: u32, board: Board) {
        let _ = self.orders.send(Order::Estimate(moves, board));
    }
}

/// A rating costs what a review would spend on it.
fn budget_of(coach: &Budgeted) -> Budget {
    let Budgeted { budget, .. } = coach.clone().or_usual(Budget::REVIEW);
    if budget.is_none() { MOST } else { budget }
}

/// The work of the thread.
struct Desk<'a> {
    agent: Box<dyn Agent>,
    budget: Budget,
    coach: Coach,
    attempts: VecDeque<Attempt>,
    wanted: Option<(u32, Board)>,
    open: Option<Open>,
    events: &'a Sender<Event>,
}

/// Chances that are being worked on.
struct Open {
    estimate: Estimate,
    since: Instant,
    shown: Instant,
}

impl Desk<'_> {
    /// Reads all orders, waiting for one if there is nothing to do; `None` when there will be no more.
    fn take_orders(&mut self, inbox: &Receiver<Order>) -> Option<()> {
        if self.is_idle() {
            match inbox.recv() {
                Ok(order) => self.take(order),
                Err(RecvError) => return None,
            }
        }
        loop {
            match inbox.try_recv() {
                Ok(order) => self.take(order),
                Err(TryRecvError::Empty) => return Some(()),
                Err(TryRecvError::Disconnected) => return None,
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.attempts.is_empty() && self.wanted.is_none() && self.open.is_none()
    }

    fn take(&mut self, order: Order) {
        match order {
            Order::Coach(coach, agent) => {
                (self.agent, self.budget) = (agent, budget_of(&coach));
            }
            Order::Rate(attempt) => self.attempts.push_back(attempt),
            Order::Estimate(moves, board) => self.wanted = Some((moves, board)),
        }
    }

    fn work(&mut self) -> Option<()> {
        if let Some(attempt) = self.attempts.pop_front() {
            return self.rate(attempt);
        }
        if self.open.as_ref().is_none_or(|open| open.since.elapsed() >= PATIENCE)
            && let Some((moves, board)) = self.wanted.take()
        {
            let now = Instant::now();
            self.open =
                Some(Open { estimate: Estimate { moves, chances: board.into() }, since: now, shown: now });
        }
        self.play()
    }

    fn rate(&mut self, attempt: Attempt) -> Option<()> {
        let Attempt { board, score, mv, .. } = attempt;
        let (report, _) = clock::choose(self.agent.as_mut(), board, score, self.budget);
        match self.coach.rate(board, score, mv, &report) {
            Some(verdict) => self.events.send(Event::Lesson(Lesson { attempt, verdict })).ok(),
            None => Some(()),
        }
    }

    /// A few more playouts of the board on the desk.
    fn play(&mut self) -> Option<()> {
        let Some(open) = &mut self.open else { return Some(()) };
        let chances = &mut open.estimate.chances;
        let known = chances.is_known();
        if !known {
            chances.play(self.coach.playouts(), BATCH);
        }
        if known || open.shown.elapsed() >= SHOW {
            open.shown = Instant::now();
            self.events.send(Event::Estimate(open.estimate.clone())).ok()?;
        }
        if known {
            self.open = None;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::playouts;
    use redouble::Tile;
    use redouble::spec::Resources;

    fn assistant() -> (Assistant, Receiver<Event>) {
        let (events, inbox) = channel();
        let coach: Budgeted = "expectimax(eval=snake,depth=3)".parse().unwrap();
        let agent = coach.spec.build(&Resources::default()).unwrap();
        (Assistant::start(coach, agent, playouts(), events), inbox)
    }

    #[test]
    fn chances_come_until_they_are_known() {
        let (assistant, events) = assistant();
        let board: Board = "8 4 2 . / 4 2 . . / . . . . / . . . 2".parse().unwrap();
        assistant.estimate(7, board);
        loop {
            let Ok(Event::Estimate(estimate)) = events.recv() else { panic!("expected an estimate") };
            assert_eq!((estimate.moves, estimate.chances.board()), (7, board));
            if estimate.chances.is_known() {
                assert!(estimate.chances.of(Tile::new(4).unwrap()).value > 0.9);
                break;
            }
        }
    }

    #[test]
    fn a_move_is_rated() {
        let (assistant, events) = assistant();
        let board: Board = "2 4 32 16 / 4 2 4 8 / 2 32 1024 1024 / 4 2 4 .".parse().unwrap();
        assistant.rate(Attempt { game: 0, number: 3, board, score: 0, mv: Move::Down });
        let Ok(Event::Lesson(lesson)) = events.recv() else { panic!("expected a lesson") };
        assert_eq!((lesson.attempt.number, lesson.verdict.rating.name()), (3, "blunder"));
    }
}
