//! Why a request gets no answer: a status and a JSON object that says what was expected.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use redouble_api::Fault;

/// A status and the reason.
#[derive(Debug)]
pub struct Refusal(pub StatusCode, pub String);

impl Refusal {
    /// More questions wait than may.
    pub fn busy() -> Refusal {
        Refusal(StatusCode::SERVICE_UNAVAILABLE, "too many questions are waiting: ask again later".to_owned())
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let status = match fault {
            Fault::Question(_) => StatusCode::BAD_REQUEST,
            Fault::TooLong => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Refusal(status, fault.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal(status, why) = self;
        let body = serde_json::json!({ "error": why }).to_string();
        let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}

/// The path is known, the method is not.
pub async fn wrong_method() -> Refusal {
    Refusal(StatusCode::METHOD_NOT_ALLOWED, "this method is not known here: see docs/api.md".to_owned())
}
