//! Searches allocate while they warm up and for their reports, not in the tree.

#![allow(missing_docs)]

mod common;

use common::four::{Four, Noise};
use takeback_core::{Blind, Game, Player};
use takeback_meter::Meter;
use takeback_search::many::Sums;
use takeback_search::{AlphaBeta, BestReply, Joint, Limits, MaxN, Paranoid, Search};
use takeback_small::Tron;

#[global_allocator]
static METER: Meter = Meter::new();

/// Allocations a root move and iteration: the report, its lines, the order.
const PER_ROOT_MOVE: u64 = 12;

/// Runs to `depth` and returns the largest number of allocations between the
/// ends of two iterations, and the nodes of the last.
fn allocations<G: Game>(search: &mut impl Search<G>, game: &G, depth: u32) -> (u64, u64) {
    let mut last = METER.mine();
    let (mut most, mut nodes, mut step) = (0, 0, 0);
    let mut watch = |report: &takeback_search::Report<G::Move>| {
        // The first iterations warm up: lines and lists grow to their length.
        if report.depth > depth / 2 {
            most = most.max(METER.mine() - last);
            step = report.nodes - nodes;
        }
        nodes = report.nodes;
        last = METER.mine();
    };
    let limits = Limits { memory: 4, ..Limits::depth(depth) };
    search.search(game, &limits, &mut watch).expect("an answer");
    (most, step)
}

/// One test, since the counters are everybody's.
#[test]
fn the_tree_walk_allocates_nothing() {
    let game = Four::<7, 6>::new();
    let ring = takeback_search::doc::Rounds { heap: 40, players: 3, next: Player(0) };
    let results = [
        ("alpha-beta", 7, allocations(&mut AlphaBeta::new(Noise).indexed(), &game, 11)),
        ("paranoid", 7, allocations(&mut Paranoid::new(Noise), &game, 10)),
        ("best reply", 7, allocations(&mut BestReply::new(Noise), &game, 10)),
        ("max^n", 7, allocations(&mut MaxN::new(Noise), &game, 7)),
        (
            "max^n of three",
            2,
            allocations(&mut MaxN::new(Blind).sums(Sums { payoffs: 0, points: 0 }), &ring, 30),
        ),
        ("pessimistic rounds", 4, allocations(&mut Joint::pessimistic(Blind), &Tron::default(), 7)),
        ("mixed rounds", 4, allocations(&mut Joint::mixed(Blind), &Tron::default(), 4)),
    ];
    for (what, moves, (most, nodes)) in results {
        let allowed = PER_ROOT_MOVE * (moves + 1);
        assert!(most <= allowed, "{what}: {most} allocations, {nodes} nodes");
        println!("{what}: {most} allocations in an iteration, {nodes} nodes in the last");
    }
}
