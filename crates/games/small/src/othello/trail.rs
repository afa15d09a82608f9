//! Othello on a journal: the rules say what changes and nothing about undo.

use super::board::{Board, Disc};
use takeback_core::{
    Game, Journal, Key, Keyed, Moves, Payoff, Player, Scored, Turn, layout, undo_by_journal,
};

layout! {
    /// The words of a position.
    pub struct Plan {
        keyed { DISCS: [u64; 2], NEXT: Player, PASSES: u8 }
        silent { }
        history { }
    }
}

/// Othello without an unmake.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Trail {
    words: Journal<Plan>,
}

impl Default for Trail {
    fn default() -> Self {
        Trail::at(Board::START)
    }
}

impl Trail {
    pub(super) fn at(board: Board) -> Self {
        let mut words = Journal::new();
        Plan::DISCS.set(&mut words, 0, board.discs[0]);
        Plan::DISCS.set(&mut words, 1, board.discs[1]);
        Plan::NEXT.set(&mut words, board.next);
        Plan::PASSES.set(&mut words, board.passes);
        words.forget_past();
        Trail { words }
    }

    /// The position as plain values.
    #[inline]
    #[must_use]
    pub fn board(&self) -> Board {
        let words = &self.words;
        Board {
            discs: [Plan::DISCS.get(words, 0), Plan::DISCS.get(words, 1)],
            next: Plan::NEXT.get(words),
            passes: Plan::PASSES.get(words),
        }
    }

    /// How much the journal holds.
    pub(super) fn logged(&self) -> usize {
        self.words.logged()
    }

    /// The discs as they were when the journal held so much.
    pub(super) fn discs_at(&self, logged: usize) -> [u64; 2] {
        let mut discs = self.board().discs;
        for (at, old, _) in self.words.changed_since(logged) {
            if let Some(seat) = Plan::DISCS.as_slice().index_of(at) {
                discs[seat] = old;
            }
        }
        discs
    }

    #[inline]
    fn play(&mut self, disc: Disc) {
        let board = self.board();
        let words = &mut self.words;
        if disc == Disc::PASS {
            Plan::PASSES.set(words, board.passes + 1);
        } else {
            let turned = board.flips(disc.0);
            let mover = board.next.index();
            Plan::DISCS.set(words, mover, board.discs[mover] | turned | 1 << disc.0);
            Plan::DISCS.set(words, mover ^ 1, board.discs[mover ^ 1] & !turned);
            if board.passes != 0 {
                Plan::PASSES.set(words, 0);
            }
        }
        Plan::NEXT.set(words, board.next.other());
    }
}

impl Game for Trail {
    type Move = Disc;
    undo_by_journal!(words);

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.board().turn()
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Disc>) {
        self.board().list(out);
    }

    #[inline]
    fn payoff(&self, player: Player) -> Payoff {
        self.board().payoff(player)
    }
}

/// Points are discs.
impl Scored for Trail {
    fn most_points(&self) -> i32 {
        64
    }

    #[inline]
    fn points(&self, player: Player) -> i32 {
        self.board().margin(player)
    }
}

impl Keyed for Trail {
    #[inline]
    fn key(&self) -> Key {
        self.words.key()
    }

    fn key_from_scratch(&self) -> Key {
        self.words.key_from_scratch()
    }
}
