//! What the desk tells, by the names that JavaScript knows it under.

use serde::Serialize;
use takeback_host::Chosen;
use takeback_host::engines::EngineInfo;
use takeback_scene::{Board, Input, Scene};

#[derive(Serialize)]
pub(crate) struct Game<'g> {
    pub(crate) name: &'g str,
    pub(crate) title: &'g str,
    pub(crate) about: &'g str,
    pub(crate) notation: &'g str,
    pub(crate) variants: Vec<Variant>,
}

#[derive(Serialize)]
pub(crate) struct Variant {
    name: String,
    about: String,
    players: usize,
    capabilities: &'static [&'static str],
    hides: bool,
    engines: Vec<Engine>,
    levels: Option<[&'static str; 10]>,
}

#[derive(Serialize)]
struct Engine {
    name: &'static str,
    about: &'static str,
    options: Vec<Choice>,
}

/// An option of an engine.
#[derive(Serialize)]
struct Choice {
    name: &'static str,
    about: &'static str,
    default: &'static str,
}

pub(crate) fn variant(chosen: &Chosen<'_>) -> Variant {
    Variant {
        name: chosen.name().to_owned(),
        about: chosen.about().to_owned(),
        players: chosen.players(),
        capabilities: chosen.capabilities(),
        hides: chosen.hides(),
        engines: chosen.engines().iter().map(engine).collect(),
        levels: chosen.ladder().map(|ladder| ladder.0),
    }
}

fn engine(engine: &EngineInfo) -> Engine {
    let options = engine.options.iter();
    let options =
        options.map(|o| Choice { name: o.name, about: o.does, default: o.default }).collect();
    Engine { name: engine.name, about: engine.about, options }
}

/// A move with the clicks that mean it.
#[derive(Serialize)]
pub(crate) struct Clicks<'t> {
    pub(crate) text: &'t str,
    pub(crate) input: &'t Input,
    pub(crate) touched: &'t [u16],
}

/// A move that was played.
#[derive(Serialize)]
pub(crate) struct Played<'t> {
    pub(crate) told: &'t str,
    pub(crate) by: i64,
}

#[derive(Serialize)]
pub(crate) struct Picture<'t> {
    pub(crate) board: &'t Board,
    pub(crate) scene: &'t Scene,
}

/// What the verifier has seen.
#[derive(Serialize)]
pub(crate) struct Walked<'t> {
    pub(crate) plies: u64,
    pub(crate) games: u64,
    pub(crate) failure: Option<Failure<'t>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Failure<'t> {
    pub(crate) law: &'t str,
    pub(crate) line: &'t [String],
    pub(crate) detail: &'t str,
    pub(crate) found_at: usize,
    pub(crate) seed: u64,
}

/// Games played again, or at random.
#[derive(Serialize)]
pub(crate) struct Games {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) digest: Option<String>,
}
