//! Redeals that look at what they are to hide.
//!
//! Each of two players is dealt one of four cards and says, in turn, whether it
//! is a high one. A shuffle of the other's card that begins from the true one
//! still gives every card its chance; yet for the same luck another deal comes
//! out of another truth, so a search that redeals hangs on what it cannot see.

use super::{caught, sound};
use takeback_core::{Game, Hidden, Key, Moves, Payoff, Player, SplitMix, Turn};
use takeback_verify::Laws;

#[derive(Clone, Debug, PartialEq)]
struct Claims<const PEEPS: bool> {
    cards: [u8; 2],
    said: Vec<bool>,
}

impl<const PEEPS: bool> Game for Claims<PEEPS> {
    type Move = bool;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.said.len() == 2 { Turn::Over } else { Turn::Player(Player(self.said.len() as u8)) }
    }
    fn moves(&self, out: &mut Moves<bool>) {
        if self.said.len() < 2 {
            out.extend([false, true]);
        }
    }
    fn make(&mut self, high: bool) {
        self.said.push(high);
    }
    fn unmake(&mut self, _: bool, (): ()) {
        self.said.pop();
    }
    fn payoff(&self, player: Player) -> Payoff {
        let right = |p: Player| self.said[p.index()] == (self.cards[p.index()] > 1);
        match (right(player), right(player.other())) {
            (true, false) => Payoff::WIN,
            (false, true) => Payoff::LOSS,
            _ => Payoff::DRAW,
        }
    }
}

impl<const PEEPS: bool> Hidden for Claims<PEEPS> {
    type Observation = (u8, Vec<bool>);
    type Redeal = [u8; 2];

    fn observation(&self, player: Player) -> Self::Observation {
        (self.cards[player.index()], self.said.clone())
    }
    fn infoset(&self, player: Player) -> Key {
        let said = self.said.iter().fold(1, |sum, &high| 2 * sum + u64::from(high));
        Key::nth(said * 8 + u64::from(self.cards[player.index()]))
    }
    fn label(&self, _: Player, high: bool) -> u64 {
        u64::from(high)
    }
    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> [u8; 2] {
        let before = self.cards;
        let (own, other) = (viewer.index(), viewer.other().index());
        let mut rest: Vec<u8> = (0..4).filter(|&card| card != self.cards[own]).collect();
        if PEEPS {
            let at = rest.iter().position(|&card| card == self.cards[other]);
            rest.rotate_left(at.expect("two cards differ"));
        }
        self.cards[other] = rest[rng.below(3)];
        before
    }
    fn undo_redeal(&mut self, before: [u8; 2]) {
        self.cards = before;
    }
}

fn laws<const PEEPS: bool>() -> Laws<Claims<PEEPS>> {
    Laws::new("claims", Claims { cards: [1, 3], said: Vec::new() }).hidden()
}

#[test]
fn a_redeal_that_forgets_the_truth_passes() {
    sound(laws::<false>());
}

#[test]
fn a_redeal_that_begins_from_the_truth_is_caught() {
    caught(laws::<true>(), "redeals keep what the viewer knows", "");
}
