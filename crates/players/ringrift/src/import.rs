//! RingRift: traces ply by ply, read and written.

use serde::{Deserialize, Serialize};
use takeback_core::Portable;
use takeback_host::check::File;
use takeback_host::outside::{Exporter, RawGame as Raw, RawGames};
use takeback_ringrift::{Board, Hex8, Hexagonal, RingRift, Rules, Square8, Square19};

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum Line {
    Game(Opening),
    Ply { mv: String },
    End { winner: Option<u8>, reason: Option<String> },
}

#[derive(Deserialize, Serialize)]
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

/// Writes traces.
pub(crate) const EXPORTER: Exporter = Exporter { name: "JSON lines", extension: "jsonl", write };

fn write(game: &Raw) -> Result<String, String> {
    let start = game.start.as_deref().ok_or("a game of RingRift says where it begins")?;
    let board = game.variant.split('-').next().unwrap_or_default();
    let rules = match board {
        "square8" => rules::<Square8>(start),
        "square19" => rules::<Square19>(start),
        "hex8" => rules::<Hex8>(start),
        "hexagonal" => rules::<Hexagonal>(start),
        other => Err(format!("no board is called {other:?}")),
    }?;
    let opening = Opening {
        id: game.id.clone(),
        board: board.to_owned(),
        players: rules.players,
        swap_rule: rules.swap,
        lps_rounds: Some(rules.lps_rounds),
        victory_threshold: rules.ring_victory,
        territory_minimum: Some(rules.territory_victory),
        rings_per_player: Some(rules.rings),
    };
    if opening.raw()?.start.as_deref() != Some(start) {
        return Err(
            "a trace begins at an empty board by the usual rules; save the game instead".to_owned()
        );
    }
    let mut text = opening.line()?;
    for m in &game.moves {
        text.push('\n');
        text.push_str(&serde_json::json!({ "t": "ply", "mv": m }).to_string());
    }
    if let Some(payoffs) = &game.payoffs {
        let best = payoffs.iter().max();
        let winner = payoffs.iter().position(|p| Some(p) == best).map(|seat| seat + 1);
        text.push('\n');
        text.push_str(
            &serde_json::json!({ "t": "end", "winner": winner, "reason": game.detail }).to_string(),
        );
    }
    text.push('\n');
    Ok(text)
}

impl Opening {
    /// The line that begins a trace; readers know it by its first words.
    fn line(&self) -> Result<String, String> {
        let said = serde_json::to_string(self).map_err(|e| e.to_string())?;
        let rest = said.strip_prefix('{').ok_or("an object begins with a brace")?;
        Ok(format!("{{\"t\":\"game\",{rest}"))
    }
}

fn rules<B: Board>(start: &str) -> Result<Rules, String> {
    RingRift::<B>::read_position(start).map(|game| *game.rules()).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "{\"t\":\"game\",\"id\":\"a\",\"board\":\"hex8\",\"players\":3,\"swapRule\":false}\n\
                    {\"t\":\"ply\",\"mv\":\"P 0,0 2\"}\n";
        let file = |text: &str| File {
            path: PathBuf::from("a"),
            name: "a".to_owned(),
            text: text.to_owned(),
        };
        let only = |text: &str| read(&file(text)).expect("traces").remove(0).1.expect("a game");
        let game = only(text);
        let again = only(&write(&game).expect("written"));
        assert_eq!(again, game);
        let odd =
            Raw { start: game.start.map(|start| start.replace("strike=1", "strike=0")), ..again };
        assert!(write(&odd).is_err(), "what a trace cannot say is refused: {:?}", odd.start);
    }
}
