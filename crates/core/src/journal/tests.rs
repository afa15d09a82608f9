//! Every field kind, nesting, clones and misuse.

use super::Journal;
use crate::{FeatureSum, Player, SplitMix};

crate::layout! {
    /// One of everything.
    struct Plan {
        keyed {
            SIDE: Player,
            BOARD: [i8; 10],
            EMPTY: bits [130],
            PICK: Option<u8>,
        }
        silent { TAKEN: stack [u16; 6], HAND: list [u8; 5] }
        history { SEEN: stack [u64; 40] }
    }
}

/// One random change through one of the doors.
fn change(words: &mut Journal<Plan>, rng: &mut SplitMix) {
    match rng.below(10) {
        0 => Plan::SIDE.set(words, Player(rng.below(4) as u8)),
        1 => Plan::BOARD.set(words, rng.below(10), rng.below(200) as u8 as i8),
        2 => Plan::EMPTY.insert(words, rng.below(130)),
        3 => Plan::EMPTY.remove(words, rng.below(130)),
        4 => Plan::PICK.set(words, [None, Some(0), Some(9)][rng.below(3)]),
        5 if Plan::TAKEN.len(words) < 6 => Plan::TAKEN.push(words, rng.below(999) as u16),
        6 => drop(Plan::TAKEN.pop(words)),
        7 if Plan::HAND.len(words) < 5 => {
            let i = rng.below(Plan::HAND.len(words) + 1);
            Plan::HAND.insert(words, i, rng.below(256) as u8);
        }
        8 if !Plan::HAND.is_empty(words) => {
            let i = rng.below(Plan::HAND.len(words));
            Plan::HAND.remove(words, i);
        }
        _ if Plan::SEEN.len(words) < 40 => Plan::SEEN.push(words, rng.next()),
        _ => Plan::SEEN.clear(words),
    }
}

#[test]
fn nested_marks_lead_back_word_for_word() {
    let mut rng = SplitMix::new(1);
    for _ in 0..300 {
        let mut words = Journal::<Plan>::new();
        let mut marks = Vec::new();
        for _ in 0..60 {
            if rng.one_in(3) {
                marks.push((words.clone().words, words.key(), words.mark()));
            } else {
                change(&mut words, &mut rng);
                assert_eq!(words.key(), words.key_from_scratch());
            }
        }
        while let Some((before, key, mark)) = marks.pop() {
            words.roll_back(mark);
            assert_eq!((words.words, words.key()), (before, key));
        }
    }
}

#[test]
fn lists_and_stacks_behave_like_vectors() {
    let mut rng = SplitMix::new(2);
    let (mut words, mut list) = (Journal::<Plan>::new(), Vec::<u8>::new());
    for _ in 0..2000 {
        let value = rng.below(256) as u8;
        match rng.below(4) {
            0 | 1 if list.len() < 5 => {
                let i = rng.below(list.len() + 1);
                list.insert(i, value);
                Plan::HAND.insert(&mut words, i, value);
            }
            2 if !list.is_empty() => {
                let i = rng.below(list.len());
                assert_eq!(Plan::HAND.remove(&mut words, i), list.remove(i));
            }
            3 if !list.is_empty() => {
                let i = rng.below(list.len());
                list[i] = value;
                Plan::HAND.set(&mut words, i, value);
            }
            _ => {}
        }
        assert_eq!(Plan::HAND.iter(&words).collect::<Vec<_>>(), list);
    }
    while !list.is_empty() {
        list.pop();
        Plan::HAND.remove(&mut words, list.len());
    }
    assert_eq!(words, Journal::new(), "an emptied list leaves no trace");
}

#[test]
fn bits_iterate_in_order() {
    let mut words = Journal::<Plan>::new();
    for bit in [129, 0, 64, 63] {
        Plan::EMPTY.insert(&mut words, bit);
    }
    assert_eq!(Plan::EMPTY.iter(&words).collect::<Vec<_>>(), [0, 63, 64, 129]);
    assert_eq!(Plan::EMPTY.count(&words), 4);
    assert!(Plan::EMPTY.contains(&words, 129) && !Plan::EMPTY.contains(&words, 128));
}

#[test]
fn zones_decide_what_is_compared_and_keyed() {
    let mut words = Journal::<Plan>::new();
    let empty = words.clone();
    Plan::SEEN.push(&mut words, 1);
    assert_eq!(words, empty, "history is not compared");
    Plan::TAKEN.push(&mut words, 1);
    assert_ne!(words, empty, "silent words are compared");
    assert_eq!(words.key(), empty.key(), "and not keyed");
    Plan::PICK.set(&mut words, Some(0));
    assert_ne!(words.key(), empty.key());
}

