//! Positions as bags of small numbers, for evaluators that learn.
//!
//! A network whose first layer is wide and sparse adds up one row of weights
//! for every feature that is there: this piece on that cell, so many rings in
//! hand. A move changes a handful of features, so the sum (the *accumulator*)
//! can follow the moves of a search instead of being made anew.
//!
//! How a game tells what a move changed is its own choice, as the way back is:
//!
//! | way | [`Features::Snapshot`] | good for |
//! |---|---|---|
//! | nothing written ([`features_by_journal!`](crate::features_by_journal)) | [`Journal::logged`](crate::Journal::logged) | a first try of any game on a journal |
//! | the journal knows | the same | games on a journal: a write is one word out, one in |
//! | compare a few words | those words | bitboards |
//! | list twice ([`Taken`]) | the old position | anything; slow |

use crate::{Game, Player, mix};

/// A position is a bag of small numbers from the view of each player.
///
/// "Own" and "other" should be told apart relative to the view, and boards be
/// turned so that every player looks at it from the same side: one table of
/// weights then serves all views.
///
/// # Laws
/// Every feature is below [`FEATURES`](Features::FEATURES), a bucket below
/// [`BUCKETS`](Features::BUCKETS), and in games from the usual start no view has
/// more than [`MOST_FEATURES`](Features::MOST_FEATURES). What was listed before
/// a move, changed as [`changed_features`](Features::changed_features) tells, and
/// [`changed_counts`](Features::changed_counts) of the counts before and after it, is
/// what is listed after it; and taking the move back restores the list. A null
/// move changes no feature.
///
/// # Example
/// One row of three cells on which two players put stones, in the slow way:
///
/// ```
/// use takeback_core::{Bag, Features, FeatureSum, Taken};
/// # use takeback_core::{Game, Moves, Payoff, Player, Turn};
/// #[derive(Clone)]
/// struct Row { cells: [Option<Player>; 3], next: Player }
/// # impl Game for Row {
/// #     type Move = usize;
/// #     type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { Turn::Player(self.next) }
/// #     fn moves(&self, out: &mut Moves<usize>) {
/// #         out.extend((0..3).filter(|&c| self.cells[c].is_none()));
/// #     }
/// #     fn make(&mut self, cell: usize) {
/// #         self.cells[cell] = Some(self.next);
/// #         self.next = self.next.other();
/// #     }
/// #     fn unmake(&mut self, cell: usize, (): ()) {
/// #         self.next = self.next.other();
/// #         self.cells[cell] = None;
/// #     }
/// #     fn payoff(&self, _: Player) -> Payoff { Payoff::DRAW }
/// # }
/// impl Features for Row {
///     type Snapshot = Row;
///     const FEATURES: usize = 6; // own stones, then the other's
///     const MOST_FEATURES: usize = 3;
///     fn encoding() -> String { "row of three, cells".to_owned() }
///     fn snapshot(&self) -> Row { self.clone() }
///     fn list_features(&self, out: &mut impl Bag) {
///         for (cell, owner) in self.cells.iter().enumerate() {
///             let Some(owner) = owner else { continue };
///             for view in 0..2 {
///                 out.add(view, cell + 3 * usize::from(owner.index() != view));
///             }
///         }
///     }
///     fn changed_features(&self, before: &Row, out: &mut impl Bag) {
///         before.list_features(&mut Taken(out));
///         self.list_features(out);
///     }
/// }
///
/// let mut row = Row { cells: [None; 3], next: Player::FIRST };
/// let mut sum = FeatureSum::of(&row);
/// let before = row.snapshot();
/// row.make(1);
/// row.changed_features(&before, &mut sum);
/// assert_eq!(sum, FeatureSum::of(&row));
/// ```
pub trait Features: Game {
    /// What is kept of a position to tell later what a move changed. It is
    /// taken right before the move is made, of the very position that makes it.
    type Snapshot: Clone + Send + Sync + 'static;

    /// One more than the largest feature; at most 65,536.
    const FEATURES: usize;

    /// No view of a position that play leads to has more features. Networks
    /// are made so that sums of so many never overflow.
    const MOST_FEATURES: usize;

    /// How many kinds of positions have output layers of their own: opening
    /// and endgame, much material and little.
    const BUCKETS: usize = 1;

    /// How many counts a position has ([`count`](Features::count)).
    const COUNTS: usize = 0;

    /// A name for what the numbers mean. Networks and data carry it, so that a
    /// network made for other numbers is refused: change it with their meaning.
    fn encoding() -> String;

    /// Which output layers judge this position.
    #[inline]
    fn bucket(&self) -> usize {
        0
    }

