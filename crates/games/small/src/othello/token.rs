//! Othello with a token made by hand: the discs turned over.

use super::board::{Board, Disc};
use takeback_core::{Game, Key, Keyed, Moves, Payoff, Player, Scored, Turn};

/// Othello; undo needs the discs turned, the passes before and the key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Token {
    pub(super) board: Board,
    key: Key,
}

/// What a move overwrote.
#[derive(Copy, Clone, Debug)]
pub struct Flips {
    turned: u64,
    passes: u8,
    key: Key,
}

/// One key for each colour on each cell, one for each side and pass count.
static CELLS: [[Key; 64]; 2] = [Key::table(0), Key::table(64)];
static STATES: [Key; 6] = Key::table(128);

impl Default for Token {
    fn default() -> Self {
        Token::at(Board::START)
    }
}

impl Token {
    pub(super) fn at(board: Board) -> Self {
        let mut game = Token { board, key: Key::ZERO };
        game.key = game.key_from_scratch();
        game
    }

    #[inline]
    fn state_key(&self) -> Key {
        STATES[(self.board.passes.min(2) * 2 + self.board.next.0) as usize]
    }
}

impl Game for Token {
    type Move = Disc;
    type Undo = Flips;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.board.turn()
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Disc>) {
        self.board.list(out);
    }

    #[inline]
    fn make(&mut self, disc: Disc) -> Flips {
        let (mover, passes, key) = (self.board.next.index(), self.board.passes, self.key);
        let mut turned = 0;
        self.key ^= self.state_key();
        if disc == Disc::PASS {
            self.board.passes += 1;
        } else {
            turned = self.board.flips(disc.0);
            self.board.discs[mover] |= turned | 1 << disc.0;
            self.board.discs[mover ^ 1] &= !turned;
            self.board.passes = 0;
            self.key ^= CELLS[mover][disc.0 as usize];
            let mut rest = turned;
            while rest != 0 {
                let cell = rest.trailing_zeros() as usize;
                self.key ^= CELLS[0][cell] ^ CELLS[1][cell];
                rest &= rest - 1;
            }
        }
        self.board.next = self.board.next.other();
        self.key ^= self.state_key();
        Flips { turned, passes, key }
    }

    #[inline]
    fn unmake(&mut self, disc: Disc, Flips { turned, passes, key }: Flips) {
        self.board.next = self.board.next.other();
        let mover = self.board.next.index();
        if disc != Disc::PASS {
            self.board.discs[mover] &= !(turned | 1 << disc.0);
            self.board.discs[mover ^ 1] |= turned;
        }
        self.board.passes = passes;
        self.key = key;
    }

    #[inline]
    fn payoff(&self, player: Player) -> Payoff {
        self.board.payoff(player)
    }
}

/// Points are discs.
impl Scored for Token {
    fn most_points(&self) -> i32 {
        64
    }

    #[inline]
    fn points(&self, player: Player) -> i32 {
        self.board.margin(player)
    }
}

impl Keyed for Token {
    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn key_from_scratch(&self) -> Key {
        let mut key = self.state_key();
        for (discs, keys) in self.board.discs.iter().zip(&CELLS) {
            for (cell, &part) in keys.iter().enumerate() {
                if discs >> cell & 1 == 1 {
                    key ^= part;
                }
            }
        }
        key
    }
}
