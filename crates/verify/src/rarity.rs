//! Which moves are seldom seen, so that walks can seek them.

use crate::subject::{MoveId, Subject};
use std::collections::HashMap;
use std::fmt::{self, Debug, Write};
use takeback_core::Turn;

/// How often each kind of move has been seen to have each consequence.
#[derive(Default)]
pub(crate) struct Rarity {
    counts: HashMap<(u64, Consequence), u32>,
    /// The kinds of the moves by number, found out once.
    kinds: Vec<Option<u64>>,
}

/// What a move led to, coarsely: enough to tell rare events from common ones.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) struct Consequence {
    over: bool,
    same_mover: bool,
    chance: bool,
}

impl Consequence {
    pub(crate) fn of(mover: Turn, after: Turn) -> Self {
        Consequence {
            over: after == Turn::Over,
            same_mover: after == mover,
            chance: after == Turn::Chance,
        }
    }
}

impl Rarity {
    /// Count a move and say how often its like has been seen.
    pub(crate) fn seen(&mut self, subject: &dyn Subject, m: MoveId, led_to: Consequence) -> u32 {
        if self.kinds.len() <= m.index() {
            self.kinds.resize(subject.moves_known(), None);
        }
        let kind = *self.kinds[m.index()].get_or_insert_with(|| kind(subject.move_debug(m)));
        let count = self.counts.entry((kind, led_to)).or_default();
        *count += 1;
        *count
    }
}

/// The kind of a move is the head of its `Debug` form: the variant's name for
/// an enum, the type's name for a struct.
fn kind(m: &dyn Debug) -> u64 {
    struct Head(u64, bool);
    impl Write for Head {
        fn write_str(&mut self, s: &str) -> fmt::Result {
            for byte in s.bytes() {
                if self.1 || !(byte.is_ascii_alphanumeric() || byte == b'_') {
                    self.1 = true;
                    return Err(fmt::Error);
                }
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut head = Head(0xcbf2_9ce4_8422_2325, false);
    let _ = write!(head, "{m:?}");
    head.0
}
