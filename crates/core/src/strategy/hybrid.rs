//! Own undo for silent commitments, a copy for the step that resolves a round.

use super::Wraps;
use crate::{Game, Simultaneous, Turn};

/// Copies the position only where a round played together is resolved.
///
/// Committing a choice is trivial to take back; resolving a round touches
/// everything. A bot author who does not trust his own undo of the resolution
/// can copy just there.
#[derive(Clone, Debug, PartialEq)]
pub struct Hybrid<G>(pub G);

/// The way back: the game's own, or the old position.
#[derive(Debug)]
pub enum HybridUndo<G: Game> {
    /// A commitment, taken back by the game's own token.
    Token(G::Undo),
    /// The position before the round was resolved.
    Copy(G),
}

impl<G: Simultaneous> Game for Hybrid<G> {
    delegate_game!();
    delegate_payoff!();
    type Undo = HybridUndo<G>;

    #[inline]
    fn make(&mut self, m: G::Move) -> HybridUndo<G> {
        match self.0.turn() {
            Turn::Together(players) if players.len() == 1 => {
                let old = self.0.clone();
                self.0.make(m);
                HybridUndo::Copy(old)
            }
            _ => HybridUndo::Token(self.0.make(m)),
        }
    }

    #[inline]
    fn unmake(&mut self, m: G::Move, undo: HybridUndo<G>) {
        match undo {
            HybridUndo::Token(undo) => self.0.unmake(m, undo),
            HybridUndo::Copy(old) => self.0 = old,
        }
    }

    #[inline]
    fn is_legal(&mut self, m: G::Move) -> bool {
        self.0.is_legal(m)
    }
}

impl<G> Hybrid<G> {
    #[inline]
    fn inner_mut(&mut self) -> &mut G {
        &mut self.0
    }
}
delegate_capabilities!(Hybrid, Simultaneous);
delegate_playout!(Hybrid, Simultaneous);

impl<G: Simultaneous> Wraps for Hybrid<G> {
    type Inner = G;
    fn wrap(inner: G) -> Self {
        Hybrid(inner)
    }
    #[inline]
    fn inner(&self) -> &G {
        &self.0
    }
}
