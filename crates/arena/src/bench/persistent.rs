//! Othello on a persistent vector: every move makes a new board that shares
//! most of its memory with the old one. A row of the strategy table.

use rpds::Vector;

#[derive(Clone)]
struct Board {
    cells: Vector<u8>,
    next: u8,
    passes: u8,
}

/// Bytes of a position, without the shared tree behind it.
pub(super) const SIZE: usize = size_of::<Board>();

const EMPTY: u8 = 2;
const WALL: u8 = 3;
const STEPS: [i32; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

impl Board {
    /// A 10 by 10 mailbox with a rim of walls.
    fn new() -> Self {
        let inside = |i: usize| (1..=8).contains(&(i / 10)) && (1..=8).contains(&(i % 10));
        let cells = (0..100usize)
            .map(|i| match i {
                45 | 54 => 0,
                44 | 55 => 1,
                _ if inside(i) => EMPTY,
                _ => WALL,
            })
            .collect();
        Board { cells, next: 0, passes: 0 }
    }

    fn at(&self, cell: i32) -> u8 {
        self.cells[cell as usize]
    }

    /// How many discs a disc on `cell` turns in one direction.
    fn run(&self, cell: i32, step: i32) -> i32 {
        let mut count = 0;
        while self.at(cell + step * (count + 1)) == self.next ^ 1 {
            count += 1;
        }
        if self.at(cell + step * (count + 1)) == self.next { count } else { 0 }
    }

    fn moves(&self) -> Vec<i32> {
        if self.passes == 2 {
            return Vec::new();
        }
        let legal = |&cell: &i32| {
            self.at(cell) == EMPTY && STEPS.iter().any(|&step| self.run(cell, step) > 0)
        };
        let mut moves: Vec<i32> = (11..89).filter(legal).collect();
        if moves.is_empty() {
            moves.push(0);
        }
        moves
    }

    fn apply(&self, cell: i32) -> Self {
        let mut after = self.clone();
        after.passes = if cell == 0 { self.passes + 1 } else { 0 };
        if cell != 0 {
            after.cells = after.cells.set(cell as usize, self.next).expect("on the board");
            for step in STEPS {
                for i in 1..=self.run(cell, step) {
                    let turned = (cell + step * i) as usize;
                    after.cells = after.cells.set(turned, self.next).expect("on the board");
                }
            }
        }
        after.next ^= 1;
        after
    }
}

/// Every move down to `depth`, as [`Variant::play_all`](crate::Variant::play_all).
pub(super) fn play_all(depth: u32) -> u64 {
    fn walk(board: &Board, depth: u32) -> u64 {
        let mut played = 0;
        for m in board.moves() {
            let after = board.apply(m);
            played += 1 + if depth == 1 { 0 } else { walk(&after, depth - 1) };
        }
        played
    }
    walk(&Board::new(), depth)
}

#[cfg(test)]
mod tests {
    #[test]
    fn plays_the_same_game_as_the_others() {
        let othello = crate::find("othello").expect("built in");
        for depth in 1..=5 {
            let own = othello.variants[0].play_all(crate::Strategy::Token, depth);
            assert_eq!(own, Ok(super::play_all(depth)));
        }
    }
}
