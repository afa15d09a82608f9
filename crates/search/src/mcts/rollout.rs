//! How a simulation goes on below the tree.
//!
//! A [`Rollout`] is a type parameter of the search, so the one chosen is
//! compiled into the loop and the others cost nothing:
//!
//! | rollout | needs | plays |
//! |---|---|---|
//! | [`Stepwise<Listing>`](Stepwise) | nothing | a listed move at random, step by step |
//! | [`Stepwise<Drawing>`](Stepwise) | [`RandomMove`] | a move drawn without listing |
//! | [`Stepwise::cut`] | an [`Evaluator`] | some plies, then judges |
//! | [`Whole`] | [`Playout`] | the game's own shortcut |
//! | [`WholeTraced`] | [`TracedPlayout`] | the same, and tells its moves |

use super::share::Share;
use super::trace::Trace;
use crate::StopFlag;
use takeback_core::{
    Blind, Evaluator, Game, Moves, Payoff, Player, Playout, RandomMove, SplitMix, TracedPlayout,
    Turn,
};

/// How a rollout ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Ending {
    /// The shares are written; so many plies were played.
    Result {
        /// Plies played.
        plies: u32,
    },
    /// Nothing but dead ends, or the search was stopped: the line is dropped.
    Nothing {
        /// Plies played.
        plies: u32,
    },
}

/// Finds out what a position is worth by playing on.
pub trait Rollout<G: Game>: Clone + Send {
    /// Whether every move played reaches the [`Trace`].
    const TELLS: bool;

    /// Play from `game`, which is left as it was found, and write every
    /// player's share.
    fn roll<T: Trace<G>>(
        &mut self,
        game: &mut G,
        rng: &mut SplitMix,
        stop: &StopFlag,
        shares: &mut [Share],
        trace: &mut T,
    ) -> Ending;

    /// The search begins at `root`, or begins again after it changed the
    /// position by anything but moves.
    #[inline]
    fn begin(&mut self, _root: &G) {}

    /// The search is about to make a move in the tree.
    #[inline]
    fn making(&mut self, _before: &G, _m: G::Move) {}

    /// The search made a move in the tree.
    #[inline]
    fn made(&mut self, _after: &G, _m: G::Move) {}

    /// The search took a move in the tree back.
    #[inline]
    fn unmade(&mut self, _before: &G, _m: G::Move) {}
}

/// Picks the next step of a [`Stepwise`].
pub trait Policy<G: Game>: Clone + Send {
    /// A legal move; `None` in a dead end. Never asked when the game is over.
    fn pick(&mut self, game: &G, turn: Turn, rng: &mut SplitMix) -> Option<G::Move>;
}

/// Any listed move, all alike; chance outcomes by weight.
#[derive(Debug)]
pub struct Listing<G: Game>(Moves<G::Move>);

impl<G: Game> Default for Listing<G> {
    fn default() -> Self {
        Listing(Moves::with_capacity(256))
    }
}

impl<G: Game> Clone for Listing<G> {
    fn clone(&self) -> Self {
        Listing::default()
    }
}

impl<G: Game> Policy<G> for Listing<G> {
    #[inline]
    fn pick(&mut self, game: &G, turn: Turn, rng: &mut SplitMix) -> Option<G::Move> {
        self.0.clear();
        game.moves(&mut self.0);
        if self.0.is_empty() {
            return None;
        }
        let i = match turn {
            Turn::Chance => by_weight(game, self.0.as_slice(), rng),
            _ => rng.below(self.0.len()),
        };
        Some(self.0[i])
    }
}

/// Which outcome chance picks; equal chances when all weights are zero.
pub(crate) fn by_weight<G: Game>(game: &G, outcomes: &[G::Move], rng: &mut SplitMix) -> usize {
    let sum: u64 = outcomes.iter().map(|&m| u64::from(game.weight(m))).sum();
    if sum == 0 || sum > u64::from(u32::MAX) {
        return rng.below(outcomes.len());
    }
    let mut left = rng.below(sum as usize) as u64;
    for (i, &m) in outcomes.iter().enumerate() {
        let weight = u64::from(game.weight(m));
        if left < weight {
            return i;
        }
        left -= weight;
    }
    outcomes.len() - 1
}

/// The game's own draw, without a list.
#[derive(Copy, Clone, Debug, Default)]
pub struct Drawing;

impl<G: RandomMove> Policy<G> for Drawing {
    #[inline]
    fn pick(&mut self, game: &G, _: Turn, rng: &mut SplitMix) -> Option<G::Move> {
        Some(game.random_move(rng))
    }
}

/// Steps on in place by a [`Policy`] and takes every step back.
///
#[derive(Debug)]
pub struct Stepwise<G: Game, S, E = Blind> {
    policy: S,
    evaluator: Option<E>,
    plies: u32,
    tail: Vec<(G::Move, G::Undo)>,
}

/// A game that has not ended after so many plies counts as a draw.
const ENDLESS: u32 = 20_000;

/// How often a rollout that ran into a dead end begins again.
const RETRIES: u32 = 8;

impl<G: Game, S: Policy<G>> Stepwise<G, S> {
    /// To the end of the game.
    #[must_use]
    pub fn new(policy: S) -> Self {
        Stepwise { policy, evaluator: None, plies: ENDLESS, tail: Vec::with_capacity(512) }
    }

    /// Judge by `evaluator` when the game is not over after `plies`.
    #[must_use]
    pub fn cut<E: Evaluator<G>>(self, plies: u32, evaluator: E) -> Stepwise<G, S, E> {
        Stepwise { policy: self.policy, evaluator: Some(evaluator), plies, tail: self.tail }
    }
}

