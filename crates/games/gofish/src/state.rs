//! The position: what changes with a move in one small block, the rest aside.

use crate::belief::Belief;
use crate::cards::{Rank, seeded_deck};
use crate::event::{Event, Kind};
use crate::hand::Counts;
use crate::hidden::{Memory, Suspects};
use crate::options::{DealtBooks, Options, OptionsError};
use crate::told::Told;
use std::fmt;
use std::sync::Arc;
use takeback_core::{Player, Players, SplitMix, mix};

/// Everything a move changes. Copied whole before each move: that is the undo.
///
/// Arrays have eight places, of which six are used, so that a masked index
/// needs no check.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Hot {
    pub(crate) hands: [Counts; 8],
    pub(crate) sizes: [u8; 8],
    pub(crate) books: [u8; 8],
    /// Cards taken from the deck so far.
    pub(crate) top: u8,
    /// Books not yet laid down.
    pub(crate) left: u8,
    /// Who asks next, or [`OVER`].
    pub(crate) seat: u8,
    pub(crate) rounds: u16,
    /// How long the history is.
    pub(crate) events: u32,
    /// A key of the public history.
    pub(crate) public: u64,
    /// For each seat, a key of the cards it was dealt and has drawn.
    pub(crate) private: [u64; 8],
    /// What everybody knows of the hands.
    pub(crate) told: Told,
}

pub(crate) const OVER: u8 = 7;

/// Rounds after which a game without end is ended. Such a game takes players
/// who go on asking for what they know is not there.
pub(crate) const ROUNDS: u16 = 1000;

/// Go Fish as counts per rank: small, fast, made for searching.
///
/// The deck is fixed at the deal and drawing advances an index, so a position
/// knows its whole future; what each seat may know of it is its
/// [`Observation`](crate::Observation).
#[derive(Clone)]
pub struct GoFish {
    pub(crate) options: Options,
    /// Ranks, top first.
    pub(crate) deck: [Rank; 64],
    /// Keys of what is left of the deck from each place on.
    pub(crate) tails: [u64; 65],
    pub(crate) hot: Hot,
    pub(crate) history: Vec<Event>,
    /// The last belief worked out for each seat, with its infoset.
    pub(crate) beliefs: [Option<(u64, Arc<Belief>)>; 6],
    /// What redeals heed.
    pub(crate) memory: Memory,
    /// Deals for a seat in turn, with its infoset; see [`GoFish::suspecting`].
    pub(crate) suspects: Option<(u64, Arc<Suspects>)>,
}

/// Why a deck cannot be dealt.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum DealError {
    /// The options make no sense.
    Options(OptionsError),
    /// The deck does not hold exactly the cards of the options.
    Deck,
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Options(error) => error.fmt(f),
            DealError::Deck => f.write_str("these are not the cards of the deck"),
        }
    }
}

impl std::error::Error for DealError {}

impl GoFish {
    /// The 52 cards of a text seed, dealt by these options. Decks of another
    /// size are shuffled from the seed's numbers as well.
    ///
    /// # Errors
    /// When the options make no sense.
    pub fn seeded(options: Options, seed: &str) -> Result<Self, DealError> {
        let options = options.checked().map_err(DealError::Options)?;
        let deck: Vec<Rank> = seeded_deck(seed)
            .iter()
            .map(|card| card.rank())
            .filter(|&rank| rank < options.ranks)
            .collect();
        if options.copies == 4 {
            return GoFish::with_deck(options, &deck);
        }
        let mut deck: Vec<Rank> = (0..options.cards()).map(|i| i / options.copies).rev().collect();
        takeback_kit::Mulberry::seeded(seed).shuffle(&mut deck);
        GoFish::with_deck(options, &deck)
    }

    /// A random deal.
    ///
    /// # Errors
    /// When the options make no sense.
    pub fn random(options: Options, rng: &mut SplitMix) -> Result<Self, DealError> {
        let options = options.checked().map_err(DealError::Options)?;
        let mut deck: Vec<Rank> = (0..options.cards()).map(|i| i / options.copies).collect();
        rng.shuffle(&mut deck);
        GoFish::with_deck(options, &deck)
    }

