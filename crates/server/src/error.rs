//! What goes wrong, as JSON that a program can act on.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use takeback_host::engines::EngineError;
use takeback_host::spec::SpecError;
use takeback_room::RoomError;
use utoipa::ToSchema;

/// What went wrong. The code never changes its meaning; the message is for people.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ApiError {
    #[error("{0}")]
    BadRequest(String),
    #[error("{0}")]
    Unknown(String),
    #[error("there is no game {0:?}, or it was forgotten after nobody looked at it")]
    NoGame(String),
    #[error("this needs the token of {0}")]
    Forbidden(&'static str),
    #[error("{0}")]
    Hidden(&'static str),
    #[error("others play here: {0} needs their consent; ask them")]
    NeedsConsent(&'static str),
    #[error("this server does not answer to {0:?}; start it with --allow-host {0}")]
    ForeignHost(String),
    #[error("a page of another origin may not do this")]
    ForeignOrigin,
    #[error("{0}")]
    BadPosition(String),
    #[error("{0}")]
    BadEngine(String),
    #[error("{0}")]
    Unreadable(String),
    #[error("{text} is not a legal move here")]
    Illegal { text: String, some_legal: Vec<String> },
    #[error("the game is over; take back a move to go on")]
    Over,
    #[error("{0}")]
    NotNow(String),
    #[error("the game has moved on and is at version {now}; look again")]
    Stale { now: u64 },
    #[error("{what}: at most {most}")]
    TooMany { what: &'static str, most: usize },
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
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Debug, Serialize, ToSchema)]
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
            ApiError::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            ApiError::Unknown(_) => (StatusCode::NOT_FOUND, "unknown"),
            ApiError::NoGame(_) => (StatusCode::NOT_FOUND, "no_game"),
            ApiError::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden"),
            ApiError::Hidden(_) => (StatusCode::FORBIDDEN, "hidden"),
            ApiError::NeedsConsent(_) => (StatusCode::FORBIDDEN, "needs_consent"),
            ApiError::ForeignHost(_) => (StatusCode::MISDIRECTED_REQUEST, "foreign_host"),
            ApiError::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign_origin"),
            ApiError::BadPosition(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_position"),
            ApiError::BadEngine(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_engine"),
            ApiError::Unreadable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "unreadable_move"),
            ApiError::Illegal { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
            ApiError::Over => (StatusCode::CONFLICT, "over"),
            ApiError::NotNow(_) => (StatusCode::CONFLICT, "not_now"),
            ApiError::Stale { .. } => (StatusCode::CONFLICT, "stale"),
            ApiError::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many"),
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

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.class();
        let message = self.to_string();
        let mut detail =
            ErrorDetail { code, message, legal: Vec::new(), version: None, limit: None };
        match self {
            ApiError::Illegal { some_legal, .. } => detail.legal = some_legal,
            ApiError::Stale { now } => detail.version = Some(now),
            ApiError::TooMany { most, .. } | ApiError::TooLarge { most } => {
                detail.limit = Some(most);
            }
            _ => (),
        }
        (status, Json(ErrorBody { error: detail })).into_response()
    }
}

impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::BadRequest(why) => ApiError::BadRequest(why),
            RoomError::Unknown(why) => ApiError::Unknown(why),
            RoomError::Forbidden(who) => ApiError::Forbidden(who),
            RoomError::Hidden(why) => ApiError::Hidden(why),
            RoomError::NeedsConsent(what) => ApiError::NeedsConsent(what),
            RoomError::BadPosition(why) => ApiError::BadPosition(why),
            RoomError::BadEngine(why) => ApiError::BadEngine(why),
            RoomError::Unreadable(why) => ApiError::Unreadable(why),
            RoomError::Illegal { text, some_legal } => ApiError::Illegal { text, some_legal },
            RoomError::Over => ApiError::Over,
            RoomError::NotNow(why) => ApiError::NotNow(why),
            RoomError::Stale { now } => ApiError::Stale { now },
            RoomError::TooMany { what, most } => ApiError::TooMany { what, most },
        }
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        ApiError::BadEngine(error.to_string())
    }
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> Self {
        ApiError::BadEngine(error.to_string())
    }
}

impl From<JsonRejection> for ApiError {
    fn from(error: JsonRejection) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return ApiError::TooLarge { most: 0 };
        }
        ApiError::BadRequest(error.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(error: PathRejection) -> Self {
        ApiError::BadRequest(error.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(error: QueryRejection) -> Self {
        ApiError::BadRequest(error.body_text())
    }
}
