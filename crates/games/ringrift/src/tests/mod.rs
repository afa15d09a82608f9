//! Rule by rule, against a slow twin, and by law.

mod endings;
mod golden;
mod judgement;
mod laws;
mod outside;
mod phases;
mod regression;
mod territory;
mod twin;

use crate::{Board, CellName, Move, RingRift, Square8};
use takeback_core::{Game, Notation, Portable};

/// A position from its text.
fn position<B: Board>(text: &str) -> RingRift<B> {
    RingRift::read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position on square8; two players unless said otherwise.
fn square8(text: &str) -> RingRift<Square8> {
    position(&format!("square8 {text}"))
}

/// All legal plies as sorted text.
fn legal<B: Board>(game: &RingRift<B>) -> Vec<String> {
    let mut texts: Vec<String> =
        game.legal_moves().into_iter().map(|m| game.move_text(m)).collect();
    texts.sort_unstable();
    texts
}

/// The legal plies that begin so.
fn beginning<B: Board>(game: &RingRift<B>, start: &str) -> Vec<String> {
    legal(game).into_iter().filter(|text| text.starts_with(start)).collect()
}

/// Make legal plies given as text; each is taken back and made again on the way.
fn play<B: Board>(game: &mut RingRift<B>, plies: &[&str]) {
    for text in plies {
        let m = game.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if let Some(why) = game.objection(m) {
            panic!("{text}: {why}; legal are {:?}", legal(game));
        }
        let before = game.clone();
        let undo = game.make(m);
        game.unmake(m, undo);
        assert_eq!(*game, before, "{text} does not come back");
        let _ = game.make(m);
        assert!(game.is_consistent(), "{text}");
    }
}

/// What stands on a cell, as in position texts; empty when nothing does.
fn on<B: Board>(game: &RingRift<B>, cell: &str) -> String {
    assert!(CellName::<B>::read(cell).is_some(), "{cell}");
    let text = game.position_text();
    let (_, cells) = text.split_once('|').unwrap_or_default();
    let found =
        cells.split_ascii_whitespace().find_map(|word| word.strip_prefix(&format!("{cell}:")));
    found.unwrap_or_default().to_owned()
}

/// Why a ply is refused.
fn refusal<B: Board>(game: &RingRift<B>, text: &str) -> String {
    match game.read_move(text) {
        Err(error) => error.to_string(),
        Ok(m) => game.objection(m).map(|why| why.to_string()).unwrap_or_default(),
    }
}

#[test]
fn a_ply_is_eight_bytes() {
    assert_eq!(size_of::<Move>(), 8);
}
