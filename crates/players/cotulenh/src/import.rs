//! CoTuLenh: traces step by step, and PGN.

use serde::Deserialize;
use takeback_core::{Game, Notation, Portable};
use takeback_cotulenh::{Pgn, PgnResult, PgnWarning};
use takeback_host::check::File;
use takeback_host::outside::{RawGame as Raw, RawGames};

#[derive(Deserialize)]
struct Row {
    game: u64,
    fen: String,
    #[serde(rename = "move")]
    m: String,
}

pub(crate) fn read(file: &File) -> Option<RawGames> {
    if file.name.ends_with(".pgn") {
        let games = Pgn::records(&file.text).enumerate();
        let place = |i: usize| format!("{} game {}", file.name, i + 1);
        // As the reference project writes them, which reads our own as well.
        let read = |text| match Pgn::read_foreign(text) {
            Ok((pgn, warnings)) => Ok(of_pgn(&pgn, &warnings)),
            Err(error) => Err(error.to_string()),
        };
        return Some(games.map(|(i, text)| (place(i), read(text))).collect());
    }
    if !file.is_kind("traces") {
        return None;
    }
    let mut games: Vec<(String, Result<Raw, String>)> = Vec::new();
    let mut current = None;
    for (place, row) in file.json_lines::<Row>() {
        match row {
            Err(error) => {
                current = None;
                games.push((place, Err(error.to_string())));
            }
            Ok(row) => {
                if current != Some(row.game) {
                    current = Some(row.game);
                    let raw = Raw {
                        id: format!("trace {}", row.game),
                        variant: "standard".to_owned(),
                        start: Some(row.fen),
                        ..Raw::default()
                    };
                    games.push((place, Ok(raw)));
                }
                if let Some((_, Ok(raw))) = games.last_mut() {
                    raw.moves.push(row.m);
                }
            }
        }
    }
    Some(games)
}

fn of_pgn(pgn: &Pgn, warnings: &[PgnWarning]) -> Raw {
    let mut now = pgn.start.clone();
    let mut moves = Vec::new();
    for m in pgn.moves() {
        moves.push(now.move_text(m));
        now.make(m);
    }
    let named = |tag| pgn.tag(tag).unwrap_or("unknown").to_owned();
    Raw {
        id: named("Event"),
        variant: "standard".to_owned(),
        start: Some(pgn.start.position_text()),
        moves,
        names: vec![named("Red"), named("Blue")],
        payoffs: match pgn.result {
            PgnResult::RedWins => Some(vec![1000, -1000]),
            PgnResult::BlueWins => Some(vec![-1000, 1000]),
            PgnResult::Draw => Some(vec![0, 0]),
            PgnResult::Open => None,
        },
        detail: warnings.iter().map(PgnWarning::to_string).collect::<Vec<_>>().join("; "),
    }
}
