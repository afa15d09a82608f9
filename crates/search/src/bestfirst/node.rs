//! Nodes of the best-first tree, and how they compare.

use crate::Score;
use std::cmp::Reverse;
use takeback_core::{Payoff, Player};

/// The node of the position handed in.
pub(super) const ROOT: u32 = 0;

/// Whether a node's value is certain.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Rank {
    /// A judgement; more search may change it.
    Open,
    /// The exact result of best play.
    Resolved,
    /// No game ends below: not playable.
    Dead,
}

struct Node<M> {
    m: Option<M>,
    first: u32,
    count: u32,
    visits: u32,
    plies: u32,
    rank: Rank,
    expanded: bool,
    cut: bool,
}

/// All nodes; children stand side by side. Values have one place a player.
pub(super) struct Arena<M> {
    players: usize,
    nodes: Vec<Node<M>>,
    values: Vec<i32>,
    payoffs: Vec<i16>,
}

impl<M> Default for Arena<M> {
    fn default() -> Self {
        Arena { players: 0, nodes: Vec::new(), values: Vec::new(), payoffs: Vec::new() }
    }
}

impl<M: Copy> Arena<M> {
    /// A lone root for a game of so many players.
    pub(super) fn clear(&mut self, players: usize) {
        self.players = players;
        self.nodes.clear();
        self.values.clear();
        self.payoffs.clear();
        self.push();
    }

