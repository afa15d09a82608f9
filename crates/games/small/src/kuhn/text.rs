//! Kuhn poker as text.

use super::{CARDS, Kuhn, KuhnMove};
use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::{Game, Notation, Portable};

/// `pass`, `bet`, or the card dealt: `J`, `Q`, `K`, with three players also `A`.
impl<const N: usize> Notation for Kuhn<N> {
    type MoveError = ReadError;

    fn write_move(&self, m: KuhnMove, out: &mut dyn Write) -> fmt::Result {
        match m {
            KuhnMove::Deal(card) => out.write_char(CARDS[card as usize]),
            KuhnMove::Pass => out.write_str("pass"),
            KuhnMove::Bet => out.write_str("bet"),
        }
    }

    fn read_move(&self, text: &str) -> Result<KuhnMove, ReadError> {
        let bad = || ReadError::new(text, "pass, bet, or a card J, Q, K or A");
        match text {
            "pass" => Ok(KuhnMove::Pass),
            "bet" => Ok(KuhnMove::Bet),
            text => {
                let card = CARDS[..=N].iter().position(|card| text == card.to_string());
                card.map(|card| KuhnMove::Deal(card as u8)).ok_or_else(bad)
            }
        }
    }
}

/// Cards (`-` if not dealt) and actions (`p` or `b`): `QK pb`, `-- .`.
impl<const N: usize> Portable for Kuhn<N> {
    type PositionError = ReadError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for card in self.cards {
            out.write_char(card.map_or('-', |card| CARDS[card as usize]))?;
        }
        out.write_char(' ')?;
        for &bet in &self.bets[..self.actions as usize] {
            out.write_char(if bet { 'b' } else { 'p' })?;
        }
        if self.actions == 0 { out.write_char('.') } else { Ok(()) }
    }

    fn read_position(text: &str) -> Result<Self, ReadError> {
        let bad = || ReadError::new(text, "all players' cards and the actions, such as `QK pb`");
        let (cards, actions) = text.trim().split_once(' ').ok_or_else(bad)?;
        let mut game = Kuhn::default();
        for card in cards.chars().filter(|&c| c != '-') {
            let card = CARDS.iter().position(|&c| c == card).ok_or_else(bad)?;
            play(&mut game, KuhnMove::Deal(card as u8)).ok_or_else(bad)?;
        }
        for action in actions.chars().filter(|&c| c != '.') {
            let m = match action {
                'p' => KuhnMove::Pass,
                'b' => KuhnMove::Bet,
                _ => return Err(bad()),
            };
            play(&mut game, m).ok_or_else(bad)?;
        }
        if game.position_text() == text.trim() { Ok(game) } else { Err(bad()) }
    }
}

fn play<const N: usize>(game: &mut Kuhn<N>, m: KuhnMove) -> Option<()> {
    game.legal_moves().contains(&m).then(|| game.make(m))
}
