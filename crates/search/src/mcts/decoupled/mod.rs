//! Rounds in which several players choose at once, searched as one joint step.
//!
//! Every player keeps statistics of his own choices at a node and chooses
//! without seeing the others': by an upper confidence bound (*decoupled UCT*)
//! or by *regret matching*, which mixes and so cannot be read. The joint
//! choice picks the child. Nobody moves first, so nobody is taken to know what
//! the others are about to do.
//!
//! Decoupled UCT plays best in most games (Tak, Lanctot and Winands 2014);
//! regret matching approaches an equilibrium and is harder to exploit.
//!
//! `round.rs` holds the tree; this file the search.

mod round;

use super::crew::Hand;
use super::rollout::{Ending, Listing, Rollout, Stepwise, by_weight};
use super::share::Share;
use super::trace::NoTrace;
use super::{Tally, check_limits, crew, forced};
use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, StopFlag, Stopped};
use round::{ROOT, Rounds, join};
use std::time::Duration;
use takeback_core::{Moves, Player, Simultaneous, SplitMix, Turn};

/// How a player chooses among his moves of a round.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Bandit {
    /// Upper confidence bounds with this weight of exploration.
    Uct(f32),
    /// Regret matching; this part of all choices is made at random.
    Regret(f32),
}

/// Decoupled search for games with simultaneous moves; others work too.
///
/// ```
/// # use takeback_core::{Game, Moves, Payoff, Player, Players, Simultaneous, Turn};
/// # /// One round; "safe" always draws a little, "gamble" wins big or loses big.
/// # #[derive(Clone)]
/// # struct Round(Vec<u8>);
/// # impl Game for Round {
/// #     type Move = u8; type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn {
/// #         match self.0.len() { 0 => Turn::Together(Players::all(2)), 1 => Turn::Together(Players::only(Player(1))), _ => Turn::Over }
/// #     }
/// #     fn moves(&self, out: &mut Moves<u8>) { if self.0.len() < 2 { out.extend([0, 1]); } }
/// #     fn make(&mut self, m: u8) { self.0.push(m); }
/// #     fn unmake(&mut self, _: u8, (): ()) { self.0.pop(); }
/// #     fn payoff(&self, p: Player) -> Payoff {
/// #         let first = match self.0[..] { [0, _] => 100, [1, 0] => 1000, _ => -1000 };
/// #         Payoff(if p == Player(0) { first } else { -first })
/// #     }
/// # }
/// # impl Simultaneous for Round {
/// #     fn choices(&self, _: Player, out: &mut Moves<u8>) { out.extend([0, 1]); }
/// # }
/// use takeback_search::mcts::Decoupled;
/// use takeback_search::{Limits, Search};
///
/// let (safe, _gamble) = (0, 1);
/// let report = Decoupled::uct().search(&Round(vec![]), &Limits::iterations(5000), &mut |_| {})?;
/// assert_eq!(report.best, safe); // the other player can refute the gamble
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
pub struct Decoupled<G: Simultaneous, R = Stepwise<G, Listing<G>>> {
    bandit: Bandit,
    rollout: R,
    seat: Option<Player>,
    mixes: bool,
    workers: Vec<Worker<G, R>>,
}

impl<G: Simultaneous> Decoupled<G> {
    /// Decoupled UCT.
    #[must_use]
    pub fn uct() -> Self {
        Decoupled::new(Bandit::Uct(0.8), Stepwise::new(Listing::default()))
    }

    /// Regret matching.
    #[must_use]
    pub fn regret() -> Self {
        Decoupled::new(Bandit::Regret(0.1), Stepwise::new(Listing::default()))
    }
}

impl<G: Simultaneous, R: Rollout<G>> Decoupled<G, R> {
    /// With a rollout of one's own.
    #[must_use]
    pub fn new(bandit: Bandit, rollout: R) -> Self {
        Decoupled { bandit, rollout, seat: None, mixes: false, workers: Vec::new() }
    }

    /// Findings for this seat; otherwise for the lowest that owes a choice.
    #[must_use]
    pub fn seat(mut self, player: Player) -> Self {
        self.seat = Some(player);
        self
    }

    /// Draw the answer from the mixture found, instead of its likeliest move.
    #[must_use]
    pub fn mixing(mut self) -> Self {
        self.mixes = true;
        self
    }
}

/// One thread with a tree of its own.
struct Worker<G: Simultaneous, R> {
    game: G,
    bandit: Bandit,
    tree: Rounds<G::Move>,
    rollout: R,
    rng: SplitMix,
    moves: Moves<G::Move>,
    path: Vec<(G::Move, G::Undo)>,
    visited: Vec<u32>,
    /// The acts chosen, for each visited node in turn; with how many.
    acts: Vec<u32>,
    counts: Vec<usize>,
    shares: Vec<Share>,
    tally: Tally,
}

