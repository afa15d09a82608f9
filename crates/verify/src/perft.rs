//! Counting lines of play: the oldest test of a rules engine.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use takeback_core::{Game, HAS_THREADS, Job, Moves, together};

/// How many lines of exactly `depth` moves there are.
///
/// The last ply is counted from the list, not played; chance outcomes count as
/// moves; a line that ends early counts nothing.
///
/// ```
/// # use takeback_core::{HAS_THREADS, Game, Moves, Payoff, Player, Turn};
/// # #[derive(Clone)] struct Coin(u32);
/// # impl Game for Coin {
/// #     type Move = bool; type Undo = ();
/// #     fn players(&self) -> usize { 1 }
/// #     fn turn(&self) -> Turn { Turn::Chance }
/// #     fn moves(&self, out: &mut Moves<bool>) { out.extend([false, true]); }
/// #     fn make(&mut self, _: bool) { self.0 += 1; }
/// #     fn unmake(&mut self, _: bool, (): ()) { self.0 -= 1; }
/// #     fn payoff(&self, _: Player) -> Payoff { Payoff::DRAW }
/// # }
/// assert_eq!(takeback_verify::perft(&mut Coin(0), 10), 1024);
/// ```
pub fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    perft_until(game, depth, &AtomicBool::new(false))
}

/// As [`perft`]; once `stop` is set it ends soon, with a count that means nothing.
fn perft_until<G: Game>(game: &mut G, depth: u32, stop: &AtomicBool) -> u64 {
    if depth == 0 { 1 } else { count(game, &mut Moves::new(), depth, stop) }
}

fn count<G: Game>(game: &mut G, buffer: &mut Moves<G::Move>, depth: u32, stop: &AtomicBool) -> u64 {
    if depth == 1 {
        return game.count_moves(buffer) as u64;
    }
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    let list = buffer.open();
    game.moves(buffer);
    let mut lines = 0;
    for i in buffer.range(list) {
        let m = buffer[i];
        lines += game.explore(m, |after| count(after, buffer, depth - 1, stop));
    }
    buffer.close(list);
    lines
}

/// Lines below each first move, in order of the list.
pub type Division<M> = Vec<(M, u64)>;

/// The count below each move of this position.
pub fn divide<G: Game>(game: &mut G, depth: u32) -> Division<G::Move> {
    divide_until(game, depth, &AtomicBool::new(false))
}

fn divide_until<G: Game>(game: &mut G, depth: u32, stop: &AtomicBool) -> Division<G::Move> {
    let mut division = Vec::new();
    for m in game.legal_moves() {
        let lines = game.explore(m, |after| perft_until(after, depth.saturating_sub(1), stop));
        division.push((m, lines));
    }
    division
}

/// As [`divide`], on several threads with a clone each. Work is handed out two
/// plies deep where there are few first moves.
///
/// # Panics
/// When the rules panic.
pub fn perft_parallel<G: Game>(game: &G, depth: u32, threads: usize) -> Division<G::Move> {
    perft_parallel_until(game, depth, threads, &AtomicBool::new(false))
}

/// As [`perft_parallel`]; once `stop` is set it ends soon, with counts that mean
/// nothing.
///
/// # Panics
/// When the rules panic.
pub fn perft_parallel_until<G: Game>(
    game: &G,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Division<G::Move> {
    if !HAS_THREADS || threads <= 1 || depth < 2 {
        return divide_until(&mut game.clone(), depth, stop);
    }
    let mut division = Vec::new();
    let mut pairs = Vec::new();
    let mut jobs = Jobs::default();
    for first in game.legal_moves() {
        division.push((first, 0));
        jobs.begin_share();
        for second in game.apply(first).legal_moves() {
            pairs.push((first, second));
            jobs.add();
        }
    }
    let totals = jobs.run(threads, &|| {
        let mut game = game.clone();
        let pairs = &pairs;
        Box::new(move |job| {
            let (first, second) = pairs[job];
            game.explore(first, |after| {
                after.explore(second, |below| perft_until(below, depth - 2, stop))
            })
        })
    });
    for (i, total) in totals.into_iter().enumerate() {
        division[i].1 = total;
    }
    division
}

/// Jobs handed out to threads and summed by share; compiled once, since only
/// the counting itself depends on the game.
#[derive(Default)]
struct Jobs {
    /// The share that each job counts for.
    shares: Vec<usize>,
    begun: usize,
}

/// Does a job by number on a position of its own.
type Worker<'a> = Box<dyn FnMut(usize) -> u64 + 'a>;

impl Jobs {
    fn begin_share(&mut self) {
        self.begun += 1;
    }

    /// One more job for the share begun last.
    fn add(&mut self) {
        self.shares.push(self.begun - 1);
    }

    /// The sum of each share. `hire` is called once on every thread.
    fn run<'a>(&self, threads: usize, hire: &'a (dyn Fn() -> Worker<'a> + Sync)) -> Vec<u64> {
        let next = AtomicUsize::new(0);
        let totals: Vec<AtomicU64> = (0..self.begun).map(|_| AtomicU64::new(0)).collect();
        let work = || {
            let mut worker = hire();
            loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                let Some(&share) = self.shares.get(job) else { break };
                totals[share].fetch_add(worker(job), Ordering::Relaxed);
            }
        };
        together((1..threads).map(|_| Box::new(work) as Job<'_>).collect(), work);
        totals.into_iter().map(AtomicU64::into_inner).collect()
    }
}
