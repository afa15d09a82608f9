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

mod node;
mod root;

use super::locality::{Everyone, Locality};
use crate::Search;
use crate::limits::{Clock, Limits, StopFlag, Stopped};
use crate::report::{Report, SearchError};
use crate::transposition::{SEATS, Vectors};
use crate::value::MAX_DEPTH;
use root::{Scribe, focus, iterate};
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use takeback_core::{Evaluator, Game, Keyed, Player};

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
        let clock = Clock::start(limits).patient();
        let playable = crate::root::playable(position)?;
        self.eval.begin(position);
        self.table.suit(limits, position.players());
        self.table.next_generation();
        let ends = StopFlag::default();
        let total = AtomicU64::new(0);
        let mut walks: Vec<_> =
            (0..limits.threads).map(|_| self.walk(position, &clock, &ends, &total)).collect();
        let mut scribe = Scribe { playable: &playable, mover, limits, depth: 0, found: Vec::new() };
        scribe.begin(&mut walks[0]);
        if playable.len() == 1 && !limits.valued {
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
            if let Some(why) = walks.iter_mut().fold(None, |why, w| why.or(w.clock.iterated())) {
                stopped = why;
                break;
            }
            if depth < deepest {
                watch(&scribe.report(&walks, None));
            }
        }
        Ok(scribe.report(&walks, Some(stopped)))
    }

    fn forget(&mut self) {
        self.table = Vectors::default();
    }
}
