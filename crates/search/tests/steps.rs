//! Depth is spent on decisions: forced steps are free, and so are the later
//! steps of a turn where the evaluator counts turns.
//!
//! The table is off: a position may be reached with different depths left, and
//! a table would rightly know more than was asked.

mod common;

use common::same;
use common::tree::{InTurns, Shape, Tree, Written, assert_maxn};
use takeback_core::{Evaluator, Game};
use takeback_search::{AlphaBeta, Limits, MaxN, Report, Search, SearchError, Stopped, plain};

const SHAPES: [Shape; 3] = [
    Shape { most_moves: 3, ..BASE },
    Shape { most_moves: 2, dead_end: 9, ..BASE },
    Shape { most_moves: 2, chance: 4, ..BASE },
];

const BASE: Shape = Shape {
    players: 2,
    layers: 9,
    width: 8,
    most_moves: 3,
    chance: 0,
    together: 0,
    over: 10,
    dead_end: 0,
    alternate: false,
    zero_sum: true,
};

fn tree(seed: u64) -> Tree {
    Tree { tells_forced: true, ..SHAPES[seed as usize % SHAPES.len()].grow(seed) }
}

fn limits(depth: u32) -> Limits {
    Limits { memory: 0, ..Limits::depth(depth) }
}

fn assert_agrees<E: Evaluator<Tree> + Default + Sync>(name: &str) {
    let mut differs = 0;
    for seed in 0..300 {
        let tree = tree(seed);
        let silent = Tree { tells_forced: false, ..tree.clone() };
        let mover = tree.turn().decider().expect("the root is a player's");
        let value = |tree: &Tree, depth| {
            let seen = plain::negamax(&mut tree.clone(), &mut E::default(), depth, mover);
            seen.map(|seen| i64::from(seen.value))
        };
        for depth in 1..=4 {
            let truth = value(&tree, depth);
            differs += u32::from(truth != value(&silent, depth));
            let found = AlphaBeta::new(E::default()).search(&tree, &limits(depth), &mut |_| ());
            match (found, truth) {
                (Ok(report), _) if report.stopped == Some(Stopped::Forced) => {}
                (Ok(report), Some(truth)) => {
                    let what = format!("{name} seed {seed} depth {depth}");
                    assert!(same(report.score, truth), "{what}: {report:?} not {truth}");
                }
                (Err(_), None) => {}
                (found, truth) => panic!("{name} seed {seed}: {found:?} but {truth:?}"),
            }
        }
    }
    assert!(differs > 50, "{name}: forced steps hardly matter here ({differs})");
}

#[test]
fn forced_steps_cost_no_depth() {
    assert_agrees::<Written>("steps");
}

#[test]
fn steps_of_one_turn_cost_no_depth_where_turns_count() {
    assert_agrees::<InTurns>("turns");
    let (mut more, mut same) = (0, 0);
    for seed in 0..60 {
        let tree = tree(seed);
        let nodes = |found: Result<Report<u8>, SearchError>| found.map_or(0, |r| r.nodes);
        let turns = nodes(AlphaBeta::new(InTurns).search(&tree, &limits(3), &mut |_| ()));
        let steps =
            nodes(AlphaBeta::new(Written::default()).search(&tree, &limits(3), &mut |_| ()));
        if turns > steps { more += 1 } else { same += 1 }
    }
    assert!(more > same, "{more} searches looked further, {same} did not");
}

#[test]
fn forced_steps_are_free_for_more_than_two_as_well() {
    for seed in 0..150 {
        let shape = Shape { players: 3, zero_sum: false, ..SHAPES[seed as usize % 2] };
        let tree = Tree { tells_forced: true, ..shape.grow(seed) };
        let found = MaxN::new(Written::default()).search(&tree, &limits(3), &mut |_| ());
        assert_maxn(&tree, 3, found, &format!("seed {seed}"));
    }
}
