//! The terminal game. The model knows what is on, the view draws it, the keys change it; agent and coach work in
//! threads of their own, and everything that happens comes through one channel.

mod speed;
mod prompt;
mod chooser;
mod editor;
mod dialog;
mod past;
mod model;
mod keys;
mod event;
mod thinker;
mod assistant;
mod palette;
mod tiles;
mod panel;
mod overlay;
mod screen;
mod saved;
mod date;
mod archive;
mod keeper;
mod files;
mod terminal;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use redouble::{Agent, AgentSpec, Budget, Budgeted, Game, Seed};

use crate::budget::BudgetFlags;
use crate::failure::Failure;
use crate::table::count;
use assistant::Assistant;
use chooser::Chooser;
use dialog::Dialog;
use event::Event;
use keeper::{Found, Keeper};
use keys::Wish;
use model::Model;
use redouble_lab::resources;
use terminal::Screen;
use thinker::{Question, Thinker};

pub use files::default_state;
pub use palette::Palette;
pub use speed::Speed;

/// How often the screen is drawn at most.
const FRAME: Duration = Duration::from_millis(33);

/// What the terminal game is told on the command line.
pub struct Options {
    /// Who plays; who was chosen last if nobody is named.
    pub agent: Option<Budgeted>,
    /// What a move may cost, whoever plays.
    pub budget: BudgetFlags,
    /// The luck of its games; of the clock if there is none.
    pub seed: Option<Seed>,
    pub speed: Speed,
    pub palette: Palette,
    /// Where the game under way is kept, if it is to be.
    pub state: Option<PathBuf>,
}

/// Plays until the user leaves.
pub fn run(options: Options) -> Result<(), Failure> {
    let mut desk = Desk::new(options)?;
    let mut screen = Screen::open()?;
    let left = desk.run(&mut screen);
    let kept = desk.keep(true); // before anything else: the terminal may be gone
    drop(screen);
    kept.map_err(|why| broken(&why))?;
    left
}

/// The model with those who work for it.
struct Desk {
    model: Model,
    palette: Palette,
    keeper: Option<Keeper>,
    thinker: Thinker,
    assistant: Assistant,
    events: Receiver<Event>,
    /// What was asked last of the agent and of the assistant, and for which game.
    asked: Option<Question>,
    estimated: Option<redouble::Board>,
    round: u64,
    drawn: Option<Instant>,
}

impl Desk {
    fn new(options: Options) -> Result<Desk, Failure> {
        let now = Instant::now();
        let (sender, events) = channel();
        let found = options.state.as_deref().map(|path| keeper::find(path, now));
        let Found { keeper, saved, best, mut notices } = found.unwrap_or_default();
        let chosen = saved.as_ref().and_then(|saved| saved.agent.clone());
        let (named, agent, coaching) = employable(options.agent, chosen.as_deref(), &mut notices)?;
        let player = options.budget.of(&named, Budget::NONE);
        let playouts = resources::playouts();
        let assistant = Assistant::start(coach_of(&player), coaching, playouts.clone(), sender.clone());
        let thinker = Thinker::start(agent, sender.clone());
        let game = Game::new(options.seed.unwrap_or_else(model::seed_of_now), 0);
        let mut model = Model::new(game, player, now);
        (model.speed, model.best, model.chosen) = (options.speed, best, chosen);
        saved.into_iter().for_each(|saved| keeper::resume(&mut model, saved, now));
        model.dialog = (!notices.is_empty()).then_some(Dialog::Notice(notices));
        thinker.begin(model.game.luck().agent());
        event::catch_signals(sender.clone())?;
        event::read_keys(sender);
        let round = model.round;
        Ok(Desk {
            model,
            palette: options.palette,
            keeper,
            thinker,
            assistant,
            events,
            asked: None,
            estimated: None,
            round,
            drawn: None,
        })
    }

    fn run(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        while !self.model.quit {
            let now = Instant::now();
            self.model.tick(now);
            self.ask();
            if let Err(why) = self.keep(false) {
                self.model.say(why, now);
            }
            self.draw(screen, now)?;
            let Some(event) = self.wait(now)? else { continue };
            self.take(event, screen)?;
        }
        Ok(())
    }

    /// Asks for what the model wants to know and has not been asked.
    fn ask(&mut self) {
        if self.round != self.model.round {
            self.round = self.model.round;
            self.thinker.begin(self.model.game.luck().agent());
            self.asked = None;
        }
        let question = self.model.question();
        if question != self.asked {
            match question {
                Some(question) => self.thinker.ask(question),
                None => self.thinker.rest(),
            }
            self.asked = question;
        }
        let board = self.model.game.board();
        if self.estimated != Some(board) {
            self.assistant.estimate(self.model.game.moves(), board);
            self.estimated = Some(board);
        }
        self.model.take_attempts().into_iter().for_each(|attempt| self.assistant.rate(attempt));
    }

    fn draw(&mut self, screen: &mut Screen, now: Instant) -> Result<(), Failure> {
        let due = self.drawn.is_none_or(|drawn| now >= drawn + FRAME) || self.model.animation.is_some();
        if self.model.stale && due {
            screen.terminal.draw(|frame| screen::draw(&self.model, self.palette, now, frame))?;
            self.model.stale = false;
            self.drawn = Some(now);
        }
        Ok(())
    }

