//! Monte-Carlo tree search for games in which players do not see everything.
//!
//! Every iteration first deals anew, in place, what the searching player
//! cannot see ([`Hidden::redeal`]), simulates on that one deal, and takes moves
//! and deal back. Nodes stand for information sets ([`Hidden::infoset`]), not for
//! positions. Since not every move exists in every deal, a move is weighed by how
//! often it was *available*, not by its node's visits (Cowling, Powley and
//! Whitehouse 2012).
//!
//! * **single observer**: all nodes are what the searching player knows; others
//!   decide as if they knew no more than he does;
//! * **multiple observer**: each decision has the node of what its own player
//!   knows, so that nobody's choice rests on what he cannot know, and everybody's
//!   on what he does;
//! * **re-determinising**: besides, what the searching player holds is dealt anew
//!   as the others see it, in as many iterations as there are others. With the
//!   same cards in every iteration, others would soon play as if they saw them.

mod survey;
mod tree;

pub use survey::Survey;

use crate::mcts::crew::Hand;
use crate::mcts::rollout::by_weight;
use crate::mcts::{
    Ending, Listing, NoTrace, Rollout, Share, Stepwise, Tally, check_limits, crew, forced,
    root_moves,
};
use crate::{
    Clock, Limits, Report, RootMove, Score, Search, SearchError, StopFlag, Stopped, Variation,
};
use std::time::Duration;
use takeback_core::{Hidden, Moves, Player, SplitMix, Turn, mix};
use tree::InfoTable;

/// Whose eyes the trees have.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Observer {
    /// Only the searching player's.
    Single,
    /// Every player's own.
    Multiple,
    /// Every player's own, in iterations that begin with each player's beliefs.
    Redealing,
}

/// Information-set Monte-Carlo tree search.
///
/// ```
/// # use takeback_core::{Game, Hidden, Key, Moves, Payoff, Player, SplitMix, Turn};
/// # /// Say higher or lower than a hidden die.
/// # #[derive(Clone)]
/// # struct Guess { die: u8, said: Option<bool> }
/// # impl Game for Guess {
/// #     type Move = bool; type Undo = ();
/// #     fn players(&self) -> usize { 1 }
/// #     fn turn(&self) -> Turn { if self.said.is_some() { Turn::Over } else { Turn::Player(Player(0)) } }
/// #     fn moves(&self, out: &mut Moves<bool>) { if self.said.is_none() { out.extend([false, true]); } }
/// #     fn make(&mut self, m: bool) { self.said = Some(m); }
/// #     fn unmake(&mut self, _: bool, (): ()) { self.said = None; }
/// #     fn payoff(&self, _: Player) -> Payoff {
/// #         if self.said == Some(self.die > 2) { Payoff::WIN } else { Payoff::LOSS }
/// #     }
/// # }
/// # impl Hidden for Guess {
/// #     type Observation = Option<bool>; type Redeal = u8;
/// #     fn observation(&self, _: Player) -> Option<bool> { self.said }
/// #     fn infoset(&self, _: Player) -> Key { Key::ZERO }
/// #     fn label(&self, _: Player, m: bool) -> u64 { u64::from(m) }
/// #     fn redeal(&mut self, _: Player, rng: &mut SplitMix) -> u8 {
/// #         std::mem::replace(&mut self.die, 1 + rng.below(6) as u8)
/// #     }
/// #     fn undo_redeal(&mut self, die: u8) { self.die = die; }
/// # }
/// use takeback_search::ismcts::IsMcts;
/// use takeback_search::{Limits, Search};
///
/// // A hidden die shows 1; is it above two? Mostly it would be.
/// let game = Guess { die: 1, said: None };
/// let report = IsMcts::single().search(&game, &Limits::iterations(2000), &mut |_| {})?;
/// assert!(report.best); // the search could not look
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
pub struct IsMcts<G: Hidden, R = Stepwise<G, Listing<G>>> {
    observer: Observer,
    rollout: R,
    /// Weight of exploration.
    pub exploration: f32,
    /// A factor of it by the position, if the game has something to say. It must
    /// rest on what all know.
    pub exploring: Option<fn(&G) -> f32>,
    /// Whether the answer is drawn in proportion to visits instead of being the
    /// most visited move: who always does the same is seen through.
    pub mixing: bool,
    searches: u64,
    workers: Vec<Worker<G, R>>,
}

