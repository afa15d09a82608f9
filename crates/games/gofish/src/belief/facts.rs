//! From an observation to a counting problem.
//!
//! Every card of the deck has a place in it. Places the observer has seen are
//! known. The others fall into *groups*: the opening hand of a seat, a card
//! fished and not shown, the pond. All that the history proves concerns one rank
//! at a time (who held it, handed it over, laid it down), so the ranks depend
//! on each other only by sharing the places of the groups.

use crate::cards::Rank;
use crate::event::{Event, Kind};
use crate::hand::Counts;
use crate::observe::Observation;
use crate::options::Options;

/// Places in the deck that the observer cannot tell apart in what they prove.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Places of the deck.
    pub(crate) places: Vec<u8>,
    /// A rank none of them has: fished by somebody who asked for it in vain.
    pub(crate) never: Option<Rank>,
}

/// One step of the history as it bears on the hidden cards.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Fact {
    /// The cards of a group come into a hand.
    Take { seat: u8, group: u8 },
    /// A card the observer saw comes into a hand.
    Known { seat: u8, rank: Rank },
    /// The seat held at least one.
    Holds { seat: u8, rank: Rank },
    /// The target held exactly so many and handed them over.
    Gives { from: u8, to: u8, rank: Rank, count: u8 },
    /// The seat looked for books and laid these.
    Looks { seat: u8, laid: Counts },
}

/// The counting problem of one observation.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) options: Options,
    pub(crate) seat: u8,
    pub(crate) facts: Vec<Fact>,
    /// Groups other than the pond.
    pub(crate) groups: Vec<Group>,
    pub(crate) pond: Vec<u8>,
    /// Cards of each rank that lie in unseen places.
    pub(crate) unseen: [u8; 13],
    /// Ranks of the places the observer has seen.
    pub(crate) seen: Vec<(u8, Rank)>,
}

/// An observation in which the numbers do not add up.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Inconsistent;

impl std::fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no deal agrees with this history")
    }
}

impl std::error::Error for Inconsistent {}

impl Problem {
    pub(crate) fn new(observation: &Observation) -> Result<Self, Inconsistent> {
        let options = observation.options.checked().map_err(|_| Inconsistent)?;
        let mut problem = Problem {
            options,
            seat: observation.seat.0,
            facts: Vec::new(),
            groups: Vec::new(),
            pond: Vec::new(),
            unseen: [0; 13],
            seen: Vec::new(),
        };
        problem.unseen[..options.ranks.into()].fill(options.copies);
        let mut own = observation.own.iter().copied();
        problem.deal(&mut own)?;
        let mut top = options.players * options.hand;
        for event in &observation.events {
            problem.tell(event, &mut top, &mut own)?;
        }
        problem.pond.extend(top..options.cards());
        if own.next().is_some() { Err(Inconsistent) } else { Ok(problem) }
    }

    fn deal(&mut self, own: &mut impl Iterator<Item = Rank>) -> Result<(), Inconsistent> {
        let Options { players, hand, .. } = self.options;
        for seat in 0..players {
            let places = (0..hand).map(|round| round * players + seat);
            if seat == self.seat {
                for place in places {
                    self.see(seat, place, own.next())?;
                }
            } else {
                self.hide(seat, places.collect(), None);
            }
        }
        Ok(())
    }

    fn tell(
        &mut self,
        event: &Event,
        top: &mut u8,
        own: &mut impl Iterator<Item = Rank>,
    ) -> Result<(), Inconsistent> {
        let Event { seat, target, rank, given, .. } = *event;
        let seat = seat.0;
        let seats = seat.max(target.0) < self.options.players;
        if !seats || event.drew > self.options.cards() - *top || rank >= self.options.ranks {
            return Err(Inconsistent);
        }
        if event.kind == Kind::Ask {
            self.facts.push(Fact::Holds { seat, rank });
            self.facts.push(Fact::Gives { from: target.0, to: seat, rank, count: given });
        }
        let places = *top..*top + event.drew;
        *top += event.drew;
        if seat == self.seat {
            for place in places {
                let card = own.next();
                if event.shown.is_some_and(|shown| card != Some(shown)) {
                    return Err(Inconsistent);
                }
                self.see(seat, place, card)?;
            }
        } else if let Some(shown) = event.shown {
            for place in places {
                self.see(seat, place, Some(shown))?;
            }
        } else if event.drew > 0 {
            let never = (event.kind == Kind::Ask).then_some(rank);
            self.hide(seat, places.collect(), never);
        }
        self.facts.push(Fact::Looks { seat, laid: event.laid });
        Ok(())
    }

    fn see(&mut self, seat: u8, place: u8, rank: Option<Rank>) -> Result<(), Inconsistent> {
        let rank = rank.filter(|&r| r < self.options.ranks).ok_or(Inconsistent)?;
        let left = &mut self.unseen[usize::from(rank)];
        *left = left.checked_sub(1).ok_or(Inconsistent)?;
        self.seen.push((place, rank));
        self.facts.push(Fact::Known { seat, rank });
        Ok(())
    }

    fn hide(&mut self, seat: u8, places: Vec<u8>, never: Option<Rank>) {
        self.facts.push(Fact::Take { seat, group: self.groups.len() as u8 });
        self.groups.push(Group { places, never });
    }
}
