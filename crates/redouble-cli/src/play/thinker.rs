//! The agent in a thread of its own: it is asked for moves and never keeps the screen waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use redouble::{Agent, Board, Budget, Rng, SearchReport};
use redouble_lab::measuring::clock;

use super::event::Event;

/// A board to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    pub board: Board,
    pub score: u32,
    /// What the answer may cost.
    pub budget: Budget,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Thought {
    pub question: Question,
    pub report: SearchReport,
    pub took: Duration,
}

enum Order {
    Use(Box<dyn Agent>),
    Begin(Rng),
    Think(u64, Question),
}

/// Sends orders to the agent's thread.
pub struct Thinker {
    orders: Sender<Order>,
    /// The number of the last question: thinking about an older one is given up.
    newest: Arc<AtomicU64>,
}

impl Thinker {
    /// Starts the thread; answers go to `events`.
    pub fn start(agent: Box<dyn Agent>, events: Sender<Event>) -> Thinker {
        let (orders, inbox) = channel();
        let newest = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&newest);
        std::thread::spawn(move || work(agent, &inbox, &events, &clock));
        Thinker { orders, newest }
    }

    /// From now on another agent thinks.
    pub fn employ(&self, agent: Box<dyn Agent>) {
        self.newest.fetch_add(1, Ordering::Relaxed);
        self.send(Order::Use(agent));
    }

    /// A new game: the agent forgets the last one.
    pub fn begin(&self, luck: Rng) {
        self.newest.fetch_add(1, Ordering::Relaxed);
        self.send(Order::Begin(luck));
    }

    /// Asks; the answer to any earlier question is no longer wanted.
    pub fn ask(&self, question: Question) {
        let number = self.newest.fetch_add(1, Ordering::Relaxed) + 1;
        self.send(Order::Think(number, question));
    }

    /// Gives up what it is thinking about.
    pub fn rest(&self) {
        self.newest.fetch_add(1, Ordering::Relaxed);
    }

    fn send(&self, order: Order) {
        // The thread ends only with the program, or by a panic that is reported as an event.
        let _ = self.orders.send(order);
    }
}

fn work(mut agent: Box<dyn Agent>, inbox: &Receiver<Order>, events: &Sender<Event>, newest: &AtomicU64) {
    let _alarm = super::event::Alarm::new(events);
    for order in inbox {
        match order {
            Order::Use(other) => agent = other,
            Order::Begin(luck) => agent.begin(luck),
            Order::Think(number, question) => {
                if let Some(thought) =
                    think(agent.as_mut(), question, || newest.load(Ordering::Relaxed) != number)
                    && events.send(Event::Thought(thought)).is_err()
                {
                    return;
                }
            }
        }
    }
}

/// Thinks until the answer is found or nobody wants it any more.
fn think(agent: &mut dyn Agent, question: Question, stale: impl Fn() -> bool + Sync) -> Option<Thought> {
    if stale() {
        return None;
    }
    let Question { board, score, budget } = question;
    let (report, took) = clock::choose_unless(agent, board, score, budget, &stale);
    (!stale()).then_some(Thought { question, report, took })
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble::AgentSpec;
    use redouble::spec::Resources;

    fn agent(spec: &str) -> Box<dyn Agent> {
        spec.parse::<AgentSpec>().unwrap().build(&Resources::default()).unwrap()
    }

    fn question(board: &str) -> Question {
        Question { board: board.parse().unwrap(), score: 0, budget: Budget::NONE }
    }

    #[test]
    fn only_the_last_question_needs_an_answer() {
        let (events, answers) = channel();
        let thinker = Thinker::start(agent("expectimax(eval=snake,depth=9)"), events);
        thinker.ask(question("0000000000000011"));
        thinker.ask(question("0000000000000012"));
        thinker.employ(agent("greedy(eval=grid)"));
        thinker.ask(question("ba98456732100001"));
        loop {
            let Ok(Event::Thought(thought)) = answers.recv() else { panic!("expected a thought") };
            if thought.question == question("ba98456732100001") {
                assert!(thought.report.best.is_some());
                break;
            }
        }
    }

    #[test]
    fn an_agent_hears_what_its_answer_may_cost() {
        struct Listener(Budget);
        impl Agent for Listener {
            fn begin(&mut self, _: Rng) {}
            fn choose(&mut self, board: Board, _: u32, limits: redouble::Limits<'_>) -> SearchReport {
                self.0 = limits.budget();
                SearchReport::of_move(board, None)
            }
        }
        let mut agent = Listener(Budget::NONE);
        let asked = Question { budget: Budget::PLAY, ..question("0000000000000011") };
        assert!(think(&mut agent, asked, || false).is_some());
        assert_eq!(agent.0, Budget::PLAY);
    }

    #[test]
    fn a_stale_question_is_given_up() {
        let mut deep = agent("expectimax(eval=snake,depth=9)");
        assert!(think(deep.as_mut(), question("0000000000000011"), || true).is_none());
    }
}