    /// Which view is this player's, where players may change seats.
    #[inline]
    fn view_of(&self, player: Player) -> usize {
        player.index()
    }

    /// Remember what [`changed_features`](Features::changed_features) needs.
    fn snapshot(&self) -> Self::Snapshot;

    /// Put every feature of every view into the bag: the slow and obvious way.
    fn list_features(&self, out: &mut impl Bag);

    /// What one move has changed since the snapshot, features of counts left aside. A
    /// feature may go and come again; only the sum counts.
    fn changed_features(&self, before: &Self::Snapshot, out: &mut impl Bag);

    /// Small numbers that are cheaper to find anew than to follow: they are asked where a position is judged, and
    /// for every other position that a search passes through they cost nothing.
    #[inline]
    fn count(&self, _out: &mut [u8]) {}

    /// How the features of these counts differ.
    #[inline]
    fn changed_counts(&self, _before: &[u8], _after: &[u8], _out: &mut impl Bag) {}
}

/// Hears which features come and go.
pub trait Bag {
    /// One more of this feature in this view.
    fn add(&mut self, view: usize, feature: usize);
    /// One less.
    fn remove(&mut self, view: usize, feature: usize);
}

/// A bag seen from behind: what is added is taken out.
#[derive(Debug)]
pub struct Taken<'a, B>(pub &'a mut B);

impl<B: Bag> Bag for Taken<'_, B> {
    #[inline]
    fn add(&mut self, view: usize, feature: usize) {
        self.0.remove(view, feature);
    }

    #[inline]
    fn remove(&mut self, view: usize, feature: usize) {
        self.0.add(view, feature);
    }
}

/// All features of a position by view, in order.
impl Bag for Vec<Vec<u16>> {
    fn add(&mut self, view: usize, feature: usize) {
        if self.len() <= view {
            self.resize_with(view + 1, Vec::new);
        }
        let place = self[view].partition_point(|&known| usize::from(known) < feature);
        self[view].insert(place, feature as u16);
    }

    fn remove(&mut self, view: usize, feature: usize) {
        let bag = &mut self[view];
        if let Ok(place) = bag.binary_search(&(feature as u16)) {
            bag.remove(place);
        }
    }
}

/// A number for the whole bag of all views: one word a feature, added up. What
/// an accumulator is to a network, this is to the verifier.
#[derive(Copy, Clone, Debug, Default)]
pub struct FeatureSum {
    sum: u64,
    /// The largest feature that came by; says nothing of the bag.
    largest: usize,
}

impl PartialEq for FeatureSum {
    fn eq(&self, other: &Self) -> bool {
        self.sum == other.sum
    }
}

impl Eq for FeatureSum {}

impl FeatureSum {
    /// The sum of a position, from scratch.
    #[must_use]
    pub fn of<G: Features>(game: &G) -> Self {
        let mut sum = FeatureSum::default();
        game.list_features(&mut sum);
        sum
    }

    /// The sum itself.
    #[must_use]
    pub fn word(&self) -> u64 {
        self.sum
    }

    /// The largest feature that was ever added or removed.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.largest
    }

    fn part(&mut self, view: usize, feature: usize) -> u64 {
        self.largest = self.largest.max(feature);
        mix((view as u64) << 32 ^ (feature as u64).wrapping_add(0x9e37_79b9_7f4a_7c15))
    }
}

impl Bag for FeatureSum {
    fn add(&mut self, view: usize, feature: usize) {
        self.sum = self.sum.wrapping_add(self.part(view, feature));
    }

    fn remove(&mut self, view: usize, feature: usize) {
        self.sum = self.sum.wrapping_sub(self.part(view, feature));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_forget_what_is_taken_out() {
        let mut sum = FeatureSum::default();
        let mut list: Vec<Vec<u16>> = Vec::new();
        for (view, feature) in [(0, 5), (1, 5), (0, 3), (0, 5)] {
            sum.add(view, feature);
            list.add(view, feature);
        }
        assert_eq!(list, [vec![3, 5, 5], vec![5]]);
        let whole = sum;
        Taken(&mut sum).add(0, 5);
        Taken(&mut list).add(0, 5);
        assert_ne!(sum.word(), whole.word());
        assert_eq!(list, [vec![3, 5], vec![5]]);
        Taken(&mut sum).remove(0, 5);
        assert_eq!(sum, whole);
    }

    #[test]
    fn views_are_told_apart() {
        let (mut here, mut there) = (FeatureSum::default(), FeatureSum::default());
        here.add(0, 7);
        there.add(1, 7);
        assert_ne!(here.word(), there.word());
    }
}
