//! What an observer can work out about the hidden cards, exactly.
//!
//! Every rank sequence of the deck that agrees with what the observer has seen
//! weighs the same. Counting them one by one is hopeless; but all that a history
//! proves concerns one rank at a time, so it is enough to list for each rank the
//! ways its unseen cards can lie ([`fits`]) and to join the ranks one after the
//! other, remembering only how much room is left in each group of places. This
//! dynamic program over ranks gives the number of sequences, what each seat
//! holds in how many of them, and uniform samples.
//!
//! Late in a game for many the room left can take too many shapes. Then a
//! limit on the work makes each step keep a fair sample of the shapes, with
//! weights that leave every expectation as it was; [`Belief::is_exact`] says
//! whether that happened.

mod facts;
mod fits;
mod lattice;

pub use facts::Inconsistent;

use crate::cards::Rank;
use crate::hand::Counts;
use crate::observe::Observation;
use facts::Problem;
use fits::Packing;
use lattice::Lattice;
use takeback_core::{Player, SplitMix};

/// Exact counts over all rank sequences that agree with an observation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tally {
    /// How many sequences there are.
    pub consistent: u128,
    /// By seat and rank: in how many the seat holds at least one.
    pub has: [[u128; 13]; 6],
    /// By seat and rank: the sum of the numbers held.
    pub sum: [[u128; 13]; 6],
    /// By rank: how many have it on top of the pond; `None` when the pond is empty.
    pub pond_top: Option<[u128; 13]>,
}

/// The same as shares of all sequences.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// By seat and rank: how likely the seat holds at least one.
    pub has: [[f64; 13]; 6],
    /// By seat and rank: how many it holds on average.
    pub mean: [[f64; 13]; 6],
    /// By rank: how likely it lies on top of the pond; all zero when it is empty.
    pub pond_top: [f64; 13],
}

/// A belief, worked out once and then asked and sampled many times.
#[derive(Clone, Debug)]
pub struct Belief {
    problem: Problem,
    packing: Packing,
    lattice: Lattice<f64>,
}

/// A deal drawn from a belief: the whole deck and the hands it leads to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Sample {
    /// Ranks of the deck, top first; beyond its end zeros.
    pub deck: [Rank; 64],
    /// The hands as they stand.
    pub hands: [Counts; 8],
}

impl Belief {
    /// Steps of work per rank when a search asks. Measured on random games: exact
    /// for two and three players nearly always, and a few milliseconds.
    pub const WORK: usize = 200_000;

    /// Work out what `observation` allows, with at most about `work` steps a rank.
    ///
    /// # Errors
    /// When no deal agrees with the observation.
    pub fn new(observation: &Observation, work: usize) -> Result<Self, Inconsistent> {
        let problem = Problem::new(observation)?;
        let packing = packing(&problem);
        let lattice = Lattice::new(&problem, &packing, work)?;
        Ok(Belief { problem, packing, lattice })
    }

