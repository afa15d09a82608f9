//! The laws of scenes on every board, and the ways of clicking.

use super::layout;
use crate::moves::cells;
use crate::{Board, Duel, Hex8, Hexagonal, RingRift, Square8, Square19};
use takeback_core::{Game, Notation};
use takeback_scene::laws::{Extent, check};
use takeback_scene::{Badge, Glyph, Scenic, Target};

#[test]
fn scenes_keep_their_laws() {
    let walk = |positions| Extent { positions, longest: 600, ..Extent::default() };
    check(&Duel::<Square8>::standard(2), walk(700)).unwrap();
    check(&Duel::<Hex8>::standard(2), walk(700)).unwrap();
    check(&RingRift::<Hex8>::standard(4), walk(300)).unwrap();
    check(&RingRift::<Square8>::standard(3), walk(300)).unwrap();
    check(&Duel::<Square19>::standard(2), walk(12)).unwrap();
    check(&Duel::<Hexagonal>::standard(2), walk(8)).unwrap();
}

fn cells_are_drawn_once<B: Board>() {
    let drawn = layout::board::<B>();
    assert_eq!(drawn.cells.len(), B::CELLS);
    for (number, cell) in cells(B::ALL).enumerate() {
        assert_eq!(usize::from(layout::index::<B>(cell)), number);
    }
}

#[test]
fn numbers_follow_the_cells() {
    cells_are_drawn_once::<Square8>();
    cells_are_drawn_once::<Hex8>();
    cells_are_drawn_once::<Square19>();
    cells_are_drawn_once::<Hexagonal>();
}

fn cell(board: &takeback_scene::Board, name: &str) -> Target {
    let found = board.cells.iter().position(|cell| cell.name == name);
    Target::Cell(found.expect("a cell") as u16)
}

#[test]
fn rings_are_placed_by_cell_and_number_and_stacks_grow() {
    let mut game = Duel::<Square8>::standard(2);
    let board = game.board();
    let place = game.read_move("P 3,3 2").unwrap();
    assert_eq!(
        game.input(place).clicks,
        [cell(&board, "3,3"), Target::Button("2 rings".to_owned())]
    );
    let _ = game.make(place);
    let scene = game.scene(None);
    assert_eq!(scene.pieces[0].badges, [Badge::Number(2)]);
    assert_eq!(scene.pieces[0].layers.len(), 2);
    assert_eq!(scene.overlays[0].spoken, "this stack is on the move");
    let slide = game.read_move("M 3,3 3,6").unwrap();
    assert_eq!(game.input(slide).clicks, ["3,3", "3,6"].map(|name| cell(&board, name)));
    let _ = game.make(slide);
    assert!(game.scene(None).pieces.iter().any(|piece| piece.layers[0].glyph == Glyph::Dot));
    assert_eq!(game.told(game.read_move("NL").unwrap(), None), "no line");
}

#[test]
fn plies_are_said_and_refused_clicks_explained() {
    let mut game = Duel::<Square8>::standard(2);
    let board = game.board();
    let place = game.read_move("P 3,3 2").unwrap();
    assert_eq!(game.said(place), "places 2 rings on 3,3");
    let _ = game.make(place);
    let slide = game.legal_moves().into_iter().find(|&m| game.move_text(m) == "M 3,3 3,6").unwrap();
    assert_eq!(game.said(slide), "moves from 3,3 to 3,6");
    let why = |game: &Duel<Square8>, clicks: &[&str]| {
        let clicks: Vec<Target> = clicks.iter().map(|name| cell(&board, name)).collect();
        game.why_not(&clicks).expect("a rule")
    };
    assert!(why(&game, &["0,0"]).contains("just placed"), "{}", why(&game, &["0,0"]));
    assert!(why(&game, &["3,3", "3,4"]).contains("stack of 2"), "{}", why(&game, &["3,3", "3,4"]));
}

#[test]
fn hexagons_have_coordinates() {
    let drawn = layout::board::<Hex8>();
    assert!(
        drawn.labels.iter().any(|label| label.writing == "-4"),
        "the outermost row is numbered"
    );
    for label in &drawn.labels {
        assert!(
            (0.0..=drawn.width).contains(&label.at.0) && (0.0..=drawn.height).contains(&label.at.1)
        );
    }
}
