//! Players to measure others by. They see an [`Observation`] and nothing else.

use crate::belief::Belief;
use crate::moves::Ask;
use crate::observe::Observation;
use takeback_core::SplitMix;

/// Any legal ask. `None` when there is none.
pub fn random(observation: &Observation, rng: &mut SplitMix) -> Option<Ask> {
    let asks = observation.asks();
    (!asks.is_empty()).then(|| asks[rng.below(asks.len())])
}

/// The ask most likely to succeed; among equals the one that leads nearer to a
/// book; among those any.
pub fn greedy(observation: &Observation, rng: &mut SplitMix) -> Option<Ask> {
    let asks = observation.asks();
    let Ok(belief) = Belief::new(observation, Belief::WORK) else {
        return random(observation, rng);
    };
    let chances = belief.chances();
    let hand = observation.standing().hand;
    let worth = |ask: &Ask| {
        let (seat, rank) = (ask.target.index(), usize::from(ask.rank));
        // Rounded, so that equal chances are equal whatever the order of sums.
        let percent = (chances.has[seat][rank] * 1e6).round() as u64;
        let cards = (chances.mean[seat][rank] * 1e6).round() as u64;
        (percent, cards + 1_000_000 * u64::from(hand.of(ask.rank)))
    };
    let best = asks.iter().map(worth).max()?;
    let best: Vec<Ask> = asks.iter().copied().filter(|ask| worth(ask) == best).collect();
    Some(best[rng.below(best.len())])
}

/// Ask back: whoever asked for a rank holds it, so ask them for it as soon as one
/// can; what was asked last first. Otherwise any ask.
pub fn ask_back(observation: &Observation, rng: &mut SplitMix) -> Option<Ask> {
    let asks = observation.asks();
    let back = observation
        .asked_by_others()
        .map(|event| Ask { target: event.seat, rank: event.rank })
        .find(|ask| asks.contains(ask) && is_still_held(observation, *ask));
    back.or_else(|| random(observation, rng))
}

/// Whether the target has neither lost nor laid down the rank since asking for it.
fn is_still_held(observation: &Observation, ask: Ask) -> bool {
    let mut held = false;
    for event in &observation.events {
        if event.seat == ask.target && event.rank == ask.rank && event.target != event.seat {
            held = true;
        }
        let lost = event.target == ask.target && event.rank == ask.rank && event.given > 0;
        let laid = event.seat == ask.target && event.laid.of(ask.rank) > 0;
        held &= !(lost || laid);
    }
    held
}
