//! Material and a taste for the centre: enough to find mates and win pieces.

use crate::exchange::exchange;
use crate::{Chess, seat};
use cozy_chess::{
    BitBoard, Color, Move, Piece, get_bishop_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use takeback_core::{Evaluator, Exchange, Player};

/// Piece values in hundredths of a pawn, and a little for central squares.
#[derive(Copy, Clone, Debug, Default)]
pub struct Material;

const VALUES: [(Piece, i32); 5] = [
    (Piece::Pawn, 100),
    (Piece::Knight, 320),
    (Piece::Bishop, 330),
    (Piece::Rook, 500),
    (Piece::Queen, 900),
];

/// The sixteen squares in the middle, and the four at their heart.
const MIDDLE: BitBoard = BitBoard(0x0000_3c3c_3c3c_0000);
const HEART: BitBoard = BitBoard(0x0000_0018_1800_0000);

fn side(chess: &Chess, color: Color) -> i32 {
    let own = chess.board().colors(color);
    let material: i32 = VALUES
        .iter()
        .map(|&(piece, value)| value * (own & chess.board().pieces(piece)).len() as i32)
        .sum();
    let minor = own & !chess.board().pieces(Piece::King) & !chess.board().pieces(Piece::Queen);
    material + 6 * (minor & MIDDLE).len() as i32 + 8 * (minor & HEART).len() as i32
}

impl Evaluator<Chess> for Material {
    const LIMIT: i32 = 20_000;

    fn score(&mut self, chess: &Chess, player: Player) -> i32 {
        let white = side(chess, Color::White) - side(chess, Color::Black);
        if player == seat(Color::White) { white } else { -white }
    }

    #[inline]
    fn is_noisy(&mut self, chess: &Chess, m: Move) -> bool {
        let board = chess.board();
        m.promotion.is_some() || board.colors(!board.side_to_move()).has(m.to)
    }

    #[inline]
    fn exchange(&mut self, chess: &Chess, m: Move) -> Option<Exchange> {
        Some(exchange(chess, m))
    }

    #[inline]
    fn swing(&self) -> i32 {
        100
    }

    #[inline]
    fn is_calm(&mut self, chess: &Chess) -> bool {
        chess.board().checkers().is_empty()
    }

    /// A piece that gives check from where it goes; discovered checks are not
    /// looked for.
    #[inline]
    fn is_threat(&mut self, chess: &Chess, m: Move) -> bool {
        let board = chess.board();
        let mover = board.side_to_move();
        let home = board.king(!mover);
        let blockers = board.occupied();
        let reach = match board.piece_on(m.from) {
            Some(Piece::Pawn) => get_pawn_attacks(m.to, mover),
            Some(Piece::Knight) => get_knight_moves(m.to),
            Some(Piece::Bishop) => get_bishop_moves(m.to, blockers),
            Some(Piece::Rook) => get_rook_moves(m.to, blockers),
            Some(Piece::Queen) => get_bishop_moves(m.to, blockers) | get_rook_moves(m.to, blockers),
            Some(Piece::King) | None => return false,
        };
        reach.has(home)
    }

    #[inline]
    fn is_pressed(&mut self, chess: &Chess) -> bool {
        !chess.board().checkers().is_empty()
    }

    fn quiesces(&self) -> bool {
        true
    }

    fn reduces_late_moves(&self) -> bool {
        true
    }
}
