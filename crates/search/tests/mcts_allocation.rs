//! Nothing is allocated inside the tree walk once the buffers are warm.
//!
//! Two searches from the same warm state, one twenty times as long: both must
//! allocate equally often, which is what setting up and reporting take.

mod mcts_games;

use mcts_games::four::{Four, Middle};
use takeback_core::Game;
use takeback_meter::Meter;
use takeback_search::mcts::{Judged, Mcts, Options, Rule, Stepwise, WholeTraced};
use takeback_search::{Limits, Search};

#[global_allocator]
static METER: Meter = Meter::new();

/// Allocations of a search, and how many reports it made, the last included.
fn allocations<G: Game>(search: &mut dyn Search<G>, game: &G, iterations: u64) -> (u64, u64) {
    search.forget();
    let mut reports = 1;
    let before = METER.mine();
    search.search(game, &Limits::iterations(iterations), &mut |_| reports += 1).expect("playable");
    (METER.mine() - before, reports)
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
        ("cut", Box::new(Mcts::new(Stepwise::new(listing()).cut(4, Middle)))),
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
