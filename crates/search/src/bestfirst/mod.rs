//! Best-first minimax without bounds: the tree grows where play would go.
//!
//! *Unbounded best-first minimax* (Korf and Chickering 1996) follows the best
//! children to a leaf, expands it, and backs up. *Descent* (Cohen-Solal and
//! Cazenave 2020) goes on from the expanded leaf to the end of the game, so
//! that results of real games flow back early. Both are incomplete as they
//! stand: they may return to the same good-looking line for ever. With
//! **completion**, a node whose value is certain is marked *resolved*, never
//! entered again, and ordered by result before any judgement, so that with
//! enough time every game is solved.
//!
//! Values are vectors, one score a player, and every player maximises his own:
//! any number of players, several moves in a row. `node.rs` holds values and
//! how they compare; this file the search.

mod node;

use crate::mcts::{check_limits, forced, root_moves};
use crate::rank::sort_few;
use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};
use node::{Arena, ROOT, Rank};
use std::time::Duration;
use takeback_core::{Evaluator, Game, Moves, Player, Turn};

/// How far an iteration goes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Reach {
    /// To the first leaf: unbounded best-first minimax.
    Leaf,
    /// To the end of the game: Descent.
    End,
}

/// Unbounded best-first minimax or Descent, with completion.
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
/// use takeback_core::Blind;
/// use takeback_search::bestfirst::BestFirst;
/// use takeback_search::{Limits, Score, Search};
///
/// let nim = Nim { heap: 9, next: Player::FIRST };
/// let report = BestFirst::descent(Blind).search(&nim, &Limits::default(), &mut |_| {})?;
/// assert_eq!(report.best, 1);
/// assert!(matches!(report.score, Score::Win(_)));
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
pub struct BestFirst<G: Game, E> {
    reach: Reach,
    evaluator: E,
    arena: Arena<G::Move>,
    moves: Moves<G::Move>,
    path: Vec<Step<G>>,
    nodes: u64,
    depths: u64,
    deepest: u32,
    /// Time was up before all children of a position were judged.
    hurried: bool,
}

/// A move made on the way down.
struct Step<G: Game> {
    parent: u32,
    mover: Player,
    m: G::Move,
    undo: G::Undo,
}

impl<G: Game, E: Evaluator<G>> BestFirst<G, E> {
    /// Follow the best line to its leaf.
    #[must_use]
    pub fn unbounded(evaluator: E) -> Self {
        BestFirst::new(Reach::Leaf, evaluator)
    }

    /// Follow the best line to the end of the game.
    #[must_use]
    pub fn descent(evaluator: E) -> Self {
        BestFirst::new(Reach::End, evaluator)
    }

    fn new(reach: Reach, evaluator: E) -> Self {
        BestFirst {
            reach,
            evaluator,
            arena: Arena::default(),
            moves: Moves::new(),
            path: Vec::with_capacity(256),
            nodes: 0,
            depths: 0,
            deepest: 0,
            hurried: false,
        }
    }

    /// One iteration. False when it came upon chance, which has no best move.
    /// A descent to the end of a long game ends early when time is up: what it
    /// has expanded counts all the same.
    fn iterate(&mut self, game: &mut G, evaluator: &mut E, clock: &Clock) -> bool {
        let mut at = ROOT;
        let mut suited = true;
        loop {
            let Turn::Player(mover) = as_decision(game.turn()) else {
                suited = game.turn() != Turn::Chance;
                break;
            };
            let leaf = !self.arena.is_expanded(at);
            if leaf && !self.expand(game, evaluator, at, clock) {
                break;
            }
            let ends = self.reach == Reach::Leaf || clock.look().is_some();
            let stop = leaf && ends && (at != ROOT || self.reach == Reach::End);
            let Some(child) = self.arena.pick(at, mover).filter(|_| !stop) else {
                self.arena.back_up(at, mover);
                break;
            };
            let m = self.arena.step(child);
            evaluator.making(game, m);
            let undo = game.make(m);
            evaluator.made(game, m);
            self.path.push(Step { parent: at, mover, m, undo });
            self.arena.count(child);
            at = child;
        }
        self.deepest = self.deepest.max(self.path.len() as u32);
        self.depths += self.path.len() as u64;
        while let Some(Step { parent, mover, m, undo }) = self.path.pop() {
            game.unmake(m, undo);
            evaluator.unmade(game, m);
            self.arena.back_up(parent, mover);
        }
        suited
    }

    /// Give a leaf its children, each judged in place. False when time was up before
    /// all were judged: it is a leaf as before then, or, if it is the root, has the
    /// children that were.
    fn expand(&mut self, game: &mut G, evaluator: &mut E, at: u32, clock: &Clock) -> bool {
        let frame = self.moves.open();
        game.moves(&mut self.moves);
        let first = self.arena.begin(at, self.moves.range(frame).len());
        let begun = clock.elapsed();
        // The root's children are waited for a little: without them there is no choice.
        let is_up = || match clock.look() {
            Some(Stopped::Time) if at == ROOT => clock.elapsed() > begun + GRACE,
            why => why.is_some(),
        };
        for (n, i) in self.moves.range(frame).enumerate() {
            if n % LOOK_EVERY == LOOK_EVERY - 1 && is_up() {
                self.arena.cut(at, if at == ROOT { n } else { 0 });
                self.moves.close(frame);
                self.hurried = true;
                return false;
            }
            let m = self.moves[i];
            evaluator.making(game, m);
            let undo = game.make(m);
            evaluator.made(game, m);
            let child = first + n as u32;
            self.arena.set_move(child, m);
            if game.turn().is_over() {
                self.arena.resolve(child, |player| game.payoff(player), E::LIMIT);
            } else {
                evaluator.scores(game, self.arena.values_mut(child));
            }
            game.unmake(m, undo);
            evaluator.unmade(game, m);
            self.nodes += 1;
        }
        self.moves.close(frame);
        true
    }

