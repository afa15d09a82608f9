//! Many games at once, for programs that learn from millions of them.
//!
//! What is decided by chance is decided at once, by the game's own stream of
//! luck, so that every game waits for a player or is over. A seed means the same
//! games whatever the number of threads.

use super::faces::Faces;
use super::numbers::{self, Apart, NO_NUMBER};
use super::table::{Table, TableOf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use takeback_core::{Game, Job, Moves, Notation, Player, Portable, SplitMix, Turn, together};

/// Games of one variant side by side. Arrays hold one row a game.
pub trait Batch: Send {
    /// How many games.
    fn games(&self) -> usize;
    /// How many players each has.
    fn players(&self) -> usize;
    /// How many numbers moves have.
    fn space(&self) -> usize;

    /// Begin the chosen games anew, all without a choice.
    fn reset(&mut self, chosen: Option<&[bool]>);

    /// Whose decision comes next in each game; -1 where it is over. Of a round
    /// played together, the lowest seat that owes a choice.
    fn turns(&self, out: &mut [i8]);

    /// Moves played in each game, chance included.
    fn plies(&self, out: &mut [u32]);

    /// 1 for the number of every move that may be played, `space` a game.
    fn masks(&mut self, out: &mut [u8]);

    /// Play the move of this number in each game; negative where a game is to
    /// be left alone.
    ///
    /// # Errors
    /// The first game in which there is no such move; no game has changed then.
    fn step(&mut self, numbers: &[i64]) -> Result<(), usize>;

    /// Play a random move in every game that is not over.
    fn step_random(&mut self);

    /// Results from -1 to 1, `players` a game; 0 before the end.
    fn payoffs(&self, out: &mut [f32]);

    /// The features that the decider sees, as zeros and counts; false in games
    /// that have none. After the end the first seat's.
    fn features(&self, features: usize, out: &mut [f32]) -> bool;

    /// Play a copy of each game to its end at random: results as in
    /// [`payoffs`](Batch::payoffs), and the moves that took. A copy of more
    /// than `longest` moves ends without a result. Once `stop` is set, no copy goes on.
    fn playouts(&mut self, longest: u32, results: &mut [f32], plies: &mut [u32], stop: &AtomicBool);

    /// All games as they stand, to come back to.
    fn copy(&self) -> Box<dyn Batch>;

    /// One of the games as a table of its own.
    fn table(&self, game: usize) -> Option<Box<dyn Table>>;
}

/// Where games begin, by seed.
pub(crate) type Begin<G> = Arc<dyn Fn(u64) -> G + Send + Sync>;

#[derive(Clone)]
struct One<G> {
    game: G,
    rng: SplitMix,
    plies: u32,
}

pub(crate) struct BatchOf<G: Game> {
    all: Vec<One<G>>,
    faces: Faces<G>,
    begin: Begin<G>,
    seed: u64,
    /// Games begun; the next takes this number.
    begun: u64,
    threads: usize,
    chosen: Vec<Option<G::Move>>,
}

impl<G: Game + Notation + Portable> BatchOf<G> {
    pub(crate) fn new(
        games: usize,
        seed: u64,
        threads: usize,
        faces: Faces<G>,
        begin: Begin<G>,
    ) -> Self {
        let one = |number: u64| One { game: begin(0), rng: SplitMix::new(number), plies: 0 };
        let all = (0..games as u64).map(one).collect();
        let mut batch =
            BatchOf { all, faces, begin, seed, begun: 0, threads, chosen: vec![None; games] };
        batch.reset(None);
        batch
    }

    /// So many games a thread.
    fn share(&self) -> usize {
        self.all.len().div_ceil(self.threads.max(1)).max(1)
    }
}

/// Let chance decide until somebody else does.
fn settle<G: Game>(one: &mut One<G>, faces: &Faces<G>, buffer: &mut Moves<G::Move>) {
    while one.game.turn() == Turn::Chance {
        let Some(m) = numbers::draw(faces, &mut one.game, buffer, &mut one.rng) else { return };
        one.game.make(m);
        one.plies += 1;
    }
}

/// The move of this number.
fn find<G: Game>(
    game: &mut G,
    number: i64,
    faces: &Faces<G>,
    scratch: &mut Scratch<G>,
) -> Option<G::Move> {
    let number = u32::try_from(number).ok().filter(|&number| number != NO_NUMBER)?;
    if game.turn() == Turn::Over {
        return None;
    }
    let Scratch { buffer, numbers, apart } = scratch;
    let list = buffer.open();
    numbers::playable(faces, game, buffer);
    numbers::wanted(faces, game, buffer.since(list), numbers);
    // Of those that share a number the first keeps it.
    let mut place = numbers.iter().position(|&one| one == number);
    if place.is_none() {
        apart.keep(numbers::space(faces), numbers);
        place = numbers.iter().position(|&one| one == number);
    }
    let m = place.map(|place| buffer.since(list)[place]);
    buffer.close(list);
    m
}

struct Scratch<G: Game> {
    buffer: Moves<G::Move>,
    numbers: Vec<u32>,
    apart: Apart,
}

impl<G: Game> Scratch<G> {
    fn new() -> Self {
        let buffer = Moves::with_capacity(256);
        Scratch { buffer, numbers: Vec::new(), apart: Apart::default() }
    }
}

fn payoffs_of<G: Game>(game: &G, out: &mut [f32]) {
    let over = game.turn() == Turn::Over;
    for (player, out) in Player::all(out.len()).zip(out) {
        *out = if over { game.payoff(player).0 as f32 / 1000.0 } else { 0.0 };
    }
}

/// Do all jobs, the first on this thread.
fn do_all(jobs: Vec<Job<'_>>) {
    let mut jobs = jobs.into_iter();
    if let Some(first) = jobs.next() {
        together(jobs.collect(), first);
    }
}

impl<G: Game + Notation + Portable> Batch for BatchOf<G> {
    fn games(&self) -> usize {
        self.all.len()
    }

    fn players(&self) -> usize {
        self.all.first().map_or(0, |one| one.game.players())
    }

    fn space(&self) -> usize {
        numbers::space(&self.faces)
    }

    fn reset(&mut self, chosen: Option<&[bool]>) {
        let mut buffer = Moves::with_capacity(256);
        for (i, one) in self.all.iter_mut().enumerate() {
            if chosen.is_some_and(|chosen| !chosen.get(i).copied().unwrap_or(false)) {
                continue;
            }
            let mut rng = SplitMix::stream(self.seed, self.begun);
            self.begun += 1;
            let game = (self.begin)(rng.next());
            *one = One { game, rng, plies: 0 };
            settle(one, &self.faces, &mut buffer);
        }
    }

    fn turns(&self, out: &mut [i8]) {
        for (one, out) in self.all.iter().zip(out) {
            *out = one.game.turn().decider().map_or(-1, |player| player.0 as i8);
        }
    }

    fn plies(&self, out: &mut [u32]) {
        self.all.iter().zip(out).for_each(|(one, out)| *out = one.plies);
    }

    fn masks(&mut self, out: &mut [u8]) {
        let (share, space, faces) = (self.share(), self.space(), &self.faces);
        let parts = self.all.chunks_mut(share).zip(out.chunks_mut(share * space));
        let jobs = parts.map(|(all, out)| -> Job<'_> {
            Box::new(move || {
                let Scratch { mut buffer, mut numbers, mut apart } = Scratch::<G>::new();
                for (one, row) in all.iter_mut().zip(out.chunks_mut(space)) {
                    row.fill(0);
                    if one.game.turn() == Turn::Over {
                        continue;
                    }
                    buffer.clear();
                    numbers::playable(faces, &mut one.game, &mut buffer);
                    numbers::wanted(faces, &one.game, buffer.as_slice(), &mut numbers);
                    apart.keep(space, &mut numbers);
                    for &number in numbers.iter().filter(|&&number| number != NO_NUMBER) {
                        row[number as usize] = 1;
                    }
                }
            })
        });
        do_all(jobs.collect());
    }

    fn step(&mut self, numbers: &[i64]) -> Result<(), usize> {
        let (share, faces) = (self.share(), &self.faces);
        let bad = AtomicUsize::new(usize::MAX);
        let parts = self.all.chunks_mut(share).zip(self.chosen.chunks_mut(share));
        let parts = parts.zip(numbers.chunks(share)).enumerate();
        let jobs = parts.map(|(part, ((all, chosen), numbers))| -> Job<'_> {
            let bad = &bad;
            Box::new(move || {
                let mut scratch = Scratch::new();
                for (i, (one, chosen)) in all.iter_mut().zip(chosen).enumerate() {
                    let number = numbers.get(i).copied().unwrap_or(-1);
                    *chosen = find(&mut one.game, number, faces, &mut scratch);
                    if chosen.is_none() && number >= 0 {
                        bad.fetch_min(part * share + i, Ordering::Relaxed);
                    }
                }
            })
        });
        do_all(jobs.collect());
        let bad = bad.into_inner();
        if bad != usize::MAX {
            return Err(bad);
        }
        let parts = self.all.chunks_mut(share).zip(self.chosen.chunks(share));
        let jobs = parts.map(|(all, chosen)| -> Job<'_> {
            Box::new(move || {
                let mut buffer = Moves::with_capacity(256);
                for (one, m) in all.iter_mut().zip(chosen) {
                    let Some(m) = *m else { continue };
                    one.game.make(m);
                    one.plies += 1;
                    settle(one, faces, &mut buffer);
                }
            })
        });
        do_all(jobs.collect());
        Ok(())
    }

    fn step_random(&mut self) {
        let (share, faces) = (self.share(), &self.faces);
        let jobs = self.all.chunks_mut(share).map(|all| -> Job<'_> {
            Box::new(move || {
                let mut buffer = Moves::with_capacity(256);
                for one in all {
                    let drawn = numbers::draw(faces, &mut one.game, &mut buffer, &mut one.rng);
                    let Some(m) = drawn else { continue };
                    one.game.make(m);
                    one.plies += 1;
                    settle(one, faces, &mut buffer);
                }
            })
        });
        do_all(jobs.collect());
    }

    fn payoffs(&self, out: &mut [f32]) {
        let players = self.players().max(1);
        for (one, row) in self.all.iter().zip(out.chunks_mut(players)) {
            payoffs_of(&one.game, row);
        }
    }

    fn features(&self, features: usize, out: &mut [f32]) -> bool {
        let Some(face) = self.faces.features else { return false };
        let share = self.share();
        let parts = self.all.chunks(share).zip(out.chunks_mut(share * features.max(1)));
        let jobs = parts.map(|(all, out)| -> Job<'_> {
            Box::new(move || {
                for (one, row) in all.iter().zip(out.chunks_mut(features.max(1))) {
                    row.fill(0.0);
                    let viewer = one.game.turn().decider().unwrap_or(Player::FIRST);
                    let views = face.list(&one.game);
                    for &feature in &views[face.view_of(&one.game, viewer)] {
                        row[usize::from(feature)] += 1.0;
                    }
                }
            })
        });
        do_all(jobs.collect());
        true
    }

    fn playouts(
        &mut self,
        longest: u32,
        results: &mut [f32],
        plies: &mut [u32],
        stop: &AtomicBool,
    ) {
        let (share, faces, players) = (self.share(), &self.faces, self.players().max(1));
        let parts = self.all.chunks_mut(share).zip(results.chunks_mut(share * players));
        let parts = parts.zip(plies.chunks_mut(share));
        let jobs = parts.map(|((all, results), plies)| -> Job<'_> {
            Box::new(move || {
                let mut buffer = Moves::with_capacity(256);
                let rows = results.chunks_mut(players).zip(plies);
                for (one, (row, plies)) in all.iter_mut().zip(rows) {
                    let mut game = one.game.clone();
                    let mut played = 0;
                    while played < longest
                        && !stop.load(Ordering::Relaxed)
                        && let Some(m) = numbers::draw(faces, &mut game, &mut buffer, &mut one.rng)
                    {
                        game.make(m);
                        played += 1;
                    }
                    payoffs_of(&game, row);
                    *plies = played;
                }
            })
        });
        do_all(jobs.collect());
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(BatchOf {
            all: self.all.clone(),
            faces: self.faces,
            begin: Arc::clone(&self.begin),
            chosen: self.chosen.clone(),
            ..*self
        })
    }

    fn table(&self, game: usize) -> Option<Box<dyn Table>> {
        let one = self.all.get(game)?;
        Some(Box::new(TableOf::new(one.game.clone(), self.faces)))
    }
}
