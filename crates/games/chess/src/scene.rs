//! How chess shows itself.

use crate::{Chess, Move};
use cozy_chess::{Color, Piece as Man, Square};
use takeback_core::{Notation, Player};
use takeback_scene::{
    Board, Glyph, Input, Item, ItemKind, Layer, Overlay, OverlayKind, Paint, Panel, Piece, Scene,
    Scenic, Target, shapes,
};

/// Name, letter, drawing and how many a side begins with.
struct Look {
    man: Man,
    name: &'static str,
    letter: &'static str,
    drawing: &'static str,
    count: u32,
}

const LOOKS: [Look; 6] = [
    Look {
        man: Man::Pawn,
        name: "pawn",
        letter: "p",
        drawing: "M0-.7A.27.27 0 0 1 .16-.21H.27V-.08H.14C.16.2.3.38.46.5V.75H-.46V.5C-.3.38-.16.2\
                  -.14-.08H-.27V-.21H-.16A.27.27 0 0 1 0-.7Z",
        count: 8,
    },
    Look {
        man: Man::Knight,
        name: "knight",
        letter: "n",
        drawing: "M-.1-.62L-.02-.8L.1-.62C.42-.5.56-.1.5.75H-.42C-.42.4-.1.3-.06-.02C-.2.06-.32.06\
                  -.4.18C-.46.26-.6.2-.62.06C-.62-.06-.4-.3-.34-.42C-.3-.52-.22-.58-.1-.62Z\
                  M-.2-.36a.06.06 0 1 0 .12 0a.06.06 0 1 0-.12 0Z",
        count: 2,
    },
    Look {
        man: Man::Bishop,
        name: "bishop",
        letter: "b",
        drawing: "M0-.86A.1.1 0 0 1 .07-.69C.28-.5.36-.3.3-.12C.26-.02.2.04.16.08L.22.42H.36C.5.5.52.6\
                  .52.75H-.52C-.52.6-.5.5-.36.42H-.22L-.16.08C-.2.04-.26-.02-.3-.12C-.36-.3-.28-.5\
                  -.07-.69A.1.1 0 0 1 0-.86ZM-.04-.45V-.33H-.16V-.25H-.04V-.1H.04V-.25H.16V-.33H.04\
                  V-.45Z",
        count: 2,
    },
    Look {
        man: Man::Rook,
        name: "rook",
        letter: "r",
        drawing: "M-.5-.72H-.28V-.54H-.11V-.72H.11V-.54H.28V-.72H.5V-.34L.34-.2V.32L.5.5V.75H-.5V.5L\
                  -.34.32V-.2L-.5-.34Z",
        count: 2,
    },
    Look {
        man: Man::Queen,
        name: "queen",
        letter: "q",
        drawing: "M-.5.46L-.72-.4L-.42 0L-.37-.6L-.15-.06L0-.68L.15-.06L.37-.6L.42 0L.72-.4L.5.46\
                  C.5.55.54.65.54.75H-.54C-.54.65-.5.55-.5.46Z",
        count: 1,
    },
    Look {
        man: Man::King,
        name: "king",
        letter: "k",
        drawing: "M-.08-.92H.08V-.78H.22V-.64H.08V-.46C.2-.42.22-.34.2-.26C.42-.44.74-.3.72-.04C.7.18\
                  .52.3.44.46L.5.75H-.5L-.44.46C-.52.3-.7.18-.72-.04C-.74-.3-.42-.44-.2-.26C-.22-.34\
                  -.2-.42-.08-.46V-.64H-.22V-.78H-.08Z",
        count: 1,
    },
];

const SIDES: [(Color, &str, Paint); 2] =
    [(Color::White, "White", Paint::White), (Color::Black, "Black", Paint::Black)];

/// Cells go from the top; squares from the bottom.
fn cell(square: Square) -> u16 {
    let (file, rank) = (square.file() as u16, square.rank() as u16);
    (7 - rank) * 8 + file
}

impl Look {
    fn layer(&self, paint: Paint) -> Layer {
        Layer { glyph: Glyph::Figure(self.drawing.to_owned()), paint }
    }
}

