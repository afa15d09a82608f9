//! Connect Four on a bitboard, any board up to 7 by 6.

use takeback_core::{
    Evaluator, Game, Indexed, Key, Keyed, Moves, Payoff, Player, Turn, ZeroSum, mix,
};

/// Bits run up the columns, with one empty row above each.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Four<const W: usize, const H: usize> {
    stones: [u64; 2],
    heights: [u8; W],
    plies: u8,
    won: bool,
}

impl<const W: usize, const H: usize> Four<W, H> {
    pub fn new() -> Self {
        Four { stones: [0; 2], heights: [0; W], plies: 0, won: false }
    }

    fn mover(&self) -> usize {
        usize::from(self.plies) & 1
    }

    fn lines_up(stones: u64) -> bool {
        [1, H, H + 1, H + 2].iter().any(|&step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl<const W: usize, const H: usize> Game for Four<W, H> {
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.won || usize::from(self.plies) == W * H {
            Turn::Over
        } else {
            Turn::Player(Player(self.mover() as u8))
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.turn() != Turn::Over {
            out.extend((0..W as u8).filter(|&c| usize::from(self.heights[c as usize]) < H));
        }
    }
    fn make(&mut self, column: u8) {
        let mover = self.mover();
        let height = &mut self.heights[column as usize];
        self.stones[mover] |= 1 << (column as usize * (H + 1) + usize::from(*height));
        *height += 1;
        self.plies += 1;
        self.won = Self::lines_up(self.stones[mover]);
    }
    fn unmake(&mut self, column: u8, (): ()) {
        self.won = false;
        self.plies -= 1;
        let mover = self.mover();
        let height = &mut self.heights[column as usize];
        *height -= 1;
        self.stones[mover] &= !(1 << (column as usize * (H + 1) + usize::from(*height)));
    }
    fn payoff(&self, player: Player) -> Payoff {
        if !self.won {
            Payoff::DRAW
        } else if player.index() == self.mover() {
            Payoff::LOSS
        } else {
            Payoff::WIN
        }
    }
}

impl<const W: usize, const H: usize> Keyed for Four<W, H> {
    fn key(&self) -> Key {
        Key(mix(self.stones[0] ^ self.stones[1].rotate_left(17)) ^ mix(self.stones[1]))
    }
    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl<const W: usize, const H: usize> ZeroSum for Four<W, H> {}

impl<const W: usize, const H: usize> Indexed for Four<W, H> {
    const INDICES: usize = 64;
    fn index(&self, column: u8) -> usize {
        column as usize * (H + 1) + usize::from(self.heights[column as usize])
    }
}

/// A judgement without sense, the same every time.
#[derive(Copy, Clone, Debug, Default)]
pub struct Noise;

impl<const W: usize, const H: usize> Evaluator<Four<W, H>> for Noise {
    fn score(&mut self, game: &Four<W, H>, player: Player) -> i32 {
        let score = (game.key().0 >> 54) as i32 - 512;
        if player == Player::FIRST { score } else { -score }
    }
}