impl<G: Game, S: Clone, E: Clone> Clone for Stepwise<G, S, E> {
    fn clone(&self) -> Self {
        Stepwise {
            policy: self.policy.clone(),
            evaluator: self.evaluator.clone(),
            plies: self.plies,
            tail: Vec::with_capacity(512),
        }
    }
}

impl<G: Game, S: Policy<G>, E: Evaluator<G>> Stepwise<G, S, E> {
    /// Step on until the game is over or the plies are used up; false when the
    /// line ended in nothing.
    #[inline]
    fn forth<T: Trace<G>>(
        &mut self,
        game: &mut G,
        rng: &mut SplitMix,
        stop: &StopFlag,
        trace: &mut T,
    ) -> bool {
        loop {
            let turn = game.turn();
            let played = self.tail.len() as u32;
            if turn == Turn::Over || played >= self.plies {
                return true;
            }
            if played % 64 == 63 && stop.is_set() {
                return false;
            }
            let Some(m) = self.policy.pick(game, turn, rng) else { return false };
            if T::ON
                && let Some(player) = turn.decider()
            {
                trace.played(game, player, m);
            }
            if let Some(evaluator) = &mut self.evaluator {
                evaluator.making(game, m);
            }
            let undo = game.make(m);
            if let Some(evaluator) = &mut self.evaluator {
                evaluator.made(game, m);
            }
            self.tail.push((m, undo));
        }
    }

    #[inline]
    fn back(&mut self, game: &mut G) {
        while let Some((m, undo)) = self.tail.pop() {
            game.unmake(m, undo);
            if let Some(evaluator) = &mut self.evaluator {
                evaluator.unmade(game, m);
            }
        }
    }

    #[inline]
    fn judge(&mut self, game: &G, shares: &mut [Share]) {
        let over = game.turn().is_over();
        for (seat, share) in shares.iter_mut().enumerate() {
            let player = Player(seat as u8);
            *share = match &mut self.evaluator {
                _ if over => Share::from(game.payoff(player)),
                Some(evaluator) => Share::new(evaluator.win_share(game, player)),
                None => Share::HALF,
            };
        }
    }
}

impl<G: Game, S: Policy<G>, E: Evaluator<G>> Rollout<G> for Stepwise<G, S, E> {
    const TELLS: bool = true;

    #[inline]
    fn roll<T: Trace<G>>(
        &mut self,
        game: &mut G,
        rng: &mut SplitMix,
        stop: &StopFlag,
        shares: &mut [Share],
        trace: &mut T,
    ) -> Ending {
        let mut plies = 0;
        for _ in 0..RETRIES {
            let found = self.forth(game, rng, stop, trace);
            plies += self.tail.len() as u32;
            if found {
                self.judge(game, shares);
            }
            self.back(game);
            if found {
                return Ending::Result { plies };
            }
            trace.clear();
            if game.is_broken() || stop.is_set() {
                break;
            }
        }
        Ending::Nothing { plies }
    }

    fn begin(&mut self, root: &G) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.begin(root);
        }
    }

    #[inline]
    fn making(&mut self, before: &G, m: G::Move) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.making(before, m);
        }
    }

    #[inline]
    fn made(&mut self, after: &G, m: G::Move) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.made(after, m);
        }
    }

    #[inline]
    fn unmade(&mut self, before: &G, m: G::Move) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.unmade(before, m);
        }
    }
}

/// The game's own whole playout. Its moves stay unknown.
pub struct Whole<G: Playout> {
    scratch: G::Scratch,
    results: Vec<Payoff>,
}

impl<G: Playout> Default for Whole<G> {
    fn default() -> Self {
        Whole { scratch: G::Scratch::default(), results: Vec::new() }
    }
}

impl<G: Playout> Clone for Whole<G> {
    fn clone(&self) -> Self {
        Whole::default()
    }
}

impl<G: Playout> Whole<G> {
    #[inline]
    fn run(
        &mut self,
        shares: &mut [Share],
        play: impl FnOnce(&mut G::Scratch, &mut [Payoff]) -> u32,
    ) -> Ending {
        self.results.resize(shares.len(), Payoff::DRAW);
        let plies = play(&mut self.scratch, &mut self.results);
        // Plain loops in here: `zip` is inlined only by luck.
        for (seat, share) in shares.iter_mut().enumerate() {
            *share = Share::from(self.results[seat]);
        }
        Ending::Result { plies }
    }
}

impl<G: Playout> Rollout<G> for Whole<G> {
    const TELLS: bool = false;

    #[inline]
    fn roll<T: Trace<G>>(
        &mut self,
        game: &mut G,
        rng: &mut SplitMix,
        _stop: &StopFlag,
        shares: &mut [Share],
        _trace: &mut T,
    ) -> Ending {
        self.run(shares, |scratch, results| game.playout(scratch, rng, results))
    }
}

/// The game's own whole playout, with its moves for RAVE.
pub struct WholeTraced<G: Playout>(Whole<G>);

impl<G: Playout> Default for WholeTraced<G> {
    fn default() -> Self {
        WholeTraced(Whole::default())
    }
}

impl<G: Playout> Clone for WholeTraced<G> {
    fn clone(&self) -> Self {
        WholeTraced::default()
    }
}

impl<G: TracedPlayout> Rollout<G> for WholeTraced<G> {
    const TELLS: bool = true;

    #[inline]
    fn roll<T: Trace<G>>(
        &mut self,
        game: &mut G,
        rng: &mut SplitMix,
        _stop: &StopFlag,
        shares: &mut [Share],
        trace: &mut T,
    ) -> Ending {
        self.0.run(shares, |scratch, results| match trace.set() {
            Some(played) => game.traced_playout(scratch, rng, results, played),
            None => game.playout(scratch, rng, results),
        })
    }
}
