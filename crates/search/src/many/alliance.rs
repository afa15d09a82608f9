//! One against all: paranoid and best-reply search, on the walk of alpha-beta.
//!
//! To the walk these are games of two sides. It turns the window round only
//! when the side changes, so that a run of opponents is no different from one
//! opponent moving again.

use super::locality::{Everyone, Locality};
use crate::alphabeta::policy::{Hashed, MoveIndex, NoPass, Numbered};
use crate::alphabeta::view::{Side, View, Width};
use crate::alphabeta::{Engine, Options};
use crate::limits::Limits;
use crate::report::{Report, SearchError};
use crate::{Search, transposition};
use takeback_core::{Evaluator, Game, Indexed, Key, Keyed, Payoff, Player, Players};

/// All others are one side. With `ONE_REPLY` only one of them a round may
/// depart from its default move.
#[derive(Clone, Debug)]
pub(crate) struct Alliance<L, const ONE_REPLY: bool> {
    me: Player,
    near: Players,
    whole: bool,
    locality: L,
    salt: [Key; 4],
}

impl<L, const ONE_REPLY: bool> Alliance<L, ONE_REPLY> {
    fn new(locality: L) -> Self {
        let near = Players(u32::MAX);
        Alliance { me: Player::FIRST, near, whole: true, locality, salt: [Key::ZERO; 4] }
    }

    /// Values differ by who searches, who matters and what is spent; so must
    /// the keys.
    fn season(&mut self) {
        let view = u64::from(self.me.0) << 32 | u64::from(self.near.0);
        for (i, salt) in self.salt.iter_mut().enumerate() {
            *salt = transposition::salt(view << 3 | (i as u64) << 1 | u64::from(ONE_REPLY));
        }
    }
}

impl<G, L, const ONE_REPLY: bool> View<G> for Alliance<L, ONE_REPLY>
where
    G: Game,
    L: Locality<G> + std::fmt::Debug,
{
    const NARROWS: bool = ONE_REPLY || L::NARROWS;

    fn begin(&mut self, mover: Player) {
        self.me = mover;
        self.season();
    }

    fn deepen(&mut self, root: &G, depth: u32) {
        self.near = self.locality.near(root, self.me, depth).with(self.me);
        self.whole = Player::all(root.players()).all(|player| self.near.contains(player));
        self.season();
    }

    #[inline]
    fn side(&self, player: Player) -> Side {
        if player == self.me { Side::OURS } else { Side::THEIRS }
    }

    #[inline]
    fn judge<E: Evaluator<G>>(&self, eval: &mut E, game: &G, side: Side) -> i32 {
        let score = eval.score(game, self.me);
        if side.is_ours() { score } else { score.saturating_neg() }
    }

    #[inline]
    fn payoff(&self, game: &G, side: Side) -> Payoff {
        let payoff = game.payoff(self.me);
        if side.is_ours() { payoff } else { -payoff }
    }

    #[inline]
    fn salt(&self, side: Side) -> Key {
        self.salt[side.index() + 2 * usize::from(side.has_spent())]
    }

    #[inline]
    fn width(&self, player: Player, side: Side) -> Width {
        if side.is_ours() {
            Width::Full
        } else if !self.near.contains(player) || ONE_REPLY && side.has_spent() {
            Width::Default
        } else if ONE_REPLY {
            Width::Reply
        } else {
            Width::Full
        }
    }

    #[inline]
    fn default_move(&mut self, game: &mut G, moves: &[G::Move]) -> usize {
        self.locality.default_move(game, moves)
    }

    #[inline]
    fn is_whole(&self) -> bool {
        self.whole
    }

    /// Whoever wins against all wins; but nobody may really be against you.
    fn proves(&self) -> (bool, bool) {
        (!ONE_REPLY && !L::NARROWS, false)
    }
}

macro_rules! face {
    ($(#[$doc:meta])* $name:ident, $one_reply:literal) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<G: Game, E, L = Everyone, I = Hashed> {
            engine: Engine<G, E, Alliance<L, $one_reply>, I, NoPass>,
        }

        impl<G: Game, E> $name<G, E> {
            /// A search with this evaluator in which everybody matters.
            #[must_use]
            pub fn new(eval: E) -> Self {
                $name { engine: Engine::new(eval, Alliance::new(Everyone)) }
            }
        }

        impl<G: Game, E, L, I> $name<G, E, L, I> {
            /// With other options.
            #[must_use]
            pub fn options(mut self, options: Options) -> Self {
                self.engine.options = options;
                self
            }

            /// Order moves by the game's own numbering instead of by hash.
            #[must_use]
            pub fn indexed(self) -> $name<G, E, L, Numbered>
            where
                G: Indexed,
            {
                $name { engine: self.engine.with_policies() }
            }

            /// Let only those branch who matter, and say what others play.
            #[must_use]
            pub fn locality<K: Locality<G>>(self, locality: K) -> $name<G, E, K, I>
            where
                E: Clone,
            {
                let Engine { eval, options, .. } = self.engine;
                let mut engine = Engine::new(eval, Alliance::new(locality));
                engine.options = options;
                $name { engine }
            }
        }

        impl<G, E, L, I> Search<G> for $name<G, E, L, I>
        where
            G: Keyed,
            E: Evaluator<G>,
            L: Locality<G> + std::fmt::Debug,
            I: MoveIndex<G>,
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
    };
}

face! {
    /// All others against you: full alpha-beta pruning for any number of
    /// players, at the price of too dark a view.
    ///
    /// A win it finds is a win against everything. A loss is only the worst
    /// case and is reported as points.
    ///
    /// ```
    /// # use takeback_search::doc::Rounds;
    /// use takeback_core::{Blind, Player};
    /// use takeback_search::{Limits, Paranoid, Score, Search};
    ///
    /// // Three players in turn take one or two from a heap of four; whoever
    /// // takes the last wins. Alone against two, the first cannot.
    /// let game = Rounds { heap: 4, players: 3, next: Player(0) };
    /// let report = Paranoid::new(Blind).search(&game, &Limits::default(), &mut |_| ())?;
    /// assert!(matches!(report.score, Score::Points(worst) if worst < 0));
    ///
    /// let game = Rounds { heap: 2, ..game };
    /// let report = Paranoid::new(Blind).search(&game, &Limits::default(), &mut |_| ())?;
    /// assert_eq!(report.score, Score::Win(1));
    /// # Ok::<(), takeback_search::SearchError>(())
    /// ```
    Paranoid, false
}

face! {
    /// Best-reply search (BRS+): between two of your moves one opponent may
    /// choose freely, the others play their default move. Looks further ahead
    /// than [`Paranoid`] in the same time and is less afraid.
    ///
    /// The default move is the first of the list, or what the
    /// [`Locality`] says. Scores are judgements: neither wins nor losses are
    /// proven by it.
    ///
    /// ```
    /// # use takeback_search::doc::Rounds;
    /// use takeback_core::{Blind, Player};
    /// use takeback_search::{BestReply, Limits, Search};
    ///
    /// let game = Rounds { heap: 2, players: 3, next: Player(0) };
    /// let report = BestReply::new(Blind).search(&game, &Limits::depth(6), &mut |_| ())?;
    /// assert_eq!(report.best, 2, "takes the last");
    /// # Ok::<(), takeback_search::SearchError>(())
    /// ```
    BestReply, true
}
