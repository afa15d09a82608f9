//! Goofspiel: bid cards for cards, both at once.

use crate::ReadError;
use crate::record::{Record, Recorded, game_by_record, moves_of_record, recorded};
use std::fmt::{self, Write};
use takeback_core::{Game, Notation, Payoff, Player, Scored, SplitMix, Turn, ZeroSum};

/// Both players hold the cards 1 to `CARDS`. Prizes of 1 to `CARDS` points come up
/// in random order; for each, both bid a card in secret, the higher bid takes the
/// prize, and both cards are gone. Equal bids win nobody anything.
///
/// Both bid at the same time; here the first player's bid lies face down until
/// the second has bid too.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Goofspiel<const CARDS: usize> {
    record: Record<GoofMove, 18>,
}

/// A prize turned up, or a bid.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum GoofMove {
    /// A prize of so many points comes up.
    Prize(u8),
    /// The player in turn bids this card.
    Bid(u8),
}
use GoofMove::{Bid, Prize};

impl<const CARDS: usize> Goofspiel<CARDS> {
    const FITS: () = assert!(CARDS >= 2 && CARDS <= 6, "two to six cards");

    /// A set of numbers as bits: prizes turned up, or a player's bids.
    pub(crate) fn used(&self, who: Option<Player>) -> u8 {
        let place = who.map_or(0, |player| 1 + player.index());
        let codes = self.record.iter().skip(place).step_by(3);
        codes.fold(0, |set, m| {
            let (Prize(n) | Bid(n)) = m;
            set | 1 << n
        })
    }

    /// The rounds so far: prize and bids, as far as they are known.
    pub(crate) fn rounds(&self) -> impl Iterator<Item = (u8, Option<u8>, Option<u8>)> + '_ {
        let number = |at| {
            self.record.get(at).map(|m| match m {
                Prize(n) | Bid(n) => n,
            })
        };
        (0..self.record.len())
            .step_by(3)
            .filter_map(move |at| Some((number(at)?, number(at + 1), number(at + 2))))
    }

    /// Points won so far.
    pub(crate) fn won(&self, player: Player) -> i32 {
        let takes = |first: u8, second: u8| match player {
            Player::FIRST => first > second,
            _ => second > first,
        };
        let prizes = self.rounds().filter_map(|round| match round {
            (prize, Some(first), Some(second)) if takes(first, second) => Some(i32::from(prize)),
            _ => None,
        });
        prizes.sum()
    }

    /// Only a bid that lies face down is hidden.
    fn deal_anew(&mut self, viewer: Player, rng: &mut SplitMix) {
        let made = self.record.len();
        if made % 3 != 2 || viewer == Player::FIRST {
            return;
        }
        self.record.pop();
        let bid = crate::record::any(self, rng);
        self.record.push(bid);
    }
}

impl<const CARDS: usize> Game for Goofspiel<CARDS> {
    type Move = GoofMove;
    game_by_record!();

    fn turn(&self) -> Turn {
        let () = Self::FITS;
        match self.record.len() {
            made if made == 3 * CARDS => Turn::Over,
            made if made % 3 == 0 => Turn::Chance,
            made => Turn::Player(Player((made % 3 - 1) as u8)),
        }
    }

    fn payoff(&self, player: Player) -> Payoff {
        Payoff(1000 * self.points(player).signum())
    }
}

impl<const CARDS: usize> ZeroSum for Goofspiel<CARDS> {}

/// By how many points the prizes of one are worth more.
impl<const CARDS: usize> Scored for Goofspiel<CARDS> {
    fn most_points(&self) -> i32 {
        (CARDS * (CARDS + 1) / 2) as i32
    }

    fn points(&self, player: Player) -> i32 {
        self.won(player) - self.won(player.other())
    }
}

impl<const CARDS: usize> Recorded for Goofspiel<CARDS> {
    moves_of_record!(Prize(0));

    fn code(m: GoofMove) -> u8 {
        match m {
            Prize(n) => n - 1,
            Bid(n) => 5 + n,
        }
    }

    /// A bid of the first player is seen by the second when both lie open: that
    /// is, as part of the second bid.
    fn seen(&self, viewer: Player, at: usize) -> u8 {
        let code = Self::code(self.played(at));
        match (at % 3, viewer) {
            (1, Player::SECOND) => 12,
            (2, Player::SECOND) => 13 + 6 * (Self::code(self.played(at - 1)) - 6) + (code - 6),
            _ => code,
        }
    }

    fn each(&self, tell: &mut dyn FnMut(GoofMove)) {
        let cards = 1..=CARDS as u8;
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => {
                let gone = self.used(None);
                cards.filter(|n| gone >> n & 1 == 0).for_each(|n| tell(Prize(n)));
            }
            turn => {
                let gone = self.used(turn.decider());
                cards.filter(|n| gone >> n & 1 == 0).for_each(|n| tell(Bid(n)));
            }
        }
    }
}

recorded!([const CARDS: usize] Goofspiel<CARDS>, 12, "a game of Goofspiel, such as `p3,2,1,p1`");

/// Prizes as `p3`, bids as the card alone.
impl<const CARDS: usize> Notation for Goofspiel<CARDS> {
    type MoveError = ReadError;

    fn write_move(&self, m: GoofMove, out: &mut dyn Write) -> fmt::Result {
        match m {
            Prize(n) => write!(out, "p{n}"),
            Bid(n) => write!(out, "{n}"),
        }
    }

    fn read_move(&self, text: &str) -> Result<GoofMove, ReadError> {
        match text.as_bytes() {
            [b'p', n @ b'1'..=b'6'] => Ok(Prize(n - b'0')),
            [n @ b'1'..=b'6'] => Ok(Bid(n - b'0')),
            _ => Err(ReadError::new(text, "a card from 1 to 6, or a prize such as p3")),
        }
    }
}
