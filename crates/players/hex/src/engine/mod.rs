//! The engine: Monte-Carlo tree search with what is known about Hex.
//!
//! A simulation walks down a tree of moves, plays the rest of the game at
//! random and tells the nodes on its way who won. What makes it strong:
//!
//! * all moves as first (RAVE): every simulation also speaks for all moves its
//!   sides made later; see `select.rs`
//! * bridges hold in the random games: [`Policy`]
//! * every node of the tree stands on a board with dead and captured cells
//!   filled in, and lists no move that is dead or vulnerable: `simulate.rs`
//! * what a move looks like, by learned weights, leads until it has been
//!   tried: [`patterns`](crate::patterns)
//! * nodes visited often get a closer look by virtual connections: they are
//!   decided, or left with their must-play: `look.rs`
//! * proven wins and losses travel up the tree
//! * positions near their end go to the [`Solver`](crate::Solver) first, or to one thread of
//!   several: `errand.rs`
//!
//! Where the net knows the board (`net.rs`), it takes the place of random games and
//! of how moves look: `net_search.rs`. The rest stays as it is.
//!
//! Several threads share one tree. One thread with a limit of simulations
//! gives the same answer every time.

mod errand;
mod look;
mod net;
mod net_search;
mod opening;
mod pace;
mod report;
mod run;
mod select;
mod simulate;
mod tree;

#[cfg(test)]
mod tests;

pub use net::knows as net_knows;
pub use opening::fair_openings;
pub use pace::part_of_clock;
pub use report::{Certainty, Found, FoundMove};

use crate::connect::Effort;
use crate::knowledge::Knowledge;
use crate::solver::{Limits as SolverLimits, Solver};
use errand::Errand;
use run::Run;
use simulate::Board;
use std::error::Error;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use takeback_core::clock::Instant;
use takeback_hex::Bits;
use takeback_hex::Move;
use takeback_hex::Policy;
use takeback_hex::{Cell, Colour};
use takeback_hex::{Hex, Swap};
use tree::{NodeId, Tree};

/// What can be chosen about the engine. `docs/hex.md` says which defaults rest on
/// matches.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Options {
    /// How the random games are played.
    pub policy: Policy,
    /// Weight of exploration.
    pub exploration: f32,
    /// How much all moves as first may weigh, in visits; 0: not at all.
    pub rave: f32,
    /// Weight of how moves look, by [`patterns`](crate::patterns); 0: none.
    pub bias: f32,
    /// What a move is taken to be worth of which nothing is known.
    pub first_play: f32,
    /// Visits before a node gets children.
    pub expand_after: u32,
    /// Visits before a node gets a closer look.
    pub look_after: u32,
    /// How hard such a look tries.
    pub effort: Effort,
    /// The share of the budget that the solver gets first, where few enough
    /// cells are empty.
    pub solve: f32,
    /// How the net leads the search; `None`: simulations alone, as also on boards
    /// that the net does not know.
    pub net: Option<Puct>,
}

/// What can be chosen about a search that the net leads.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Puct {
    /// Weight of the net's policy against values.
    pub exploration: f32,
    /// How much less than its parent a move is taken to be worth that was not tried,
    /// once all of the policy has been.
    pub first_play: f32,
    /// Above one the policy is evened out.
    pub softness: f32,
    /// The say of random games in the value of a leaf, between 0 and 1.
    pub mix: f32,
    /// Visits before a node gets a closer look.
    pub look_after: u32,
    /// The solver's share of the budget, in place of [`Options::solve`].
    pub solve: f32,
    /// Leaves that one thread has under way before the first of them is judged: what so many
    /// threads do to the tree, without them and the same every time.
    pub in_flight: usize,
}

impl Default for Puct {
    fn default() -> Self {
        Puct {
            exploration: 0.5,
            first_play: 0.15,
            softness: 1.5,
            mix: 0.0,
            look_after: 100,
            solve: 0.15,
            in_flight: 1,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            policy: Policy::Pairs,
            exploration: 0.05,
            rave: 300.0,
            bias: 10.0,
            first_play: 0.45,
            expand_after: 8,
            look_after: 1000,
            effort: Effort { fulls: 4, semis: 8, joined: 3 },
            solve: 0.35,
            net: Some(Puct::default()),
        }
    }
}

