//! How many information sets there are, counted without the solver.

use super::plans::bits;
use super::{Goal, Phantom};
use std::marker::PhantomData;
use takeback_core::Player;

impl<B: Goal> Phantom<B> {
    /// The information sets of both players in which somebody is in turn, as the
    /// game tells them apart: by all of a player's attempts in their order.
    #[must_use]
    pub fn information_sets() -> [u64; 2] {
        [Player(0), Player(1)].map(|player| {
            let mut count = Count::<B> { player, can_be: vec![None; 1 << 18], goal: PhantomData };
            count.from(Knows { stones: 0, met: 0, theirs: player.0.into() })
        })
    }
}

#[derive(Copy, Clone)]
struct Knows {
    stones: u16,
    /// Stones of the other that were met.
    met: u16,
    /// How many the other has.
    theirs: u32,
}

struct Count<B> {
    player: Player,
    /// Whether the other may have not won with these stones met and those not his;
    /// how many he has follows from the latter.
    can_be: Vec<Option<bool>>,
    goal: PhantomData<B>,
}

impl<B: Goal> Count<B> {
    /// The sets from here on, this one included. Each try is a set of its own, and
    /// what follows does not depend on the order of those before it, but here every
    /// order is walked by itself.
    fn from(&mut self, knows: Knows) -> u64 {
        let Knows { stones, met, theirs } = knows;
        let untried = Phantom::<B>::ALL & !(stones | met);
        if stones.count_ones() + theirs >= u32::from(Phantom::<B>::CELLS)
            || !self.is_possible(knows)
        {
            return 0;
        }
        let mut sum = 1;
        for cell in bits(untried) {
            if met.count_ones() < theirs {
                sum += self.from(Knows { met: met | cell, ..knows });
            }
            if !B::is_won(stones | cell, self.player) {
                let next = Knows { stones: stones | cell, met, theirs: theirs + 1 };
                sum += self.from(next);
            }
        }
        sum
    }

    fn is_possible(&mut self, Knows { stones, met, theirs }: Knows) -> bool {
        let place = usize::from(stones) << 9 | usize::from(met);
        if let Some(known) = self.can_be[place] {
            return known;
        }
        let fits = |&all: &u16| all & stones == 0 && all & met == met && all.count_ones() == theirs;
        let other = Player(1 - self.player.0);
        let found = (0..=Phantom::<B>::ALL).filter(fits).any(|all| !B::is_won(all, other));
        self.can_be[place] = Some(found);
        found
    }
}
