//! Placement, movement, capture, recovery, swap: the smallest position that shows each rule.

use super::{beginning, legal, on, play, position, refusal, square8};
use crate::{Hex8, RingRift, Rules, Square8};
use takeback_core::{Game, Player, Turn};

#[test]
fn a_stack_goes_at_least_as_far_as_it_is_high() {
    let mut game = square8("hand=0,0 turn=1:movement | 0,0:S11 2,0:M2 5,0:S222 7,7:S2");
    assert_eq!(beginning(&game, "M 0,0 ").len(), 3 + 6 + 5);
    let along = ["M 0,0 2,0", "M 0,0 3,0", "M 0,0 4,0"];
    assert!(along.iter().all(|ply| legal(&game).contains(&(*ply).to_owned())));
    assert_eq!(refusal(&game, "M 0,0 1,0"), "a stack of height 2 cannot go only 1 cells");
    assert_eq!(refusal(&game, "M 0,0 6,0"), "5,0 is in the way");
    assert_eq!(refusal(&game, "M 0,0 5,0"), "5,0 is not free");
    assert_eq!(refusal(&game, "M 0,0 2,1"), "the cells are not on one straight ray");
    assert_eq!(refusal(&game, "M 5,0 5,5"), "no stack of the player in turn on 5,0");
    play(&mut game, &["M 0,0 4,0"]);
    assert_eq!([on(&game, "0,0"), on(&game, "2,0"), on(&game, "4,0")], ["M1", "M1", "S11"]);
}

#[test]
fn own_markers_on_the_way_collapse() {
    let start = "hand=0,0 turn=1:movement | 0,0:S1 1,0:M1 7,7:S2 0,7:S1";
    let mut far = square8(start);
    play(&mut far, &["M 0,0 2,0"]);
    assert_eq!([on(&far, "0,0"), on(&far, "1,0"), on(&far, "2,0")], ["M1", "C1", "S1"]);
    assert_eq!(far.purse(Player(0)).territory(), 1);
    let mut near = square8(start);
    play(&mut near, &["M 0,0 1,0"]);
    assert_eq!([on(&near, "0,0"), on(&near, "1,0")], ["M1", ""]);
    let purse = near.purse(Player(0));
    assert_eq!((purse.eliminated(), purse.rings(), near.rings_eliminated()), (1, 1, 1));
}

#[test]
fn control_may_be_lost_by_landing_on_a_marker() {
    let mut game = square8("hand=0,0 turn=1:movement | 0,0:S12 2,0:M1 3,0:S2 7,7:S1");
    play(&mut game, &["M 0,0 2,0"]);
    assert_eq!(on(&game, "2,0"), "S2");
    // It could capture 3,0, but it is not player 1's any more.
    assert_eq!(game.phase().name(), "line_processing");
}

#[test]
fn captures_compare_caps_and_not_heights() {
    let mut game = square8("hand=0,0 turn=1:movement | 0,0:S122 1,0:S21 0,1:S2221 7,7:S2");
    let captures = beginning(&game, "C 0,0 1,0 ");
    assert_eq!(captures, (3..8).map(|x| format!("C 0,0 1,0 {x},0")).collect::<Vec<_>>());
    let taller = "the target's cap of 3 is taller than the attacker's of 1";
    assert_eq!(refusal(&game, "C 0,0 0,1 0,4"), taller);
    assert_eq!(refusal(&game, "C 0,0 1,0 2,0"), "a stack of height 3 cannot go only 2 cells");
    assert_eq!(refusal(&game, "C 0,0 3,0 4,0"), "the first stack on the way is on 1,0");
    assert_eq!(refusal(&game, "C 0,0 1,1 4,4"), "there is no stack to capture on the way");
    play(&mut game, &["C 0,0 1,0 3,0"]);
    assert_eq!([on(&game, "3,0"), on(&game, "1,0"), on(&game, "0,0")], ["S1222", "S1", "M1"]);
    assert_eq!(game.rings_eliminated(), 0);
}

#[test]
fn own_stacks_may_be_captured() {
    let mut game = square8("hand=0,0 turn=1:movement | 0,0:S1 1,0:S1 7,7:S2");
    play(&mut game, &["C 0,0 1,0 2,0"]);
    assert_eq!([on(&game, "2,0"), on(&game, "1,0"), on(&game, "0,0")], ["S11", "", "M1"]);
}

