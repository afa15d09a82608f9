//! Playouts by players who listen.
//!
//! A random player forgets who asked for what, so that in his playouts a rank
//! given away costs nothing and a rank heard of is worth nothing. Players who
//! listen ask for what they know to be there, else for what may be there.

use crate::cards::Rank;
use crate::hand::{Counts, ranks_in};
use crate::moves::Ask;
use crate::rules::random_ask;
use crate::state::{GoFish, Hot};
use takeback_core::{Player, SplitMix};

/// What a listener asks: what the target is known to hold, the nearest to a book
/// first; else any rank that the target may hold; else anything.
#[inline]
pub(crate) fn informed_ask(hot: &Hot, players: u8, rng: &mut SplitMix) -> Ask {
    let hand = hot.hands[usize::from(hot.seat & 7)];
    sure_ask(hot, hand, players, rng)
        .or_else(|| hopeful_ask(hot, hand, players, rng))
        .unwrap_or_else(|| random_ask(hot, players, rng))
}

#[inline]
fn others(hot: &Hot, players: u8) -> impl Iterator<Item = u8> + use<> {
    let seat = hot.seat;
    (0..players).filter(move |&target| target != seat)
}

/// An ask that cannot fail.
#[inline]
fn sure_ask(hot: &Hot, hand: Counts, players: u8, rng: &mut SplitMix) -> Option<Ask> {
    let (mut best, mut most, mut alike) = (None, 0, 0);
    for target in others(hot, players) {
        let known = hot.told.least[usize::from(target & 7)];
        for rank in ranks_in(hand.held() & known.held()) {
            let together = hand.of(rank) + known.of(rank);
            if together < most {
                continue;
            }
            alike = if together > most { 1 } else { alike + 1 };
            most = together;
            if rng.one_in(alike) {
                best = Some(Ask { target: Player(target), rank });
            }
        }
    }
    best
}

/// An ask that may succeed, all such alike.
#[inline]
fn hopeful_ask(hot: &Hot, hand: Counts, players: u8, rng: &mut SplitMix) -> Option<Ask> {
    let open = |target: u8| hand.held() & !hot.told.none[usize::from(target & 7)];
    let ways: u32 = others(hot, players).map(|target| open(target).count_ones()).sum();
    if ways == 0 {
        return None;
    }
    let mut pick = rng.below(ways as usize) as u32;
    for target in others(hot, players) {
        let here = open(target).count_ones();
        if pick < here {
            let rank: Rank = Counts(open(target)).nth_rank(pick);
            return Some(Ask { target: Player(target), rank });
        }
        pick -= here;
    }
    None
}

impl GoFish {
    /// Play to the end with everybody listening, and write down the books of each
    /// seat. The position is left alone. Returns how many asks it took.
    pub fn informed_playout(&self, rng: &mut SplitMix, books: &mut [u8]) -> u32 {
        let (hot, asks) = self.play_out::<true>(rng, informed_ask);
        books.copy_from_slice(&hot.books[..books.len()]);
        asks
    }

    /// What a player who listens would ask here. Looks at the hand of whoever is
    /// in turn and at what everybody knows; at no other hand.
    pub fn informed_ask(&self, rng: &mut SplitMix) -> Ask {
        informed_ask(&self.hot, self.options.players, rng)
    }
}
