//! Moves as players write and say them, and the rule that forbids one.

use crate::{Chess, Move};
use cozy_chess::{Color, Piece as Man, Square, util};
use std::fmt::Write;
use takeback_core::{Game, Notation};

const fn name(man: Man) -> &'static str {
    match man {
        Man::Pawn => "pawn",
        Man::Knight => "knight",
        Man::Bishop => "bishop",
        Man::Rook => "rook",
        Man::Queen => "queen",
        Man::King => "king",
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Chess {
    /// A legal move in standard algebraic notation: `Nxe5+`.
    ///
    /// ```
    /// use takeback_chess::Chess;
    /// use takeback_core::Notation;
    /// let game = Chess::default();
    /// let knight = game.read_move("g1f3").unwrap();
    /// assert_eq!(game.san(knight), "Nf3");
    /// assert_eq!(game.read_san("Nf3"), Some(knight));
    /// ```
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        util::display_san_move(self.board(), m).to_string()
    }

    /// The legal move that this text means, with or without the marks behind it.
    #[must_use]
    pub fn read_san(&self, text: &str) -> Option<Move> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
        let san = |m: &Move| self.san(*m).trim_end_matches(['+', '#']).replace('=', "");
        let wanted = bare.replace('=', "");
        let legal = self.legal_moves();
        let exact = legal.iter().find(|m| san(m) == wanted).copied();
        // Some say more than they must: `Ngf3` where `Nf3` would do.
        exact.or_else(|| {
            util::parse_san_move(self.board(), &bare).ok().filter(|m| legal.contains(m))
        })
    }

    /// Where the move leads: of castling, the king's cell.
    fn arrival(&self, m: Move) -> String {
        self.move_text(m).get(2..4).unwrap_or_default().to_owned()
    }

    pub(crate) fn in_words(&self, m: Move) -> String {
        let san = self.san(m);
        let man = self.board().piece_on(m.from).map_or("", name);
        let to = self.arrival(m);
        let mut words = match () {
            () if san.starts_with("O-O-O") => "castles on the queen's side".to_owned(),
            () if san.starts_with("O-O") => "castles on the king's side".to_owned(),
            () if san.contains('x') => {
                // Nothing stands where a pawn taken in passing is passed.
                let taken = to.parse().ok().and_then(|to: Square| self.board().piece_on(to));
                match taken {
                    Some(taken) => format!("{man} takes {} on {to}", name(taken)),
                    None => format!("{man} takes a pawn in passing, to {to}"),
                }
            }
            () => format!("{man} to {to}"),
        };
        if let Some(man) = m.promotion {
            let _ = write!(words, ", becomes a {}", name(man));
        }
        words.push_str(match san.chars().last() {
            Some('#') => ", checkmate",
            Some('+') => ", check",
            _ => "",
        });
        words
    }

    /// The rule that keeps what stands on `from` away from `to`; without `to`, from moving at all.
    pub(crate) fn forbidden(&self, from: Square, to: Option<Square>) -> Option<String> {
        let board = self.board();
        let mover = board.side_to_move();
        let color = board.color_on(from)?;
        let man = board.piece_on(from)?;
        if color != mover {
            return Some(format!(
                "It is {}'s turn, and this {} is {}'s.",
                side(mover),
                name(man),
                side(color)
            ));
        }
        let checked = !board.checkers().is_empty();
        let Some(to) = to else {
            let pinned = board.pinned().has(from);
            return Some(match (checked, pinned) {
                (true, _) => format!("The king is in check, and this {} cannot help.", name(man)),
                (false, true) => {
                    format!(
                        "This {} is pinned: if it moved, the king would be in check.",
                        name(man)
                    )
                }
                (false, false) => format!("This {} is hemmed in: it has nowhere to go.", name(man)),
            });
        };
        if board.color_on(to) == Some(mover) {
            return Some(format!("A piece of your own stands on {to}."));
        }
        if self.reaches(man, from, to) {
            return Some(if man == Man::King {
                "The king may not go where it would be in check.".to_owned()
            } else if checked {
                "The king is in check: this move does not end it.".to_owned()
            } else {
                "This move would leave the king in check.".to_owned()
            });
        }
        Some(how(man).to_owned())
    }

    /// Whether the man moves so, were it not for its king.
    fn reaches(&self, man: Man, from: Square, to: Square) -> bool {
        let board = self.board();
        let occupied = board.occupied();
        let mover = board.side_to_move();
        match man {
            Man::Pawn => {
                let takes = board.colors(!mover).has(to)
                    && cozy_chess::get_pawn_attacks(from, mover).has(to);
                takes || cozy_chess::get_pawn_quiets(from, mover, occupied).has(to)
            }
            Man::Knight => cozy_chess::get_knight_moves(from).has(to),
            Man::Bishop => cozy_chess::get_bishop_moves(from, occupied).has(to),
            Man::Rook => cozy_chess::get_rook_moves(from, occupied).has(to),
            Man::Queen => (cozy_chess::get_rook_moves(from, occupied)
                | cozy_chess::get_bishop_moves(from, occupied))
            .has(to),
            Man::King => cozy_chess::get_king_moves(from).has(to),
        }
    }
}

