//! Monte-Carlo tree search on one live position.
//!
//! A simulation makes moves on its way down the tree, lets a [`Rollout`] find
//! out what the leaf is worth, and unmakes them on its way back. Nodes hold no
//! position, about 33 bytes each. Values are kept from the view of the player
//! who moved into a node, so any number of players, several moves in a row and
//! chance all work alike.
//!
//! What varies is a type parameter (and costs nothing when unused) or one of
//! the [`Options`]:
//!
//! * a simulation: `worker.rs` on its way down, `ascent.rs` back; what it counts: `tally.rs`
//! * rollout: [`Stepwise`], [`Whole`], ... in `rollout.rs`
//! * all moves as first: [`Mcts::rave`] with `trace.rs`
//! * priors and judgements: [`Mcts::guided`] with `guide.rs`
//! * proven values for any number of players: `proof.rs`
//! * lazily opened families: `expand.rs`; the formula: `select.rs`
//! * a bounded tree that forgets, and reuse between moves: `reclaim.rs`
//! * threads: `desk.rs`, `run.rs` and `errand.rs`; the halving root: `halving.rs`
//! * rounds played together: [`Decoupled`] in `decoupled/`

mod ascent;
mod column;
pub(crate) mod crew;
mod decoupled;
mod desk;
mod errand;
mod expand;
mod findings;
mod glance;
mod guide;
mod halving;
mod options;
mod proof;
mod reclaim;
pub(crate) mod rollout;
mod run;
mod select;
mod share;
mod tally;
mod trace;
mod tree;
mod weights;
mod worker;

pub use decoupled::{Bandit, Decoupled};
pub use guide::{Guide, Judged, NoGuide};
pub use options::{Options, Parallel, Rave, Root, Rule};
pub use rollout::{Drawing, Ending, Listing, Policy, Rollout, Stepwise, Whole, WholeTraced};
pub use share::Share;
pub use trace::{NoTrace, Seen, Trace};

use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};
use findings::Findings;
use proof::{Proof, Results};
use run::Run;
use std::time::Duration;
use takeback_core::{Evaluator, Game, Indexed, Key, Keyed, SplitMix, Turn};
pub(crate) use tally::Tally;
use tree::{Columns, NodeId, Tree};
use worker::Worker;

/// Monte-Carlo tree search.
///
/// ```
/// # use takeback_core::{Game, Moves, Payoff, Player, Turn};
/// # #[derive(Clone)]
/// # struct Nim { heap: u8, next: Player }
/// # impl Game for Nim {
/// #     type Move = u8; type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) } }
/// #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=self.heap.min(3)); }
/// #     fn make(&mut self, take: u8) { self.heap -= take; self.next = self.next.other(); }
/// #     fn unmake(&mut self, take: u8, (): ()) { self.heap += take; self.next = self.next.other(); }
/// #     fn payoff(&self, p: Player) -> Payoff { if p == self.next { Payoff::LOSS } else { Payoff::WIN } }
/// # }
/// use takeback_search::mcts::Mcts;
/// use takeback_search::{Limits, Search, Score};
///
/// let nim = Nim { heap: 10, next: Player::FIRST };
/// let report = Mcts::uniform().search(&nim, &Limits::iterations(10_000), &mut |_| {})?;
/// assert_eq!(report.best, 2); // leaves a multiple of four
/// assert!(matches!(report.score, Score::Win(_))); // and it is proven
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
pub struct Mcts<G: Game, R, T = NoTrace, P = NoGuide> {
    options: Options,
    rollout: R,
    trace: T,
    guide: P,
    forest: Vec<Tree<G::Move>>,
    results: Results,
    /// The position the forest belongs to.
    root: Option<G>,
    /// How to recognise a position again, for reuse.
    key: Option<fn(&G) -> Key>,
    /// How much more than usual to explore, by the position.
    exploring: Option<fn(&G) -> f32>,
    /// Whether the last search came to its end.
    sound: bool,
    /// Whether the forest was moved on by hand.
    advanced: bool,
}

