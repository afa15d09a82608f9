//! Pages of other origins that were let in: what browsers ask before they send, and
//! the header without which they hide the answer from the page.
//!
//! Only calls that need no token are open to them: the services of the games, those
//! about a position, and the catalogue. Nothing is sent along by a browser that could be misused
//! there, no cookie and no token.

use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// What a page may send.
const PREFLIGHT: [(HeaderName, &str); 3] = [
    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE"),
    (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
    (header::ACCESS_CONTROL_MAX_AGE, "3600"),
];

/// The origin of the page that asks, if it is one of those let in; `*` lets in all.
pub(crate) fn origin(parts: &Parts, allowed: &[String]) -> Option<HeaderValue> {
    let origin = parts.headers.get(header::ORIGIN)?;
    let text = origin.to_str().ok()?;
    let known =
        |name: &String| name == "*" || name.trim_end_matches('/').eq_ignore_ascii_case(text);
    allowed.iter().any(known).then(|| origin.clone())
}

/// The answer to a browser that asks before it sends.
pub(crate) fn preflight(parts: &Parts) -> Option<Response> {
    let asks = parts.method == Method::OPTIONS
        && parts.headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    asks.then(|| {
        let mut response = StatusCode::NO_CONTENT.into_response();
        for (name, value) in PREFLIGHT {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    })
}

/// Let the page of this origin read the answer.
pub(crate) fn open(response: &mut Response, origin: HeaderValue) {
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    response.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
}
