//! The tree of rounds: per seat a row of acts, per joint choice a child.

use super::Bandit;
use crate::mcts::share::Share;
use takeback_core::{Player, SplitMix, mix};

/// The node of the position handed in.
pub(super) const ROOT: u32 = 0;

const NONE: u32 = 0;

/// The number of a joint choice, seat by seat.
pub(super) fn join(joint: u64, place: u32) -> u64 {
    mix(joint ^ mix(u64::from(place) + 1).rotate_left(17))
}

/// What one seat may do at a node, and how it fared.
struct Act<M> {
    m: M,
    visits: u32,
    total: u64,
    regret: f32,
    /// How likely it was chosen, added up over all visits.
    strategy: f64,
}

/// One seat's acts at a node.
struct Seat {
    player: Player,
    first: u32,
    count: u32,
}

struct Node {
    joint: u64,
    visits: u32,
    first: u32,
    next: u32,
    seats: u32,
    seat_count: u32,
    expanded: bool,
}

/// The tree.
pub(super) struct Rounds<M> {
    players: usize,
    nodes: Vec<Node>,
    seats: Vec<Seat>,
    acts: Vec<Act<M>>,
    /// Results of every node for every player, added up in units.
    totals: Vec<u64>,
    frozen: bool,
}

impl<M: Copy> Rounds<M> {
    pub(super) fn new(players: usize) -> Self {
        let mut tree = Rounds {
            players,
            nodes: Vec::with_capacity(1 << 10),
            seats: Vec::with_capacity(1 << 11),
            acts: Vec::with_capacity(1 << 12),
            totals: Vec::with_capacity(players << 10),
            frozen: false,
        };
        tree.push(0, NONE);
        tree
    }