/// By how much the boldest of several threads explores more than the shyest.
const BOLDNESS: f32 = 0.3;

impl<G: Game> Mcts<G, Stepwise<G, Listing<G>>> {
    /// Rollouts by listed moves: works for every game.
    #[must_use]
    pub fn uniform() -> Self {
        Mcts::new(Stepwise::new(Listing::default()))
    }
}

impl<G: Game, E: Evaluator<G>> Mcts<G, Stepwise<G, Listing<G>, E>> {
    /// Leaves judged at once by this evaluator, without a rollout: the choice
    /// for games whose random playouts are long and say little. In chess it
    /// wins 20 of 20 games against whole playouts at 30 ms a move.
    #[must_use]
    pub fn judged(evaluator: E) -> Self {
        Mcts::new(Stepwise::new(Listing::default()).cut(0, evaluator))
    }
}

impl<G: Game, R: Rollout<G>> Mcts<G, R> {
    /// With this rollout.
    #[must_use]
    pub fn new(rollout: R) -> Self {
        Mcts {
            options: Options::default(),
            rollout,
            trace: NoTrace,
            guide: NoGuide,
            forest: Vec::new(),
            results: Results::new(0),
            root: None,
            key: None,
            exploring: None,
            sound: true,
            advanced: false,
        }
    }
}

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Mcts<G, R, T, P> {
    /// With these options.
    #[must_use]
    pub fn with(mut self, options: Options) -> Self {
        self.options = options;
        self.forest.clear();
        self
    }

    /// Learn from all moves of a simulation as if they had been played first
    /// (RAVE, GRAVE); see [`Options::rave`]. The rollout has to tell its moves.
    #[must_use]
    pub fn rave(self) -> Mcts<G, R, Seen, P>
    where
        G: Indexed,
    {
        let Mcts { options, rollout, guide, key, exploring, .. } = self;
        let mcts = Mcts::assemble(options, rollout, Seen::default(), guide, key);
        Mcts { exploring, ..mcts }
    }

    /// With prior knowledge: for PUCT, the Gumbel root and implicit
    /// minimax.
    #[must_use]
    pub fn guided<Q: Guide<G>>(self, guide: Q) -> Mcts<G, R, T, Q> {
        let Mcts { options, rollout, trace, key, exploring, .. } = self;
        Mcts { exploring, ..Mcts::assemble(options, rollout, trace, guide, key) }
    }

    /// Weigh exploration by this factor of the position, which the game knows
    /// better than one number for all of them: 1 is as usual.
    #[must_use]
    pub fn exploring(mut self, factor: fn(&G) -> f32) -> Self {
        self.exploring = Some(factor);
        self
    }

    /// Keep what is known of the positions reached, from search to search. A
    /// position is found again by its key, a few moves on from the last.
    #[must_use]
    pub fn reusing(mut self) -> Self
    where
        G: Keyed,
    {
        self.key = Some(Keyed::key);
        self
    }

    fn assemble(
        options: Options,
        rollout: R,
        trace: T,
        guide: P,
        key: Option<fn(&G) -> Key>,
    ) -> Self {
        let (forest, results) = (Vec::new(), Results::new(0));
        let (sound, advanced) = (true, false);
        Mcts {
            options,
            rollout,
            trace,
            guide,
            forest,
            results,
            root: None,
            key,
            exploring: None,
            sound,
            advanced,
        }
    }

    /// The options in use.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Nodes with room in the tree, those not yet visited included.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.forest.iter().map(|tree| tree.used() as usize * tree::LANES).sum()
    }

    /// Bytes held by the tree.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let chunk = Tree::<G::Move>::chunk_bytes(self.columns());
        self.forest.iter().map(|tree| tree.touched() * chunk).sum()
    }

    /// The game went on by `m`: keep the branch below it for the next search.
    /// For games without keys; others find it themselves when
    /// [`reusing`](Mcts::reusing).
    pub fn advance(&mut self, m: G::Move) {
        let Some(root) = &mut self.root else { return };
        root.make(m);
        for tree in &mut self.forest {
            match tree.child_by_move(NodeId::ROOT, m) {
                Some(child) => tree.re_root(child),
                None => tree.clear(),
            }
        }
        self.advanced = true;
    }

    fn columns(&self) -> Columns {
        Columns { amaf: T::ON, prior: P::INFORMED, judged: self.options.minimax > 0.0 }
    }

    fn check(&self, position: &G, limits: &Limits) -> Result<(), SearchError> {
        check_limits(limits)?;
        if T::ON && !R::TELLS {
            return Err(SearchError::Unsuited(
                "all moves as first needs a rollout that tells them",
            ));
        }
        if self.options.minimax > 0.0 && !P::INFORMED {
            return Err(SearchError::Unsuited("implicit minimax needs a guide that judges"));
        }
        if self.options.minimax > 0.0 && position.players() != 2 {
            return Err(SearchError::Unsuited("implicit minimax needs two players"));
        }
        let halves = matches!(self.options.root, Root::Gumbel { .. });
        if halves && limits.iterations.is_none() && limits.time.is_none() {
            return Err(SearchError::Limits("sequential halving needs iterations or time"));
        }
        Ok(())
    }

    /// Trees for this position: what is known of it, or blank ones.
    fn prepare(&mut self, position: &G, limits: &Limits, legal: &[G::Move]) {
        let trees = match self.options.parallel {
            Parallel::Root => limits.threads,
            Parallel::Tree => 1,
        };
        if self.results.players() != position.players() {
            self.results = Results::new(position.players());
            self.forest.clear();
        }
        let (columns, bytes) = (self.columns(), limits.memory.saturating_mul(1 << 20) / trees);
        let capacity = Tree::<G::Move>::capacity(columns, bytes);
        self.forest.retain(|tree| tree.chunks.len() == capacity);
        let known = self.sound && self.forest.len() == trees && self.find(position, legal);
        if !known {
            self.forest.iter_mut().for_each(Tree::clear);
            self.forest.resize_with(trees, || Tree::new(columns, bytes));
        }
        self.forest.iter_mut().for_each(|tree| tree.seat(limits.threads));
        self.advanced = false;
        self.root = Some(position.clone());
    }

    /// Look for the position in the forest and make it the root.
    fn find(&mut self, position: &G, legal: &[G::Move]) -> bool {
        let Some(mut walk) = self.root.take() else { return false };
        let Some(key) = self.key else { return self.advanced && self.fits(legal) };
        let mut line = Vec::new();
        let depth = position.players() + 2;
        if !search_key(
            &self.forest[0],
            &mut walk,
            NodeId::ROOT,
            key,
            key(position),
            depth,
            &mut line,
        ) {
            return false;
        }
        for tree in &mut self.forest {
            let end = line.iter().try_fold(NodeId::ROOT, |node, &m| tree.child_by_move(node, m));
            match end {
                Some(NodeId::ROOT) => {}
                Some(node) => tree.re_root(node),
                None => tree.clear(),
            }
        }
        self.fits(legal)
    }

    /// A last check against mistaken identity: the moves must be the same.
    fn fits(&self, legal: &[G::Move]) -> bool {
        self.forest.iter().all(|tree| match tree.family(NodeId::ROOT) {
            None => Proof::read(tree.proof(NodeId::ROOT)).is_none(),
            Some(family) => tree.children(family).all(|child| legal.contains(&tree.step(child))),
        })
    }

    fn workers(&self, position: &G, limits: &Limits) -> Vec<Worker<G, R, T, P>> {
        let worker = |n: usize| {
            let (rollout, trace, guide) =
                (self.rollout.clone(), self.trace.clone(), self.guide.clone());
            let rng = SplitMix::stream(limits.seed, n as u64);
            let mut worker = Worker::new(position, rollout, trace, guide, rng, limits.threads);
            worker.seat = n;
            worker.exploring = self.exploring;
            worker.boldness += BOLDNESS * (n as f32 / (limits.threads - 1).max(1) as f32 - 0.5);
            worker
        };
        (0..limits.threads).map(worker).collect()
    }
}

