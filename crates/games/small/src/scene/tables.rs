//! Pig, Kuhn poker, Tron.

use super::{bits, from_top, name};
use crate::kuhn::CARDS;
use crate::tron::NAMES;
use crate::{Direction, Kuhn, KuhnMove, Pig, PigMove, Tron};
use takeback_core::{Game, Player, Turn};
use takeback_scene::{
    Board, Glyph, Input, Item, ItemKind, Overlay, OverlayKind, Paint, Panel, Piece, Scene, Scenic,
    shapes,
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

impl Kuhn {
    /// Cards are shown to their owner, and to all when a bet was called or
    /// both passed.
    fn shows(&self, player: Player, viewer: Option<Player>) -> bool {
        let folded = match self.actions {
            2 => self.bets[0] && !self.bets[1],
            3 => !self.bets[2],
            _ => false,
        };
        let showdown = self.turn() == Turn::Over && !folded;
        viewer.is_none_or(|viewer| viewer == player) || showdown
    }

    fn chips(&self, player: Player) -> usize {
        1 + (player.index()..self.actions.into()).step_by(2).filter(|&i| self.bets[i]).count()
    }
}

impl Scenic for Kuhn {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        let seat = |player: Player| {
            let mut items = vec![Item::fact("chips in the pot", self.chips(player).to_string())];
            if let Some(card) = self.cards[player.index()] {
                let face = self.shows(player, viewer).then(|| CARDS[usize::from(card)].to_string());
                let kind = ItemKind::Card { face, paint: Paint::Black, count: 1 };
                items.push(Item { target: None, kind });
            }
            Panel { title: self.player_name(player), player: Some(player.0), items }
        };
        let said = self.bets.iter().take(self.actions.into());
        let said: Vec<&str> = said.map(|&bet| if bet { "bet" } else { "pass" }).collect();
        Scene {
            panels: Player::all(2).map(seat).collect(),
            status: said.join(", "),
            ..Scene::default()
        }
    }

    fn input(&self, m: KuhnMove) -> Input {
        match m {
            KuhnMove::Deal(card) => Input::button(format!("deal {}", CARDS[usize::from(card)])),
            action => Input::button(if action == KuhnMove::Bet { "bet" } else { "pass" }),
        }
    }

    fn told(&self, m: KuhnMove, viewer: Option<Player>) -> String {
        let to = Player(u8::from(self.cards[0].is_some()));
        match m {
            KuhnMove::Deal(_) if viewer.is_some_and(|viewer| viewer != to) => "a card".to_owned(),
            m => takeback_core::Notation::move_text(self, m),
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
