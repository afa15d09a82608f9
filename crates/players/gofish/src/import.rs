//! Go Fish: traces card by card.

use serde::Deserialize;
use takeback_core::Portable;
use takeback_gofish::{Card, GoFish, Options, Rank};
use takeback_host::check::File;
use takeback_host::outside::{RawGame as Raw, RawGames};

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: String,
    players: u8,
    hand_size: u8,
    deck_top_first: Vec<String>,
    events: Vec<Event>,
}

/// What follows from the deck is not read: draws happen by themselves.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum Event {
    Ask { target: u8, rank: String },
    Autodraw {},
}

pub(crate) fn read(file: &File) -> Option<RawGames> {
    if !file.is_kind("traces") {
        return None;
    }
    let rows = file.json_lines::<Row>();
    Some(rows.map(|(at, row)| (at, row.map_err(|e| e.to_string()).and_then(raw))).collect())
}

fn raw(row: Row) -> Result<Raw, String> {
    let rank = |card: &String| card.parse::<Card>().map(Card::rank).map_err(|e| e.to_string());
    let ranks: Vec<Rank> = row.deck_top_first.iter().map(rank).collect::<Result<_, _>>()?;
    let options = Options { hand: row.hand_size, ..Options::new(row.players) };
    let game = GoFish::with_deck(options, &ranks).map_err(|e| e.to_string())?;
    let ask = |event: &Event| match event {
        Event::Ask { target, rank } => Some(format!("{target}{rank}")),
        Event::Autodraw {} => None,
    };
    Ok(Raw {
        id: row.id,
        variant: row.players.to_string(),
        start: Some(game.position_text()),
        moves: row.events.iter().filter_map(ask).collect(),
        ..Raw::default()
    })
}
