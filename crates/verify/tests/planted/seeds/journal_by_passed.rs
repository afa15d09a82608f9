//! One change goes past the journal: undo by count "succeeds" and undoes nothing.

use super::*;
use takeback_core::{Journal, layout, undo_by_journal};

layout! {
    /// Stones and counters.
    struct Plan {
        keyed { STONES: bits [9] }
        silent { }
        history { }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Board<const BAD: bool> {
    words: Journal<Plan>,
    corners: u8,
}

impl<const BAD: bool> Board<BAD> {
    fn play(&mut self, cell: u8) {
        Plan::STONES.insert(&mut self.words, cell as usize);
        if BAD && cell == 8 {
            self.corners += 1;
        }
    }
}

impl<const BAD: bool> Game for Board<BAD> {
    type Move = u8;
    undo_by_journal!(words);
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if Plan::STONES.count(&self.words) == 9 { Turn::Over } else { FOREVER }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        out.extend((0..9).filter(|&c| !Plan::STONES.contains(&self.words, c as usize)));
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::WIN
    }
}

#[test]
fn is_caught() {
    let laws = || Laws::new("board", Board::<true> { words: Journal::new(), corners: 0 });
    caught(laws(), "position", "8");
    sound(Laws::new("board", Board::<false> { words: Journal::new(), corners: 0 }));
}