    /// Whether nothing was left to sampling.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.lattice.is_exact()
    }

    /// How many shapes of room the program went through: its size in memory.
    #[must_use]
    pub fn states(&self) -> usize {
        self.lattice.states()
    }

    /// How likely each seat holds each rank.
    #[must_use]
    pub fn chances(&self) -> Chances {
        let mut chances =
            Chances { has: [[0.0; 13]; 6], mean: [[0.0; 13]; 6], pond_top: [0.0; 13] };
        let pond = self.problem.pond.len() as f64;
        self.lattice.marginals(|rank, fit, share| {
            for seat in 0..6 {
                let held = fit.hands[seat];
                chances.has[seat][rank] += if held > 0 { share } else { 0.0 };
                chances.mean[seat][rank] += share * f64::from(held);
            }
            if fit.pond > 0 {
                chances.pond_top[rank] += share * f64::from(fit.pond) / pond;
            }
        });
        chances
    }

    /// Draw one deal, each as likely as any other.
    pub fn sample(&self, rng: &mut SplitMix) -> Sample {
        let mut sample = Sample { deck: [0; 64], hands: Default::default() };
        for &(place, rank) in &self.problem.seen {
            sample.deck[usize::from(place)] = rank;
        }
        let mut filled = [0usize; 64];
        let mut pond = 0;
        self.lattice.walk(rng, |rank, fit| {
            for (group, filled) in filled.iter_mut().enumerate().take(self.problem.groups.len()) {
                for _ in 0..self.packing.count(fit.packed, group) {
                    let place = self.problem.groups[group].places[*filled];
                    sample.deck[usize::from(place)] = rank as Rank;
                    *filled += 1;
                }
            }
            for _ in 0..fit.pond {
                sample.deck[usize::from(self.problem.pond[pond])] = rank as Rank;
                pond += 1;
            }
            for (hand, &held) in sample.hands.iter_mut().zip(&fit.hands) {
                hand.add(rank as Rank, held);
            }
        });
        for group in &self.problem.groups {
            shuffle_places(&mut sample.deck, &group.places, rng);
        }
        shuffle_places(&mut sample.deck, &self.problem.pond, rng);
        sample
    }

    /// The hand of `player` if there is no doubt about it.
    #[must_use]
    pub fn certain_hand(&self, player: Player) -> Option<Counts> {
        let mut hand = [None; 13];
        let mut certain = self.is_exact();
        self.lattice.marginals(|rank, fit, share| {
            let held = fit.hands[player.index()];
            if share > 0.0 {
                certain &= hand[rank].is_none_or(|h| h == held);
                hand[rank] = Some(held);
            }
        });
        let mut counts = Counts(0);
        for (rank, held) in hand.iter().enumerate() {
            counts.add(rank as Rank, held.unwrap_or(0));
        }
        certain.then_some(counts)
    }
}

impl Tally {
    /// Count everything. `None` when the numbers outgrow 128 bits, as those of a
    /// full deck do early in a game: ask a [`Belief`] for chances then.
    ///
    /// # Errors
    /// When no deal agrees with the observation.
    pub fn new(observation: &Observation) -> Result<Option<Self>, Inconsistent> {
        let problem = Problem::new(observation)?;
        let packing = packing(&problem);
        let lattice = Lattice::<lattice::Whole>::new(&problem, &packing, usize::MAX)?;
        Ok(Self::read(&problem, &lattice))
    }

    fn read(problem: &Problem, lattice: &Lattice<lattice::Whole>) -> Option<Self> {
        // The program counts cards of a rank as if they could be told apart
        // and places of a group as if they could not: put both right.
        let scale = |n: u128| -> Option<u128> {
            let mut scaled = n;
            let sizes = problem.groups.iter().map(|g| g.places.len()).chain([problem.pond.len()]);
            for size in sizes {
                scaled = scaled.checked_mul((1..=size as u128).try_fold(1u128, u128::checked_mul)?)?;
            }
            for &unseen in &problem.unseen {
                scaled /= (1..=u128::from(unseen)).product::<u128>();
            }
            Some(scaled)
        };
        let zero = [[0; 13]; 6];
        let (mut has, mut sum, mut pond) = (zero, zero, [0u128; 13]);
        let mut fine = true;
        lattice.marginals_whole(|rank, fit, weight| {
            let Some(weight) = weight.0 else { return fine = false };
            for seat in 0..6 {
                let held = u128::from(fit.hands[seat]);
                has[seat][rank] += if held > 0 { weight } else { 0 };
                sum[seat][rank] += weight * held;
            }
            pond[rank] += weight * u128::from(fit.pond);
        });
        if !fine {
            return None;
        }
        for number in has.iter_mut().chain(&mut sum).flatten().chain(&mut pond) {
            *number = scale(*number)?;
        }
        let size = problem.pond.len() as u128;
        Some(Tally {
            consistent: scale(lattice.total().0?)?,
            has,
            sum,
            pond_top: (size > 0).then(|| pond.map(|n| n / size)),
        })
    }
}

fn packing(problem: &Problem) -> Packing {
    Packing::new(problem.groups.iter().map(|group| group.places.len()))
}

fn shuffle_places(deck: &mut [Rank; 64], places: &[u8], rng: &mut SplitMix) {
    for i in (1..places.len()).rev() {
        let j = rng.below(i + 1);
        deck.swap(places[i].into(), places[j].into());
    }
}