#[test]
fn a_chain_may_be_declined_at_first_but_not_later() {
    let mut game = square8("hand=0,0 turn=1:movement | 0,0:S1 3,0:S2 3,4:S2 7,7:S2");
    play(&mut game, &["M 0,0 2,0"]);
    assert_eq!(game.phase().name(), "capture");
    assert!(legal(&game).contains(&"SC".to_owned()));
    play(&mut game, &["C 2,0 3,0 4,0"]);
    if game.phase().name() == "chain_capture" {
        assert!(legal(&game).iter().all(|ply| ply.starts_with("K 4,0 ")));
    }
    let mut chain = square8("hand=0,0 turn=1:movement | 0,0:S1 1,0:S2 4,0:S2 7,7:S2");
    play(&mut chain, &["C 0,0 1,0 2,0"]);
    assert_eq!(chain.phase().name(), "chain_capture");
    assert_eq!(legal(&chain), ["K 2,0 4,0 5,0", "K 2,0 4,0 6,0", "K 2,0 4,0 7,0"]);
    assert_eq!(refusal(&chain, "SC"), "the phase is chain_capture");
    assert_eq!(refusal(&chain, "K 7,7 4,0 5,0"), "only the stack on 2,0 may go now");
}

#[test]
fn the_placed_stack_alone_may_move() {
    let start = square8("hand=5,5 turn=1:ring_placement | 0,0:S1 4,4:S2");
    assert!(legal(&start).contains(&"SP".to_owned()));
    let mut placed = start.clone();
    play(&mut placed, &["P 7,7 2"]);
    assert!(legal(&placed).iter().all(|ply| ply.contains(" 7,7 ")));
    assert_eq!(refusal(&placed, "M 0,0 1,0"), "only the stack on 7,7 may go now");
    let mut skipped = start;
    play(&mut skipped, &["SP", "M 0,0 1,0"]);
}

#[test]
fn rings_are_not_placed_to_be_stuck() {
    let walls = "turn=2:ring_placement hand=9,9 |";
    let closed = square8(&format!("{walls} 0,1:C1 1,1:C1 1,0:C1 7,7:S1"));
    assert_eq!(beginning(&closed, "P 0,0 "), Vec::<String>::new());
    assert_eq!(refusal(&closed, "P 0,0 1"), "a ring on 0,0 could neither move nor capture");
    let two_steps = square8(&format!("{walls} 0,1:C1 1,1:C1 3,0:C1 7,7:S1"));
    assert_eq!(beginning(&two_steps, "P 0,0 "), ["P 0,0 1", "P 0,0 2"]);
    let tall = square8(&format!("{walls} 0,1:C1 1,1:C1 1,0:S11 7,7:S1"));
    assert_eq!(beginning(&tall, "P 0,0 "), Vec::<String>::new());
    let gap = square8(&format!("{walls} 0,1:C1 1,1:C1 2,0:S111 7,7:S1"));
    assert_eq!(beginning(&gap, "P 0,0 "), ["P 0,0 1", "P 0,0 3"]);
    let near = square8(&format!("{walls} 0,1:C1 1,1:C1 1,0:S1 3,0:C1 7,7:S1"));
    assert_eq!(beginning(&near, "P 0,0 "), ["P 0,0 1", "P 0,0 2"]);
    assert_eq!(refusal(&near, "P 0,0 3"), "3 rings there could neither move nor capture");
}

#[test]
fn placements_respect_markers_stacks_and_the_hand() {
    let game = square8("turn=1:ring_placement hand=2,9 | 0,0:M2 3,3:S22 7,7:S1");
    assert_eq!(refusal(&game, "P 0,0 1"), "0,0 is not free");
    assert_eq!(refusal(&game, "P 3,3 2"), "only one ring may go onto the stack on 3,3");
    assert_eq!(refusal(&game, "P 5,5 3"), "only 2 rings may be placed");
    assert!(legal(&game).contains(&"P 3,3 1".to_owned()));
    // The supply counts rings on the board: with all eighteen out nothing can be placed.
    let out = square8("turn=1:ring_placement rings=2 hand=2,2 | 3,3:S11 7,7:S2");
    assert_eq!(beginning(&out, "P "), Vec::<String>::new());
}