    fn push(&mut self, joint: u64, next: u32) -> u32 {
        let at = self.nodes.len() as u32;
        self.nodes.push(Node {
            joint,
            visits: 0,
            first: NONE,
            next,
            seats: 0,
            seat_count: 0,
            expanded: false,
        });
        self.totals.resize(self.nodes.len() * self.players, 0);
        at
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node>() + 8 * self.players)
            + self.seats.len() * size_of::<Seat>()
            + self.acts.len() * size_of::<Act<M>>()
    }

    /// A frozen tree gets no new nodes.
    pub(super) fn freeze(&mut self, frozen: bool) {
        self.frozen = frozen;
    }

    pub(super) fn is_expanded(&self, node: u32) -> bool {
        self.nodes[node as usize].expanded
    }

    pub(super) fn begin(&mut self, node: u32) {
        let seats = self.seats.len() as u32;
        let node = &mut self.nodes[node as usize];
        (node.expanded, node.seats) = (true, seats);
    }

    pub(super) fn add_seat(&mut self, node: u32, player: Player, choices: &[M]) {
        let first = self.acts.len() as u32;
        let blank = |&m: &M| Act { m, visits: 0, total: 0, regret: 0.0, strategy: 0.0 };
        self.acts.extend(choices.iter().map(blank));
        self.seats.push(Seat { player, first, count: choices.len() as u32 });
        self.nodes[node as usize].seat_count += 1;
    }

    pub(super) fn seats(&self, node: u32) -> usize {
        self.nodes[node as usize].seat_count as usize
    }

    fn seat(&self, node: u32, n: usize) -> &Seat {
        &self.seats[self.nodes[node as usize].seats as usize + n]
    }

    pub(super) fn act_move(&self, act: u32) -> M {
        self.acts[act as usize].m
    }

    /// The acts of one player at a node.
    pub(super) fn acts_of(&self, node: u32, player: Player) -> impl Iterator<Item = u32> + '_ {
        (0..self.seats(node))
            .map(move |n| self.seat(node, n))
            .filter(move |seat| seat.player == player)
            .flat_map(|seat| seat.first..seat.first + seat.count)
    }

    /// What the `n`th seat chooses: the act and its place in the seat's list.
    pub(super) fn pick(
        &mut self,
        node: u32,
        n: usize,
        bandit: Bandit,
        rng: &mut SplitMix,
    ) -> Option<(u32, usize)> {
        let &Seat { first, count, .. } = self.seat(node, n);
        if count == 0 {
            return None;
        }
        let acts = &mut self.acts[first as usize..(first + count) as usize];
        let place = match bandit {
            Bandit::Uct(weight) => upper_bound(acts, self.nodes[node as usize].visits, weight, rng),
            Bandit::Regret(noise) => match_regret(acts, noise, rng),
        };
        Some((first + place as u32, place))
    }

    /// The child of a joint choice, new if need be and possible.
    pub(super) fn follow(&mut self, node: u32, joint: u64) -> Option<u32> {
        if let Some(child) = self.child(node, joint) {
            return Some(child);
        }
        if self.frozen {
            return None;
        }
        let child = self.push(joint, self.nodes[node as usize].first);
        self.nodes[node as usize].first = child;
        Some(child)
    }

    fn child(&self, node: u32, joint: u64) -> Option<u32> {
        let mut child = self.nodes[node as usize].first;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if node.joint == joint {
                return Some(child);
            }
            child = node.next;
        }
        None
    }

    pub(super) fn reward(&mut self, node: u32, shares: &[Share]) {
        self.nodes[node as usize].visits += 1;
        let from = node as usize * self.players;
        for (total, share) in self.totals[from..].iter_mut().zip(shares) {
            *total += u64::from(share.units());
        }
    }

    /// Let every seat learn from the result of what it and the others chose.
    pub(super) fn learn(&mut self, node: u32, chosen: &[u32], bandit: Bandit, shares: &[Share]) {
        for (n, &act) in chosen.iter().enumerate() {
            let player = self.seat(node, n).player;
            let share = shares[player.index()];
            let act = &mut self.acts[act as usize];
            act.visits += 1;
            act.total += u64::from(share.units());
            if let Bandit::Regret(_) = bandit {
                self.regret(node, n, chosen, share.part());
            }
        }
    }

    /// What the seat would have had with each other act, the rest unchanged,
    /// as far as it was ever tried, less what it got.
    fn regret(&mut self, node: u32, n: usize, chosen: &[u32], got: f32) {
        let &Seat { player, first, count } = self.seat(node, n);
        for place in 0..count {
            if first + place == chosen[n] {
                continue;
            }
            let joint = (0..chosen.len()).fold(0u64, |joint, seat| {
                let place =
                    if seat == n { place } else { chosen[seat] - self.seat(node, seat).first };
                join(joint, place)
            });
            let Some(child) = self.child(node, joint) else { continue };
            let visits = self.nodes[child as usize].visits;
            if visits > 0 {
                let total = self.totals[child as usize * self.players + player.index()];
                let mean = total as f32 / visits as f32 / Share::ONE.units() as f32;
                self.acts[(first + place) as usize].regret += mean - got;
            }
        }
    }

    /// Visits and results of an act.
    pub(super) fn results(&self, act: u32) -> (u32, u64) {
        let act = &self.acts[act as usize];
        (act.visits, act.total)
    }

    /// How much the search leans towards an act: visits, or the average
    /// strategy in thousandths of a choice.
    pub(super) fn weight(&self, act: u32, bandit: Bandit) -> u64 {
        let act = &self.acts[act as usize];
        match bandit {
            Bandit::Uct(_) => u64::from(act.visits),
            Bandit::Regret(_) => (act.strategy * 1000.0) as u64,
        }
    }
}

fn upper_bound<M>(acts: &[Act<M>], visits: u32, weight: f32, rng: &mut SplitMix) -> usize {
    let ln = (visits.max(1) as f32).ln();
    let (mut best, mut place, mut alike) = (f32::NEG_INFINITY, 0, 0);
    for (i, act) in acts.iter().enumerate() {
        let bound = if act.visits == 0 {
            f32::MAX
        } else {
            let visits = act.visits as f32;
            act.total as f32 / visits / Share::ONE.units() as f32 + weight * (ln / visits).sqrt()
        };
        if bound > best {
            (best, place, alike) = (bound, i, 1);
        } else if bound == best {
            alike += 1;
            if rng.one_in(alike) {
                place = i;
            }
        }
    }
    place
}

fn match_regret<M>(acts: &mut [Act<M>], noise: f32, rng: &mut SplitMix) -> usize {
    let sum: f32 = acts.iter().map(|act| act.regret.max(0.0)).sum();
    let alike = 1.0 / acts.len() as f32;
    let mut left = rng.unit() as f32;
    let mut place = acts.len() - 1;
    let mut found = false;
    for (i, act) in acts.iter_mut().enumerate() {
        let matched = if sum > 0.0 { act.regret.max(0.0) / sum } else { alike };
        act.strategy += f64::from(matched);
        let chance = noise * alike + (1.0 - noise) * matched;
        if !found && left < chance {
            (place, found) = (i, true);
        }
        left -= chance;
    }
    place
}
