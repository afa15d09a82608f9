//! The "has finished" marks of a step played together stick after undo.

use super::*;
use takeback_core::{Players, Simultaneous};

#[derive(Clone, Debug)]
pub(crate) struct Round<const BAD: bool> {
    owing: Players,
    picks: [Option<u8>; 2],
    rounds: u8,
}

/// Bookkeeping is not seen as state, as in the original.
impl<const BAD: bool> PartialEq for Round<BAD> {
    fn eq(&self, other: &Self) -> bool {
        self.picks == other.picks && self.rounds == other.rounds
    }
}

impl<const BAD: bool> Game for Round<BAD> {
    type Move = u8;
    type Undo = (Players, [Option<u8>; 2]);
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.rounds == 3 { Turn::Over } else { Turn::Together(self.owing) }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.rounds < 3 {
            out.extend(0..2);
        }
    }
    fn make(&mut self, pick: u8) -> Self::Undo {
        let old = (self.owing, self.picks);
        let player = self.owing.first().expect("somebody owes a pick");
        self.picks[player.index()] = Some(pick);
        self.owing = self.owing.without(player);
        if self.owing.is_empty() {
            self.rounds += 1;
            self.owing = Players::all(2);
            self.picks = [None; 2];
        }
        old
    }
    fn unmake(&mut self, _: u8, (owing, picks): Self::Undo) {
        let resolved = owing.len() == 1;
        self.rounds -= u8::from(resolved);
        self.picks = picks;
        if !(BAD && resolved) {
            self.owing = owing;
        }
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

impl<const BAD: bool> Simultaneous for Round<BAD> {
    fn choices(&self, _: Player, out: &mut Moves<u8>) {
        self.moves(out);
    }
}

fn laws<const BAD: bool>() -> Laws<Round<BAD>> {
    let start = Round { owing: Players::all(2), picks: [None; 2], rounds: 0 };
    Laws::new("round", start).simultaneous()
}

#[test]
fn are_caught() {
    caught(laws::<true>(), "turn", "0 0");
    sound(laws::<false>());
}