    fn push(&mut self) {
        let (m, rank) = (None, Rank::Open);
        let (expanded, cut) = (false, false);
        self.nodes.push(Node { m, first: 0, count: 0, visits: 0, plies: 0, rank, expanded, cut });
        self.values.resize(self.nodes.len() * self.players, 0);
        self.payoffs.resize(self.nodes.len() * self.players, 0);
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node<M>>() + 6 * self.players)
    }

    /// Make `count` children for a leaf; gives the first.
    pub(super) fn begin(&mut self, at: u32, count: usize) -> u32 {
        let first = self.nodes.len() as u32;
        for _ in 0..count {
            self.push();
        }
        let node = &mut self.nodes[at as usize];
        (node.first, node.count, node.expanded) = (first, count as u32, true);
        first
    }

    /// Keep only the first `count` of the newest children, which `at` got last. With none
    /// it is a leaf again.
    pub(super) fn cut(&mut self, at: u32, count: usize) {
        let node = &mut self.nodes[at as usize];
        (node.count, node.expanded, node.cut) = (count as u32, count > 0, count > 0);
        let kept = node.first as usize + count;
        self.nodes.truncate(kept);
        self.values.truncate(kept * self.players);
        self.payoffs.truncate(kept * self.players);
    }

    /// Whether it lacks children.
    pub(super) fn is_cut(&self, at: u32) -> bool {
        self.nodes[at as usize].cut
    }

    /// Whether a node is certain and no win for `player`.
    pub(super) fn is_settled(&self, at: u32, player: Player) -> bool {
        self.rank(at) == Rank::Resolved && self.completion(at, player) <= 0
    }

    pub(super) fn set_move(&mut self, at: u32, m: M) {
        self.nodes[at as usize].m = Some(m);
    }

    /// The move that leads to a node other than the root.
    pub(super) fn step(&self, at: u32) -> M {
        self.nodes[at as usize].m.expect("every child has its move")
    }

    pub(super) fn is_expanded(&self, at: u32) -> bool {
        self.nodes[at as usize].expanded
    }

    pub(super) fn is_dead(&self, at: u32) -> bool {
        self.rank(at) == Rank::Dead
    }

    pub(super) fn rank(&self, at: u32) -> Rank {
        self.nodes[at as usize].rank
    }

    pub(super) fn visits(&self, at: u32) -> u32 {
        self.nodes[at as usize].visits
    }

    pub(super) fn count(&mut self, at: u32) {
        self.nodes[at as usize].visits += 1;
    }

    pub(super) fn values_mut(&mut self, at: u32) -> &mut [i32] {
        let from = at as usize * self.players;
        &mut self.values[from..from + self.players]
    }

    pub(super) fn children(&self, at: u32) -> impl Iterator<Item = u32> + use<M> {
        let node = &self.nodes[at as usize];
        node.first..node.first + node.count
    }

    /// The game is over at a node.
    pub(super) fn resolve(&mut self, at: u32, payoff: impl Fn(Player) -> Payoff, limit: i32) {
        self.nodes[at as usize].rank = Rank::Resolved;
        for player in Player::all(self.players) {
            let i = at as usize * self.players + player.index();
            let payoff = payoff(player).0.clamp(-1000, 1000);
            self.payoffs[i] = payoff as i16;
            // On the judgements' own scale, for results between win and loss.
            self.values[i] = (i64::from(payoff) * i64::from(limit) / 1000) as i32;
        }
    }

    /// +1 for a certain win, -1 for a certain loss, else 0.
    fn completion(&self, at: u32, player: Player) -> i32 {
        if self.rank(at) != Rank::Resolved {
            return 0;
        }
        match Payoff(i32::from(self.payoffs[at as usize * self.players + player.index()])) {
            Payoff::WIN => 1,
            Payoff::LOSS => -1,
            _ => 0,
        }
    }

    /// How a child compares for its mover: certain results first, then value;
    /// wins soon, losses late.
    fn order(&self, at: u32, player: Player) -> (i32, i32, i64) {
        let completion = self.completion(at, player);
        let value = self.values[at as usize * self.players + player.index()];
        let plies = i64::from(self.nodes[at as usize].plies);
        (completion, value, -plies * i64::from(completion))
    }

    /// The child to follow: the best that is not yet certain, the least
    /// visited of equals.
    pub(super) fn pick(&self, at: u32, mover: Player) -> Option<u32> {
        self.children(at).filter(|&child| self.rank(child) == Rank::Open).max_by_key(|&child| {
            let (_, value, _) = self.order(child, mover);
            (value, Reverse(self.visits(child)), Reverse(child))
        })
    }

    /// The child to play: certain wins first and certain losses last, then by
    /// visits, then by value ("safe" decision).
    pub(super) fn decision(&self, at: u32, player: Player) -> (i32, u32, i32, i64, Reverse<u32>) {
        let (completion, value, plies) = self.order(at, player);
        let all_known = self.children(ROOT).all(|child| self.rank(child) != Rank::Open);
        let visits = if all_known { 0 } else { self.visits(at) };
        (completion, visits, value, plies, Reverse(at))
    }

    /// Take over the best child's values, and its certainty where that is
    /// enough: a win, or the best of nothing but certain children.
    pub(super) fn back_up(&mut self, at: u32, mover: Player) {
        if self.rank(at) != Rank::Open || !self.is_expanded(at) {
            return;
        }
        let playable = |&child: &u32| !self.is_dead(child);
        let best = self
            .children(at)
            .filter(playable)
            .max_by_key(|&child| (self.order(child, mover), Reverse(child)));
        let Some(best) = best else {
            self.nodes[at as usize].rank = Rank::Dead;
            return;
        };
        let all = self.children(at).all(|child| self.rank(child) != Rank::Open);
        let certain = all || self.completion(best, mover) == 1;
        let plies = self.nodes[best as usize].plies + 1;
        let node = &mut self.nodes[at as usize];
        node.plies = plies;
        if certain {
            node.rank = Rank::Resolved;
        }
        let (from, to) = (best as usize * self.players, at as usize * self.players);
        self.values.copy_within(from..from + self.players, to);
        if certain {
            self.payoffs.copy_within(from..from + self.players, to);
        }
    }

    /// What a root child is worth to `player`.
    pub(super) fn score(&self, at: u32, player: Player) -> Score {
        let i = at as usize * self.players + player.index();
        let plies = self.nodes[at as usize].plies + 1;
        match self.rank(at) {
            Rank::Resolved => match Payoff(i32::from(self.payoffs[i])) {
                Payoff::WIN => Score::Win(plies),
                Payoff::LOSS => Score::Loss(plies),
                payoff => Score::Exact(payoff.0),
            },
            Rank::Open | Rank::Dead => Score::Points(self.values[i]),
        }
    }

    /// Every player's share, when certain.
    pub(super) fn shares(&self, at: u32) -> Vec<f32> {
        if self.rank(at) != Rank::Resolved {
            return Vec::new();
        }
        let from = at as usize * self.players;
        self.payoffs[from..from + self.players]
            .iter()
            .map(|&payoff| Payoff(i32::from(payoff)).share())
            .collect()
    }

    /// The line from a root child on: where the values came from.
    pub(super) fn line(&self, child: u32) -> Vec<M> {
        let mut line = vec![self.step(child)];
        let mut at = child;
        let values = |at: u32| {
            let from = at as usize * self.players;
            &self.values[from..from + self.players]
        };
        while line.len() < 64 {
            let next = self
                .children(at)
                .filter(|&next| !self.is_dead(next) && values(next) == values(at))
                .max_by_key(|&next| (self.visits(next), Reverse(next)));
            let Some(next) = next else { break };
            line.push(self.step(next));
            at = next;
        }
        line
    }
}
