//! `slips` is how often an engine plays any move at all.

use std::collections::BTreeMap;
use takeback_players_small::connect4;

/// How often each move is played, over seeds, where column a wins at once.
fn played(spec: &str) -> BTreeMap<String, u32> {
    let entry = connect4();
    let mut table = entry.variants[0].table(None).expect("the start");
    for m in ["a", "b", "a", "b", "a", "b"] {
        table.play(m).expect("a legal move");
    }
    let mut seat = entry.variants[0].engine(&spec.parse().expect("a spec")).expect("an engine");
    let mut counts = BTreeMap::new();
    for seed in 0..700 {
        seat.limits.seed = seed;
        seat.engine.forget();
        let answer = seat.engine.think(&*table, &seat.limits, &mut |_| ()).expect("a move");
        *counts.entry(answer.best).or_default() += 1;
    }
    counts
}

#[test]
fn slips_come_as_often_as_asked_for() {
    let without = BTreeMap::from([("a".to_owned(), 700)]);
    assert_eq!(played("ab:depth=2,tt=1"), without);
    assert_eq!(played("ab:depth=2,tt=1,slips=0"), without);
    // A slip is the winning move in one of seven.
    let some = played("ab:depth=2,tt=1,slips=30");
    let missed = 700 - some["a"];
    assert!((135..225).contains(&missed), "180 expected: {some:?}");
    let all = played("ab:depth=2,tt=1,slips=100");
    assert!(all.len() == 7 && all.values().all(|&n| (60..145).contains(&n)), "{all:?}");
}

#[test]
fn the_same_seed_slips_alike() {
    assert_eq!(played("ab:depth=2,tt=1,slips=50"), played("ab:depth=2,tt=1,slips=50"));
}

#[test]
fn a_seed_alone_does_nothing_and_is_refused() {
    let entry = connect4();
    let engine = |spec: &str| entry.variants[0].engine(&spec.parse().expect("a spec")).is_ok();
    assert!(engine("ab:depth=2,slips=5,seed=3"));
    assert!(!engine("ab:depth=2,seed=3") && !engine("ab:slips=101"));
}
