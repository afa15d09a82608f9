//! The slot protocol of the shared table under every order of its atomic
//! accesses, by model checking. Run with `RUSTFLAGS="--cfg loom"`.

#![allow(unexpected_cfgs)]
#![cfg(loom)]

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
}

#[path = "../src/transposition/slot.rs"]
mod slot;

use loom::sync::Arc;
use loom::thread;
use sync::AtomicU64;

fn words<const N: usize>() -> Arc<[AtomicU64; N]> {
    Arc::new(std::array::from_fn(|_| AtomicU64::new(0)))
}

/// Entries as tables have them: key and data differ in many bits.
const A: (u64, u64) = (0x9e37_79b9_7f4a_7c15, 0x0123_4567_89ab_cdef);
const B: (u64, u64) = (0xbf58_476d_1ce4_e5b9, 0xfedc_ba98_7654_3210);

#[test]
fn two_writers_and_a_reader_see_whole_entries_or_none() {
    // Three threads: bounded to three preemptions, which is said to find
    // nearly all errors there are.
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let slot = words::<2>();
        let writers: Vec<_> = [A, B]
            .into_iter()
            .map(|(key, data)| {
                let slot = slot.clone();
                thread::spawn(move || slot::write(&*slot, key, &[data]))
            })
            .collect();
        let mut seen = [0];
        if slot::read(&*slot, A.0, &mut seen) {
            assert_eq!(seen, [A.1], "a torn entry");
        }
        for writer in writers {
            writer.join().expect("writers do not panic");
        }
    });
}

#[test]
fn one_key_written_twice_is_one_or_the_other() {
    loom::model(|| {
        let slot = words::<2>();
        let other = slot.clone();
        let writer = thread::spawn(move || slot::write(&*other, A.0, &[A.1]));
        slot::write(&*slot, A.0, &[B.1]);
        let mut seen = [0];
        if slot::read(&*slot, A.0, &mut seen) {
            assert!(seen == [A.1] || seen == [B.1], "a torn entry");
        }
        writer.join().expect("writers do not panic");
    });
}

#[test]
fn longer_slots_are_whole_too() {
    loom::model(|| {
        let slot = words::<4>();
        let other = slot.clone();
        let data = [A.1, !A.1, 7];
        let writer = thread::spawn(move || slot::write(&*other, A.0, &data));
        let mut seen = [0; 3];
        if slot::read(&*slot, A.0, &mut seen) {
            assert_eq!(seen, data, "a torn entry");
        }
        writer.join().expect("writers do not panic");
    });
}
