//! The checker's face: what to check, for how long, and what came out.

use crate::bench::{FeaturesFace, UnderTest};
use crate::plan::{Outcome, Plan};
use std::any::Any;
use std::fmt::{self, Debug, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use takeback_core::{Game, Key, Player, SplitMix};

/// Writes what a seat observes of a position.
pub type ObservationOf<G> = fn(&G, Player, &mut dyn Write) -> fmt::Result;

/// Deals anew what a seat does not know. What comes back takes it back.
pub type RedealOf<G> = fn(&mut G, Player, &mut SplitMix) -> Box<dyn Any + Send>;

/// How many numbers a game's moves have, and the number of each.
pub type NumbersOf<G> = (usize, fn(&G, <G as Game>::Move) -> usize);

/// Draws a legal move without listing them all.
pub type RandomMoveOf<G> = fn(&G, &mut SplitMix) -> <G as Game>::Move;

/// What the finished game pays to a player.
pub type PointsOf<G> = fn(&G, Player) -> i32;

/// The features of a game's positions, without its bound.
pub struct FeaturesOf<G: Game>(FeaturesFace<G>);

impl<G: Game> Copy for FeaturesOf<G> {}

impl<G: Game> Clone for FeaturesOf<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> FeaturesOf<G> {
    /// What the numbers mean.
    #[must_use]
    pub fn encoding(&self) -> String {
        (self.0.encoding)()
    }

    /// How many features there are.
    #[must_use]
    pub fn features(&self) -> usize {
        self.0.bounds.0
    }

    /// How many buckets there are.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.0.bounds.1
    }

    /// The most features of a view.
    #[must_use]
    pub fn most(&self) -> usize {
        self.0.bounds.2
    }

    /// The features of each view, in order.
    #[must_use]
    pub fn list(&self, game: &G) -> Vec<Vec<u16>> {
        (self.0.list)(game)
    }

    /// Which output layers judge the position.
    #[must_use]
    pub fn bucket(&self, game: &G) -> usize {
        (self.0.bucket)(game)
    }

    /// Which view is this player's.
    #[must_use]
    pub fn view_of(&self, game: &G, player: Player) -> usize {
        (self.0.view_of)(game, player)
    }
}

/// The laws of one game and how long to walk for them.
///
/// Capabilities are added by the methods in the second block; each compiles
/// only for games that have it.
pub struct Laws<G: Game> {
    pub(crate) test: UnderTest<G>,
    pub(crate) plan: Plan,
}

impl<G: Game + PartialEq + Debug> Laws<G> {
    /// The laws every game must keep, from this start position.
    #[must_use]
    pub fn new(name: impl Into<String>, start: G) -> Self {
        Laws { test: UnderTest::new(start), plan: Plan::new(name.into()) }
    }

    /// Walk from this position too.
    #[must_use]
    pub fn also_from(mut self, start: G) -> Self {
        self.plan.called("also_from(..)");
        self.test.starts.push(start);
        self
    }

    /// How many moves to make and take back.
    #[must_use]
    pub fn plies(mut self, plies: u64) -> Self {
        self.plan.plies = plies;
        self
    }

    /// Stop after this time even if plies are left.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.plan.time = Some(time);
        self
    }

    /// Walks depend on the seed alone.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.plan.seed = seed;
        self
    }

    /// Walk on several threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.plan.threads = threads.max(1);
        self
    }

    /// Give up a single game after so many moves (it is rolled back as usual).
    #[must_use]
    pub fn longest_game(mut self, moves: usize) -> Self {
        self.plan.longest_game(moves);
        self
    }

    /// Allow a player in turn to have no move.
    #[must_use]
    pub fn dead_ends(mut self) -> Self {
        self.plan.dead_ends();
        self
    }

    /// What a failure's report names as the way to see it again, such as a
    /// command line. Without this it is the calls of this builder.
    #[must_use]
    pub fn again(mut self, command: impl Into<String>) -> Self {
        self.plan.again = Some(command.into());
        self
    }

    /// A law of the game's own, to hold at every position.
    #[must_use]
    pub fn law(
        mut self,
        name: &'static str,
        holds: impl Fn(&mut G) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        self.plan.own_law(name, self.test.own_laws.len());
        self.test.own_laws.push(Box::new(holds));
        self
    }

    /// A slow and obvious second way to play a move; make must agree with it.
    #[must_use]
    pub fn twin(mut self, apply: impl Fn(&G, G::Move) -> G + Send + Sync + 'static) -> Self {
        self.plan.twin();
        self.test.twin = Some(Box::new(apply));
        self
    }

    /// How a position's key is read, if the game was said to be keyed.
    #[must_use]
    pub fn key_of(&self) -> Option<fn(&G) -> Key> {
        self.test.keyed.as_ref().map(|face| face.key)
    }

    /// How what a seat observes is written, if the game was said to hide.
    #[must_use]
    pub fn observation_of(&self) -> Option<ObservationOf<G>> {
        self.test.hidden.as_ref().map(|face| face.write)
    }

    /// How what a seat does not know is dealt anew, if the game was said to hide.
    #[must_use]
    pub fn redeal_of(&self) -> Option<RedealOf<G>> {
        self.test.hidden.as_ref().map(|face| face.redeal)
    }

    /// How a position's features are listed, if the game was said to have such.
    #[must_use]
    pub fn features_of(&self) -> Option<FeaturesOf<G>> {
        self.test.features.map(FeaturesOf)
    }

    /// How moves are numbered, if the game was said to be indexed.
    #[must_use]
    pub fn numbers_of(&self) -> Option<NumbersOf<G>> {
        self.test.indexed.as_ref().map(|face| (face.indices, face.index))
    }

    /// How a move is drawn, if the game was said to draw them.
    #[must_use]
    pub fn random_move_of(&self) -> Option<RandomMoveOf<G>> {
        self.test.random_move
    }

    /// What the finished game pays, if it was said to pay points.
    #[must_use]
    pub fn points_of(&self) -> Option<PointsOf<G>> {
        self.test.scored.as_ref().map(|face| face.points)
    }

    /// Walk and report.
    #[must_use]
    pub fn run(&self) -> Outcome {
        self.run_watched(&|_| ())
    }

    /// Walk and report; `watch` hears now and then how many plies are done.
    #[must_use]
    pub fn run_watched(&self, watch: &(dyn Fn(u64) + Sync)) -> Outcome {
        self.run_until(&AtomicBool::new(false), watch)
    }

    /// The same until `stop` is set, which is looked at between moves. The outcome then
    /// tells of what was walked before; a law found broken is told, but not shrunk further.
    #[must_use]
    pub fn run_until(&self, stop: &AtomicBool, watch: &(dyn Fn(u64) + Sync)) -> Outcome {
        self.plan.run(&self.test, watch, stop)
    }

    /// Walk, and panic with the shrunk failure if a law breaks.
    ///
    /// # Panics
    /// When a law breaks, or when nothing was walked at all.
    pub fn assert(&self) {
        self.plan.assert(&self.test);
    }
}