impl<G: Simultaneous, R: Rollout<G>> Worker<G, R> {
    fn iterate(&mut self, root: &G, stop: &StopFlag) {
        self.visited.clear();
        self.acts.clear();
        self.counts.clear();
        let found = self.descend(stop);
        self.tally.note(self.visited.len() as u32, found.then_some(&*self.shares));
        if found {
            self.back_up();
        }
        while let Some((m, undo)) = self.path.pop() {
            self.game.unmake(m, undo);
            self.rollout.unmade(&self.game, m);
        }
        if self.game.is_broken() {
            self.game = root.clone();
            self.rollout.begin(root);
            self.tally.rebuilt += 1;
        }
    }

    fn descend(&mut self, stop: &StopFlag) -> bool {
        let mut node = ROOT;
        loop {
            self.visited.push(node);
            self.counts.push(0);
            let turn = self.game.turn();
            if turn == Turn::Over {
                for (seat, share) in self.shares.iter_mut().enumerate() {
                    *share = Share::from(self.game.payoff(Player(seat as u8)));
                }
                return true;
            }
            if !self.tree.is_expanded(node) {
                self.expand(node, turn);
                if node != ROOT {
                    return self.roll(stop);
                }
            }
            let Some(joint) = self.choose(node, turn) else { return false };
            match self.tree.follow(node, joint) {
                Some(child) => node = child,
                None => return self.roll(stop),
            }
        }
    }

    fn roll(&mut self, stop: &StopFlag) -> bool {
        let (game, rng) = (&mut self.game, &mut self.rng);
        let ending = self.rollout.roll(game, rng, stop, &mut self.shares, &mut NoTrace);
        let (Ending::Result { plies } | Ending::Nothing { plies }) = ending;
        self.tally.nodes += u64::from(plies);
        matches!(ending, Ending::Result { .. })
    }

    /// List what every seat of the round may choose.
    fn expand(&mut self, node: u32, turn: Turn) {
        self.tree.begin(node);
        let frame = self.moves.open();
        match turn {
            Turn::Together(seats) => {
                for seat in seats.iter() {
                    self.game.choices(seat, &mut self.moves);
                    self.tree.add_seat(node, seat, self.moves.since(frame));
                    self.moves.close(frame);
                }
            }
            Turn::Player(seat) => {
                self.game.moves(&mut self.moves);
                self.tree.add_seat(node, seat, self.moves.since(frame));
            }
            Turn::Chance | Turn::Over => {}
        }
        self.moves.close(frame);
    }

    /// Let every seat choose on its own and carry the round out; gives the
    /// number of the joint choice, `None` in a dead end.
    fn choose(&mut self, node: u32, turn: Turn) -> Option<u64> {
        if turn == Turn::Chance {
            return self.draw();
        }
        let from = self.acts.len();
        let mut joint = 0u64;
        for seat in 0..self.tree.seats(node) {
            let (act, place) = self.tree.pick(node, seat, self.bandit, &mut self.rng)?;
            joint = join(joint, place as u32);
            self.acts.push(act);
        }
        if let Some(count) = self.counts.last_mut() {
            *count = self.acts.len() - from;
        }
        // Only now, when all have chosen, does anything move.
        for i in from..self.acts.len() {
            let m = self.tree.act_move(self.acts[i]);
            self.make(m);
        }
        Some(joint)
    }

    fn draw(&mut self) -> Option<u64> {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let outcomes = self.moves.since(frame);
        let drawn = (!outcomes.is_empty()).then(|| {
            let place = by_weight(&self.game, outcomes, &mut self.rng);
            (outcomes[place], place as u64)
        });
        self.moves.close(frame);
        let (m, place) = drawn?;
        self.make(m);
        Some(place)
    }

    fn make(&mut self, m: G::Move) {
        self.rollout.making(&self.game, m);
        let undo = self.game.make(m);
        self.rollout.made(&self.game, m);
        self.path.push((m, undo));
    }

    fn back_up(&mut self) {
        let mut end = self.acts.len();
        for i in (0..self.visited.len()).rev() {
            let node = self.visited[i];
            self.tree.reward(node, &self.shares);
            let from = end - self.counts[i];
            if from < end {
                self.tree.learn(node, &self.acts[from..end], self.bandit, &self.shares);
            }
            end = from;
        }
    }
}

