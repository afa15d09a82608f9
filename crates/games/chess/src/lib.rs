//! Chess by wrapping [`cozy_chess`]: bring your own rules.
//!
//! The rules are somebody else's; what is here is the two hundred lines that
//! make any rules library a takeback game, with every search, the verifier and
//! the front ends. The wrapped board is copied per move (104 bytes), so the old
//! board is the undo token. History, which the library does not keep, is kept
//! here: fifty moves and threefold repetition end the game.

#![forbid(unsafe_code)]

mod eval;
mod exchange;
mod features;
mod notation;
mod scene;
mod words;

#[cfg(test)]
mod tests;

pub use cozy_chess::{Board, Move};
pub use eval::Material;
pub use features::Pieces;

use cozy_chess::{BitBoard, Color, GameStatus, Piece, PieceMoves, Square};
use std::fmt;
use takeback_core::{
    Game, Indexed, Key, Keyed, Moves, Pass, Payoff, Player, RandomMove, SplitMix, Turn, ZeroSum,
};

/// A chess position with the keys of the positions before it.
///
/// ```
/// use takeback_chess::Chess;
/// use takeback_core::Game;
/// assert_eq!(Chess::default().legal_moves().len(), 20);
/// ```
#[derive(Clone, Default)]
pub struct Chess {
    board: Board,
    /// Keys of earlier positions, for repetition. History, not position: left
    /// out of equality.
    past: Vec<u64>,
}

impl Chess {
    /// A position without history.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Chess { board, past: Vec::with_capacity(256) }
    }

    /// The wrapped board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How often this position stood on the board before.
    fn repeats(&self) -> usize {
        let key = self.board.hash();
        let reach = (self.board.halfmove_clock() as usize).min(self.past.len());
        self.past[self.past.len() - reach..].iter().filter(|&&old| old == key).count()
    }

    #[inline]
    fn is_drawn_by_history(&self) -> bool {
        let clock = self.board.halfmove_clock();
        clock >= 8 && (clock >= 100 || self.repeats() >= 2)
    }

    fn has_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// Targets that capture, or promote by arriving on the last rank.
    fn noisy_targets(&self, moves: &PieceMoves) -> BitBoard {
        let them = self.board.colors(!self.board.side_to_move());
        if moves.piece == Piece::Pawn {
            them | cozy_chess::Rank::First.bitboard() | cozy_chess::Rank::Eighth.bitboard()
        } else {
            them
        }
    }
}

impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl fmt::Debug for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chess").field("fen", &format!("{}", self.board)).finish_non_exhaustive()
    }
}

const fn seat(color: Color) -> Player {
    match color {
        Color::White => Player::FIRST,
        Color::Black => Player::SECOND,
    }
}

impl Game for Chess {
    type Move = Move;
    type Undo = Board;
    const STAGES: u8 = 2;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_drawn_by_history() || !self.has_move() {
            Turn::Over
        } else {
            Turn::Player(seat(self.board.side_to_move()))
        }
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Move>) {
        if self.is_drawn_by_history() {
            return;
        }
        self.board.generate_moves(|moves| {
            out.extend(moves);
            false
        });
    }

    /// Captures and promotions first.
    #[inline]
    fn candidates(&self, stage: u8, out: &mut Moves<Move>) {
        if self.is_drawn_by_history() {
            return;
        }
        self.board.generate_moves(|mut moves| {
            let noisy = self.noisy_targets(&moves);
            moves.to &= if stage == 0 { noisy } else { !noisy };
            out.extend(moves);
            false
        });
    }

    #[inline]
    fn count_moves(&self, _: &mut Moves<Move>) -> usize {
        let mut count = 0;
        if !self.is_drawn_by_history() {
            self.board.generate_moves(|moves| {
                count += moves.len();
                false
            });
        }
        count
    }

    #[inline]
    fn make(&mut self, m: Move) -> Board {
        let before = self.board.clone();
        self.past.push(before.hash());
        self.board.play_unchecked(m);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Board) {
        self.past.pop();
        self.board = before;
    }

    fn payoff(&self, player: Player) -> Payoff {
        let mated = !self.is_drawn_by_history() && self.board.status() == GameStatus::Won;
        match (mated, player == seat(self.board.side_to_move())) {
            (false, _) => Payoff::DRAW,
            (true, true) => Payoff::LOSS,
            (true, false) => Payoff::WIN,
        }
    }
}

impl ZeroSum for Chess {}

impl Keyed for Chess {
    #[inline]
    fn key(&self) -> Key {
        Key(self.board.hash())
    }

    fn key_from_scratch(&self) -> Key {
        let text = format!("{:#}", self.board);
        let fresh = Board::from_fen(&text, true).expect("a position writes what it can read");
        Key(fresh.hash())
    }

    fn is_repeat(&self) -> bool {
        self.repeats() > 0
    }
}

impl Indexed for Chess {
    const INDICES: usize = 2 * 64 * 64;

    #[inline]
    fn index(&self, m: Move) -> usize {
        (self.board.side_to_move() as usize * 64 + m.from as usize) * 64 + m.to as usize
    }
}

impl RandomMove for Chess {
    fn random_move(&self, rng: &mut SplitMix) -> Move {
        let mut left = rng.below(self.count_moves(&mut Moves::with_capacity(0)));
        let mut drawn = None;
        self.board.generate_moves(|moves| {
            let count = moves.len();
            if left < count {
                drawn = moves.into_iter().nth(left);
            } else {
                left -= count;
            }
            drawn.is_some()
        });
        drawn.expect("the number drawn is below the count")
    }
}

impl Pass for Chess {
    /// Not in check, and with more than pawns: there zugzwang is rare.
    fn may_pass(&self) -> bool {
        let side = self.board.side_to_move();
        let light = self.board.pieces(Piece::Pawn) | self.board.pieces(Piece::King);
        self.board.checkers().is_empty() && !(self.board.colors(side) & !light).is_empty()
    }

    fn make_pass(&mut self) -> Board {
        let before = self.board.clone();
        self.past.push(before.hash());
        if let Some(passed) = before.null_move() {
            self.board = passed;
        }
        before
    }

    fn unmake_pass(&mut self, before: Board) {
        self.past.pop();
        self.board = before;
    }
}

/// The king's square and what gives check, for displays.
impl Chess {
    /// Squares whose pieces give check.
    pub fn checkers(&self) -> impl Iterator<Item = Square> + '_ {
        self.board.checkers().into_iter()
    }
}
