//! One simulation: down the tree by `make`, on by a rollout; back by `unmake` in `ascent.rs`.
//!
//! A worker owns one live position that stands at the root between
//! simulations. Nothing in here allocates once the buffers are warm.

use super::ascent::{leave, set_judged};
use super::errand::Errands;
use super::expand::Expansion;
use super::guide::Guide;
use super::options::{Options, Rule};
use super::proof::{Proof, Results};
use super::reclaim::Stock;
use super::rollout::{Ending, Rollout, by_weight};
use super::select::{AmafLanes, Best, Formula};
use super::share::Share;
use super::tally::Tally;
use super::trace::Trace;
use super::tree::{LANES, NodeId, Tree};
use super::weights::Weights;
use crate::StopFlag;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use takeback_core::{Game, Moves, Player, SplitMix, Turn};

/// What all workers of a search look at.
pub(super) struct Scene<'a, G: Game> {
    pub(super) root: &'a G,
    pub(super) tree: &'a Tree<G::Move>,
    pub(super) results: &'a Results,
    pub(super) options: &'a Options,
    pub(super) stop: &'a StopFlag,
}

/// One step of the line that is being simulated.
pub(super) struct Visit<G: Game> {
    /// Where the step led.
    pub(super) node: NodeId,
    /// Whose choice it was; `None` for chance.
    pub(super) mover: Option<Player>,
    /// What the mover held for certain instead.
    pub(super) floor: Option<Proof>,
    pub(super) m: G::Move,
    pub(super) undo: G::Undo,
}

/// Statistics borrowed from an ancestor (GRAVE), looked up by move number.
#[derive(Default)]
struct Borrowed {
    words: Vec<(u64, u64)>,
    stamp: u64,
    lender: Option<u32>,
    ready: bool,
}

/// Runs simulations on a position of its own. Workers stand side by side in
/// memory and write all the time: apart, lest they share a line of cache.
#[repr(align(128))]
pub(super) struct Worker<G: Game, R, T, P> {
    pub(super) game: G,
    pub(super) moves: Moves<G::Move>,
    pub(super) priors: Vec<f32>,
    pub(super) ranking: Vec<(f32, G::Move)>,
    pub(super) guide: P,
    pub(super) tally: Tally,
    /// Visits since the clock was looked at.
    pub(super) since_look: u64,
    pub(super) rollout: R,
    pub(super) trace: T,
    spare: (R, P),
    rng: SplitMix,
    pub(super) path: Vec<Visit<G>>,
    /// What the player in turn holds for certain.
    floor: Option<Proof>,
    pub(super) shares: Vec<Share>,
    borrowed: Borrowed,
    weights: Weights,
    /// What one of several threads has to do where it stands.
    pub(super) errands: Errands,
    /// Threads explore a little more or less than each other: where children
    /// are about equal, which is everywhere, they part and do not meet in the
    /// same corner of the tree.
    pub(super) boldness: f32,
    /// The same by the position, where the game has something to say.
    pub(super) exploring: Option<fn(&G) -> f32>,
    /// Chunks that are this thread's to use.
    pub(super) stock: Stock,
    /// Its seat at the tree, and the epoch it has noted there.
    pub(super) seat: usize,
    epoch: u32,
}

/// Whether a simulation found something out.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Outcome {
    Result,
    Nothing,
}

