//! The description of the interface, for programs and for people.

use super::{analysis, catalogue, games, live, play};
use crate::error::{ErrorBody, ErrorDetail};
use axum::Json;
use axum::response::Redirect;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "takeback",
        description = "Games, moves, take back, analysis. Begin with POST /api/v1/games; send the \
            owner's or a seat's token as `Authorization: Bearer TOKEN`. Without a token one looks on.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        catalogue::catalogue, catalogue::preview, games::create, games::load, games::state, games::board, games::save,
        games::change, games::delete, play::play, play::take_back, play::redo, play::go_to,
        play::look, play::sit, play::ask, play::answer_wish,
        play::engine_move, play::position, play::set_position, analysis::start, analysis::latest,
        analysis::stop, analysis::tree, analysis::grade_line, live::live,
    ),
    components(schemas(ErrorBody, ErrorDetail)),
    tags(
        (name = "games", description = "Begin, look, save, load, end"),
        (name = "play", description = "Moves, forwards and backwards"),
        (name = "analysis", description = "What engines think"),
        (name = "live", description = "Changes as they happen"),
    ),
)]
struct Document;

/// The description itself.
pub(crate) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}

/// The page to try it.
pub(crate) async fn try_page() -> Redirect {
    Redirect::temporary("/api.html")
}
