//! A judge that was learned: a network over a game's features, led along by the
//! moves of a search.

use super::EngineError;
use super::follower::Follower;
use crate::spec::{EngineOption, Settings, Takes};
use std::path::Path;
use std::sync::Arc;
use takeback_core::{Evaluator, Exchange, Features, Indexed, Player};
use takeback_net::sparse::{SparseError, SparseNet};

/// Which network judges.
pub const NET: EngineOption = EngineOption::new(
    "net",
    Takes::File,
    "none",
    "positions are judged by this network, as `takeback train GAME --out FILE` writes it",
);

/// Whether the network that comes with the game judges.
pub const SHIPPED: EngineOption = EngineOption::new(
    "learned",
    Takes::Flag,
    "off",
    "positions are judged by the network that comes with the game",
);

/// Whether the network's preferences for moves are used.
pub const POLICY: EngineOption = EngineOption::new(
    "policy",
    Takes::Flag,
    "on",
    "moves are tried as the network prefers, if it was trained with --policy",
)
.needing(&["net"]);

/// Whether there are files to read networks from. Without, none of what follows is needed.
const FILES: bool = !cfg!(target_family = "wasm");

/// No file of a network is larger.
const MOST_BYTES: u64 = 1 << 28;

/// A hand-made judge, and perhaps a network in its place.
///
/// The network says what a position is worth; everything about moves (which are
/// noisy, what an exchange takes, how much a quiet ply changes) stays with the
/// hand-made judge. So the network's points must be the other's: it is trained
/// to give points on that scale.
#[derive(Clone)]
pub struct Learned<G: Features, E> {
    eval: E,
    follower: Option<Follower<G>>,
}

impl<G: Features, E: Evaluator<G>> Learned<G, E> {
    /// The hand-made judge alone.
    #[must_use]
    pub fn new(eval: E) -> Self {
        Learned { eval, follower: None }
    }

    /// With a network in its place.
    #[must_use]
    pub fn with(eval: E, net: Arc<SparseNet>) -> Self {
        Learned { eval, follower: Some(Follower::new(net)) }
    }

    /// As it was told by the option [`NET`], for two.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is for another game.
    pub fn chosen(settings: &Settings, eval: E) -> Result<Self, EngineError> {
        Learned::chosen_for(2, settings, eval)
    }

    /// The same where so many play.
    ///
    /// # Errors
    /// As [`chosen`](Learned::chosen), and when the network is for another number of players.
    pub fn chosen_for(players: usize, settings: &Settings, eval: E) -> Result<Self, EngineError> {
        match settings.file(NET.name) {
            None => Ok(Learned::new(eval)),
            Some(_) if !FILES => Err(EngineError::Net("there are no files here".to_owned())),
            Some(path) => {
                let mut net = load::<G>(Path::new(path), players)?;
                if settings.flag(POLICY.name) == Some(false) {
                    net = net.without_policy();
                }
                Ok(Learned::with(eval, Arc::new(net)))
            }
        }
    }
}

impl<G: Features, E: Evaluator<G>> Learned<G, E> {
    /// As it was told by [`NET`], or by [`SHIPPED`] of the network in these bytes.
    ///
    /// # Errors
    /// When the network cannot be read, is damaged, or is for another game.
    pub fn chosen_or(settings: &Settings, eval: E, shipped: &[u8]) -> Result<Self, EngineError> {
        if !wants_shipped(settings) {
            return Learned::chosen(settings, eval);
        }
        let net = SparseNet::read_for(shipped, &G::encoding(), G::FEATURES, G::BUCKETS, 2);
        let net = net.map_err(|error| EngineError::Net(error.to_string()))?;
        Ok(Learned::with(eval, Arc::new(net)))
    }
}

/// Whether the network that comes with the game was asked for; a file goes before it.
fn wants_shipped(settings: &Settings) -> bool {
    !settings.says(NET.name) && settings.flag(SHIPPED.name) == Some(true)
}

impl<G: Features, E: Evaluator<G>> Learned<G, E> {
    /// With a network as it was told, perhaps the one in these bytes; `None` where none was asked for.
    ///
    /// # Errors
    /// As [`chosen_or`](Learned::chosen_or).
    pub(super) fn asked_for(
        settings: &Settings,
        eval: E,
        shipped: Option<&[u8]>,
    ) -> Result<Option<Self>, EngineError> {
        match shipped {
            Some(bytes) if wants_shipped(settings) => {
                Learned::chosen_or(settings, eval, bytes).map(Some)
            }
            _ if settings.says(NET.name) => Learned::chosen(settings, eval).map(Some),
            _ => Ok(None),
        }
    }
}

impl<G: Features, E> Learned<G, E> {
    /// What leads the network along, where there is one.
    #[inline]
    fn follower(&mut self) -> Option<&mut Follower<G>> {
        if FILES { self.follower.as_mut() } else { None }
    }

    /// Whether a network with preferences for moves judges.
    #[must_use]
    pub fn has_policy(&self) -> bool {
        FILES && self.follower.as_ref().is_some_and(|follower| follower.net.has_policy())
    }

