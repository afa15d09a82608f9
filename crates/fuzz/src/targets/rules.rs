//! Positions, moves, golden games.

use super::{for_all, named};
use crate::corpus;
use takeback::core::{Player, Turn};
use takeback::host::play::Table;
use takeback::verify::Golden;

pub(super) fn position_seeds() -> Vec<Vec<u8>> {
    for_all(corpus::positions)
}

/// A position that is accepted can be drawn, listed, played on and written; what
/// is written reads as the same position.
pub(super) fn positions(input: &[u8]) {
    let Some((chosen, text)) = named(input) else { return };
    let Ok(mut table) = chosen.table(Some(&text)) else { return };
    let written = table.position();
    let again = chosen.table(Some(&written));
    let again =
        again.unwrap_or_else(|error| panic!("{written:?} was written and not read: {error}"));
    assert_eq!(again.position(), written, "written and read, it is another position");
    assert_eq!(again.turn(), table.turn(), "written and read, another is in turn");
    look(&*table);
    let legal = table.legal();
    assert_eq!(again.legal(), legal, "written and read, other moves are legal");
    for place in [0, legal.len() / 2, legal.len().saturating_sub(1)] {
        let Some(text) = legal.get(place) else { continue };
        table.play(text).unwrap_or_else(|error| panic!("{text:?} is listed and refused: {error}"));
        look(&*table);
        table.take_back();
        assert_eq!(table.position(), written, "{text:?} was not taken back");
    }
}

/// Everything a front end shows.
fn look(table: &dyn Table) {
    let board = table.board();
    drop(board);
    for viewer in [None].into_iter().chain(Player::all(table.players()).map(Some)) {
        drop(table.scene(viewer));
        drop(table.last(viewer));
    }
    drop(table.inputs());
    drop(table.only());
    if let Turn::Together(players) = table.turn() {
        for player in players.iter() {
            drop(table.choices(player));
        }
    }
    assert_eq!(table.payoffs().is_some(), table.turn() == Turn::Over, "results come at the end");
}

pub(super) fn move_seeds() -> Vec<Vec<u8>> {
    for_all(|chosen| {
        let walk = |walk: corpus::Walk| format!("{}\n{}", walk.start, walk.moves.join("\n"));
        corpus::walks(chosen).into_iter().map(walk).collect()
    })
}

/// Moves from a position, a line each.
pub(super) fn moves(input: &[u8]) {
    let Some((chosen, text)) = named(input) else { return };
    let mut lines = text.lines();
    let start = lines.next().unwrap_or_default();
    let Ok(mut table) = chosen.table(Some(start)) else { return };
    let start = table.position();
    let mut played = 0;
    for line in lines.take(400) {
        let before = table.position();
        match table.play(line) {
            Ok(()) => played += 1,
            Err(_) => {
                assert_eq!(table.position(), before, "{line:?} was refused and did something");
            }
        }
    }
    for _ in 0..played {
        assert!(table.take_back().is_some(), "{played} moves were played");
    }
    assert_eq!(table.position(), start, "all moves were taken back");
    assert!(table.take_back().is_none(), "there are no more moves");
}

pub(super) fn golden_seeds() -> Vec<Vec<u8>> {
    for_all(|chosen| vec![corpus::golden(chosen)])
}

pub(super) fn golden(input: &[u8]) {
    let Some((chosen, text)) = named(input) else { return };
    let golden = Golden::new(chosen.game.name, chosen.variant.name());
    let _ = chosen.compare_golden(&golden, &text);
}
