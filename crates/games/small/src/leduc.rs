//! Leduc poker: two rounds of betting and a card that all see.

use crate::ReadError;
use crate::record::{Record, Recorded, game_by_record, moves_of_record, recorded};
use std::fmt::{self, Write};
use takeback_core::{Game, Notation, Payoff, Player, Scored, SplitMix, Turn, ZeroSum};

/// Two players, six cards: two jacks, two queens, two kings. Each antes one chip
/// and gets a card; a round of betting, an open card, another round. A raise is
/// two chips in the first round and four in the second, at most two a round. A
/// pair with the open card wins, else the higher card.
///
/// The first player loses 0.0856 chips a game (Southey and others 2005, who made
/// the game up; the value is that of every solver since).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Leduc {
    record: Record<LeducMove, 11>,
}

/// A card, or what a player does.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum LeducMove {
    /// A jack (0), queen (1) or king (2), to the players one by one, then open.
    Deal(u8),
    /// Give up what was put in. Only where there is something to call.
    Fold,
    /// Put in as much as the other, or check.
    Call,
    /// Put in as much as the other and more.
    Raise,
}
use LeducMove::{Call, Deal, Fold, Raise};

pub(crate) const RANKS: [char; 3] = ['J', 'Q', 'K'];

/// Nobody puts in more: the ante, two raises of two and two of four.
const MOST: i32 = 13;

/// What the record comes to.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Hand {
    /// Both players' cards and the open one.
    pub(crate) cards: [Option<u8>; 3],
    pub(crate) chips: [i32; 2],
    pub(crate) folded: Option<Player>,
    /// In this round.
    said: u8,
    raises: u8,
    /// Whether the last action ended the round.
    settled: bool,
}

impl Leduc {
    pub(crate) fn hand(&self) -> Hand {
        let mut hand = Hand {
            cards: [None; 3],
            chips: [1; 2],
            folded: None,
            said: 0,
            raises: 0,
            settled: false,
        };
        for m in self.record.iter() {
            let (me, other) = (usize::from(hand.said & 1), usize::from(1 - (hand.said & 1)));
            if let Deal(rank) = m {
                let place = hand.cards.iter().flatten().count();
                hand.cards[place] = Some(rank);
                hand = Hand { said: 0, raises: 0, settled: false, ..hand };
                continue;
            }
            match m {
                Fold => hand.folded = Some(Player(me as u8)),
                Raise => {
                    hand.chips[me] = hand.chips[other] + hand.bet();
                    hand.raises += 1;
                }
                _ => hand.chips[me] = hand.chips[other],
            }
            hand.settled = m == Call && hand.said > 0;
            hand.said += 1;
        }
        hand
    }
}

impl Hand {
    fn bet(&self) -> i32 {
        if self.cards[2].is_some() { 4 } else { 2 }
    }

    fn turn(&self) -> Turn {
        if self.folded.is_some() || self.settled && self.cards[2].is_some() {
            Turn::Over
        } else if self.cards[1].is_none() || self.settled {
            Turn::Chance
        } else {
            Turn::Player(Player(self.said & 1))
        }
    }

    /// How many cards of a rank are left.
    fn left(&self, rank: u8) -> u32 {
        2 - self.cards.iter().filter(|card| **card == Some(rank)).count() as u32
    }

    /// Who wins the pot; `None` where it is split.
    fn winner(&self) -> Option<Player> {
        if let Some(folded) = self.folded {
            return Some(folded.other());
        }
        let [first, second, open] = self.cards;
        let strength = |card: Option<u8>| (card == open, card);
        match strength(first).cmp(&strength(second)) {
            std::cmp::Ordering::Greater => Some(Player::FIRST),
            std::cmp::Ordering::Less => Some(Player::SECOND),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Game for Leduc {
    type Move = LeducMove;
    game_by_record!();

    fn turn(&self) -> Turn {
        self.hand().turn()
    }

    fn payoff(&self, player: Player) -> Payoff {
        Payoff(self.points(player) * (1000 / MOST))
    }

    fn weight(&self, outcome: LeducMove) -> u32 {
        if let Deal(rank) = outcome { self.hand().left(rank) } else { 1 }
    }
}

impl ZeroSum for Leduc {}

/// Points are chips.
impl Scored for Leduc {
    fn most_points(&self) -> i32 {
        MOST
    }

    fn points(&self, player: Player) -> i32 {
        let hand = self.hand();
        match hand.winner() {
            None => 0,
            Some(winner) if winner == player => hand.chips[player.other().index()],
            Some(_) => -hand.chips[player.index()],
        }
    }
}

impl Recorded for Leduc {
    moves_of_record!(Fold);

    fn code(m: LeducMove) -> u8 {
        match m {
            Deal(rank) => rank,
            Fold => 3,
            Call => 4,
            Raise => 5,
        }
    }

    /// The first two cards are dealt to the players, the third lies open.
    fn seen(&self, viewer: Player, at: usize) -> u8 {
        let hidden = at < 2 && at != viewer.index();
        if hidden { 6 } else { Self::code(self.played(at)) }
    }

    fn each(&self, tell: &mut dyn FnMut(LeducMove)) {
        let hand = self.hand();
        match hand.turn() {
            Turn::Chance => (0..3).filter(|&r| hand.left(r) > 0).for_each(|r| tell(Deal(r))),
            Turn::Over => {}
            _ => {
                if hand.chips[0] != hand.chips[1] {
                    tell(Fold);
                }
                tell(Call);
                if hand.raises < 2 {
                    tell(Raise);
                }
            }
        }
    }
}

impl Leduc {
    /// The other's card anew, each of those not seen alike.
    fn deal_anew(&mut self, viewer: Player, rng: &mut SplitMix) {
        let other = viewer.other().index();
        if other >= self.record.len() {
            return;
        }
        let mut seen = self.hand();
        seen.cards[other] = None;
        let total: u32 = (0..3).map(|rank| seen.left(rank)).sum();
        let mut n = rng.below(total as usize) as u32;
        for rank in 0..3 {
            if n < seen.left(rank) {
                self.record.replace(other, Deal(rank));
                return;
            }
            n -= seen.left(rank);
        }
    }
}

recorded!([] Leduc, 6, "a game of Leduc poker, such as `K,J,raise,call,Q`");

/// `J`, `Q`, `K`; `fold`, `call`, `raise`.
impl Notation for Leduc {
    type MoveError = ReadError;

    fn write_move(&self, m: LeducMove, out: &mut dyn Write) -> fmt::Result {
        match m {
            Deal(rank) => out.write_char(RANKS[usize::from(rank)]),
            Fold => out.write_str("fold"),
            Call => out.write_str("call"),
            Raise => out.write_str("raise"),
        }
    }

    fn read_move(&self, text: &str) -> Result<LeducMove, ReadError> {
        match text {
            "fold" => Ok(Fold),
            "call" => Ok(Call),
            "raise" => Ok(Raise),
            "J" => Ok(Deal(0)),
            "Q" => Ok(Deal(1)),
            "K" => Ok(Deal(2)),
            _ => Err(ReadError::new(text, "fold, call, raise, or a card J, Q or K")),
        }
    }
}
