//! Nothing is allocated inside the tree walk once the buffers are warm.
//!
//! Two searches from the same warm state, one twenty times as long: both must
//! allocate equally often, which is what setting up and reporting take.

mod mcts_games;

use mcts_games::four::{Four, Middle};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use takeback_core::Game;
use takeback_search::mcts::{Judged, Mcts, Options, Rule, Walk, WholeTraced};
use takeback_search::{Limits, Search};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller's promises are those of the inner allocator.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of a search, and how many reports it made, the last included.
fn allocations<G: Game>(search: &mut dyn Search<G>, game: &G, iterations: u64) -> (u64, u64) {
    search.forget();
    let mut reports = 1;
    let before = ALLOCATIONS.load(Relaxed);
    search.search(game, &Limits::iterations(iterations), &mut |_| reports += 1).expect("playable");
    (ALLOCATIONS.load(Relaxed) - before, reports)
}

#[test]
fn a_warm_search_allocates_nothing_however_long() {
    let game = Four::new(7, 6, 4);
    let puct = Options { rule: Rule::Puct, minimax: 0.2, ..Options::default() };
    let listing = takeback_search::mcts::Listing::default;
    let mut searches: Vec<(&str, Box<dyn Search<Four>>)> = vec![
        ("uct", Box::new(Mcts::uniform())),
        ("rave", Box::new(Mcts::new(WholeTraced::default()).rave())),
        ("puct", Box::new(Mcts::uniform().guided(Judged::new(Middle)).with(puct))),
        ("cut", Box::new(Mcts::new(Walk::new(listing()).cut(4, Middle)))),
    ];
    for (name, search) in &mut searches {
        allocations(search.as_mut(), &game, 2_500);
        let (short, reports) = allocations(search.as_mut(), &game, 200);
        assert!(short < 60 * reports, "{name}: {short} allocations to set up and report");
        let (long, reports) = allocations(search.as_mut(), &game, 2_500);
        // Progress reports allocate too, and their lines may be longer.
        assert!(long < 60 * reports, "{name}: {short} and {long} allocations");
    }
}
