//! The description of the interface, made from its types: `cargo xtask types` writes it to
//! `openapi.json`.

use super::{analysis, archive, catalogue, games, guide, live, play, positions, think};
use crate::error::{ErrorBody, ErrorDetail};
use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{OpenApi as OpenApiDocument, RefOr};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "takeback",
        description = "Games, moves, take back, analysis. Begin with POST /api/v1/games; send the \
            owner's or a seat's token as `Authorization: Bearer TOKEN`. Without a token one looks on.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        catalogue::catalogue, catalogue::preview, guide::guide, games::create, games::load, games::import, games::export, archive::archive, archive::list, games::state, games::board, games::save,
        games::change, games::delete, play::play, play::take_back, play::redo, play::go_to,
        play::look, play::sit, play::ask, play::answer_wish, play::resign, play::name, play::why,
        play::engine_move, play::position, play::set_position, analysis::start, analysis::latest,
        analysis::stop, analysis::tree, analysis::grade_line, live::live,
        positions::status, positions::legal, positions::apply, positions::picture, positions::svg,
        think::best, think::analyze, think::moved,
    ),
    components(schemas(ErrorBody, ErrorDetail)),
    tags(
        (name = "games", description = "Begin, look, save, load, end"),
        (name = "play", description = "Moves, forwards and backwards"),
        (name = "analysis", description = "What engines think"),
        (name = "positions", description = "A position in, an answer out, nothing kept"),
        (name = "live", description = "Changes as they happen"),
    ),
)]
struct Document;

/// The description of the interface as JSON, with a line for each fact.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn description() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&described())? + "\n")
}

/// Every answer says what it is, every call which token it takes.
fn described() -> OpenApiDocument {
    let mut document = Document::openapi();
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        for (status, response) in &mut operation.responses.responses {
            let RefOr::T(response) = response else { continue };
            if response.description.is_empty() {
                meaning(status).clone_into(&mut response.description);
            }
        }
    }
    let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(
        "The owner's or a seat's token, as given when the game was begun. Without it one looks on.",
    ));
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(token.build()));
    document.security = Some(vec![
        SecurityRequirement::default(),
        SecurityRequirement::new::<_, [&str; 0], &str>("token", []),
    ]);
    document
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.post, &mut path.put, &mut path.patch, &mut path.delete]
        .into_iter()
        .flatten()
}

/// What a status says, where the call has nothing more to say.
fn meaning(status: &str) -> &'static str {
    match status {
        "200" => "As asked.",
        "201" => "It was begun.",
        "202" => "It has begun; its results come later.",
        "204" => "Done; there is nothing more to say.",
        "403" => "Not with this token, or not without the others' consent.",
        "404" => "There is nothing of this name.",
        "409" => "Not at this moment of the game.",
        "422" => "What was sent cannot be read, or the rules do not allow it.",
        "429" => "Too much at once: wait, or end something.",
        _ => "See the status.",
    }
}
