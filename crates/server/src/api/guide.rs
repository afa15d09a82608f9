//! How to learn a game: rules in words with boards, and a first lesson.

use super::extract::Caller;
use super::json;
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use axum::extract::{Path, State};
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use takeback_host::GameEntry;
use takeback_host::guide::{Block, Guide, Place, Task};
use takeback_host::play::Table;
use takeback_room::RoomError;
use takeback_scene::{Board, Scene};

/// A guide.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct GuideView {
    /// The game's title.
    title: &'static str,
    /// The rules, from top to bottom.
    blocks: Vec<BlockView>,
    /// The first lesson.
    tasks: Vec<TaskView>,
    /// What the pieces are and do.
    legend: Vec<PieceNote>,
}

/// What a piece is and does.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct PieceNote {
    /// As its spoken words have it, whatever their case.
    name: String,
    /// What it does.
    says: String,
}

/// A piece of the rules.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct BlockView {
    /// `heading`, `text`, `point` or `board`.
    kind: &'static str,
    /// What it says.
    text: String,
    /// What is to be seen, for a board.
    shown: Option<Shown>,
}

/// A position to look at, and to go on from.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Shown {
    variant: String,
    /// In the game's notation.
    position: String,
    board: Board,
    scene: Scene,
}

/// Something to do.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct TaskView {
    /// What to do.
    text: String,
    shown: Shown,
    /// Moves that do it.
    accept: Vec<String>,
    /// The same as whoever makes them hears of them, in games that hide something.
    heard: Vec<String>,
    /// What they show.
    why: String,
}

/// The rules of a game in words, with boards, and a first lesson
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/catalogue/{game}/guide", tag = "games",
    params(("game" = String, Path)),
    responses((status = 200, body = GuideView), (status = 404, body = ErrorBody))))]
pub(crate) async fn guide(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let desk = Arc::clone(&app);
    let text = app.work(caller.client, move || {
        let entry = desk.registry.find(&game).map_err(RoomError::from)?;
        let view = view(entry).map_err(RoomError::Unknown)?;
        crate::hall::json(&view)
    });
    Ok(json(text.await?))
}

/// The guide of a game that has one.
pub(crate) fn view(entry: &GameEntry) -> Result<GuideView, String> {
    if entry.guide.is_empty() {
        return Err(format!("{} has no guide", entry.title));
    }
    let guide = Guide::read(entry.guide).map_err(|error| error.to_string())?;
    let block = |block| {
        let (kind, text, place) = match block {
            Block::Heading(text) => ("heading", text, None),
            Block::Text(text) => ("text", text, None),
            Block::Point(text) => ("point", text, None),
            Block::Board { place, says } => ("board", says, Some(place)),
        };
        let shown = place.map(|place| shown(entry, &place)).transpose()?;
        Ok(BlockView { kind, text, shown })
    };
    let tasks = guide.tasks.into_iter().map(|task| {
        let shown = shown(entry, &task.place)?;
        let heard = heard(entry, &task)?;
        Ok(TaskView { text: task.says, shown, accept: task.accept, heard, why: task.why })
    });
    let note =
        |note: takeback_host::guide::PieceNote| PieceNote { name: note.name, says: note.says };
    Ok(GuideView {
        title: entry.title,
        legend: guide.legend.into_iter().map(note).collect(),
        blocks: guide.blocks.into_iter().map(block).collect::<Result<_, String>>()?,
        tasks: tasks.collect::<Result<_, String>>()?,
    })
}

fn shown(entry: &GameEntry, place: &Place) -> Result<Shown, String> {
    let (variant, table) = reach(entry, place)?;
    let (board, scene) = (table.board(), table.scene(None));
    Ok(Shown { variant, position: table.position(), board, scene })
}

/// What whoever decides is told of the moves that do a task.
fn heard(entry: &GameEntry, task: &Task) -> Result<Vec<String>, String> {
    let (_, table) = reach(entry, &task.place)?;
    let seat = table.turn().decider();
    let hear = |text: &String| {
        let mut table = table.here();
        table.play(text).map_err(|error| format!("{text}: {error}"))?;
        Ok(table.last(seat).map_or(String::new(), |last| last.told))
    };
    task.accept.iter().map(hear).collect()
}

/// The variant of a place by name, and a table that stands there.
fn reach(entry: &GameEntry, place: &Place) -> Result<(String, Box<dyn Table>), String> {
    let variant = (!place.variant.is_empty()).then_some(place.variant.as_str());
    let variant = entry.variant(variant).map_err(|error| error.to_string())?;
    let mut table = variant.table(place.position.as_deref()).map_err(|error| error.to_string())?;
    for text in &place.moves {
        table.play(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok((variant.name().to_owned(), table))
}