impl<G: Hidden> IsMcts<G> {
    /// One tree, the searching player's.
    #[must_use]
    pub fn single() -> Self {
        IsMcts::new(Observer::Single, Stepwise::new(Listing::default()))
    }

    /// A tree for every player.
    #[must_use]
    pub fn multiple() -> Self {
        IsMcts::new(Observer::Multiple, Stepwise::new(Listing::default()))
    }

    /// A tree for every player, and everybody's beliefs.
    #[must_use]
    pub fn redealing() -> Self {
        IsMcts::new(Observer::Redealing, Stepwise::new(Listing::default()))
    }
}

impl<G: Hidden, R: Rollout<G>> IsMcts<G, R> {
    /// With a rollout of one's own.
    #[must_use]
    pub fn new(observer: Observer, rollout: R) -> Self {
        IsMcts {
            observer,
            rollout,
            exploration: 0.7,
            exploring: None,
            mixing: false,
            searches: 0,
            workers: Vec::new(),
        }
    }
}

/// One thread with a table of its own.
struct Worker<G: Hidden, R> {
    game: G,
    viewer: Player,
    observer: Observer,
    exploration: f32,
    exploring: Option<fn(&G) -> f32>,
    table: InfoTable,
    rollout: R,
    rng: SplitMix,
    moves: Moves<G::Move>,
    path: Vec<(G::Move, G::Undo)>,
    /// The edges passed, and whose choices they were.
    passed: Vec<(u32, Player)>,
    shares: Vec<Share>,
    tally: Tally,
}

/// The node of a decision: whose it is, and what `owner` knows there.
fn set_of<G: Hidden>(game: &G, owner: Player, player: Player) -> u64 {
    let seats = u64::from(owner.0) << 8 | u64::from(player.0);
    mix(game.infoset(owner).0 ^ mix(seats + 1))
}

impl<G: Hidden, R: Rollout<G>> Worker<G, R> {
    /// Whose knowledge decides where `player` is in turn.
    fn owner(&self, player: Player) -> Player {
        if self.observer == Observer::Single { self.viewer } else { player }
    }

    /// Deal, simulate, and take everything back.
    fn iterate(&mut self, root: &G, stop: &StopFlag) {
        let redeal = self.game.redeal(self.viewer, &mut self.rng);
        let eyes = match self.observer {
            Observer::Redealing => Player(self.rng.below(root.players()) as u8),
            _ => self.viewer,
        };
        let second = (eyes != self.viewer).then(|| self.game.redeal(eyes, &mut self.rng));
        // Other cards, another position: what was known of it is out of date.
        self.rollout.begin(&self.game);
        self.passed.clear();
        let found = self.descend(stop);
        self.tally.note(self.path.len() as u32, found.then_some(&*self.shares));
        if found {
            for &(edge, player) in &self.passed {
                self.table.reward(edge, self.shares[player.index()]);
            }
        }
        while !self.path.is_empty() {
            self.back();
        }
        if let Some(second) = second {
            self.game.undo_redeal(second);
        }
        self.game.undo_redeal(redeal);
        if self.game.is_broken() {
            self.game = root.clone();
            self.tally.rebuilt += 1;
        }
    }

