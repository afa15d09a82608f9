//! How one of several threads walks: down to a place of its own, and to and
//! fro there.
//!
//! What threads that share a tree pay for is lines of cache: to choose among
//! the children of a node means to read what others have just written about
//! them, and to tell a result means to take the line away from them. Were every
//! simulation to begin at the root and to end there, all would write to the
//! same lines all the time, and two threads would be slower than one.
//!
//! So a thread that steps to a much visited node takes an *errand* there: as
//! many simulations as are a small part of what the node has seen. It counts
//! them as begun at once, so that the others, who compare bounds, go elsewhere;
//! it runs them with its position at the node, where errands below are part of
//! this one and smaller; and when the last is done it tells the node all their
//! results together and goes one step up. A crowded node is thus written to
//! twice an errand and not twice a simulation, the nodes below belong to this
//! thread meanwhile, and the way down from the root is not walked again.
//!
//! Where few have been, an errand is one simulation, told at once.

use super::guide::Guide;
use super::proof::{Proof, Results};
use super::rollout::Rollout;
use super::share::Share;
use super::trace::Trace;
use super::tree::{Chunk, NodeId};
use super::worker::{Outcome, Scene, Visit, Worker};
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::{Game, Player};

/// The part of a node's visits that one errand may add, and that those of all
/// threads may, should they meet there. Half of all is much, but they hardly
/// ever meet, since those on their way count: at equal simulations sixteen
/// threads play as well as with an eighth, and make half as many again.
const PART: u32 = 32;
const PART_OF_ALL: u32 = 2;

/// No errand is longer, and those of all threads together are counted in
/// sixteen bits.
const MOST: u32 = 1024;
const MOST_OF_ALL: u32 = 1 << 15;

/// What a thread has to do at one node of its line.
#[derive(Copy, Clone)]
struct Errand {
    /// Simulations counted as begun.
    taken: u32,
    /// Those that nobody has started, here or below.
    left: u32,
    /// Those that came back with a result.
    results: u32,
}

/// One thread's errands, from the root down to where it stands.
pub(super) struct Errands {
    stack: Vec<Errand>,
    /// What the results were worth, in units: a row of players for each errand.
    sums: Vec<u64>,
    players: usize,
    part: u32,
    most: u32,
}

impl Errands {
    /// For one of so many threads.
    pub(super) fn new(players: usize, threads: usize) -> Errands {
        let threads = threads.clamp(1, MOST_OF_ALL as usize) as u32;
        Errands {
            stack: Vec::new(),
            sums: Vec::new(),
            players,
            part: PART.max(PART_OF_ALL * threads),
            most: MOST.min(MOST_OF_ALL / threads),
        }
    }

    /// How many simulations to take to a node that so many have seen.
    #[inline]
    pub(super) fn portion(&self, seen: u32) -> u32 {
        let left = self.stack.last().map_or(u32::MAX, |errand| errand.left);
        (seen / self.part).min(self.most).min(left).max(1)
    }

    /// Whether one step down may be an errand of more than one simulation.
    #[inline]
    pub(super) fn is_long(&self) -> bool {
        self.stack.last().is_none_or(|errand| errand.left > 1)
    }

    #[inline]
    pub(super) fn begin(&mut self, taken: u32) {
        if let Some(above) = self.stack.last_mut() {
            above.left -= taken;
        }
        self.stack.push(Errand { taken, left: taken, results: 0 });
        self.sums.resize(self.stack.len() * self.players, 0);
    }

    /// A simulation ends at the lowest node, with a result or without.
    #[inline]
    fn note(&mut self, found: Option<&[Share]>) {
        let Some(errand) = self.stack.last_mut() else { return };
        errand.left -= 1;
        if let Some(shares) = found {
            errand.results += 1;
            let row = (self.stack.len() - 1) * self.players;
            for (sum, share) in self.sums[row..].iter_mut().zip(shares) {
                *sum += u64::from(share.units());
            }
        }
    }

    /// What the lowest errand was worth to a player.
    #[inline]
    fn units(&self, player: Player) -> u64 {
        self.sums[(self.stack.len() - 1) * self.players + player.index()]
    }

    /// What is known for certain is what every simulation of the lowest errand
    /// was worth.
    #[cold]
    fn replace(&mut self, results: &Results, proof: Proof) {
        let at = self.stack.len() - 1;
        for (seat, sum) in self.sums[at * self.players..].iter_mut().enumerate() {
            let share = Share::from(results.payoff(proof, Player(seat as u8)));
            *sum = u64::from(self.stack[at].results) * u64::from(share.units());
        }
    }

