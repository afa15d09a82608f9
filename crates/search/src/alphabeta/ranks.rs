//! Lists put into order as far as they are asked for.

use std::ops::Range;

/// Where a move stands: its score and, between equals, its place in the list,
/// in one number.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Rank(u64);

/// Makes scores below nothing smaller than those above.
const SIGN: u32 = 1 << 31;

impl Rank {
    #[inline]
    pub(super) fn new(score: i32, ordinal: usize) -> Rank {
        Rank(u64::from(score as u32 ^ SIGN) << 32 | u64::from(!(ordinal as u32)))
    }

    #[inline]
    pub(super) fn score(self) -> i32 {
        ((self.0 >> 32) as u32 ^ SIGN) as i32
    }

    /// Its place in the list.
    #[inline]
    pub(super) fn ordinal(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// So many are looked for one by one. Who asks for more will mostly ask for all, and gets them sorted: on
/// wide boards to look for each anew took most of a search.
const ONE_BY_ONE: u8 = 3;

/// After so many they are in order.
const SORTED: u8 = ONE_BY_ONE + 1;

/// The ranks of one list, on top of others: best first as far as they were
/// asked for.
#[derive(Copy, Clone, Debug)]
pub(super) struct Choice {
    start: usize,
    next: usize,
    /// How many of those last pushed were looked for, up to [`SORTED`].
    found: u8,
}

impl Choice {
    /// Nothing yet, on top of what is there.
    #[inline]
    pub(super) fn above(ranks: &[Rank]) -> Choice {
        Choice { start: ranks.len(), next: ranks.len(), found: 0 }
    }

    /// Some were pushed; all before them are used up.
    #[inline]
    pub(super) fn more(&mut self) {
        self.found = 0;
    }

    /// The place in the list of the best that is left.
    #[inline]
    pub(super) fn next(&mut self, ranks: &mut [Rank]) -> Option<usize> {
        let left = ranks.get_mut(self.next..)?;
        if self.found < SORTED {
            if self.found < ONE_BY_ONE {
                lift(left);
            } else {
                settle(left);
            }
            self.found += 1;
        }
        let first = left.first()?;
        self.next += 1;
        Some(first.ordinal())
    }

    /// All of them, in order of the list before any was asked for.
    #[inline]
    pub(super) fn ranks<'a>(&self, ranks: &'a mut [Rank]) -> &'a mut [Rank] {
        &mut ranks[self.start..]
    }

    /// Those that were asked for, the last one last.
    #[inline]
    pub(super) fn made(&self) -> Range<usize> {
        self.start..self.next
    }

    /// Leave what lies below.
    #[inline]
    pub(super) fn close(&self, ranks: &mut Vec<Rank>) {
        ranks.truncate(self.start);
    }
}

/// Bring the highest to the front.
#[inline]
fn lift(ranks: &mut [Rank]) {
    let Some((&first, rest)) = ranks.split_first() else { return };
    let (mut best, mut most) = (0, first);
    for (i, &rank) in rest.iter().enumerate() {
        if rank > most {
            (best, most) = (i + 1, rank);
        }
    }
    ranks.swap(0, best);
}

/// Highest first.
fn settle(ranks: &mut [Rank]) {
    ranks.sort_unstable_by(|a, b| b.cmp(a));
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    /// However many are asked for, they come as a stable sort has them.
    #[test]
    fn they_come_best_first_and_equals_as_they_were() {
        let mut rng = SplitMix::new(7);
        for len in 0..40 {
            let below = rng.below(3);
            let scores: Vec<i32> =
                (0..len).map(|_| (rng.below(7) as i32 - 3) * (1 << 28)).collect();
            let mut sorted: Vec<usize> = (0..len).collect();
            sorted.sort_by_key(|&place| std::cmp::Reverse(scores[place]));
            let mut ranks = vec![Rank::new(i32::MAX, 0); below];
            let mut choice = Choice::above(&ranks);
            ranks.extend(scores.iter().enumerate().map(|(place, &score)| Rank::new(score, place)));
            choice.more();
            for (rank, &score) in choice.ranks(&mut ranks).iter().zip(&scores) {
                assert_eq!(rank.score(), score);
            }
            for &place in &sorted {
                assert_eq!(choice.next(&mut ranks), Some(place));
            }
            assert_eq!(choice.next(&mut ranks), None);
            let made: Vec<usize> = ranks[choice.made()].iter().map(|rank| rank.ordinal()).collect();
            assert_eq!(made, sorted);
            choice.close(&mut ranks);
            assert_eq!(ranks.len(), below);
        }
    }
}
