//! max^n: everybody plays for himself.
//!
//! A node's value is a vector, one entry a player, and the player in turn
//! picks the child best for himself; between equals the one listed first, so
//! that the answer does not depend on the order of the search.
//!
//! Windows do not carry over from player to player, but sums do: if all
//! scores together cannot exceed a known total, a child in which its mover
//! already gets much leaves too little for the parent to care (shallow
//! pruning, Korf 1991). Pruned nodes have no vector and are not stored.

use super::locality::{Everyone, Locality};
use crate::alphabeta::StopOnPanic;
use crate::limits::{Clock, Limits, StopFlag, Stopped};
use crate::report::{Report, RootMove, Score, SearchError, Variation};
use crate::table::{Entry, SEATS, Vectors};
use crate::value::{MAX_DEPTH, MAX_PLY, Scale};
use crate::{Search, table};
use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use takeback_core::{Evaluator, Game, Key, Keyed, Moves, Player, Players, Turn};

/// What all players' scores together never exceed: the licence to prune.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Sums {
    /// Payoffs of a finished game, in thousandths.
    pub payoffs: i32,
    /// Judgements of the evaluator, in its points.
    pub points: i32,
}

/// Max^n for up to eight players, each playing for himself.
///
/// ```
/// # use takeback_search::doc::Rounds;
/// use takeback_core::{Blind, Player};
/// use takeback_search::{Limits, MaxN, Search};
///
/// // Three players in turn take one or two from the heap, the last wins.
/// let game = Rounds { heap: 2, players: 3, next: Player(0) };
/// let report = MaxN::new(Blind).search(&game, &Limits::default(), &mut |_| ())?;
/// assert_eq!(report.best, 2);
/// assert!(report.shares[0] > 0.99 && report.shares[1] < 0.01);
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
#[derive(Debug)]
pub struct MaxN<G, E, L = Everyone> {
    eval: E,
    locality: L,
    sums: Option<Sums>,
    table: Vectors,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E> MaxN<G, E> {
    /// A search with this evaluator in which everybody matters.
    #[must_use]
    pub fn new(eval: E) -> Self {
        let table = Vectors::default();
        MaxN { eval, locality: Everyone, sums: None, table, game: PhantomData }
    }
}

impl<G: Game, E, L> MaxN<G, E, L> {
    /// Prune by what scores may sum up to.
    #[must_use]
    pub fn sums(mut self, sums: Sums) -> Self {
        self.sums = Some(sums);
        self
    }

    /// Let only those branch who matter, and say what others play.
    #[must_use]
    pub fn locality<K: Locality<G>>(self, locality: K) -> MaxN<G, E, K> {
        let MaxN { eval, sums, table, game, .. } = self;
        MaxN { eval, locality, sums, table, game }
    }
}

/// One score a player.
type Vector = [i32; SEATS];

/// What came of a node.
enum Outcome {
    /// Its vector.
    Exact(Vector),
    /// The parent's player gets no more than he has.
    Useless,
    /// A dead end, or the search was stopped.
    Void,
}

/// What the player above has already, and who he is: a node is useless that
/// leaves him at most this.
#[derive(Copy, Clone)]
struct Have {
    player: Player,
    value: i32,
}

struct Walk<'a, G: Game, E, L> {
    game: G,
    eval: E,
    locality: L,
    near: Players,
    salt: Key,
    table: &'a Vectors,
    /// The most all scores can sum up to, on the scale of values.
    most: Option<i64>,
    players: usize,
    moves: Moves<G::Move>,
    lines: Vec<Vec<G::Move>>,
    clock: Clock,
    nodes: u64,
    total: &'a AtomicU64,
    published: u64,
    horizon: u64,
    deepest: u32,
    stopped: Option<Stopped>,
}

