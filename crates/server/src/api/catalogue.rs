//! What can be played.

use super::extract::Caller;
use super::json;
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use axum::extract::{Path, State};
use axum::response::Response;
use serde::Serialize;
use std::sync::{Arc, PoisonError};
use takeback_core::{Player, SplitMix, Turn};
use takeback_host::Registry;
use takeback_host::play::Table;
use takeback_host::spec::Level;
use takeback_room::Kind;
use takeback_scene::{Board, Scene};

/// Where it is; pages of other origins may be allowed to ask for it.
pub(crate) const PATH: &str = "/api/v1/catalogue";

/// What is built in.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Catalogue {
    /// The server's version.
    version: &'static str,
    games: Vec<Game>,
    /// Levels that have names.
    levels: Vec<NamedLevel>,
    /// Kinds of engines for full specifications.
    engines: Vec<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct NamedLevel {
    name: &'static str,
    level: u8,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Game {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// How positions and moves are written.
    notation: &'static str,
    /// Whether there is a guide to learn it by.
    guide: bool,
    /// Whether files of others can be read.
    imports: bool,
    /// How files end that its games are written to for others; none where there is no such form.
    exports: Option<&'static str>,
    /// Whether all of it is a yardstick for developers rather than a game for people.
    yardstick: bool,
    variants: Vec<Variant>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Variant {
    name: String,
    about: String,
    players: usize,
    /// What players are called, in order of seats.
    names: Vec<String>,
    /// Whether players know things that others do not.
    hidden: bool,
    /// Whether all players choose at the same time.
    together: bool,
    /// The ten levels, weakest first; none if the variant has no engines.
    levels: Vec<&'static str>,
    /// Whether it is a yardstick for developers rather than a game for people.
    yardstick: bool,
}

/// Games, variants, players, levels
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/catalogue", tag = "games",
    responses((status = 200, body = Catalogue))))]
pub(crate) async fn catalogue(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Response, ApiError> {
    // It never changes, and takes a table of every variant to write.
    let desk = Arc::clone(&app);
    let text = app
        .work(caller.client, move || {
            let write = || crate::hall::json(&describe_all(&desk.registry)).unwrap_or_default();
            Ok(desk.catalogue.get_or_init(write).clone())
        })
        .await?;
    Ok(json(text))
}

/// Everything that these games offer.
pub(crate) fn describe_all(registry: &Registry) -> Catalogue {
    let yardstick = |game: &takeback_host::GameEntry| {
        game.variants.iter().all(|variant| game.extras.is_yardstick(variant.name()))
    };
    let games = registry.games().iter().map(|game| Game {
        name: game.name,
        title: game.title,
        about: game.about,
        notation: game.notation,
        guide: !game.guide.is_empty(),
        imports: game.extras.importer().is_some(),
        exports: game.extras.exporter().map(|form| form.extension),
        yardstick: yardstick(game),
        variants: game.variants.iter().map(|variant| describe(game, &**variant)).collect(),
    });
    let levels = Level::NAMES.iter();
    let variants = registry.games().iter().flat_map(|game| &game.variants);
    let mut engines: Vec<&'static str> =
        variants.flat_map(|variant| variant.engines()).map(|engine| engine.name).collect();
    engines.sort_unstable();
    engines.dedup();
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        games: games.collect(),
        levels: levels.map(|&(name, level)| NamedLevel { name, level: level.number() }).collect(),
        engines,
    }
}

/// A picture to choose by.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Preview {
    board: Board,
    scene: Scene,
}

/// A game's usual board after a few moves, to choose by
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/catalogue/{game}/preview", tag = "games",
    params(("game" = String, Path)),
    responses((status = 200, body = Preview), (status = 404, body = ErrorBody))))]
pub(crate) async fn preview(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let desk = Arc::clone(&app);
    let text = app.work(caller.client, move || {
        let kind = Kind::find(&desk.registry, &game, None)?;
        let mut known = desk.previews.lock().unwrap_or_else(PoisonError::into_inner);
        let text = known
            .entry(game)
            .or_insert_with(|| crate::hall::json(&seen(kind.variant())).unwrap_or_default());
        Ok(text.clone())
    });
    Ok(json(text.await?))
}

/// A variant's board after a few moves.
pub(crate) fn seen(variant: &dyn takeback_host::Variant) -> Preview {
    let table = after_a_few_moves(variant);
    let viewer = variant.hides().then_some(Player::FIRST);
    Preview { board: table.board(), scene: table.scene(viewer) }
}

/// So many moves make a board look like a game.
const A_FEW: usize = 14;

fn after_a_few_moves(variant: &dyn takeback_host::Variant) -> Box<dyn Table> {
    let mut table = variant.deal(1);
    let mut rng = SplitMix::new(12);
    for _ in 0..A_FEW {
        let mut next = table.branch();
        let played = match next.turn() {
            Turn::Chance => next.roll(&mut rng).is_some(),
            Turn::Player(_) => {
                let legal = next.legal();
                !legal.is_empty() && next.play(&legal[rng.below(legal.len())]).is_ok()
            }
            // Who moves at random among others does not live long.
            Turn::Together(_) | Turn::Over => false,
        };
        if !played || next.turn() == Turn::Over {
            break;
        }
        table = next;
    }
    table
}

fn describe(game: &takeback_host::GameEntry, variant: &dyn takeback_host::Variant) -> Variant {
    let can = variant.capabilities();
    let table = variant.deal(1);
    Variant {
        name: variant.name().to_owned(),
        about: variant.about().to_owned(),
        players: variant.players(),
        names: table.player_names(),
        hidden: variant.hides(),
        together: can.contains(&"simultaneous"),
        levels: variant.ladder().map_or(Vec::new(), |ladder| ladder.0.to_vec()),
        yardstick: game.extras.is_yardstick(variant.name()),
    }
}
