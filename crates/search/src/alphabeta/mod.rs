//! Alpha-beta for two sides: principal-variation search with iterative
//! deepening, aspiration windows, a shared table and every classic of move
//! ordering.
//!
//! | file | what |
//! |---|---|
//! | `node` | the walk: probe, pass, pick, recurse, store |
//! | `depth` | plies more and less, and what is not looked at |
//! | `busy` | what other threads have in hand |
//! | `team` | what threads tell each other |
//! | `order` | which move next; killers, countermoves, history |
//! | `quiet` | beyond the horizon |
//! | `root` | deepening, aspiration, several lines, the report |
//! | `shorter` | a win is found: the shortest? |
//! | `smp` | threads: lazy, or splitting the root |
//! | `view` | who is with whom |
//! | `policy` | what a game may offer beyond [`Game`] |
//!
//! The same walk serves [`AlphaBeta`], [`Expectimax`](crate::Expectimax),
//! [`Paranoid`](crate::Paranoid) and [`BestReply`](crate::BestReply).
//!
//! # What is exact
//! TranspositionTable, ordering, windows, cuts and threads never change a value: a search
//! to depth *d* gives what plain full-width search gives, as long as a
//! position is always reached at the same depth. (Otherwise the table may know
//! more than asked, as in every engine. Likewise, draws by repetition depend
//! on the line and the table on the position only.) Null moves, reductions,
//! extensions and quiescence do change values and are off unless game and
//! evaluator ask for them.

mod busy;
mod depth;
mod last;
pub(crate) mod node;
pub(crate) mod order;
pub(crate) mod policy;
mod quiet;
mod ranks;
pub(crate) mod root;
mod shorter;
mod smp;
mod team;

pub(crate) mod view;

pub use policy::{Hashed, MoveIndex, NoPass, NullMove, Numbered, Passing};
pub(crate) use smp::StopOnPanic;

use crate::limits::{Clock, Limits};
use crate::report::{Report, SearchError};
use crate::{Search, transposition::TranspositionTable};
use depth::Reductions;
use order::Memory;
use std::marker::PhantomData;
use takeback_core::{Evaluator, Game, Indexed, Keyed, Pass, ZeroSum};
use view::{Duel, View};

/// How several threads share the work.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Parallel {
    /// All search the whole tree, meet in the table and put off what another
    /// has in hand.
    #[default]
    Lazy,
    /// The root moves are dealt out, with a common best score.
    Root,
}

/// How alpha-beta goes about it. The defaults play well.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// How threads share the work.
    pub parallel: Parallel,
    /// Half the width of the first window around the last score, in points;
    /// `None` always opens the whole window.
    pub aspiration: Option<i32>,
    /// Follow noisy moves beyond the horizon, where the evaluator asks for it.
    pub quiescence: bool,
    /// Reduce late quiet moves, where the evaluator asks for it.
    pub late_moves: bool,
    /// Leave out what is hopeless near the horizon (futility and late-move
    /// pruning), where the evaluator says how far its scores swing.
    pub pruning: bool,
    /// Look a ply deeper where the evaluator says that the player in turn has
    /// to answer a threat.
    pub extensions: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            parallel: Parallel::Lazy,
            aspiration: Some(30),
            quiescence: true,
            late_moves: true,
            pruning: true,
            extensions: true,
        }
    }
}

/// Alpha-beta for two players whose gains are each other's losses.
///
/// Works for every [`Keyed`] and [`ZeroSum`] game. Games that number their
/// moves order them better after [`indexed`](AlphaBeta::indexed); games that
/// can pass may cut by [`null_move`](AlphaBeta::null_move). Where several
/// choose together, seats choose in order and the later see the earlier
/// choice; [`Joint`](crate::Joint) does better.
///
/// ```
/// use takeback_core::{Blind, Game, Key, Keyed, Moves, Payoff, Player, Turn, ZeroSum};
/// use takeback_search::{AlphaBeta, Limits, Score, Search};
///
/// // Nim with one heap: take one to three, whoever takes the last wins.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Nim { heap: u8, next: Player }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn {
/// #         if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) }
/// #     }
/// #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=self.heap.min(3)); }
/// #     fn make(&mut self, take: u8) { self.heap -= take; self.next = self.next.other(); }
/// #     fn unmake(&mut self, take: u8, (): ()) { self.next = self.next.other(); self.heap += take; }
/// #     fn payoff(&self, player: Player) -> Payoff {
/// #         if player == self.next { Payoff::LOSS } else { Payoff::WIN }
/// #     }
/// # }
/// impl ZeroSum for Nim {}
/// impl Keyed for Nim {
///     fn key(&self) -> Key { Key::nth(u64::from(self.heap) << 1 | u64::from(self.next.0)) }
///     fn key_from_scratch(&self) -> Key { self.key() }
/// }
///
/// let mut search = AlphaBeta::new(Blind);
/// let nim = Nim { heap: 11, next: Player::FIRST };
/// let report = search.search(&nim, &Limits::default(), &mut |_| ())?;
/// assert_eq!(report.best, 3, "leave a multiple of four");
/// assert_eq!(report.score, Score::Win(5));
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
#[derive(Debug)]
pub struct AlphaBeta<G: Game, E, I = Hashed, N = NoPass> {
    engine: Engine<G, E, Duel, I, N>,
}