/// Where to go on from a family.
enum Choice {
    Child(NodeId),
    /// Other threads hold all there is: play on from here.
    Here,
    /// Nothing but dead ends below.
    Dead,
}

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Worker<G, R, T, P> {
    /// One of so many threads.
    pub(super) fn new(
        root: &G,
        mut rollout: R,
        mut trace: T,
        mut guide: P,
        rng: SplitMix,
        threads: usize,
    ) -> Self {
        trace.prepare(root);
        rollout.begin(root);
        guide.begin(root);
        let players = root.players();
        Worker {
            game: root.clone(),
            moves: Moves::new(),
            priors: Vec::with_capacity(256),
            ranking: Vec::with_capacity(256),
            spare: (rollout.clone(), guide.clone()),
            rollout,
            guide,
            borrowed: Borrowed { words: vec![(0, 0); trace.indices()], ..Borrowed::default() },
            trace,
            tally: Tally::new(players),
            since_look: 0,
            rng,
            path: Vec::with_capacity(256),
            floor: None,
            shares: vec![Share::HALF; players],
            weights: Weights::default(),
            errands: Errands::new(players, threads),
            boldness: 1.0,
            exploring: None,
            stock: Stock::default(),
            seat: 0,
            epoch: 0,
        }
    }

    /// The beginning of a round.
    pub(super) fn sit_down(&mut self, scene: &Scene<'_, G>) {
        self.epoch = scene.tree.epoch();
        scene.tree.note_epoch(self.seat, self.epoch);
    }

    /// A first simulation, while nobody else is there.
    pub(super) fn open_root(&mut self, scene: &Scene<'_, G>) {
        self.sit_down(scene);
        self.simulate::<true>(scene, None);
        self.settle_up(scene);
    }

    /// The end of a round: others may do what they like to the tree.
    pub(super) fn settle_up(&mut self, scene: &Scene<'_, G>) {
        self.come_home(scene);
        scene.tree.give_back(&mut self.stock);
        scene.tree.leave_seat(self.seat);
    }

    /// Between two simulations: note that none of its nodes is in use any
    /// more, and see that there is room for the next.
    #[inline]
    pub(super) fn keep_house(&mut self, scene: &Scene<'_, G>, halt: &dyn Fn() -> bool) {
        if scene.tree.epoch() != self.epoch {
            self.catch_up(scene);
        }
        // Looking for room at every simulation would cost more than a few
        // leaves that wait for their children.
        if self.tally.simulations.is_multiple_of(32) && scene.tree.is_low() {
            self.make_room(scene, halt);
        }
    }

    /// What was found out below detached families is told while they are
    /// still what they were.
    #[cold]
    fn catch_up(&mut self, scene: &Scene<'_, G>) {
        self.come_home(scene);
        self.sit_down(scene);
    }

    #[cold]
    fn make_room(&mut self, scene: &Scene<'_, G>, halt: &dyn Fn() -> bool) {
        if scene.tree.forget_some(self.tally.simulations, halt) {
            self.catch_up(scene);
            scene.tree.release();
        }
    }

    /// One simulation, at the root through `forced` if given.
    #[inline]
    pub(super) fn simulate<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        forced: Option<NodeId>,
    ) {
        self.trace.clear();
        if T::ON {
            self.borrowed.lender = None;
        }
        if SHARED {
            return self.go_on(scene, forced);
        }
        self.path.clear();
        let seen = scene.tree.enter(NodeId::ROOT);
        let outcome = self.descend::<false>(scene, forced, NodeId::ROOT, seen);
        let depth = self.path.len() as u32;
        let found = (outcome == Outcome::Result).then_some(&*self.shares);
        self.tally.note(depth, found);
        self.ascend(scene, outcome);
        leave(scene.tree, NodeId::ROOT, outcome, Share::default());
        if self.game.is_broken() {
            self.rebuild(scene);
        }
    }

    /// From a node where the position stands, and that so many have seen.
    pub(super) fn descend<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        forced: Option<NodeId>,
        mut node: NodeId,
        mut seen: u32,
    ) -> Outcome {
        let tree = scene.tree;
        let mut chunk = &tree.chunks[node.chunk()];
        let mut siblings = 0;
        loop {
            if let Some(proof) = Proof::read(chunk.proof[node.lane()].load(Relaxed)) {
                return self.settled(scene, proof);
            }
            let turn = self.game.turn();
            if turn == Turn::Over {
                return self.finished(scene, node);
            }
            let family = match chunk.family(node.lane()) {
                Some(family) => family,
                None if !is_ripe(scene.options, node, seen, siblings) => {
                    return self.roll::<SHARED>(scene, node, turn);
                }
                None => match self.expand::<SHARED>(scene, node, turn) {
                    _ if self.game.is_broken() => return Outcome::Nothing,
                    Expansion::Family(family) => family,
                    Expansion::Dead => return Outcome::Nothing,
                    Expansion::Later => return self.roll::<SHARED>(scene, node, turn),
                },
            };
            // All of its lines at once, and not each when its turn comes.
            tree.chunks.fetch(family);
            let head = &tree.chunks[family];
            let mover = turn.decider();
            self.floor = None;
            let choice = match (mover, forced) {
                (_, Some(child)) if node == NodeId::ROOT => Choice::Child(child),
                (Some(mover), _) => self.choose::<SHARED>(scene, node, family, seen, mover),
                (None, _) => self.sample(scene, family),
            };
            match choice {
                Choice::Child(child) => node = child,
                Choice::Here => return self.roll::<SHARED>(scene, node, turn),
                Choice::Dead => return Outcome::Nothing,
            }
            siblings = head.width.load(Relaxed);
            chunk = if node.chunk() == family { head } else { &tree.chunks[node.chunk()] };
            seen = match SHARED {
                true => self.set_out(chunk, node.lane(), mover.is_some()),
                false => chunk.enter(node.lane()),
            };
            self.step(chunk.step(node.lane()), node, mover);
            // A first visit, unless an earlier one was dropped and left a family.
            if seen == 0 && chunk.family(node.lane()).is_none() {
                return self.arrive::<SHARED>(scene, node);
            }
        }
    }

    #[inline]
    fn step(&mut self, m: G::Move, node: NodeId, mover: Option<Player>) {
        self.rollout.making(&self.game, m);
        self.guide.making(&self.game, m);
        let undo = self.game.make(m);
        self.rollout.made(&self.game, m);
        self.guide.made(&self.game, m);
        self.path.push(Visit { node, mover, floor: self.floor, m, undo });
    }

    /// A node's first visit.
    #[inline]
    fn arrive<const SHARED: bool>(&mut self, scene: &Scene<'_, G>, node: NodeId) -> Outcome {
        let turn = self.game.turn();
        if scene.tree.columns.judged {
            self.judge(scene, node);
        }
        if turn == Turn::Over {
            return self.finished(scene, node);
        }
        self.roll::<SHARED>(scene, node, turn)
    }

    #[inline]
    fn roll<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        node: NodeId,
        turn: Turn,
    ) -> Outcome {
        let (game, rng) = (&mut self.game, &mut self.rng);
        let ending = self.rollout.roll(game, rng, scene.stop, &mut self.shares, &mut self.trace);
        match ending {
            Ending::Result { plies } => {
                self.tally.nodes += u64::from(plies);
                Outcome::Result
            }
            Ending::Nothing { plies } => {
                self.tally.nodes += u64::from(plies);
                // Look closer next time, or the same leaf would be tried again
                // for ever.
                if !self.game.is_broken() && scene.tree.family(node).is_none() {
                    self.expand::<SHARED>(scene, node, turn);
                }
                Outcome::Nothing
            }
        }
    }

    /// The game is over at `node`: remember its result for good.
    fn finished(&mut self, scene: &Scene<'_, G>, node: NodeId) -> Outcome {
        if let Some(proof) = scene.results.of(|player| self.game.payoff(player)) {
            scene.tree.set_proof(node, proof.word());
        }
        for (seat, share) in self.shares.iter_mut().enumerate() {
            *share = Share::from(self.game.payoff(Player(seat as u8)));
        }
        Outcome::Result
    }

    pub(super) fn settled(&mut self, scene: &Scene<'_, G>, proof: Proof) -> Outcome {
        if proof.is_dead() {
            return Outcome::Nothing;
        }
        for (seat, share) in self.shares.iter_mut().enumerate() {
            *share = Share::from(scene.results.payoff(proof, Player(seat as u8)));
        }
        Outcome::Result
    }

    #[inline]
    fn choose<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        node: NodeId,
        family: u32,
        seen: u32,
        mover: Player,
    ) -> Choice {
        let head = &scene.tree.chunks[family];
        let (open, width) = (head.open(), head.width.load(Relaxed));
        let may_open = open < width;
        if may_open
            && (open == 0 || scene.options.first_play.is_none())
            && let Some(child) = self.open_next::<SHARED>(scene, family)
        {
            return Choice::Child(child);
        }
        if open == 0 {
            return Choice::Here;
        }
        let mut formula = if !T::ON && !P::INFORMED && scene.options.rule == Rule::Uct {
            Formula::plain(scene.options, self.weights.of(scene.options.exploration, seen))
        } else {
            Formula::new(scene.options, T::ON, seen)
        };
        if SHARED {
            formula.embolden(self.boldness);
        }
        if let Some(factor) = self.exploring {
            formula.weigh(factor(&self.game));
        }
        if let Some(weight) = formula.plain_weight()
            && !may_open
            && let Some(child) = scene.tree.best_at_a_glance(family, open, weight)
        {
            return Choice::Child(child);
        }
        let best = self.best::<SHARED>(scene, node, family, open, &formula, mover);
        let reluctant = best.score < formula.urgency();
        if (reluctant || best.is_settled())
            && may_open
            && let Some(child) = self.open_next::<SHARED>(scene, family)
        {
            self.hold(scene, best.floor);
            return Choice::Child(child);
        }
        match best.floor {
            _ if !best.is_settled() => {
                self.hold(scene, best.floor);
                Choice::Child(best.node)
            }
            Some((child, _)) => Choice::Child(child),
            None if may_open => Choice::Here,
            None => Choice::Dead,
        }
    }

    /// Remember that the player in turn need not accept less than this.
    #[inline]
    fn hold(&mut self, scene: &Scene<'_, G>, floor: Option<(NodeId, Proof)>) {
        if scene.options.solver {
            self.floor = floor.map(|(_, proof)| proof);
        }
    }

    #[inline]
    fn best<const SHARED: bool>(
        &mut self,
        scene: &Scene<'_, G>,
        node: NodeId,
        family: u32,
        open: u32,
        formula: &Formula,
        mover: Player,
    ) -> Best {
        let (tree, results) = (scene.tree, scene.results);
        if !T::ON {
            return tree.best_child::<SHARED>(family, open, formula, mover, results, |_| None);
        }
        if self.lends(scene, node, family) {
            let own = |at| Some(tree.amaf_lanes(at));
            return tree.best_child::<SHARED>(family, open, formula, mover, results, own);
        }
        self.borrow_statistics(scene);
        let borrowed = |at| Some(self.borrowed_lanes(scene, at));
        tree.best_child::<SHARED>(family, open, formula, mover, results, borrowed)
    }

    /// Whether a node has enough results to use (and lend) its own.
    fn lends(&mut self, scene: &Scene<'_, G>, node: NodeId, family: u32) -> bool {
        let below = scene.options.rave.borrow_below;
        if self.borrowed.lender.is_some() && scene.tree.stat(node).done < below {
            return false;
        }
        self.borrowed.lender = Some(family);
        self.borrowed.ready = false;
        true
    }

    fn borrow_statistics(&mut self, scene: &Scene<'_, G>) {
        let Some(lender) = self.borrowed.lender else { return };
        if std::mem::replace(&mut self.borrowed.ready, true) {
            return;
        }
        self.borrowed.stamp += 1;
        for child in scene.tree.children(lender) {
            let index = self.trace.index(&self.game, scene.tree.step(child));
            let word = scene.tree.amaf[child.chunk()][child.lane()].load(Relaxed);
            self.borrowed.words[index] = (self.borrowed.stamp, word);
        }
    }

    fn borrowed_lanes(&self, scene: &Scene<'_, G>, at: u32) -> AmafLanes {
        let words = std::array::from_fn(|lane| {
            let m = scene.tree.step(NodeId::new(at, lane));
            let (stamp, word) = self.borrowed.words[self.trace.index(&self.game, m)];
            if stamp == self.borrowed.stamp { word } else { 0 }
        });
        AmafLanes::from_words(words)
    }

    /// Let chance choose; its children stand in order of the list.
    fn sample(&mut self, scene: &Scene<'_, G>, family: u32) -> Choice {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let pick = by_weight(&self.game, self.moves.since(frame), &mut self.rng);
        self.moves.close(frame);
        let mut at = family;
        for _ in 0..pick / LANES {
            at = scene.tree.chunks[at].next.load(Acquire);
        }
        let child = NodeId::new(at, pick % LANES);
        let dead = Proof::read(scene.tree.proof(child)).is_some_and(Proof::is_dead);
        if dead { Choice::Dead } else { Choice::Child(child) }
    }

    fn judge(&mut self, scene: &Scene<'_, G>, node: NodeId) {
        let Some(mover) = self.path.last().and_then(|visit| visit.mover) else { return };
        set_judged(scene.tree, node, self.guide.judge(&self.game, mover));
    }

    /// An undo failed: go on from a copy of the root. The tree holds no
    /// position, so nothing in it is lost, and the random stream goes on.
    #[cold]
    pub(super) fn rebuild(&mut self, scene: &Scene<'_, G>) {
        self.game = scene.root.clone();
        (self.rollout, self.guide) = self.spare.clone();
        self.tally.rebuilt += 1;
    }
}

/// Whether a leaf has been visited often enough to get children.
#[inline]
fn is_ripe(options: &Options, node: NodeId, seen: u32, siblings: u32) -> bool {
    node == NodeId::ROOT || seen >= options.expand_after.unwrap_or(1 + siblings / 16)
}