impl<G, E, L> Walk<'_, G, E, L>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    L: Locality<G>,
{
    /// The value of the position, whoever is in turn.
    fn value(&mut self, ply: u32, depth: u32, have: Option<Have>) -> Outcome {
        self.lines[ply as usize].clear();
        match self.game.turn() {
            Turn::Over => Outcome::Exact(self.finished(ply)),
            Turn::Chance if ply < MAX_PLY - 1 => self.average(ply, depth),
            Turn::Player(_) | Turn::Together(_) if depth > 0 && ply < MAX_PLY - 1 => {
                self.node(ply, depth, have)
            }
            _ => Outcome::Exact(self.judge()),
        }
    }

    fn node(&mut self, ply: u32, depth: u32, have: Option<Have>) -> Outcome {
        if self.is_up() {
            return Outcome::Void;
        }
        self.deepest = self.deepest.max(ply);
        let mover = self.game.turn().decider().expect("a node belongs to a player");
        let key = self.game.key() ^ self.salt;
        let mut known = [0; SEATS];
        let stored = self.table.probe(key, &mut known[..self.players]);
        if let Some((deep, _)) = stored
            && u32::from(deep) >= depth
        {
            self.horizon += u64::from(deep != Entry::COMPLETE);
            self.shift(&mut known, |value| Scale::<G, E>::from_table(value, ply));
            return Outcome::Exact(known);
        }
        let hint = stored.map(|(_, best)| usize::from(best));
        self.expand(ply, depth, mover, have, key, hint)
    }

    /// Search the moves: the table's first, then as they are listed.
    fn expand(
        &mut self,
        ply: u32,
        depth: u32,
        mover: Player,
        have: Option<Have>,
        key: Key,
        hint: Option<usize>,
    ) -> Outcome {
        let seen = self.horizon;
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let list = self.moves.range(frame);
        let count = list.len();
        let branches = self.near.contains(mover);
        let lead = if branches { hint } else { self.default_move(list.clone()) };
        let lead = lead.filter(|&lead| lead < count);
        let mut best: Option<(Vector, usize)> = None;
        let mut useless = false;
        for step in 0..count + 1 {
            // Step 0 is the lead; it is passed over when its turn comes.
            let ordinal = match (step, lead) {
                (0, Some(lead)) => lead,
                (0, None) => continue,
                (step, lead) if lead == Some(step - 1) => continue,
                (step, _) => step - 1,
            };
            if self.is_settled(&best, mover, ply, ordinal) {
                continue;
            }
            let wanted = best.map(|(vector, at)| Have {
                player: mover,
                // An equal value from earlier in the list would be preferred.
                value: vector[mover.index()] - i32::from(ordinal < at),
            });
            let m = self.moves[list.start + ordinal];
            match self.visit(m, ply, depth, wanted) {
                Outcome::Void if self.stopped.is_some() => break,
                Outcome::Void | Outcome::Useless => continue,
                Outcome::Exact(vector) => {
                    if self.improves(&vector, ordinal, &best, mover) {
                        best = Some((vector, ordinal));
                        self.extend_line(ply, m);
                    }
                }
            }
            if !branches {
                break;
            }
            if self.leaves_too_little(&best, mover, have) {
                useless = true;
                break;
            }
        }
        self.moves.close(frame);
        let Some((vector, ordinal)) = best.filter(|_| self.stopped.is_none()) else {
            return Outcome::Void;
        };
        if useless {
            return Outcome::Useless;
        }
        self.store(key, ply, depth, seen, vector, ordinal);
        Outcome::Exact(vector)
    }

    fn visit(&mut self, m: G::Move, ply: u32, depth: u32, have: Option<Have>) -> Outcome {
        let undo = self.make(m);
        let outcome = self.value(ply + 1, depth - 1, have);
        self.unmake(m, undo);
        outcome
    }

    fn make(&mut self, m: G::Move) -> G::Undo {
        let undo = self.game.make(m);
        self.eval.made(&self.game, m);
        self.nodes += 1;
        undo
    }

    fn unmake(&mut self, m: G::Move, undo: G::Undo) {
        self.game.unmake(m, undo);
        self.eval.unmade(&self.game, m);
    }

