//! One simulation: down the tree, a random game, and back.

use super::Options;
use super::look::Look;
use super::select::Formula;
use super::tree::{EXCLUDED, Family, LANES, NodeId, Proof, Tree};
use crate::patterns::Shares;
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::SplitMix;
use takeback_hex::Bits;
use takeback_hex::{Colour, Geometry, MAX_SIDE};
use takeback_hex::{Room, play_on};
use takeback_hex::{fill_in_among, is_wasted};

/// A board as simulations see it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Board<B> {
    pub(super) stones: [B; 2],
    pub(super) mover: Colour,
    pub(super) last: Option<usize>,
}

/// One thread's part in a search.
pub(super) struct Worker<'a, B: Bits> {
    geometry: &'static Geometry<B>,
    options: &'a Options,
    tree: &'a Tree<B>,
    root: Board<B>,
    look: Look<B>,
    room: Room,
    rng: SplitMix,
    path: Vec<Step<B>>,
    /// Per cell of the last full board, one where Black has it: cheaper to ask
    /// than a set, and every family on the path asks for every child.
    black: [u8; MAX_SIDE * MAX_SIDE],
    patterns: Shares<B>,
    /// Per cell how likely a move there looks.
    shares: [f32; MAX_SIDE * MAX_SIDE],
    pub(super) tally: Tally,
}

/// A choice on the way down: whose it was, among whom, and who was chosen.
#[derive(Copy, Clone, Debug)]
struct Step<B> {
    family: Family<B>,
    mover: Colour,
    parent: NodeId,
    chosen: NodeId,
}

/// What a worker has done.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) simulations: u64,
    pub(super) plies: u64,
    pub(super) depths: u64,
    pub(super) deepest: u32,
    pub(super) looks: u64,
}

/// What a simulation came to.
enum Outcome<B> {
    /// A game played to a full board.
    Played { winner: Colour, stones: [B; 2] },
    /// A node whose winner is known.
    Known { winner: Colour },
}

impl<'a, B: Bits> Worker<'a, B> {
    pub(super) fn new(
        geometry: &'static Geometry<B>,
        options: &'a Options,
        tree: &'a Tree<B>,
        root: Board<B>,
        look: Look<B>,
        rng: SplitMix,
    ) -> Self {
        let (room, patterns) = (Room::default(), Shares::new(geometry));
        let (path, tally) = (Vec::with_capacity(128), Tally::default());
        let (black, shares) = ([0; MAX_SIDE * MAX_SIDE], [0.0; MAX_SIDE * MAX_SIDE]);
        Worker {
            geometry,
            options,
            tree,
            root,
            look,
            room,
            rng,
            path,
            black,
            patterns,
            shares,
            tally,
        }
    }

    /// Simulate once.
    pub(super) fn simulate(&mut self) {
        let outcome = self.descend();
        let depth = self.path.len() as u32;
        self.tally.simulations += 1;
        self.tally.depths += u64::from(depth);
        self.tally.deepest = self.tally.deepest.max(depth);
        self.ascend(&outcome);
    }

    fn descend(&mut self) -> Outcome<B> {
        let tree = self.tree;
        let mut board = self.root;
        let mut node = NodeId::ROOT;
        let mut visits = tree.enter(node);
        loop {
            if let Some(proof) = tree.proof(node) {
                return Outcome::Known { winner: settled(proof, board.mover) };
            }
            let family = match tree.family(node) {
                Some(family) => family,
                None if visits < self.options.expand_after && node != NodeId::ROOT => {
                    return self.play_out(&board);
                }
                None => match self.expand(node, &board) {
                    Some(family) => family,
                    None if tree.proof(node).is_some() => continue,
                    None => return self.play_out(&board),
                },
            };
            board.stones = family.stones;
            if visits >= self.options.look_after && tree.claim_look(node) {
                self.tally.looks += 1;
                self.look.visit(self.geometry, tree, node, family, &board);
                continue;
            }
            let formula = Formula::new(self.options, visits);
            let Some(child) = tree.best_child(family, &formula) else {
                tree.prove(node, Proof::Win);
                continue;
            };
            let mover = board.mover;
            self.path.push(Step { family: *family, mover, parent: node, chosen: child });
            board.play(tree.cell(child));
            node = child;
            visits = tree.enter(node);
        }
    }

