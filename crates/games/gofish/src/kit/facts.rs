//! What everybody has learnt of a hand: at least and at most so many of each rank.
//!
//! Two numbers a seat that all know, so they are variables of the flow. The zones
//! tell the kit which cards a seat sees; these tell it what asks and answers gave
//! away besides, and its redeals keep to it.

use crate::cards::Rank;
use crate::hand::{Counts, ranks_in};
use takeback_core::Player;
use takeback_kit::{Board, Variable};

/// At least and at most, for each of six seats.
pub(super) const VARIABLES: usize = 12;
/// Behind the rules' own.
const FIRST: u8 = 2;

const ONES: u64 = 0x1_1111_1111_1111;
/// No bound: more than a hand can hold.
const MOST: u8 = 7;

fn at_least(player: Player) -> Variable {
    Variable(FIRST + 2 * player.0)
}

fn at_most(player: Player) -> Variable {
    Variable(FIRST + 1 + 2 * player.0)
}

fn put(board: &mut Board, fact: Variable, rank: Rank, count: u8) {
    let word = board.variable(fact) & !(15 << (4 * rank));
    board.set_variable(fact, word | u64::from(count) << (4 * rank));
}

fn of(board: &Board, fact: Variable, rank: Rank) -> u8 {
    Counts(board.variable(fact)).of(rank)
}

/// Before the deal nobody has a card.
pub(super) fn begin(board: &mut Board, players: u8) {
    for player in Player::all(players.into()) {
        board.set_variable(at_most(player), 0);
    }
}

/// A seat takes a card nobody else sees: it may be of any rank.
pub(super) fn drew(board: &mut Board, player: Player) {
    let most = board.variable(at_most(player));
    // Sevens have their three bits set and stay.
    let full = most & most >> 1 & most >> 2 & ONES;
    board.set_variable(at_most(player), most + (ONES ^ full));
}

/// The card just drawn was shown: it is of this rank and of no other.
pub(super) fn showed(board: &mut Board, player: Player, rank: Rank) {
    let least = of(board, at_least(player), rank);
    put(board, at_least(player), rank, (least + 1).min(MOST));
}

/// A seat asked for a rank: it holds one.
pub(super) fn holds(board: &mut Board, player: Player, rank: Rank) {
    let least = of(board, at_least(player), rank);
    put(board, at_least(player), rank, least.max(1));
}

/// A seat was asked and has given what it had.
pub(super) fn has_none(board: &mut Board, player: Player, rank: Rank) {
    put(board, at_least(player), rank, 0);
    put(board, at_most(player), rank, 0);
}

/// Cards of a rank came in the open.
pub(super) fn got(board: &mut Board, player: Player, (rank, count): (Rank, u8)) {
    for fact in [at_least(player), at_most(player)] {
        let now = of(board, fact, rank);
        put(board, fact, rank, (now + count).min(MOST));
    }
}

/// Cards of a rank went in the open.
pub(super) fn lost(board: &mut Board, player: Player, (rank, count): (Rank, u8)) {
    let least = of(board, at_least(player), rank).saturating_sub(count);
    put(board, at_least(player), rank, least);
    let most = of(board, at_most(player), rank);
    // From "any number" nothing can be taken away.
    put(board, at_most(player), rank, if most == MOST { MOST } else { most.saturating_sub(count) });
}

/// Ranks of which a hand holds fewer or more than is known.
pub(super) fn misfits(board: &Board, player: Player, hand: Counts) -> u32 {
    let least = Counts(board.variable(at_least(player)));
    let most = Counts(board.variable(at_most(player)));
    let wrong = |rank: Rank| !(least.of(rank)..=most.of(rank)).contains(&hand.of(rank));
    let mentioned = ranks_in(Counts(least.0 | hand.0).held());
    mentioned.filter(|&rank| wrong(rank)).count() as u32
}

/// Whether the words are such as these functions write.
pub(super) fn are_sound(board: &Board) -> bool {
    let small = |n: u8| board.variable(Variable(FIRST + n)) & !(ONES * 7) == 0;
    (0..VARIABLES as u8).all(small)
}
