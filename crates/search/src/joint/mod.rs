//! Rounds in which several choose before anything moves.
//!
//! Played out one after the other, a round tells the later seats what the
//! earlier have chosen. [`Joint`] keeps it a round, and answers it in one of
//! two ways ([`Concept`]): by the choice whose worst outcome is best, as if
//! the others knew it; or by solving the round as a matrix game, which gives
//! a mix of choices that nobody can exploit. With more than two players the
//! others are taken to act as one against the searcher.
//!
//! Depth counts rounds and single decisions alike.

mod matrix;
mod searcher;

pub use matrix::Equilibrium;

use crate::Search;
use crate::limits::{Clock, Limits, Stopped};
use crate::rank::sort_few;
use crate::report::{Report, RootMove, Score, SearchError, Variation};
use crate::transposition::{SEATS, TranspositionTable};
use crate::value::{MAX_DEPTH, Scale, VOID};
use searcher::{Round, Searcher, Visit};
use std::marker::PhantomData;
use takeback_core::{Evaluator, Game, Keyed, Moves, Player, Players, Simultaneous, SplitMix, Turn};

/// How a round is answered.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Concept {
    /// By the choice whose worst outcome is best.
    Pessimistic,
    /// By the equilibrium of the matrix game.
    Mixed,
}

