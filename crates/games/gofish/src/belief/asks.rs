//! How likely a deal makes what the others have asked for.
//!
//! A [`Belief`](super::Belief) takes asks for what they prove and no more: whoever
//! asks for a rank holds it. But who knows that queens are to be had, and asks for
//! a seven, has no queen. Here every deal is weighed by how likely players who
//! listen would have asked what was asked; now and then they ask anything at all, so
//! that no deal is ruled out by a player who does not listen.

use crate::cards::Rank;
use crate::event::{Event, Kind};
use crate::hand::Counts;
use crate::observe::Observation;
use crate::told::Told;

/// How often a player is thought to ask anything.
const ANYTHING: f64 = 0.2;

/// What is known of an ask before any deal is looked at.
struct Heard {
    /// The event it stands for.
    event: Event,
    /// Was it asked by somebody else than the observer? Then what everybody knew.
    before: Option<Told>,
}

/// The asks of an observation, ready to weigh deals.
pub(crate) struct Asks {
    players: u8,
    dealt: u8,
    book: u8,
    heard: Vec<Heard>,
}

impl Asks {
    pub(crate) fn new(observation: &Observation) -> Self {
        let options = &observation.options;
        let mut told = Told::default();
        let mut heard = Vec::with_capacity(observation.events.len());
        for event in &observation.events {
            let others = event.kind == Kind::Ask && event.seat != observation.seat;
            heard.push(Heard { event: *event, before: others.then_some(told) });
            told.hear(event, options.book);
        }
        Asks { players: options.players, dealt: options.hand, book: options.book, heard }
    }

    /// The logarithm of how likely the asks of others are with this deck.
    pub(crate) fn weight(&self, deck: &[Rank]) -> f64 {
        let mut hands = [Counts(0); 8];
        let mut cards = deck.iter().copied();
        for i in 0..self.players * self.dealt {
            hands[usize::from(i % self.players)].add(cards.next().unwrap_or(0), 1);
        }
        // A product would soon be too small for a number; a logarithm for each ask too slow.
        let (mut log, mut product) = (0.0, 1.0);
        for Heard { event, before } in &self.heard {
            let (seat, target) = (event.seat.index(), event.target.index());
            if let Some(told) = before {
                product *= self.likelihood(event, hands[seat], told);
                if product < 1e-200 {
                    log += product.ln();
                    product = 1.0;
                }
            }
            if event.given > 0 {
                hands[target].take(event.rank, event.given);
                hands[seat].add(event.rank, event.given);
            }
            for _ in 0..event.drew {
                hands[seat].add(cards.next().unwrap_or(0), 1);
            }
            hands[seat].0 -= u64::from(self.book) * event.laid.0;
        }
        log + product.ln()
    }

    /// How likely whoever holds this hand asks so.
    fn likelihood(&self, event: &Event, hand: Counts, told: &Told) -> f64 {
        let held = hand.held();
        let others = || (0..usize::from(self.players)).filter(|&t| t != event.seat.index());
        let (target, bit) = (event.target.index(), 1u64 << (4 * event.rank));
        let sure: u32 = others().map(|t| (held & told.least[t].held()).count_ones()).sum();
        let hopeful = || -> u32 { others().map(|t| (held & !told.none[t]).count_ones()).sum() };
        let listening = match (sure, sure == 0 && told.none[target] & bit == 0) {
            (1.., _) if told.least[target].held() & bit != 0 => 1.0 / f64::from(sure),
            (0, true) => 1.0 / f64::from(hopeful().max(1)),
            _ => 0.0,
        };
        let ways = held.count_ones() * u32::from(self.players - 1);
        (1.0 - ANYTHING) * listening + ANYTHING / f64::from(ways.max(1))
    }
}
