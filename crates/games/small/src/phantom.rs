//! Board games in the dark: nobody sees the other's stones.
//!
//! Two games share everything but their goals: phantom tic-tac-toe and dark Hex.

mod ask;
mod count;
mod goals;
mod plans;
mod solve;
mod walk;

pub use goals::{Chain, Goal, ThreeInARow};
pub use solve::{DarkMix, DarkSolver, DarkWorth};

use crate::ReadError;
use crate::record::{Record, Recorded, UNSEEN, list, recorded};
use std::fmt::{self, Debug, Write};
use takeback_core::{Game, Moves, Notation, Payoff, Player, SplitMix, Turn, ZeroSum};

/// Players place stones in turn and see only their own. Whoever tries a cell that
/// is taken is told so and tries another; the other hears nothing of it. So a
/// player knows his own attempts and what became of them, and since turns alternate
/// how many stones there are.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Phantom<B: Goal> {
    /// Each cell is tried at most once by each player.
    record: Record<DarkCell, 18>,
    goal: std::marker::PhantomData<B>,
}

/// The cell to try.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct DarkCell(pub u8);

/// What the record comes to.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Dark {
    /// The stones of each.
    pub(crate) stones: [u16; 2],
    /// The cells each has tried, with or without luck.
    pub(crate) tried: [u16; 2],
    next: usize,
}

impl Dark {
    /// The player in turn tries a cell; whether it was free.
    fn attempt(&mut self, cell: u8) -> bool {
        let (me, bit) = (self.next, 1 << cell);
        self.tried[me] |= bit;
        let free = (self.stones[0] | self.stones[1]) & bit == 0;
        if free {
            self.stones[me] |= bit;
            self.next = 1 - me;
        }
        free
    }

    /// What the player in turn tries in vain, if he tries any cell at random.
    fn in_vain(&self, all: u16, rng: &mut SplitMix) -> Option<u8> {
        let (me, taken) = (self.next, self.stones[0] | self.stones[1]);
        let refused = self.stones[1 - me] & !self.tried[me];
        let free = (all & !taken).count_ones() as usize;
        let n = rng.below(free + refused.count_ones() as usize);
        (0..16).filter(|cell| refused >> cell & 1 == 1).nth(n)
    }
}

impl<B: Goal> Phantom<B> {
    pub(crate) const CELLS: u8 = {
        assert!(B::SIZE.0 * B::SIZE.1 <= 9, "at most nine cells");
        B::SIZE.0 * B::SIZE.1
    };
    pub(crate) const ALL: u16 = (1 << Self::CELLS) - 1;

    pub(crate) fn dark(&self) -> Dark {
        self.after(self.record.len())
    }

    /// The board after so many attempts.
    fn after(&self, made: usize) -> Dark {
        let mut dark = Dark::default();
        for DarkCell(cell) in self.record.iter().take(made) {
            dark.attempt(cell);
        }
        dark
    }

    fn winner(dark: &Dark) -> Option<Player> {
        Player::all(2).find(|&player| B::is_won(dark.stones[player.index()], player))
    }

    fn is_over(dark: &Dark) -> bool {
        Self::winner(dark).is_some() || dark.stones[0] | dark.stones[1] == Self::ALL
    }

    /// One of the games that look to `viewer` as this one does: the viewer's own
    /// attempts are kept, the other's stones drawn evenly from all orders of cells
    /// that fit, until nobody wins but when somebody did.
    ///
    /// That is how likely they are if the other tries his cells at random, since
    /// every stone is then as likely on each free cell, and how many those are is
    /// known.
    fn deal_anew(&mut self, viewer: Player, rng: &mut SplitMix) {
        loop {
            if let Some(record) = self.draw(viewer, rng) {
                self.record = record;
                return;
            }
        }
    }

    fn draw(&self, viewer: Player, rng: &mut SplitMix) -> Option<Record<DarkCell, 18>> {
        let known = self.known(viewer);
        let order = known.order(Self::ALL, rng);
        let mut stones = order.iter().take(known.theirs);
        let mut tries = known.tries.iter();
        let (mut dark, mut record) = (Dark::default(), Record::default());
        let mut attempt = |dark: &mut Dark, cell: u8| {
            dark.attempt(cell);
            record.push(DarkCell(cell));
        };
        let over = loop {
            let next = if dark.next == viewer.index() {
                tries.next().map(|cell| cell.0)
            } else {
                while let Some(cell) = dark.in_vain(Self::ALL, rng) {
                    attempt(&mut dark, cell);
                }
                stones.next().copied()
            };
            let Some(cell) = next else { break false };
            attempt(&mut dark, cell);
            if Self::is_over(&dark) {
                break true;
            }
        };
        let complete = stones.next().is_none() && tries.next().is_none();
        (complete && over == known.over).then_some(record)
    }

