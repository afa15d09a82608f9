//! Explicit game trees: who is in turn, where each move leads, what it is worth.
//!
//! Nodes are in layers and a move leads one layer on, so transpositions meet
//! at the same ply and a search to some depth has one right answer.

use std::sync::Arc;
use takeback_core::{
    Evaluator, Game, Indexed, Key, Keyed, Moves, Payoff, Player, Players, Simultaneous, SplitMix,
    Turn, ZeroSum,
};
use takeback_search::{Report, SearchError, Stopped, plain};

#[derive(Clone, Debug)]
pub struct Node {
    pub turn: Turn,
    pub children: Vec<usize>,
    pub weights: Vec<u32>,
    pub payoffs: Vec<i32>,
    pub scores: Vec<i32>,
    /// At `Together`: how many choices each seat has.
    pub choices: Vec<u8>,
}

/// A position in a tree.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Arc<Vec<Node>>,
    pub at: usize,
    pub players: usize,
    /// Whether the only move of a node is announced as forced.
    pub tells_forced: bool,
}

impl Tree {
    pub fn node(&self) -> &Node {
        &self.nodes[self.at]
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Game for Tree {
    type Move = u8;
    type Undo = usize;
    const STAGES: u8 = 2;

    fn players(&self) -> usize {
        self.players
    }
    fn turn(&self) -> Turn {
        self.node().turn
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.turn() != Turn::Over {
            out.extend(0..self.node().children.len() as u8);
        }
    }
    fn make(&mut self, m: u8) -> usize {
        let before = self.at;
        self.at = self.node().children[m as usize];
        before
    }
    fn unmake(&mut self, _: u8, before: usize) {
        self.at = before;
    }
    fn payoff(&self, player: Player) -> Payoff {
        Payoff(self.node().payoffs[player.index()])
    }
    fn forced(&self) -> Option<u8> {
        let single = matches!(self.turn(), Turn::Player(_)) && self.node().children.len() == 1;
        (self.tells_forced && single).then_some(0)
    }
    fn weight(&self, outcome: u8) -> u32 {
        self.node().weights[outcome as usize]
    }
    /// Odd moves first, then even ones, with illegal candidates in between.
    fn candidates(&self, stage: u8, out: &mut Moves<u8>) {
        let count = self.node().children.len() as u8;
        let parity = 1 - stage;
        out.extend((0..count + 3).filter(|m| m % 2 == parity));
    }
    fn is_legal(&mut self, candidate: u8) -> bool {
        usize::from(candidate) < self.node().children.len()
    }
}

impl Keyed for Tree {
    fn key(&self) -> Key {
        Key::nth(self.at as u64)
    }
    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl ZeroSum for Tree {}

impl Indexed for Tree {
    const INDICES: usize = 256;
    fn index(&self, m: u8) -> usize {
        usize::from(m)
    }
}

impl Simultaneous for Tree {
    fn choices(&self, player: Player, out: &mut Moves<u8>) {
        out.extend(0..self.node().choices[player.index()]);
    }
}

/// Reads the scores written in the nodes.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The node it believes to stand at: kept by `made` and `unmade` alone.
    at: Option<Vec<usize>>,
    /// Whether every third move is noisy and followed beyond the horizon.
    noisy: bool,
}

impl Written {
    /// With noisy moves.
    pub fn noisy() -> Self {
        Written { at: None, noisy: true }
    }
}

impl Evaluator<Tree> for Written {
    fn begin(&mut self, root: &Tree) {
        self.at = Some(vec![root.at]);
    }
    fn score(&mut self, game: &Tree, player: Player) -> i32 {
        if let Some(path) = &self.at {
            assert_eq!(path.last(), Some(&game.at), "hooks keep an evaluator in step");
        }
        game.node().scores[player.index()]
    }
    fn is_noisy(&mut self, game: &Tree, m: u8) -> bool {
        self.noisy && (game.at + usize::from(m)).is_multiple_of(3)
    }
    fn quiesces(&self) -> bool {
        self.noisy
    }
    fn made(&mut self, after: &Tree, _: u8) {
        if let Some(path) = &mut self.at {
            path.push(after.at);
        }
    }
    fn unmade(&mut self, before: &Tree, _: u8) {
        if let Some(path) = &mut self.at {
            path.pop();
            assert_eq!(path.last(), Some(&before.at));
        }
    }
}

/// The same scores, looked for so many turns deep instead of steps.
#[derive(Clone, Debug, Default)]
pub struct InTurns;

impl Evaluator<Tree> for InTurns {
    const DEPTH_IN_TURNS: bool = true;

    fn score(&mut self, game: &Tree, player: Player) -> i32 {
        game.node().scores[player.index()]
    }
}

/// What random trees may contain.
#[derive(Copy, Clone, Debug)]
pub struct Shape {
    pub players: usize,
    pub layers: usize,
    pub width: usize,
    pub most_moves: usize,
    /// One in so many layers, since neither costs the depth of one decision;
    /// 0 for never.
    pub chance: usize,
    pub together: usize,
    /// One in so many nodes; 0 for never.
    pub over: usize,
    pub dead_end: usize,
    /// Whether the players alternate.
    pub alternate: bool,
    pub zero_sum: bool,
}

#[derive(Copy, Clone)]
enum Kind {
    Turns,
    Chance,
    Round,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            players: 2,
            layers: 6,
            width: 14,
            most_moves: 4,
            chance: 0,
            together: 0,
            over: 8,
            dead_end: 0,
            alternate: false,
            zero_sum: true,
        }
    }
}

