//! Calls without a game: a position in, an answer out, nothing kept.
//!
//! For programs that keep their games themselves. Every call takes the same body,
//! a game with a position in its own notation and moves to make from there, and
//! answers with the same facts about the position reached; each adds what it was
//! asked for. Reading and playing are work like any other request's. Those that
//! ask an engine are in `think.rs`.

use super::extract::{Body, Caller};
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;
use takeback_core::{Player, Turn};
use takeback_host::play::{MoveInput, Table};
use takeback_room::{InputView, Kind, RoomError, deciders};
use takeback_scene::palette::Palette;
use takeback_scene::{Board, Scene, svg};

/// Where these calls are; pages of other origins may be allowed to make them.
pub(crate) const PATH: &str = "/api/v1/positions/";

/// A position, and what to do with it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionBody {
    /// The game's name.
    game: String,
    /// The variant; the game's first if left out.
    variant: Option<String>,
    /// The position in the game's notation; the start if left out.
    position: Option<String>,
    /// Instead of a position: the start that this number deals, in games that
    /// begin with chance.
    deal: Option<u64>,
    /// Moves to make from there, in order.
    #[serde(default)]
    moves: Vec<String>,
    /// For engines: a level or a specification of an engine; level 5 if left out.
    pub(super) engine: Option<String>,
    /// For engines: milliseconds; the engine's own if left out.
    pub(super) time_ms: Option<u64>,
    /// For engines: how many lines; 1 if left out.
    pub(super) lines: Option<usize>,
    /// For engines: the seed of everything random; 0 if left out.
    pub(super) seed: Option<u64>,
    /// For engines: whose choice to find where several choose together. For
    /// `picture` and `svg`: who looks; everything is seen if left out.
    pub(super) seat: Option<u8>,
    /// For `svg`: the longer side in pixels, 16 to 8192; 640 if left out.
    size: Option<f32>,
    /// For `svg`: on a dark ground.
    #[serde(default)]
    dark: bool,
    /// For `svg`: a heading.
    title: Option<String>,
}

/// What every answer says of the position reached.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Standing {
    game: &'static str,
    variant: String,
    /// In the game's notation; send it back to go on from here.
    position: String,
    /// What players are called, in order of seats.
    players: Vec<String>,
    /// Seats that decide next, counted from 0; none when chance does or the game
    /// is over.
    pub(super) to_move: Vec<u8>,
    /// Whether chance decides next.
    chance: bool,
    over: bool,
    /// Results in order of seats from -1000 to 1000, once the game is over.
    payoffs: Option<Vec<i32>>,
}

/// The legal moves.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Legal {
    #[serde(flatten)]
    standing: Standing,
    /// In the game's notation; of the first seat that owes one where several choose
    /// together, the outcomes where chance decides.
    legal: Vec<String>,
    /// Where chance decides: how likely each outcome is, relative to the others.
    weights: Vec<u32>,
}

/// A picture.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Picture {
    #[serde(flatten)]
    standing: Standing,
    /// What stays: cells, lines, coordinates.
    board: Board,
    /// What is on it.
    scene: Scene,
    /// The legal moves with the clicks that mean them; those of `seat` where
    /// several choose together, and none where another seat decides.
    inputs: Vec<InputView>,
}

/// A drawing.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Drawn {
    #[serde(flatten)]
    standing: Standing,
    /// An SVG document.
    svg: String,
}

/// A position that was read.
pub(super) struct Reached {
    pub(super) kind: Kind,
    pub(super) table: Box<dyn Table>,
}

impl Reached {
    pub(super) fn standing(&self) -> Standing {
        let turn = self.table.turn();
        Standing {
            game: self.kind.entry().name,
            variant: self.kind.variant().name().to_owned(),
            position: self.table.position(),
            players: self.table.player_names(),
            to_move: deciders(turn).iter().map(|seat| seat.0).collect(),
            chance: turn == Turn::Chance,
            over: turn == Turn::Over,
            payoffs: self.table.payoffs().map(|all| all.into_iter().map(|p| p.0).collect()),
        }
    }

    /// What `viewer` may choose, and how.
    fn inputs(&self, viewer: Option<Player>) -> Vec<InputView> {
        let inputs = match (self.table.turn(), viewer) {
            (Turn::Together(_), Some(seat)) => self.table.inputs_of(seat),
            (turn, Some(seat)) if turn.decider() != Some(seat) => Vec::new(),
            _ => self.table.inputs(),
        };
        let view = |m: MoveInput| InputView { text: m.text, input: m.input, touched: m.touched };
        inputs.into_iter().map(view).collect()
    }

