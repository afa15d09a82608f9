//! Move lists are cached by the number of the turn: all boards with as many
//! stones share one list.

use super::*;
use std::sync::Mutex;

#[derive(Debug)]
pub(crate) struct Stones<const BAD: bool> {
    cells: [bool; 6],
    cache: Mutex<Option<(usize, Vec<u8>)>>,
}

impl<const BAD: bool> Clone for Stones<BAD> {
    fn clone(&self) -> Self {
        let cache = self.cache.lock().expect("not poisoned").clone();
        Stones { cells: self.cells, cache: Mutex::new(cache) }
    }
}

impl<const BAD: bool> PartialEq for Stones<BAD> {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl<const BAD: bool> Game for Stones<BAD> {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.cells == [true; 6] { Turn::Over } else { FOREVER }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        let turn = self.cells.iter().filter(|&&c| c).count();
        let mut cache = self.cache.lock().expect("not poisoned");
        if let Some((cached, list)) = cache.as_ref().filter(|_| BAD)
            && *cached == turn
        {
            out.extend(list.iter().copied());
            return;
        }
        let list: Vec<u8> = (0..6).filter(|&c| !self.cells[c as usize]).collect();
        out.extend(list.iter().copied());
        *cache = Some((turn, list));
    }
    fn make(&mut self, cell: u8) {
        self.cells[cell as usize] = true;
    }
    fn unmake(&mut self, cell: u8, (): ()) {
        self.cells[cell as usize] = false;
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

fn laws<const BAD: bool>() -> Laws<Stones<BAD>> {
    Laws::new("stones", Stones { cells: [false; 6], cache: Mutex::new(None) })
}

#[test]
fn is_caught() {
    caught(laws::<true>(), "move list", "1");
    sound(laws::<false>());
}
