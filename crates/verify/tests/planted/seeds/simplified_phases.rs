//! Make follows a simpler turn order than the rules: after a placement that
//! fills a row the mover should act again.

use super::*;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows<const BAD: bool> {
    filled: u8,
    next: Player,
    again: bool,
}

fn fills_row(before: u8, cell: u8) -> bool {
    let after = before | 1 << cell;
    [0b000_111u8, 0b111_000].iter().any(|&row| after & row == row && before & row != row)
}

/// The rules, slowly: who moves next depends on rows and the extra move.
fn slow<const BAD: bool>(game: &Rows<BAD>, cell: u8) -> Rows<BAD> {
    let again = fills_row(game.filled, cell) && !game.again;
    let next = if again { game.next } else { game.next.other() };
    Rows { filled: game.filled | 1 << cell, next, again }
}

impl<const BAD: bool> Game for Rows<BAD> {
    type Move = u8;
    type Undo = Rows<BAD>;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.filled == 0b111_111 { Turn::Over } else { Turn::Player(self.next) }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        out.extend((0..6).filter(|c| self.filled >> c & 1 == 0));
    }
    fn make(&mut self, cell: u8) -> Self {
        let old = self.clone();
        *self = slow(&old, cell);
        if BAD {
            (self.next, self.again) = (old.next.other(), false);
        }
        old
    }
    fn unmake(&mut self, _: u8, old: Self) {
        *self = old;
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

fn laws<const BAD: bool>() -> Laws<Rows<BAD>> {
    Laws::new("rows", Rows { filled: 0, next: Player::FIRST, again: false }).twin(slow)
}

#[test]
fn is_caught() {
    caught(laws::<true>(), "make equals the slow twin", "0 1 2");
    sound(laws::<false>());
}
