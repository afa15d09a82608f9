//! Pig: roll as long as you dare.

use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::{
    Evaluator, Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Portable, RandomMove,
    SplitMix, Turn,
};

/// Roll the die and add it to the turn's total, or hold and bank the total. A
/// one loses the turn's total and the turn. First to the goal wins, and whoever has
/// it in hand holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pig {
    pub(crate) banked: Vec<u16>,
    pub(crate) goal: u16,
    pub(crate) total: u16,
    pub(crate) next: Player,
    rolling: bool,
}

/// A decision, or what the die showed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PigMove {
    /// Throw the die.
    Roll,
    /// Bank the turn's total.
    Hold,
    /// The die shows one to six.
    Die(u8),
}

impl takeback_core::Coded for PigMove {
    fn code(self) -> u64 {
        match self {
            PigMove::Roll => 0,
            PigMove::Die(face) => face.into(),
            PigMove::Hold => 1 << 8,
        }
    }

    fn decode(code: u64) -> Self {
        match code {
            0 => PigMove::Roll,
            256 => PigMove::Hold,
            face => PigMove::Die(face as u8),
        }
    }
}

impl Pig {
    /// The largest table.
    pub const MOST_PLAYERS: usize = 8;

    /// A new game; between 1 and 8 players, to a goal of at least 2.
    ///
    /// # Panics
    /// When the numbers are out of range.
    #[must_use]
    pub fn new(players: usize, goal: u16) -> Self {
        assert!((1..=Self::MOST_PLAYERS).contains(&players), "1 to 8 players");
        assert!((2..=1000).contains(&goal), "a goal from 2 to 1000");
        Pig { banked: vec![0; players], goal, total: 0, next: Player::FIRST, rolling: false }
    }

    /// Whether holding wins at once. Then nobody rolls on: it could only lose.
    fn has_it(&self) -> bool {
        self.banked[self.next.index()] + self.total >= self.goal
    }

    fn winner(&self) -> Option<usize> {
        self.banked.iter().position(|&points| points >= self.goal)
    }
}

impl Game for Pig {
    type Move = PigMove;
    /// The turn's total, which a one or a hold sets to nothing.
    type Undo = u16;

    fn players(&self) -> usize {
        self.banked.len()
    }

    fn turn(&self) -> Turn {
        if self.winner().is_some() {
            Turn::Over
        } else if self.rolling {
            Turn::Chance
        } else {
            Turn::Player(self.next)
        }
    }

    fn moves(&self, out: &mut Moves<PigMove>) {
        match self.turn() {
            Turn::Chance => out.extend((1..=6).map(PigMove::Die)),
            Turn::Over => {}
            _ => {
                if !self.has_it() {
                    out.push(PigMove::Roll);
                }
                if self.total > 0 {
                    out.push(PigMove::Hold);
                }
            }
        }
    }

    fn make(&mut self, m: PigMove) -> u16 {
        let total = self.total;
        match m {
            PigMove::Roll => self.rolling = true,
            PigMove::Hold => {
                self.banked[self.next.index()] += total;
                self.total = 0;
                self.next = self.next.next(self.players());
            }
            PigMove::Die(1) => {
                self.rolling = false;
                self.total = 0;
                self.next = self.next.next(self.players());
            }
            PigMove::Die(points) => {
                self.rolling = false;
                self.total += u16::from(points);
            }
        }
        total
    }

    fn unmake(&mut self, m: PigMove, total: u16) {
        let before =
            |game: &Pig| Player((game.next.0 + game.players() as u8 - 1) % game.players() as u8);
        match m {
            PigMove::Roll => self.rolling = false,
            PigMove::Hold => {
                self.next = before(self);
                self.banked[self.next.index()] -= total;
            }
            PigMove::Die(1) => {
                self.next = before(self);
                self.rolling = true;
            }
            PigMove::Die(_) => self.rolling = true,
        }
        self.total = total;
    }

    fn payoff(&self, player: Player) -> Payoff {
        if self.winner() == Some(player.index()) { Payoff::WIN } else { Payoff::LOSS }
    }
}

