//! A stack lands on a marker: the place is both "added" and "modified", so
//! undo deletes it and then restores something that never stood there.

use super::*;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stacks<const BAD: bool> {
    stacks: BTreeMap<u8, u8>,
    markers: u8,
}

pub(crate) struct Undo {
    from: u8,
    to: u8,
    height: u8,
    on_marker: bool,
}

impl<const BAD: bool> Game for Stacks<BAD> {
    type Move = (u8, u8);
    type Undo = Undo;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.stacks.is_empty() { Turn::Over } else { FOREVER }
    }
    fn moves(&self, out: &mut Moves<(u8, u8)>) {
        for (&from, &height) in &self.stacks {
            out.extend((0..6).filter(|to| !self.stacks.contains_key(to)).map(|to| (from, to)));
            let _ = height;
        }
    }
    fn make(&mut self, (from, to): (u8, u8)) -> Undo {
        let height = self.stacks.remove(&from).expect("moves start on stacks");
        let on_marker = self.markers >> to & 1 == 1;
        // Landing on a marker removes it and costs the top ring.
        self.markers &= !(1 << to);
        let left = height - u8::from(on_marker);
        if left > 0 {
            self.stacks.insert(to, left);
        }
        Undo { from, to, height, on_marker }
    }
    fn unmake(&mut self, _: (u8, u8), undo: Undo) {
        self.stacks.remove(&undo.to);
        if undo.on_marker {
            self.markers |= 1 << undo.to;
            if BAD {
                self.stacks.insert(undo.to, 0);
            }
        }
        self.stacks.insert(undo.from, undo.height);
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

fn laws<const BAD: bool>() -> Laws<Stacks<BAD>> {
    let stacks = BTreeMap::from([(0, 2), (1, 1)]);
    Laws::new("stacks", Stacks { stacks, markers: 0b10_0000 }).longest_game(40)
}

#[test]
fn is_caught() {
    caught(laws::<true>(), "position", "(0, 5)");
    sound(laws::<false>());
}
