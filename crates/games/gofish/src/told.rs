//! What the asks have told everybody about each hand.
//!
//! Whoever asks for a rank holds it; whoever is asked in vain has none until he
//! draws again; cards that change hands are counted by all. That is less than a
//! [`Belief`](crate::Belief) knows, and it costs a few bits for each ask, so
//! that even playouts can remember it.

use crate::cards::Rank;
use crate::event::{Event, Kind};
use crate::hand::Counts;

/// Public facts about every hand.
///
/// Arrays have eight places, of which six are used.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Told {
    /// Each seat holds at least so many of each rank.
    pub(crate) least: [Counts; 8],
    /// Ranks of which a seat has none, a bit for each (the lowest of a nibble).
    pub(crate) none: [u64; 8],
}

const fn bit(rank: Rank) -> u64 {
    1 << (4 * rank)
}

impl Told {
    /// Hear of an event; books have so many cards.
    pub(crate) fn hear(&mut self, event: &Event, book: u8) {
        let seat = event.seat.index();
        if event.kind == Kind::Ask {
            self.asked(seat, event.target.index(), event.rank, event.given);
        }
        match event.shown {
            Some(rank) => self.showed(seat, rank),
            None if event.drew > 0 => self.drew(seat),
            None => {}
        }
        self.laid(seat, event.laid, book);
    }

    /// `seat` asked `target` for a rank and got so many.
    #[inline]
    pub(crate) fn asked(&mut self, seat: usize, target: usize, rank: Rank, given: u8) {
        let known = self.least[seat].of(rank);
        self.least[seat].add(rank, given + u8::from(known == 0));
        self.none[seat] &= !bit(rank);
        let lost = self.least[target].of(rank);
        self.least[target].take(rank, lost);
        self.none[target] |= bit(rank);
    }

    /// `seat` drew a card that nobody else saw.
    #[inline]
    pub(crate) fn drew(&mut self, seat: usize) {
        self.none[seat] = 0;
    }

    /// `seat` drew a card that everybody saw.
    #[inline]
    pub(crate) fn showed(&mut self, seat: usize, rank: Rank) {
        self.least[seat].add(rank, 1);
        self.none[seat] &= !bit(rank);
    }

    /// `seat` laid down books of so many cards.
    #[inline]
    pub(crate) fn laid(&mut self, seat: usize, laid: Counts, book: u8) {
        for rank in laid.ranks() {
            let known = self.least[seat].of(rank);
            self.least[seat].take(rank, known.min(book * laid.of(rank)));
        }
    }
}
