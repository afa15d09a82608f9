//! What one seat knows, and nothing else.

use crate::cards::Rank;
use crate::event::{Event, Kind};
use crate::hand::Counts;
use crate::moves::Ask;
use crate::options::Options;
use crate::state::GoFish;
use takeback_core::{Player, Turn};

/// Everything a seat has seen: the rules, its own cards as they came, and all
/// public events. Players and beliefs are functions of this and of nothing else.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Observation {
    /// The rules of the table.
    pub options: Options,
    /// Whose knowledge this is.
    pub seat: Player,
    /// Every card it was dealt or drew from the pond, in that order.
    pub own: Vec<Rank>,
    /// The public events, oldest first.
    pub events: Vec<Event>,
}

/// What follows from an observation about the table as it stands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Standing {
    /// The observer's hand.
    pub hand: Counts,
    /// Cards in each hand.
    pub sizes: [u8; 6],
    /// Books of each seat.
    pub books: [u8; 6],
    /// Cards in the pond.
    pub pond: u8,
}

impl Observation {
    /// Hands, books and pond as far as the observer can tell.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let Options { players, hand, book, .. } = self.options;
        let mut standing = Standing {
            hand: Counts(0),
            sizes: [0; 6],
            books: [0; 6],
            pond: self.options.cards() - players * hand,
        };
        standing.sizes[..players.into()].fill(hand);
        for &rank in &self.own {
            standing.hand.add(rank, 1);
        }
        for event in &self.events {
            let laid = event.laid.total() as u8;
            let (seat, target) = (event.seat.index(), event.target.index());
            standing.sizes[seat] = standing.sizes[seat] + event.given + event.drew - book * laid;
            standing.sizes[target] -= event.given;
            standing.books[seat] += laid;
            standing.pond -= event.drew;
            if event.seat == self.seat {
                standing.hand.add(event.rank, event.given);
                standing.hand.0 -= u64::from(book) * event.laid.0;
            } else if event.target == self.seat {
                standing.hand.take(event.rank, event.given);
            }
        }
        standing
    }

    /// What the observer may ask when in turn: seats in order, ranks in order.
    #[must_use]
    pub fn asks(&self) -> Vec<Ask> {
        let hand = self.standing().hand;
        let others = (0..self.options.players).map(Player).filter(|&p| p != self.seat);
        others.flat_map(|target| hand.ranks().map(move |rank| Ask { target, rank })).collect()
    }

    /// What others have asked for, newest first.
    pub(crate) fn asked_by_others(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().rev().filter(|e| e.kind == Kind::Ask && e.seat != self.seat)
    }
}

impl GoFish {
    /// The observation of the seat in turn.
    #[must_use]
    pub fn in_turn(&self) -> Option<Observation> {
        let Turn::Player(player) = takeback_core::Game::turn(self) else { return None };
        Some(self.observed_by(player))
    }

    /// All that `player` knows.
    #[must_use]
    pub fn observed_by(&self, player: Player) -> Observation {
        self.observed_after(player, self.history.len())
    }

    /// All that `player` knew after the first `events` public events.
    #[must_use]
    pub fn observed_after(&self, player: Player, events: usize) -> Observation {
        let events = &self.history[..events.min(self.history.len())];
        let owners = owners(&self.options, events);
        let own = owners.zip(self.deck).filter(|(seat, _)| *seat == player.0);
        Observation {
            options: self.options,
            seat: player,
            own: own.map(|(_, rank)| rank).collect(),
            events: events.to_vec(),
        }
    }
}

/// Who took each card of the deck, top first, as far as it has been taken.
pub(crate) fn owners<'a>(
    options: &Options,
    events: &'a [Event],
) -> impl Iterator<Item = u8> + use<'a> {
    let Options { players, hand, .. } = *options;
    let dealt = (0..players * hand).map(move |i| i % players);
    dealt.chain(events.iter().flat_map(|e| std::iter::repeat_n(e.seat.0, usize::from(e.drew))))
}
