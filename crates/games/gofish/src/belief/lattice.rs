//! The dynamic program over ranks: states are the room left in each group.
//!
//! Level `j` holds every shape of room (by class of places) that can be left after the first `j` ranks
//! are placed, edges lead from level to level along the fits of a rank. Forward
//! the program finds the states, backward it sums what lies beyond each.

use super::facts::{Inconsistent, Problem};
use super::fits::{Fit, Packing};
use super::plan::{Plan, plans};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use takeback_core::{SplitMix, mix};

/// What the program adds and multiplies: floats, or whole numbers that know
/// when they have become too large.
pub(crate) trait Number: Copy {
    const ZERO: Self;
    fn whole(n: u64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// For fair sampling of states; whole numbers are never sampled.
    fn scaled(self, by: f64) -> Self;
    fn float(self) -> f64;
}

impl Number for f64 {
    const ZERO: Self = 0.0;
    fn whole(n: u64) -> Self {
        n as f64
    }
    fn plus(self, other: Self) -> Self {
        self + other
    }
    fn times(self, other: Self) -> Self {
        self * other
    }
    fn scaled(self, by: f64) -> Self {
        self * by
    }
    fn float(self) -> f64 {
        self
    }
}

/// A whole number, or `None` when it outgrew 128 bits.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Whole(pub(crate) Option<u128>);

impl Number for Whole {
    const ZERO: Self = Whole(Some(0));
    fn whole(n: u64) -> Self {
        Whole(Some(n.into()))
    }
    fn plus(self, other: Self) -> Self {
        Whole(self.0.zip(other.0).and_then(|(a, b)| a.checked_add(b)))
    }
    fn times(self, other: Self) -> Self {
        Whole(self.0.zip(other.0).and_then(|(a, b)| a.checked_mul(b)))
    }
    fn scaled(self, _: f64) -> Self {
        self
    }
    fn float(self) -> f64 {
        self.0.map_or(f64::INFINITY, |n| n as f64)
    }
}

#[derive(Clone, Debug)]
struct State<N> {
    room: u128,
    /// Places left in the pond.
    pond: u8,
    /// Weight of all ways from the start to here.
    forward: N,
    /// Weight of all ways from here to the end.
    backward: N,
    /// What sampling states multiplied the weight by.
    lift: f64,
    /// Where its edges begin.
    edges: u32,
}

/// One way to place a rank from a state: the fit, how many choices of places
/// it stands for, and the state it leads to.
#[derive(Copy, Clone, Debug)]
struct Edge {
    fit: u32,
    to: u32,
    ways: u64,
}

#[derive(Clone, Debug)]
struct Level<N> {
    plan: Arc<Plan>,
    states: Vec<State<N>>,
    edges: Vec<Edge>,
}

/// The whole program, worked out.
#[derive(Clone, Debug)]
pub(crate) struct Lattice<N> {
    levels: Vec<Level<N>>,
    last: Vec<State<N>>,
    exact: bool,
}

/// States are hashed by their room; the default hasher would take most of the time.
#[derive(Default)]
struct RoomHasher(u64);

impl Hasher for RoomHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }
    fn write_u128(&mut self, room: u128) {
        self.0 = mix(room as u64 ^ mix((room >> 64) as u64));
    }
}

type Rooms = HashMap<u128, u32, BuildHasherDefault<RoomHasher>>;

impl<N: Number> Lattice<N> {
    pub(crate) fn new(problem: &Problem, work: usize) -> Result<Self, Inconsistent> {
        let plans = plans(problem);
        if plans.iter().any(|plan| plan.fits.is_empty()) {
            return Err(Inconsistent);
        }
        // A sample of states may miss the few that lead to the end; twice the
        // work finds more, and in the end all.
        let mut work = work;
        loop {
            let lattice = Self::build(problem, &plans, work);
            if !lattice.last.is_empty() {
                return Ok(lattice);
            }
            if lattice.exact {
                return Err(Inconsistent);
            }
            work = work.saturating_mul(2);
        }
    }

