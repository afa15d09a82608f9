//! Games by name.
//!
//! A [`Registry`] is a value: a list of [`GameEntry`]s that front ends are
//! handed. Nothing in the house asks for "all games" behind somebody's back, so
//! an author's own game sits beside the built-in ones by [`Registry::with`].
//!
//! An entry has one or more [`Variant`]s (boards, player counts); a variant is a
//! type behind an object-safe face, made by [`Of`] from any game that can be
//! compared, written down and read back.

mod entry;
mod equilibria;
mod face;
mod nets;
mod of;
mod own;
mod requests;
mod runs;
mod strategy;

pub use entry::{Extras, GameEntry, NoExtras};
pub use equilibria::{ExploitRequest, Exploited, Method, Progress, SolveRequest, Solved};
pub use nets::{Glance, NetWalk, NetWalker};
pub use of::Of;
pub use own::{Asked, OwnSolver};
pub use requests::{PerftRequest, UseError, VerifyRequest};
pub use runs::back_and_forth;
pub use strategy::{Legality, Strategy};

use crate::engines::{EngineError, EngineInfo};
#[cfg(not(target_family = "wasm"))]
use crate::play::{Batch, Walk};
use crate::play::{FeatureSet, Seat, Table};
use crate::spec::{Ladder, Spec, Takes};
use crate::weights::Weight;
use std::ops::{Deref, Range};
use std::sync::Arc;
use takeback_net::sparse::SparseNet;
use takeback_verify::{Digest, Golden, Mismatch, Outcome, Replayed};

