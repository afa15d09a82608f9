//! Rounds, lists, playouts and evaluations take no memory once warm.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};
use takeback_battlesnake::{
    Battlesnake, Chance, Listing, Map, Ruleset, Settings, Setup, Small, SnakeEval,
};
use takeback_core::{Evaluator, Game, Moves, Payoff, Playout, SplitMix};

/// The system's allocator with a counter.
struct Counting;

static TAKEN: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn walk(game: &mut Small<4>, depth: u32, moves: &mut Moves<<Small<4> as Game>::Move>) -> u64 {
    if depth == 0 || game.turn().is_over() {
        return 1;
    }
    let frame = moves.open();
    game.moves(moves);
    let mut nodes = 1;
    for i in moves.range(frame) {
        let m = moves[i];
        let undo = game.make(m);
        nodes += walk(game, depth - 1, moves);
        game.unmake(m, undo);
    }
    moves.close(frame);
    nodes
}

/// One test only: another on a second thread would be counted, too.
#[test]
fn nothing_is_allocated_once_warm() {
    let setup = Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (11, 11), 4, 1);
    let start: Small<4> = Battlesnake::new(&setup.expect("a plain start")).expect("playable");
    let mut game = start.with_listing(Listing::Prudent);
    let mut live = game.clone().with_chance(Chance::Live);
    let mut moves = Moves::new();
    let mut rng = SplitMix::new(1);
    let mut scratch = Default::default();
    let mut results = [Payoff::DRAW; 4];
    let mut scores = [0; 4];
    let mut eval = SnakeEval::default();
    let mut work = || {
        let nodes = walk(&mut game, 6, &mut moves) + walk(&mut live, 5, &mut moves);
        for _ in 0..100 {
            game.playout(&mut scratch, &mut rng, &mut results);
            live.playout(&mut scratch, &mut rng, &mut results);
        }
        eval.scores(&game, &mut scores);
        nodes
    };
    work();
    let before = TAKEN.load(Ordering::Relaxed);
    let nodes = work();
    assert!(nodes > 500, "{nodes}");
    assert_eq!(TAKEN.load(Ordering::Relaxed) - before, 0);
}
