//! A game on foreign ground: every so often a move cannot be taken back.

use super::four::Four;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use takeback_core::{Game, Moves, Payoff, Player, Turn};

#[derive(Clone, Debug)]
pub(crate) struct Fragile {
    game: Four,
    broken: bool,
    /// Unmakes so far, over all copies, and how many failed.
    pub(crate) undone: Arc<AtomicU64>,
    pub(crate) failed: Arc<AtomicU64>,
    every: u64,
}

impl Fragile {
    pub(crate) fn new(game: Four, every: u64) -> Self {
        let (undone, failed) = (Arc::default(), Arc::default());
        Fragile { game, broken: false, undone, failed, every }
    }

    fn whole(&self) -> &Four {
        assert!(!self.broken, "a search used a half-undone position");
        &self.game
    }
}

impl Game for Fragile {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        self.whole().turn()
    }
    fn moves(&self, out: &mut Moves<u8>) {
        self.whole().moves(out);
    }
    fn make(&mut self, m: u8) {
        self.whole();
        self.game.make(m);
    }
    fn unmake(&mut self, m: u8, (): ()) {
        if self.broken {
            return;
        }
        if self.undone.fetch_add(1, Relaxed) % self.every == self.every - 1 {
            self.failed.fetch_add(1, Relaxed);
            self.broken = true;
            return;
        }
        self.game.unmake(m, ());
    }
    fn payoff(&self, player: Player) -> Payoff {
        self.whole().payoff(player)
    }
    fn is_broken(&self) -> bool {
        self.broken
    }
}
