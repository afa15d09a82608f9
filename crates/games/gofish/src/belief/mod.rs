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

mod asks;
mod classes;
mod facts;
mod fits;
mod lattice;
mod plan;

pub(crate) use asks::Asks;
pub use facts::Inconsistent;

use crate::cards::Rank;
use crate::hand::Counts;
use crate::observe::Observation;
use facts::Problem;
use fits::Fit;
use lattice::{Lattice, Whole};
use plan::Plan;
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
    /// Steps of work per rank when a search asks: a few milliseconds for two
    /// players, some tens for six.
    pub const WORK: usize = 40_000;

    /// Work out what `observation` allows, with at most about `work` steps a rank.
    ///
    /// # Errors
    /// When no deal agrees with the observation.
    pub fn new(observation: &Observation, work: usize) -> Result<Self, Inconsistent> {
        let problem = Problem::new(observation)?;
        let lattice = Lattice::new(&problem, work)?;
        Ok(Belief { problem, lattice })
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
        let mut free = Free::new(&self.problem);
        self.lattice.walk(rng, |rng, plan, fit| {
            free.place(plan, fit, rng, &mut sample.deck);
            for (hand, &held) in sample.hands.iter_mut().zip(&fit.hands) {
                hand.add(plan.rank as Rank, held);
            }
        });
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
        let lattice = Lattice::<Whole>::new(&problem, usize::MAX)?;
        Ok(Self::read(&problem, &lattice))
    }

    fn read(problem: &Problem, lattice: &Lattice<Whole>) -> Option<Self> {
        let consistent = lattice.total().0?;
        let zero = [[0; 13]; 6];
        let (mut has, mut sum, mut pond) = (zero, zero, [0u128; 13]);
        let mut fine = true;
        let mut add = |to: &mut u128, weight: u128, times: u8| {
            let more = weight.checked_mul(times.into()).and_then(|more| to.checked_add(more));
            fine &= more.is_some();
            *to = more.unwrap_or(0);
        };
        lattice.marginals_whole(|rank, fit, weight| {
            let weight = weight.0.unwrap_or(u128::MAX);
            for seat in 0..6 {
                add(&mut has[seat][rank], weight, u8::from(fit.hands[seat] > 0));
                add(&mut sum[seat][rank], weight, fit.hands[seat]);
            }
            add(&mut pond[rank], weight, fit.pond);
        });
        let size = problem.pond.len() as u128;
        // No place of the pond is told from another: the top is any of them.
        let pond_top = (size > 0).then(|| pond.map(|n| n / size));
        fine.then_some(Tally { consistent, has, sum, pond_top })
    }
}

/// The places still free while a deal is being drawn, group by group.
struct Free {
    /// The places of a group, those still free in front.
    places: [[u8; 52]; 53],
    left: [u8; 53],
    groups: usize,
}

impl Free {
    fn new(problem: &Problem) -> Self {
        let groups = problem.groups.len();
        let mut free = Free { places: [[0; 52]; 53], left: [0; 53], groups };
        let places = problem.groups.iter().map(|group| &group.places).chain([&problem.pond]);
        for ((to, left), places) in free.places.iter_mut().zip(&mut free.left).zip(places) {
            to[..places.len()].copy_from_slice(places);
            *left = places.len() as u8;
        }
        free
    }

    /// Put the cards of a fit into free places of its classes, each as likely
    /// as another.
    fn place(&mut self, plan: &Plan, fit: &Fit, rng: &mut SplitMix, deck: &mut [Rank; 64]) {
        let rank = plan.rank as Rank;
        for class in 0..plan.classes.len() {
            for _ in 0..plan.packing.count(fit.packed, class) {
                let within = |g: usize| plan.classes.of[g] == Some(class as u8);
                let total: u8 = (0..self.groups).filter(|&g| within(g)).map(|g| self.left[g]).sum();
                let mut pick = rng.below(total.into()) as u8;
                let group = (0..self.groups).filter(|&g| within(g)).find(|&g| {
                    let here = pick < self.left[g];
                    pick -= if here { 0 } else { self.left[g] };
                    here
                });
                let group = group.expect("a fit takes no more than there is");
                deck[usize::from(self.take(group, pick))] = rank;
            }
        }
        for _ in 0..fit.pond {
            let pick = rng.below(self.left[self.groups].into()) as u8;
            deck[usize::from(self.take(self.groups, pick))] = rank;
        }
    }

    fn take(&mut self, group: usize, pick: u8) -> u8 {
        let last = self.left[group] - 1;
        self.left[group] = last;
        let places = &mut self.places[group];
        places.swap(pick.into(), last.into());
        places[usize::from(last)]
    }
}
