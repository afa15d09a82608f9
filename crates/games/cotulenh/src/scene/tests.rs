//! The laws of scenes, and what a deployment looks like.

use crate::{CoTuLenh, Move};
use takeback_core::{Game, Notation, Portable};
use takeback_scene::laws::{Extent, check};
use takeback_scene::{Badge, Item, OverlayKind, Pointing, Scenic, Step, Target};

fn position(fen: &str) -> CoTuLenh {
    CoTuLenh::read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn cell(game: &CoTuLenh, name: &str) -> u16 {
    game.board().cells.iter().position(|cell| cell.name == name).expect("a cell") as u16
}

fn button(writing: &str) -> Target {
    Target::Button(writing.to_owned())
}

#[test]
fn scenes_keep_their_laws() {
    let walk = Extent { positions: 250, ..Extent::default() };
    check(&CoTuLenh::new(), walk).unwrap();
    // Stacks of three of every terrain, so that walks deploy a lot.
    let stacks =
        position("6c4/1(nft)4h4/4(ti)6/11/2i8/11/7g3/11/5(TI)5/1(NFT)9/4(FTI)3A2/3C7 r - - 0 1");
    check(&stacks, walk).unwrap();
}

#[test]
fn a_deployment_is_guided_click_by_click() {
    let mut game = position("6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1");
    let inputs: Vec<_> = game.legal_moves().iter().map(|&m| game.input(m)).collect();
    let mut pointing = Pointing::new(&inputs);
    assert_eq!(pointing.click(&Target::Cell(cell(&game, "f4"))), Step::On);
    let choices = pointing.targets();
    for choice in ["whole stack", "deploy tank", "deploy infantry"] {
        assert!(choices.contains(&button(choice)), "{choice} in {choices:?}");
    }
    assert_eq!(pointing.click(&button("deploy tank")), Step::On);
    let Step::Move(m) = pointing.click(&Target::Cell(cell(&game, "f6"))) else {
        panic!("three clicks mean a move");
    };
    game.make(game.legal_moves()[m]);
    let scene = game.scene(None);
    assert_eq!(scene.panels[0].title, "Deploying from f4");
    assert_eq!(scene.panels[0].items.len(), 2);
    let framed = scene.overlays.iter().find(|o| o.kind == OverlayKind::Frame).expect("a frame");
    assert_eq!(framed.cells, [cell(&game, "f4")]);
    assert_eq!(game.input(Move::COMMIT).clicks, [button("commit")]);
    // One piece is left, so that nobody asks which.
    let go = game.read_move("If4>f5").expect("a move");
    assert_eq!(game.input(go).clicks, ["f4", "f5"].map(|name| Target::Cell(cell(&game, name))));
}

#[test]
fn two_ways_to_take_are_two_buttons() {
    // An air force may take and come back, or take and stay there.
    let game = position("6c4/11/11/11/11/11/5i5/11/5F5/11/11/3C7 r - - 0 1");
    let ways: Vec<_> = game
        .legal_moves()
        .into_iter()
        .filter(|m| m.action().is_capture())
        .map(|m| game.input(m).clicks)
        .collect();
    assert_eq!(ways.len(), 2);
    assert!(ways.iter().all(|clicks| matches!(clicks[2], Target::Button(_))));
    assert_ne!(ways[0], ways[1]);
}

#[test]
fn heroes_wear_a_star_and_stacks_show_what_they_carry() {
    let game = position("6c4/11/11/11/11/11/11/11/5(+TI)5/11/8A2/3C7 r - - 0 1");
    let scene = game.scene(None);
    let stack = scene.pieces.iter().find(|piece| piece.layers.len() == 2).expect("a stack");
    assert_eq!(stack.badges, [Badge::Star]);
    assert_eq!(stack.spoken, "red heroic tank carrying infantry");
    assert_eq!(stack.text, "T2");
    let pieces = |side: usize| scene.panels[side].items[0].clone();
    assert_eq!(pieces(0), Item::fact("pieces", "4"));
    assert_eq!(pieces(1), Item::fact("pieces", "1"));
}

#[test]
fn moves_are_said_and_refused_clicks_explained() {
    let game = position("6c4/11/11/11/11/11/11/2N1i6/5(TI)5/11/11/3C7 r - - 0 1");
    let said = |text: &str| game.said(game.read_move(text).expect("a move"));
    assert_eq!(said("(TI)f4f6"), "tank carrying infantry from f4 to f6");
    assert_eq!(said("If4>f5"), "deploys infantry from f4 to f5");
    assert_eq!(said("Nc5_e5"), "navy on c5 shoots infantry on e5 and stays");
    let why = |clicks: &[&str]| {
        let clicks: Vec<Target> =
            clicks.iter().map(|name| Target::Cell(cell(&game, name))).collect();
        game.why_not(&clicks).expect("a rule")
    };
    assert!(why(&["g12"]).contains("Red's turn"), "{}", why(&["g12"]));
    assert!(why(&["c5", "f5"]).contains("stays on the water"), "{}", why(&["c5", "f5"]));
    assert!(why(&["f4", "a4"]).contains("open sea"), "{}", why(&["f4", "a4"]));
    assert!(why(&["f4", "f9"]).contains("does not reach f9"), "{}", why(&["f4", "f9"]));
    assert!(why(&["d1", "g1"]).contains("in the eye"), "{}", why(&["d1", "g1"]));
}