/// Depth-first through visited nodes for a position with this key.
fn search_key<G: Game>(
    tree: &Tree<G::Move>,
    game: &mut G,
    node: NodeId,
    key: fn(&G) -> Key,
    wanted: Key,
    depth: usize,
    line: &mut Vec<G::Move>,
) -> bool {
    if key(game) == wanted {
        return true;
    }
    let Some(family) = tree.family(node).filter(|_| depth > 0) else { return false };
    for child in tree.children(family) {
        if tree.stat(child).done == 0 {
            continue;
        }
        let m = tree.step(child);
        line.push(m);
        let undo = game.make(m);
        let found = search_key(tree, game, child, key, wanted, depth - 1, line);
        game.unmake(m, undo);
        if found {
            return true;
        }
        line.pop();
    }
    false
}

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Search<G> for Mcts<G, R, T, P> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let clock = Clock::start(limits);
        self.check(position, limits)?;
        let legal = root_moves(position)?;
        if let (&[only], false) = (legal.as_slice(), limits.valued) {
            return Ok(forced(only, clock.elapsed()));
        }
        self.prepare(position, limits, &legal);
        self.sound = false;
        let workers = self.workers(position, limits);
        let mut run = Run {
            root: position,
            legal: &legal,
            forest: &mut self.forest,
            results: &self.results,
            options: &self.options,
            limits,
            due: clock.elapsed() + Duration::from_millis(50),
            clock,
            workers,
        };
        let end = run.go(watch);
        let tally = Tally::sum(run.workers.iter().map(|worker| &worker.tally));
        let time = run.clock.elapsed();
        self.sound = true;
        let (forest, results) = (&self.forest, &self.results);
        if Proof::read(forest[0].proof(NodeId::ROOT)).is_some_and(Proof::is_dead) {
            return Err(SearchError::NoMove);
        }
        let winner = end.winner;
        let answer = Findings { root: position, legal: &legal, forest, results, limits, winner };
        Ok(answer.report(&tally, time, Some(end.stopped)))
    }

    fn forget(&mut self) {
        self.forest.iter_mut().for_each(Tree::clear);
        self.root = None;
    }
}