/// Points ahead of the best of the others, the turn's total at three quarters.
#[derive(Copy, Clone, Debug, Default)]
pub struct Lead;

impl Evaluator<Pig> for Lead {
    const LIMIT: i32 = 8000;

    fn score(&mut self, game: &Pig, player: Player) -> i32 {
        let points = |seat: usize| {
            let turn = if seat == game.next.index() { 3 * i32::from(game.total) } else { 0 };
            4 * i32::from(game.banked[seat]) + turn
        };
        let others = (0..game.players()).filter(|&seat| seat != player.index());
        points(player.index()) - others.map(points).max().unwrap_or(0)
    }
}

impl Keyed for Pig {
    fn key(&self) -> Key {
        // Tables may be kept from game to game, and the goal makes another game.
        let mut key = Key::nth(
            u64::from(self.goal) << 41
                | u64::from(self.total) << 16
                | u64::from(self.next.0) << 8
                | u64::from(self.rolling),
        );
        for (seat, &points) in self.banked.iter().enumerate() {
            key ^= Key::nth(1 << 40 | (seat as u64) << 16 | u64::from(points));
        }
        key
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl Indexed for Pig {
    const INDICES: usize = 8;

    fn index(&self, m: PigMove) -> usize {
        match m {
            PigMove::Roll => 0,
            PigMove::Hold => 1,
            PigMove::Die(points) => 1 + points as usize,
        }
    }
}

impl RandomMove for Pig {
    fn random_move(&self, rng: &mut SplitMix) -> PigMove {
        if self.rolling {
            PigMove::Die(1 + rng.below(6) as u8)
        } else if self.has_it() || self.total > 0 && rng.one_in(2) {
            PigMove::Hold
        } else {
            PigMove::Roll
        }
    }
}

/// `roll`, `hold`, or the number on the die.
impl Notation for Pig {
    type MoveError = ReadError;

    fn write_move(&self, m: PigMove, out: &mut dyn Write) -> fmt::Result {
        match m {
            PigMove::Roll => out.write_str("roll"),
            PigMove::Hold => out.write_str("hold"),
            PigMove::Die(points) => write!(out, "{points}"),
        }
    }

    fn read_move(&self, text: &str) -> Result<PigMove, ReadError> {
        match text.as_bytes() {
            b"roll" => Ok(PigMove::Roll),
            b"hold" => Ok(PigMove::Hold),
            &[digit @ b'1'..=b'6'] => Ok(PigMove::Die(digit - b'0')),
            _ => Err(ReadError::new(text, "roll, hold or a number from 1 to 6")),
        }
    }
}

/// `banked,banked,… goal total seat roll|decide`, seats counted from 1.
impl Portable for Pig {
    type PositionError = ReadError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for (seat, points) in self.banked.iter().enumerate() {
            write!(out, "{}{points}", if seat == 0 { "" } else { "," })?;
        }
        let doing = if self.rolling { "roll" } else { "decide" };
        write!(out, " {} {} {} {doing}", self.goal, self.total, self.next.0 + 1)
    }

    fn read_position(text: &str) -> Result<Self, ReadError> {
        let bad = || ReadError::new(text, "banked,banked,… goal total seat roll|decide");
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[banked, goal, total, seat, doing] = fields.as_slice() else { return Err(bad()) };
        let banked: Vec<u16> =
            banked.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| bad())?;
        let number = |text: &str| text.parse::<u16>().map_err(|_| bad());
        let (goal, total, seat) = (number(goal)?, number(total)?, number(seat)?);
        let rolling = match doing {
            "roll" => true,
            "decide" => false,
            _ => return Err(bad()),
        };
        let fits = (1..=Self::MOST_PLAYERS).contains(&banked.len())
            && (1..=banked.len()).contains(&(seat as usize))
            && (2..=1000).contains(&goal)
            && banked.iter().all(|&points| points < 2000)
            && total < 2000
            && banked.iter().filter(|&&points| points >= goal).count() <= 1;
        if !fits {
            return Err(bad());
        }
        Ok(Pig { banked, goal, total, next: Player(seat as u8 - 1), rolling })
    }
}
