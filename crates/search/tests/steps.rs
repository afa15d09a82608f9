//! Depth is spent on decisions: forced steps are free, and so are the later
//! steps of a turn where the evaluator counts turns.
//!
//! The table is off: a position may be reached with different depths left, and
//! a table would rightly know more than was asked.

mod common;

use common::same;
use common::tree::Node;
use common::tree::{InTurns, Shape, Tree, Written, assert_maxn};
use std::sync::Arc;
use takeback_core::{Evaluator, Game, Player, Turn};
use takeback_search::{
    AlphaBeta, Limits, MaxN, Report, Score, Search, SearchError, Stopped, plain,
};

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

/// The first seat wins by three turns of one step (to nodes 1, 2, 3) or by one turn of five steps
/// (4 to 8). Each of its nodes has a second move that leads to a draw (9), so that nothing is forced.
fn long_turn_or_long_way() -> Tree {
    let node = |turn, children: &[usize], payoff: i32| Node {
        turn,
        children: children.to_vec(),
        weights: vec![1; children.len()],
        payoffs: vec![payoff, -payoff],
        scores: vec![0, 0],
        choices: Vec::new(),
    };
    let (us, them) = (Turn::Player(Player::FIRST), Turn::Player(Player::SECOND));
    let nodes = vec![
        node(us, &[1, 4, 9], 0),
        node(them, &[2], 0),
        node(us, &[3, 9], 0),
        node(Turn::Over, &[], 1000),
        node(us, &[5, 9], 0),
        node(us, &[6, 9], 0),
        node(us, &[7, 9], 0),
        node(us, &[8, 9], 0),
        node(Turn::Over, &[], 1000),
        node(Turn::Over, &[], 0),
    ];
    Tree { nodes: Arc::new(nodes), at: 0, players: 2, tells_forced: false }
}

#[test]
fn wins_are_as_long_as_depth_counts() {
    let tree = long_turn_or_long_way();
    let turns = AlphaBeta::new(InTurns).search(&tree, &limits(6), &mut |_| ()).expect("a move");
    assert_eq!((turns.best, turns.score), (1, Score::Win(1)));
    let mut by_steps = AlphaBeta::new(Written::default());
    let steps = by_steps.search(&tree, &limits(6), &mut |_| ()).expect("a move");
    assert_eq!((steps.best, steps.score), (0, Score::Win(3)));
}

/// Seen to the end, a position is worth the same whatever way led there, so the table may be on.
#[test]
fn the_table_keeps_the_distance_in_turns() {
    let mut long = 0;
    for seed in 0..300 {
        let tree = Tree { tells_forced: seed % 2 == 0, ..SHAPES[seed as usize % 2].grow(seed) };
        let mover = tree.turn().decider().expect("the root is a player's");
        let Some(truth) = plain::negamax(&mut tree.clone(), &mut InTurns, 12, mover) else {
            continue;
        };
        let found = AlphaBeta::new(InTurns).search(&tree, &Limits::depth(12), &mut |_| ());
        let Ok(report) = found else { panic!("seed {seed}: {found:?} but {truth:?}") };
        if report.stopped != Some(Stopped::Forced) {
            assert!(same(report.score, i64::from(truth.value)), "seed {seed}: {report:?}");
            long += u32::from(matches!(report.score, Score::Win(3..) | Score::Loss(3..)));
        }
    }
    assert!(long > 20, "only {long} wins were long enough to tell");
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
