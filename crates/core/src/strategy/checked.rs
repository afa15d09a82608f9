//! Own undo, compared with a clone at every step.

use super::Wraps;
use crate::Game;
use std::fmt::Debug;

/// A game whose every unmake checks itself in debug builds.
///
/// Run any search on a `Checked` position and a wrong undo is a panic at the
/// very move that caused it, deep in the tree, instead of an odd score later.
/// Release builds do nothing extra.
///
/// ```should_panic
/// use takeback_core::{Game, Moves, Payoff, Player, Turn, strategy::Checked};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Walk { at: i32, steps: u32 }
/// impl Game for Walk {
///     type Move = i32;
///     type Undo = ();
///     fn players(&self) -> usize { 1 }
///     fn turn(&self) -> Turn { Turn::Player(Player(0)) }
///     fn moves(&self, out: &mut Moves<i32>) { out.extend([-1, 1]) }
///     fn make(&mut self, step: i32) { self.at += step; self.steps += 1; }
///     fn unmake(&mut self, step: i32, (): ()) { self.at -= step; } // forgets `steps`
///     fn payoff(&self, _: Player) -> Payoff { Payoff::DRAW }
/// }
///
/// Checked(Walk { at: 0, steps: 0 }).explore(1, |_| ());
/// # assert!(!cfg!(debug_assertions), "release builds do not check");
/// # #[cfg(not(debug_assertions))] panic!();
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Checked<G>(pub G);

/// The game's own token, with a copy to compare with in debug builds.
#[derive(Debug)]
pub struct CheckedUndo<G: Game> {
    undo: G::Undo,
    #[cfg(debug_assertions)]
    before: G,
}

impl<G: Game + PartialEq + Debug> Game for Checked<G> {
    delegate_game!();
    delegate_payoff!();
    type Undo = CheckedUndo<G>;

    #[inline]
    fn make(&mut self, m: G::Move) -> CheckedUndo<G> {
        CheckedUndo {
            #[cfg(debug_assertions)]
            before: self.0.clone(),
            undo: self.0.make(m),
        }
    }

    #[inline]
    fn unmake(&mut self, m: G::Move, undo: CheckedUndo<G>) {
        self.0.unmake(m, undo.undo);
        #[cfg(debug_assertions)]
        assert!(
            self.0 == undo.before,
            "taking back {m:?} does not restore the position\nwas: {:#?}\nis: {:#?}",
            undo.before,
            self.0
        );
    }

    #[inline]
    fn is_legal(&mut self, m: G::Move) -> bool {
        self.0.is_legal(m)
    }
}

impl<G> Checked<G> {
    #[inline]
    fn inner_mut(&mut self) -> &mut G {
        &mut self.0
    }
}
delegate_capabilities!(Checked, PartialEq + Debug);
delegate_playout!(Checked, PartialEq + Debug);

impl<G: Game + PartialEq + Debug> Wraps for Checked<G> {
    type Inner = G;
    fn wrap(inner: G) -> Self {
        Checked(inner)
    }
    #[inline]
    fn inner(&self) -> &G {
        &self.0
    }
}