/// What a search may spend.
#[derive(Copy, Clone, Debug)]
pub struct Budget<'a> {
    /// Time taken.
    pub time: Option<Duration>,
    /// Simulations, all threads together.
    pub simulations: Option<u64>,
    /// Memory of the tree in MiB. When it is full, the tree grows no more.
    pub memory: usize,
    /// Threads.
    pub threads: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Set from another thread to end the search.
    pub stop: Option<&'a AtomicBool>,
    /// What is not used is kept: end as soon as no other move can overtake the best in what
    /// is left, or where the game is decided.
    pub save_time: bool,
    /// With `save_time`, how many times the time, or the simulations where no time is set, may be
    /// spent while the choice has not settled; 1: no more than they are.
    pub stretch: f32,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget {
            time: None,
            simulations: None,
            memory: 64,
            threads: 1,
            seed: 0,
            stop: None,
            save_time: false,
            stretch: 1.0,
        }
    }
}

/// Why a search ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Ended {
    /// The result is proven.
    Solved,
    /// There was one legal move, or one that an opening table names.
    NoChoice,
    /// The time was used up.
    Time,
    /// The simulations were done.
    Simulations,
    /// The stop flag was set.
    Flag,
    /// No other move could overtake the best in what was left, or the choice had settled.
    Decided,
}

/// The game has ended: there is no move to look for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct GameOver;

impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over")
    }
}

impl Error for GameOver {}

/// The engine with its memory, which it keeps from move to move.
///
/// ```
/// use takeback_hex::{Hex, Move, Size, Swap};
/// use takeback_players_hex::{Budget, Engine, Options};
/// use takeback_core::{Game, Notation};
///
/// let mut hex = Hex::<u64>::new(Size::square(5)?, Swap::Off)?;
/// let mut engine = Engine::new(Options::default());
/// let budget = Budget { simulations: Some(2_000), ..Budget::default() };
/// let found = engine.search(&hex, &budget, &mut |_| {})?;
/// assert!(hex.allows(found.best));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine<B: Bits> {
    options: Options,
    tree: Option<Tree<B>>,
    /// The position the tree belongs to.
    root: Option<Hex<B>>,
    solver: Option<Solver<B>>,
}

/// Positions the solver remembers.
const SOLVER_ENTRIES: usize = 1 << 16;

