//! Go Fish before the cards are dealt, for solvers of whole games.
//!
//! A [`GoFish`] begins with its deck in order and hides it. Whoever solves a game for all its
//! deals at once wants the shuffle as a move of chance: here every order of the ranks is one
//! outcome, as likely as any other, and what follows is the fast game. That is for decks of
//! a few cards: three ranks of two have 90 orders, thirteen of four far too many.

use crate::cards::Rank;
use crate::hidden::Redealt;
use crate::moves::Ask;
use crate::observe::Observation;
use crate::options::Options;
use crate::state::{DealError, GoFish, Hot};
use takeback_core::{Game, Hidden, Key, Moves, Payoff, Player, Scored, SplitMix, Turn, ZeroSum};

/// A table for two, before or after the deal.
#[derive(Clone, Debug, PartialEq)]
pub struct Undealt {
    options: Options,
    orders: u32,
    game: Option<GoFish>,
}

/// The shuffle, or an ask.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Step {
    /// The order of this number among all orders of the ranks.
    Shuffle(u32),
    /// Somebody asks.
    Ask(Ask),
}

impl Undealt {
    /// No deck has more orders.
    pub const MOST: u32 = 100_000;

    /// A table for two with these rules.
    ///
    /// # Errors
    /// When the options make no sense, are for more than two, or when the deck has too many
    /// orders.
    pub fn new(options: Options) -> Result<Self, DealError> {
        let options = options.checked().map_err(DealError::Options)?;
        if options.players != 2 {
            return Err(DealError::Options(crate::OptionsError::Players(options.players)));
        }
        let orders = orders(&[options.copies; 13][..usize::from(options.ranks)]);
        match orders {
            Some(orders) if orders <= u64::from(Self::MOST) => {
                Ok(Undealt { options, orders: orders as u32, game: None })
            }
            _ => Err(DealError::Options(crate::OptionsError::Deck)),
        }
    }

    /// The game, once the cards are dealt.
    #[must_use]
    pub fn game(&self) -> Option<&GoFish> {
        self.game.as_ref()
    }

    /// The deck whose order has this number, sorted as words are.
    fn deck(&self, mut number: u32) -> Vec<Rank> {
        let mut left = [self.options.copies; 13];
        let ranks = usize::from(self.options.ranks);
        let mut deck = Vec::with_capacity(self.options.cards().into());
        while deck.len() < usize::from(self.options.cards()) {
            for rank in 0..ranks {
                if left[rank] == 0 {
                    continue;
                }
                left[rank] -= 1;
                let here = orders(&left[..ranks]).unwrap_or(0) as u32;
                if number < here {
                    deck.push(rank as Rank);
                    break;
                }
                number -= here;
                left[rank] += 1;
            }
        }
        deck
    }
}

/// In how many orders so many cards of each rank can lie; `None` when that is no number.
fn orders(left: &[u8]) -> Option<u64> {
    let (mut all, mut cards) = (1u64, 0u64);
    for &count in left {
        // Ways to place the cards of this rank among those before it.
        for i in 1..=u64::from(count) {
            all = all.checked_mul(cards + i)? / i;
        }
        cards += u64::from(count);
    }
    Some(all)
}

impl Game for Undealt {
    type Move = Step;
    /// What an ask changed; the shuffle is taken back by forgetting the game.
    type Undo = Option<Hot>;
    const HIDES: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.game.as_ref().map_or(Turn::Chance, Game::turn)
    }

    fn moves(&self, out: &mut Moves<Step>) {
        match &self.game {
            None => out.extend((0..self.orders).map(Step::Shuffle)),
            Some(game) => out.extend(game.legal_moves().into_iter().map(Step::Ask)),
        }
    }

    fn make(&mut self, step: Step) -> Option<Hot> {
        match (step, &mut self.game) {
            (Step::Ask(ask), Some(game)) => Some(game.make(ask)),
            (Step::Shuffle(number), _) => {
                self.game = GoFish::with_deck(self.options, &self.deck(number)).ok();
                None
            }
            (Step::Ask(_), None) => None,
        }
    }

    fn unmake(&mut self, step: Step, before: Option<Hot>) {
        match (step, before, &mut self.game) {
            (Step::Ask(ask), Some(before), Some(game)) => game.unmake(ask, before),
            _ => self.game = None,
        }
    }

    fn payoff(&self, player: Player) -> Payoff {
        self.game.as_ref().map_or(Payoff(0), |game| game.payoff(player))
    }
}

impl ZeroSum for Undealt {}

/// Points are books more than the other's.
impl Scored for Undealt {
    fn most_points(&self) -> i32 {
        self.options.books().into()
    }

    fn points(&self, player: Player) -> i32 {
        let books = |player| self.game.as_ref().map_or(0, |game| i32::from(game.books(player)));
        books(player) - books(player.other())
    }
}

impl Hidden for Undealt {
    type Observation = Option<Observation>;
    type Redeal = Option<Redealt>;

    fn observation(&self, player: Player) -> Option<Observation> {
        self.game.as_ref().map(|game| game.observation(player))
    }

    fn infoset(&self, player: Player) -> Key {
        self.game.as_ref().map_or(Key::ZERO, |game| game.infoset(player))
    }

    /// Of the shuffle a seat sees the cards it is dealt.
    fn label(&self, viewer: Player, step: Step) -> u64 {
        match (step, &self.game) {
            (Step::Ask(ask), Some(game)) => game.label(viewer, ask),
            (Step::Shuffle(number), _) => {
                let dealt = GoFish::with_deck(self.options, &self.deck(number));
                dealt.map_or(0, |game| game.infoset(viewer).0)
            }
            (Step::Ask(_), None) => 0,
        }
    }

    fn redeal(&mut self, viewer: Player, rng: &mut SplitMix) -> Option<Redealt> {
        self.game.as_mut().map(|game| game.redeal(viewer, rng))
    }

    fn undo_redeal(&mut self, before: Option<Redealt>) {
        if let (Some(game), Some(before)) = (&mut self.game, before) {
            game.undo_redeal(before);
        }
    }
}
