//! Which moves a simulation played, for all-moves-as-first statistics.

use takeback_core::{Game, Indexed, Played, Player};

/// Collects the moves of one simulation. A type parameter: a search without
/// RAVE carries [`NoTrace`] and pays nothing.
pub trait Trace<G: Game>: Clone + Send {
    /// Whether anything is collected at all.
    const ON: bool;

    /// Make room for this game.
    fn prepare(&mut self, game: &G);

    /// Forget the last simulation.
    fn clear(&mut self);

    /// `player` plays `m` in this position.
    fn played(&mut self, game: &G, player: Player, m: G::Move);

    /// Whether `player` played a move numbered like `m`.
    fn saw(&self, game: &G, player: Player, m: G::Move) -> bool;

    /// The number of `m`, and how many numbers there are.
    fn index(&self, game: &G, m: G::Move) -> usize;

    /// One more than the largest number.
    fn indices(&self) -> usize;

    /// The set itself, for playouts that fill it at once.
    fn set(&mut self) -> Option<&mut Played>;
}

/// Collects nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoTrace;

impl<G: Game> Trace<G> for NoTrace {
    const ON: bool = false;
    #[inline]
    fn prepare(&mut self, _: &G) {}
    #[inline]
    fn clear(&mut self) {}
    #[inline]
    fn played(&mut self, _: &G, _: Player, _: G::Move) {}
    #[inline]
    fn saw(&self, _: &G, _: Player, _: G::Move) -> bool {
        false
    }
    #[inline]
    fn index(&self, _: &G, _: G::Move) -> usize {
        0
    }
    #[inline]
    fn indices(&self) -> usize {
        0
    }
    #[inline]
    fn set(&mut self) -> Option<&mut Played> {
        None
    }
}

/// Collects the numbers of all moves, per player.
#[derive(Clone, Debug, Default)]
pub struct Seen(Played);

impl<G: Indexed> Trace<G> for Seen {
    const ON: bool = true;
    fn prepare(&mut self, game: &G) {
        self.0 = Played::new(game.players(), G::INDICES);
    }
    #[inline]
    fn clear(&mut self) {
        self.0.clear();
    }
    #[inline]
    fn played(&mut self, game: &G, player: Player, m: G::Move) {
        self.0.insert(player, game.index(m));
    }
    #[inline]
    fn saw(&self, game: &G, player: Player, m: G::Move) -> bool {
        self.0.contains(player, game.index(m))
    }
    #[inline]
    fn index(&self, game: &G, m: G::Move) -> usize {
        game.index(m)
    }
    #[inline]
    fn indices(&self) -> usize {
        G::INDICES
    }
    #[inline]
    fn set(&mut self) -> Option<&mut Played> {
        Some(&mut self.0)
    }
}
