//! Positions as arrays of numbers.
//!
//! Games with features ([`Features`](takeback_core::Features)) are encoded by them:
//! one number for each feature, how often it is there. Others by feature hashing of
//! what the viewer may see: every fact of the scene (a piece on a cell, a line of a
//! panel) adds its count to one of [`HASHED`] numbers.

use takeback_core::{Player, Turn};
use takeback_host::Chosen;
use takeback_host::play::{Table, Walk};
use takeback_scene::{ItemKind, Scene};

/// Numbers of the generic encoding.
pub(crate) const HASHED: usize = 1024;

/// Numbers of an observation of this game.
pub(crate) fn length(chosen: &Chosen<'_>) -> usize {
    chosen.features().map_or(HASHED, |set| set.features)
}

/// What the numbers mean.
pub(crate) fn encoding(chosen: &Chosen<'_>) -> String {
    chosen.features().map_or_else(
        || format!("facts that the player sees, counted by a hash of {HASHED} places"),
        |set| set.encoding,
    )
}

/// What `player` sees, into zeros.
pub(crate) fn observe(walk: &dyn Walk, player: Player, out: &mut [f32]) {
    if let Some(features) = walk.features(player) {
        for feature in features {
            if let Some(number) = out.get_mut(usize::from(feature)) {
                *number += 1.0;
            }
        }
        return;
    }
    observe_table(&*walk.here(), player, out);
}

/// The same of a table, in games without features.
pub(crate) fn observe_table(table: &dyn Table, player: Player, out: &mut [f32]) {
    let mut add = |parts: [&str; 3], count: f32| {
        let place = (hash(&parts) % out.len().max(1) as u64) as usize;
        if let Some(number) = out.get_mut(place) {
            *number += count;
        }
    };
    let turn = match table.turn() {
        Turn::Player(player) => player.0.to_string(),
        Turn::Together(_) => "together".to_owned(),
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "over".to_owned(),
    };
    add(["turn", &turn, ""], 1.0);
    facts(&table.scene(Some(player)), &mut add);
}

fn facts(scene: &Scene, add: &mut dyn FnMut([&str; 3], f32)) {
    for piece in &scene.pieces {
        add(["piece", &piece.cell.to_string(), &piece.spoken], 1.0);
    }
    for ribbon in &scene.ribbons {
        for (place, cell) in ribbon.cells.iter().enumerate() {
            let part = if place == 0 { "head" } else { "body" };
            add([part, &cell.to_string(), &ribbon.text.0], 1.0);
        }
    }
    for overlay in &scene.overlays {
        for cell in &overlay.cells {
            add(["overlay", &cell.to_string(), &overlay.spoken], 1.0);
        }
    }
    for panel in &scene.panels {
        for item in &panel.items {
            match &item.kind {
                ItemKind::Fact { name, value } => match value.parse() {
                    Ok(number) => add(["fact", &panel.title, name], number),
                    Err(_) => add([&panel.title, name, value], 1.0),
                },
                ItemKind::Meter { name, value, .. } => add(["meter", &panel.title, name], *value),
                ItemKind::Card { face, count, .. } => {
                    let face = face.as_deref().unwrap_or("?");
                    add(["card", &panel.title, face], *count as f32);
                }
                ItemKind::Pieces { spoken, count, .. } => {
                    add(["pieces", &panel.title, spoken], *count as f32);
                }
            }
        }
    }
    add(["status", &scene.status, ""], 1.0);
}

/// FNV-1a: small, and the same in every release.
fn hash(parts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}
