//! CoTuLenh: traces step by step, and PGN, which is written too.

use serde::Deserialize;
use takeback_core::{Game, Notation, Portable};
use takeback_cotulenh::{CoTuLenh, Pgn, PgnResult, PgnWarning};
use takeback_host::check::File;
use takeback_host::outside::{Exporter, RawGame as Raw, RawGames};

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

/// Writes PGN.
pub(crate) const EXPORTER: Exporter = Exporter { name: "PGN", extension: "pgn", write };

/// A turn that is not finished is left out.
fn write(game: &Raw) -> Result<String, String> {
    let start = match &game.start {
        Some(text) => CoTuLenh::read_position(text).map_err(|e| e.to_string())?,
        None => CoTuLenh::new(),
    };
    let mut now = start.clone();
    let mut moves = Vec::with_capacity(game.moves.len());
    for text in &game.moves {
        let m = now.read_move(text).map_err(|e| e.to_string())?;
        moves.push(m);
        now.make(m);
    }
    let mut pgn = Pgn::of(&start, &moves);
    let name = |seat: usize| game.names.get(seat).cloned().unwrap_or_else(|| "?".to_owned());
    pgn.tags = vec![
        ("Event".to_owned(), if game.id.is_empty() { "?".to_owned() } else { game.id.clone() }),
        ("Red".to_owned(), name(0)),
        ("Blue".to_owned(), name(1)),
    ];
    if let (PgnResult::Open, Some([red, blue])) = (pgn.result, game.payoffs.as_deref()) {
        pgn.result = match red.cmp(blue) {
            std::cmp::Ordering::Greater => PgnResult::RedWins,
            std::cmp::Ordering::Less => PgnResult::BlueWins,
            std::cmp::Ordering::Equal => PgnResult::Draw,
        };
    }
    Ok(pgn.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    #[test]
    fn what_is_written_is_read_again() {
        let mut rng = SplitMix::new(3);
        for _ in 0..6 {
            let mut now = CoTuLenh::new();
            let mut game = Raw {
                id: "a game".to_owned(),
                names: vec!["A".to_owned(), "B".to_owned()],
                ..Raw::default()
            };
            // To the end of a turn: what is begun and not ended is not written.
            while game.moves.len() < 60 || now.is_deploying() {
                let legal = now.legal_moves();
                let Some(&m) = legal.get(rng.below(legal.len().max(1))) else { break };
                game.moves.push(now.move_text(m));
                now.make(m);
            }
            if now.is_deploying() {
                continue;
            }
            let text = write(&game).expect("written");
            let (pgn, warnings) = Pgn::read_foreign(&text).expect("read again");
            let again = of_pgn(&pgn, &warnings);
            assert_eq!((again.moves, again.names), (game.moves, game.names), "{text}");
        }
    }
}
