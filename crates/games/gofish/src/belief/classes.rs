//! Which groups of places are alike for the ranks still to be placed.
//!
//! For one rank, two groups taken by the same seat are alike when nothing
//! between them told anything about that rank in that hand. Groups alike
//! for all ranks still to be placed are one class, and only the room in a class
//! matters. Ranks with much history are placed first; what they told apart
//! then falls together, and the program stays small.

use super::facts::{Fact, Problem};
use crate::cards::Rank;
use std::collections::HashMap;

/// For one rank: a mark for each group, equal marks being alike; 0 where no card
/// of the rank can lie.
pub(crate) type Marks = Vec<u16>;

/// The marks of a rank as the facts alone tell them.
pub(crate) fn marks(problem: &Problem, rank: Rank) -> Marks {
    let mut marks = vec![0; problem.groups.len()];
    let mut told = [1u16; 6];
    for (at, fact) in problem.facts.iter().enumerate() {
        match *fact {
            Fact::Take { seat, group } => {
                // A book completed by this very card sets it apart.
                if let Some(Fact::Looks { laid, .. }) = problem.facts.get(at + 1)
                    && laid.of(rank) > 0
                {
                    told[usize::from(seat)] += 1;
                }
                if problem.groups[usize::from(group)].never != Some(rank) {
                    marks[usize::from(group)] = u16::from(seat) << 12 | told[usize::from(seat)];
                }
            }
            Fact::Known { seat, rank: r } | Fact::Holds { seat, rank: r } if r == rank => {
                told[usize::from(seat)] += 1;
            }
            Fact::Gives { from, to, rank: r, .. } if r == rank => {
                told[usize::from(from)] += 1;
                told[usize::from(to)] += 1;
            }
            // Looking and finding none tells only that the hand held no book,
            // which the look after the next card tells again.
            Fact::Looks { seat, laid } if laid.of(rank) > 0 => told[usize::from(seat)] += 1,
            _ => {}
        }
    }
    marks
}

/// A partition of the groups. Groups into which nothing more can go have no class.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// The class of each group.
    pub(crate) of: Vec<Option<u8>>,
    /// Places in each class.
    pub(crate) sizes: Vec<u8>,
}

impl Classes {
    /// Groups with equal marks for all these ranks.
    pub(crate) fn new(problem: &Problem, ranks: &[&Marks]) -> Self {
        let mut classes = Classes { of: Vec::new(), sizes: Vec::new() };
        let mut known: HashMap<Vec<u16>, u8> = HashMap::new();
        for (g, group) in problem.groups.iter().enumerate() {
            let marks: Vec<u16> = ranks.iter().map(|marks| marks[g]).collect();
            if marks.iter().all(|&mark| mark == 0) {
                classes.of.push(None);
                continue;
            }
            let class = *known.entry(marks).or_insert_with(|| {
                classes.sizes.push(0);
                classes.sizes.len() as u8 - 1
            });
            classes.sizes[usize::from(class)] += group.places.len() as u8;
            classes.of.push(Some(class));
        }
        classes
    }

    /// How many classes.
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// For each class of `self`, its class in the coarser `next`.
    pub(crate) fn lead_to(&self, next: &Classes) -> Vec<Option<u8>> {
        let mut lead = vec![None; self.len()];
        for (here, there) in self.of.iter().zip(&next.of) {
            if let Some(here) = here {
                lead[usize::from(*here)] = *there;
            }
        }
        lead
    }
}
