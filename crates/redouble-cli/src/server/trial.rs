//! Trials: games of agents into the notebook, each told as it ends, with the board under way to look at.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use redouble::{Agent, Budget, Budgeted, Game, Seed};
use redouble_api::Asked;
use redouble_lab::measuring::arena::{Entrant, play_game};
use redouble_lab::measuring::notebook::Entry;
use redouble_lab::measuring::outcome::{Identity, Outcome, Terms};
use redouble_lab::{Summary, Trial};
use serde::{Deserialize, Serialize};

use super::Shared;
use super::answers::{MOST_MEMORY, Question};
use super::refusal::Refusal;
use super::stream::{Events, Sink, fault};

/// The most games of one request, for each agent.
const MOST_GAMES: u64 = 10_000;
const MOST_AGENTS: usize = 26;
/// Between two looks at the board under way.
const LOOK: Duration = Duration::from_millis(100);

/// What agents are filed under: found once, since it takes some searches.
pub type Identities = Mutex<HashMap<String, Identity>>;

/// Which games to play.
#[derive(Deserialize)]
pub struct TrialQuestion {
    agents: Vec<Asked>,
    games: u64,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default)]
    first: u64,
    #[serde(default)]
    until: Option<String>,
    /// Whether games are kept in the notebook, and those in it reused.
    #[serde(default)]
    keep: bool,
}

fn one() -> u64 {
    1
}

#[derive(Serialize)]
struct BoardEvent<'a> {
    agent: &'a str,
    number: u64,
    board: String,
    score: u32,
}

#[derive(Serialize)]
struct GameEvent<'a> {
    agent: &'a str,
    number: u64,
    board: String,
    score: u32,
    moves: u32,
    nodes: u64,
    ms: f64,
    reused: bool,
}

#[derive(Serialize)]
struct SummaryEvent {
    agents: Vec<Summary>,
}

/// Plays the games and tells each as it ends.
pub async fn trial(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<TrialQuestion>,
) -> Result<Events, Refusal> {
    let plan = question.plan()?;
    let (sink, events) = Sink::open();
    let here = Arc::clone(&shared);
    tokio::spawn(async move {
        let told = sink.clone();
        let done = here.long.run(move |_| plan.play(&shared, &sink)).await;
        if let Err(Refusal(_, why)) = done.and_then(|done| done) {
            tokio::task::spawn_blocking(move || told.send("error", &fault(&why)));
        }
    });
    Ok(events)
}

struct Plan {
    agents: Vec<Budgeted>,
    trial: Trial,
    keep: bool,
}

impl TrialQuestion {
    fn plan(&self) -> Result<Plan, Refusal> {
        let wrong = |why: String| Refusal(StatusCode::BAD_REQUEST, why);
        if !(1..=MOST_AGENTS).contains(&self.agents.len()) {
            return Err(wrong(format!("{} agents, expected 1 to {MOST_AGENTS}", self.agents.len())));
        }
        if !(1..=MOST_GAMES).contains(&self.games) {
            return Err(wrong(format!("{} games, expected 1 to {MOST_GAMES}", self.games)));
        }
        let agents: Result<Vec<Budgeted>, _> =
            self.agents.iter().map(|asked| asked.budgeted(Budget::PLAY)).collect();
        let until = self.until.as_deref().unwrap_or("over").parse();
        if self.first.checked_add(self.games).is_none() {
            return Err(wrong("first is too large".into()));
        }
        let agents = agents?;
        let trial = Trial {
            seed: Seed(self.seed),
            first: self.first,
            games: self.games,
            starts: vec![],
            until: until.map_err(|why| wrong(format!("until: {why}")))?,
            records: false,
        };
        Ok(Plan { agents, trial, keep: self.keep })
    }
}

