//! What every request passes: the client's share, the deadline, the headers.

use crate::api::client_of;
use crate::app::App;
use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

/// Scripts and styles from here alone; no frames, no guessing of types, no
/// telling others where a reader came from.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The outermost layer.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (parts, body) = request.into_parts();
    let allowed = app.clients.request(client_of(&parts)).and_then(|()| not_too_large(&parts, &app));
    let mut response = match allowed {
        Err(error) => error.into_response(),
        Ok(()) => {
            let answer = next.run(Request::from_parts(parts, body));
            let answered = tokio::time::timeout(app.config.request, answer).await;
            answered.unwrap_or_else(|_| ApiError::TimedOut.into_response())
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    app.metrics.answered(response.status().as_u16(), begun.elapsed());
    response
}

/// A body that says it is too large is refused before it is read.
fn not_too_large(parts: &Parts, app: &App) -> Result<(), ApiError> {
    let said = parts.headers.get(header::CONTENT_LENGTH).and_then(|size| size.to_str().ok());
    let most = app.config.body;
    match said.and_then(|size| size.parse::<u64>().ok()) {
        Some(size) if size > most as u64 => Err(ApiError::TooLarge { most }),
        _ => Ok(()),
    }
}

/// A fault of ours: said so, and nothing about its inside.
pub(crate) fn panicked(_: Box<dyn Any + Send>) -> Response {
    ApiError::Internal.into_response()
}