    /// The next event, if one comes before something else is due.
    fn wait(&self, now: Instant) -> Result<Option<Event>, Failure> {
        let frame = self.model.stale.then(|| self.drawn.map_or(now, |drawn| drawn + FRAME));
        let keeper = self.keeper.as_ref().and_then(|keeper| keeper.deadline(&self.model));
        let due = [self.model.deadline(now), frame, keeper].into_iter().flatten().min();
        let event = match due {
            Some(due) => self.events.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(broken("nothing happens any more")),
        }
    }

    fn take(&mut self, event: Event, screen: &mut Screen) -> Result<(), Failure> {
        let now = Instant::now();
        match event {
            Event::Key(key) => {
                if let Some(wish) = keys::press(&mut self.model, key, now) {
                    self.grant(wish, screen, now)?;
                }
            }
            Event::Paste(text) => keys::paste(&mut self.model, &text),
            Event::Resize => self.model.stale = true,
            Event::Thought(thought) => {
                self.model.thought = Some(thought);
                self.model.stale = true;
            }
            Event::Estimate(estimate) => {
                self.model.estimate = Some(estimate);
                self.model.stale = true;
            }
            Event::Lesson(lesson) => self.model.learn(lesson),
            Event::Leave => self.model.quit = true,
            Event::Broken(why) => return Err(broken(&why)),
        }
        Ok(())
    }

    fn grant(&mut self, wish: Wish, screen: &mut Screen, now: Instant) -> Result<(), Failure> {
        let answer = match wish {
            Wish::Suspend => {
                screen.suspend()?;
                self.model.stale = true;
                return Ok(());
            }
            Wish::Employ(text) => self.employ(&text),
            Wish::Save(path) => files::save(&self.model, &path),
            Wish::Open(name) => self.open(&name, now),
            Wish::List => {
                let games = self.keeper.as_ref().map(|keeper| keeper.archive.list()).unwrap_or_default();
                self.model.dialog = Some(Dialog::Open(Chooser::games(games, "games.redouble")));
                return Ok(());
            }
        };
        keys::granted(&mut self.model, answer, now);
        Ok(())
    }

    /// Opens a game that was left, or the last one of a file.
    fn open(&mut self, name: &str, now: Instant) -> Result<String, String> {
        let played = match &self.keeper {
            Some(keeper) if keeper.archive.has(name) => keeper.archive.open(name)?,
            _ => files::open(name)?,
        };
        let moves = count(played.game.moves().into(), "move");
        self.model.open(played, now);
        Ok(format!("{moves}; u and r step through them, Home goes to the start"))
    }

    /// Lets another agent play and coach.
    fn employ(&mut self, text: &str) -> Result<String, String> {
        let employed: Budgeted = text.parse().map_err(|why| format!("{why}"))?;
        let coach = coach_of(&employed);
        let silent = |_: &str| {}; // it was said when the game was opened
        let built = build(&employed.spec, silent).and_then(|agent| Ok((agent, build(&coach.spec, silent)?)));
        let (agent, coaching) = built.map_err(|why| why.to_string())?;
        self.thinker.employ(agent);
        self.thinker.begin(self.model.game.luck().agent());
        self.assistant.employ(coach, coaching);
        self.model.chosen = Some(employed.to_string());
        self.model.agent = employed;
        (self.model.thought, self.asked) = (None, None);
        Ok(format!("{} is ready; space lets it play", self.model.player()))
    }

    fn keep(&mut self, end: bool) -> Result<(), String> {
        self.keeper.as_mut().map_or(Ok(()), |keeper| keeper.keep(&mut self.model, Instant::now(), end))
    }
}

/// An agent to play, and the same to coach.
type Staff = (Budgeted, Box<dyn Agent>, Box<dyn Agent>);

/// The agent that was named, else the one that was chosen last time if it can still be built, else the best.
fn employable(
    named: Option<Budgeted>,
    chosen: Option<&str>,
    notices: &mut Vec<String>,
) -> Result<Staff, Failure> {
    if let Some(text) = chosen.filter(|_| named.is_none()) {
        let agent: Result<Budgeted, String> = text.parse().map_err(|why| format!("{why}"));
        match agent.and_then(|agent| staff(agent, notices)) {
            Ok(staff) => return Ok(staff),
            Err(why) => notices.push(format!("{text}, which played last, cannot be used: {why}")),
        }
    }
    staff(named.unwrap_or_default(), notices).map_err(|why| Failure::usage("agent", why))
}

fn staff(named: Budgeted, notices: &mut Vec<String>) -> Result<Staff, String> {
    let agent = build(&named.spec, |why| notices.push(why.to_owned()))?;
    let coach = build(&coach_of(&named).spec, |_| {})?;
    Ok((named, agent, coach))
}

/// The agent of a spec; each question says what the answer may cost. `fault` hears of what cannot be used.
fn build(spec: &AgentSpec, fault: impl FnMut(&str)) -> Result<Box<dyn Agent>, String> {
    let resources = resources::of(spec, fault).map_err(|why| why.to_string())?;
    spec.build(&resources).map_err(|why| why.to_string())
}

/// An agent that cannot say what moves are worth cannot coach.
fn coach_of(agent: &Budgeted) -> Budgeted {
    let coach = if agent.spec == AgentSpec::Random { Budgeted::default() } else { agent.clone() };
    Budgeted { spec: coach.spec.without_tables(), ..coach }
}

fn broken(why: &str) -> Failure {
    Failure::Io(std::io::Error::other(why))
}
