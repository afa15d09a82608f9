//! Asks and whole games as text.

use crate::cards::{Rank, rank_name, rank_named};
use crate::moves::Ask;
use crate::options::{Options, OptionsError};
use crate::state::{DealError, GoFish};
use std::error::Error;
use std::fmt::{self, Write};
use std::str::FromStr;
use takeback_core::{Game, Notation, Player, Portable};

/// A text that is no ask.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoAsk(pub String);

impl fmt::Display for NoAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no ask; write seat and rank, such as 2Q (or a card, such as 2QH)",
            self.0
        )
    }
}

impl Error for NoAsk {}

impl FromStr for Ask {
    type Err = NoAsk;

    fn from_str(text: &str) -> Result<Self, NoAsk> {
        let (target, rank) = read_ask(text, rank_named)?;
        Ok(Ask { target, rank })
    }
}

/// The seat that is asked, and what for as `named` reads it.
pub(crate) fn read_ask<T>(
    text: &str,
    named: impl Fn(&str) -> Option<T>,
) -> Result<(Player, T), NoAsk> {
    let mut chars = text.chars();
    let seat = chars.next().and_then(|c| c.to_digit(10)).filter(|n| (1..=6).contains(n));
    seat.zip(named(&chars.as_str().to_ascii_uppercase()))
        .map(|(seat, what)| (Player(seat as u8 - 1), what))
        .ok_or_else(|| NoAsk(text.chars().take(12).collect()))
}

impl Notation for GoFish {
    type MoveError = NoAsk;

    fn write_move(&self, ask: Ask, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{ask}")
    }

    fn read_move(&self, text: &str) -> Result<Ask, NoAsk> {
        text.parse()
    }
}

/// Why a text is no game of Go Fish.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum GameError {
    /// `options | deck | asks` it should be.
    Parts,
    /// The options make no sense.
    Options(OptionsError),
    /// A word of the deck is no rank.
    Rank(String),
    /// The deck cannot be dealt.
    Deal(DealError),
    /// A word is no ask.
    Ask(NoAsk),
    /// This ask, counted from 1, cannot be made.
    Illegal(usize, Ask),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Parts => f.write_str("write options | deck | asks"),
            GameError::Options(error) => error.fmt(f),
            GameError::Rank(word) => write!(f, "'{word}' is no rank"),
            GameError::Deal(error) => error.fmt(f),
            GameError::Ask(error) => error.fmt(f),
            GameError::Illegal(n, ask) => write!(f, "ask {n}, {ask}, is not allowed there"),
        }
    }
}

impl Error for GameError {}

/// A position is its deal and the asks since: players remember.
///
/// `players=2 | A 2 K … | 2Q 1A`
impl Portable for GoFish {
    type PositionError = GameError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} |", self.options)?;
        for &rank in self.deck() {
            write!(out, " {}", rank_name(rank))?;
        }
        out.write_str(" |")?;
        for event in self.history.iter().filter(|e| e.kind == crate::Kind::Ask) {
            write!(out, " {}", Ask { target: event.target, rank: event.rank })?;
        }
        Ok(())
    }

    fn read_position(text: &str) -> Result<Self, GameError> {
        let mut parts = text.split('|');
        let mut part = || parts.next().ok_or(GameError::Parts);
        let (options, deck, asks) = (part()?, part()?, part()?);
        if part().is_ok() {
            return Err(GameError::Parts);
        }
        let options: Options = options.parse().map_err(GameError::Options)?;
        let rank = |word: &str| {
            rank_named(word).ok_or_else(|| GameError::Rank(word.chars().take(12).collect()))
        };
        let deck: Vec<Rank> = deck.split_whitespace().map(rank).collect::<Result<_, _>>()?;
        let mut game = GoFish::with_deck(options, &deck).map_err(GameError::Deal)?;
        for (n, word) in asks.split_whitespace().enumerate() {
            let ask: Ask = word.parse().map_err(GameError::Ask)?;
            if !game.allows(ask) {
                return Err(GameError::Illegal(n + 1, ask));
            }
            game.make(ask);
        }
        Ok(game)
    }
}

impl GoFish {
    /// Whether the seat in turn may ask so.
    #[must_use]
    pub fn allows(&self, ask: Ask) -> bool {
        self.turn().decider().is_some_and(|seat| {
            ask.target != seat
                && ask.target.0 < self.options.players
                && ask.rank < self.options.ranks
                && self.hand(seat).of(ask.rank) > 0
        })
    }
}
