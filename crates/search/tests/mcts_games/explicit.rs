//! Games given as explicit trees, grown from a seed: any number of players,
//! several moves in a row, dead ends, chance.

use std::sync::Arc;
use takeback_core::{Game, Key, Keyed, Moves, Payoff, Player, SplitMix, Turn};

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Decision(Player),
    Chance,
    End(Vec<i32>),
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    kind: Kind,
    children: Vec<u32>,
}

/// How to grow a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) players: usize,
    pub(crate) depth: u32,
    pub(crate) width: usize,
    /// Only wins, losses and draws, summing to zero; else any payoffs, all
    /// different, so that no player is ever indifferent.
    pub(crate) plain: bool,
    pub(crate) dead_ends: bool,
    pub(crate) chance: bool,
}

impl Plan {
    pub(crate) const TWO: Plan =
        Plan { players: 2, depth: 6, width: 4, plain: true, dead_ends: false, chance: false };
}

#[derive(Clone, Debug)]
pub(crate) struct Explicit {
    nodes: Arc<Vec<Node>>,
    players: usize,
    path: Vec<u32>,
}

impl PartialEq for Explicit {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Explicit {
    pub(crate) fn grow(plan: Plan, seed: u64) -> Self {
        let mut nodes = Vec::new();
        let mut rng = SplitMix::new(seed);
        grow(plan, plan.depth, &mut nodes, &mut rng);
        Explicit { nodes: Arc::new(nodes), players: plan.players, path: vec![0] }
    }

    fn here(&self) -> &Node {
        &self.nodes[*self.path.last().expect("the root stays") as usize]
    }
}

fn grow(plan: Plan, depth: u32, nodes: &mut Vec<Node>, rng: &mut SplitMix) -> u32 {
    let at = nodes.len();
    let root = depth == plan.depth;
    nodes.push(Node { kind: Kind::End(Vec::new()), children: Vec::new() });
    if depth == 0 || (!root && rng.one_in(6)) {
        nodes[at].kind = Kind::End(payoffs(plan, at, rng));
        return at as u32;
    }
    let player = Player(rng.below(plan.players) as u8);
    let chance = plan.chance && !root && rng.one_in(4);
    nodes[at].kind = if chance { Kind::Chance } else { Kind::Decision(player) };
    let dead = plan.dead_ends && !root && !chance && rng.one_in(8);
    let least = if root { 2 } else { 1 };
    let width = if dead { 0 } else { least + rng.below(plan.width) };
    for _ in 0..width {
        let child = grow(plan, depth - 1, nodes, rng);
        nodes[at].children.push(child);
    }
    at as u32
}

fn payoffs(plan: Plan, at: usize, rng: &mut SplitMix) -> Vec<i32> {
    if plan.plain {
        let first = [1000, -1000, 0][rng.below(3)];
        return (0..plan.players).map(|p| if p == 0 { first } else { -first }).collect();
    }
    // Spread by node number, modulo a prime: no two ends are worth the same to
    // anybody.
    assert!(at < 1801, "the tree has more ends than there are payoffs");
    (0..plan.players).map(|p| ((at * (1103 + 96 * p) + 577 * p) % 1801) as i32 - 900).collect()
}

impl Game for Explicit {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        self.players
    }
    fn turn(&self) -> Turn {
        match self.here().kind {
            Kind::Decision(player) => Turn::Player(player),
            Kind::Chance => Turn::Chance,
            Kind::End(_) => Turn::Over,
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        out.extend(0..self.here().children.len() as u8);
    }
    fn make(&mut self, m: u8) {
        let next = self.here().children[m as usize];
        self.path.push(next);
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.path.pop();
    }
    fn payoff(&self, player: Player) -> Payoff {
        match &self.here().kind {
            Kind::End(payoffs) => Payoff(payoffs[player.index()]),
            _ => Payoff::DRAW,
        }
    }
    fn weight(&self, outcome: u8) -> u32 {
        u32::from(outcome) + 1
    }
}

impl Keyed for Explicit {
    fn key(&self) -> Key {
        Key::nth(u64::from(*self.path.last().expect("the root stays")))
    }
    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl takeback_core::ZeroSum for Explicit {}
