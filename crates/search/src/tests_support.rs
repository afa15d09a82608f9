//! The smallest game there is, for unit tests of things that need one.

use takeback_core::{Game, Moves, Payoff, Player, Turn};

/// Over before it began.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tiny;

impl Game for Tiny {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        Turn::Over
    }
    fn moves(&self, _: &mut Moves<u8>) {}
    fn make(&mut self, _: u8) {}
    fn unmake(&mut self, _: u8, (): ()) {}
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}