impl<G: Simultaneous, R: Rollout<G>> Hand for Worker<G, R> {
    fn tally(&self) -> &Tally {
        &self.tally
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    fn freeze(&mut self, full: bool) {
        self.tree.freeze(full);
    }
}

impl<G: Simultaneous, R: Rollout<G>> Decoupled<G, R> {
    fn prepare(&mut self, position: &G, limits: &Limits) {
        let players = position.players();
        self.workers = (0..limits.threads)
            .map(|n| Worker {
                game: position.clone(),
                bandit: self.bandit,
                tree: Rounds::new(players),
                rollout: self.rollout.clone(),
                rng: SplitMix::stream(limits.seed, n as u64),
                moves: Moves::new(),
                path: Vec::with_capacity(256),
                visited: Vec::with_capacity(256),
                acts: Vec::with_capacity(256),
                counts: Vec::with_capacity(256),
                shares: vec![Share::HALF; players],
                tally: Tally::new(players),
            })
            .collect();
        self.workers.iter_mut().for_each(|worker| worker.rollout.begin(position));
    }

    /// The seat that asks and what it may choose.
    fn question(
        &self,
        position: &G,
        limits: &Limits,
    ) -> Result<(Player, Vec<G::Move>), SearchError> {
        let turn = position.turn();
        let seat = match (turn, self.seat.or(limits.seat)) {
            (Turn::Over, _) => return Err(SearchError::Over),
            (Turn::Chance, _) => return Err(SearchError::Chance),
            (_, None) => turn.decider().unwrap_or_default(),
            (Turn::Together(seats), Some(seat)) if seats.contains(seat) => seat,
            (Turn::Player(player), Some(seat)) if player == seat => seat,
            _ => return Err(SearchError::NoMove),
        };
        let mut moves = Moves::with_capacity(64);
        match turn {
            Turn::Together(_) => position.choices(seat, &mut moves),
            _ => position.moves(&mut moves),
        }
        if moves.is_empty() { Err(SearchError::NoMove) } else { Ok((seat, moves.into_vec())) }
    }

    fn report(
        &self,
        hands: &[Worker<G, R>],
        seat: Player,
        limits: &Limits,
        time: Duration,
        stopped: Option<Stopped>,
    ) -> Report<G::Move> {
        let mut root: Vec<RootMove<G::Move>> = Vec::new();
        for (n, act) in hands[0].tree.acts_of(ROOT, seat).enumerate() {
            let same = |hand: &Worker<G, R>| hand.tree.acts_of(ROOT, seat).nth(n).unwrap_or(act);
            let visits = hands.iter().map(|hand| hand.tree.weight(same(hand), self.bandit)).sum();
            let results = hands.iter().map(|hand| hand.tree.results(same(hand)));
            let (seen, total) = results.fold((0, 0), |a, r| (a.0 + u64::from(r.0), a.1 + r.1));
            let mean = total as f64 / seen.max(1) as f64 / f64::from(Share::ONE.units());
            let m = hands[0].tree.act_move(act);
            root.push(RootMove { m, score: Score::Share(mean as f32), visits });
        }
        let tallies = hands.iter().map(|hand| &hand.tally);
        let first = |ranking: &mut [&RootMove<G::Move>]| {
            if self.mixes {
                draw(ranking, &mut SplitMix::stream(limits.seed, u64::MAX));
            }
        };
        crew::report(tallies, root, first, limits, time, stopped)
    }
}

/// Bring a move to the front, drawn by visits.
fn draw<M>(ranking: &mut [&RootMove<M>], rng: &mut SplitMix) {
    let all: u64 = ranking.iter().map(|row| row.visits).sum();
    let mut left = (rng.unit() * all as f64) as u64;
    let drawn = ranking.iter().position(|row| {
        let here = left < row.visits;
        left = left.saturating_sub(row.visits);
        here
    });
    ranking.swap(0, drawn.unwrap_or(0));
}

impl<G: Simultaneous, R: Rollout<G>> Search<G> for Decoupled<G, R> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let clock = Clock::start(limits);
        check_limits(limits)?;
        let (seat, choices) = self.question(position, limits)?;
        if let (&[only], false) = (choices.as_slice(), limits.valued) {
            return Ok(forced(only, clock.elapsed()));
        }
        self.prepare(position, limits);
        let mut hands = std::mem::take(&mut self.workers);
        let stop = &limits.stop;
        let work = |hand: &mut Worker<G, R>| hand.iterate(position, stop);
        let report =
            |hands: &[Worker<G, R>], why| self.report(hands, seat, limits, clock.elapsed(), why);
        let why = crew::run(&mut hands, limits, &clock, work, |hands| watch(&report(hands, None)));
        let answer = report(&hands, Some(why));
        self.workers = hands;
        Ok(answer)
    }

    fn forget(&mut self) {
        self.workers.clear();
    }
}
