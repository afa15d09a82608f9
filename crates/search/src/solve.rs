//! The whole game, to the end of every line: for small games, and as the
//! measure of all other searches.

use crate::mcts::{check_limits, root_moves};
use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};
use std::collections::HashMap;
use takeback_core::{Game, Key, Keyed, Moves, Player, Turn};

/// What a position is worth when everybody plays for himself.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// One payoff a player, in thousandths; fractions come from chance.
    pub payoffs: Vec<f64>,
    /// Plies to the end, with wins taken soon and losses late.
    pub plies: u32,
}

/// Solves games exactly: max^n over every line, chance by its weights. Of moves
/// equally good for the mover the first listed counts, after shorter wins and
/// longer losses.
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
/// use takeback_search::{Exhaustive, Limits, Score, Search};
///
/// let nim = Nim { heap: 7, next: Player::FIRST };
/// let report = Exhaustive::new().search(&nim, &Limits::default(), &mut |_| {})?;
/// assert_eq!((report.best, report.score), (3, Score::Win(3)));
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
pub struct Exhaustive<G: Game> {
    key: Option<fn(&G) -> Key>,
    known: HashMap<Key, Option<Value>>,
    room: usize,
    moves: Moves<G::Move>,
    nodes: u64,
    deepest: u32,
    depth: u32,
    depth_limit: u32,
    stopped: Option<Stopped>,
}

impl<G: Game> Default for Exhaustive<G> {
    fn default() -> Self {
        Exhaustive::new()
    }
}

impl<G: Game> Exhaustive<G> {
    /// Every line, even to positions seen before.
    #[must_use]
    pub fn new() -> Self {
        Exhaustive {
            key: None,
            known: HashMap::new(),
            room: 0,
            moves: Moves::new(),
            nodes: 0,
            deepest: 0,
            depth: 0,
            depth_limit: u32::MAX,
            stopped: None,
        }
    }

    /// Look positions up that were solved before, within the memory limit.
    #[must_use]
    pub fn keyed() -> Self
    where
        G: Keyed,
    {
        Exhaustive { key: Some(Keyed::key), ..Exhaustive::new() }
    }

    /// The exact value; `None` when nothing but dead ends lie below, or when a
    /// limit was reached.
    fn value(&mut self, game: &mut G, clock: &mut Clock) -> Option<Value> {
        self.nodes += 1;
        if let Some(why) = clock.is_up(self.nodes) {
            self.stopped.get_or_insert(why);
        }
        let turn = game.turn();
        if turn == Turn::Over {
            let payoffs =
                Player::all(game.players()).map(|p| f64::from(game.payoff(p).0)).collect();
            return Some(Value { payoffs, plies: 0 });
        }
        if self.depth >= self.depth_limit {
            self.stopped.get_or_insert(Stopped::Depth);
        }
        if self.stopped.is_some() {
            return None;
        }
        let key = self.key.map(|key| key(game));
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            return known.clone();
        }
        let value = self.look_ahead(game, turn, clock);
        if let Some(key) = key
            && self.stopped.is_none()
            && self.known.len() < self.room
        {
            self.known.insert(key, value.clone());
        }
        value
    }

    fn look_ahead(&mut self, game: &mut G, turn: Turn, clock: &mut Clock) -> Option<Value> {
        let frame = self.moves.open();
        game.moves(&mut self.moves);
        let mut sum: Option<Value> = None;
        let mut weights = 0.0;
        for i in self.moves.range(frame) {
            let m = self.moves[i];
            let weight = if turn == Turn::Chance { f64::from(game.weight(m)) } else { 1.0 };
            let Some(value) = self.step(game, m, clock) else { continue };
            match (turn.decider(), &mut sum) {
                (_, None) => sum = Some(weighted(value, turn, weight)),
                (Some(player), Some(best)) => {
                    if prefers(player, &value, best) {
                        *best = value;
                    }
                }
                (None, Some(mean)) => add(mean, &value, weight),
            }
            weights += weight;
        }
        self.moves.close(frame);
        let mut value = sum?;
        if turn == Turn::Chance && weights > 0.0 {
            value.payoffs.iter_mut().for_each(|payoff| *payoff /= weights);
        }
        Some(value)
    }

    fn step(&mut self, game: &mut G, m: G::Move, clock: &mut Clock) -> Option<Value> {
        let undo = game.make(m);
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let value = self.value(game, clock);
        self.depth -= 1;
        game.unmake(m, undo);
        value.map(|value| Value { plies: value.plies + 1, ..value })
    }
}

