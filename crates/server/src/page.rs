//! The page, inside the binary.

use crate::error::ApiError;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use takeback_room::RoomError;

/// Built from `web/` by `cargo xtask web`; committed, so that building the
/// server needs no Node.
#[derive(RustEmbed)]
#[folder = "page/"]
pub(crate) struct Files;

/// A file of the page; `/` is `index.html`.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Files::get(path) else {
        return ApiError::Refused(RoomError::Unknown(
            "there is nothing at this address".to_owned(),
        ))
        .into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = file.metadata.mimetype().to_owned();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, tag),
        // The names stay when the content changes: always ask.
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, Body::from(file.data.into_owned())).into_response()
}