    fn report(
        &self,
        player: Player,
        legal: &[G::Move],
        limits: &Limits,
        iterations: u64,
        clock: &Clock,
        stopped: Option<Stopped>,
    ) -> Report<G::Move> {
        let mut children: Vec<u32> = self.arena.children(ROOT).collect();
        children.retain(|&child| !self.arena.is_dead(child));
        let keys: Vec<_> = children.iter().map(|&c| self.arena.decision(c, player)).collect();
        let mut order: Vec<usize> = (0..children.len()).collect();
        sort_few(&mut order, |&a, &b| keys[a] > keys[b]);
        let children: Vec<u32> = order.into_iter().map(|i| children[i]).collect();
        // With moves that nobody looked at, one that does not win proves nothing.
        let left = legal.get(self.arena.children(ROOT).count()).filter(|_| self.arena.is_cut(ROOT));
        let best = children.first().copied();
        let best = best.filter(|&child| left.is_none() || !self.arena.is_settled(child, player));
        let score = |child: u32| self.arena.score(child, player);
        let line = |&child: &u32| Variation { score: score(child), moves: self.arena.line(child) };
        let mut root: Vec<RootMove<G::Move>> = Vec::with_capacity(children.len());
        for child in self.arena.children(ROOT).filter(|&child| !self.arena.is_dead(child)) {
            let (m, visits) = (self.arena.step(child), u64::from(self.arena.visits(child)));
            root.push(RootMove { m, score: score(child), visits });
        }
        Report {
            best: best.map_or(*left.unwrap_or(&legal[0]), |child| self.arena.step(child)),
            score: best.map_or(Score::Share(0.5), score),
            shares: best.map_or_else(Vec::new, |child| self.arena.shares(child)),
            lines: children.iter().take(limits.lines).map(line).collect(),
            root,
            nodes: self.nodes,
            iterations,
            depth: (self.depths / iterations.max(1)) as u32,
            deepest: self.deepest,
            time: clock.elapsed(),
            stopped,
            rebuilt: 0,
        }
    }
}

/// Rounds played together are taken one seat after the other.
fn as_decision(turn: Turn) -> Turn {
    turn.decider().map_or(turn, Turn::Player)
}

/// Children judged between looks at the clock: on a wide board a whole family takes longer
/// than a search may be late.
const LOOK_EVERY: usize = 8;

/// How long the root's children are waited for when time is up.
const GRACE: Duration = Duration::from_millis(20);

/// Time between progress reports.
const WATCH_EVERY: Duration = Duration::from_millis(100);

impl<G: Game, E: Evaluator<G>> Search<G> for BestFirst<G, E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let clock = Clock::start(limits);
        check_limits(limits)?;
        let legal = root_moves(position)?;
        if let (&[only], false) = (legal.as_slice(), limits.valued) {
            return Ok(forced(only, clock.elapsed()));
        }
        let player = position.turn().decider().unwrap_or_default();
        self.arena.clear(position.players());
        self.moves.clear();
        self.path.clear();
        (self.nodes, self.depths, self.deepest, self.hurried) = (0, 0, 0, false);
        let room = limits.memory.saturating_mul(1 << 20);
        let (mut game, mut evaluator) = (position.clone(), self.evaluator.clone());
        evaluator.begin(&game);
        let (mut iterations, mut looked) = (0, 0);
        let mut due = Duration::from_millis(50);
        let stopped = loop {
            if !self.iterate(&mut game, &mut evaluator, &clock) {
                return Err(SearchError::Unsuited("best-first minimax knows no chance"));
            }
            iterations += 1;
            if let Some(why) = self.is_done(limits, iterations, room) {
                break why;
            }
            if self.hurried || self.nodes - looked >= 128 || iterations.is_multiple_of(128) {
                looked = self.nodes;
                if let Some(why) = clock.look() {
                    break why;
                }
                if clock.elapsed() >= due {
                    due = clock.elapsed() + WATCH_EVERY;
                    watch(&self.report(player, &legal, limits, iterations, &clock, None));
                }
            }
        };
        if self.arena.is_dead(ROOT) {
            return Err(SearchError::NoMove);
        }
        Ok(self.report(player, &legal, limits, iterations, &clock, Some(stopped)))
    }

    fn forget(&mut self) {
        self.arena.clear(0);
    }
}

impl<G: Game, E: Evaluator<G>> BestFirst<G, E> {
    fn is_done(&self, limits: &Limits, iterations: u64, room: usize) -> Option<Stopped> {
        if self.arena.rank(ROOT) != Rank::Open {
            Some(Stopped::Solved)
        } else if limits.iterations.is_some_and(|limit| iterations >= limit) {
            Some(Stopped::Iterations)
        } else if limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            Some(Stopped::Nodes)
        } else if self.arena.bytes() >= room {
            Some(Stopped::Memory)
        } else {
            None
        }
    }
}