fn weighted(mut value: Value, turn: Turn, weight: f64) -> Value {
    if turn == Turn::Chance {
        value.payoffs.iter_mut().for_each(|payoff| *payoff *= weight);
    }
    value
}

fn add(mean: &mut Value, value: &Value, weight: f64) {
    for (sum, payoff) in mean.payoffs.iter_mut().zip(&value.payoffs) {
        *sum += weight * payoff;
    }
    mean.plies = mean.plies.max(value.plies);
}

fn prefers(player: Player, a: &Value, b: &Value) -> bool {
    let (x, y) = (a.payoffs[player.index()], b.payoffs[player.index()]);
    match x {
        _ if x != y => x > y,
        _ if x >= 1000.0 => a.plies < b.plies,
        _ if x <= -1000.0 => a.plies > b.plies,
        _ => false,
    }
}

/// A value as seen by one player.
fn score(value: &Value, player: Player) -> Score {
    match value.payoffs[player.index()] {
        payoff if payoff >= 1000.0 => Score::Win(value.plies),
        payoff if payoff <= -1000.0 => Score::Loss(value.plies),
        payoff => Score::Exact(payoff.round() as i32),
    }
}

impl<G: Game> Search<G> for Exhaustive<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let mut clock = Clock::start(limits);
        check_limits(limits)?;
        let legal = root_moves(position)?;
        let player = position.turn().decider().unwrap_or_default();
        // A hash table entry with its vector, roughly.
        self.room = limits.memory.saturating_mul(1 << 20) / (64 + 8 * position.players());
        self.depth_limit = limits.depth.unwrap_or(u32::MAX);
        (self.nodes, self.deepest, self.stopped) = (0, 0, clock.look());
        self.moves.clear();
        let mut game = position.clone();
        let mut found: Vec<(G::Move, Value)> = Vec::with_capacity(legal.len());
        for &m in &legal {
            match self.step(&mut game, m, &mut clock) {
                Some(value) if self.stopped.is_none() => found.push((m, value)),
                _ => {}
            }
            if self.stopped.is_none() {
                let report = self.report(player, &legal, &found, false, &clock);
                watch(&Report { stopped: None, ..report });
            }
        }
        if found.is_empty() && self.stopped.is_none() {
            return Err(SearchError::NoMove);
        }
        Ok(self.report(player, &legal, &found, self.stopped.is_none(), &clock))
    }

    fn forget(&mut self) {
        self.known.clear();
    }
}

impl<G: Game> Exhaustive<G> {
    fn report(
        &self,
        player: Player,
        legal: &[G::Move],
        found: &[(G::Move, Value)],
        whole: bool,
        clock: &Clock,
    ) -> Report<G::Move> {
        let best = found.iter().reduce(|a, b| if prefers(player, &b.1, &a.1) { b } else { a });
        let (m, value) = match best {
            Some((m, value)) => (*m, Some(value)),
            None => (legal[0], None),
        };
        // Unless all moves are known, the best of some is only a guess.
        let sure = value.filter(|value| whole || value.payoffs[player.index()] >= 1000.0);
        let share = |payoff: &f64| ((payoff + 1000.0) / 2000.0) as f32;
        let score_of = sure.map_or(Score::Share(0.5), |value| score(value, player));
        Report {
            best: m,
            score: score_of,
            shares: sure.map_or_else(Vec::new, |value| value.payoffs.iter().map(share).collect()),
            lines: vec![Variation { score: score_of, moves: vec![m] }],
            root: found
                .iter()
                .map(|(m, value)| RootMove { m: *m, score: score(value, player), visits: 1 })
                .collect(),
            nodes: self.nodes,
            iterations: 0,
            depth: self.deepest,
            deepest: self.deepest,
            time: clock.elapsed(),
            stopped: Some(self.stopped.unwrap_or(Stopped::Solved)),
            rebuilt: 0,
        }
    }
}