    /// Better for the mover, or as good and listed earlier.
    fn improves(
        &self,
        vector: &Vector,
        ordinal: usize,
        best: &Option<(Vector, usize)>,
        mover: Player,
    ) -> bool {
        let Some((old, at)) = best else { return true };
        let (new, old) = (vector[mover.index()], old[mover.index()]);
        new > old || new == old && ordinal < *at
    }

    /// Whether the mover has won by his next move and can only win as soon by
    /// a move that does not count: it is listed later.
    fn is_settled(
        &self,
        best: &Option<(Vector, usize)>,
        mover: Player,
        ply: u32,
        ordinal: usize,
    ) -> bool {
        best.is_some_and(|(vector, at)| {
            vector[mover.index()] == Scale::<G, E>::WIN - (ply as i32 + 1) && ordinal > at
        })
    }

    /// Shallow pruning: what the mover gets for sure leaves the player above
    /// no more than he has, even if all others get the least there is.
    fn leaves_too_little(
        &self,
        best: &Option<(Vector, usize)>,
        mover: Player,
        have: Option<Have>,
    ) -> bool {
        let (Some(most), Some(have), Some((vector, _))) = (self.most, have, best) else {
            return false;
        };
        if have.player == mover {
            return false;
        }
        let others = (self.players as i64 - 2) * -i64::from(Scale::<G, E>::WIN);
        most - i64::from(vector[mover.index()]) - others <= i64::from(have.value)
    }

    fn average(&mut self, ply: u32, depth: u32) -> Outcome {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let (mut sums, mut total) = ([0i64; SEATS], 0);
        for i in self.moves.range(frame) {
            let m = self.moves[i];
            let weight = i64::from(self.game.weight(m));
            let undo = self.make(m);
            let outcome = self.value(ply + 1, depth, None);
            self.unmake(m, undo);
            if let Outcome::Exact(vector) = outcome {
                total += weight;
                sums.iter_mut().zip(vector).for_each(|(sum, v)| *sum += weight * i64::from(v));
            }
        }
        self.moves.close(frame);
        self.lines[ply as usize].clear();
        if self.stopped.is_some() || total == 0 {
            return Outcome::Void;
        }
        Outcome::Exact(sums.map(|sum| (sum / total) as i32))
    }

    fn default_move(&mut self, list: std::ops::Range<usize>) -> Option<usize> {
        let moves = &self.moves.as_slice()[list];
        (!moves.is_empty()).then(|| self.locality.default_move(&mut self.game, moves))
    }

    fn finished(&self, ply: u32) -> Vector {
        let mut vector = [0; SEATS];
        for player in Player::all(self.players) {
            vector[player.index()] = Scale::<G, E>::finished(self.game.payoff(player), ply);
        }
        vector
    }

    fn judge(&mut self) -> Vector {
        self.horizon += 1;
        let mut vector = [0; SEATS];
        self.eval.scores(&self.game, &mut vector[..self.players]);
        self.shift(&mut vector, Scale::<G, E>::judged);
        vector
    }

    fn shift(&self, vector: &mut Vector, by: impl Fn(i32) -> i32) {
        vector[..self.players].iter_mut().for_each(|value| *value = by(*value));
    }

    fn store(&self, key: Key, ply: u32, depth: u32, seen: u64, mut vector: Vector, ordinal: usize) {
        let depth = if self.horizon == seen { Entry::COMPLETE } else { depth as u8 };
        self.shift(&mut vector, |value| Scale::<G, E>::to_table(value, ply));
        let best = u16::try_from(ordinal).unwrap_or(u16::MAX);
        self.table.store(key, depth, best, &vector[..self.players]);
    }

    fn extend_line(&mut self, ply: u32, m: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }

    fn is_up(&mut self) -> bool {
        if self.nodes - self.published >= 256 {
            self.total.fetch_add(self.nodes - self.published, Ordering::Relaxed);
            self.published = self.nodes;
        }
        let all = self.total.load(Ordering::Relaxed) + self.nodes - self.published;
        if let Some(why) = self.clock.is_up(all) {
            self.stopped = Some(why);
        }
        self.stopped.is_some()
    }
}