/// The legal moves, or why there is nothing to decide.
pub(crate) fn root_moves<G: Game>(position: &G) -> Result<Vec<G::Move>, SearchError> {
    match position.turn() {
        Turn::Over => return Err(SearchError::Over),
        Turn::Chance => return Err(SearchError::Chance),
        Turn::Player(_) | Turn::Together(_) => {}
    }
    let legal = position.legal_moves();
    if legal.is_empty() { Err(SearchError::NoMove) } else { Ok(legal) }
}

/// Limits under which nothing could be found out are refused; so is a tree
/// without room.
pub(crate) fn check_limits(limits: &Limits) -> Result<(), SearchError> {
    match limits.memory {
        0 => Err(SearchError::Limits("no memory")),
        _ => crate::root::check_limits(limits),
    }
}

/// The answer when there is no choice.
pub(crate) fn forced<M: Copy>(only: M, time: Duration) -> Report<M> {
    let score = Score::Share(0.5);
    Report {
        best: only,
        score,
        shares: Vec::new(),
        lines: vec![Variation { score, moves: vec![only] }],
        root: vec![RootMove { m: only, score, visits: 0 }],
        nodes: 0,
        iterations: 0,
        depth: 0,
        deepest: 0,
        time,
        stopped: Some(Stopped::Forced),
        rebuilt: 0,
    }
}
