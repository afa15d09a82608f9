//! RingRift: traces ply by ply.

use serde::Deserialize;
use takeback_core::Portable;
use takeback_host::check::File;
use takeback_host::outside::{RawGame as Raw, RawGames};
use takeback_ringrift::{Board, Hex8, Hexagonal, RingRift, Rules, Square8, Square19};

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum Line {
    Game(Opening),
    Ply { mv: String },
    End { winner: Option<u8>, reason: Option<String> },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opening {
    #[serde(default)]
    id: String,
    board: String,
    players: u8,
    #[serde(default)]
    swap_rule: bool,
    lps_rounds: Option<u8>,
    victory_threshold: Option<u16>,
    territory_minimum: Option<u16>,
    rings_per_player: Option<u16>,
}

pub(crate) fn read(file: &File) -> Option<RawGames> {
    if !file.text.trim_start().starts_with("{\"t\":\"game\"") {
        return None;
    }
    let mut games: Vec<(String, Result<Raw, String>)> = Vec::new();
    for (place, line) in file.json_lines::<Line>() {
        match line {
            Err(error) => games.push((place, Err(error.to_string()))),
            Ok(Line::Game(opening)) => games.push((place, opening.raw())),
            Ok(Line::Ply { mv }) => {
                if let Some((_, Ok(raw))) = games.last_mut() {
                    raw.moves.push(mv);
                }
            }
            Ok(Line::End { winner, reason }) => {
                if let Some((_, Ok(raw))) = games.last_mut() {
                    let winner = winner.map_or("nobody".to_owned(), |w| w.to_string());
                    raw.detail = format!("winner {winner}, {}", reason.unwrap_or_default());
                }
            }
        }
    }
    Some(games)
}

impl Opening {
    fn raw(&self) -> Result<Raw, String> {
        let start = match self.board.as_str() {
            "square8" => self.start::<Square8>(),
            "square19" => self.start::<Square19>(),
            "hex8" => self.start::<Hex8>(),
            "hexagonal" => self.start::<Hexagonal>(),
            other => Err(format!("no board is called {other:?}")),
        }?;
        let variant = match self.players {
            2 => self.board.clone(),
            players => format!("{}-{players}", self.board),
        };
        Ok(Raw { id: self.id.clone(), variant, start: Some(start), ..Raw::default() })
    }

    fn start<B: Board>(&self) -> Result<String, String> {
        let rings = self.rings_per_player.unwrap_or(B::RINGS);
        let mut rules = Rules::with_rings::<B>(self.players, rings);
        rules.swap = self.swap_rule;
        rules.lps_rounds = self.lps_rounds.unwrap_or(rules.lps_rounds);
        rules.territory_victory = self.territory_minimum.unwrap_or(rules.territory_victory);
        rules.ring_victory = self.victory_threshold.or(rules.ring_victory);
        let game = RingRift::<B>::new(rules).map_err(|e| e.to_string())?;
        Ok(game.position_text())
    }
}
