//! A round whose equilibrium is mixed is answered by drawing from the mix.

use takeback_core::{Blind, Game, Key, Keyed, Moves, Payoff, Player, Players, Simultaneous, Turn};
use takeback_search::joint::{Concept, Joint};
use takeback_search::{Limits, Search};

/// Matching pennies: both show a side; the first wins when they match.
#[derive(Clone, Debug, PartialEq)]
struct Pennies {
    shown: Vec<u8>,
}

impl Game for Pennies {
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let owing: Players = Player::all(2).skip(self.shown.len()).collect();
        if self.shown.len() == 2 { Turn::Over } else { Turn::Together(owing) }
    }

    fn moves(&self, out: &mut Moves<u8>) {
        if self.shown.len() < 2 {
            out.extend(0..2);
        }
    }

    fn make(&mut self, side: u8) {
        self.shown.push(side);
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.shown.pop();
    }

    fn payoff(&self, player: Player) -> Payoff {
        let matched = self.shown[0] == self.shown[1];
        if matched == (player == Player::FIRST) { Payoff::WIN } else { Payoff::LOSS }
    }
}

impl Keyed for Pennies {
    fn key(&self) -> Key {
        let word = self.shown.iter().fold(1u64, |word, &side| word * 3 + u64::from(side));
        Key::nth(word)
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl Simultaneous for Pennies {
    fn choices(&self, _: Player, out: &mut Moves<u8>) {
        self.moves(out);
    }
}

#[test]
fn a_mix_is_drawn_from() {
    let start = Pennies { shown: Vec::new() };
    let answers = |sampled: bool| -> Vec<u8> {
        (0..40)
            .map(|seed| {
                let joint = Joint::new(Blind, Concept::Mixed);
                let mut joint = if sampled { joint.sampled() } else { joint };
                let limits = Limits { seed, depth: Some(2), ..Limits::default() };
                joint.search(&start, &limits, &mut |_| ()).expect("an answer").best
            })
            .collect()
    };
    let drawn = answers(true);
    let heads = drawn.iter().filter(|&&side| side == 0).count();
    assert!((8..=32).contains(&heads), "both sides come up: {drawn:?}");
    let fixed = answers(false);
    assert!(fixed.iter().all(|side| *side == fixed[0]), "without drawing, always the same");
}
