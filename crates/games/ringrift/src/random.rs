//! Legal plies by chance, without a list, and whole random games.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::moves::{Move, Sink};
use crate::reach::Ray;
use crate::state::RingRift;
use takeback_core::{Game, Payoff, Playout, RandomMove, SplitMix};

/// Keeps one of all plies told so far, each with the same chance (reservoir sampling).
/// Whole sets of cells and rays cost one number each.
struct Draw<'a> {
    rng: &'a mut SplitMix,
    seen: u32,
    pick: Move,
}

impl Draw<'_> {
    /// Which of `count` new plies takes the place of the pick, if any does.
    #[inline(always)]
    fn take(&mut self, count: u32) -> Option<u32> {
        self.seen += count;
        // The first is kept for nothing; most lists have only one.
        if self.seen == 1 {
            return Some(0);
        }
        let number = self.rng.below(self.seen as usize) as u32;
        (number < count).then_some(number)
    }
}

impl Sink for Draw<'_> {
    #[inline(always)]
    fn add(&mut self, m: Move) {
        if self.take(1).is_some() {
            self.pick = m;
        }
    }

    #[inline(always)]
    fn add_cells<S: BitSet>(&mut self, set: S, ply: impl Fn(Cell) -> Move) {
        let count = set.count();
        if count > 0
            && let Some(number) = self.take(count)
            && let Some(at) = set.nth(number)
        {
            self.pick = ply(Cell::of(at));
        }
    }

    #[inline(always)]
    fn add_ray<B: Board>(&mut self, ray: &Ray, chain: bool) {
        if let Some(number) = self.take(ray.landings()) {
            self.pick = ray.landing::<B>(ray.nearest + number, chain);
        }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.seen == 0
    }
}

impl<B: Board> RandomMove for RingRift<B> {
    #[inline]
    fn random_move(&self, rng: &mut SplitMix) -> Move {
        let mut draw = Draw { rng, seen: 0, pick: Move::NoTerritory };
        self.emit(&mut draw);
        draw.pick
    }
}

impl<B: Board> Playout for RingRift<B> {
    type Scratch = Option<Box<Self>>;

    fn playout(
        &self,
        scratch: &mut Self::Scratch,
        rng: &mut SplitMix,
        results: &mut [Payoff],
    ) -> u32 {
        let game = match scratch {
            Some(room) => {
                (**room).clone_from(self);
                room
            }
            None => scratch.insert(Box::new(self.clone())),
        };
        let mut plies = 0;
        while !game.turn().is_over() {
            game.play(game.random_move(rng));
            // Nobody will go back: keep the log short.
            game.words.forget_past();
            plies += 1;
        }
        for (player, result) in takeback_core::Player::all(results.len()).zip(results) {
            *result = game.payoff(player);
        }
        plies
    }
}
