//! Static exchange evaluation: who gains when both sides take on one square,
//! cheapest piece first, for as long as it pays.
//!
//! Pins are not seen, and the king takes last: it cannot step on a square that
//! is still attacked. En passant is not a capture here, as it is not noisy.

use crate::Chess;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use takeback_core::Exchange;

/// What a piece is worth in an exchange, in hundredths of a pawn.
pub(crate) const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 20_000,
    }
}

/// Cheapest first.
const CHEAPEST: [Piece; 6] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// What `m` takes and what is left of it.
pub(crate) fn exchange(chess: &Chess, m: Move) -> Exchange {
    let board = chess.board();
    let victim = board.piece_on(m.to).map_or(0, worth);
    let promoted = m.promotion.map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
    let takes = victim + promoted;
    let mover = m.promotion.or(board.piece_on(m.from)).map_or(0, worth);
    // Whoever takes more than he risks loses nothing.
    let keeps = if takes >= mover { takes - mover } else { takes - replies(board, m, mover) };
    Exchange { takes, keeps }
}

/// The most the other side can gain by taking back what moved to `m.to`.
fn replies(board: &Board, m: Move, mut stands: i32) -> i32 {
    let mut occupied = (board.occupied() & !m.from.bitboard()) | m.to.bitboard();
    let mut side = !board.side_to_move();
    // gains[n]: what the n-th reply takes, less what it leaves to be taken.
    let (mut gains, mut count) = ([0; 32], 0);
    while let Some((piece, from)) = cheapest(board, m.to, side, occupied) {
        let foes = attackers(board, m.to, occupied) & board.colors(!side) & occupied;
        if count == gains.len() || piece == Piece::King && !foes.is_empty() {
            break;
        }
        gains[count] = stands;
        count += 1;
        stands = worth(piece);
        occupied &= !from.bitboard();
        side = !side;
    }
    // From the last reply back: nobody takes at a loss.
    gains[..count].iter().rev().fold(0, |later, &gain| (gain - later).max(0))
}

fn cheapest(board: &Board, to: Square, side: Color, occupied: BitBoard) -> Option<(Piece, Square)> {
    let all = attackers(board, to, occupied) & board.colors(side) & occupied;
    CHEAPEST
        .iter()
        .find_map(|&piece| (all & board.pieces(piece)).next_square().map(|from| (piece, from)))
}

/// All pieces of both sides that reach `to` when only `occupied` squares are;
/// those behind a piece that has left come into play.
fn attackers(board: &Board, to: Square, occupied: BitBoard) -> BitBoard {
    let pieces = |piece| board.pieces(piece);
    let queens = pieces(Piece::Queen);
    let pawns = get_pawn_attacks(to, Color::Black) & board.colors(Color::White)
        | get_pawn_attacks(to, Color::White) & board.colors(Color::Black);
    pawns & pieces(Piece::Pawn)
        | get_knight_moves(to) & pieces(Piece::Knight)
        | get_bishop_moves(to, occupied) & (pieces(Piece::Bishop) | queens)
        | get_rook_moves(to, occupied) & (pieces(Piece::Rook) | queens)
        | get_king_moves(to) & pieces(Piece::King)
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::{Game, SplitMix, Turn};

    fn keeps(fen: &str, text: &str) -> i32 {
        let chess = Chess::new(fen.parse().expect("a position"));
        exchange(&chess, text.parse().expect("a move")).keeps
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let lone = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(keeps(lone, "d1d5"), 100, "nobody guards it");
        let guarded = "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(keeps(guarded, "d1d5"), 100 - 500);
        let doubled = "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1";
        assert_eq!(keeps(doubled, "d2d5"), 100, "the rook behind takes part: nobody goes on");
        let queen = "3rk3/8/4p3/3q4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(keeps(queen, "c3d5"), 900 - 320);
        let king = "8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(keeps(king, "d1d5"), 100 - 500, "the king guards");
        let exposed = "8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1";
        assert_eq!(keeps(exposed, "d2d5"), 100, "but not where it may be taken");
        let promotes = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(keeps(promotes, "a7a8q"), 800);
    }

    /// The slow and obvious way: take back or not, whichever is better, with
    /// the cheapest piece, on a list of pieces.
    fn obvious(board: &Board, to: Square, side: Color, stands: i32, gone: BitBoard) -> i32 {
        let occupied = board.occupied() & !gone | to.bitboard();
        let Some((piece, from)) = cheapest(board, to, side, occupied) else { return 0 };
        let foes = attackers(board, to, occupied) & board.colors(!side) & occupied;
        if piece == Piece::King && !foes.is_empty() {
            return 0;
        }
        let gone = gone | from.bitboard();
        (stands - obvious(board, to, !side, worth(piece), gone)).max(0)
    }

    #[test]
    fn random_games_agree_with_the_obvious_way() {
        let mut rng = SplitMix::new(3);
        for _ in 0..60 {
            let mut chess = Chess::default();
            for _ in 0..80 {
                if chess.turn() == Turn::Over {
                    break;
                }
                let board = chess.board().clone();
                for m in chess.legal_moves() {
                    if board.colors(!board.side_to_move()).has(m.to) && m.promotion.is_none() {
                        let mover = board.piece_on(m.from).map_or(0, worth);
                        let side = !board.side_to_move();
                        let back = obvious(&board, m.to, side, mover, m.from.bitboard());
                        let exchange = exchange(&chess, m);
                        let exact = exchange.takes - back;
                        let sure = exchange.takes - mover;
                        assert!(exchange.keeps == exact || exchange.keeps == sure && sure >= 0);
                    }
                }
                let m = chess.legal_moves()[rng.below(chess.legal_moves().len())];
                chess.make(m);
            }
        }
    }
}