    /// Give a node its children. Fill-in may decide the game instead.
    fn expand(&mut self, node: NodeId, board: &Board<B>) -> Option<&'a Family<B>> {
        let Choices { stones, cells } = choices(self.geometry, self.tree, node, board)?;
        self.patterns.judge(stones, board.mover, board.last, cells, &mut self.shares);
        let (weight, shares) = (self.options.bias, &self.shares);
        self.tree.open(node, stones, cells, |at| weight * shares[at])
    }

    fn play_out(&mut self, board: &Board<B>) -> Outcome<B> {
        let g = self.geometry;
        let (room, rng) = (&mut self.room, &mut self.rng);
        let policy = self.options.policy;
        let stones = play_on(g, board.stones, board.mover, policy, board.last, room, rng);
        self.tally.plies += g.all.minus(board.stones[0] | board.stones[1]).count() as u64;
        let black = g.joins(Colour::Black, stones[0]);
        let winner = if black { Colour::Black } else { Colour::White };
        Outcome::Played { winner, stones }
    }

    /// Tell every node on the path, and carry proofs up.
    fn ascend(&mut self, outcome: &Outcome<B>) {
        let tree = self.tree;
        let (winner, stones) = match *outcome {
            Outcome::Played { winner, stones } => (winner, Some(stones)),
            Outcome::Known { winner } => (winner, None),
        };
        if let Some([black, _]) = stones {
            self.black[..self.geometry.size.cells()].fill(0);
            black.iter().for_each(|at| self.black[at] = 1);
        }
        while let Some(Step { family, mover, parent, chosen }) = self.path.pop() {
            if winner == mover {
                tree.win(chosen);
            }
            if stones.is_some() {
                tell(tree, &family, &self.black, mover, winner == mover);
            } else {
                conclude(tree, &family, parent, chosen);
            }
        }
        if winner != self.root.mover {
            tree.win(NodeId::ROOT);
        }
    }
}

/// What may be played in a node, after fill-in.
pub(super) struct Choices<B> {
    /// The stones with those that fill-in adds.
    pub(super) stones: [B; 2],
    /// The cells worth a try.
    pub(super) cells: B,
}

/// The children that a node is to have; `None` where fill-in decides the game, which
/// is then a proof in the node.
pub(super) fn choices<B: Bits>(
    g: &Geometry<B>,
    tree: &Tree<B>,
    node: NodeId,
    board: &Board<B>,
) -> Option<Choices<B>> {
    let near = match board.last {
        Some(at) if node != NodeId::ROOT => g.grown(g.grown(B::bit(at))),
        _ => g.all,
    };
    let stones = fill_in_among(g, board.stones, near).stones;
    for colour in Colour::BOTH {
        if g.joins(colour, stones[colour.index()]) {
            let won = if colour == board.mover { Proof::Loss } else { Proof::Win };
            tree.prove(node, won);
            return None;
        }
    }
    let empty = g.all.minus(stones[0] | stones[1]);
    let mut live = B::EMPTY;
    for at in empty.iter() {
        if !is_wasted(g, stones, board.mover, at) {
            live = live.with(at);
        }
    }
    let cells = if live.is_empty() { empty } else { live };
    Some(Choices { stones, cells })
}

impl<B: Bits> Board<B> {
    #[inline]
    pub(super) fn play(&mut self, at: usize) {
        let own = &mut self.stones[self.mover.index()];
        *own = own.with(at);
        self.mover = self.mover.other();
        self.last = Some(at);
    }
}

/// The winner by a proof that the one who moved into a node sees, where
/// `mover` is to move.
pub(super) fn settled(proof: Proof, mover: Colour) -> Colour {
    match proof {
        Proof::Win => mover.other(),
        Proof::Loss => mover,
    }
}

/// What a child's proof means for its parent.
pub(super) fn conclude<B: Bits>(tree: &Tree<B>, family: &Family<B>, parent: NodeId, child: NodeId) {
    match tree.proof(child) {
        Some(Proof::Win) => tree.prove(parent, Proof::Loss),
        Some(Proof::Loss) => {
            tree.set_bias(child, EXCLUDED);
            if tree.is_refuted(family) {
                tree.prove(parent, Proof::Win);
            }
        }
        None => {}
    }
}

/// All moves as first: credit every child whose cell fell to the mover.
#[inline]
fn tell<B: Bits>(
    tree: &Tree<B>,
    family: &Family<B>,
    black: &[u8; MAX_SIDE * MAX_SIDE],
    mover: Colour,
    won: bool,
) {
    let credit = 1 << 32 | u64::from(won);
    let flip = u8::from(mover == Colour::White);
    for number in family.blocks() {
        let block = tree.block(number);
        // Lanes of padding are told as well: nobody asks them.
        for lane in 0..LANES {
            // Half of all cells fall to the mover, so a branch would be guessed wrong.
            let cell = block.cell[lane].load(Relaxed) as usize;
            let told = credit * u64::from(black[cell] ^ flip);
            let amaf = &block.amaf[lane];
            amaf.store(amaf.load(Relaxed) + told, Relaxed);
        }
    }
}
