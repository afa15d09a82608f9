//! How each rank is placed, and in which order.

use super::classes::{Classes, Marks, marks};
use super::facts::Problem;
use super::fits::{Fit, Packing, fits};
use crate::cards::Rank;
use std::sync::Arc;

/// How one rank is placed.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) rank: usize,
    pub(crate) classes: Classes,
    pub(crate) packing: Packing,
    pub(crate) fits: Vec<Fit>,
    /// For each fit, the classes it uses.
    uses: Vec<Vec<u8>>,
    /// Where each class goes when the rank is placed.
    lead: Vec<Option<u8>>,
}

impl Plan {
    /// The room left as the next plan packs it; `None` when places are left
    /// that nothing can fill.
    pub(super) fn merged(&self, room: u128, next: Option<&Packing>) -> Option<u128> {
        let mut merged = 0;
        for (class, lead) in self.lead.iter().enumerate() {
            let left = self.packing.count(room, class);
            match (lead, next) {
                (Some(lead), Some(next)) => merged += next.pack((*lead).into(), left),
                _ if left > 0 => return None,
                _ => {}
            }
        }
        Some(merged)
    }

    /// In how many ways the places of a fit can be chosen.
    #[inline]
    pub(super) fn ways(&self, room: u128, pond: u8, fit: usize) -> u64 {
        let mut ways = binomial(pond, self.fits[fit].pond);
        for &class in &self.uses[fit] {
            let (from, n) = (
                self.packing.count(room, class.into()),
                self.packing.count(self.fits[fit].packed, class.into()),
            );
            ways *= binomial(from, n);
        }
        ways
    }
}

/// Up to seven out of up to fifty-two.
const BINOMIALS: [[u32; 8]; 53] = {
    let mut table = [[0; 8]; 53];
    let mut n = 0;
    while n < 53 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline]
fn binomial(n: u8, k: u8) -> u64 {
    BINOMIALS[usize::from(n)][usize::from(k)].into()
}

/// The ranks in the order in which they are placed, each with its fits.
pub(super) fn plans(problem: &Problem) -> Vec<Arc<Plan>> {
    let mut ranks: Vec<(usize, Marks)> = (0..problem.options.ranks)
        .map(|rank| (usize::from(rank), live_marks(problem, rank)))
        .collect();
    in_good_order(problem, &mut ranks);
    let classes: Vec<Classes> = (0..=ranks.len())
        .map(|j| {
            let rest: Vec<&Marks> = ranks[j..].iter().map(|(_, marks)| marks).collect();
            Classes::new(problem, &rest)
        })
        .collect();
    let plan = |j: usize| {
        let (rank, marks) = &ranks[j];
        let packing = Packing::new(&classes[j].sizes);
        let fits = fits(problem, &classes[j], &packing, *rank as Rank, |g| marks[g] != 0);
        let used = |fit: &Fit| {
            let classes = 0..classes[j].len() as u8;
            classes.filter(|&c| packing.count(fit.packed, c.into()) > 0).collect()
        };
        Arc::new(Plan {
            rank: *rank,
            uses: fits.iter().map(used).collect(),
            lead: classes[j].lead_to(&classes[j + 1]),
            classes: classes[j].clone(),
            packing,
            fits,
        })
    };
    (0..ranks.len()).map(plan).collect()
}

/// Put the ranks in an order that keeps the levels small: next comes whichever
/// leaves fewest shapes of room, counting the classes that have been touched
/// and can still be touched again.
fn in_good_order(problem: &Problem, ranks: &mut [(usize, Marks)]) {
    let mut touched = vec![false; problem.groups.len()];
    for j in 0..ranks.len() {
        let shapes = |next: usize| {
            let later: Vec<&Marks> =
                (j..ranks.len()).filter(|&k| k != next).map(|k| &ranks[k].1).collect();
            let classes = Classes::new(problem, &later);
            let mut half = vec![false; classes.len()];
            for (g, class) in classes.of.iter().enumerate() {
                if let Some(class) = class
                    && (touched[g] || ranks[next].1[g] != 0)
                {
                    half[usize::from(*class)] = true;
                }
            }
            let sizes = classes.sizes.iter().zip(half).filter(|(_, half)| *half);
            sizes.fold(1u128, |shapes, (&size, _)| shapes.saturating_mul(u128::from(size) + 1))
        };
        let best = (j..ranks.len()).min_by_key(|&next| shapes(next)).unwrap_or(j);
        ranks.swap(j, best);
        for (touched, &mark) in touched.iter_mut().zip(&ranks[j].1) {
            *touched |= mark != 0;
        }
    }
}

/// The marks of a rank, with those groups struck out in which no fit puts a card.
fn live_marks(problem: &Problem, rank: u8) -> Marks {
    let mut marks = marks(problem, rank);
    let classes = Classes::new(problem, &[&marks]);
    let packing = Packing::new(&classes.sizes);
    let fits = fits(problem, &classes, &packing, rank, |g| marks[g] != 0);
    for (g, class) in classes.of.iter().enumerate() {
        let used = |class: u8| fits.iter().any(|f| packing.count(f.packed, class.into()) > 0);
        if !class.is_some_and(used) {
            marks[g] = 0;
        }
    }
    marks
}
