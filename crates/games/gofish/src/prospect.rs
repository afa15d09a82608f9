//! What is to be expected of a position for two: who will have more books.
//!
//! Whoever holds three of a kind is no better off than the other: the fourth card
//! lies in the pond, and whoever draws it gets them all, as everybody knows where they
//! are. What counts is what can be taken now. So each rank is valued by how many
//! cards of it both hold and whether the other knows of them, and the values are
//! added up. They were fitted by least squares to 240,000 games of players who listen
//! (2.7 million positions; `cargo run --release --example books` fits them again). They
//! explain no more than a fiftieth of what happens, for the rest is luck; a playout
//! is nearly all luck.

use crate::hand::Counts;
use crate::state::{GoFish, Hot, OVER};

/// Being in turn, in hundredths of a book, by phase.
const TURN: [i16; 3] = [-2, -3, 12];

/// A rank in hundredths of a book to whoever is in turn: by phase, by how many he
/// and the other hold (see [`cell`]), and by who is known to hold some: nobody, the
/// other, he, both.
#[rustfmt::skip]
const RANK: [[[i16; 4]; 15]; 3] = [
    // One to nine cards in the pond.
    [
        [6, 0, 0, 0], // 0 0
        [16, 17, 0, 0], // 0 1
        [31, 36, 0, 0], // 0 2
        [30, 35, 0, 0], // 0 3
        [0, 0, 0, 0], // 0 4
        [-69, 0, -82, 0], // 1 0
        [-24, -60, -16, 0], // 1 1
        [-7, -25, 0, 0], // 1 2
        [39, 105, 0, 0], // 1 3
        [-69, 0, -71, 0], // 2 0
        [-8, 0, -15, 0], // 2 1
        [24, 104, -14, 0], // 2 2
        [-34, 0, -39, 0], // 3 0
        [37, 0, 21, 0], // 3 1
        [0, 0, 0, 0], // 4 0
    ],
    // Ten to twenty-two.
    [
        [1, 0, 0, 0], // 0 0
        [22, 13, 0, 0], // 0 1
        [18, 23, 0, 0], // 0 2
        [-3, 11, 0, 0], // 0 3
        [0, 0, 0, 0], // 0 4
        [-21, 0, -19, 0], // 1 0
        [-3, -22, 8, 0], // 1 1
        [0, -4, -5, 0], // 1 2
        [15, 95, 0, 0], // 1 3
        [-18, 0, -24, 0], // 2 0
        [-3, -14, -3, 0], // 2 1
        [12, 75, -41, 0], // 2 2
        [3, 0, -5, 0], // 3 0
        [18, 0, -47, 0], // 3 1
        [0, 0, 0, 0], // 4 0
    ],
    // More.
    [
        [-1, 0, 0, 0], // 0 0
        [7, 6, 0, 0], // 0 1
        [9, 10, 0, 0], // 0 2
        [-12, -2, 0, 0], // 0 3
        [0, 0, 0, 0], // 0 4
        [-10, 0, -9, 0], // 1 0
        [-2, -14, 7, 0], // 1 1
        [-1, 5, 8, 0], // 1 2
        [2, 92, 0, 0], // 1 3
        [-10, 0, -12, 0], // 2 0
        [-1, 0, -7, 0], // 2 1
        [9, 0, 0, 0], // 2 2
        [10, 0, 3, 0], // 3 0
        [26, 0, -54, 0], // 3 1
        [0, 0, 0, 0], // 4 0
    ],
];

/// The place of a number of own cards and one of the other's.
#[inline]
const fn cell(own: u8, other: u8) -> usize {
    const FIRST: [usize; 5] = [0, 5, 9, 12, 14];
    FIRST[own as usize] + other as usize
}

/// What a seat has.
pub(crate) struct Side {
    pub(crate) hand: Counts,
    /// What the other knows it to hold.
    pub(crate) known: Counts,
    pub(crate) books: i32,
}

/// By how many hundredths of a book the seat in turn may expect to end ahead, with so
/// many cards in the pond and ranks in the deck.
#[inline]
pub(crate) fn ahead((pond, ranks): (u8, u8), own: &Side, other: &Side) -> i32 {
    let now = 100 * (own.books - other.books);
    if pond <= 1 {
        // By the usual rules every ask brings cards, or fishes the last one and it is the one
        // asked for: whoever is in turn takes all that is left, whatever he asks or knows.
        return now + 100 * (i32::from(ranks) - own.books - other.books);
    }
    let phase = phase(pond);
    let mut sum = i32::from(TURN[phase]);
    for rank in 0..ranks {
        let known = usize::from(own.known.of(rank) > 0) * 2 + usize::from(other.known.of(rank) > 0);
        let held = cell(own.hand.of(rank), other.hand.of(rank));
        sum += i32::from(RANK[phase][held][known]);
    }
    now + sum
}

/// How far the game is, by the cards left in the pond.
#[inline]
const fn phase(pond: u8) -> usize {
    match pond {
        0..=9 => 0,
        10..=22 => 1,
        _ => 2,
    }
}

impl GoFish {
    /// By how many books the seat in turn may expect to end ahead of the other: for
    /// two seats and books of four. `None` elsewhere. Looks at both hands: it is for
    /// positions dealt anew.
    #[must_use]
    pub fn prospect(&self) -> Option<f32> {
        let options = &self.options;
        let fits = options.players == 2 && options.copies == 4 && options.book == 4;
        (fits && self.hot.seat != OVER).then(|| self.prospect_of(&self.hot))
    }

    #[inline]
    fn prospect_of(&self, hot: &Hot) -> f32 {
        let (seat, other) = (usize::from(hot.seat & 1), usize::from(hot.seat & 1 ^ 1));
        let side = |seat: usize| Side {
            hand: hot.hands[seat],
            known: hot.told.least[seat],
            books: hot.books[seat].into(),
        };
        let ahead = ahead((self.pond(), self.options.ranks), &side(seat), &side(other));
        ahead as f32 / 100.0
    }

    /// Which value of the table each rank takes here, for the fit; see `examples/books.rs`.
    #[doc(hidden)]
    #[must_use]
    pub fn prospect_cells(&self) -> (usize, [usize; 13]) {
        let (seat, other) = (usize::from(self.hot.seat & 1), usize::from(self.hot.seat & 1 ^ 1));
        let phase = phase(self.pond());
        let mut cells = [0; 13];
        for (rank, place) in cells.iter_mut().enumerate() {
            let rank = rank as u8;
            let known = usize::from(self.hot.told.least[seat].of(rank) > 0) * 2
                + usize::from(self.hot.told.least[other].of(rank) > 0);
            let held = cell(self.hot.hands[seat].of(rank), self.hot.hands[other].of(rank));
            *place = (phase * 15 + held) * 4 + known;
        }
        (phase, cells)
    }
}