    fn known(&self, viewer: Player) -> Known {
        let mut known = Known::default();
        let mut dark = Dark::default();
        for DarkCell(cell) in self.record.iter() {
            let mine = dark.next == viewer.index();
            let free = dark.attempt(cell);
            match (mine, free) {
                (true, true) => known.mine |= 1 << cell,
                (true, false) => known.met.push((cell, known.theirs)),
                (false, true) => known.theirs += 1,
                (false, false) => {}
            }
            if mine {
                known.tries.push(DarkCell(cell));
            }
        }
        known.over = Self::is_over(&dark);
        known
    }
}

/// What one player knows of a game.
#[derive(Default)]
struct Known {
    /// His attempts.
    tries: Record<DarkCell, 9>,
    mine: u16,
    /// Cells that were refused, and how many stones the other had by then.
    met: Record<(u8, usize), 9>,
    /// How many stones the other has.
    theirs: usize,
    over: bool,
}

impl Known {
    /// An order in which the other may have placed his stones, each as likely.
    fn order(&self, all: u16, rng: &mut SplitMix) -> [u8; 9] {
        const NOWHERE: u8 = u8::MAX;
        let mut order = [NOWHERE; 9];
        let mut rest = all & !self.mine;
        // Later refusals leave the other more turns, so whatever the earlier ones
        // took, there are as many left to choose from.
        for (earlier, (cell, by_then)) in self.met.iter().enumerate() {
            let n = rng.below(by_then - earlier);
            let mut left = order[..by_then].iter_mut().filter(|stone| **stone == NOWHERE);
            *left.nth(n).expect("each was refused by a stone of its own") = cell;
            rest &= !(1 << cell);
        }
        for stone in order[..self.theirs].iter_mut().filter(|stone| **stone == NOWHERE) {
            let n = rng.below(rest.count_ones() as usize);
            let cell = (0..16).filter(|cell| rest >> cell & 1 == 1).nth(n);
            *stone = cell.expect("there is a cell for every stone");
            rest &= !(1 << *stone);
        }
        order
    }
}

impl<B: Goal> Game for Phantom<B> {
    type Move = DarkCell;
    type Undo = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let dark = self.dark();
        if Self::is_over(&dark) { Turn::Over } else { Turn::Player(Player(dark.next as u8)) }
    }

    fn moves(&self, out: &mut Moves<DarkCell>) {
        list(self, out);
    }

    fn make(&mut self, m: DarkCell) {
        self.record.push(m);
    }

    fn unmake(&mut self, _: DarkCell, (): ()) {
        self.record.pop();
    }

    fn payoff(&self, player: Player) -> Payoff {
        match Self::winner(&self.dark()) {
            None => Payoff::DRAW,
            Some(winner) if winner == player => Payoff::WIN,
            Some(_) => Payoff::LOSS,
        }
    }
}

impl<B: Goal> ZeroSum for Phantom<B> {}

impl<B: Goal> Recorded for Phantom<B> {
    fn length(&self) -> usize {
        self.record.len()
    }

    fn played(&self, at: usize) -> DarkCell {
        self.record.get(at).unwrap_or(DarkCell(0))
    }

    fn code(m: DarkCell) -> u8 {
        m.0
    }

    /// Own attempts and their luck; of the other's, that a stone was placed. The end
    /// of the game is heard by all.
    fn seen(&self, viewer: Player, at: usize) -> u8 {
        let mut dark = self.after(at);
        let mine = dark.next == viewer.index();
        let DarkCell(cell) = self.played(at);
        let free = dark.attempt(cell);
        let over = if Self::is_over(&dark) { 32 } else { 0 };
        match (mine, free) {
            (true, true) => over + cell,
            (true, false) => over + 9 + cell,
            (false, true) => over + 18,
            (false, false) => UNSEEN,
        }
    }

    fn each(&self, tell: &mut dyn FnMut(DarkCell)) {
        let dark = self.dark();
        if !Self::is_over(&dark) {
            let open = Self::ALL & !dark.tried[dark.next];
            (0..Self::CELLS).filter(|cell| open >> cell & 1 == 1).for_each(|c| tell(DarkCell(c)));
        }
    }
}

recorded!([B: Goal] Phantom<B>, 9, "the cells tried so far, such as `b2,b2,a1`");

/// Columns are letters, rows numbers from the top: `a1`.
impl<B: Goal> Notation for Phantom<B> {
    type MoveError = ReadError;

    fn write_move(&self, DarkCell(cell): DarkCell, out: &mut dyn Write) -> fmt::Result {
        let (column, row) = (cell % B::SIZE.0, cell / B::SIZE.0);
        write!(out, "{}{}", char::from(b'a' + column), row + 1)
    }

    fn read_move(&self, text: &str) -> Result<DarkCell, ReadError> {
        let &[column @ b'a'..=b'i', row @ b'1'..=b'9'] = text.as_bytes() else {
            return Err(ReadError::new(text, "a cell such as a1"));
        };
        let (column, row) = (column - b'a', row - b'1');
        if column >= B::SIZE.0 || row >= B::SIZE.1 {
            return Err(ReadError::new(text, "a cell of this board, such as a1"));
        }
        Ok(DarkCell(row * B::SIZE.0 + column))
    }
}
