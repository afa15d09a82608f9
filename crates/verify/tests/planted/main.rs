//! Faults of every kind seen in the wild, planted on purpose.
//!
//! Each module is a small game with a switch: sound, it must pass; with the
//! fault in it, the verifier must catch it and shrink it to the line written
//! here. A check that passes either way would be worth nothing.

mod audit;
mod features;
mod golden;
mod peeping;
mod secrets;
mod seeds;

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use takeback_core::Game;
use takeback_verify::Laws;

/// The fault is found, is of this law, and shrinks to this line.
fn caught<G: Game + PartialEq + Debug>(laws: Laws<G>, law: &str, line: &str) {
    let failure = laws.plies(30_000).run().failure.expect("the planted fault is caught");
    assert!(failure.law.starts_with(law), "{failure}");
    assert_eq!(failure.line.join(" "), line, "{failure}");
    assert!(!failure.detail.is_empty());
}

/// Without the fault the same laws hold.
fn sound<G: Game + PartialEq + Debug>(laws: Laws<G>) {
    let outcome = laws.plies(30_000).run();
    if let Some(failure) = outcome.failure {
        panic!("the sound game fails: {failure}");
    }
    assert!(outcome.plies >= 30_000, "only {} plies", outcome.plies);
}

#[test]
fn found_on_every_number_of_threads() {
    for threads in [1, 2, 4] {
        let laws = seeds::tail_after_growth::laws::<true>().threads(threads).plies(50_000);
        let failure = laws.run().failure.expect("caught");
        assert_eq!(failure.line.join(" "), "Eat");
    }
}

#[test]
fn a_walk_ends_when_it_is_told_to() {
    for threads in [1, 3] {
        let laws = seeds::tail_after_growth::laws::<false>().threads(threads).plies(u64::MAX);
        let stop = AtomicBool::new(false);
        let outcome = laws.run_until(&stop, &|plies| stop.store(plies > 5_000, Ordering::Relaxed));
        assert!(outcome.failure.is_none() && outcome.plies > 5_000, "{outcome:?}");
        assert!(outcome.plies < 5_000 + 3_000 * threads as u64, "{outcome:?}");
    }
}

#[test]
fn a_failure_tells_how_to_see_it_again() {
    let laws = || seeds::tail_after_growth::laws::<true>().dead_ends().plies(3_000).seed(77);
    let text = laws().run().failure.expect("caught").to_string();
    let calls = r#"again: Laws::new("snake", ..).dead_ends().plies(3000).seed(77).assert()"#;
    assert!(text.ends_with(calls), "{text}");
    assert!(text.contains("body"), "the difference names the field: {text}");
}

#[test]
fn a_program_may_name_its_own_command() {
    let laws = seeds::tail_after_growth::laws::<true>().again("mygames verify snake --seed 1");
    let text = laws.run().failure.expect("caught").to_string();
    assert!(text.ends_with("  again: mygames verify snake --seed 1"), "{text}");
}