impl Plan {
    /// Plays all games, or as many as the client waits for.
    fn play(&self, shared: &Shared, sink: &Sink) -> Result<(), Refusal> {
        let mut all = Vec::new();
        for agent in &self.agents {
            let player = Player::new(shared, agent)?;
            let mut outcomes = Vec::new();
            let mut reused = 0;
            for number in self.trial.numbers() {
                let Some((outcome, known)) = self.game(shared, sink, &player, number)? else { return Ok(()) };
                reused += u64::from(known);
                outcomes.push(outcome);
            }
            all.push(Summary::new(&agent.to_string(), &outcomes, reused, self.trial.until));
        }
        sink.send("summary", &SummaryEvent { agents: all });
        Ok(())
    }

    /// One game, from the notebook if it is there; `None` if nobody waits for it any more.
    fn game(
        &self,
        shared: &Shared,
        sink: &Sink,
        player: &Player,
        number: u64,
    ) -> Result<Option<(Outcome, bool)>, Refusal> {
        let terms = self.trial.terms(number);
        let identity = if self.keep { Some(identity(shared, &player.named)?) } else { None };
        let known = match &identity {
            Some(identity) => lock(&shared.notebook).game(identity, terms).map_err(failed)?,
            None => None,
        };
        let reused = known.is_some();
        let Some(outcome) = known.or_else(|| player.play(terms, shared, sink)) else { return Ok(None) };
        if let Some(identity) = identity.filter(|_| !reused) {
            let entry = Entry::now(identity, terms, outcome.clone(), crate::VERSION);
            lock(&shared.notebook).add(&[entry]).map_err(failed)?;
        }
        let event = GameEvent {
            agent: &player.name,
            number,
            board: outcome.board.to_string(),
            score: outcome.score,
            moves: outcome.moves,
            nodes: outcome.nodes,
            ms: outcome.times.total().as_secs_f64() * 1e3,
            reused,
        };
        Ok(sink.send("game", &event).then_some((outcome, reused)))
    }
}

/// An agent of a trial, built anew for each game: luck and memory are those of the game alone.
struct Player {
    name: String,
    named: Budgeted,
    build: Box<dyn Fn() -> Box<dyn Agent>>,
}

impl Player {
    fn new(shared: &Shared, named: &Budgeted) -> Result<Player, Refusal> {
        let (spec, resources) = (named.spec.clone(), shared.resources.clone().with_memory(MOST_MEMORY));
        spec.build(&resources).map_err(|why| Refusal(StatusCode::BAD_REQUEST, format!("agent: {why}")))?;
        let build = move || spec.build(&resources).expect("what could be built can be built again");
        Ok(Player { name: named.to_string(), named: named.clone(), build: Box::new(build) })
    }

    fn play(&self, terms: Terms, shared: &Shared, sink: &Sink) -> Option<Outcome> {
        let mut looked = Instant::now();
        let mut watch = |game: &Game| {
            if looked.elapsed() < LOOK {
                return ControlFlow::Continue(());
            }
            looked = Instant::now();
            let event = BoardEvent {
                agent: &self.name,
                number: terms.number,
                board: game.board().to_string(),
                score: game.score(),
            };
            match sink.offer("board", &event) && !shared.is_closing() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let mut agent = (self.build)();
        play_game(agent.as_mut(), terms, self.named.budget, &mut watch).map(|(_, outcome)| outcome)
    }
}

fn identity(shared: &Shared, agent: &Budgeted) -> Result<Identity, Refusal> {
    let name = agent.to_string();
    if let Some(known) = lock(&shared.identities).get(&name) {
        return Ok(known.clone());
    }
    let entrant = Entrant::of(agent.clone(), &shared.resources);
    let found = entrant.map_err(|why| Refusal(StatusCode::BAD_REQUEST, format!("agent: {why}")))?.identity;
    lock(&shared.identities).insert(name, found.clone());
    Ok(found)
}

fn failed(why: impl std::fmt::Display) -> Refusal {
    Refusal(StatusCode::INTERNAL_SERVER_ERROR, format!("notebook: {why}"))
}

/// What a thread that panicked held is still whole: nothing is left half done between two statements.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