/// A root move and what came of it in one iteration.
#[derive(Clone)]
struct Found<M> {
    vector: Option<Vector>,
    complete: bool,
    nodes: u64,
    line: Vec<M>,
}

impl<G, E, L> MaxN<G, E, L>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    L: Locality<G>,
{
    fn walk<'a>(
        &'a self,
        position: &G,
        limits: &Limits,
        ends: &StopFlag,
        total: &'a AtomicU64,
    ) -> Walk<'a, G, E, L> {
        let players = position.players();
        let slack = 2 * players as i64 * i64::from(MAX_PLY);
        let most = self.sums.map(|sums| {
            let payoffs = i64::from(sums.payoffs) * i64::from(Scale::<G, E>::UNIT);
            payoffs.max(i64::from(sums.points)) + slack
        });
        Walk {
            game: position.clone(),
            eval: self.eval.clone(),
            locality: self.locality.clone(),
            near: Players::all(players),
            salt: Key::ZERO,
            table: &self.table,
            most,
            players,
            moves: Moves::new(),
            lines: vec![Vec::new(); MAX_PLY as usize + 1],
            clock: Clock::start(limits).also_obey(ends.clone()),
            nodes: 0,
            total,
            published: 0,
            horizon: 0,
            deepest: 0,
            stopped: None,
        }
    }
}

/// One iteration: the root moves dealt out to all threads, each with a vector
/// of its own. `None` when stopped before the end.
fn iterate<G, E, L>(
    walks: &mut [Walk<'_, G, E, L>],
    playable: &[G::Move],
    depth: u32,
    ends: &StopFlag,
) -> Option<Vec<Found<G::Move>>>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    L: Locality<G>,
{
    let counter = AtomicUsize::new(0);
    let found: Vec<Mutex<Option<Found<G::Move>>>> =
        playable.iter().map(|_| Mutex::new(None)).collect();
    let deal = |walk: &mut Walk<'_, G, E, L>| {
        let _ends = StopOnPanic(ends.clone());
        while let Some(&m) = playable.get(counter.fetch_add(1, Ordering::Relaxed)) {
            let at = playable.iter().position(|&other| other == m).expect("it is listed");
            let (nodes, seen) = (walk.nodes, walk.horizon);
            let outcome = walk.visit(m, 0, depth, None);
            if walk.stopped.is_some() {
                return;
            }
            let vector = match outcome {
                Outcome::Exact(vector) => Some(vector),
                Outcome::Useless | Outcome::Void => None,
            };
            let mut line = vec![m];
            line.extend_from_slice(&walk.lines[1]);
            let complete = walk.horizon == seen;
            let result = Found { vector, complete, nodes: walk.nodes - nodes, line };
            *found[at].lock().expect("each slot has one taker") = Some(result);
        }
    };
    let (first, rest) = walks.split_first_mut().expect("limits allow a thread");
    thread::scope(|scope| {
        for walk in rest {
            scope.spawn(|| deal(walk));
        }
        deal(first);
    });
    found.into_iter().map(|slot| slot.into_inner().expect("nobody panicked")).collect()
}

