//! Whole trees and long lines walked through, for tables of what things cost.

use super::Legality;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use takeback_core::strategy::legality;
use takeback_core::{Game, Moves, SplitMix, Turn};
use takeback_verify::Division;

/// What a hybrid wrapper is asked to do; filled in by [`Of::with_hybrid`](super::Of::with_hybrid), since
/// only games with rounds have it.
pub(crate) struct HybridRuns<G: Game> {
    pub(super) perft: fn(G, u32, usize, &AtomicBool) -> Division<G::Move>,
    pub(super) play_all: fn(G, u32) -> u64,
}

/// Lists the legal moves of positions along a seeded game, one way of testing.
pub(super) fn list_legal<G: Game>(start: &G, way: Legality, positions: usize) -> u64 {
    let mut rng = SplitMix::new(1);
    let mut pool = legality::Pool::default();
    let mut out = Moves::new();
    let mut listed = 0;
    let mut game = start.clone();
    let mut shared = Arc::new(game.clone());
    for _ in 0..positions {
        out.clear();
        match way {
            Legality::Copy => legality::by_copy(&game, &mut out),
            Legality::Cow => legality::by_cow(&shared, &mut out),
            Legality::Transient => legality::transient(&game, &mut out),
            Legality::Pooled => pool.legal(&game, &mut out),
            Legality::InPlace => legality::in_place(&mut game, &mut out),
            Legality::LazyFirst => out.extend(legality::Lazy::new(&mut game).next()),
            Legality::ParallelGenerate => legality::parallel_generate(&game, &mut out),
            Legality::ParallelFilter => legality::parallel_filter(&game, 2, &mut out),
        }
        listed += 1;
        if out.is_empty() {
            game = start.clone();
        } else if rng.one_in(8) {
            // The walk must not depend on how much of a list was asked for.
            let first = out.as_slice()[0];
            game.make(first);
            if game.turn() == Turn::Over {
                game = start.clone();
            }
        }
        if way == Legality::Cow {
            shared = Arc::new(game.clone());
        }
    }
    listed
}

/// Random games, made to their end and taken back to the start, each time the
/// result is called; it says how many moves that were.
pub fn back_and_forth<G: Game>(mut game: G, plies: u64) -> impl FnMut() -> u64 {
    let lines = random_lines(&game, plies);
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut undos = Vec::with_capacity(longest);
    move || {
        let mut made = 0;
        for line in &lines {
            for &m in line {
                undos.push(game.make(m));
            }
            for &m in line.iter().rev() {
                let undo = undos.pop().expect("one token for each move");
                game.unmake(m, undo);
            }
            made += line.len() as u64;
        }
        made
    }
}

/// Random games with at least `plies` moves together, the same every time.
pub(super) fn random_lines<G: Game>(start: &G, plies: u64) -> Vec<Vec<G::Move>> {
    let mut rng = SplitMix::new(2);
    let mut lines = Vec::new();
    let mut total = 0;
    while total < plies {
        let mut game = start.clone();
        let mut line = Vec::new();
        while game.turn() != Turn::Over && line.len() < 400 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[rng.below(moves.len())];
            game.make(m);
            line.push(m);
        }
        total += line.len() as u64;
        lines.push(line);
    }
    lines
}

/// Every move made and unmade, leaves included: what a strategy costs shows
/// most where nothing else is done.
pub(super) fn play_all<G: Game>(game: &mut G, buffer: &mut Moves<G::Move>, depth: u32) -> u64 {
    let list = buffer.open();
    game.moves(buffer);
    let mut played = 0;
    for i in buffer.range(list) {
        let m = buffer[i];
        played += 1;
        played += game
            .explore(m, |after| if depth == 1 { 0 } else { play_all(after, buffer, depth - 1) });
    }
    buffer.close(list);
    played
}
