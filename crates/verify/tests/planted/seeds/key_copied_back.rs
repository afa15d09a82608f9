//! Make forgets a part of the key; undo copies the old key back, so a round
//! trip never notices.

use super::*;
use takeback_core::{Key, Keyed};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cells<const BAD: bool> {
    cells: [u8; 4],
    key: Key,
}

impl<const BAD: bool> Game for Cells<BAD> {
    type Move = u8;
    type Undo = Key;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.cells == [2; 4] { Turn::Over } else { FOREVER }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        out.extend((0..4).filter(|&c| self.cells[c as usize] < 2));
    }
    fn make(&mut self, cell: u8) -> Key {
        let old = self.key;
        let value = &mut self.cells[cell as usize];
        self.key ^= part(cell, *value);
        *value += 1;
        if !(BAD && cell == 3 && *value == 2) {
            self.key ^= part(cell, *value);
        }
        old
    }
    fn unmake(&mut self, cell: u8, old: Key) {
        self.cells[cell as usize] -= 1;
        self.key = old;
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

fn part(cell: u8, value: u8) -> Key {
    if value == 0 { Key::ZERO } else { Key::nth(u64::from(cell) * 3 + u64::from(value)) }
}

impl<const BAD: bool> Keyed for Cells<BAD> {
    fn key(&self) -> Key {
        self.key
    }
    fn key_from_scratch(&self) -> Key {
        (0..4).fold(Key::ZERO, |key, cell| key ^ part(cell, self.cells[cell as usize]))
    }
}

fn laws<const BAD: bool>() -> Laws<Cells<BAD>> {
    Laws::new("cells", Cells { cells: [0; 4], key: Key::ZERO })
}

#[test]
fn is_caught() {
    caught(laws::<true>().keyed(), "key equals key from scratch", "3 3");
    sound(laws::<false>().keyed());
    // The round trip alone is blind to it, which is why the law exists.
    sound(laws::<true>());
}