impl<G: Game, E> AlphaBeta<G, E> {
    /// A search with this evaluator and default options.
    #[must_use]
    pub fn new(eval: E) -> Self {
        AlphaBeta { engine: Engine::new(eval, Duel) }
    }
}

impl<G: Game, E, I, N> AlphaBeta<G, E, I, N> {
    /// With other options.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.engine.options = options;
        self
    }

    /// Order moves by the game's own numbering instead of by hash.
    #[must_use]
    pub fn indexed(self) -> AlphaBeta<G, E, Numbered, N>
    where
        G: Indexed,
    {
        AlphaBeta { engine: self.engine.with_policies() }
    }

    /// Cut where even passing would keep the advantage.
    #[must_use]
    pub fn null_move(self) -> AlphaBeta<G, E, I, NullMove>
    where
        G: Pass,
    {
        AlphaBeta { engine: self.engine.with_policies() }
    }

    /// The table, to look at its size and filling.
    #[must_use]
    pub fn table(&self) -> &TranspositionTable {
        &self.engine.table
    }
}

impl<G, E, I, N> Search<G> for AlphaBeta<G, E, I, N>
where
    G: Keyed + ZeroSum,
    E: Evaluator<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        self.engine.search(position, limits, watch)
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

/// The engine behind every search with two sides.
#[derive(Debug)]
pub(crate) struct Engine<G: Game, E, V, I = Hashed, N = NoPass> {
    pub(crate) eval: E,
    pub(crate) view: V,
    pub(crate) options: Options,
    pub(crate) table: TranspositionTable,
    /// What each thread learned of ordering, kept from search to search.
    memories: Vec<Memory<G::Move>>,
    reductions: Reductions,
    policies: PhantomData<(I, N)>,
}

impl<G: Game, E, V, I, N> Engine<G, E, V, I, N> {
    pub(crate) fn new(eval: E, view: V) -> Self {
        Engine {
            eval,
            view,
            options: Options::default(),
            table: TranspositionTable::default(),
            memories: Vec::new(),
            reductions: Reductions::default(),
            policies: PhantomData,
        }
    }

    /// The same engine with other policies; memories depend on them.
    pub(crate) fn with_policies<J, P>(self) -> Engine<G, E, V, J, P> {
        let Engine { eval, view, options, table, reductions, .. } = self;
        let policies = PhantomData;
        Engine { eval, view, options, table, memories: Vec::new(), reductions, policies }
    }

    /// Forget table and ordering.
    pub(crate) fn forget(&mut self) {
        self.table.forget();
        self.memories.iter_mut().for_each(Memory::forget);
    }
}

impl<G, E, V, I, N> Engine<G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// Search for the player in turn.
    pub(crate) fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let mover = crate::root::mover(position)?;
        crate::root::check_limits(limits)?;
        let clock = Clock::start(limits);
        let playable = crate::root::playable(position)?;
        self.view.begin(mover);
        self.eval.begin(position);
        self.table.suit(limits);
        self.table.next_generation();
        self.memories.resize_with(limits.threads, Memory::default);
        self.memories.iter_mut().for_each(|memory| memory.prepare(I::PLACES));
        let mut options = self.options;
        options.quiescence &= self.eval.quiesces();
        options.late_moves &= self.eval.reduces_late_moves();
        options.pruning &= self.eval.swing() > 0;
        self.run(position, limits, &clock, options, &playable, watch)
    }
}
