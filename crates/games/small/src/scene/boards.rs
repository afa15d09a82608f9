//! Tic-tac-toe, Connect Four, Othello, Atari Go.

use super::{bits, from_top, name, stone};
use crate::othello::{self, Disc, Token, Trail};
use crate::tictactoe::ROWS;
use crate::{AtariGo, Cell, Column, ConnectFour, Point, TicTacToe};
use takeback_core::{Game, Player, Turn};
use takeback_scene::{
    Board, Glyph, Input, Item, Overlay, OverlayKind, Paint, Panel, Piece, Scene, Scenic, shapes,
};

impl Scenic for TicTacToe {
    fn board(&self) -> Board {
        let mut board = shapes::squares(3, 3, |_, _| Paint::Light, name(3));
        board.labels = shapes::chess_labels(3, 3);
        board
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let looks = [(Glyph::Cross, "X"), (Glyph::Ring, "O")];
        let pieces = (0..2u8).flat_map(|player| {
            let (glyph, text) = looks[usize::from(player)].clone();
            bits(self.marks[usize::from(player)].into()).map(move |cell| {
                Piece::new(cell as u16, glyph.clone(), Paint::Player(player), text, text.to_owned())
            })
        });
        let row = ROWS.iter().find(|&&row| self.marks.iter().any(|marks| row & !marks == 0));
        Scene {
            pieces: pieces.collect(),
            overlays: row.map(|&row| winning(bits(row.into()))).into_iter().collect(),
            ..Scene::default()
        }
    }

    fn input(&self, Cell(cell): Cell) -> Input {
        Input::cells([cell.into()])
    }

    fn player_name(&self, player: Player) -> String {
        ["X", "O"][player.index()].to_owned()
    }
}

/// A frame round the cells that decided the game.
fn winning(cells: impl Iterator<Item = u32>) -> Overlay {
    Overlay {
        cells: cells.map(|cell| cell as u16).collect(),
        kind: OverlayKind::Frame,
        paint: Paint::Good,
        spoken: "the winning row".to_owned(),
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// Bits go up the columns, with a spare one on top of each.
    fn cell(bit: u32) -> u16 {
        let (column, row) = (bit as usize / (H + 1), bit as usize % (H + 1));
        ((H - 1 - row) * W + column) as u16
    }

    /// Where a stone dropped into the column comes to lie.
    fn landing(&self, Column(column): Column) -> u16 {
        let bottom = u32::from(column) * (H as u32 + 1);
        let free = self.playable() >> bottom & ((1 << H) - 1);
        Self::cell(bottom + free.trailing_zeros())
    }

    /// Every stone that is part of four in a row.
    fn fours(stones: u64) -> u64 {
        let stride = H as u32 + 1;
        let mut found = 0;
        for step in [1, stride, stride - 1, stride + 1] {
            let four = stones & stones >> step & stones >> (2 * step) & stones >> (3 * step);
            found |= four | four << step | four << (2 * step) | four << (3 * step);
        }
        found
    }
}

impl<const W: usize, const H: usize> Scenic for ConnectFour<W, H> {
    fn board(&self) -> Board {
        let (w, h) = (W as u16, H as u16);
        let mut board = shapes::squares(w, h, |_, _| Paint::Light, name(h));
        board.labels = shapes::chess_labels(w, h);
        board
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let stones =
            if self.ply & 1 == 0 { [self.own, self.other] } else { [self.other, self.own] };
        let piece = |player: u8, bit| {
            let (text, spoken) = [("x", "red stone"), ("o", "blue stone")][usize::from(player)];
            let paint = Paint::Player(player);
            Piece::new(Self::cell(bit), Glyph::Disc, paint, text, spoken.to_owned())
        };
        let four = bits(Self::fours(self.other)).map(|bit| u32::from(Self::cell(bit)));
        Scene {
            pieces: (0..2)
                .flat_map(|p: u8| bits(stones[usize::from(p)]).map(move |bit| piece(p, bit)))
                .collect(),
            overlays: self.won.then(|| winning(four)).into_iter().collect(),
            ..Scene::default()
        }
    }

    fn input(&self, column: Column) -> Input {
        let digit = (column.0 < 9).then(|| (column.0 + 1).to_string());
        Input { key: digit, ..Input::cells([self.landing(column)]) }
    }

    fn player_name(&self, player: Player) -> String {
        ["Red", "Blue"][player.index()].to_owned()
    }
}

fn othello_board() -> Board {
    let mut board = shapes::squares(8, 8, |_, _| Paint::Mid, name(8));
    board.labels = shapes::chess_labels(8, 8);
    board
}

fn othello_scene(board: &othello::Board) -> Scene {
    let discs = (0..2).flat_map(|player| {
        bits(board.discs[player]).map(move |bit| stone(from_top(bit, 8, 8), player))
    });
    let count = |player: usize| Panel {
        title: ["Black", "White"][player].to_owned(),
        player: Some(player as u8),
        items: vec![Item::fact("discs", board.discs[player].count_ones().to_string())],
    };
    Scene {
        pieces: discs.collect(),
        panels: vec![count(0), count(1)],
        status: if board.passes == 1 {
            "the last move was a pass".to_owned()
        } else {
            String::new()
        },
        ..Scene::default()
    }
}

fn othello_input(disc: Disc) -> Input {
    if disc == Disc::PASS {
        return Input::button("pass");
    }
    Input::cells([from_top(disc.0.into(), 8, 8)])
}

macro_rules! othello {
    ($($form:ident),*) => {$(
        impl Scenic for $form {
            fn board(&self) -> Board {
                othello_board()
            }

            fn scene(&self, _: Option<Player>) -> Scene {
                othello_scene(&$form::board(self))
            }

            fn input(&self, disc: Disc) -> Input {
                othello_input(disc)
            }

            fn player_name(&self, player: Player) -> String {
                ["Black", "White"][player.index()].to_owned()
            }
        }
    )*};
}
othello!(Token, Trail);

impl<const N: usize> Scenic for AtariGo<N> {
    fn board(&self) -> Board {
        let side = N as u16;
        let mut board = shapes::crossings(side, side, name(side));
        board.labels = shapes::chess_labels(side, side);
        board
    }

    fn scene(&self, _: Option<Player>) -> Scene {
        let side = N as u16;
        let mut scene = Scene::default();
        for player in Player::all(2) {
            let stones = self.stones[player.index()];
            let cell = |bit| from_top(bit, side, side);
            scene.pieces.extend(bits(stones).map(|bit| stone(cell(bit), player.index())));
            let dead: Vec<u16> =
                bits(stones).filter(|&bit| self.is_dead(player, 1 << bit)).map(cell).collect();
            if !dead.is_empty() {
                scene.overlays.push(Overlay {
                    cells: dead,
                    kind: OverlayKind::Frame,
                    paint: Paint::Bad,
                    spoken: "captured".to_owned(),
                });
            }
        }
        if self.turn() == Turn::Over && scene.overlays.is_empty() {
            scene.status = "no legal point is left".to_owned();
        }
        scene
    }

    fn input(&self, Point(point): Point) -> Input {
        Input::cells([from_top(point.into(), N as u16, N as u16)])
    }

    fn player_name(&self, player: Player) -> String {
        ["Black", "White"][player.index()].to_owned()
    }
}
