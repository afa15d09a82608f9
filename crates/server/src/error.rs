//! What goes wrong, as JSON that a program can act on.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use takeback_host::engines::EngineError;
use takeback_host::spec::SpecError;
use takeback_room::RoomError;

/// What went wrong. The code never changes its meaning; the message is for people.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ApiError {
    /// What the room itself refuses; the room is as it was before.
    #[error(transparent)]
    Refused(#[from] RoomError),
    #[error("there is no game {0:?}, or it was forgotten after nobody looked at it")]
    NoGame(String),
    #[error("this server does not answer to {0:?}; start it with --allow-host {0}")]
    ForeignHost(String),
    #[error("a page of another origin may not do this")]
    ForeignOrigin,
    #[error("too many requests; wait a moment")]
    Slower,
    #[error("the body is larger than {most} bytes")]
    TooLarge { most: usize },
    #[error("the answer took too long")]
    TimedOut,
    #[error("the request did not arrive in time")]
    TooSlow,
    #[error("the server has too much to do; try again soon")]
    Busy,
    #[error("the server cannot write games to its disk now; try again soon")]
    NotKept,
    #[error("the server failed; the game is as it was before")]
    Internal,
}

/// The body of every answer that is no success.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErrorDetail {
    /// For programs: `illegal_move`, `no_game`, `too_many`…
    pub code: &'static str,
    /// For people.
    pub message: String,
    /// Some of the legal moves, after an illegal one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
    /// The game's version, after a stale request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The limit that was met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

impl ApiError {
    /// Status and code.
    #[must_use]
    pub fn class(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::Refused(error) => (status(error), error.code()),
            ApiError::NoGame(_) => (StatusCode::NOT_FOUND, "no_game"),
            ApiError::ForeignHost(_) => (StatusCode::MISDIRECTED_REQUEST, "foreign_host"),
            ApiError::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign_origin"),
            ApiError::Slower => (StatusCode::TOO_MANY_REQUESTS, "slower"),
            ApiError::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            ApiError::TimedOut => (StatusCode::GATEWAY_TIMEOUT, "timed_out"),
            ApiError::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too_slow"),
            ApiError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            ApiError::NotKept => (StatusCode::SERVICE_UNAVAILABLE, "not_kept"),
            ApiError::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

/// The status of what a room refuses.
fn status(error: &RoomError) -> StatusCode {
    StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.class();
        let message = self.to_string();
        let mut detail =
            ErrorDetail { code, message, legal: Vec::new(), version: None, limit: None };
        match self {
            ApiError::Refused(RoomError::Illegal { some_legal, .. }) => detail.legal = some_legal,
            ApiError::Refused(RoomError::Stale { now }) => detail.version = Some(now),
            ApiError::Refused(RoomError::TooMany { most, .. }) | ApiError::TooLarge { most } => {
                detail.limit = Some(most);
            }
            _ => (),
        }
        (status, Json(ErrorBody { error: detail })).into_response()
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        RoomError::from(error).into()
    }
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> Self {
        RoomError::from(error).into()
    }
}

impl From<JsonRejection> for ApiError {
    fn from(error: JsonRejection) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return ApiError::TooLarge { most: 0 };
        }
        RoomError::BadRequest(error.body_text()).into()
    }
}

impl From<PathRejection> for ApiError {
    fn from(error: PathRejection) -> Self {
        RoomError::BadRequest(error.body_text()).into()
    }
}

impl From<QueryRejection> for ApiError {
    fn from(error: QueryRejection) -> Self {
        RoomError::BadRequest(error.body_text()).into()
    }
}
