//! Connect-k on a small board; 3x3 with three in a row, free placement, is
//! tic-tac-toe.

use super::alarm::Alarm;
use takeback_core::{
    Evaluator, Game, Indexed, Key, Keyed, Moves, Payoff, Played, Player, Playout, RandomMove,
    SplitMix, TracedPlayout, Turn, ZeroSum, mix,
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Four {
    width: u8,
    height: u8,
    goal: u8,
    falls: bool,
    stones: [u64; 2],
    won: bool,
    alarm: Alarm,
}

impl Four {
    /// Steps are counted.
    pub(crate) fn watched(self, alarm: Alarm) -> Self {
        Four { alarm, ..self }
    }

    pub(crate) fn new(width: u8, height: u8, goal: u8) -> Self {
        Four {
            width,
            height,
            goal,
            falls: true,
            stones: [0; 2],
            won: false,
            alarm: Alarm::default(),
        }
    }

    pub(crate) fn tic_tac_toe() -> Self {
        Four { falls: false, ..Four::new(3, 3, 3) }
    }

    pub(crate) fn after(mut self, moves: &[u8]) -> Self {
        for &m in moves {
            self.make(m);
        }
        self
    }

    pub(crate) fn with_stones(self, first: u64, second: u64) -> Self {
        Four { stones: [first, second], ..self }
    }

    fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    fn next(&self) -> usize {
        self.all().count_ones() as usize % 2
    }

    fn bit(&self, x: i32, y: i32) -> u64 {
        let inside =
            (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
        if inside { 1 << (x * i32::from(self.height) + y) } else { 0 }
    }

    /// Where a stone played as `m` comes to lie: column by column, bottom up.
    fn cell(&self, m: u8) -> u64 {
        if !self.falls {
            return 1 << m;
        }
        (0..self.height)
            .map(|y| self.bit(i32::from(m), i32::from(y)))
            .find(|bit| self.all() & bit == 0)
            .unwrap_or(0)
    }

    fn wins(&self, stones: u64, last: u64) -> bool {
        let at = last.trailing_zeros() as i32;
        let (x, y) = (at / i32::from(self.height), at % i32::from(self.height));
        let run = |dx: i32, dy: i32| {
            (1..).take_while(|n| self.bit(x + n * dx, y + n * dy) & stones != 0).count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(dx, dy)| 1 + run(dx, dy) + run(-dx, -dy) >= usize::from(self.goal))
    }
}

impl Game for Four {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        let full = self.all().count_ones() == u32::from(self.width) * u32::from(self.height);
        if self.won || full { Turn::Over } else { Turn::Player(Player(self.next() as u8)) }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.won {
            return;
        }
        if self.falls {
            out.extend((0..self.width).filter(|&c| self.cell(c) != 0));
        } else {
            out.extend((0..self.width * self.height).filter(|&c| self.all() >> c & 1 == 0));
        }
    }
    fn make(&mut self, m: u8) {
        self.alarm.step();
        let (me, bit) = (self.next(), self.cell(m));
        self.stones[me] |= bit;
        self.won = self.wins(self.stones[me], bit);
    }
    fn unmake(&mut self, m: u8, (): ()) {
        let bit = if self.falls {
            let column: u64 = (0..self.height).map(|y| self.bit(i32::from(m), i32::from(y))).sum();
            1 << (63 - (self.all() & column).leading_zeros())
        } else {
            1 << m
        };
        self.stones[0] &= !bit;
        self.stones[1] &= !bit;
        self.won = false;
    }
    fn payoff(&self, player: Player) -> Payoff {
        match self.won {
            false => Payoff::DRAW,
            true if player.index() == self.next() => Payoff::LOSS,
            true => Payoff::WIN,
        }
    }
}

impl ZeroSum for Four {}

impl Keyed for Four {
    fn key(&self) -> Key {
        Key(mix(mix(self.stones[0]) ^ self.stones[1].wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl Indexed for Four {
    const INDICES: usize = 64;
    fn index(&self, m: u8) -> usize {
        m as usize
    }
}

impl RandomMove for Four {
    fn random_move(&self, rng: &mut SplitMix) -> u8 {
        let moves = self.legal_moves();
        moves[rng.below(moves.len())]
    }
}

impl Playout for Four {
    type Scratch = Moves<u8>;
    fn playout(&self, moves: &mut Moves<u8>, rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        self.run(moves, rng, results, |_, _| {})
    }
}

impl TracedPlayout for Four {
    fn traced_playout(
        &self,
        moves: &mut Moves<u8>,
        rng: &mut SplitMix,
        results: &mut [Payoff],
        played: &mut Played,
    ) -> u32 {
        self.run(moves, rng, results, |player, m| played.insert(player, m as usize))
    }
}

impl Four {
    fn run(
        &self,
        moves: &mut Moves<u8>,
        rng: &mut SplitMix,
        results: &mut [Payoff],
        mut tell: impl FnMut(Player, u8),
    ) -> u32 {
        let mut game = self.clone();
        let mut plies = 0;
        while game.turn() != Turn::Over {
            moves.clear();
            game.moves(moves);
            let m = moves[rng.below(moves.len())];
            tell(Player(game.next() as u8), m);
            game.make(m);
            plies += 1;
        }
        for player in Player::all(2) {
            results[player.index()] = game.payoff(player);
        }
        plies
    }
}

/// Stones near the middle are good.
#[derive(Clone, Debug)]
pub(crate) struct Middle;

impl Evaluator<Four> for Middle {
    fn score(&mut self, game: &Four, player: Player) -> i32 {
        let worth = |stones: u64| -> i32 {
            (0..64)
                .filter(|i| stones >> i & 1 == 1)
                .map(|i| {
                    let x = i / i32::from(game.height);
                    10 * (i32::from(game.width) - (2 * x + 1 - i32::from(game.width)).abs())
                })
                .sum()
        };
        worth(game.stones[player.index()]) - worth(game.stones[player.other().index()])
    }
}
