//! Ways of filtering candidates down to legal moves.
//!
//! Many rule books say "any move of this kind, unless it leaves the king in
//! check": candidates are cheap, the test is not. The forms below give the
//! same list at different prices; `takeback bench strategies` prints them.

use crate::{Game, Moves};
use std::sync::Arc;

/// Every candidate of every stage, legal or not.
pub fn candidates<G: Game>(game: &G, out: &mut Moves<G::Move>) {
    for stage in 0..G::STAGES {
        game.candidates(stage, out);
    }
}

/// One copy per candidate: what an immutable design does at first.
pub fn by_copy<G: Game>(game: &G, out: &mut Moves<G::Move>) {
    let from = out.open();
    candidates(game, out);
    out.retain_since(from, |&m| game.clone().is_legal(m));
}

/// One shared copy per candidate, cloned when the test writes to it.
pub fn by_cow<G: Game>(game: &Arc<G>, out: &mut Moves<G::Move>) {
    let from = out.open();
    candidates(&**game, out);
    out.retain_since(from, |&m| Arc::make_mut(&mut Arc::clone(game)).is_legal(m));
}

/// One mutable copy for the whole list: the public position stays immutable.
pub fn transient<G: Game>(game: &G, out: &mut Moves<G::Move>) {
    in_place(&mut game.clone(), out);
}

/// No copy at all: the position itself is tested on and restored.
pub fn in_place<G: Game>(game: &mut G, out: &mut Moves<G::Move>) {
    let from = out.open();
    candidates(game, out);
    out.retain_since(from, |&m| game.is_legal(m));
}

/// Transient copies whose memory is used again.
#[derive(Debug)]
pub struct Pool<G>(Vec<G>);

impl<G> Default for Pool<G> {
    fn default() -> Self {
        Pool(Vec::new())
    }
}

impl<G: Game> Pool<G> {
    /// As [`transient`], in a copy from the pool.
    pub fn legal(&mut self, game: &G, out: &mut Moves<G::Move>) {
        let mut copy = match self.0.pop() {
            Some(mut used) => {
                used.clone_from(game);
                used
            }
            None => game.clone(),
        };
        in_place(&mut copy, out);
        self.0.push(copy);
    }
}

/// Legal moves one at a time, so that a search for "any" or "the first good
/// one" stops early: stages are generated and candidates tested on demand.
#[derive(Debug)]
pub struct Lazy<'a, G: Game> {
    game: &'a mut G,
    stage: u8,
    batch: Moves<G::Move>,
    next: usize,
}

impl<'a, G: Game> Lazy<'a, G> {
    /// Nothing is generated yet.
    pub fn new(game: &'a mut G) -> Self {
        Lazy { game, stage: 0, batch: Moves::with_capacity(64), next: 0 }
    }
}

impl<G: Game> Iterator for Lazy<'_, G> {
    type Item = G::Move;

    fn next(&mut self) -> Option<G::Move> {
        loop {
            while self.next < self.batch.len() {
                let m = self.batch[self.next];
                self.next += 1;
                if self.game.is_legal(m) {
                    return Some(m);
                }
            }
            if self.stage >= G::STAGES {
                return None;
            }
            self.batch.clear();
            self.next = 0;
            self.game.candidates(self.stage, &mut self.batch);
            self.stage += 1;
        }
    }
}

/// Filtering on `threads` threads, one copy each; same list, same order.
///
/// # Panics
/// When a worker panics.
pub fn parallel_filter<G: Game>(game: &G, threads: usize, out: &mut Moves<G::Move>) {
    let mut all = Moves::with_capacity(256);
    candidates(game, &mut all);
    let share = all.len().div_ceil(threads.max(1)).max(1);
    let parts: Vec<Vec<G::Move>> = std::thread::scope(|scope| {
        let workers: Vec<_> = all
            .as_slice()
            .chunks(share)
            .map(|part| {
                scope.spawn(move || {
                    let mut copy = game.clone();
                    part.iter().copied().filter(|&m| copy.is_legal(m)).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().map(|w| w.join().expect("a legality test does not panic")).collect()
    });
    for part in parts {
        out.extend(part);
    }
}

/// Generation of the stages on one thread each, then [`parallel_filter`]'s way
/// of testing within each stage's thread; same list, same order.
///
/// # Panics
/// When a worker panics.
pub fn parallel_generate<G: Game>(game: &G, out: &mut Moves<G::Move>) {
    let parts: Vec<Vec<G::Move>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..G::STAGES)
            .map(|stage| {
                scope.spawn(move || {
                    let mut copy = game.clone();
                    let mut batch = Moves::with_capacity(128);
                    let from = batch.open();
                    copy.candidates(stage, &mut batch);
                    batch.retain_since(from, |&m| copy.is_legal(m));
                    batch.into_vec()
                })
            })
            .collect();
        workers.into_iter().map(|w| w.join().expect("generation does not panic")).collect()
    });
    for part in parts {
        out.extend(part);
    }
}