    /// The seat that was asked about.
    pub(super) fn seat(&self, asked: Option<u8>) -> Result<Option<Player>, ApiError> {
        match asked.map(Player) {
            Some(seat) if seat.index() >= self.table.players() => {
                let most = self.table.players() - 1;
                Err(ApiError::Refused(RoomError::BadRequest(format!(
                    "seat {} instead of 0 to {most}",
                    seat.0
                ))))
            }
            seat => Ok(seat),
        }
    }
}

impl PositionBody {
    /// The position after the moves, within what the server allows a game to load.
    pub(super) fn reach(&self, app: &App) -> Result<Reached, ApiError> {
        let (most, begun) = (app.config.nodes_per_game, Instant::now());
        if self.moves.len() > most {
            return Err(ApiError::Refused(RoomError::TooMany { what: "moves of a line", most }));
        }
        let kind = Kind::find(&app.registry, &self.game, self.variant.as_deref())?;
        let mut table = match (self.position.as_deref(), self.deal) {
            (Some(_), Some(_)) => {
                let both = "a position or a deal, not both".to_owned();
                return Err(ApiError::Refused(RoomError::BadRequest(both)));
            }
            (None, Some(seed)) => kind.variant().deal(seed),
            (position, None) => kind
                .variant()
                .table(position)
                .map_err(|error| ApiError::Refused(RoomError::BadPosition(error.to_string())))?,
        };
        for text in &self.moves {
            table.play(text).map_err(RoomError::from)?;
            if begun.elapsed() > app.config.load {
                return Err(ApiError::TimedOut);
            }
        }
        Ok(Reached { kind, table })
    }
}

/// Read a position and say something of it, away from the threads that answer.
async fn about<T: Send + 'static>(
    app: Arc<App>,
    caller: Caller,
    asked: PositionBody,
    say: impl FnOnce(&PositionBody, Reached) -> Result<T, ApiError> + Send + 'static,
) -> Result<Json<T>, ApiError> {
    let desk = Arc::clone(&app);
    let said = app.work(caller.client, move || say(&asked, asked.reach(&desk)?)).await?;
    Ok(Json(said))
}

/// Who is to move, whether it is over, and how it ended
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/positions/status", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Standing), (status = 422, body = ErrorBody))))]
pub(crate) async fn status(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Standing>, ApiError> {
    about(app, caller, asked, |_, reached| Ok(reached.standing())).await
}

/// The legal moves
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/positions/legal", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Legal), (status = 422, body = ErrorBody))))]
pub(crate) async fn legal(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Legal>, ApiError> {
    about(app, caller, asked, |_, reached| {
        let (legal, weights) = (reached.table.legal(), reached.table.weights());
        Ok(Legal { standing: reached.standing(), legal, weights })
    })
    .await
}

/// The position after the moves, of which there must be one
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/positions/apply", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Standing), (status = 422, body = ErrorBody))))]
pub(crate) async fn apply(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Standing>, ApiError> {
    about(app, caller, asked, |asked, reached| {
        if asked.moves.is_empty() {
            return Err(ApiError::Refused(RoomError::BadRequest(
                "give the moves to make in `moves`".to_owned(),
            )));
        }
        Ok(reached.standing())
    })
    .await
}

/// What front ends draw
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/positions/picture", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Picture), (status = 422, body = ErrorBody))))]
pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Picture>, ApiError> {
    about(app, caller, asked, |asked, reached| {
        let viewer = reached.seat(asked.seat)?;
        let (board, scene) = (reached.table.board(), reached.table.scene(viewer));
        let inputs = reached.inputs(viewer);
        Ok(Picture { standing: reached.standing(), board, scene, inputs })
    })
    .await
}

/// The same drawn
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/positions/svg", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Drawn), (status = 422, body = ErrorBody))))]
pub(crate) async fn svg(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Drawn>, ApiError> {
    about(app, caller, asked, |asked, reached| {
        let viewer = reached.seat(asked.seat)?;
        let usual = svg::Options::default();
        let size = asked.size.unwrap_or(usual.size);
        if !(16.0..=8192.0).contains(&size) {
            let why = "size is 16 to 8192 pixels".to_owned();
            return Err(ApiError::Refused(RoomError::BadRequest(why)));
        }
        let options = svg::Options {
            palette: if asked.dark { Palette::DARK } else { Palette::LIGHT },
            last: reached.table.last(viewer).map_or_else(Vec::new, |last| last.touched),
            title: asked.title.clone().unwrap_or_default(),
            size,
            ..usual
        };
        let svg = svg::draw(&reached.table.board(), &reached.table.scene(viewer), &options);
        Ok(Drawn { standing: reached.standing(), svg })
    })
    .await
}
