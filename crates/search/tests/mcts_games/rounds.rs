//! Matrix games played together: each seat picks, the last pick resolves.

use super::alarm::Alarm;
use takeback_core::{Game, Moves, Payoff, Player, Players, Simultaneous, Turn};

/// Row and column payoffs to the first player, in thousandths.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) table: Vec<Vec<i32>>,
    pub(crate) picks: Vec<u8>,
    pub(crate) alarm: Alarm,
}

impl Matrix {
    pub(crate) fn new(table: &[&[i32]]) -> Self {
        Matrix {
            table: table.iter().map(|row| row.to_vec()).collect(),
            picks: Vec::new(),
            alarm: Alarm::default(),
        }
    }

    /// Rock, paper, scissors where a win with rock counts most.
    pub(crate) fn biased_rps() -> Self {
        Matrix::new(&[&[0, -500, 1000], &[500, 0, -500], &[-1000, 500, 0]])
    }
}

impl Game for Matrix {
    type Move = u8;
    type Undo = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match self.picks.len() {
            0 => Turn::Together(Players::all(2)),
            1 => Turn::Together(Players::only(Player::SECOND)),
            _ => Turn::Over,
        }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if let Some(player) = self.turn().decider() {
            self.choices(player, out);
        }
    }
    fn make(&mut self, m: u8) {
        self.alarm.step();
        self.picks.push(m);
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.picks.pop();
    }
    fn payoff(&self, player: Player) -> Payoff {
        let first = self.table[self.picks[0] as usize][self.picks[1] as usize];
        Payoff(if player == Player::FIRST { first } else { -first })
    }
}

impl Simultaneous for Matrix {
    fn choices(&self, player: Player, out: &mut Moves<u8>) {
        let count = if player == Player::FIRST { self.table.len() } else { self.table[0].len() };
        out.extend(0..count as u8);
    }
}