/// Backward induction over rounds.
///
/// ```
/// use takeback_core::{Blind, Game, Key, Keyed, Moves, Payoff, Player, Players, Simultaneous, Turn};
/// use takeback_search::{Joint, Limits, Score, Search};
///
/// /// Matching pennies: the first wins if both show the same side.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Pennies(Vec<bool>);
///
/// impl Game for Pennies {
///     type Move = bool;
///     type Undo = ();
///     fn players(&self) -> usize { 2 }
///     fn turn(&self) -> Turn {
///         match self.0.len() {
///             0 => Turn::Together(Players::all(2)),
///             1 => Turn::Together(Players::only(Player::SECOND)),
///             _ => Turn::Over,
///         }
///     }
///     fn moves(&self, out: &mut Moves<bool>) {
///         if self.0.len() < 2 { out.extend([false, true]); }
///     }
///     fn make(&mut self, side: bool) { self.0.push(side); }
///     fn unmake(&mut self, _: bool, (): ()) { self.0.pop(); }
///     fn payoff(&self, player: Player) -> Payoff {
///         let same = self.0[0] == self.0[1];
///         if same == (player == Player::FIRST) { Payoff::WIN } else { Payoff::LOSS }
///     }
/// }
/// impl Simultaneous for Pennies {
///     fn choices(&self, _: Player, out: &mut Moves<bool>) { out.extend([false, true]); }
/// }
/// impl Keyed for Pennies {
///     fn key(&self) -> Key {
///         self.0.iter().fold(Key::ZERO, |key, &side| Key::nth(key.0 << 2 | 2 | u64::from(side)))
///     }
///     fn key_from_scratch(&self) -> Key { self.key() }
/// }
///
/// let pennies = Pennies(Vec::new());
/// let report = Joint::mixed(Blind).search(&pennies, &Limits::default(), &mut |_| ())?;
/// assert_eq!(report.score, Score::Exact(0), "fair, if one tosses the coin");
///
/// let report = Joint::pessimistic(Blind).search(&pennies, &Limits::default(), &mut |_| ())?;
/// assert!(matches!(report.score, Score::Points(worst) if worst < 0), "lost, if one is seen");
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
#[derive(Debug)]
pub struct Joint<G, E> {
    eval: E,
    answer: Concept,
    sampled: bool,
    player: Option<Player>,
    table: TranspositionTable,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E> Joint<G, E> {
    /// Search with this evaluator and this way to answer rounds.
    #[must_use]
    pub fn new(eval: E, answer: Concept) -> Self {
        let table = TranspositionTable::default();
        Joint { eval, answer, sampled: false, player: None, table, game: PhantomData }
    }

    /// Concept rounds by the best worst outcome.
    #[must_use]
    pub fn pessimistic(eval: E) -> Self {
        Joint::new(eval, Concept::Pessimistic)
    }

    /// Concept rounds by the equilibrium.
    #[must_use]
    pub fn mixed(eval: E) -> Self {
        Joint::new(eval, Concept::Mixed)
    }

    /// Draw the move from the equilibrium by the limits' seed, instead of
    /// taking the likeliest.
    #[must_use]
    pub fn sampled(mut self) -> Self {
        self.sampled = true;
        self
    }

    /// Search for this player where several choose together; by default for
    /// the lowest seat that owes a choice.
    #[must_use]
    pub fn seat(mut self, player: Player) -> Self {
        self.player = Some(player);
        self
    }
}

/// The root's choices with what is known of each.
struct Root<M> {
    choices: Vec<M>,
    values: Vec<i32>,
    mix: Vec<f64>,
    value: i32,
    depth: u32,
    complete: bool,
}

impl<G, E> Joint<G, E>
where
    G: Game + Keyed + Simultaneous,
    E: Evaluator<G>,
{
    /// Who searches, and who decides with him.
    fn seats(&self, position: &G, limits: &Limits) -> Result<(Player, Players), SearchError> {
        let lowest = crate::root::mover(position)?;
        match (position.turn(), self.player.or(limits.seat)) {
            (Turn::Together(seats), Some(player)) if !seats.contains(player) => {
                Err(SearchError::Unsuited("the seat asked for owes no choice"))
            }
            (Turn::Together(seats), player) => Ok((player.unwrap_or(lowest), seats)),
            _ => Ok((lowest, Players::only(lowest))),
        }
    }

    /// One iteration at the root; false when stopped before the end.
    fn iterate(&self, walk: &mut Searcher<'_, G, E>, root: &mut Root<G::Move>, depth: u32) -> bool {
        let most = Scale::<G, E>::WIN + 1;
        let ask = Visit { ply: 0, depth, alpha: -most, beta: most };
        let seen = walk.horizon;
        let frame = walk.moves.open();
        let done = match walk.game.turn() {
            Turn::Together(seats) => {
                let round = walk.list(seats);
                self.iterate_round(walk, root, &round, ask)
            }
            _ => self.iterate_moves(walk, root, ask),
        };
        walk.moves.close(frame);
        if done {
            root.depth = depth;
            root.complete = walk.horizon == seen;
        }
        done
    }

    fn iterate_moves(
        &self,
        walk: &mut Searcher<'_, G, E>,
        root: &mut Root<G::Move>,
        ask: Visit,
    ) -> bool {
        let mut values = Vec::with_capacity(root.choices.len());
        for &m in &root.choices {
            let undo = walk.make(m);
            let value = walk.value(Visit { ply: 1, depth: ask.depth - 1, ..ask });
            walk.unmake(m, undo);
            if walk.stopped.is_some() {
                return false;
            }
            values.push(value);
        }
        root.take(values);
        true
    }

    fn iterate_round(
        &self,
        walk: &mut Searcher<'_, G, E>,
        root: &mut Root<G::Move>,
        round: &Round,
        ask: Visit,
    ) -> bool {
        if self.answer == Concept::Pessimistic {
            let mut values = Vec::with_capacity(round.mine.len());
            for row in 0..round.mine.len() {
                values.push(walk.worst_of_row(round, row, ask));
                if walk.stopped.is_some() {
                    return false;
                }
            }
            root.take(values);
            return true;
        }
        let start = walk.cells.len();
        let columns = walk.fill(round, ask);
        let cells = walk.cells.split_off(start);
        if walk.stopped.is_some() {
            // What the depth before found still stands.
            return false;
        }
        let Some(columns) = columns else {
            root.take(vec![VOID; round.mine.len()]);
            return true;
        };
        walk.solver.solve(round.mine.len(), columns, &cells);
        root.mix = walk.solver.row_mix().to_vec();
        root.value = walk.solver.value().round() as i32;
        let against = walk.solver.column_mix();
        let worth = |row: &[i32]| -> f64 {
            row.iter().zip(against).map(|(&cell, weight)| f64::from(cell) * weight).sum()
        };
        root.values = cells.chunks(columns).map(|row| worth(row).round() as i32).collect();
        true
    }
}

impl<M: Copy> Root<M> {
    fn new(choices: Vec<M>, value: i32) -> Self {
        let values = vec![value; choices.len()];
        Root { choices, values, mix: Vec::new(), value, depth: 0, complete: false }
    }

    /// Values of certain choices: the best is the root's.
    fn take(&mut self, values: Vec<i32>) {
        self.value = values.iter().copied().max().unwrap_or(VOID);
        self.mix.clear();
        self.values = values;
    }