impl<B: Bits> Engine<B> {
    /// An engine that knows nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Engine { options, tree: None, root: None, solver: None }
    }

    /// The options in use.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forget everything learned.
    pub fn forget(&mut self) {
        (self.tree, self.root, self.solver) = (None, None, None);
    }

    /// Look for the best move of the colour in turn. `watch` is called now and
    /// then with what is known so far.
    ///
    /// # Errors
    /// When the game is over.
    pub fn search(
        &mut self,
        hex: &Hex<B>,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Found),
    ) -> Result<Found, GameOver> {
        if hex.winner().is_some() {
            return Err(GameOver);
        }
        if hex.swap_rule() != Swap::Off {
            if let Some(found) = self.first_stone(hex, budget, watch) {
                return Ok(found);
            }
            if hex.may_swap() {
                return self.answer_or_swap(hex, budget, watch);
            }
        }
        let start = Instant::now();
        let mut found = self.place(hex, budget, start, watch);
        found.time = start.elapsed();
        Ok(found)
    }

    /// The first stone is answered if the answer looks better than even, else
    /// taken over.
    fn answer_or_swap(
        &mut self,
        hex: &Hex<B>,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Found),
    ) -> Result<Found, GameOver> {
        let start = Instant::now();
        let mut found = self.place(hex, budget, start, watch);
        found.time = start.elapsed();
        found.offer_swap();
        Ok(found)
    }

    /// Where to put a stone.
    fn place(
        &mut self,
        hex: &Hex<B>,
        budget: &Budget<'_>,
        start: Instant,
        watch: &mut dyn FnMut(&Found),
    ) -> Found {
        if hex.empty().count() == 1 {
            return Found::only(Move::Place(Cell::from(hex.empty().lowest())));
        }
        let mut errand = self.errand(hex, budget);
        let first = errand.as_mut().filter(|errand| !errand.is_beside);
        let proven = first.and_then(|errand| errand.run(budget.stop));
        let found =
            proven.unwrap_or_else(|| self.simulate(hex, budget, start, errand.as_mut(), watch));
        self.solver = errand.map(|errand| errand.solver).or(self.solver.take());
        found
    }

    /// Search the tree, with the solver beside it where that has not been asked.
    fn simulate(
        &mut self,
        hex: &Hex<B>,
        budget: &Budget<'_>,
        start: Instant,
        errand: Option<&mut Errand<B>>,
        watch: &mut dyn FnMut(&Found),
    ) -> Found {
        let board = Board { stones: hex.both(), mover: hex.to_move(), last: self.last(hex) };
        let tree = self.prepare(hex, budget);
        let options = &self.options;
        let puct = self.puct(hex);
        let errand = Mutex::new(errand.filter(|errand| errand.is_beside));
        let mut run = Run { hex, board, tree: &tree, options, budget, start, puct, errand };
        let found = run.go(watch);
        self.tree = Some(tree);
        self.root = Some(hex.clone());
        found
    }

    /// How the net leads the search of this position, if it does.
    fn puct(&self, hex: &Hex<B>) -> Option<Puct> {
        self.options.net.filter(|_| net::knows(hex.size()))
    }

    /// The stone that led here from the last position searched, if that is known.
    fn last(&self, hex: &Hex<B>) -> Option<usize> {
        let before = self.root.as_ref().filter(|root| root.size() == hex.size())?;
        let enemy = hex.to_move().other();
        let fresh = hex.stones(enemy).minus(before.stones(enemy));
        (fresh.count() == 1).then(|| fresh.lowest())
    }

    /// What to ask the solver, where the game is near its end.
    fn errand(&mut self, hex: &Hex<B>, budget: &Budget<'_>) -> Option<Errand<B>> {
        let solve = self.puct(hex).map_or(self.options.solve, |puct| puct.solve);
        let part = errand::part(hex, solve)?;
        let solver = self.solver.take().unwrap_or_else(|| Solver::new(SOLVER_ENTRIES));
        Some(Errand::new(solver, hex, budget, part))
    }

    /// A tree for this position: the branch it has in the last one, or a new one.
    fn prepare(&mut self, hex: &Hex<B>, budget: &Budget<'_>) -> Tree<B> {
        let unit = if self.puct(hex).is_some() { net_search::UNIT } else { 1 };
        let fresh = || Tree::new(budget.memory, unit);
        let (Some(tree), Some(root)) = (self.tree.take(), self.root.take()) else {
            return fresh();
        };
        let Some(line) = line_between(&root, hex) else { return fresh() };
        let end = line.iter().try_fold(NodeId::ROOT, |node, &at| tree.child(node, at));
        match end {
            Some(node) if tree.proof(node).is_none() && tree.family(node).is_some() => {
                tree.branch(node, budget.memory)
            }
            _ => fresh(),
        }
    }
}

/// The stones that lead from one position to another, colours in turn; at
/// most two.
fn line_between<B: Bits>(from: &Hex<B>, to: &Hex<B>) -> Option<Vec<usize>> {
    if from.size() != to.size() {
        return None;
    }
    let fresh = Colour::BOTH.map(|colour| to.stones(colour).minus(from.stones(colour)));
    let gone = Colour::BOTH.map(|colour| from.stones(colour).minus(to.stones(colour)));
    let mover = from.to_move();
    let (first, second) = (fresh[mover.index()], fresh[mover.other().index()]);
    let kept = gone.iter().all(|set| set.is_empty());
    match (kept, first.count(), second.count()) {
        (true, 0, 0) if to.to_move() == mover => Some(Vec::new()),
        (true, 1, 0) if to.to_move() != mover => Some(vec![first.lowest()]),
        (true, 1, 1) if to.to_move() == mover => Some(vec![first.lowest(), second.lowest()]),
        _ => None,
    }
}