/// How a man moves.
const fn how(man: Man) -> &'static str {
    match man {
        Man::Pawn => {
            "A pawn goes one step straight ahead to a free cell, two from where it began, and takes aslant."
        }
        Man::Knight => "A knight goes two cells straight and one aside.",
        Man::Bishop => "A bishop goes aslant, as far as nothing stands in its way.",
        Man::Rook => "A rook goes straight, as far as nothing stands in its way.",
        Man::Queen => "A queen goes straight or aslant, as far as nothing stands in its way.",
        Man::King => {
            "A king goes one step; it castles when neither it nor the rook has moved, nothing stands between \
             them, and it crosses no attacked cell."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::Portable;
    use takeback_scene::{Scenic, Target};

    fn game(fen: &str) -> Chess {
        Chess::read_position(fen).expect("a position")
    }

    #[test]
    fn every_legal_move_is_read_back_from_its_san() {
        let mut rng = takeback_core::SplitMix::new(5);
        let mut now = Chess::default();
        for _ in 0..600 {
            let legal = now.legal_moves();
            if legal.is_empty() {
                now = Chess::default();
                continue;
            }
            for &m in &legal {
                assert_eq!(now.read_san(&now.san(m)), Some(m), "{now:?} {}", now.san(m));
                assert!(!now.in_words(m).is_empty());
            }
            now.make(legal[rng.below(legal.len())]);
        }
        assert_eq!(now.read_san("Qz9"), None);
    }

    #[test]
    fn words_say_what_a_move_does() {
        let said = |fen: &str, text: &str| {
            let game = game(fen);
            game.said(game.read_move(text).expect("a move"))
        };
        let castle = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
        assert_eq!(said(castle, "e1g1"), "castles on the king's side");
        assert_eq!(
            said("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
            "pawn takes a pawn in passing, to d6"
        );
        assert_eq!(
            said("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
            "pawn to a8, becomes a queen, check"
        );
        assert_eq!(said("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "pawn takes pawn on d5");
    }

    #[test]
    fn a_refused_click_names_the_rule() {
        let cell = |name: &str| {
            let square: Square = name.parse().expect("a square");
            Target::Cell((7 - square.rank() as u16) * 8 + square.file() as u16)
        };
        let why = |fen: &str, clicks: &[&str]| {
            let clicks: Vec<Target> = clicks.iter().map(|name| cell(name)).collect();
            game(fen).why_not(&clicks).expect("a rule")
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(why(start, &["e7"]).contains("White's turn"));
        assert!(why(start, &["a1"]).contains("hemmed in"));
        assert!(why(start, &["g1", "e2"]).contains("your own"));
        assert!(why(start, &["e2", "e5"]).contains("pawn goes one step"));
        let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
        assert!(why(pinned, &["e2"]).contains("pinned"));
        assert!(why(pinned, &["e2", "c3"]).contains("leave the king in check"));
        assert!(why("4r1k1/8/8/8/8/8/8/3RK3 w - - 0 1", &["e1", "e2"]).contains("may not go"));
    }
}
