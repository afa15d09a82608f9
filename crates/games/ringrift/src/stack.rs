//! A stack of rings in one word.
//!
//! Two bits a ring, the top ring lowest, and the height in the six bits on top.
//! The word 0 is no stack. A stack must move at least as far as it is high, so
//! none ever grows higher than the longest ray plus one: 25 on the largest board.

use takeback_core::{Player, Word};

/// The rings on one cell, top first; none when empty.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Stack(u64);

const HEIGHT_AT: u32 = 58;
const RINGS: u64 = (1 << HEIGHT_AT) - 1;
/// The low bit of every ring.
const LOW: u64 = 0x5555_5555_5555_5555;

impl Stack {
    /// No rings.
    pub const NONE: Stack = Stack(0);
    /// The highest stack that can be written down.
    pub const HIGHEST: usize = 29;

    /// A stack from its rings, top first; `None` when there are too many.
    #[must_use]
    pub fn of(rings: &[Player]) -> Option<Stack> {
        let fits = rings.len() <= Self::HIGHEST && rings.iter().all(|ring| ring.0 < 4);
        fits.then(|| rings.iter().rev().fold(Stack::NONE, |stack, &ring| stack.topped(ring, 1)))
    }

    /// How many rings.
    #[inline(always)]
    #[must_use]
    pub const fn height(self) -> u32 {
        (self.0 >> HEIGHT_AT) as u32
    }

    /// Whether there is no ring.
    #[inline(always)]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The colour of the top ring, which controls the stack. Meaningless
    /// without rings.
    #[inline(always)]
    #[must_use]
    pub const fn controller(self) -> Player {
        Player((self.0 & 3) as u8)
    }

    /// How many rings from the top have the controller's colour.
    #[inline(always)]
    #[must_use]
    pub const fn cap(self) -> u32 {
        let others = (self.0 ^ (LOW * (self.0 & 3))) & RINGS | 1 << (2 * self.height());
        others.trailing_zeros() / 2
    }

    /// The ring at `index`, counted from the top.
    #[inline(always)]
    #[must_use]
    pub const fn ring(self, index: u32) -> Player {
        Player((self.0 >> (2 * index) & 3) as u8)
    }

    /// The rings, top first.
    pub fn rings(self) -> impl ExactSizeIterator<Item = Player> {
        (0..self.height() as usize).map(move |index| self.ring(index as u32))
    }

    /// With `count` rings of one colour put on top.
    #[inline(always)]
    #[must_use]
    pub const fn topped(self, colour: Player, count: u32) -> Stack {
        debug_assert!(self.height() as usize + count as usize <= Self::HIGHEST);
        let added = (LOW * colour.0 as u64) & ((1 << (2 * count)) - 1);
        Stack(
            (self.0 & RINGS) << (2 * count) & RINGS
                | added
                | ((self.height() + count) as u64) << HEIGHT_AT,
        )
    }

    /// With one ring put at the bottom.
    #[inline(always)]
    #[must_use]
    pub const fn underlaid(self, colour: Player) -> Stack {
        debug_assert!((self.height() as usize) < Self::HIGHEST);
        Stack((self.0 | (colour.0 as u64) << (2 * self.height())) + (1 << HEIGHT_AT))
    }

    /// Without its top `count` rings, of which there are that many.
    #[inline(always)]
    #[must_use]
    pub const fn beheaded(self, count: u32) -> Stack {
        Stack((self.0 & RINGS) >> (2 * count) | ((self.height() - count) as u64) << HEIGHT_AT)
    }

    /// A bit (the low one of the pair) for every ring of this colour.
    #[inline(always)]
    const fn places(self, colour: Player) -> u64 {
        let same = !(self.0 ^ (LOW * colour.0 as u64));
        same & same >> 1 & LOW & ((1 << (2 * self.height())) - 1)
    }

    /// How many rings have this colour.
    #[inline(always)]
    #[must_use]
    pub const fn count(self, colour: Player) -> u32 {
        self.places(colour).count_ones()
    }

    /// Whether a ring of this colour lies below the top ring.
    #[inline(always)]
    #[must_use]
    pub const fn buries(self, colour: Player) -> bool {
        self.places(colour) > 1
    }

    /// Without the bottommost ring of this colour; `None` when it has none.
    #[must_use]
    pub const fn extracted(self, colour: Player) -> Option<Stack> {
        let places = self.places(colour);
        if places == 0 {
            return None;
        }
        let at = 63 - places.leading_zeros();
        let rings = self.0 & RINGS;
        let above = rings & ((1 << at) - 1);
        let below = rings >> (at + 2) << at;
        Some(Stack(above | below | ((self.height() - 1) as u64) << HEIGHT_AT))
    }
}

impl Word for Stack {
    #[inline(always)]
    fn pack(self) -> u64 {
        self.0
    }
    #[inline(always)]
    fn unpack(word: u64) -> Self {
        Stack(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    /// The packed stack against a plain vector, through a million changes.
    #[test]
    fn packed_rings_behave_like_a_list() {
        let mut rng = SplitMix::new(9);
        let (mut list, mut stack) = (Vec::<Player>::new(), Stack::NONE);
        for _ in 0..200_000 {
            let colour = Player(rng.below(4) as u8);
            let height = list.len();
            match rng.below(5) {
                0 if height + 3 <= Stack::HIGHEST => {
                    let count = 1 + rng.below(3);
                    list.splice(0..0, std::iter::repeat_n(colour, count));
                    stack = stack.topped(colour, count as u32);
                }
                1 if height < Stack::HIGHEST => {
                    list.push(colour);
                    stack = stack.underlaid(colour);
                }
                2 if height > 0 => {
                    let count = 1 + rng.below(height.min(3));
                    list.drain(..count);
                    stack = stack.beheaded(count as u32);
                }
                3 => {
                    let last = list.iter().rposition(|&ring| ring == colour);
                    assert_eq!(stack.extracted(colour).is_some(), last.is_some());
                    if let (Some(at), Some(less)) = (last, stack.extracted(colour)) {
                        list.remove(at);
                        stack = less;
                    }
                }
                _ => {}
            }
            assert_eq!(stack.rings().collect::<Vec<_>>(), list);
            assert_eq!(Stack::of(&list), Some(stack));
            assert_eq!(stack.is_none(), list.is_empty());
            for colour in Player::all(4) {
                let count = list.iter().filter(|&&ring| ring == colour).count();
                assert_eq!(stack.count(colour) as usize, count);
                assert_eq!(stack.buries(colour), list.iter().skip(1).any(|&ring| ring == colour));
            }
            if let Some(&top) = list.first() {
                assert_eq!(stack.controller(), top);
                let cap = list.iter().take_while(|&&ring| ring == top).count();
                assert_eq!(stack.cap() as usize, cap);
            }
        }
    }

    #[test]
    fn too_many_rings_are_refused() {
        assert!(Stack::of(&[Player(1); Stack::HIGHEST]).is_some());
        assert!(Stack::of(&[Player(1); Stack::HIGHEST + 1]).is_none());
    }
}
