//! House rules.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What happens to four of a kind in an opening hand.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum DealtBooks {
    /// It stays in the hand until the end of its owner's next ask, whether that
    /// brings a card or not.
    #[default]
    Stay,
    /// It is laid down at once.
    AtDeal,
}

/// What a player does whose hand is empty when it is time to ask.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum EmptyHand {
    /// Takes the top card of the pond.
    #[default]
    DrawOne,
    /// Takes up to five.
    DrawFive,
    /// Is out: asks no more unless cards come by another way.
    Out,
}

/// When the game ends, other than when all books are down.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum End {
    /// Not before.
    #[default]
    AllBooks,
    /// As soon as the pond is empty.
    PondEmpty,
    /// As soon as a hand is empty.
    HandEmpty,
}

/// Whether fishing the rank asked for lets a player ask again.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum LuckyFish {
    /// Yes.
    #[default]
    AsksAgain,
    /// No.
    TurnEnds,
}

/// Which fished cards everybody sees.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Shown {
    /// Only one that has the rank asked for.
    #[default]
    Match,
    /// Every one.
    Always,
}

/// The rules of one table. [`Options::new`] gives the usual ones.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Options {
    /// Seats, 2 to 6.
    pub players: u8,
    /// Ranks in the deck, 1 to 13.
    pub ranks: u8,
    /// Cards of each rank, 2 to 7.
    pub copies: u8,
    /// Cards dealt to each seat.
    pub hand: u8,
    /// Cards that make a book: all copies, or 2 for pairs.
    pub book: u8,
    /// See [`DealtBooks`].
    pub dealt_books: DealtBooks,
    /// See [`EmptyHand`].
    pub empty_hand: EmptyHand,
    /// See [`End`].
    pub end: End,
    /// See [`LuckyFish`].
    pub lucky_fish: LuckyFish,
    /// See [`Shown`].
    pub shown: Shown,
}

/// Why a table cannot be laid.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OptionsError {
    /// 2 to 6 can play.
    Players(u8),
    /// 1 to 13 ranks of 2 to 7 cards, at most 52 together.
    Deck,
    /// A book is a divisor of the copies, at least 2.
    Book(u8),
    /// The deck does not go round, or nobody gets a card.
    Hand(u8),
    /// A word that names no option.
    Word(String),
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Players(n) => write!(f, "Go Fish is for 2 to 6, not {n}"),
            OptionsError::Deck => {
                f.write_str("a deck has 1 to 13 ranks of 2 to 7 cards, at most 52 together")
            }
            OptionsError::Book(n) => write!(f, "{n} cards cannot make a book with this deck"),
            OptionsError::Hand(n) => write!(f, "this deck cannot deal {n} cards to each"),
            OptionsError::Word(word) => write!(f, "'{word}' is no option"),
        }
    }
}

impl Error for OptionsError {}

impl Options {
    /// The usual rules: 52 cards, seven each for two or three, five for more.
    #[must_use]
    pub const fn new(players: u8) -> Self {
        Options {
            players,
            ranks: 13,
            copies: 4,
            hand: if players <= 3 { 7 } else { 5 },
            book: 4,
            dealt_books: DealtBooks::Stay,
            empty_hand: EmptyHand::DrawOne,
            end: End::AllBooks,
            lucky_fish: LuckyFish::AsksAgain,
            shown: Shown::Match,
        }
    }

    /// The usual rules with a small deck.
    #[must_use]
    pub const fn tiny(players: u8, ranks: u8, copies: u8, hand: u8) -> Self {
        Options { ranks, copies, hand, book: copies, ..Options::new(players) }
    }

    /// Cards in the deck.
    #[must_use]
    pub const fn cards(&self) -> u8 {
        self.ranks * self.copies
    }

    /// Books in the deck.
    #[must_use]
    pub const fn books(&self) -> u8 {
        self.ranks * (self.copies / self.book)
    }

    /// These options, if a table can be laid with them.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn checked(self) -> Result<Self, OptionsError> {
        if !(2..=6).contains(&self.players) {
            return Err(OptionsError::Players(self.players));
        }
        let sizes = (1..=13).contains(&self.ranks) && (2..=7).contains(&self.copies);
        if !sizes || self.cards() > 52 {
            return Err(OptionsError::Deck);
        }
        if self.book < 2 || self.book > self.copies || !self.copies.is_multiple_of(self.book) {
            return Err(OptionsError::Book(self.book));
        }
        if self.hand == 0 || u32::from(self.players) * u32::from(self.hand) > self.cards().into() {
            return Err(OptionsError::Hand(self.hand));
        }
        Ok(self)
    }
}

/// `2 players`, then only what differs from the usual: `deal=5 pairs`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Options::new(self.players);
        write!(f, "players={}", self.players)?;
        if (self.ranks, self.copies) != (usual.ranks, usual.copies) {
            write!(f, " deck={}x{}", self.ranks, self.copies)?;
        }
        if self.hand != usual.hand {
            write!(f, " deal={}", self.hand)?;
        }
        if self.book != self.copies {
            write!(f, " book={}", self.book)?;
        }
        let words = [
            (self.dealt_books == DealtBooks::AtDeal, "books-at-deal"),
            (self.empty_hand == EmptyHand::DrawFive, "draw-five"),
            (self.empty_hand == EmptyHand::Out, "empty-is-out"),
            (self.end == End::PondEmpty, "end-pond-empty"),
            (self.end == End::HandEmpty, "end-hand-empty"),
            (self.lucky_fish == LuckyFish::TurnEnds, "lucky-fish-ends"),
            (self.shown == Shown::Always, "fish-shown"),
        ];
        words.iter().filter(|w| w.0).try_for_each(|w| write!(f, " {}", w.1))
    }
}

impl FromStr for Options {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let mut options = Options::new(2);
        let (mut hand, mut book) = (None, None);
        for word in text.split_ascii_whitespace() {
            let wrong = || OptionsError::Word(word.chars().take(30).collect());
            let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
            match word.split_once('=') {
                Some(("players", n)) => options.players = number(n)?,
                Some(("deal", n)) => hand = Some(number(n)?),
                Some(("book", n)) => book = Some(number(n)?),
                Some(("deck", size)) => {
                    let (ranks, copies) = size.split_once('x').ok_or_else(wrong)?;
                    (options.ranks, options.copies) = (number(ranks)?, number(copies)?);
                }
                Some(_) => return Err(wrong()),
                None => match word {
                    "pairs" => book = Some(2),
                    "books-at-deal" => options.dealt_books = DealtBooks::AtDeal,
                    "draw-five" => options.empty_hand = EmptyHand::DrawFive,
                    "empty-is-out" => options.empty_hand = EmptyHand::Out,
                    "end-pond-empty" => options.end = End::PondEmpty,
                    "end-hand-empty" => options.end = End::HandEmpty,
                    "lucky-fish-ends" => options.lucky_fish = LuckyFish::TurnEnds,
                    "fish-shown" => options.shown = Shown::Always,
                    _ => return Err(wrong()),
                },
            }
        }
        options.hand = hand.unwrap_or(Options::new(options.players).hand);
        options.book = book.unwrap_or(options.copies);
        options.checked()
    }
}
