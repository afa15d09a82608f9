//! Pig and Tron.

use super::{bits, from_top, name};
use crate::tron::NAMES;
use crate::{Direction, Pig, PigMove, Tron};
use takeback_core::{Game, Player, Turn};
use takeback_scene::{
    Board, Glyph, Input, Item, Overlay, OverlayKind, Paint, Panel, Piece, Scene, Scenic, shapes,
};

impl Scenic for Pig {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let seat = |player: Player| {
            let banked = self.banked[player.index()];
            let mut items = vec![Item::meter("banked", banked.into(), self.goal.into())];
            if player == self.next && self.turn() != Turn::Over {
                items.push(Item::fact("at risk", self.total.to_string()));
            }
            Panel { title: self.player_name(player), player: Some(player.0), items }
        };
        Scene {
            panels: Player::all(self.players()).map(seat).collect(),
            status: format!("first to {}", self.goal),
            ..Scene::default()
        }
    }

    fn input(&self, m: PigMove) -> Input {
        match m {
            PigMove::Roll => Input::button("roll"),
            PigMove::Hold => Input::button("hold"),
            PigMove::Die(points) => Input::button(format!("the die shows {points}")),
        }
    }
}

/// Arrow keys as browsers name them, in order of the directions.
const ARROWS: [&str; 4] = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

impl Scenic for Tron {
    fn board(&self) -> Board {
        let mut board = shapes::squares(8, 8, |_, _| Paint::Light, name(8));
        board.labels = shapes::chess_labels(8, 8);
        board
    }

    /// What the first player has chosen in this round is shown to nobody.
    fn scene(&self, _: Option<Player>) -> Scene {
        let heads = self.heads.map(|head| 1u64 << head);
        let wall = |bit| {
            Piece::new(from_top(bit, 8, 8), Glyph::Block, Paint::Ink, "##", "wall".to_owned())
        };
        let cycle = |player: usize| {
            let cell = from_top(self.heads[player].into(), 8, 8);
            let (text, spoken) = [("A", "red cycle"), ("B", "blue cycle")][player];
            let paint = Paint::Player(player as u8);
            Piece::new(cell, Glyph::Token(text.to_owned()), paint, text, spoken.to_owned())
        };
        let crashed = (0..2).filter(|&player| self.crashed[player]).map(|player| Overlay {
            cells: vec![from_top(self.heads[player].into(), 8, 8)],
            kind: OverlayKind::Frame,
            paint: Paint::Bad,
            spoken: "crashed".to_owned(),
        });
        Scene {
            pieces: bits(self.walls & !(heads[0] | heads[1]))
                .map(wall)
                .chain((0..2).map(cycle))
                .collect(),
            overlays: crashed.collect(),
            ..Scene::default()
        }
    }

    fn input(&self, m: Direction) -> Input {
        Input::button(NAMES[m as usize]).or_key(ARROWS[m as usize])
    }

    /// The cell that whoever chooses next would drive onto.
    fn touched(&self, m: Direction) -> Vec<u16> {
        let head = self.turn().decider().map(|player| self.heads[player.index()]);
        let ahead = head.and_then(|head| Tron::step(head, m));
        ahead.map(|cell| from_top(cell.into(), 8, 8)).into_iter().collect()
    }

    fn player_name(&self, player: Player) -> String {
        ["Red", "Blue"][player.index()].to_owned()
    }
}
