//! Cards, ranks and the seeded deck.

use std::fmt;
use std::str::FromStr;
use takeback_kit::Mulberry;

/// The number of a rank: 0 is the ace, 12 the king.
pub type Rank = u8;

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS: [char; 4] = ['H', 'D', 'C', 'S'];

/// The rank as written: `A`, `2` … `10`, `J`, `Q`, `K`; `?` for a number that is
/// none.
#[must_use]
pub fn rank_name(rank: Rank) -> &'static str {
    RANKS.get(usize::from(rank)).copied().unwrap_or("?")
}

/// The rank of a name.
#[must_use]
pub fn rank_named(name: &str) -> Option<Rank> {
    RANKS.iter().position(|&r| r == name).map(|r| r as Rank)
}

/// One of the 52 cards: `4 * rank + suit`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Card(pub u8);

impl Card {
    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        self.0 / 4
    }

    /// Its suit: hearts, diamonds, clubs, spades.
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.0 % 4
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", rank_name(self.rank()), SUITS[usize::from(self.suit())])
    }
}

/// A text that names no card.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoCard(pub String);

impl fmt::Display for NoCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no card", self.0)
    }
}

impl std::error::Error for NoCard {}

impl FromStr for Card {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        let wrong = || NoCard(text.chars().take(10).collect());
        let suit = text.chars().last().and_then(|c| SUITS.iter().position(|&s| s == c));
        let suit = suit.ok_or_else(wrong)?;
        let rank = rank_named(&text[..text.len() - 1]).ok_or_else(wrong)?;
        Ok(Card(4 * rank + suit as u8))
    }
}

/// The full deck before the shuffle, top first: king of spades to ace of hearts.
#[must_use]
pub fn fresh_deck() -> [Card; 52] {
    std::array::from_fn(|i| {
        let back = 51 - i as u8;
        Card(4 * (back % 13) + back / 13)
    })
}

/// The deck of a text seed, top first.
///
/// ```
/// use takeback_gofish::seeded_deck;
/// let deck = seeded_deck("gf-2-0");
/// assert_eq!(deck[..3].iter().map(|c| c.to_string()).collect::<Vec<_>>(), ["6D", "10H", "QC"]);
/// ```
#[must_use]
pub fn seeded_deck(seed: &str) -> [Card; 52] {
    let mut deck = fresh_deck();
    Mulberry::seeded(seed).shuffle(&mut deck);
    deck
}
