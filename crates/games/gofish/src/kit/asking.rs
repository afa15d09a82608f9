//! What an ask names: a rank, as usual, or one card.

use super::{KitRules, books, card, counts, hand};
use crate::cards::{Card, Rank};
use crate::moves::Ask;
use crate::notation::{NoAsk, read_ask};
use crate::options::OptionsError;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;
use takeback_core::{Moves, Player, Word};
use takeback_kit::Board;

/// How players ask.
pub trait Asking: Clone + fmt::Debug + Eq + Send + Sync + 'static {
    /// One ask.
    type Ask: Word + Eq + Hash + Send + Sync + fmt::Display + FromStr<Err = NoAsk> + 'static;

    /// Whether an answer leaves nothing of the rank behind.
    const WHOLE: bool;

    /// How many things can be asked for: ranks, or cards.
    const NUMBERS: u8;

    /// Rules for asking so.
    ///
    /// # Errors
    /// When the deck is not for it.
    fn rules(by_rank: KitRules) -> Result<KitRules<Self>, OptionsError>;

    /// Append what `asker` may ask `target` for.
    fn list(board: &Board, asker: Player, target: Player, out: &mut Moves<Self::Ask>);

    /// Who is asked.
    fn target(ask: Self::Ask) -> Player;

    /// For what rank.
    fn rank(ask: Self::Ask) -> Rank;

    /// The number told to everybody: of the rank, or of the card.
    fn number(ask: Self::Ask) -> u8;

    /// The number under which this card is asked for.
    fn number_of(card: Card) -> u8;

    /// Whether this card is asked for.
    fn fits(ask: Self::Ask, card: Card) -> bool;

    /// How many cards the target must hand over.
    fn held(board: &Board, ask: Self::Ask) -> u8;
}

/// For all cards of a rank: `2Q`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ByRank;

impl Asking for ByRank {
    type Ask = Ask;
    const WHOLE: bool = true;
    const NUMBERS: u8 = 13;

    fn rules(by_rank: KitRules) -> Result<KitRules, OptionsError> {
        Ok(by_rank)
    }

    #[inline]
    fn list(board: &Board, asker: Player, target: Player, out: &mut Moves<Ask>) {
        out.extend(counts(board, asker).ranks().map(|rank| Ask { target, rank }));
    }

    #[inline]
    fn target(ask: Ask) -> Player {
        ask.target
    }

    #[inline]
    fn rank(ask: Ask) -> Rank {
        ask.rank
    }

    #[inline]
    fn number(ask: Ask) -> u8 {
        ask.rank
    }

    #[inline]
    fn number_of(card: Card) -> u8 {
        card.rank()
    }

    #[inline]
    fn fits(ask: Ask, card: Card) -> bool {
        card.rank() == ask.rank
    }

    #[inline]
    fn held(board: &Board, ask: Ask) -> u8 {
        counts(board, ask.target).of(ask.rank)
    }
}

/// For one card of a rank of which one holds another: `2QH`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ByCard;

/// "Seat so-and-so, have you this card?"
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct CardAsk {
    /// Who is asked.
    pub target: Player,
    /// For what.
    pub card: Card,
}

impl Word for CardAsk {
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.target.0 & 7) << 6 | u64::from(self.card.0 & 63)
    }

    #[inline]
    fn unpack(word: u64) -> Self {
        CardAsk { target: Player((word >> 6 & 7) as u8), card: Card((word & 63) as u8) }
    }
}

/// Seat and card: `2QH` asks seat 2 for the queen of hearts.
impl fmt::Display for CardAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", u32::from(self.target.0) + 1, self.card)
    }
}

impl fmt::Debug for CardAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for CardAsk {
    type Err = NoAsk;

    fn from_str(text: &str) -> Result<Self, NoAsk> {
        let (target, card) = read_ask(text, |name| name.parse().ok())?;
        Ok(CardAsk { target, card })
    }
}

impl ByCard {
    /// The cards that lie open or in the asker's own hand, a bit each.
    fn at_hand(board: &Board, asker: Player) -> u64 {
        let mut seen = 0;
        for id in board.children(hand(asker)) {
            seen |= 1 << card(board, id).0;
        }
        for player in Player::all(board.shape().players) {
            for id in board.children(books(player)) {
                seen |= 1 << card(board, id).0;
            }
        }
        seen
    }
}

impl Asking for ByCard {
    type Ask = CardAsk;
    const WHOLE: bool = false;
    const NUMBERS: u8 = 52;

    fn rules(by_rank: KitRules) -> Result<KitRules<ByCard>, OptionsError> {
        by_rank.asking_for_cards()
    }

    fn list(board: &Board, asker: Player, target: Player, out: &mut Moves<CardAsk>) {
        let at_hand = Self::at_hand(board, asker);
        for rank in counts(board, asker).ranks() {
            let cards = (0..4).map(|suit| Card(4 * rank + suit));
            let elsewhere = cards.filter(|card| at_hand >> card.0 & 1 == 0);
            out.extend(elsewhere.map(|card| CardAsk { target, card }));
        }
    }

    fn target(ask: CardAsk) -> Player {
        ask.target
    }

    fn rank(ask: CardAsk) -> Rank {
        ask.card.rank()
    }

    fn number(ask: CardAsk) -> u8 {
        ask.card.0
    }

    fn number_of(card: Card) -> u8 {
        card.0
    }

    fn fits(ask: CardAsk, card: Card) -> bool {
        card == ask.card
    }

    fn held(board: &Board, ask: CardAsk) -> u8 {
        board.children(hand(ask.target)).into_iter().any(|id| card(board, id) == ask.card).into()
    }
}