    /// Which choice to make.
    fn pick(&self, sample: Option<u64>) -> usize {
        let weigh =
            |i: &usize| if self.mix.is_empty() { f64::from(self.values[*i]) } else { self.mix[*i] };
        if let (Some(seed), false) = (sample, self.mix.is_empty()) {
            let mut left = SplitMix::new(seed).unit();
            for (i, share) in self.mix.iter().enumerate() {
                left -= share;
                if left < 0.0 {
                    return i;
                }
            }
        }
        // Between equals the one listed first.
        (0..self.choices.len()).rev().max_by(|a, b| weigh(a).total_cmp(&weigh(b))).unwrap_or(0)
    }
}

impl<G, E> Search<G> for Joint<G, E>
where
    G: Game + Keyed + Simultaneous,
    E: Evaluator<G>,
{
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        crate::root::check_limits(limits)?;
        if position.players() > SEATS {
            return Err(SearchError::Unsuited("a round has room for eight players"));
        }
        let clock = Clock::start(limits).patient();
        let (me, seats) = self.seats(position, limits)?;
        let mut choices = Moves::with_capacity(64);
        match position.turn() {
            Turn::Together(_) => position.choices(me, &mut choices),
            _ => choices.extend(crate::root::playable(position)?),
        }
        if choices.is_empty() {
            return Err(SearchError::NoMove);
        }
        self.eval.begin(position);
        self.table.suit(limits);
        self.table.next_generation();
        let mut walk = Searcher {
            game: position.clone(),
            eval: self.eval.clone(),
            me,
            answer: self.answer,
            table: &self.table,
            salt: self.salt(me),
            moves: Moves::new(),
            cells: Vec::with_capacity(1024),
            solver: Equilibrium::default(),
            clock,
            nodes: 0,
            horizon: 0,
            averaged: false,
            deepest: 0,
            stopped: None,
        };
        debug_assert!(seats.contains(me));
        let value = walk.judge();
        let mut root = Root::new(choices.into_vec(), value);
        if root.choices.len() == 1 && !limits.valued {
            return Ok(self.report(&walk, &root, limits, Some(Stopped::Forced)));
        }
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut stopped = Stopped::Depth;
        for depth in 1..=deepest {
            if !self.iterate(&mut walk, &mut root, depth) {
                stopped = walk.stopped.unwrap_or(Stopped::Flag);
                break;
            }
            if root.value == VOID {
                return Err(SearchError::NoMove);
            }
            if root.complete {
                stopped = Stopped::Solved;
                break;
            }
            if let Some(why) = walk.clock.iterated() {
                stopped = why;
                break;
            }
            if depth < deepest {
                watch(&self.report(&walk, &root, limits, None));
            }
        }
        Ok(self.report(&walk, &root, limits, Some(stopped)))
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}

impl<G, E> Joint<G, E>
where
    G: Game + Keyed + Simultaneous,
    E: Evaluator<G>,
{
    /// Mixed values are averages; pessimistic losses are only the worst case.
    fn score(&self, walk: &Searcher<'_, G, E>, value: i32, complete: bool) -> Score {
        match Scale::<G, E>::score(value, complete) {
            Score::Win(_) | Score::Loss(_) | Score::Exact(_) if walk.averaged && complete => {
                Score::Exact(Scale::<G, E>::thousandths(value))
            }
            Score::Win(_) | Score::Loss(_) if walk.averaged => Score::Points(value),
            Score::Loss(_) => Score::Points(-E::LIMIT),
            Score::Exact(_) => Score::Points(value),
            score => score,
        }
    }

    fn report(
        &self,
        walk: &Searcher<'_, G, E>,
        root: &Root<G::Move>,
        limits: &Limits,
        stopped: Option<Stopped>,
    ) -> Report<G::Move> {
        let best = root.pick(self.sampled.then_some(limits.seed));
        let mut order: Vec<usize> = (0..root.choices.len()).filter(|&i| i != best).collect();
        sort_few(&mut order, |&a, &b| root.values[a] > root.values[b]);
        order.insert(0, best);
        let say = |value| self.score(walk, value, root.complete);
        let lines = order
            .iter()
            .take(limits.lines)
            .map(|&i| Variation { score: say(root.values[i]), moves: vec![root.choices[i]] });
        let moves = root.choices.iter().enumerate().filter(|&(i, _)| root.values[i] != VOID);
        let root_moves = moves.map(|(i, &m)| {
            let share = root.mix.get(i).copied().unwrap_or(0.0);
            RootMove { m, score: say(root.values[i]), visits: (share * 1e6).round() as u64 }
        });
        Report {
            best: root.choices[best],
            score: say(root.value),
            shares: Vec::new(),
            lines: lines.collect(),
            root: root_moves.collect(),
            nodes: walk.nodes.max(1),
            iterations: 0,
            depth: root.depth,
            deepest: walk.deepest.max(1),
            time: walk.clock.elapsed(),
            stopped,
            rebuilt: 0,
        }
    }
}
