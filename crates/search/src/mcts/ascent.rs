//! The way back up: moves are taken back, and every node on the line learns what was found.

use super::guide::Guide;
use super::proof::Proof;
use super::rollout::Rollout;
use super::share::Share;
use super::trace::Trace;
use super::tree::{NodeId, Tree};
use super::worker::{Outcome, Scene, Visit, Worker};
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::{Game, Player};

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Worker<G, R, T, P> {
    /// Back to the root, every move taken back and every node told.
    pub(super) fn ascend(&mut self, scene: &Scene<'_, G>, outcome: Outcome) {
        while let Some(Visit { node, mover, floor, m, undo }) = self.path.pop() {
            let share = mover.map_or(Share::default(), |p| self.shares[p.index()]);
            leave(scene.tree, node, outcome, share);
            self.game.unmake(m, undo);
            self.rollout.unmade(&self.game, m);
            self.guide.unmade(&self.game, m);
            if let (Some(floor), Some(mover)) = (floor, mover)
                && self.holds_more(scene, node, floor, mover)
            {
                self.settled(scene, floor);
            }
            self.after_step::<false>(scene, node, mover, m, outcome);
        }
    }

    /// What a node's parent, where the position stands again, learns from it.
    #[inline]
    pub(super) fn after_step<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        node: NodeId,
        mover: Option<Player>,
        m: G::Move,
        outcome: Outcome,
    ) {
        let (parent, before) = match self.path.last() {
            Some(visit) => (visit.node, visit.mover),
            None => (NodeId::ROOT, None),
        };
        if let Some(proof) = Proof::read(scene.tree.proof(node)) {
            self.conclude(scene, proof, parent, mover);
        }
        if T::ON && outcome == Outcome::Result && !self.game.is_broken() {
            self.tell_amaf::<SHARED>(scene, parent, mover, m);
        }
        if P::INFORMED && scene.tree.columns.judged {
            back_up_judgement(scene.tree, parent, before, mover);
        }
    }

    /// Whether a player who holds a proven result takes it rather than a child
    /// that looks worse on the whole.
    #[cold]
    pub(super) fn holds_more(
        &self,
        scene: &Scene<'_, G>,
        child: NodeId,
        floor: Proof,
        mover: Player,
    ) -> bool {
        scene.results.payoff(floor, mover).share() >= scene.tree.stat(child).mean()
    }

    /// Carry a child's proof up to its parent.
    #[cold]
    fn conclude(&self, scene: &Scene<'_, G>, proof: Proof, up: NodeId, mover: Option<Player>) {
        let wanted = scene.options.solver || proof.is_dead();
        if wanted && scene.tree.proof(up) == 0 {
            scene.results.propagate(scene.tree, up, mover);
        }
    }

    /// Credit all siblings whose moves the same player made later on.
    fn tell_amaf<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        parent: NodeId,
        mover: Option<Player>,
        m: G::Move,
    ) {
        let (Some(mover), Some(family)) = (mover, scene.tree.family(parent)) else { return };
        self.trace.played(&self.game, mover, m);
        let share = self.shares[mover.index()];
        for child in scene.tree.children(family) {
            if self.trace.saw(&self.game, mover, scene.tree.step(child)) {
                scene.tree.add_amaf::<SHARED>(child, share);
            }
        }
    }
}

/// A lone thread tells a node that was entered how it went.
#[inline]
pub(super) fn leave<M: Copy>(tree: &Tree<M>, node: NodeId, outcome: Outcome, share: Share) {
    match outcome {
        Outcome::Result => tree.leave(node, share),
        Outcome::Nothing => tree.withdraw(node),
    }
}

/// The best judged child of a node, seen by the one who moved into it.
fn back_up_judgement<M: Copy>(
    tree: &Tree<M>,
    node: NodeId,
    mover: Option<Player>,
    decider: Option<Player>,
) {
    let (Some(decider), Some(mover)) = (decider, mover) else { return };
    let Some(family) = tree.family(node) else { return };
    let judged =
        |node: NodeId| f32::from_bits(tree.judged[node.chunk()][node.lane()].load(Relaxed));
    let best = tree.children(family).map(judged).fold(0.0, f32::max);
    if best > 0.0 {
        set_judged(tree, node, if mover == decider { best } else { 1.0 - best });
    }
}

/// Store a judgement; zero is kept for "none".
pub(super) fn set_judged<M>(tree: &Tree<M>, node: NodeId, share: f32) {
    let share = if share.is_nan() { 0.5 } else { share.clamp(1e-6, 1.0) };
    tree.judged[node.chunk()][node.lane()].store(share.to_bits(), Relaxed);
}