    fn build(problem: &Problem, plans: &[Arc<Plan>], work: usize) -> Self {
        let mut lattice = Lattice { levels: Vec::new(), last: Vec::new(), exact: true };
        let first = &plans[0];
        // A place that no rank can fill leaves nothing to count.
        if first.classes.sizes.iter().map(|&n| usize::from(n)).sum::<usize>()
            == problem.groups.iter().map(|group| group.places.len()).sum::<usize>()
        {
            let full = (0..first.classes.len())
                .fold(0, |room, c| room | first.packing.pack(c, first.classes.sizes[c]));
            lattice.last.push(State::new(full, problem.pond.len() as u8, N::whole(1)));
        }
        let mut rng = SplitMix::new(problem.facts.len() as u64 ^ 0x60_f154);
        for (j, plan) in plans.iter().enumerate() {
            let most = (work / plan.fits.len()).max(16);
            if lattice.last.len() > most {
                lattice.thin(most, &mut rng);
            }
            lattice.place(plan, plans.get(j + 1).map(|next| &next.packing));
        }
        lattice.sum_back();
        lattice
    }

    /// Keep a fair sample of the newest level: systematic sampling by weight, each
    /// kept state standing for an equal share of the whole.
    fn thin(&mut self, most: usize, rng: &mut SplitMix) {
        self.exact = false;
        let total: f64 = self.last.iter().map(|s| s.forward.float()).sum();
        let share = total / most as f64;
        let (mut next, mut sum) = (rng.unit() * share, 0.0);
        let mut renamed = vec![u32::MAX; self.last.len()];
        let mut kept = Vec::with_capacity(most);
        for (i, state) in self.last.iter().enumerate() {
            let weight = state.forward.float();
            sum += weight;
            let mut times = 0u32;
            while next < sum {
                times += 1;
                next += share;
            }
            if times > 0 {
                let lift = f64::from(times) * share / weight;
                renamed[i] = kept.len() as u32;
                kept.push(State { forward: state.forward.scaled(lift), lift, ..state.clone() });
            }
        }
        self.last = kept;
        if let Some(level) = self.levels.last_mut() {
            for edge in &mut level.edges {
                edge.to = renamed[edge.to as usize];
            }
        }
    }

    /// Place the cards of one rank in all ways.
    fn place(&mut self, plan: &Arc<Plan>, next: Option<&Packing>) {
        let mut states = std::mem::take(&mut self.last);
        // Two steps: rooms as this rank sees them, then as the next ones do.
        let (mut here, mut there) = (Rooms::default(), Rooms::default());
        let mut leads: Vec<u32> = Vec::new();
        let mut edges = Vec::new();
        for state in &mut states {
            state.edges = edges.len() as u32;
            for (i, fit) in plan.fits.iter().enumerate() {
                let Some(room) = plan.packing.take(state.room, fit.packed) else { continue };
                let Some(pond) = state.pond.checked_sub(fit.pond) else { continue };
                let step = *here.entry(room).or_insert_with(|| {
                    leads.push(match plan.merged(room, next) {
                        None => NOWHERE,
                        Some(room) => *there.entry(room).or_insert_with(|| {
                            self.last.push(State::new(room, pond, N::ZERO));
                            self.last.len() as u32 - 1
                        }),
                    });
                    leads.len() as u32 - 1
                });
                let to = leads[step as usize];
                if to == NOWHERE {
                    continue;
                }
                let ways = plan.ways(state.room, state.pond, i);
                let target = &mut self.last[to as usize].forward;
                *target = target.plus(state.forward.times(N::whole(ways)));
                edges.push(Edge { fit: i as u32, to, ways });
            }
        }
        self.levels.push(Level { plan: Arc::clone(plan), states, edges });
    }