    /// The lowest errand ends and becomes part of the one above, which gets
    /// back what was not done.
    #[inline]
    fn end(&mut self) {
        let Some(Errand { left, results, .. }) = self.stack.pop() else { return };
        if let Some(above) = self.stack.last_mut() {
            above.left += left;
            above.results += results;
            let row = self.stack.len() * self.players;
            let (sums, part) = self.sums.split_at_mut(row);
            for (sum, part) in sums[row - self.players..].iter_mut().zip(part) {
                *sum += *part;
            }
        }
        self.sums.truncate(self.stack.len() * self.players);
    }
}

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Worker<G, R, T, P> {
    /// One simulation, from where the last one left this thread.
    #[inline]
    pub(super) fn go_on(&mut self, scene: &Scene<'_, G>, forced: Option<NodeId>) {
        let tree = scene.tree;
        let (from, node) = (self.path.len(), self.path.last().map_or(NodeId::ROOT, |v| v.node));
        let seen = tree.chunks[node.chunk()].seen[node.lane()].load(Relaxed);
        if self.errands.stack.is_empty() {
            // Those who are sent to a move of the root come back each time.
            let alone = T::ON || forced.is_some() || tree.family(node).is_none();
            let taken = if alone { 1 } else { self.errands.portion(seen) };
            self.errands.begin(taken);
            tree.enter_many(node, taken);
        }
        let outcome = self.descend::<true>(scene, forced, node, seen);
        let depth = self.path.len();
        let found = (outcome == Outcome::Result).then_some(&*self.shares);
        self.tally.note(depth as u32, found);
        // The way to where it began was not gone again.
        self.tally.nodes -= from as u64;
        self.errands.note(found);
        if outcome == Outcome::Nothing || self.game.is_broken() {
            self.come_home(scene);
        } else {
            self.climb(scene);
        }
        if self.game.is_broken() {
            self.rebuild(scene);
        }
    }

    /// Take an errand to a child; gives how many had gone there before. What
    /// chance chooses, it chooses for one simulation.
    #[inline]
    pub(super) fn set_out(&mut self, chunk: &Chunk<G::Move>, lane: usize, chosen: bool) -> u32 {
        let long = chosen && !T::ON && self.errands.is_long() && chunk.family(lane).is_some();
        let taken = if long { self.errands.portion(chunk.seen[lane].load(Relaxed)) } else { 1 };
        self.errands.begin(taken);
        chunk.enter_many(lane, taken)
    }

    /// Up to the first node with something left to do and to learn.
    fn climb(&mut self, scene: &Scene<'_, G>) {
        while let Some(&Errand { left, .. }) = self.errands.stack.last() {
            let node = self.path.last().map_or(NodeId::ROOT, |visit| visit.node);
            if left > 0 && scene.tree.proof(node) == 0 {
                return;
            }
            self.go_up(scene);
        }
    }

    /// Back to the root, with everything told and nothing in hand.
    pub(super) fn come_home(&mut self, scene: &Scene<'_, G>) {
        while !self.errands.stack.is_empty() {
            self.go_up(scene);
        }
    }

    /// End the lowest errand: tell its node, take back the move to it.
    fn go_up(&mut self, scene: &Scene<'_, G>) {
        let Some(&Errand { taken, results, .. }) = self.errands.stack.last() else { return };
        let Some(Visit { node, mover, floor, m, undo }) = self.path.pop() else {
            scene.tree.leave_many(NodeId::ROOT, taken, results, 0);
            return self.errands.end();
        };
        let units = mover.map_or(0, |player| self.errands.units(player));
        scene.tree.leave_many(node, taken, results, units);
        self.game.unmake(m, undo);
        self.rollout.unmade(&self.game, m);
        self.guide.unmade(&self.game, m);
        if let (Some(floor), Some(mover)) = (floor, mover)
            && self.holds_more(scene, node, floor, mover)
        {
            self.settled(scene, floor);
            self.errands.replace(scene.results, floor);
        }
        self.errands.end();
        let outcome = if results > 0 { Outcome::Result } else { Outcome::Nothing };
        self.after_step::<true>(scene, node, mover, m, outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::Stat;
    use super::super::{Mcts, Options};
    use super::*;
    use crate::{Limits, Search};
    use takeback_core::{Moves, Payoff, Turn, mix};

    #[test]
    fn an_errand_is_a_part_of_what_was_seen_and_of_the_one_above() {
        let mut errands = Errands::new(2, 2);
        for (seen, taken) in [(0, 1), (63, 1), (64, 2), (320, 10), (1 << 30, MOST)] {
            assert_eq!(errands.portion(seen), taken);
        }
        errands.begin(10);
        assert_eq!((errands.portion(64), errands.portion(1 << 20)), (2, 10));
        errands.begin(9);
        errands.end();
        errands.begin(10);
        assert_eq!(errands.stack[0].left, 0);
        let many = Errands::new(2, 4096);
        assert!(many.portion(1 << 30) * 4096 <= MOST_OF_ALL);
        assert_eq!(Errands::new(2, 16).portion(1280), 40);
        assert_eq!(Errands::new(2, 64).portion(1280), 10);
    }

    #[test]
    fn what_is_found_below_is_found_above() {
        let mut errands = Errands::new(2, 2);
        errands.begin(4);
        errands.begin(3);
        errands.begin(1);
        errands.note(Some(&[Share::ONE, Share::default()]));
        errands.end();
        errands.begin(1);
        errands.note(None);
        errands.end();
        assert_eq!((errands.stack[1].left, errands.stack[1].results), (1, 1));
        assert_eq!(errands.units(Player::FIRST), u64::from(Share::ONE.units()));
        errands.note(Some(&[Share::HALF, Share::HALF]));
        errands.end();
        assert_eq!((errands.stack[0].left, errands.stack[0].results), (1, 2));
        assert_eq!(errands.units(Player::FIRST), u64::from(Share::ONE.units() * 3 / 2));
        assert_eq!(errands.units(Player::SECOND), u64::from(Share::HALF.units()));
        errands.end();
        assert!(errands.stack.is_empty() && errands.sums.is_empty());
    }

    /// Two players take turns, and chance alone says who has won.
    #[derive(Clone)]
    struct Lottery {
        state: u64,
        ply: u8,
    }

    impl Game for Lottery {
        type Move = u8;
        type Undo = u64;
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            if self.ply == 12 { Turn::Over } else { Turn::Player(Player(self.ply % 2)) }
        }
        fn moves(&self, out: &mut Moves<u8>) {
            out.extend(0..9);
        }
        fn make(&mut self, m: u8) -> u64 {
            self.ply += 1;
            let next = mix(self.state ^ u64::from(m) << 8 | 1);
            std::mem::replace(&mut self.state, next)
        }
        fn unmake(&mut self, _: u8, state: u64) {
            self.ply -= 1;
            self.state = state;
        }
        fn payoff(&self, player: Player) -> Payoff {
            let first = if self.state % 5 < 3 { Payoff::WIN } else { Payoff::LOSS };
            if player == Player::FIRST { first } else { -first }
        }
    }

    /// Every visit and every result is in the tree once, whoever made it: what
    /// a node has is what its children have and what was found at itself.
    #[test]
    fn parents_have_what_their_children_have() {
        let one = u64::from(Share::ONE.units());
        for (threads, memory, seed) in [(2, 64, 1), (2, 64, 2), (4, 64, 3), (4, 1, 4)] {
            let options = Options { solver: false, ..Options::default() };
            let mut mcts = Mcts::uniform().with(options);
            let limits = Limits { threads, memory, seed, ..Limits::iterations(60_000) };
            let lottery = Lottery { state: seed, ply: 0 };
            mcts.search(&lottery, &limits, &mut |_| {}).expect("playable");
            let tree = &mcts.forest[0];
            let (mut todo, mut inner) = (vec![NodeId::ROOT], 0);
            while let Some(node) = todo.pop() {
                let stat = tree.stat(node);
                assert_eq!(stat.seen, stat.done, "nobody is on his way");
                let Some(family) = tree.family(node) else { continue };
                let children: Vec<Stat> = tree.children(family).map(|c| tree.stat(c)).collect();
                todo.extend(tree.children(family));
                let below: u32 = children.iter().map(|child| child.done).sum();
                if memory == 1 {
                    // A family that was forgotten and came back has seen less.
                    assert!(below <= stat.done, "{below} of {}", stat.done);
                    continue;
                }
                if node == NodeId::ROOT {
                    assert_eq!((below, stat.done), (60_000, 60_000));
                    continue;
                }
                inner += 1;
                let lost: u64 =
                    children.iter().map(|child| u64::from(child.done) * one - child.total).sum();
                // Mostly one, of the first visit; none where another thread was quicker
                // to open the family.
                let (here, won) = (stat.done - below, stat.total - lost);
                assert!(won <= u64::from(here) * one, "{here} here, {won} units");
                assert_eq!(won % one, 0);
            }
            assert!(memory == 1 || inner > 1000, "{inner}");
        }
    }
}
