//! Hex: games of programs, random games, SGF, which is written too.

use serde::Deserialize;
use takeback_core::Portable;
use takeback_hex::{Colour, Move, Played, Record, Setup, Size, Swap};
use takeback_host::check::File;
use takeback_host::outside::{Exporter, RawGame as Raw, RawGames};

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: String,
    size: Option<usize>,
    width: Option<usize>,
    height: Option<usize>,
    #[serde(default)]
    first: Option<String>,
    #[serde(default)]
    side_swap_after_first: bool,
    moves: Vec<String>,
    winner: Option<String>,
}

pub(crate) fn read(file: &File) -> Option<RawGames> {
    if file.name.ends_with(".sgf") {
        return Some(vec![(file.name.clone(), read_sgf(&file.text))]);
    }
    let known = ["random-games", "random", "olympiad-games", "olympiad", "games"];
    if !known.iter().any(|kind| file.is_kind(kind)) {
        return None;
    }
    let rows = file.json_lines::<Row>();
    Some(rows.map(|(at, row)| (at, row.map_err(|e| e.to_string()).and_then(raw))).collect())
}

/// The variant whose storage holds such a board.
fn variant(size: Size) -> &'static str {
    match size.cells() {
        0..=64 => "8x8",
        65..=128 => "11x11",
        129..=256 => "13x13",
        _ => "19x19",
    }
}

fn start(size: Size, swap: Swap, first: Colour) -> String {
    let swap = match swap {
        Swap::Off => "-",
        Swap::Pieces => "swap-pieces",
        Swap::Sides => "swap-sides",
    };
    let row = size.width().to_string();
    let rows = vec![row; size.height()].join("/");
    let first = if first == Colour::Black { 'b' } else { 'w' };
    format!("{size} {rows} {first} {swap}")
}

fn raw(row: Row) -> Result<Raw, String> {
    let width = row.size.or(row.width).ok_or("no size")?;
    let size = Size::new(width, row.height.unwrap_or(width)).map_err(|e| e.to_string())?;
    let first = row.first.as_deref().unwrap_or("black");
    let first = Colour::read(first).ok_or_else(|| format!("{first:?} is no colour"))?;
    let swap = if row.side_swap_after_first { Swap::Sides } else { Swap::Off };
    let mut moves: Vec<String> = row.moves.into_iter().filter(|m| m != "resign").collect();
    if row.side_swap_after_first && !moves.is_empty() {
        moves.insert(1, "swap-sides".to_owned());
    }
    let winner = row.winner.as_deref().and_then(|w| w.split_whitespace().next());
    // Whoever moved first has the first colour, until sides are swapped.
    let payoffs = winner.and_then(Colour::read).map(|winner| {
        let first_wins = (winner == first) != row.side_swap_after_first;
        if first_wins { vec![1000, -1000] } else { vec![-1000, 1000] }
    });
    Ok(Raw {
        id: row.id,
        variant: variant(size).to_owned(),
        start: Some(start(size, swap, first)),
        moves,
        payoffs,
        detail: row.winner.map(|w| format!("winner {w}")).unwrap_or_default(),
        ..Raw::default()
    })
}

fn read_sgf(text: &str) -> Result<Raw, String> {
    let record = Record::read_sgf(text).map_err(|e| e.to_string())?;
    let swap = match (record.has_swap(), record.size.width() == record.size.height()) {
        (false, _) => Swap::Off,
        (true, true) => Swap::Pieces,
        (true, false) => Swap::Sides,
    };
    let colour = record.moves.first().map(|&(colour, _)| colour);
    let first = record.to_move.or(colour).unwrap_or(Colour::Black);
    let mut text = start(record.size, swap, first);
    if !record.black.is_empty() || !record.white.is_empty() {
        let mut setup = Setup::read(&text).map_err(|e| e.to_string())?;
        setup.black.clone_from(&record.black);
        setup.white.clone_from(&record.white);
        let any = takeback_hex::AnyHex::from_setup(&setup).map_err(|e| e.to_string())?;
        text = takeback_hex::with_hex!(&any, hex => hex.position_text());
    }
    let mut moves = Vec::new();
    let mut payoffs = None;
    for &(colour, played) in &record.moves {
        match played {
            Played::Move(Move::Swap) if swap == Swap::Sides => moves.push("swap-sides".to_owned()),
            Played::Move(Move::Swap) => moves.push("swap-pieces".to_owned()),
            Played::Move(Move::Place(cell)) => moves.push(record.size.cell_text(cell)),
            Played::Resign => {
                let lost = if colour == Colour::Black { -1000 } else { 1000 };
                payoffs = Some(vec![lost, -lost]);
            }
        }
    }
    let variant = variant(record.size).to_owned();
    Ok(Raw { variant, start: Some(text), moves, payoffs, ..Raw::default() })
}

/// Writes SGF.
pub(crate) const EXPORTER: Exporter = Exporter { name: "SGF", extension: "sgf", write };

fn write(game: &Raw) -> Result<String, String> {
    let start = game.start.as_deref().ok_or("a game of Hex says where it begins")?;
    let setup = Setup::read(start).map_err(|e| e.to_string())?;
    let mut record = Record::new(setup.size);
    record.black.clone_from(&setup.black);
    record.white.clone_from(&setup.white);
    record.to_move = Some(setup.to_move);
    let mut colour = setup.to_move;
    for text in &game.moves {
        let played = match text.as_str() {
            "swap-sides" => return Err("SGF has no word for swapping sides".to_owned()),
            "swap-pieces" => Move::Swap,
            cell => Move::Place(setup.size.read_cell(cell).map_err(|e| e.to_string())?),
        };
        record.moves.push((colour, Played::Move(played)));
        colour = colour.other();
    }
    Ok(record.sgf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let moves = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        for (start, played) in [
            (
                start(Size::square(11).expect("a side"), Swap::Pieces, Colour::Black),
                &["b3", "swap-pieces", "f6"][..],
            ),
            ("7x7 7/7/7/3b3/7/7/7 w -".to_owned(), &["c5", "d6"][..]),
        ] {
            let game = Raw { start: Some(start), moves: moves(played), ..Raw::default() };
            let text = write(&game).expect("written");
            let again = read_sgf(&text).expect("read again");
            assert_eq!((&again.start, &again.moves), (&game.start, &game.moves), "{text}");
        }
        let sides = Raw {
            start: Some(start(Size::square(8).expect("a side"), Swap::Sides, Colour::Black)),
            moves: moves(&["a1", "swap-sides"]),
            ..Raw::default()
        };
        assert!(write(&sides).is_err());
    }
}