/// One board or table of a game, without its types.
pub trait Variant: Send + Sync {
    /// Its name within the game.
    fn name(&self) -> &str;
    /// One line about it.
    fn about(&self) -> &str;
    /// How many players.
    fn players(&self) -> usize;
    /// What it can do beyond the rules.
    fn capabilities(&self) -> &'static [&'static str];
    /// Whether players know things that others do not, so that a position must
    /// not be shown to them as it is.
    fn hides(&self) -> bool;
    /// The start position as text.
    fn start(&self) -> String;
    /// Bytes of a position, without what it points to.
    fn size(&self) -> usize;
    /// How it takes moves back by itself.
    fn native(&self) -> Strategy;
    /// Ways of keeping state it can be run under.
    fn strategies(&self) -> Vec<Strategy>;

    /// Lines of play below each move, in order of the list.
    ///
    /// # Errors
    /// When the position cannot be read or the strategy does not suit.
    fn perft(&self, request: &PerftRequest<'_>) -> Result<Vec<(String, u64)>, UseError>;

    /// Walk for broken laws. Nothing is walked where the verifier is apart.
    fn verify(&self, request: &VerifyRequest<'_>, watch: &(dyn Fn(u64) + Sync)) -> Outcome;

    /// Some seeded games of it, written down ply by ply under these names.
    fn record_golden(&self, golden: &Golden) -> String;

    /// Play the games of such a text again and compare every line.
    ///
    /// # Errors
    /// The first line that the rules would write otherwise.
    fn compare_golden(&self, golden: &Golden, text: &str) -> Result<Replayed, Box<Mismatch>>;

    /// Random games of these numbers, played and taken back, as one number: equal
    /// wherever the rules are. Nothing is played where the verifier is apart.
    fn digest(&self, seed: u64, games: Range<u64>) -> Digest;

    /// Make and unmake every move down to `depth`, leaves included, and count.
    ///
    /// # Errors
    /// When the strategy does not suit.
    fn play_all(&self, strategy: Strategy, depth: u32) -> Result<u64, UseError>;

    /// A game to be played, from the start or a position.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn table(&self, position: Option<&str>) -> Result<Box<dyn Table>, UseError>;

    /// A game to be played, shuffled by this seed where games begin with chance.
    fn deal(&self, seed: u64) -> Box<dyn Table>;

    /// A position to step on by numbers, from the start or a position.
    ///
    /// # Errors
    /// When the position cannot be read.
    #[cfg(not(target_family = "wasm"))]
    fn walk(&self, position: Option<&str>) -> Result<Box<dyn Walk>, UseError>;

    /// The same, shuffled by this seed where games begin with chance.
    #[cfg(not(target_family = "wasm"))]
    fn walk_dealt(&self, seed: u64) -> Box<dyn Walk>;

    /// So many games at once, on so many threads.
    #[cfg(not(target_family = "wasm"))]
    fn batch(&self, games: usize, seed: u64, threads: usize) -> Box<dyn Batch>;

    /// The engines it offers, with every option that acts on them here.
    fn engines(&self) -> Vec<EngineInfo>;

    /// An engine as specified, with its limits; with these weights of its
    /// evaluator in the order of [`weights`](Variant::weights), or the usual ones.
    ///
    /// # Errors
    /// When the specification does not suit the game, or there are no weights.
    fn engine_with(&self, spec: &Spec, weights: Option<&[i32]>) -> Result<Seat, EngineError>;

    /// An engine as specified, with its limits.
    ///
    /// # Errors
    /// When the specification does not suit the game.
    fn engine(&self, spec: &Spec) -> Result<Seat, EngineError> {
        self.engine_with(spec, None)
    }

    /// An engine for somebody who is not to be trusted with files here.
    ///
    /// # Errors
    /// As [`engine`](Variant::engine), and when it would read a file.
    fn engine_for_strangers(&self, spec: &Spec) -> Result<Seat, EngineError> {
        let engines = self.engines();
        // A level may stand for any of them.
        let asked =
            engines.iter().filter(|engine| spec.level().is_some() || engine.name == spec.engine());
        let mut options = asked.flat_map(|engine| &engine.options);
        match options.find(|option| option.takes == Takes::File && spec.says(option.name)) {
            Some(_) => Err(EngineError::ReadsFiles),
            None => self.engine(spec),
        }
    }

    /// What the game is played for where equilibria are measured: `chips`.
    fn unit(&self) -> &'static str;

    /// Look for an equilibrium.
    ///
    /// # Errors
    /// When nothing is hidden, or the game is too large.
    fn solve(&self, request: &SolveRequest) -> Result<Solved, UseError>;

    /// What an engine gives away to somebody who knows its strategy; `watch` is
    /// told how much of the work is done, and of how much: information sets asked
    /// about, or games played.
    ///
    /// # Errors
    /// When nothing is hidden, the game is too large, or the engine cannot play it.
    fn exploit(
        &self,
        engine: &Spec,
        request: &ExploitRequest,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Result<Exploited, UseError>;

    /// The named weights of its evaluator, if it has such.
    fn weights(&self) -> &[Weight];

    /// What its features are, if it has such: the input of learned judges.
    fn features(&self) -> Option<FeatureSet>;

    /// Walks through random games of so many moves with and without this network,
    /// for those who measure. `None` where no network can judge.
    fn net_walker(&self, net: Arc<SparseNet>, plies: u64) -> Option<NetWalker>;

    /// What this network makes of positions, or the hand-made judge without one, nothing
    /// looked ahead. `None` where no network can judge.
    fn glance(&self, net: Option<Arc<SparseNet>>) -> Option<Glance>;

    /// The ten levels, if the game has them.
    fn ladder(&self) -> Option<Ladder>;

    /// List the legal moves of `positions` positions along seeded random games,
    /// one way of testing legality, and count lists. `None` for games that
    /// list legal moves at once.
    fn list_legal(&self, way: Legality, positions: usize) -> Option<u64>;
}

/// The games that a program knows.
///
/// ```
/// use takeback_host::{GameEntry, Registry};
///
/// let registry = Registry::new();
/// let refused = registry.find("mygame").err().expect("nothing was added");
/// assert!(refused.to_string().contains("no game \"mygame\""));
/// # let _: fn(Registry, GameEntry) -> Registry = Registry::with;
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    games: Arc<Vec<GameEntry>>,
}

impl Registry {
    /// Without any game.
    #[must_use]
    pub fn new() -> Self {
        Registry::default()
    }

    /// With one more game, shown after the others. A game of the same name is
    /// replaced in its place.
    ///
    /// # Panics
    /// When the registry is already shared: games are added before it is used.
    #[must_use]
    pub fn with(mut self, game: GameEntry) -> Self {
        let games = Arc::get_mut(&mut self.games).expect("games are added before they are used");
        match games.iter().position(|known| known.name == game.name) {
            Some(place) => games[place] = game,
            None => games.push(game),
        }
        self
    }

    /// All games, in the order they are shown.
    #[must_use]
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// The game of this name.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn find(&self, name: &str) -> Result<&GameEntry, UseError> {
        self.games.iter().find(|game| game.name == name).ok_or_else(|| UseError::UnknownGame {
            game: name.to_owned(),
            known: names(self.games.iter().map(|g| g.name)),
        })
    }

    /// A game and one of its variants, written `GAME` or `GAME:VARIANT`;
    /// `variant` names it too.
    ///
    /// # Errors
    /// When there is no such game or variant.
    pub fn choose(&self, game: &str, variant: Option<&str>) -> Result<Chosen<'_>, UseError> {
        let (name, inline) = match game.split_once(':') {
            Some((name, variant)) => (name, Some(variant)),
            None => (game, None),
        };
        self.find(name)?.choose(variant.or(inline))
    }
}

/// A variant together with the game it belongs to.
#[derive(Copy, Clone)]
pub struct Chosen<'a> {
    /// The game.
    pub game: &'a GameEntry,
    /// The variant.
    pub variant: &'a dyn Variant,
}

impl Chosen<'_> {
    /// `GAME:VARIANT`.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}:{}", self.game.name, self.variant.name())
    }
}

impl<'a> Deref for Chosen<'a> {
    type Target = dyn Variant + 'a;

    fn deref(&self) -> &Self::Target {
        self.variant
    }
}

pub(crate) fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.collect::<Vec<_>>().join(", ")
}