#[test]
fn negative_and_optional_values_survive() {
    let mut words = Journal::<Plan>::new();
    Plan::BOARD.set(&mut words, 9, -128);
    assert_eq!(Plan::BOARD.get(&words, 9), -128);
    assert_eq!(Plan::PICK.get(&words), None);
    Plan::PICK.set(&mut words, Some(0));
    assert_eq!(Plan::PICK.get(&words), Some(0));
}

#[test]
fn the_event_stream_names_what_a_move_wrote() {
    let mut words = Journal::<Plan>::new();
    Plan::SIDE.set(&mut words, Player(1));
    let mark = words.mark();
    Plan::BOARD.set(&mut words, 2, 5);
    Plan::BOARD.set(&mut words, 0, 5);
    let written: Vec<usize> = words.written_since(&mark).collect();
    assert_eq!(written, [1, 3]);
    words.roll_back(mark);
}

#[test]
fn debug_output_names_every_field() {
    let text = format!("{:?}", Journal::<Plan>::new());
    for name in ["SIDE", "BOARD", "EMPTY", "PICK", "TAKEN", "HAND", "SEEN", "key"] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn unwinding_drops_the_marks_inside() {
    let mut words = Journal::<Plan>::new();
    let outer = words.mark();
    Plan::SIDE.set(&mut words, Player(1));
    let _inner = words.mark();
    Plan::SIDE.set(&mut words, Player(2));
    words.unwind(outer);
    assert_eq!(words, Journal::new());
}

#[cfg(debug_assertions)]
mod misuse {
    use super::*;

    #[test]
    #[should_panic(expected = "newest first")]
    fn taking_back_out_of_order_panics() {
        let mut words = Journal::<Plan>::new();
        let outer = words.mark();
        let _inner = words.mark();
        words.roll_back(outer);
    }

    #[test]
    #[should_panic(expected = "before a clone")]
    fn taking_back_past_a_clone_panics() {
        let mut words = Journal::<Plan>::new();
        let mark = words.mark();
        words.clone().roll_back(mark);
    }

    #[test]
    #[should_panic(expected = "not open here")]
    fn a_mark_dropped_by_an_unwinding_panics() {
        let mut words = Journal::<Plan>::new();
        let outer = words.mark();
        let inner = words.mark();
        words.unwind(outer);
        words.roll_back(inner);
    }

    #[test]
    #[should_panic(expected = "another journal")]
    fn a_foreign_mark_panics() {
        let mut words = Journal::<Plan>::new();
        let _own = words.mark();
        let foreign = Journal::<Plan>::new().mark();
        words.roll_back(foreign);
    }
}

/// Words as features, led along by what the journal tells, are those listed anew.
#[test]
fn words_are_features_that_follow_writes() {
    let mut rng = SplitMix::new(8);
    let mut words = Journal::<Plan>::new();
    let list = |words: &Journal<Plan>| {
        let mut sum = FeatureSum::default();
        words.list_words(3, 1000, &mut sum);
        sum
    };
    let mut sum = list(&words);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..2000 {
        let logged = words.logged();
        for _ in 0..rng.below(5) {
            change(&mut words, &mut rng);
        }
        words.changed_words(logged, 3, 1000, &mut sum);
        assert_eq!(sum, list(&words));
        assert!(sum.largest() < 1000);
        seen.insert(sum.word());
    }
    assert!(seen.len() > 1000, "positions look different: {}", seen.len());
}

/// What changed since a point, told by the journal, leads from the words of then
/// to the words of now; each place comes once and really differs.
#[test]
fn changes_are_told_once_with_what_was_and_what_is() {
    let mut rng = SplitMix::new(5);
    let mut words = Journal::<Plan>::new();
    for _ in 0..500 {
        let (logged, mut then) = (words.logged(), words.clone().words);
        for _ in 0..rng.below(8) {
            change(&mut words, &mut rng);
        }
        let mut seen = Vec::new();
        for (at, old, new) in words.changed_since(logged) {
            assert!(old != new && then[at] == old && !seen.contains(&at));
            seen.push(at);
            then[at] = new;
        }
        assert_eq!(then, words.words);
    }
    assert_eq!(words.changed_since(usize::MAX).count(), 0);
}