    /// Down to a new node and on to a result; false when there was none.
    fn descend(&mut self, stop: &StopFlag) -> bool {
        loop {
            let turn = self.game.turn();
            let (m, grew) = match turn {
                // Who judges what goes on also judges what is over.
                Turn::Over => return self.roll(stop),
                Turn::Chance => match self.draw() {
                    Some(m) => (m, false),
                    None => return false,
                },
                Turn::Player(_) | Turn::Together(_) => {
                    let Some(choice) = self.choose(turn.decider().unwrap_or_default()) else {
                        return false;
                    };
                    choice
                }
            };
            self.step(m);
            if grew {
                return self.roll(stop);
            }
        }
    }

    fn roll(&mut self, stop: &StopFlag) -> bool {
        let (game, rng) = (&mut self.game, &mut self.rng);
        match self.rollout.roll(game, rng, stop, &mut self.shares, &mut NoTrace) {
            Ending::Result { plies } => {
                self.tally.nodes += u64::from(plies);
                true
            }
            Ending::Nothing { plies } => {
                self.tally.nodes += u64::from(plies);
                false
            }
        }
    }

    fn draw(&mut self) -> Option<G::Move> {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let outcomes = self.moves.since(frame);
        let m = (!outcomes.is_empty())
            .then(|| outcomes[by_weight(&self.game, outcomes, &mut self.rng)]);
        self.moves.close(frame);
        m
    }

    /// The player's move by what its owner knows: an untried one at random, else
    /// the best by its bound. Also whether the table grows by it.
    fn choose(&mut self, player: Player) -> Option<(G::Move, bool)> {
        let owner = self.owner(player);
        let set = set_of(&self.game, owner, player);
        let first = self.table.node(set).unwrap_or_default();
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        let exploration =
            self.exploration * self.exploring.map_or(1.0, |factor| factor(&self.game));
        let (mut untried, mut pick) = (0usize, None);
        let (mut best, mut alike) = (f32::NEG_INFINITY, 0usize);
        for i in self.moves.range(frame) {
            let m = self.moves[i];
            let label = self.game.label(owner, m);
            match self.table.edge(first, label) {
                None => {
                    untried += 1;
                    // Each untried move with the same chance.
                    if self.rng.one_in(untried) {
                        pick = Some((m, None));
                    }
                }
                Some(edge) => {
                    let now = self.tally.simulations;
                    let bound = self.table.available(edge, now, exploration);
                    if untried > 0 || bound < best {
                        continue;
                    }
                    // Moves that look alike share an edge, and its chance.
                    alike = if bound > best { 1 } else { alike + 1 };
                    best = bound;
                    if self.rng.one_in(alike) {
                        pick = Some((m, Some(edge)));
                    }
                }
            }
        }
        self.moves.close(frame);
        let (m, edge) = pick?;
        let edge = edge.or_else(|| self.table.grow(set, self.game.label(owner, m)));
        self.passed.extend(edge.map(|edge| (edge, player)));
        Some((m, untried > 0))
    }

    fn step(&mut self, m: G::Move) {
        self.rollout.making(&self.game, m);
        let undo = self.game.make(m);
        self.rollout.made(&self.game, m);
        self.path.push((m, undo));
    }

    fn back(&mut self) {
        if let Some((m, undo)) = self.path.pop() {
            self.game.unmake(m, undo);
            self.rollout.unmade(&self.game, m);
        }
    }
}

impl<G: Hidden, R: Rollout<G>> IsMcts<G, R> {
    fn prepare(&mut self, position: &G, limits: &Limits) {
        let viewer = position.turn().decider().unwrap_or_default();
        let players = position.players();
        self.workers = (0..limits.threads)
            .map(|n| Worker {
                game: position.clone(),
                viewer,
                observer: self.observer,
                exploration: self.exploration,
                exploring: self.exploring,
                table: InfoTable::new(),
                rollout: self.rollout.clone(),
                rng: SplitMix::stream(limits.seed, n as u64),
                moves: Moves::new(),
                path: Vec::with_capacity(256),
                passed: Vec::with_capacity(256),
                shares: vec![Share::HALF; players],
                tally: Tally::new(players),
            })
            .collect();
    }

