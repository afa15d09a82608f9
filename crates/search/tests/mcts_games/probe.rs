//! A game that watches its search: is every simulation back where it began?

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use takeback_core::{Game, Moves, Payoff, Player, Turn};

/// What was seen, over all copies.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) returns: AtomicU64,
    pub(crate) wrong: AtomicU64,
    pub(crate) listings: AtomicU64,
    pub(crate) makes: AtomicU64,
}

#[derive(Clone, Debug)]
pub(crate) struct Probe<G> {
    pub(crate) game: G,
    root: Arc<G>,
    depth: u32,
    pub(crate) seen: Arc<Seen>,
    /// Panics when this many moves have been made.
    pub(crate) fuse: u64,
}

impl<G: Game> Probe<G> {
    pub(crate) fn new(game: G) -> Self {
        let root = Arc::new(game.clone());
        Probe { game, root, depth: 0, seen: Arc::default(), fuse: u64::MAX }
    }
}

impl<G: Game + PartialEq> Game for Probe<G> {
    type Move = G::Move;
    type Undo = G::Undo;
    fn players(&self) -> usize {
        self.game.players()
    }
    fn turn(&self) -> Turn {
        self.game.turn()
    }
    fn moves(&self, out: &mut Moves<G::Move>) {
        self.seen.listings.fetch_add(1, Relaxed);
        self.game.moves(out);
    }
    fn make(&mut self, m: G::Move) -> G::Undo {
        assert!(self.seen.makes.fetch_add(1, Relaxed) < self.fuse, "the fuse blew");
        self.depth += 1;
        self.game.make(m)
    }
    fn unmake(&mut self, m: G::Move, undo: G::Undo) {
        self.game.unmake(m, undo);
        self.depth -= 1;
        if self.depth == 0 {
            self.seen.returns.fetch_add(1, Relaxed);
            if self.game != *self.root {
                self.seen.wrong.fetch_add(1, Relaxed);
            }
        }
    }
    fn payoff(&self, player: Player) -> Payoff {
        self.game.payoff(player)
    }
}
