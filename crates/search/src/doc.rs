//! A small game for the examples in this crate's documentation.

use takeback_core::{Game, Key, Keyed, Moves, Payoff, Player, Turn};

/// Nim round a table: each in turn takes one or two from the heap, whoever
/// takes the last wins, all others lose.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rounds {
    /// What is left.
    pub heap: u8,
    /// Seats at the table.
    pub players: u8,
    /// Whose turn it is.
    pub next: Player,
}

impl Game for Rounds {
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        usize::from(self.players)
    }
    fn turn(&self) -> Turn {
        if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        out.extend(1..=self.heap.min(2));
    }
    fn make(&mut self, take: u8) {
        self.heap -= take;
        self.next = self.next.next(self.players());
    }
    fn unmake(&mut self, take: u8, (): ()) {
        self.next = Player((self.next.0 + self.players - 1) % self.players);
        self.heap += take;
    }
    fn payoff(&self, player: Player) -> Payoff {
        let last = Player((self.next.0 + self.players - 1) % self.players);
        if player == last { Payoff::WIN } else { Payoff::LOSS }
    }
}

impl Keyed for Rounds {
    fn key(&self) -> Key {
        Key::nth(u64::from(self.heap) << 8 | u64::from(self.next.0))
    }
    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}
