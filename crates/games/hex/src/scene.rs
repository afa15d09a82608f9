//! How Hex shows itself.
//!
//! Black is drawn in the colour of the first seat and White in that of the
//! second, on boards as in stones: both show on light and on dark ground.

use crate::bits::Bits;
use crate::geometry::{Cell, Colour};
use crate::moves::Move;
use crate::state::{Hex, Swap};
use takeback_core::{Notation, Player};
use takeback_scene::{
    Board, Glyph, Input, Item, Overlay, OverlayKind, Paint, Panel, Piece, Scene, Scenic, shapes,
};

const NAMES: [&str; 2] = ["Red", "Blue"];
const AIMS: [&str; 2] = ["top to bottom", "left to right"];

impl<B: Bits> Hex<B> {
    fn stones_of(&self, colour: Colour) -> impl Iterator<Item = Piece> {
        let (text, spoken) = [("x", "red stone"), ("o", "blue stone")][colour.index()];
        let paint = Paint::Player(colour.index() as u8);
        self.stones(colour)
            .iter()
            .map(move |cell| Piece::new(cell as u16, Glyph::Disc, paint, text, spoken.to_owned()))
    }

    /// The winner's chain: what is joined to both of its edges.
    fn chain(&self) -> Option<Overlay> {
        let winner = self.winner?;
        let [first, second] = self.joined[winner.index()];
        Some(Overlay {
            cells: (first & second).iter().map(|cell| cell as u16).collect(),
            kind: OverlayKind::Frame,
            paint: Paint::Good,
            spoken: "the winning chain".to_owned(),
        })
    }
}

impl<B: Bits> Scenic for Hex<B> {
    fn board(&self) -> Board {
        let size = self.size();
        let column = |x: u16| char::from(b'a' + x as u8).to_string();
        shapes::rhombus(size.width() as u16, size.height() as u16, column)
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let seat = |player: Player| Panel {
            title: self.player_name(player),
            player: Some(self.colour_of(player).index() as u8),
            items: vec![Item::fact("joins", AIMS[self.colour_of(player).index()])],
        };
        let status = match (self.may_swap(), self.swapped) {
            (true, _) => "the first stone may be taken over instead",
            (_, true) => "the first stone was taken over",
            _ => "",
        };
        Scene {
            pieces: Colour::BOTH.into_iter().flat_map(|colour| self.stones_of(colour)).collect(),
            overlays: self.chain().into_iter().collect(),
            panels: Player::all(2).map(seat).collect(),
            status: status.to_owned(),
            ..Scene::default()
        }
    }

    fn input(&self, m: Move) -> Input {
        match m {
            Move::Place(Cell(cell)) => Input::cells([cell]),
            Move::Swap => Input::button("swap"),
        }
    }

    /// A swap of pieces shows where the stone was and where it goes.
    fn touched(&self, m: Move) -> Vec<u16> {
        match m {
            Move::Place(Cell(cell)) => vec![cell],
            Move::Swap => {
                let stones = self.stones(Colour::Black) | self.stones(Colour::White);
                let cell = Cell::from(stones.lowest());
                match self.swap {
                    Swap::Pieces => vec![cell.0, self.size().mirrored(cell).0],
                    _ => vec![cell.0],
                }
            }
        }
    }

    fn told(&self, m: Move, _: Option<Player>) -> String {
        match m {
            Move::Place(_) => self.move_text(m),
            Move::Swap => "swap".to_owned(),
        }
    }

    /// By colour, which a swap of sides exchanges.
    fn player_name(&self, player: Player) -> String {
        NAMES[self.colour_of(player).index()].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Size, Wide};
    use takeback_core::{Game, Portable};
    use takeback_scene::laws::{Extent, check};

    fn square<B: Bits>(side: usize, swap: Swap) -> Hex<B> {
        Hex::new(Size::square(side).unwrap(), swap).unwrap()
    }

    #[test]
    fn scenes_keep_their_laws() {
        check(&square::<u64>(1, Swap::Pieces), Extent::default()).unwrap();
        check(&square::<u64>(5, Swap::Sides), Extent::default()).unwrap();
        check(&square::<u128>(11, Swap::Pieces), Extent::default()).unwrap();
        let few = Extent { positions: 30, ..Extent::default() };
        check(&square::<Wide<6>>(19, Swap::Off), few).unwrap();
        check(&Hex::<u64>::new(Size::new(4, 7).unwrap(), Swap::Off).unwrap(), few).unwrap();
    }

    #[test]
    fn cells_are_called_as_in_the_notation() {
        let hex = square::<u64>(4, Swap::Pieces);
        for m in hex.legal_moves() {
            let input = hex.input(m);
            assert_eq!(input.clicks.len(), 1);
            assert_eq!(hex.board().cells[usize::from(hex.touched(m)[0])].name, hex.move_text(m));
        }
    }

    #[test]
    fn a_swap_shows_both_cells_and_a_chain_is_framed() {
        let mut hex = square::<u64>(3, Swap::Pieces);
        hex.make(hex.read_move("c1").unwrap());
        assert_eq!(hex.touched(Move::Swap), [2, 6]);
        let won = Hex::<u64>::read_position(&{
            let mut hex = square::<u64>(3, Swap::Off);
            for text in ["c1", "a1", "b2", "a3", "b3"] {
                hex.make(hex.read_move(text).unwrap());
            }
            hex.position_text()
        })
        .unwrap();
        assert_eq!(won.scene(None).overlays[0].cells, [2, 4, 7]);
    }
}