impl Chess {
    fn men(&self) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(32);
        for (color, side, paint) in SIDES {
            for look in &LOOKS {
                for square in self.board.colored_pieces(color, look.man) {
                    let text = match color {
                        Color::White => look.letter.to_ascii_uppercase(),
                        Color::Black => look.letter.to_owned(),
                    };
                    let Layer { glyph, paint } = look.layer(paint);
                    let spoken = format!("{} {}", side.to_ascii_lowercase(), look.name);
                    pieces.push(Piece::new(cell(square), glyph, paint, &text, spoken));
                }
            }
        }
        pieces
    }

    /// What the side has taken: the other side's men that are not there any
    /// more. Promoted pawns count as taken; nothing else is known here.
    fn taken(&self, side: usize) -> Vec<Item> {
        let (color, name, paint) = SIDES[1 - side];
        let gone = |look: &Look| {
            let left = self.board.colored_pieces(color, look.man).len();
            let count = look.count.saturating_sub(left);
            let spoken = format!("{} {}", name.to_ascii_lowercase(), look.name);
            let kind = ItemKind::Pieces { layer: look.layer(paint), count, spoken };
            (count > 0).then_some(Item { target: None, kind })
        };
        LOOKS.iter().filter_map(gone).collect()
    }
}

impl Scenic for Chess {
    fn board(&self) -> Board {
        let paint = |x, y| if (x + y) % 2 == 0 { Paint::Light } else { Paint::Dark };
        let name = |x, y| format!("{}{}", char::from(b'a' + x as u8), 8 - y);
        let mut board = shapes::squares(8, 8, paint, name);
        board.labels = shapes::chess_labels(8, 8);
        board.faced = true;
        board
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let checked = !self.board.checkers().is_empty();
        let king = cell(self.board.king(self.board.side_to_move()));
        let frame = Overlay {
            cells: vec![king],
            kind: OverlayKind::Frame,
            paint: Paint::Bad,
            spoken: "in check".to_owned(),
        };
        let panel = |side: usize| Panel {
            title: SIDES[side].1.to_owned(),
            player: Some(side as u8),
            items: self.taken(side),
        };
        let status = if checked && !self.has_move() {
            "checkmate"
        } else if checked {
            "check"
        } else if self.is_drawn_by_history() {
            "drawn by repetition or fifty moves"
        } else if !self.has_move() {
            "stalemate"
        } else {
            ""
        };
        Scene {
            pieces: self.men(),
            overlays: checked.then_some(frame).into_iter().collect(),
            panels: vec![panel(0), panel(1)],
            status: status.to_owned(),
            ..Scene::default()
        }
    }

    /// As the move is written: castling by the king's two cells.
    fn input(&self, m: Move) -> Input {
        let text = self.move_text(m);
        let square = |range: std::ops::Range<usize>| {
            text.get(range).and_then(|name| name.parse().ok()).map(cell)
        };
        let to = square(2..4).unwrap_or_else(|| cell(m.to));
        let input = Input::cells([cell(m.from), to]);
        match LOOKS.iter().find(|look| Some(look.man) == m.promotion) {
            Some(look) => input.then_button(look.name),
            None => input,
        }
    }

    /// As players write it.
    fn told(&self, m: Move, _: Option<Player>) -> String {
        self.san(m)
    }

    fn said(&self, m: Move) -> String {
        self.in_words(m)
    }

    fn why_not(&self, clicks: &[Target]) -> Option<String> {
        let mut squares = clicks.iter().filter_map(|target| match target {
            Target::Cell(at) => Square::ALL.into_iter().find(|&square| cell(square) == *at),
            _ => None,
        });
        let from = squares.next()?;
        self.forbidden(from, squares.next())
    }

    fn player_name(&self, player: Player) -> String {
        SIDES[player.index()].1.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::{Game, Portable};
    use takeback_scene::laws::{Extent, check};

    #[test]
    fn scenes_keep_their_laws() {
        check(&Chess::default(), Extent { positions: 1500, ..Extent::default() }).unwrap();
    }

    #[test]
    fn castling_is_two_clicks_of_the_king_and_promotion_asks() {
        let game = Chess::read_position("r3k2r/8/8/8/8/8/1p6/R3K2R w KQkq - 0 1").unwrap();
        let castle = game.read_move("e1g1").unwrap();
        assert_eq!(game.input(castle), Input::cells([60, 62]));
        let black = Chess::read_position("4k3/8/8/8/8/8/1p6/4K3 b - - 0 1").unwrap();
        let promote = black.read_move("b2b1n").unwrap();
        assert_eq!(black.input(promote).clicks.last(), Some(&Target::Button("knight".to_owned())));
        assert_eq!(black.legal_moves().len(), 9);
    }
}
