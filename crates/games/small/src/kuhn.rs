//! Kuhn poker: three cards, one bet, hidden information at its smallest.

use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::{
    Game, Hidden, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Portable, RandomMove,
    SplitMix, Turn, ZeroSum,
};

/// Each player gets one of jack, queen, king and antes one chip; then one
/// round of betting one chip. Two chips won are a win, one is half of it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Kuhn {
    pub(crate) cards: [Option<u8>; 2],
    /// `bets[i]` is whether the `i`th action put a chip in.
    pub(crate) bets: [bool; 3],
    pub(crate) actions: u8,
}

/// A card dealt, or an action.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum KuhnMove {
    /// The next player gets jack (0), queen (1) or king (2).
    Deal(u8),
    /// Check, or fold when facing a bet.
    Pass,
    /// Bet, or call when facing a bet.
    Bet,
}

/// What one player knows: the own card and the public betting.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct KuhnView {
    /// The own card, once dealt.
    pub card: Option<u8>,
    /// Whether the other player has got a card yet.
    pub other_dealt: bool,
    /// Who put a chip in, action by action.
    pub bets: [bool; 3],
    /// How many actions there were.
    pub actions: u8,
}

pub(crate) const CARDS: [char; 3] = ['J', 'Q', 'K'];

impl Kuhn {
    fn over(&self) -> bool {
        match (self.actions, self.bets) {
            (2, [first, second, _]) => first || !second,
            (3, _) => true,
            _ => false,
        }
    }

    fn next(&self) -> Player {
        Player(self.actions & 1)
    }
}

impl Game for Kuhn {
    type Move = KuhnMove;
    type Undo = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.cards[1].is_none() {
            Turn::Chance
        } else if self.over() {
            Turn::Over
        } else {
            Turn::Player(self.next())
        }
    }

    fn moves(&self, out: &mut Moves<KuhnMove>) {
        match self.turn() {
            Turn::Chance => {
                out.extend((0..3).filter(|&c| self.cards[0] != Some(c)).map(KuhnMove::Deal));
            }
            Turn::Over => {}
            _ => out.extend([KuhnMove::Pass, KuhnMove::Bet]),
        }
    }

    fn make(&mut self, m: KuhnMove) {
        match m {
            KuhnMove::Deal(card) => {
                let seat = usize::from(self.cards[0].is_some());
                self.cards[seat] = Some(card);
            }
            action => {
                self.bets[self.actions as usize] = action == KuhnMove::Bet;
                self.actions += 1;
            }
        }
    }

    fn unmake(&mut self, m: KuhnMove, (): ()) {
        match m {
            KuhnMove::Deal(_) => {
                let seat = usize::from(self.cards[1].is_some());
                self.cards[seat] = None;
            }
            _ => {
                self.actions -= 1;
                self.bets[self.actions as usize] = false;
            }
        }
    }

    fn payoff(&self, player: Player) -> Payoff {
        let first_wins = self.cards[0] > self.cards[1];
        let first = match (self.actions, self.bets) {
            (2, [false, false, _]) => {
                if first_wins {
                    500
                } else {
                    -500
                }
            }
            (2, [true, false, _]) => 500,
            (3, [_, _, false]) => -500,
            _ => {
                if first_wins {
                    1000
                } else {
                    -1000
                }
            }
        };
        Payoff(if player == Player::FIRST { first } else { -first })
    }
}

impl ZeroSum for Kuhn {}

fn view_key(card: Option<u8>, other: u64, game: &Kuhn) -> Key {
    let bets = game.bets.iter().fold(0, |bits, &bet| bits << 1 | u64::from(bet));
    let card = card.map_or(3, u64::from);
    Key::nth(card | other << 2 | bets << 8 | u64::from(game.actions) << 12)
}

