//! Answers that come in parts, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use redouble_api::{Asked, Hint, HintQuestion};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::wrappers::ReceiverStream;

use super::Shared;
use super::refusal::Refusal;

/// The milliseconds of each round of an analysis.
const ROUNDS: [f64; 7] = [10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0, 10_000.0];
/// Events that a slow client may be behind.
const BEHIND: usize = 16;

/// A stream of events.
pub type Events = Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;

/// Where events go.
#[derive(Clone)]
pub struct Sink(Sender<Result<Event, Infallible>>);

impl Sink {
    /// A sink and the events that come of it.
    pub fn open() -> (Sink, Events) {
        let (sender, receiver): (_, Receiver<_>) = channel(BEHIND);
        (Sink(sender), Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()))
    }

    /// Sends an event from a thread that may wait; false if the client is gone.
    pub fn send(&self, name: &str, object: &impl Serialize) -> bool {
        self.0.blocking_send(Ok(event(name, object))).is_ok()
    }

    /// Sends an event that may be left out if the client is behind; false if it is gone.
    pub fn offer(&self, name: &str, object: &impl Serialize) -> bool {
        let _ = self.0.try_send(Ok(event(name, object)));
        !self.0.is_closed()
    }

    async fn say(&self, name: &str, object: &impl Serialize) -> bool {
        self.0.send(Ok(event(name, object))).await.is_ok()
    }
}

fn event(name: &str, object: &impl Serialize) -> Event {
    let data = serde_json::to_string(object).unwrap_or_default();
    Event::default().event(name).data(data)
}

/// The last event of a stream that fails.
pub fn fault(why: &str) -> serde_json::Value {
    serde_json::json!({ "error": why })
}

/// A board in the address, and who is asked.
#[derive(Deserialize)]
pub struct Analyse {
    board: String,
    #[serde(default)]
    score: Option<u32>,
    #[serde(default)]
    agent: Option<String>,
}

/// The best move again and again, each time after a longer search, until the client has seen enough.
pub async fn analyse(
    State(shared): State<Arc<Shared>>,
    query: Result<Query<Analyse>, QueryRejection>,
) -> Result<Events, Refusal> {
    let Query(Analyse { board, score, agent }) =
        query.map_err(|why| Refusal(StatusCode::BAD_REQUEST, why.body_text()))?;
    let question = move |time| HintQuestion {
        board: board.clone(),
        score,
        asked: Asked { agent: agent.clone(), time: Some(time), nodes: None },
    };
    let first = round(&shared, question(ROUNDS[0])).await?;
    let (sink, events) = Sink::open();
    tokio::spawn(async move {
        let mut wanted = sink.say("hint", &first).await;
        for time in ROUNDS.into_iter().skip(1) {
            if !wanted || shared.is_closing() || first.best.is_none() {
                break;
            }
            wanted = match round(&shared, question(time)).await {
                Ok(hint) => sink.say("hint", &hint).await,
                Err(Refusal(_, why)) => {
                    sink.say("error", &fault(&why)).await;
                    false
                }
            };
        }
    });
    Ok(events)
}

async fn round(shared: &Arc<Shared>, question: HintQuestion) -> Result<Hint, Refusal> {
    let desk = Arc::clone(shared);
    Ok(shared.quick.run(move |stale| desk.desk(stale).hint(&question)).await??)
}
