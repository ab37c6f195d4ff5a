//! Questions with one answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{FromRequest, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use redouble_api::{Asked, Catalogue, Desk, Fault, HintQuestion, PlayQuestion};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::Shared;
use super::refusal::Refusal;

/// The most milliseconds of one answer.
pub const MOST_TIME: f64 = 10_000.0;
/// What an agent's table may take: many questions are answered at once.
pub const MOST_MEMORY: usize = 256 << 20;

/// A question in JSON.
pub struct Question<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Question<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Question<T>, Refusal> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        if !kind.starts_with("application/json") {
            let why = format!("the content type is {kind:?}, expected application/json");
            return Err(Refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|why| match why.status() {
            long @ StatusCode::PAYLOAD_TOO_LARGE => {
                Refusal(long, format!("question: more than {} bytes", super::MOST_BYTES))
            }
            other => Refusal(other, why.body_text()),
        })?;
        let read = serde_json::from_slice(&body);
        read.map(Question).map_err(|why| Refusal(StatusCode::BAD_REQUEST, format!("question: {why}")))
    }
}

/// An answer in JSON.
pub struct Answer<T>(pub T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match serde_json::to_string(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
            Err(why) => Refusal(StatusCode::INTERNAL_SERVER_ERROR, why.to_string()).into_response(),
        }
    }
}

type Answered<T> = Result<Answer<T>, Refusal>;

impl Shared {
    /// A desk for one question.
    pub fn desk(&self, stale: Arc<AtomicBool>) -> Desk {
        let resources = self.resources.clone().with_memory(MOST_MEMORY);
        Desk::new(resources, clock).at_most(MOST_TIME).unless(stale)
    }
}

/// Milliseconds since the first question.
fn clock() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1e3
}

/// Answers at a desk, when it is the question's turn.
async fn at_desk<T: Send + 'static>(
    shared: Arc<Shared>,
    answer: impl FnOnce(&mut Desk) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Refusal> {
    let desk = Arc::clone(&shared);
    Ok(shared.quick.run(move |stale| answer(&mut desk.desk(stale))).await??)
}

pub async fn agents() -> Answer<Catalogue> {
    Answer(Catalogue::new())
}

pub async fn hint(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<HintQuestion>,
) -> Answered<redouble_api::Hint> {
    at_desk(shared, move |desk| desk.hint(&question)).await.map(Answer)
}

pub async fn play(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<PlayQuestion>,
) -> Answered<redouble_api::Play> {
    at_desk(shared, move |desk| desk.play(&question)).await.map(Answer)
}

pub async fn chances(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<redouble_api::ChancesQuestion>,
) -> Answered<redouble_api::Chances> {
    at_desk(shared, move |desk| desk.chances(&question)).await.map(Answer)
}

pub async fn rate(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<redouble_api::RateQuestion>,
) -> Answered<redouble_api::Rating> {
    at_desk(shared, move |desk| desk.rate(&question)).await.map(Answer)
}

pub async fn read(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<redouble_api::ReadQuestion>,
) -> Answered<redouble_api::Reading> {
    at_desk(shared, move |_| question.read()).await.map(Answer)
}

pub async fn record(
    State(shared): State<Arc<Shared>>,
    Question(question): Question<redouble_api::RecordQuestion>,
) -> Answered<redouble_api::Written> {
    at_desk(shared, move |_| question.write()).await.map(Answer)
}

/// A board in the address.
#[derive(Deserialize)]
pub struct Board {
    board: String,
    #[serde(default)]
    agent: Option<String>,
    #[serde(default)]
    time: Option<f64>,
}

/// The best move as one letter, `g` when the game is over: what clients of macroxue's server expect.
pub async fn letter(
    State(shared): State<Arc<Shared>>,
    query: Result<Query<Board>, axum::extract::rejection::QueryRejection>,
) -> Result<String, Refusal> {
    let Query(Board { board, agent, time }) =
        query.map_err(|why| Refusal(StatusCode::BAD_REQUEST, why.body_text()))?;
    let question = HintQuestion { board, score: None, asked: Asked { agent, time, nodes: None } };
    let hint = at_desk(shared, move |desk| desk.hint(&question)).await?;
    Ok(hint.best.map_or("g", |best| &best[..1]).to_owned())
}
