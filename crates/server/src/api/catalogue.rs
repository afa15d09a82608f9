//! What can be played.

use super::json;
use crate::app::App;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use takeback_search::spec::{Kind, Level};
use utoipa::ToSchema;

/// What is built in.
#[derive(Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// The server's version.
    version: &'static str,
    games: Vec<Game>,
    /// Levels that have names.
    levels: Vec<NamedLevel>,
    /// Kinds of engines for full specifications.
    engines: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
struct NamedLevel {
    name: &'static str,
    level: u8,
}

#[derive(Serialize, ToSchema)]
struct Game {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// How positions and moves are written.
    notation: &'static str,
    variants: Vec<Variant>,
}

#[derive(Serialize, ToSchema)]
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
}

/// Games, variants, players, levels
#[utoipa::path(get, path = "/api/v1/catalogue", tag = "games",
    responses((status = 200, body = Catalogue)))]
pub(crate) async fn catalogue(State(app): State<Arc<App>>) -> Response {
    // It never changes, and takes a table of every variant to write.
    let text = app.catalogue.get_or_init(|| {
        serde_json::to_string(&describe_all(&app)).expect("a catalogue has only text keys")
    });
    json(text.clone())
}

fn describe_all(app: &App) -> Catalogue {
    let games = app.games.iter().map(|game| Game {
        name: game.name,
        title: game.title,
        about: game.about,
        notation: game.notation,
        variants: game.variants.iter().map(|variant| describe(&**variant)).collect(),
    });
    let levels = Level::NAMES.iter();
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        games: games.collect(),
        levels: levels.map(|&(name, level)| NamedLevel { name, level: level.number() }).collect(),
        engines: Kind::ALL.iter().map(|kind| kind.name()).collect(),
    }
}

fn describe(variant: &dyn takeback_arena::Variant) -> Variant {
    let can = variant.capabilities();
    let table = variant.deal(1);
    Variant {
        name: variant.name().to_owned(),
        about: variant.about().to_owned(),
        players: variant.players(),
        names: table.player_names(),
        hidden: can.iter().any(|c| c.starts_with("hidden")),
        together: can.contains(&"simultaneous"),
        levels: variant.ladder().map_or(Vec::new(), |ladder| ladder.0.to_vec()),
    }
}