impl Shape {
    /// A tree of this shape.
    pub fn grow(self, seed: u64) -> Tree {
        let mut rng = SplitMix::new(seed);
        let mut nodes = Vec::new();
        let mut below: Vec<usize> = Vec::new();
        for layer in (0..self.layers).rev() {
            let width = if layer == 0 { 1 } else { self.width };
            let kind = if self.chance > 0 && layer > 0 && rng.one_in(self.chance) {
                Kind::Chance
            } else if self.together > 0 && rng.one_in(self.together) {
                Kind::Round
            } else {
                Kind::Turns
            };
            below = (0..width)
                .map(|_| self.sprout(&mut rng, &mut nodes, layer, kind, &below))
                .collect();
        }
        let at = below[0];
        Tree { nodes: Arc::new(nodes), at, players: self.players, tells_forced: false }
    }

    fn sprout(
        &self,
        rng: &mut SplitMix,
        nodes: &mut Vec<Node>,
        layer: usize,
        kind: Kind,
        below: &[usize],
    ) -> usize {
        let now = |rng: &mut SplitMix, one_in: usize| one_in > 0 && layer > 0 && rng.one_in(one_in);
        let mut node = self.blank(rng, layer);
        if below.is_empty() || now(rng, self.over) {
            node.turn = Turn::Over;
        } else if now(rng, self.dead_end) {
            node.children.clear();
        } else {
            match kind {
                Kind::Chance => node.turn = Turn::Chance,
                Kind::Round => return self.sprout_round(rng, nodes, layer, below),
                Kind::Turns => {}
            }
            let count = 1 + rng.below(self.most_moves) + usize::from(layer == 0);
            node.children = (0..count).map(|_| below[rng.below(below.len())]).collect();
            node.weights = (0..count).map(|_| 1 + rng.below(4) as u32).collect();
        }
        nodes.push(node);
        nodes.len() - 1
    }

    /// A round of two: the first seat's commitments, then the second's.
    fn sprout_round(
        &self,
        rng: &mut SplitMix,
        nodes: &mut Vec<Node>,
        layer: usize,
        below: &[usize],
    ) -> usize {
        let choices = vec![1 + rng.below(3) as u8, 1 + rng.below(3) as u8];
        let mut opening = self.blank(rng, layer);
        opening.turn = Turn::Together(Players::all(2));
        opening.choices.clone_from(&choices);
        for _ in 0..choices[0] {
            let mut second = self.blank(rng, layer);
            second.turn = Turn::Together(Players::only(Player::SECOND));
            second.choices.clone_from(&choices);
            second.children = (0..choices[1]).map(|_| below[rng.below(below.len())]).collect();
            second.weights = vec![1; second.children.len()];
            nodes.push(second);
            opening.children.push(nodes.len() - 1);
        }
        opening.weights = vec![1; opening.children.len()];
        nodes.push(opening);
        nodes.len() - 1
    }

    fn blank(&self, rng: &mut SplitMix, layer: usize) -> Node {
        let seat = if self.alternate { layer % self.players } else { rng.below(self.players) };
        let mut payoffs: Vec<i32> =
            (0..self.players).map(|_| [-1000, -300, 0, 500, 1000][rng.below(5)]).collect();
        let mut scores: Vec<i32> =
            (0..self.players).map(|_| rng.below(2001) as i32 - 1000).collect();
        if self.zero_sum {
            payoffs[1] = -payoffs[0];
            if rng.one_in(2) {
                scores[1] = -scores[0];
            }
        }
        Node {
            turn: Turn::Player(Player(seat as u8)),
            children: Vec::new(),
            weights: Vec::new(),
            payoffs,
            scores,
            choices: Vec::new(),
        }
    }
}

/// The answer must share out what plain max^n does.
pub fn assert_maxn(tree: &Tree, depth: u32, answer: Result<Report<u8>, SearchError>, what: &str) {
    match (answer, plain::maxn(&mut tree.clone(), &mut Written::default(), depth)) {
        (Ok(report), Some(values)) => {
            if report.stopped == Some(Stopped::Forced) {
                return;
            }
            let shares: Vec<f32> = values
                .iter()
                .map(|&value| ((f64::from(value) / 1_024_000.0 + 1.0) / 2.0) as f32)
                .collect();
            assert_eq!(report.shares, shares, "{what}: {report:?}");
        }
        (Err(SearchError::NoMove), None) => {}
        (Ok(report), None) if report.stopped == Some(Stopped::Forced) => {}
        (answer, value) => panic!("{what}: {answer:?} but {value:?}"),
    }
}
