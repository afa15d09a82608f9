//! Kuhn poker: three cards, one each, one bet. Small enough to know exactly
//! how much a strategy gives away.

use super::alarm::Alarm;
use takeback_core::{Game, Hidden, Key, Moves, Payoff, Player, SplitMix, Turn};

/// Deals are moves 0..6; then `PASS` and `BET`.
pub(crate) const PASS: u8 = 10;
pub(crate) const BET: u8 = 11;

const DEALS: [[u8; 2]; 6] = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];

#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Kuhn {
    pub(crate) cards: Option<[u8; 2]>,
    pub(crate) bets: Vec<u8>,
    pub(crate) alarm: Alarm,
}

impl Kuhn {
    pub(crate) fn dealt(cards: [u8; 2], bets: &[u8]) -> Self {
        Kuhn { cards: Some(cards), bets: bets.to_vec(), alarm: Alarm::default() }
    }

    fn over(&self) -> bool {
        matches!(self.bets.as_slice(), [PASS, PASS] | [BET, _] | [PASS, BET, _])
    }

    /// Chips won by the first player.
    pub(crate) fn chips(&self) -> i32 {
        let [a, b] = self.cards.expect("dealt");
        let high = if a > b { 1 } else { -1 };
        match self.bets.as_slice() {
            [PASS, PASS] => high,
            [BET, PASS] => 1,
            [PASS, BET, PASS] => -1,
            _ => 2 * high,
        }
    }

    pub(crate) fn seat(&self) -> usize {
        self.bets.len() % 2
    }
}

impl Game for Kuhn {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match self.cards {
            None => Turn::Chance,
            Some(_) if self.over() => Turn::Over,
            Some(_) => Turn::Player(Player(self.seat() as u8)),
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        match self.turn() {
            Turn::Chance => out.extend(0..6),
            Turn::Over => {}
            _ => out.extend([PASS, BET]),
        }
    }
    fn make(&mut self, m: u8) {
        self.alarm.step();
        match m {
            PASS | BET => self.bets.push(m),
            deal => self.cards = Some(DEALS[deal as usize]),
        }
    }
    fn unmake(&mut self, m: u8, (): ()) {
        match m {
            PASS | BET => {
                self.bets.pop();
            }
            _ => self.cards = None,
        }
    }
    fn payoff(&self, player: Player) -> Payoff {
        let chips = if player == Player::FIRST { self.chips() } else { -self.chips() };
        Payoff(chips * 500)
    }
}

impl Hidden for Kuhn {
    type Observation = (Option<u8>, Vec<u8>);
    type Redeal = Option<[u8; 2]>;
    fn observation(&self, player: Player) -> Self::Observation {
        (self.cards.map(|cards| cards[player.index()]), self.bets.clone())
    }
    fn infoset(&self, player: Player) -> Key {
        let card = self.cards.map_or(9, |cards| cards[player.index()]);
        let bets = self.bets.iter().fold(1u64, |key, &bet| key * 16 + u64::from(bet));
        Key::nth(bets * 16 + u64::from(card))
    }
    fn label(&self, viewer: Player, m: u8) -> u64 {
        match m {
            PASS | BET => u64::from(m),
            deal => 100 + u64::from(DEALS[deal as usize][viewer.index()]),
        }
    }
    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Option<[u8; 2]> {
        let old = self.cards;
        if let Some(cards) = &mut self.cards {
            let mine = cards[viewer.index()];
            let others: Vec<u8> = (0..3).filter(|&card| card != mine).collect();
            cards[viewer.other().index()] = others[rng.below(2)];
        }
        old
    }
    fn undo_redeal(&mut self, old: Option<[u8; 2]>) {
        self.cards = old;
    }
}
