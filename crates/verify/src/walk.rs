//! Walking through a game in search of a broken law.
//!
//! Three kinds of walk take turns: *exhaustive* (every line, deeper and deeper,
//! for a tenth of the plies), *random* (any move), and *rare-seeking* (among
//! the moves listed, those whose kind and consequence were seen least often,
//! so that promotions, deployments and forced endings come up). At every
//! position all moves are made and taken back; at the end the whole game is.
//!
//! Games are numbered and each number has its own random stream, so a seed
//! finds the same things on any number of threads.

use crate::aspects::{Broken, Snapshot};
use crate::laws::Laws;
use crate::quiet::quietly;
use crate::replay::{agrees_with_twin, facts_hold};
use std::collections::HashMap;
use std::fmt::{self, Debug, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use takeback_core::{Game, Job, SplitMix, Turn, together};

/// Where a law broke.
pub(crate) struct Found<G: Game> {
    pub(crate) start: usize,
    pub(crate) line: Vec<G::Move>,
    pub(crate) broken: Broken,
}

pub(crate) struct Walked<G: Game> {
    pub(crate) plies: u64,
    pub(crate) games: u64,
    pub(crate) found: Option<Found<G>>,
}

/// At most so many moves of one position are explored by a random walk, so that
/// long lists do not keep it from getting deep.
const SIBLINGS: usize = 48;

pub(crate) fn run<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    watch: &(dyn Fn(u64) + Sync),
) -> Walked<G> {
    let shared = Shared {
        laws,
        watch,
        next_game: AtomicU64::new(0),
        plies: AtomicU64::new(0),
        games: AtomicU64::new(0),
        found: Mutex::new(None),
        stop: AtomicBool::new(false),
        deadline: laws.time.map(|time| Instant::now() + time),
    };
    if laws.threads == 1 {
        shared.work();
    } else {
        let work = || Box::new(|| shared.work()) as Job<'_>;
        together((1..laws.threads).map(|_| work()).collect(), || shared.work());
    }
    let found = shared.found.into_inner().expect("no worker panics outside of `quietly`");
    Walked {
        plies: shared.plies.into_inner(),
        games: shared.games.into_inner(),
        found: found.map(|(_, found)| found),
    }
}

struct Shared<'a, G: Game> {
    laws: &'a Laws<G>,
    watch: &'a (dyn Fn(u64) + Sync),
    next_game: AtomicU64,
    plies: AtomicU64,
    games: AtomicU64,
    found: Mutex<Option<(u64, Found<G>)>>,
    stop: AtomicBool,
    deadline: Option<Instant>,
}

impl<G: Game + PartialEq + Debug> Shared<'_, G> {
    fn work(&self) {
        while !self.is_done() {
            let number = self.next_game.fetch_add(1, Ordering::Relaxed);
            let mut walker = Walker {
                shared: self,
                rng: SplitMix::stream(self.laws.seed, number),
                line: Vec::new(),
                kinds: HashMap::new(),
                unreported: 0,
                budget: u64::MAX,
            };
            let starts = self.laws.starts.len();
            let start = number as usize % starts;
            let outcome = quietly(|| match number as usize / starts {
                0 => walker.exhaustive(start),
                n => walker.game(start, n % 3 == 0),
            });
            walker.report_plies();
            self.games.fetch_add(1, Ordering::Relaxed);
            let broken = match outcome {
                Ok(Ok(())) => continue,
                Ok(Err(broken)) => broken,
                Err(message) => Broken::new("no panic", message),
            };
            self.note(number, Found { start, line: walker.line, broken });
        }
    }

    /// Of several failures the one of the lowest game number is kept.
    fn note(&self, number: u64, found: Found<G>) {
        let mut slot = self.found.lock().expect("no worker panics while it holds the lock");
        if slot.as_ref().is_none_or(|(best, _)| number < *best) {
            *slot = Some((number, found));
        }
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_done(&self) -> bool {
        self.plies.load(Ordering::Relaxed) >= self.laws.plies
            || self.deadline.is_some_and(|end| Instant::now() >= end)
            || self.stop.load(Ordering::Relaxed)
    }
}

struct Walker<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    rng: SplitMix,
    line: Vec<G::Move>,
    /// How often each kind of move has been seen to have each consequence.
    kinds: HashMap<(u64, Consequence), u32>,
    unreported: u64,
    budget: u64,
}

/// What a move led to, coarsely: enough to tell rare events from common ones.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
struct Consequence {
    over: bool,
    same_mover: bool,
    chance: bool,
}