    /// Refuse a policy over other numbers of moves than the game's.
    ///
    /// # Errors
    /// When it has such a policy.
    pub fn over_moves(self) -> Result<Self, EngineError>
    where
        G: Indexed,
    {
        if let Some(follower) = &self.follower {
            let (wanted, found) = (G::INDICES, follower.net.shape().moves);
            if found != 0 && found != wanted {
                return Err(EngineError::Net(SparseError::Moves { wanted, found }.to_string()));
            }
        }
        Ok(self)
    }

    /// How the network prefers these moves of the player in turn, as logarithms; whether it does.
    pub(crate) fn prefer(&mut self, game: &G, moves: &[G::Move], out: &mut [f32]) -> bool
    where
        G: Indexed,
    {
        if !self.has_policy() {
            return false;
        }
        let (Some(follower), Some(player)) = (self.follower(), game.turn().decider()) else {
            return false;
        };
        follower.prefer(game, player, moves, out);
        true
    }

    /// Bring the sums of the line up to date, as the next judgement would: for those
    /// who measure what that takes.
    pub(crate) fn catch_up(&mut self, game: &G) {
        if let Some(follower) = self.follower() {
            follower.catch_up(game);
        }
    }
}

/// Read the network of this file, made for this game.
///
/// # Errors
/// When the file cannot be read, is damaged, or is for another game.
fn load<G: Features>(path: &Path, players: usize) -> Result<SparseNet, EngineError> {
    let failed =
        |why: &dyn std::fmt::Display| EngineError::Net(format!("{}: {why}", path.display()));
    let size = std::fs::metadata(path).map_err(|e| failed(&e))?.len();
    if size > MOST_BYTES {
        return Err(failed(&format!("{size} bytes are no network")));
    }
    let bytes = std::fs::read(path).map_err(|e| failed(&e))?;
    let net = SparseNet::read_for(&bytes, &G::encoding(), G::FEATURES, G::BUCKETS, players);
    net.map_err(|e| failed(&e))
}

impl<G: Features, E: Evaluator<G>> Evaluator<G> for Learned<G, E> {
    const LIMIT: i32 = E::LIMIT;
    const MARGIN: i32 = E::MARGIN;
    const NOISY_STAGES: u8 = E::NOISY_STAGES;
    const NOISY_IN_ORDER: bool = E::NOISY_IN_ORDER;
    const DEPTH_IN_TURNS: bool = E::DEPTH_IN_TURNS;

    #[inline]
    fn swing(&self) -> i32 {
        self.eval.swing()
    }

    #[inline]
    fn score(&mut self, game: &G, player: Player) -> i32 {
        match self.follower() {
            None => self.eval.score(game, player),
            Some(follower) => follower.value(game, player).clamp(-E::LIMIT, E::LIMIT),
        }
    }

    fn scores(&mut self, game: &G, out: &mut [i32]) {
        match self.follower() {
            None => self.eval.scores(game, out),
            Some(follower) => {
                follower.values(game, out);
                out.iter_mut().for_each(|score| *score = (*score).clamp(-E::LIMIT, E::LIMIT));
            }
        }
    }

    fn begin(&mut self, root: &G) {
        match self.follower() {
            None => self.eval.begin(root),
            Some(follower) => follower.begin(root),
        }
    }

    #[inline]
    fn making(&mut self, before: &G, m: G::Move) {
        match self.follower() {
            None => self.eval.making(before, m),
            Some(follower) => follower.before = Some(before.snapshot()),
        }
    }

    #[inline]
    fn made(&mut self, after: &G, m: G::Move) {
        match self.follower() {
            None => self.eval.made(after, m),
            Some(follower) => follower.made(after),
        }
    }

    #[inline]
    fn unmade(&mut self, before: &G, m: G::Move) {
        match self.follower() {
            None => self.eval.unmade(before, m),
            Some(follower) => follower.unmade(),
        }
    }

    // A null move changes no feature, by the law of `Features`.
    #[inline]
    fn passed(&mut self, after: &G) {
        if self.follower().is_none() {
            self.eval.passed(after);
        }
    }

    #[inline]
    fn unpassed(&mut self, before: &G) {
        if self.follower().is_none() {
            self.eval.unpassed(before);
        }
    }

    #[inline]
    fn is_noisy(&mut self, game: &G, m: G::Move) -> bool {
        self.eval.is_noisy(game, m)
    }

    #[inline]
    fn exchange(&mut self, game: &G, m: G::Move) -> Option<Exchange> {
        self.eval.exchange(game, m)
    }

    #[inline]
    fn is_calm(&mut self, game: &G) -> bool {
        self.eval.is_calm(game)
    }

    #[inline]
    fn is_threat(&mut self, game: &G, m: G::Move) -> bool {
        self.eval.is_threat(game, m)
    }

    #[inline]
    fn is_pressed(&mut self, game: &G) -> bool {
        self.eval.is_pressed(game)
    }

    fn quiesces(&self) -> bool {
        self.eval.quiesces()
    }

    fn reduces_late_moves(&self) -> bool {
        self.eval.reduces_late_moves()
    }

    #[inline]
    fn win_share(&mut self, game: &G, player: Player) -> f32 {
        match self.follower() {
            None => self.eval.win_share(game, player),
            Some(follower) => {
                let points = follower.value(game, player);
                follower.net.share(points)
            }
        }
    }
}