    fn sum_back(&mut self) {
        for state in &mut self.last {
            state.backward = N::whole(1).scaled(state.lift);
        }
        for j in (0..self.levels.len()).rev() {
            let (before, after) = self.levels.split_at_mut(j + 1);
            let beyond = after.first().map_or(&self.last, |level| &level.states);
            let level = &mut before[j];
            for i in 0..level.states.len() {
                let mut sum = N::ZERO;
                for edge in level.edges_of(i) {
                    if let Some(to) = beyond.get(edge.to as usize) {
                        sum = sum.plus(N::whole(edge.ways).times(to.backward));
                    }
                }
                let state = &mut level.states[i];
                state.backward = sum.scaled(state.lift);
            }
        }
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.exact
    }

    pub(crate) fn states(&self) -> usize {
        self.levels.iter().map(|level| level.states.len()).sum()
    }

    /// The weight of everything.
    pub(crate) fn total(&self) -> N {
        let start = self.levels.first().map_or(&self.last, |level| &level.states);
        start.first().map_or(N::ZERO, |state| state.backward)
    }

    fn beyond(&self, j: usize) -> &[State<N>] {
        self.levels.get(j + 1).map_or(&self.last, |level| &level.states)
    }

    /// Visit every fit of every rank with the weight of all that contains it.
    pub(crate) fn marginals_whole(&self, mut visit: impl FnMut(usize, &Fit, N)) {
        for (j, level) in self.levels.iter().enumerate() {
            let mut weights = vec![N::ZERO; level.plan.fits.len()];
            let beyond = self.beyond(j);
            for (i, state) in level.states.iter().enumerate() {
                for edge in level.edges_of(i) {
                    if let Some(to) = beyond.get(edge.to as usize) {
                        let ways = N::whole(edge.ways);
                        let weight = state.forward.times(ways).times(to.backward);
                        let sum = &mut weights[edge.fit as usize];
                        *sum = sum.plus(weight);
                    }
                }
            }
            for (fit, &weight) in level.plan.fits.iter().zip(&weights) {
                visit(level.plan.rank, fit, weight);
            }
        }
    }
}

impl<N> Level<N> {
    fn edges_of(&self, i: usize) -> &[Edge] {
        let end = self.states.get(i + 1).map_or(self.edges.len(), |next| next.edges as usize);
        &self.edges[self.states[i].edges as usize..end]
    }
}

impl Lattice<f64> {
    /// The same with shares of the whole.
    pub(crate) fn marginals(&self, mut visit: impl FnMut(usize, &Fit, f64)) {
        let total = self.total();
        self.marginals_whole(|rank, fit, weight| visit(rank, fit, weight / total));
    }

    /// Draw one way through, each as likely as its weight.
    pub(crate) fn walk(
        &self,
        rng: &mut SplitMix,
        mut visit: impl FnMut(&mut SplitMix, &Plan, &Fit),
    ) {
        let mut at = 0;
        for (j, level) in self.levels.iter().enumerate() {
            let beyond = self.beyond(j);
            let state = &level.states[at];
            let weight = |edge: &Edge| {
                let to = beyond.get(edge.to as usize).map_or(0.0, |to| to.backward);
                edge.ways as f64 * to
            };
            let mut left = rng.unit() * state.backward / state.lift;
            let mut chosen = None;
            for edge in level.edges_of(at) {
                let weight = weight(edge);
                if weight > 0.0 {
                    chosen = Some(edge);
                    left -= weight;
                    if left < 0.0 {
                        break;
                    }
                }
            }
            let edge = chosen.expect("a state with weight has an edge with weight");
            visit(rng, &level.plan, &level.plan.fits[edge.fit as usize]);
            at = edge.to as usize;
        }
    }
}

/// Leads to a place that nothing can fill any more.
const NOWHERE: u32 = u32::MAX;

impl<N: Number> State<N> {
    fn new(room: u128, pond: u8, forward: N) -> Self {
        State { room, pond, forward, backward: N::ZERO, lift: 1.0, edges: 0 }
    }
}
