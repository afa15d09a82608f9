//! Why a request gets no answer: a status, a word for programs and a sentence for people.

use crate::wire::service::ServiceError;
use serde_json::json;
use takeback_service::axum::Json;
use takeback_service::axum::http::StatusCode;
use takeback_service::axum::response::{IntoResponse, Response};

/// A refused request.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// The request makes no sense.
    #[error("{0}")]
    Service(ServiceError),
    /// Its body cannot be taken: too large, or no text.
    #[error("{1}")]
    Body(StatusCode, String),
    /// What stands behind the question mark makes no sense.
    #[error("{0}")]
    Query(String),
    /// All searches are taken.
    #[error("all searches are busy; try again in a moment")]
    Busy,
    /// A search broke down: our fault, and worth a report.
    #[error("the search broke down")]
    Broken,
    /// Nothing lives at this path.
    #[error("no such path; see / for what there is")]
    NoSuchPath,
    /// The path exists for another method.
    #[error("this path takes another method")]
    WrongMethod,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::Service(ServiceError::Choice(_)) => StatusCode::NOT_FOUND,
            Refusal::Service(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::Body(status, _) => *status,
            Refusal::Query(_) => StatusCode::BAD_REQUEST,
            Refusal::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
            Refusal::NoSuchPath => StatusCode::NOT_FOUND,
            Refusal::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Refusal::Service(error) => error.kind(),
            Refusal::Body(..) => "body",
            Refusal::Query(_) => "query",
            Refusal::Busy => "busy",
            Refusal::Broken => "internal",
            Refusal::NoSuchPath => "path",
            Refusal::WrongMethod => "method",
        }
    }
}

/// `detail` is where clients of the original service look.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.kind(), "detail": self.to_string() });
        (self.status(), Json(body)).into_response()
    }
}
