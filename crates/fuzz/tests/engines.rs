//! Every engine answers from any position that a reader accepts.
//!
//! Here a few positions of every variant, limited by nodes; `takeback-fuzz engines
//! --positions 100000` takes as many as one likes, by the clock too.

use std::time::Duration;
use takeback_fuzz::dog::Dog;
use takeback_fuzz::engines::{self, Found, Limit, Plan};
use takeback_fuzz::variants;

#[test]
fn every_engine_answers_from_damaged_positions() {
    let plan = Plan {
        positions: 10,
        tries: 60,
        limits: vec![Limit::Nodes(60)],
        seed: 1,
        patience: Duration::from_secs(120),
        // No judgement by the clock: others may be at work here.
        lateness: Duration::from_secs(120),
    };
    let dog = Dog::fatal();
    let mut all = Found::default();
    for chosen in variants() {
        all.add(engines::run(chosen, &plan, &dog));
    }
    assert!(all.failed.is_empty(), "{}", all.failed.join("\n"));
    assert!(all.searched > 500 && all.damaged > 250, "{} {}", all.searched, all.damaged);
}
