//! A whole game looked over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::http::StatusCode;
use redouble::{Budget, Budgeted, GameRecord, SearchReport};
use redouble_analysis::coach::Rating;
use redouble_analysis::import;
use redouble_analysis::review::{self, Plan, Review, Thinker};
use redouble_api::Asked;
use redouble_lab::measuring::clock;
use serde::{Deserialize, Serialize};

use super::Shared;
use super::answers::Question;
use super::refusal::Refusal;
use super::stream::{Events, Sink, fault};

/// The most moves of a game that is looked over.
const MOST_MOVES: usize = 100_000;
const PAIRS: u64 = 40;

/// A game and who it is compared with.
#[derive(Deserialize)]
pub struct ReviewQuestion {
    /// A record in any format; its last game is looked over.
    record: String,
    #[serde(flatten)]
    asked: Asked,
}

#[derive(Serialize)]
struct Done {
    done: usize,
    all: usize,
}

#[derive(Serialize)]
struct ReviewEvent {
    agent: String,
    moves: usize,
    score: u32,
    board: String,
    good: usize,
    inexact: usize,
    mistake: usize,
    blunder: usize,
    list: Vec<MoveObject>,
}

#[derive(Serialize)]
struct MoveObject {
    number: usize,
    board: String,
    score: u32,
    played: &'static str,
    best: &'static str,
    rating: &'static str,
    cost: String,
    points_lost: f64,
    chance_lost: f64,
    tile: u32,
}

/// Rates every move and tells how far it is.
pub async fn review(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<ReviewQuestion>,
) -> Result<Events, Refusal> {
    let wrong = |why: String| Refusal(StatusCode::BAD_REQUEST, why);
    redouble_api::refuse_long(question.record.len())?;
    let mut games =
        import::read(question.record.as_bytes(), None).map_err(|why| wrong(format!("record: {why}")))?;
    let record = games.pop().ok_or_else(|| wrong("record: there is no game in it".to_owned()))?;
    if record.turns().len() > MOST_MOVES {
        return Err(wrong(format!("record: {} moves, expected {MOST_MOVES} at most", record.turns().len())));
    }
    let Budgeted { spec, budget } = question.asked.budgeted(Budget::REVIEW)?;
    let agent = Budgeted { spec: spec.without_tables(), budget };
    agent.spec.build(&shared.resources).map_err(|why| wrong(format!("agent: {why}")))?;
    let (sink, events) = Sink::open();
    let here = Arc::clone(&shared);
    tokio::spawn(async move {
        let told = sink.clone();
        if let Err(Refusal(_, why)) = here.long.run(move |_| look_over(&shared, &sink, &record, &agent)).await
        {
            tokio::task::spawn_blocking(move || told.send("error", &fault(&why)));
        }
    });
    Ok(events)
}

fn look_over(shared: &Arc<Shared>, sink: &Sink, record: &GameRecord, agent: &Budgeted) {
    let gone = Arc::new(AtomicBool::new(false));
    let build = || -> Thinker {
        let mut built = agent.spec.build(&shared.resources).expect("what could be built can be built again");
        let (budget, gone) = (agent.budget, Arc::clone(&gone));
        Box::new(move |board, score| match gone.load(Ordering::Relaxed) {
            true => SearchReport::default(), // rates nothing, so that the rest is over at once
            false => clock::choose(built.as_mut(), board, score, budget).0,
        })
    };
    let playouts = redouble_lab::resources::playouts();
    let plan = Plan { agent, build: &build, playouts, pairs: PAIRS, threads: 1 };
    let all = record.turns().len();
    let review = review::review(record, &plan, &mut |done| {
        if !sink.offer("progress", &Done { done, all }) || shared.is_closing() {
            gone.store(true, Ordering::Relaxed);
        }
    });
    if !gone.load(Ordering::Relaxed) {
        sink.send("review", &ReviewEvent::from(&review));
    }
}

impl From<&Review> for ReviewEvent {
    fn from(review: &Review) -> ReviewEvent {
        let [good, inexact, mistake, blunder] = Rating::ALL.map(|rating| review.count(rating));
        let (board, score) = review.end;
        let list = review.moves.iter().map(|reviewed| MoveObject {
            number: reviewed.number,
            board: reviewed.board.to_string(),
            score: reviewed.score,
            played: reviewed.verdict.played.name(),
            best: reviewed.verdict.best.name(),
            rating: reviewed.verdict.rating.name(),
            cost: reviewed.verdict.cost(),
            points_lost: reviewed.verdict.points.value,
            chance_lost: reviewed.verdict.chance.value,
            tile: reviewed.verdict.tile.face(),
        });
        ReviewEvent {
            agent: review.agent.clone(),
            moves: review.moves.len(),
            score,
            board: board.to_string(),
            good,
            inexact,
            mistake,
            blunder,
            list: list.collect(),
        }
    }
}
