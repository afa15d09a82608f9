//! The same rules under other ways of keeping state.
//!
//! A wrapper here is itself a [`Game`] with every capability of the game
//! inside, so any search, walk or count runs under any strategy unchanged, and
//! what each costs can be measured instead of guessed.
//!
//! | strategy | what a move costs | wrapper |
//! |---|---|---|
//! | token or trail | the game's own make and unmake | the game itself |
//! | copy | one clone per move | [`ByCopy`] |
//! | copy-on-write | one clone per move, made when the first change needs it | [`ByCow`] |
//! | hybrid | own undo; a clone only for the move that resolves a round | [`Hybrid`] |
//! | checked | own undo, compared with a clone at every step | [`Checked`] |
//!
//! Besides, [`ByPoints`] plays the same rules for points instead of victory,
//! [`Frozen`] is the immutable face (apply gives a new position), and
//! [`legality`] has the ways of filtering candidate moves.

pub mod legality;

#[macro_use]
mod delegate;
mod checked;
mod frozen;
mod hybrid;
mod points;

pub use checked::Checked;
pub use frozen::Frozen;
pub use hybrid::Hybrid;
pub use points::ByPoints;

use crate::{Evaluator, Exchange, Game, Player};
use std::sync::Arc;

/// A game inside another.
pub trait Wraps: Game {
    /// The game inside.
    type Inner: Game<Move = Self::Move>;

    /// A wrapper around a position.
    fn wrap(inner: Self::Inner) -> Self;

    /// The position inside.
    fn inner(&self) -> &Self::Inner;
}

/// Copy per move: make keeps a clone of the whole position, unmake puts it back.
///
/// ```
/// # use takeback_core::{Game, strategy::ByCopy, strategy::Wraps};
/// # fn count<G: Game>(g: &mut G, depth: u32) -> u64 {
/// #     if depth == 0 { return 1; }
/// #     g.legal_moves().into_iter().map(|m| g.explore(m, |g| count(g, depth - 1))).sum()
/// # }
/// fn same_count<G: Game>(mut game: G) -> bool {
///     let mut copying = ByCopy::wrap(game.clone());
///     count(&mut game, 3) == count(&mut copying, 3)
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ByCopy<G>(pub G);

impl<G: Game> Game for ByCopy<G> {
    delegate_game!();
    delegate_payoff!();
    type Undo = G;

    #[inline]
    fn make(&mut self, m: G::Move) -> G {
        let old = self.0.clone();
        self.0.make(m);
        old
    }

    #[inline]
    fn unmake(&mut self, _: G::Move, old: G) {
        self.0 = old;
    }

    /// One copy per candidate: the naive row of the table.
    #[inline]
    fn is_legal(&mut self, m: G::Move) -> bool {
        self.0.clone().is_legal(m)
    }
}

impl<G> ByCopy<G> {
    #[inline]
    fn inner_mut(&mut self) -> &mut G {
        &mut self.0
    }
}
delegate_capabilities!(ByCopy);
delegate_playout!(ByCopy);

/// Copy-on-write: positions share one allocation until one of them changes.
#[derive(Clone, Debug, PartialEq)]
pub struct ByCow<G>(pub Arc<G>);

impl<G: Game> Game for ByCow<G> {
    delegate_game!();
    delegate_payoff!();
    type Undo = Arc<G>;

    #[inline]
    fn make(&mut self, m: G::Move) -> Arc<G> {
        let old = Arc::clone(&self.0);
        Arc::make_mut(&mut self.0).make(m);
        old
    }

    #[inline]
    fn unmake(&mut self, _: G::Move, old: Arc<G>) {
        self.0 = old;
    }

    #[inline]
    fn is_legal(&mut self, m: G::Move) -> bool {
        Arc::make_mut(&mut self.0).is_legal(m)
    }
}

impl<G: Game> ByCow<G> {
    #[inline]
    fn inner_mut(&mut self) -> &mut G {
        Arc::make_mut(&mut self.0)
    }
}
delegate_capabilities!(ByCow);
delegate_playout!(ByCow);

impl<G: Game> Wraps for ByCopy<G> {
    type Inner = G;
    fn wrap(inner: G) -> Self {
        ByCopy(inner)
    }
    #[inline]
    fn inner(&self) -> &G {
        &self.0
    }
}

impl<G: Game> Wraps for ByCow<G> {
    type Inner = G;
    fn wrap(inner: G) -> Self {
        ByCow(Arc::new(inner))
    }
    #[inline]
    fn inner(&self) -> &G {
        &self.0
    }
}

/// An evaluator of the game inside, used on a wrapper around it.
#[derive(Clone, Debug, Default)]
pub struct Through<E>(pub E);

impl<W: Wraps, E: Evaluator<W::Inner>> Evaluator<W> for Through<E> {
    const LIMIT: i32 = E::LIMIT;
    const NOISY_STAGES: u8 = E::NOISY_STAGES;
    const NOISY_IN_ORDER: bool = E::NOISY_IN_ORDER;
    const DEPTH_IN_TURNS: bool = E::DEPTH_IN_TURNS;
    const MARGIN: i32 = E::MARGIN;

    #[inline]
    fn swing(&self) -> i32 {
        self.0.swing()
    }
    #[inline]
    fn is_blind(&self) -> bool {
        self.0.is_blind()
    }
    #[inline]
    fn begin(&mut self, root: &W) {
        self.0.begin(root.inner());
    }
    #[inline]
    fn score(&mut self, game: &W, player: Player) -> i32 {
        self.0.score(game.inner(), player)
    }
    #[inline]
    fn scores(&mut self, game: &W, out: &mut [i32]) {
        self.0.scores(game.inner(), out);
    }
    #[inline]
    fn making(&mut self, before: &W, m: W::Move) {
        self.0.making(before.inner(), m);
    }
    #[inline]
    fn passed(&mut self, after: &W) {
        self.0.passed(after.inner());
    }
    #[inline]
    fn unpassed(&mut self, before: &W) {
        self.0.unpassed(before.inner());
    }
    #[inline]
    fn made(&mut self, after: &W, m: W::Move) {
        self.0.made(after.inner(), m);
    }
    #[inline]
    fn unmade(&mut self, before: &W, m: W::Move) {
        self.0.unmade(before.inner(), m);
    }
    #[inline]
    fn is_noisy(&mut self, game: &W, m: W::Move) -> bool {
        self.0.is_noisy(game.inner(), m)
    }
    #[inline]
    fn exchange(&mut self, game: &W, m: W::Move) -> Option<Exchange> {
        self.0.exchange(game.inner(), m)
    }
    #[inline]
    fn is_threat(&mut self, game: &W, m: W::Move) -> bool {
        self.0.is_threat(game.inner(), m)
    }
    #[inline]
    fn is_calm(&mut self, game: &W) -> bool {
        self.0.is_calm(game.inner())
    }
    #[inline]
    fn is_pressed(&mut self, game: &W) -> bool {
        self.0.is_pressed(game.inner())
    }
    fn quiesces(&self) -> bool {
        self.0.quiesces()
    }
    fn reduces_late_moves(&self) -> bool {
        self.0.reduces_late_moves()
    }
    #[inline]
    fn win_share(&mut self, game: &W, player: Player) -> f32 {
        self.0.win_share(game.inner(), player)
    }
}
