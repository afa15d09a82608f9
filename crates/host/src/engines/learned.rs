//! A judge that was learned: a network over a game's features, led along by the
//! moves of a search.

use super::EngineError;
use crate::spec::{EngineOption, Settings, Takes};
use std::path::Path;
use std::sync::Arc;
use takeback_core::{Bag, Evaluator, Exchange, Features, Player};
use takeback_net::sparse::SparseNet;

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

    /// As it was told by the option [`NET`].
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is for another game.
    pub fn chosen(settings: &Settings, eval: E) -> Result<Self, EngineError> {
        match settings.file(NET.name) {
            None => Ok(Learned::new(eval)),
            Some(_) if !FILES => Err(EngineError::Net("there are no files here".to_owned())),
            Some(path) => Ok(Learned::with(eval, Arc::new(load::<G>(Path::new(path))?))),
        }
    }
}

impl<G: Features, E: Evaluator<G>> Learned<G, E> {
    /// As it was told by [`NET`], or by [`SHIPPED`] of the network in these bytes.
    ///
    /// # Errors
    /// When the network cannot be read, is damaged, or is for another game.
    pub fn chosen_or(settings: &Settings, eval: E, shipped: &[u8]) -> Result<Self, EngineError> {
        if settings.says(NET.name) || settings.flag(SHIPPED.name) != Some(true) {
            return Learned::chosen(settings, eval);
        }
        let net = SparseNet::read_for(shipped, &G::encoding(), G::FEATURES, G::BUCKETS);
        let net = net.map_err(|error| EngineError::Net(error.to_string()))?;
        Ok(Learned::with(eval, Arc::new(net)))
    }
}

impl<G: Features, E> Learned<G, E> {
    /// What leads the network along, where there is one.
    #[inline]
    fn follower(&mut self) -> Option<&mut Follower<G>> {
        if FILES { self.follower.as_mut() } else { None }
    }

    /// Bring the sums of the line up to date, as the next judgement would: for those
    /// who measure what that takes.
    pub(crate) fn catch_up(&mut self) {
        if let Some(follower) = self.follower() {
            follower.catch_up();
        }
    }
}

/// Read the network of this file, made for this game.
///
/// # Errors
/// When the file cannot be read, is damaged, or is for another game.
fn load<G: Features>(path: &Path) -> Result<SparseNet, EngineError> {
    let failed =
        |why: &dyn std::fmt::Display| EngineError::Net(format!("{}: {why}", path.display()));
    let size = std::fs::metadata(path).map_err(|e| failed(&e))?.len();
    if size > MOST_BYTES {
        return Err(failed(&format!("{size} bytes are no network")));
    }
    let bytes = std::fs::read(path).map_err(|e| failed(&e))?;
    SparseNet::read_for(&bytes, &G::encoding(), G::FEATURES, G::BUCKETS).map_err(|e| failed(&e))
}

/// The accumulators of the line that a search stands in.
///
/// Moves only note what they change. Sums are made when somebody asks for a
/// value, from the last position of the line that has them: many positions of a
/// search are never judged.
struct Follower<G: Features> {
    net: Arc<SparseNet>,
    before: Option<G::Snapshot>,
    /// Changes of the whole line, move after move.
    changes: Changes,
    /// For each move of the line where its changes end.
    ends: Vec<Ends>,
    /// Sums of both views, by ply.
    sums: Vec<i16>,
    /// So many plies of the line have their sums, the root included; none
    /// before a search has begun.
    known: usize,
}

impl<G: Features> Clone for Follower<G> {
    fn clone(&self) -> Self {
        let mut clone = Follower::new(Arc::clone(&self.net));
        clone.changes.clone_from(&self.changes);
        clone.ends.extend_from_slice(&self.ends);
        clone.sums.clone_from(&self.sums);
        clone.known = self.known;
        clone
    }
}

/// Features that came and went: those that came in the first view, that went from it, that
/// came in the second, that went.
type Changes = [Vec<u16>; 4];

/// So many of each came and went.
type Ends = [u32; 4];

/// Plies that there is room for from the start, and changes of each kind.
const USUAL_PLIES: usize = 64;
const USUAL_CHANGES: usize = USUAL_PLIES * 8;