impl<G: Game + PartialEq + Debug> Walker<'_, G> {
    fn laws(&self) -> &Laws<G> {
        self.shared.laws
    }

    fn count(&mut self, plies: u64) {
        self.unreported += plies;
        self.budget = self.budget.saturating_sub(plies);
        if self.unreported >= 1_000 {
            self.report_plies();
        }
    }

    fn report_plies(&mut self) {
        let plies = std::mem::take(&mut self.unreported);
        let total = self.shared.plies.fetch_add(plies, Ordering::Relaxed) + plies;
        (self.shared.watch)(total);
    }

    /// One game to its end, with a look at every move on the way, then all the
    /// way back.
    fn game(&mut self, start: usize, rare: bool) -> Result<(), Broken> {
        let laws = self.shared.laws;
        let mut game = laws.starts[start].clone();
        let mut way: Vec<(Snapshot<G>, G::Move, G::Undo)> = Vec::new();
        while way.len() < laws.longest {
            let before = Snapshot::take(&game, &laws.aspects);
            if way.is_empty() || self.rng.one_in(4) || game.turn() == Turn::Over {
                facts_hold(laws, &mut game, &mut self.rng)?;
            }
            if self.rng.one_in(8) {
                self.same_as_fresh(start, &game)?;
            }
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let rarest = self.look_at_each(&mut game, &before, &moves)?;
            let m = match rarest {
                Some(m) if rare && !self.rng.one_in(3) => m,
                _ => self.pick(&game, &moves),
            };
            let undo = game.make(m);
            self.line.push(m);
            way.push((before, m, undo));
            self.count(1);
            if self.shared.is_done() {
                break;
            }
        }
        self.same_as_fresh(start, &game)?;
        while let Some((before, m, undo)) = way.pop() {
            game.unmake(m, undo);
            if self.rng.one_in(4) {
                before.compare(&game, &laws.aspects, "after taking back")?;
            } else {
                before.compare_quickly(&game, &laws.aspects, "after taking back")?;
            }
            self.line.pop();
        }
        Ok(())
    }

    /// Make and take back the moves of this position (all, or a sample of a
    /// long list); returns the one of the rarest kind.
    fn look_at_each(
        &mut self,
        game: &mut G,
        before: &Snapshot<G>,
        moves: &[G::Move],
    ) -> Result<Option<G::Move>, Broken> {
        let laws = self.shared.laws;
        let mover = game.turn();
        let step = moves.len().div_ceil(SIBLINGS).max(1);
        let offset = self.rng.below(step);
        let mut rarest = None;
        for &m in moves.iter().skip(offset).step_by(step) {
            self.line.push(m);
            if let Some(twin) = laws.twin.as_ref().filter(|_| self.rng.one_in(4)) {
                agrees_with_twin(game, m, &twin(game, m))?;
            }
            let undo = game.make(m);
            let after = game.turn();
            if self.rng.one_in(4) {
                // Ask what a search would ask, so that caches come to life.
                Snapshot::take(game, &laws.aspects);
            }
            game.unmake(m, undo);
            before.compare_quickly(game, &laws.aspects, "after taking back")?;
            self.line.pop();
            let consequence = Consequence {
                over: after == Turn::Over,
                same_mover: after == mover,
                chance: after == Turn::Chance,
            };
            let seen = self.kinds.entry((kind(m), consequence)).or_default();
            *seen += 1;
            if rarest.is_none_or(|(least, _)| *seen < least) {
                rarest = Some((*seen, m));
            }
        }
        self.count(moves.len().div_ceil(step) as u64);
        before.compare(game, &laws.aspects, "after looking at every move")?;
        Ok(rarest.map(|(_, m)| m))
    }

    /// Any move; chance by weight.
    fn pick(&mut self, game: &G, moves: &[G::Move]) -> G::Move {
        if game.turn() != Turn::Chance {
            return moves[self.rng.below(moves.len())];
        }
        let total: u64 = moves.iter().map(|&m| u64::from(game.weight(m))).sum();
        let mut left = (self.rng.unit() * total as f64) as u64;
        for &m in moves {
            let weight = u64::from(game.weight(m));
            if left < weight {
                return m;
            }
            left -= weight;
        }
        moves[moves.len() - 1]
    }

    /// A position reached through thousands of makes and unmakes must be the
    /// one that the moves alone lead to.
    fn same_as_fresh(&self, start: usize, game: &G) -> Result<(), Broken> {
        let laws = self.laws();
        let mut fresh = laws.starts[start].clone();
        for &m in &self.line {
            fresh.make(m);
        }
        Snapshot::take(&fresh, &laws.aspects).compare(
            game,
            &laws.aspects,
            "after much making and taking back",
        )
    }

    /// Every line, one ply deeper each time, while a tenth of the plies lasts.
    fn exhaustive(&mut self, start: usize) -> Result<(), Broken> {
        let laws = self.shared.laws;
        self.budget = laws.plies / 10 / laws.starts.len() as u64;
        let mut game = laws.starts[start].clone();
        for depth in 1..64 {
            let before = self.budget;
            self.every_line(start, &mut game, depth)?;
            let spent = before - self.budget;
            if self.budget < spent.saturating_mul(2) || spent == 0 || self.shared.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn every_line(&mut self, start: usize, game: &mut G, depth: u32) -> Result<(), Broken> {
        let laws = self.shared.laws;
        let before = Snapshot::take(game, &laws.aspects);
        if depth == 0 {
            self.same_as_fresh(start, game)?;
            return facts_hold(laws, game, &mut self.rng);
        }
        for m in game.legal_moves() {
            if self.budget == 0 {
                break;
            }
            self.line.push(m);
            if let Some(twin) = &laws.twin {
                agrees_with_twin(game, m, &twin(game, m))?;
            }
            let undo = game.make(m);
            self.every_line(start, game, depth - 1)?;
            game.unmake(m, undo);
            self.count(1);
            before.compare_quickly(game, &laws.aspects, "after taking back")?;
            self.line.pop();
        }
        before.compare(game, &laws.aspects, "after looking at every move")
    }
}

/// The kind of a move is the head of its `Debug` form: the variant's name for
/// an enum, the type's name for a struct.
fn kind(m: impl Debug) -> u64 {
    struct Head(u64, bool);
    impl Write for Head {
        fn write_str(&mut self, s: &str) -> fmt::Result {
            for byte in s.bytes() {
                if self.1 || !(byte.is_ascii_alphanumeric() || byte == b'_') {
                    self.1 = true;
                    return Err(fmt::Error);
                }
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut head = Head(0xcbf2_9ce4_8422_2325, false);
    let _ = write!(head, "{m:?}");
    head.0
}
