//! Two faults of captures: the hero's flag is not cleared again, and the
//! captured piece is not put back.

use super::*;

#[derive(Clone, Debug, PartialEq)]
struct Piece {
    side: u8,
    heroic: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field<const FAULT: u8> {
    squares: [Option<Piece>; 5],
    next: u8,
}

const LOST_FLAG: u8 = 1;
const FORGOTTEN_PIECE: u8 = 2;

impl<const FAULT: u8> Game for Field<FAULT> {
    type Move = (u8, u8);
    type Undo = Option<Taken>;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        let mut moves = Moves::with_capacity(8);
        self.moves(&mut moves);
        if moves.is_empty() { Turn::Over } else { Turn::Player(Player(self.next)) }
    }
    fn moves(&self, out: &mut Moves<(u8, u8)>) {
        for from in 0..5u8 {
            let Some(piece) = &self.squares[from as usize] else { continue };
            let to = if piece.side == 0 { from + 1 } else { from.wrapping_sub(1) };
            let free = self.squares.get(to as usize);
            if piece.side == self.next
                && free.is_some_and(|s| s.as_ref().is_none_or(|p| p.side != piece.side))
            {
                out.push((from, to));
            }
        }
    }
    fn make(&mut self, (from, to): (u8, u8)) -> Option<Taken> {
        let mut piece = self.squares[from as usize].take().expect("moves start on pieces");
        let was_heroic = piece.heroic;
        let captured = self.squares[to as usize].take();
        piece.heroic |= captured.is_some();
        self.squares[to as usize] = Some(piece);
        self.next ^= 1;
        captured.map(|captured| Taken { captured, was_heroic })
    }
    fn unmake(&mut self, (from, to): (u8, u8), taken: Option<Taken>) {
        self.next ^= 1;
        let mut piece = self.squares[to as usize].take().expect("the piece stands there");
        if let Some(taken) = taken {
            if FAULT != LOST_FLAG {
                piece.heroic = taken.was_heroic;
            }
            if FAULT != FORGOTTEN_PIECE {
                self.squares[to as usize] = Some(taken.captured);
            }
        }
        self.squares[from as usize] = Some(piece);
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

pub(crate) struct Taken {
    captured: Piece,
    was_heroic: bool,
}

fn laws<const FAULT: u8>() -> Laws<Field<FAULT>> {
    let piece = |side| Some(Piece { side, heroic: false });
    let squares = [piece(0), None, piece(0), None, piece(1)];
    Laws::new("field", Field { squares, next: 0 })
}

#[test]
fn are_caught() {
    caught(laws::<LOST_FLAG>(), "position", "(2, 3) (4, 3)");
    caught(laws::<FORGOTTEN_PIECE>(), "position", "(2, 3) (4, 3)");
    sound(laws::<0>());
}
