//! The description of the interface, for programs and for people.

use super::json;
use axum::response::{Redirect, Response};

/// The description itself, made from the types by `cargo xtask types --bless`.
pub(crate) async fn document() -> Response {
    json(include_str!("../../openapi.json"))
}

/// The page to try it.
pub(crate) async fn try_page() -> Redirect {
    Redirect::temporary("/api.html")
}
