//! The usual 52 cards as numbers, four suits to a rank: `AC` is 0, `AD` 1, `KS` 51.

use crate::board::Board;
use crate::element::{Attribute, Class, Id};

/// Ranks in order of their numbers.
pub const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
/// Suits in order of their numbers.
pub const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// The rank of a card.
#[must_use]
pub const fn rank(card: u8) -> u8 {
    card / 4
}

/// The suit of a card.
#[must_use]
pub const fn suit(card: u8) -> u8 {
    card % 4
}

/// Rank and first letter of the suit.
///
/// ```
/// use takeback_kit::cards::{name, read};
/// assert_eq!(name(38), "10H");
/// assert_eq!((read("10H"), read("11H"), read("H")), (Some(38), None, None));
/// ```
#[must_use]
pub fn name(card: u8) -> String {
    let letter = SUITS[usize::from(suit(card))].chars().next().unwrap_or_default();
    format!("{}{}", RANKS[usize::from(rank(card)) % 13], letter.to_ascii_uppercase())
}

/// The card of this name.
#[must_use]
pub fn read(text: &str) -> Option<u8> {
    (0..52).find(|&card| name(card) == text)
}

/// Lay a card of each number into `space`, the number in `face`.
pub fn lay_deck(board: &mut Board, space: Id, class: Class, face: Attribute) {
    for number in 0..52u8 {
        let card = board.create(class, space);
        board.set(card, face, number);
    }
}