#[test]
fn recovery_needs_markers_and_buried_rings_and_no_stack() {
    let mut game = square8("hand=0,9 turn=1:movement | 0,0:M1 4,4:S21 6,6:S212");
    let slides = legal(&game);
    assert_eq!(slides.len(), 3 * 2 + 1);
    assert!(slides.contains(&"RF 0,0 1,1 x 6,6".to_owned()) && slides.contains(&"SR".to_owned()));
    assert_eq!(refusal(&game, "RF 0,0 2,2 x 6,6"), "the cells are no neighbours");
    play(&mut game, &["RF 0,0 1,1 x 6,6"]);
    assert_eq!([on(&game, "0,0"), on(&game, "1,1"), on(&game, "6,6")], ["", "M1", "S22"]);
    // Credited to the player, but not in the total.
    assert_eq!((game.purse(Player(0)).eliminated(), game.rings_eliminated()), (1, 0));
    assert_eq!(game.phase().name(), "line_processing");
}

#[test]
fn a_strike_removes_the_top_ring_and_the_marker() {
    let mut game = square8("hand=0,9 turn=1:movement | 3,3:M1 4,4:S21 7,0:S2");
    play(&mut game, &["RS 3,3 4,4 x 4,4"]);
    assert_eq!([on(&game, "3,3"), on(&game, "4,4")], ["", ""]);
    assert_eq!((game.purse(Player(0)).eliminated(), game.rings_eliminated()), (2, 1));
    let calm = square8("strike=0 hand=0,9 turn=1:movement | 3,3:M1 4,4:S21 7,0:S2");
    assert_eq!(beginning(&calm, "RS "), Vec::<String>::new());
    assert_eq!(refusal(&calm, "RS 3,3 4,4 x 4,4"), "stack strikes are not allowed in this game");
}

#[test]
fn a_slide_that_completes_a_line_goes_first() {
    let markers = "0,0:M1 1,0:M1 2,0:M1 3,1:M1 7,7:S21";
    let game = square8(&format!("players=3 hand=0,9,9 turn=1:movement | {markers}"));
    let plies = legal(&game);
    assert!(plies.contains(&"R1 3,1 3,0 x 7,7".to_owned()));
    assert!(plies.contains(&"R2 3,1 3,0 c 1,0 2,0 3,0".to_owned()));
    assert_eq!(beginning(&game, "RF "), Vec::<String>::new());
    assert_eq!(
        refusal(&game, "RF 3,1 4,1 x 7,7"),
        "a slide that completes a line exists and goes first"
    );
    let mut whole = game.clone();
    play(&mut whole, &["R1 3,1 3,0 x 7,7"]);
    assert_eq!(whole.purse(Player(0)).territory(), 4);
    assert_eq!(on(&whole, "7,7"), "S2");
    let mut free = game;
    play(&mut free, &["R2 3,1 3,0 c 1,0 2,0 3,0"]);
    assert_eq!([on(&free, "0,0"), on(&free, "7,7")], ["M1", "S21"]);
}

