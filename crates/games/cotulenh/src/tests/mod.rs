//! Rule by rule, in the smallest position that shows it.

mod air;
mod behaviours;
mod endings;
mod golden;
mod heroes;
mod integrity;
mod judgement;
mod rays;
mod sessions;
mod texts;
mod twin;

use crate::{CoTuLenh, Move, Side, Square, Stack};
use takeback_core::{Game, Moves, Notation, Portable};

/// A position from its text.
pub(super) fn position(fen: &str) -> CoTuLenh {
    CoTuLenh::read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position with these stacks, written `Nc5 ic6 (NFT)a1 +Tf4`, and Red to
/// move. Lower case is Blue.
pub(super) fn setup(stacks: &str) -> CoTuLenh {
    setup_for(Side::Red, stacks)
}

pub(super) fn setup_for(side: Side, stacks: &str) -> CoTuLenh {
    let mut cells = vec![vec![String::new(); 11]; 12];
    for word in stacks.split_whitespace() {
        let end = word.find(')').map_or(1 + usize::from(word.starts_with('+')), |at| at + 1);
        let (stack, square) = word.split_at(end);
        let at = Square::parse(square).unwrap_or_else(|| panic!("{word}: no square"));
        cells[usize::from(at.rank())][usize::from(at.file())] = stack.to_owned();
    }
    let ranks: Vec<String> = cells.iter().rev().map(|rank| rank_text(rank)).collect();
    position(&format!("{} {} - - 0 1", ranks.join("/"), side.letter()))
}

fn rank_text(rank: &[String]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for stack in rank {
        if stack.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        text += stack;
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

pub(super) fn square(text: &str) -> Square {
    Square::parse(text).unwrap_or_else(|| panic!("{text} is no square"))
}

/// All listed moves as sorted text.
pub(super) fn listed(position: &CoTuLenh) -> Vec<String> {
    let mut moves = Moves::with_capacity(192);
    position.listed_moves(&mut moves);
    let mut texts: Vec<String> = moves.as_slice().iter().map(|&m| position.move_text(m)).collect();
    texts.sort_unstable();
    texts
}

/// What is listed with this beginning, without it.
pub(super) fn listed_after(position: &CoTuLenh, beginning: &str) -> Vec<String> {
    listed(position)
        .iter()
        .filter_map(|text| text.strip_prefix(beginning).map(str::to_owned))
        .collect()
}

pub(super) fn is_listed(position: &CoTuLenh, text: &str) -> bool {
    listed(position).iter().any(|listed| listed == text)
}

/// Plays moves that must be listed, checking that each can be taken back.
pub(super) fn play(position: &CoTuLenh, moves: &[&str]) -> CoTuLenh {
    let mut now = position.clone();
    for text in moves {
        let m = now.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(is_listed(&now, text), "{text} is not among {:?}", listed(&now));
        make_exactly(&mut now, m);
    }
    now
}

/// Makes a move after making and unmaking it once.
pub(super) fn make_exactly(now: &mut CoTuLenh, m: Move) {
    let before = now.clone();
    let list = now.legal_moves();
    let undo = now.make(m);
    let after = now.clone();
    now.unmake(m, undo);
    assert_eq!(*now, before);
    assert_eq!(now.legal_moves(), list);
    now.make(m);
    assert_eq!(*now, after);
}

/// What stands on a square, as in move texts; `-` if nothing.
pub(super) fn stack_on(position: &CoTuLenh, at: &str) -> String {
    match position.at(square(at)) {
        Stack::EMPTY => "-".to_owned(),
        stack => stack.to_string(),
    }
}