impl<G: Features> Follower<G> {
    fn new(net: Arc<SparseNet>) -> Self {
        let hidden = net.shape().hidden;
        Follower {
            before: None,
            changes: [(); 4].map(|()| Vec::with_capacity(USUAL_CHANGES)),
            ends: Vec::with_capacity(USUAL_PLIES),
            sums: vec![0; 2 * hidden * USUAL_PLIES],
            known: 0,
            net,
        }
    }

    /// Both views of a ply.
    fn width(&self) -> usize {
        2 * self.net.shape().hidden
    }

    fn begin(&mut self, root: &G) {
        self.changes.iter_mut().for_each(Vec::clear);
        self.ends.clear();
        self.before = None;
        let width = self.width();
        let (first, second) = self.sums[..width].split_at_mut(width / 2);
        self.net.clear(first);
        self.net.clear(second);
        root.list_features(&mut Direct { net: &self.net, sums: [first, second] });
        self.known = 1;
    }

    fn made(&mut self, after: &G) {
        debug_assert!(self.before.is_some(), "a search tells of a move before it makes it");
        if let Some(before) = self.before.take() {
            after.changed_features(&before, &mut Notes(&mut self.changes));
        }
        let mut ends = Ends::default();
        for (end, all) in ends.iter_mut().zip(&self.changes) {
            *end = all.len() as u32;
        }
        self.ends.push(ends);
    }

    fn unmade(&mut self) {
        self.ends.pop();
        let ends = self.ends.last().copied().unwrap_or_default();
        for (all, end) in self.changes.iter_mut().zip(ends) {
            all.truncate(end as usize);
        }
        self.known = self.known.min(self.ends.len() + 1);
    }

    /// Sums for every ply of the line.
    fn catch_up(&mut self) {
        let (width, plies) = (self.width(), self.ends.len() + 1);
        if self.sums.len() < plies * width {
            self.sums.resize(plies * width * 2, 0);
        }
        while self.known < plies {
            let ply = self.known;
            let from = if ply == 1 { Ends::default() } else { self.ends[ply - 2] };
            let to = self.ends[ply - 1];
            let (before, after) =
                self.sums[(ply - 1) * width..(ply + 1) * width].split_at_mut(width);
            let some = |i: usize| &self.changes[i][from[i] as usize..to[i] as usize];
            let (old, new) = (before.split_at(width / 2), after.split_at_mut(width / 2));
            self.net.follow(old.0, new.0, some(0), some(1));
            self.net.follow(old.1, new.1, some(2), some(3));
            self.known += 1;
        }
    }

    fn value(&mut self, game: &G, player: Player) -> i32 {
        if self.known == 0 {
            self.begin(game);
        }
        self.catch_up();
        let (width, ply) = (self.width(), self.ends.len());
        let views = self.sums[ply * width..].split_at(width / 2);
        let mover = game.turn().decider().unwrap_or(player);
        let second = &views.1[..width / 2];
        let (own, other) = match game.view_of(mover) {
            0 => (views.0, second),
            _ => (second, views.0),
        };
        let bucket = if self.net.shape().buckets == 1 { 0 } else { game.bucket() };
        let value = self.net.value(own, other, bucket);
        if player == mover { value } else { -value }
    }
}

/// Adds to sums at once.
struct Direct<'a> {
    net: &'a SparseNet,
    sums: [&'a mut [i16]; 2],
}

impl Bag for Direct<'_> {
    fn add(&mut self, view: usize, feature: usize) {
        self.net.add(self.sums[view], feature as u16);
    }

    fn remove(&mut self, view: usize, feature: usize) {
        self.net.remove(self.sums[view], feature as u16);
    }
}

/// Notes what comes and goes.
struct Notes<'a>(&'a mut Changes);

impl Bag for Notes<'_> {
    #[inline]
    fn add(&mut self, view: usize, feature: usize) {
        self.0[2 * view].push(feature as u16);
    }

    #[inline]
    fn remove(&mut self, view: usize, feature: usize) {
        self.0[2 * view + 1].push(feature as u16);
    }
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
