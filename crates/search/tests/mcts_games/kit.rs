//! A little kit of elements: a deck with an order, hands, counters made on the
//! fly, a shuffle in the middle of play. All change goes through a journal.

use takeback_core::{
    Game, Journal, Moves, Payoff, Player, SplitMix, Turn, layout, undo_by_journal,
};

pub(crate) const TAKE: u8 = 0;
pub(crate) const SHUFFLE: u8 = 1;
pub(crate) const CREATE: u8 = 2;

layout! {
    /// Cards 1..=6 in a deck, what each player holds, counters created.
    pub(crate) struct Plan {
        keyed {
            DECK: [u8; 6],
            LEFT: u8,
            HAND: [u8; 2],
            NEXT_ID: u8,
            COUNTERS: [u8; 8],
            TURN: Player,
            DICE: u64,
        }
        silent { PLY: u8 }
        history { }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kit {
    pub(crate) words: Journal<Plan>,
}

impl Kit {
    pub(crate) fn new(seed: u64) -> Self {
        let mut words = Journal::new();
        for card in 0..6 {
            Plan::DECK.set(&mut words, card, card as u8 + 1);
        }
        Plan::LEFT.set(&mut words, 6);
        Plan::DICE.set(&mut words, seed);
        Kit { words }
    }

    pub(crate) fn deck(&self) -> Vec<u8> {
        let left = Plan::LEFT.get(&self.words) as usize;
        (0..left).map(|i| Plan::DECK.get(&self.words, i)).collect()
    }

    fn play(&mut self, m: u8) {
        let words = &mut self.words;
        let turn = Plan::TURN.get(words);
        let left = Plan::LEFT.get(words);
        match m {
            TAKE => {
                let card = Plan::DECK.get(words, left as usize - 1);
                Plan::LEFT.set(words, left - 1);
                let hand = Plan::HAND.get(words, turn.index());
                Plan::HAND.set(words, turn.index(), hand + card);
            }
            SHUFFLE => {
                let mut deck: Vec<u8> =
                    (0..left as usize).map(|i| Plan::DECK.get(words, i)).collect();
                let mut rng = SplitMix::new(Plan::DICE.get(words));
                rng.shuffle(&mut deck);
                Plan::DICE.set(words, rng.next());
                for (i, card) in deck.into_iter().enumerate() {
                    Plan::DECK.set(words, i, card);
                }
            }
            _ => {
                let id = Plan::NEXT_ID.get(words);
                Plan::COUNTERS.set(words, id as usize, id + 1);
                Plan::NEXT_ID.set(words, id + 1);
            }
        }
        Plan::PLY.set(words, Plan::PLY.get(words) + 1);
        Plan::TURN.set(words, turn.other());
    }
}

impl Game for Kit {
    type Move = u8;
    undo_by_journal!(words);
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if Plan::LEFT.get(&self.words) == 0 || Plan::PLY.get(&self.words) >= 12 {
            Turn::Over
        } else {
            Turn::Player(Plan::TURN.get(&self.words))
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.turn() == Turn::Over {
            return;
        }
        out.push(TAKE);
        out.push(SHUFFLE);
        if Plan::NEXT_ID.get(&self.words) < 8 {
            out.push(CREATE);
        }
    }
    fn payoff(&self, player: Player) -> Payoff {
        let hand = |p: Player| i32::from(Plan::HAND.get(&self.words, p.index()));
        Payoff((hand(player) - hand(player.other())).signum() * 1000)
    }
}
