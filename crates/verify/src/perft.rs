//! Counting lines of play: the oldest test of a rules engine.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use takeback_core::{Game, Job, Moves, together};

/// How many lines of exactly `depth` moves there are.
///
/// The last ply is counted from the list, not played; chance outcomes count as
/// moves; a line that ends early counts nothing.
///
/// ```
/// # use takeback_core::{Game, Moves, Payoff, Player, Turn};
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
    if depth == 0 { 1 } else { count(game, &mut Moves::new(), depth) }
}

fn count<G: Game>(game: &mut G, buffer: &mut Moves<G::Move>, depth: u32) -> u64 {
    if depth == 1 {
        return game.count_moves(buffer) as u64;
    }
    let list = buffer.open();
    game.moves(buffer);
    let mut lines = 0;
    for i in buffer.range(list) {
        let m = buffer[i];
        lines += game.explore(m, |after| count(after, buffer, depth - 1));
    }
    buffer.close(list);
    lines
}

/// Lines below each first move, in order of the list.
pub type Division<M> = Vec<(M, u64)>;

/// The count below each move of this position.
pub fn divide<G: Game>(game: &mut G, depth: u32) -> Division<G::Move> {
    game.legal_moves()
        .into_iter()
        .map(|m| (m, game.explore(m, |after| perft(after, depth.saturating_sub(1)))))
        .collect()
}

/// As [`divide`], on several threads with a clone each. Work is handed out two
/// plies deep where there are few first moves.
///
/// # Panics
/// When the rules panic.
pub fn perft_parallel<G: Game>(game: &G, depth: u32, threads: usize) -> Division<G::Move> {
    let first = game.legal_moves();
    if threads <= 1 || depth < 2 {
        return divide(&mut game.clone(), depth);
    }
    let mut jobs: Vec<(usize, G::Move)> = Vec::new();
    for (i, &m) in first.iter().enumerate() {
        jobs.extend(game.apply(m).legal_moves().into_iter().map(|second| (i, second)));
    }
    let next = AtomicUsize::new(0);
    let totals: Vec<AtomicU64> = first.iter().map(|_| AtomicU64::new(0)).collect();
    let work = || {
        let mut game = game.clone();
        while let Some(&(i, second)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let lines = game
                .explore(first[i], |after| after.explore(second, |below| perft(below, depth - 2)));
            totals[i].fetch_add(lines, Ordering::Relaxed);
        }
    };
    together((1..threads).map(|_| Box::new(work) as Job<'_>).collect(), work);
    first.into_iter().zip(totals.into_iter().map(AtomicU64::into_inner)).collect()
}
