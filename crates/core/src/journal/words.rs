//! The words of a journal as features: what nobody has to write.

use super::{Journal, Layout};
use crate::{Bag, Taken, mix};

/// Words up to this are numbers, larger ones sets of bits.
const LARGEST_NUMBER: u64 = 4095;

impl<L: Layout> Journal<L> {
    /// Every word that is part of the position, in every view. A small number is one
    /// feature (word and value), a large one has a feature for each of its bits, and
    /// zero has none. Features are spread over so many numbers by a hash.
    pub fn list_words(&self, views: usize, features: usize, out: &mut impl Bag) {
        for (at, &word) in self.words.as_ref()[..L::COMPARED].iter().enumerate() {
            tell(at, word, views, features, out);
        }
    }

    /// What has changed of it since so much was [`logged`](Journal::logged): the old
    /// words go, the new ones come.
    pub fn changed_words(&self, logged: usize, views: usize, features: usize, out: &mut impl Bag) {
        for (at, old, new) in self.changed_since(logged).filter(|(at, ..)| *at < L::COMPARED) {
            // Bits that both have stay where they are.
            let same = if old.min(new) > LARGEST_NUMBER { old & new } else { 0 };
            tell_bits_or_number(at, old, same, views, features, &mut Taken(out));
            tell_bits_or_number(at, new, same, views, features, out);
        }
    }
}

fn tell(at: usize, word: u64, views: usize, features: usize, out: &mut impl Bag) {
    tell_bits_or_number(at, word, 0, views, features, out);
}

/// The features of a word, but for those of some of its bits.
#[inline]
fn tell_bits_or_number(
    at: usize,
    word: u64,
    without: u64,
    views: usize,
    features: usize,
    out: &mut impl Bag,
) {
    if word <= LARGEST_NUMBER {
        if word > 0 {
            put(at, word, views, features, out);
        }
        return;
    }
    let mut bits = word & !without;
    while bits != 0 {
        put(at, LARGEST_NUMBER + 1 + u64::from(bits.trailing_zeros()), views, features, out);
        bits &= bits - 1;
    }
}

#[inline]
fn put(at: usize, value: u64, views: usize, features: usize, out: &mut impl Bag) {
    for view in 0..views {
        // Views share no weights: nothing is known of which words are whose.
        let hash = mix((at as u64) << 32 ^ value << 8 ^ view as u64);
        out.add(view, (((hash >> 32) * features as u64) >> 32) as usize);
    }
}

/// Inside `impl Features` of a game on a journal: nothing else is written.
///
/// `features_by_journal!(field, FEATURES, MOST)` names the [`Journal`](crate::Journal)
/// field, over how many numbers its words are spread (a few times as many as there are
/// different words), and how many features a position has at most. Good for a first
/// try: features that know which piece is whose learn from fewer games.
///
/// ```
/// use takeback_core::{features_by_journal, layout, undo_by_journal};
/// use takeback_core::{FeatureSum, Features, Game, Journal, Moves, Payoff, Player, Turn};
///
/// layout! {
///     struct Plan { keyed { HEAPS: [u8; 3], NEXT: Player } silent { } history { } }
/// }
/// #[derive(Clone)]
/// struct Nim { words: Journal<Plan> }
///
/// impl Features for Nim {
///     features_by_journal!(words, 256, 4);
/// }
/// # impl Nim {
/// #     fn play(&mut self, (heap, take): (usize, u8)) {
/// #         Plan::HEAPS.update(&mut self.words, heap, |left| left - take);
/// #         Plan::NEXT.update(&mut self.words, Player::other);
/// #     }
/// # }
/// # impl Game for Nim {
/// #     type Move = (usize, u8);
/// #     undo_by_journal!(words);
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { Turn::Player(Plan::NEXT.get(&self.words)) }
/// #     fn moves(&self, _: &mut Moves<(usize, u8)>) {}
/// #     fn payoff(&self, _: Player) -> Payoff { Payoff::DRAW }
/// # }
///
/// let mut nim = Nim { words: Journal::new() };
/// (0..3).for_each(|heap| Plan::HEAPS.set(&mut nim.words, heap, 5));
/// let (mut sum, before) = (FeatureSum::of(&nim), nim.snapshot());
/// nim.make((1, 2));
/// nim.changed_features(&before, &mut sum);
/// assert_eq!(sum, FeatureSum::of(&nim));
/// ```
#[macro_export]
macro_rules! features_by_journal {
    ($field:ident, $features:expr, $most:expr) => {
        type Snapshot = usize;
        const FEATURES: usize = $features;
        const MOST_FEATURES: usize = $most;

        fn encoding() -> ::std::string::String {
            ::std::format!("{}: words in {}, 1", ::std::any::type_name::<Self>(), $features)
        }

        #[inline]
        fn snapshot(&self) -> usize {
            self.$field.logged()
        }

        fn list_features(&self, out: &mut impl $crate::Bag) {
            let views = $crate::Game::players(self);
            self.$field.list_words(views, $features, out);
        }

        #[inline]
        fn changed_features(&self, before: &usize, out: &mut impl $crate::Bag) {
            let views = $crate::Game::players(self);
            self.$field.changed_words(*before, views, $features, out);
        }
    };
}
