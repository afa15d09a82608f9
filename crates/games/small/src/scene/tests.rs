//! The laws of scenes, and what each picture must show.

use crate::othello::{Token, Trail};
use crate::{
    AtariGo, Chain, ConnectFour, Goofspiel, Kuhn, Leduc, LiarsDice, Phantom, Pig, ThreeInARow,
    TicTacToe, Tron,
};
use takeback_core::{Game, Hidden, Notation, Player, Portable};
use takeback_scene::laws::{Extent, check, check_hidden, check_rounds};
use takeback_scene::{Input, ItemKind, OverlayKind, Scenic};

#[test]
fn scenes_keep_their_laws() {
    let walk = Extent::default();
    check(&TicTacToe::default(), walk).unwrap();
    check(&ConnectFour::<7, 6>::default(), walk).unwrap();
    check(&ConnectFour::<4, 4>::default(), walk).unwrap();
    check(&Token::default(), walk).unwrap();
    check(&Trail::default(), walk).unwrap();
    check(&AtariGo::<5>::default(), walk).unwrap();
    check(&Pig::new(3, 20), walk).unwrap();
    dark(&<Kuhn>::default());
    dark(&Kuhn::<3>::default());
    dark(&Leduc::default());
    dark(&LiarsDice::<6>::default());
    dark(&Goofspiel::<4>::default());
    dark(&Phantom::<ThreeInARow>::default());
    dark(&Phantom::<Chain<3>>::default());
    check(&Tron::default(), walk).unwrap();
    check_rounds(&Tron::default(), walk).unwrap();
}

fn dark<G: Scenic + Hidden>(start: &G) {
    check(start, Extent::default()).unwrap();
    check_hidden(start, Extent::default()).unwrap();
}

fn after<G: Game + Notation + Default>(moves: &str) -> G {
    let mut game = G::default();
    for text in moves.split_whitespace() {
        let m = game.read_move(text).expect("a move");
        game.make(m);
    }
    game
}

#[test]
fn a_stone_is_dropped_by_clicking_where_it_lands() {
    let game: ConnectFour<7, 6> = after("d d");
    let third = game.read_move("d").expect("a column");
    let board = game.board();
    let input = game.input(third);
    assert_eq!(input, Input::cells([3 * 7 + 3]).or_key("4"));
    assert_eq!(board.cells[3 * 7 + 3].name, "d3");
}

#[test]
fn what_won_is_framed() {
    let game: ConnectFour<7, 6> = after("d c d c d c d");
    let frame = &game.scene(None).overlays[0];
    assert_eq!(frame.kind, OverlayKind::Frame);
    let names: Vec<_> =
        frame.cells.iter().map(|&c| game.board().cells[usize::from(c)].name.clone()).collect();
    assert_eq!(names, ["d1", "d2", "d3", "d4"]);
    assert_eq!(after::<TicTacToe>("a1 b1 a2 b2 a3").scene(None).overlays[0].cells, [0, 3, 6]);
}

#[test]
fn cards_stay_hidden_until_the_showdown() {
    let faces = |game: &Kuhn, viewer| -> Vec<Option<String>> {
        let items = game.scene(viewer).panels.into_iter().flat_map(|panel| panel.items);
        items
            .filter_map(|item| match item.kind {
                ItemKind::Card { face, .. } => Some(face),
                _ => None,
            })
            .collect()
    };
    let game = <Kuhn>::read_position("QK b").expect("a position");
    assert_eq!(faces(&game, Some(Player::FIRST)), [Some("Q".to_owned()), None]);
    assert_eq!(faces(&game, None).into_iter().flatten().count(), 2);
    let called = <Kuhn>::read_position("QK bb").expect("a position");
    assert_eq!(faces(&called, Some(Player::FIRST)).into_iter().flatten().count(), 2);
    let folded = <Kuhn>::read_position("QK bp").expect("a position");
    assert_eq!(faces(&folded, Some(Player::FIRST)).into_iter().flatten().count(), 1);
}