impl Keyed for Kuhn {
    fn key(&self) -> Key {
        view_key(self.cards[0], self.cards[1].map_or(3, u64::from), self)
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl Hidden for Kuhn {
    type Observation = KuhnView;
    type Redeal = [Option<u8>; 2];

    fn observation(&self, player: Player) -> KuhnView {
        KuhnView {
            card: self.cards[player.index()],
            other_dealt: self.cards[player.other().index()].is_some(),
            bets: self.bets,
            actions: self.actions,
        }
    }

    fn infoset(&self, player: Player) -> Key {
        let other_dealt = self.cards[player.other().index()].is_some();
        view_key(self.cards[player.index()], 8 + u64::from(other_dealt), self)
    }

    fn label(&self, viewer: Player, m: KuhnMove) -> u64 {
        let to = Player(u8::from(self.cards[0].is_some()));
        match m {
            KuhnMove::Deal(card) if to == viewer => u64::from(card),
            KuhnMove::Deal(_) => 3,
            KuhnMove::Pass => 4,
            KuhnMove::Bet => 5,
        }
    }

    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> [Option<u8>; 2] {
        let old = self.cards;
        let (own, other) = (viewer.index(), viewer.other().index());
        if self.cards[other].is_some() {
            let mut card = rng.below(if self.cards[own].is_some() { 2 } else { 3 }) as u8;
            if self.cards[own].is_some_and(|own| card >= own) {
                card += 1;
            }
            self.cards[other] = Some(card);
        }
        old
    }

    fn undo_redeal(&mut self, old: [Option<u8>; 2]) {
        self.cards = old;
    }
}

impl Indexed for Kuhn {
    const INDICES: usize = 5;

    fn index(&self, m: KuhnMove) -> usize {
        match m {
            KuhnMove::Pass => 0,
            KuhnMove::Bet => 1,
            KuhnMove::Deal(card) => 2 + card as usize,
        }
    }
}

impl RandomMove for Kuhn {
    fn random_move(&self, rng: &mut SplitMix) -> KuhnMove {
        if self.turn() != Turn::Chance {
            return if rng.one_in(2) { KuhnMove::Pass } else { KuhnMove::Bet };
        }
        let mut card = rng.below(if self.cards[0].is_some() { 2 } else { 3 }) as u8;
        if self.cards[0].is_some_and(|dealt| card >= dealt) {
            card += 1;
        }
        KuhnMove::Deal(card)
    }
}

/// `pass`, `bet`, or the card dealt: `J`, `Q`, `K`.
impl Notation for Kuhn {
    type MoveError = ReadError;

    fn write_move(&self, m: KuhnMove, out: &mut dyn Write) -> fmt::Result {
        match m {
            KuhnMove::Deal(card) => out.write_char(CARDS[card as usize]),
            KuhnMove::Pass => out.write_str("pass"),
            KuhnMove::Bet => out.write_str("bet"),
        }
    }

    fn read_move(&self, text: &str) -> Result<KuhnMove, ReadError> {
        match text {
            "pass" => Ok(KuhnMove::Pass),
            "bet" => Ok(KuhnMove::Bet),
            "J" => Ok(KuhnMove::Deal(0)),
            "Q" => Ok(KuhnMove::Deal(1)),
            "K" => Ok(KuhnMove::Deal(2)),
            _ => Err(ReadError::new(text, "pass, bet, or a card J, Q or K")),
        }
    }
}

/// Cards (`-` if not dealt) and actions (`p` or `b`): `QK pb`, `-- .`.
impl Portable for Kuhn {
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
        let bad = || ReadError::new(text, "two cards and the actions so far, such as `QK pb`");
        let (cards, actions) = text.trim().split_once(' ').ok_or_else(bad)?;
        let mut game = Kuhn::default();
        let cards: Vec<char> = cards.chars().collect();
        if cards.len() != 2 {
            return Err(bad());
        }
        for card in cards.into_iter().filter(|&c| c != '-') {
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

fn play(game: &mut Kuhn, m: KuhnMove) -> Option<()> {
    game.legal_moves().contains(&m).then(|| game.make(m))
}
