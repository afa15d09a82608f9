//! One live game for a whole search, and what to do when the way back is cut.

use takeback_core::Game;

/// Games that can tell when a move could not be taken back.
///
/// A game whose moves all have inverses need not bother: the default is no.
pub trait Recover: Game {
    /// Whether an `unmake` failed since the game was new or copied.
    fn undo_failed(&self) -> bool {
        false
    }
}

impl<R: crate::Rules> Recover for crate::KitGame<R> {
    fn undo_failed(&self) -> bool {
        self.is_stuck()
    }
}

/// A root that is never touched, and a live copy that goes down lines of play and
/// comes back.
///
/// Coming back is taking back, move by move. When a command without inverse
/// lies on the way, the live copy is rebuilt from the root: as it stands, not by
/// replaying history, so that direct changes to the root survive; and counted,
/// so that a game that rebuilds at every turn is noticed. Random streams belong
/// to the searcher and go on either way.
#[derive(Clone, Debug)]
pub struct Live<G: Recover> {
    root: G,
    live: G,
    /// Under way: still set when a hook panicked out of a descent.
    away: bool,
    rebuilds: u64,
}

impl<G: Recover> Live<G> {
    /// A live copy of `root`.
    pub fn new(root: &G) -> Self {
        Live { root: root.clone(), live: root.clone(), away: false, rebuilds: 0 }
    }

    /// Go down a line chosen as it goes, look at its end, come back.
    ///
    /// `choose` sees the game and names the next move, or `None` to stop.
    pub fn descend<T>(
        &mut self,
        mut choose: impl FnMut(&G) -> Option<G::Move>,
        look: impl FnOnce(&G) -> T,
    ) -> T {
        if std::mem::replace(&mut self.away, true) {
            self.rebuild();
        }
        let mut line = Vec::new();
        while let Some(m) = choose(&self.live) {
            line.push((m, self.live.make(m)));
        }
        let seen = look(&self.live);
        while let Some((m, undo)) = line.pop() {
            self.live.unmake(m, undo);
            if self.live.undo_failed() {
                // The older marks lead back through the same command: drop them.
                self.rebuild();
                break;
            }
        }
        self.away = false;
        seen
    }

    fn rebuild(&mut self) {
        self.live.clone_from(&self.root);
        self.rebuilds += 1;
    }

    /// The live copy, at the root.
    pub fn now(&self) -> &G {
        &self.live
    }

    /// The root.
    pub fn root(&self) -> &G {
        &self.root
    }

    /// How often the live copy had to be rebuilt.
    pub fn rebuilds(&self) -> u64 {
        self.rebuilds
    }
}
