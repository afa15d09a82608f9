//! How many information sets and positions there are, counted without the solver.

use super::plans::bits;
use super::{Dark, Goal, Phantom};
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

    /// Positions along all lines, every order of attempts by itself.
    ///
    /// How often attempts fail, and in which order, depends on how many stones each
    /// has not met, not on where they are. So orders of stones and of refusals are
    /// counted apart.
    #[must_use]
    pub fn lines() -> u64 {
        let mut orders = [[0; 2]; 10];
        Self::orders([0; 2], 0, &mut orders);
        // By how many stones of the other each has not met.
        let mut ways = [[0u64; 6]; 6];
        ways[0][0] = 1;
        let mut sum = 0;
        for (ply, [open, over]) in orders.into_iter().enumerate() {
            let mut next = [[0; 6]; 6];
            for (first, second) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
                let so_far = ways[first][second];
                sum += so_far * over;
                let mine = if ply % 2 == 0 { first } else { second };
                // After each refusal there is one stone less to meet.
                let mut tries = so_far;
                for left in (0..=mine).rev() {
                    sum += tries * open;
                    let (a, b) = if ply % 2 == 0 { (left, second + 1) } else { (first + 1, left) };
                    if a < 6 && b < 6 {
                        next[a][b] += tries;
                    }
                    tries *= left as u64;
                }
            }
            ways = next;
        }
        sum
    }

    /// Orders of so many stones after which play goes on, and after which it is over.
    fn orders(stones: [u16; 2], ply: usize, orders: &mut [[u64; 2]; 10]) {
        let dark = Dark { stones, ..Dark::default() };
        let over = Self::is_over(&dark);
        orders[ply][usize::from(over)] += 1;
        if !over {
            for cell in bits(Self::ALL & !(stones[0] | stones[1])) {
                let mut after = stones;
                after[ply % 2] |= cell;
                Self::orders(after, ply + 1, orders);
            }
        }
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