impl<G, E, L> Search<G> for MaxN<G, E, L>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    L: Locality<G>,
{
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let mover = crate::root::mover(position)?;
        crate::root::check_limits(limits)?;
        if position.players() > SEATS {
            return Err(SearchError::Unsuited("max^n has room for eight players"));
        }
        let playable = crate::root::playable(position)?;
        self.eval.begin(position);
        self.table.resize(limits.memory, position.players());
        self.table.next_generation();
        let ends = StopFlag::default();
        let total = AtomicU64::new(0);
        let mut walks: Vec<_> =
            (0..limits.threads).map(|_| self.walk(position, limits, &ends, &total)).collect();
        let mut scribe = Scribe { playable: &playable, mover, limits, depth: 0, found: Vec::new() };
        scribe.begin(&mut walks[0]);
        if playable.len() == 1 {
            return Ok(scribe.report(&walks, Some(Stopped::Forced)));
        }
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut stopped = Stopped::Depth;
        for depth in 1..=deepest {
            focus(&mut walks, position, mover, depth);
            let Some(found) = iterate(&mut walks, &playable, depth, &ends) else {
                let why = walks.iter().find_map(|walk| walk.stopped);
                stopped = why.unwrap_or(Stopped::Flag);
                break;
            };
            (scribe.found, scribe.depth) = (found, depth);
            if scribe.found.iter().all(|found| found.vector.is_none()) {
                return Err(SearchError::NoMove);
            }
            let whole = Player::all(position.players()).all(|p| walks[0].near.contains(p));
            if whole && scribe.found.iter().all(|found| found.complete) {
                stopped = Stopped::Solved;
                break;
            }
            if depth < deepest {
                watch(&scribe.report(&walks, None));
            }
        }
        Ok(scribe.report(&walks, Some(stopped)))
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// Tell every thread who matters at this depth.
fn focus<G, E, L>(walks: &mut [Walk<'_, G, E, L>], root: &G, mover: Player, depth: u32)
where
    G: Game,
    L: Locality<G>,
{
    for walk in walks {
        if L::NARROWS {
            walk.near = walk.locality.near(root, mover, depth).with(mover);
            walk.salt = table::salt(u64::from(walk.near.0));
        }
    }
}

/// Keeps the last finished iteration and writes it up.
struct Scribe<'a, M> {
    playable: &'a [M],
    mover: Player,
    limits: &'a Limits,
    depth: u32,
    found: Vec<Found<M>>,
}

impl<M: Copy> Scribe<'_, M> {
    /// Before the first iteration all moves are worth what the root is.
    fn begin<G, E, L>(&mut self, walk: &mut Walk<'_, G, E, L>)
    where
        G: Game<Move = M> + Keyed,
        E: Evaluator<G>,
        L: Locality<G>,
    {
        let vector = Some(walk.judge());
        let found = self.playable.iter().map(|&m| Found {
            vector,
            complete: false,
            nodes: 0,
            line: vec![m],
        });
        self.found = found.collect();
    }

    fn report<G, E, L>(&self, walks: &[Walk<'_, G, E, L>], stopped: Option<Stopped>) -> Report<M>
    where
        G: Game<Move = M> + Keyed,
        E: Evaluator<G>,
        L: Locality<G>,
    {
        let me = self.mover.index();
        let players = walks[0].players;
        let mut order: Vec<(usize, Vector)> = self
            .found
            .iter()
            .enumerate()
            .filter_map(|(i, found)| Some((i, found.vector?)))
            .collect();
        // A stable sort: between equals the move listed first is played.
        order.sort_by_key(|&(_, vector)| std::cmp::Reverse(vector[me]));
        let complete = self.found.iter().all(|found| found.complete);
        let score = |vector: &Vector| match Scale::<G, E>::score(vector[me], complete) {
            Score::Win(_) if players > 2 => Score::Points(E::LIMIT),
            Score::Loss(_) if players > 2 => Score::Points(-E::LIMIT),
            Score::Exact(_) if players > 2 => Score::Points(vector[me]),
            score => score,
        };
        let (best, vector) = &order[0];
        let lines = order.iter().take(self.limits.lines).map(|(i, vector)| Variation {
            score: score(vector),
            moves: self.found[*i].line.clone(),
        });
        let root = self.playable.iter().zip(&self.found).filter_map(|(&m, found)| {
            Some(RootMove { m, score: score(&found.vector?), visits: found.nodes })
        });
        Report {
            best: self.playable[*best],
            score: score(vector),
            shares: vector[..players].iter().map(|&value| Scale::<G, E>::share(value)).collect(),
            lines: lines.collect(),
            root: root.collect(),
            nodes: walks.iter().map(|walk| walk.nodes).sum::<u64>().max(1),
            iterations: 0,
            depth: self.depth,
            deepest: walks.iter().map(|walk| walk.deepest).max().unwrap_or(0).max(1),
            time: walks[0].clock.elapsed(),
            stopped,
            rebuilt: 0,
        }
    }
}