/// Two long runs through the end of a slide: which cells collapse for free is decided by the first
/// of them, in the order of the axes, if it has just the length of a line; by the choice otherwise.
#[test]
fn a_free_recovery_takes_the_first_run_when_that_is_just_a_line() {
    // Four in the row (the first axis) and five in the column.
    let column = "3,0:M1 3,1:M1 3,2:M1 3,4:M1";
    let start = format!("hand=0,9 turn=1:movement | 0,3:M1 1,3:M1 2,3:M1 {column} 4,2:M1 7,7:S21");
    for window in ["3,0 3,1 3,2 3,3", "3,1 3,2 3,3 3,4"] {
        let mut game = square8(&start);
        play(&mut game, &[&format!("R2 4,2 3,3 c {window}")]);
        let row = ["0,3", "1,3", "2,3", "3,3"].map(|cell| on(&game, cell));
        assert_eq!(row, ["C1"; 4], "{window}");
        assert_eq!(on(&game, "3,0"), "M1", "the column stays");
        assert_eq!(game.purse(Player(0)).territory(), 4);
        // Nothing is paid for it, and the column is no line any more without its middle.
        assert_eq!((on(&game, "7,7"), game.purse(Player(0)).eliminated()), ("S21".into(), 0));
        assert_eq!(legal(&game), ["NL"]);
    }
    // Five in the row as well: the chosen part collapses, whichever run it belongs to.
    let longer =
        format!("hand=0,9 turn=1:movement | 0,3:M1 1,3:M1 2,3:M1 4,3:M1 {column} 4,2:M1 7,7:S21");
    let mut game = square8(&longer);
    assert_eq!(beginning(&game, "R2 4,2 3,3 c 3,"), Vec::<String>::new(), "of equals the first");
    play(&mut game, &["R2 4,2 3,3 c 1,3 2,3 3,3 4,3"]);
    assert_eq!([on(&game, "0,3"), on(&game, "4,3"), on(&game, "3,0")], ["M1", "C1", "M1"]);
    // The order of the axes counts and not the length alone: five in the row, four in the column.
    let turned = "0,3:M1 1,3:M1 2,3:M1 4,3:M1 3,0:M1 3,1:M1 3,2:M1 4,2:M1 7,7:S21";
    let mut game = square8(&format!("hand=0,9 turn=1:movement | {turned}"));
    play(&mut game, &["R2 4,2 3,3 c 0,3 1,3 2,3 3,3"]);
    assert_eq!([on(&game, "0,3"), on(&game, "4,3"), on(&game, "3,0")], ["C1", "M1", "M1"]);
}

/// Two line lengths meet: with two players on square8 a run of three along the first axis spoils the four
/// along another.
#[test]
fn a_line_slide_may_exist_and_not_be_playable() {
    let cells = "1,3:M1 2,3:M1 3,0:M1 3,1:M1 3,2:M1 4,4:M1 7,7:S21";
    let game = square8(&format!("hand=0,9 turn=1:movement | {cells}"));
    // 4,4 to 3,3 makes three in its row and four in its column: unplayable. Others may be lines too.
    assert_eq!(beginning(&game, "R1 4,4 3,3"), Vec::<String>::new());
    assert_eq!(beginning(&game, "RF "), Vec::<String>::new());
    assert!(legal(&game).contains(&"SR".to_owned()));
}

/// On hex8 three players need three in a row, but nothing shorter than four can be played.
#[test]
fn three_in_a_row_is_nothing_on_hex8() {
    let game = position::<Hex8>(
        "hex8 players=3 hand=0,9,9 turn=1:movement | 0,0,0:M1 1,0,-1:M1 3,-1,-2:M1 -4,0,4:S21 4,-4,0:S3",
    );
    assert_eq!(legal(&game), ["SR"]);
    let lines = position::<Hex8>(
        "hex8 players=3 hand=0,9,9 turn=1:line_processing | 0,0,0:M1 1,0,-1:M1 2,0,-2:M1 4,-4,0:S3",
    );
    assert_eq!(legal(&lines), ["NL"]);
}

#[test]
fn a_swap_exchanges_people_and_not_colours() {
    let rules = Rules { swap: true, ..Rules::standard::<Square8>(2) };
    let mut game = RingRift::<Square8>::new(rules).unwrap();
    assert_eq!(beginning(&game, "SW"), Vec::<String>::new());
    play(&mut game, &["P 3,3 1", "M 3,3 3,4", "NL", "NT"]);
    assert_eq!(game.turn(), Turn::Player(Player(1)));
    let mut answered = game.clone();
    play(&mut answered, &["P 0,0 1"]);
    play(&mut game, &["SW"]);
    // Colour 2 is still to act, but now it is the first person's.
    assert_eq!((game.colour(), game.turn()), (Player(1), Turn::Player(Player(0))));
    assert_eq!(beginning(&game, "SW"), Vec::<String>::new());
    assert_eq!(refusal(&game, "SW"), "the swap is not on offer");
    play(&mut game, &["P 0,0 1", "M 0,0 1,0", "NL", "NT"]);
    assert_eq!((game.colour(), game.turn()), (Player(0), Turn::Player(Player(1))));
    game.play(crate::Move::Resign(Player(0)));
    assert_eq!(game.payoff(Player(0)), takeback_core::Payoff::WIN);
    let three = Rules { swap: true, ..Rules::standard::<Square8>(3) };
    let game = RingRift::<Square8>::new(three).unwrap();
    assert!(!game.step().swap_open());
}