    /// These ranks, top first: dealt one at a time, seat 1 first.
    ///
    /// # Errors
    /// When the options make no sense or the deck is not theirs.
    pub fn with_deck(options: Options, ranks: &[Rank]) -> Result<Self, DealError> {
        let options = options.checked().map_err(DealError::Options)?;
        let full =
            |rank| ranks.iter().filter(|&&r| r == rank).count() == usize::from(options.copies);
        if ranks.len() != usize::from(options.cards()) || !(0..options.ranks).all(full) {
            return Err(DealError::Deck);
        }
        let mut deck = [0; 64];
        deck[..ranks.len()].copy_from_slice(ranks);
        let hot = Hot {
            hands: Default::default(),
            sizes: [0; 8],
            books: [0; 8],
            top: 0,
            left: options.books(),
            seat: 0,
            rounds: 0,
            events: 0,
            public: 0,
            private: [0; 8],
            told: Told::default(),
        };
        let beliefs = Default::default();
        let history = Vec::with_capacity(256);
        let mut game = GoFish {
            options,
            deck,
            tails: [0; 65],
            hot,
            history,
            beliefs,
            memory: Memory::Facts,
            suspects: None,
        };
        game.set_tails();
        game.deal();
        Ok(game)
    }

    fn deal(&mut self) {
        for i in 0..self.options.players * self.options.hand {
            self.hot.draw::<true>(&self.deck, i % self.options.players);
        }
        if self.options.dealt_books == DealtBooks::AtDeal {
            for seat in 0..self.options.players {
                let mut event = Event::new(Kind::Lay, Player(seat));
                event.laid = self.hot.lay_books(&self.options, seat);
                self.hot.note(event);
                self.history.push(event);
            }
        }
        self.settle();
    }

    /// Work out the keys of the rest of the deck.
    pub(crate) fn set_tails(&mut self) {
        let cards = usize::from(self.options.cards());
        for i in (0..cards).rev() {
            let card = u64::from(self.deck[i]) << 8 | i as u64;
            self.tails[i] = self.tails[i + 1] ^ mix(card + 1);
        }
    }

    /// The rules of this table.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The hand of a seat.
    #[must_use]
    pub fn hand(&self, player: Player) -> Counts {
        self.hot.hands[player.index()]
    }

    /// How many cards a seat holds.
    #[must_use]
    pub fn hand_size(&self, player: Player) -> u8 {
        self.hot.sizes[player.index()]
    }

    /// How many books a seat has laid down.
    #[must_use]
    pub fn books(&self, player: Player) -> u8 {
        self.hot.books[player.index()]
    }

    /// How many cards are left in the pond.
    #[must_use]
    pub fn pond(&self) -> u8 {
        self.options.cards() - self.hot.top
    }

    /// The whole deck, top first, as it was dealt.
    #[must_use]
    pub fn deck(&self) -> &[Rank] {
        &self.deck[..self.options.cards().into()]
    }

    /// All public events so far.
    #[must_use]
    pub fn history(&self) -> &[Event] {
        &self.history
    }

    /// All seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.options.players).map(Player)
    }

    /// The seats with the most books.
    #[must_use]
    pub fn leaders(&self) -> Players {
        let best = self.seats().map(|p| self.books(p)).max();
        self.seats().filter(|&p| Some(self.books(p)) == best).collect()
    }
}

/// Beliefs are notes in the margin, the tails follow from the deck.
impl PartialEq for GoFish {
    fn eq(&self, other: &Self) -> bool {
        self.options == other.options
            && self.deck == other.deck
            && self.hot == other.hot
            && self.history == other.history
    }
}

impl fmt::Debug for GoFish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GoFish")
            .field("options", &format_args!("{}", self.options))
            .field("deck", &self.deck())
            .field("hot", &self.hot)
            .field("history", &self.history)
            .finish_non_exhaustive()
    }
}