    fn report(
        &self,
        hands: &[Worker<G, R>],
        position: &G,
        legal: &[G::Move],
        limits: &Limits,
        time: Duration,
        stopped: Option<Stopped>,
    ) -> Report<G::Move> {
        let viewer = position.turn().decider().unwrap_or_default();
        let row = |&m: &G::Move| {
            let (visits, total) = root_edge(hands, position, position.label(viewer, m), viewer);
            let all = visits as f64 * f64::from(Share::ONE.units());
            let mean = if visits == 0 { 0.5 } else { total as f64 / all };
            RootMove { m, score: Score::Share(mean as f32), visits }
        };
        let root = legal.iter().map(row).collect();
        let tallies = hands.iter().map(|hand| &hand.tally);
        let mut report = crew::report(tallies, root, |_| (), limits, time, stopped);
        report.root.retain(|row| row.visits > 0);
        if self.mixing {
            let mut rng = SplitMix::stream(limits.seed, 1 << 32 | self.searches);
            draw(&mut report, &mut rng);
        }
        report
    }
}

/// Answer with a move drawn in proportion to visits.
fn draw<M: Copy + PartialEq>(report: &mut Report<M>, rng: &mut SplitMix) {
    let total: u64 = report.root.iter().map(|row| row.visits).sum();
    let mut left = rng.unit() * total as f64;
    let drawn = report.root.iter().find(|row| {
        left -= row.visits as f64;
        left < 0.0
    });
    let Some(&RootMove { m, score, .. }) = drawn else { return };
    (report.best, report.score) = (m, score);
    match report.lines.iter().position(|line| line.moves.first() == Some(&m)) {
        Some(place) => report.lines[..=place].rotate_right(1),
        None => {
            report.lines.pop();
            report.lines.insert(0, Variation { score, moves: vec![m] });
        }
    }
}

/// A root move's visits and results in units, over all threads.
fn root_edge<G: Hidden, R: Rollout<G>>(
    hands: &[Worker<G, R>],
    position: &G,
    label: u64,
    viewer: Player,
) -> (u64, u64) {
    let set = set_of(position, viewer, viewer);
    let results = |hand: &Worker<G, R>| {
        let first = hand.table.node(set)?;
        Some(hand.table.results(hand.table.edge(first, label)?))
    };
    let found = hands.iter().filter_map(results);
    found.fold((0, 0), |(visits, total), (more, units)| (visits + u64::from(more), total + units))
}

impl<G: Hidden, R: Rollout<G>> Search<G> for IsMcts<G, R> {
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
        self.searches += 1;
        self.prepare(position, limits);
        let mut hands = std::mem::take(&mut self.workers);
        let stop = &limits.stop;
        let work = |hand: &mut Worker<G, R>| hand.iterate(position, stop);
        let report = |hands: &[Worker<G, R>], why| {
            self.report(hands, position, &legal, limits, clock.elapsed(), why)
        };
        let why = crew::run(&mut hands, limits, &clock, work, |hands| watch(&report(hands, None)));
        let answer = report(&hands, Some(why));
        self.workers = hands;
        Ok(answer)
    }

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        let report = self.search(position, limits, &mut |_| ())?;
        let total: u64 = report.root.iter().map(|row| row.visits).sum();
        if !self.mixing || total == 0 {
            return Ok(vec![(report.best, 1.0)]);
        }
        let share = |row: &RootMove<G::Move>| (row.m, row.visits as f64 / total as f64);
        Ok(report.root.iter().map(share).collect())
    }

    fn forget(&mut self) {
        self.workers.clear();
        self.searches = 0;
    }
}

impl<G: Hidden, R: Rollout<G>> Hand for Worker<G, R> {
    fn tally(&self) -> &Tally {
        &self.tally
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn freeze(&mut self, full: bool) {
        self.table.freeze(full);
    }
}
