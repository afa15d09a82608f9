//! Lines and regions: the smallest position that shows each rule.

use super::{beginning, legal, on, play, position, refusal, square8};
use crate::{Hex8, Hexagonal};
use takeback_core::Player;

#[test]
fn an_exact_line_costs_a_ring_of_who_has_a_stack() {
    let line = "0,0:M1 1,0:M1 2,0:M1 3,0:M1";
    let mut game = square8(&format!("turn=1:line_processing flags=acted | {line} 7,7:S11 5,5:S2"));
    assert_eq!(legal(&game), ["L 0,0 1,0 2,0 3,0"]);
    assert_eq!(refusal(&game, "NL"), "a line must be collapsed first");
    play(&mut game, &["L 0,0 1,0 2,0 3,0"]);
    assert_eq!(game.purse(Player(0)).territory(), 4);
    assert_eq!(legal(&game), ["E1 7,7"]);
    assert_eq!(refusal(&game, "NL"), "something waits to be paid for");
    play(&mut game, &["E1 7,7"]);
    assert_eq!(on(&game, "7,7"), "S1");
    assert_eq!(legal(&game), ["NL"]);
    play(&mut game, &["NL"]);
    assert_eq!(game.phase().name(), "territory_processing");
    let mut poor = square8(&format!("turn=1:line_processing flags=acted | {line} 5,5:S2"));
    play(&mut poor, &["L 0,0 1,0 2,0 3,0"]);
    assert_eq!(poor.phase().name(), "territory_processing");
}

#[test]
fn a_longer_line_may_be_collapsed_in_part_for_free() {
    let line = "0,0:M1 1,1:M1 2,2:M1 3,3:M1 4,4:M1";
    let mut game = square8(&format!("turn=1:line_processing flags=acted | {line} 7,0:S1 5,5:S2"));
    let all = "0,0 1,1 2,2 3,3 4,4";
    let options = [
        format!("O {all} c 0,0 1,1 2,2 3,3"),
        format!("O {all} c {all}"),
        format!("O {all} c 1,1 2,2 3,3 4,4"),
    ];
    assert_eq!(legal(&game), options);
    assert_eq!(
        refusal(&game, "L 0,0 1,1 2,2 3,3"),
        "\"L 0,0 1,1 2,2 3,3\" names no line of the player in turn"
    );
    play(&mut game, &[options[2].as_str()]);
    assert_eq!((on(&game, "0,0"), game.step().pending()), ("M1".into(), false));
    assert_eq!(game.phase().name(), "territory_processing");
}

/// The debt of a line is one flag: the last line processed sets it.
#[test]
fn a_free_option_wipes_the_debt_of_another_line() {
    let cells = "0,0:M1 1,0:M1 2,0:M1 3,0:M1 0,7:M1 1,7:M1 2,7:M1 3,7:M1 4,7:M1";
    let mut game = square8(&format!("turn=1:line_processing flags=acted | {cells} 7,4:S1 5,5:S2"));
    play(&mut game, &["L 0,0 1,0 2,0 3,0"]);
    assert!(game.step().pending());
    assert_eq!(beginning(&game, "E1"), ["E1 7,4"]);
    play(&mut game, &["O 0,7 1,7 2,7 3,7 4,7 c 0,7 1,7 2,7 3,7"]);
    assert!(!game.step().pending());
    assert_eq!(game.phase().name(), "territory_processing");
}

#[test]
fn lines_of_others_are_ignored() {
    let game =
        square8("turn=1:line_processing flags=acted | 0,0:M2 1,0:M2 2,0:M2 3,0:M2 7,7:S1 5,5:S2");
    assert_eq!(legal(&game), ["NL"]);
}

#[test]
fn a_run_of_four_on_hex8_is_longer_than_three_players_need() {
    let game = position::<Hex8>(
        "hex8 players=3 turn=1:line_processing flags=acted | 0,0,0:M1 1,0,-1:M1 2,0,-2:M1 3,0,-3:M1 4,-4,0:S3",
    );
    assert_eq!(beginning(&game, "O ").len(), 3);
    assert_eq!(beginning(&game, "L ").len(), 0);
}

#[test]
fn a_corner_behind_anybodys_markers_may_be_claimed() {
    let mut game =
        square8("turn=1:territory_processing flags=acted | 0,1:M2 1,0:M2 2,1:M1 7,7:S1 5,5:S2");
    assert_eq!(beginning(&game, "T "), ["T 0,0"]);
    play(&mut game, &["T 0,0"]);
    // The border and all markers that hang together with it by king's steps.
    assert_eq!(["0,0", "0,1", "1,0", "2,1"].map(|cell| on(&game, cell)), ["C1"; 4]);
    assert_eq!(game.purse(Player(0)).territory(), 4);
    assert_eq!(legal(&game), ["ET 7,7"]);
    assert_eq!(refusal(&game, "NT"), "something waits to be paid for");
    assert_eq!(refusal(&game, "EX 7,7"), "the price is another this turn");
    play(&mut game, &["ET 7,7"]);
    assert_eq!(game.purse(Player(0)).eliminated(), 1);
    // Nothing is left to claim: the turn ends without another ply.
    assert_eq!((game.colour(), game.phase().name()), (Player(1), "ring_placement"));
}

#[test]
fn regions_take_whole_stacks_with_them() {
    let cells = "0,2:M1 1,2:M1 2,2:M1 2,1:M1 2,0:M1 0,0:S2212 7,7:S11 7,0:S2";
    let mut game = square8(&format!("turn=1:territory_processing flags=acted | {cells}"));
    let region = "T 0,0 0,1 1,0 1,1";
    assert!(legal(&game).contains(&region.to_owned()));
    play(&mut game, &[region]);
    assert_eq!(game.purse(Player(0)).eliminated(), 4);
    assert_eq!(game.purse(Player(0)).territory(), 4 + 5);
    assert_eq!([game.purse(Player(0)).rings(), game.purse(Player(1)).rings()], [2, 1]);
    play(&mut game, &["ET 7,7"]);
    assert_eq!(game.purse(Player(0)).eliminated(), 6);
}

#[test]
fn buried_rings_make_everything_disconnected() {
    let game = square8("turn=1:territory_processing flags=acted | 0,1:M1 1,0:M1 4,4:S12 6,6:S1");
    // The pocket in the corner may be claimed; the rest holds all of player 1's stacks, so nothing could pay.
    assert_eq!(legal(&game), ["ST", "T 0,0"]);
    let whole = square8("turn=1:territory_processing flags=acted | 0,1:M1 1,0:M1 0,0:S1 4,4:S12");
    assert_eq!(beginning(&whole, "T ").len(), 2);
}

#[test]
fn nothing_can_be_claimed_without_a_stack_outside() {
    let game = square8("turn=1:territory_processing flags=acted | 0,1:M2 1,0:M2 0,0:S1 5,5:S2");
    // The corner holds the only stack that could pay; the rest of the board may be claimed.
    let claims = beginning(&game, "T ");
    assert!(claims.len() == 1 && claims[0].contains(" 5,5 "), "{claims:?}");
    let why = "every colour is present in these cells, or no stack outside could pay for them";
    assert_eq!(refusal(&game, "T 0,0"), why);
}

#[test]
fn after_recovery_the_price_is_a_buried_ring() {
    let cells = "0,1:M2 1,0:M2 3,3:M1 4,4:S21 6,6:S12 7,0:S2";
    let flags = "flags=acted,recovered";
    let mut game = square8(&format!("turn=1:territory_processing {flags} | {cells}"));
    play(&mut game, &["T 0,0"]);
    assert_eq!(legal(&game), ["EX 4,4"]);
    assert_eq!(refusal(&game, "EX 6,6"), "no ring of the player in turn is buried on 6,6");
    play(&mut game, &["EX 4,4"]);
    assert_eq!((on(&game, "4,4"), game.rings_eliminated()), ("S2".into(), 1));
}

#[test]
fn the_border_grows_by_kings_steps_except_on_hexagonal() {
    let hex8 = "0,-4,4:M1 1,-4,3:M1 0,-3,3:S1 2,-3,1:M2 4,0,-4:S1 -4,0,4:S2";
    // On hex8 (1,1) counts as a king's step although the cells do not touch.
    let mut small =
        position::<Hex8>(&format!("hex8 turn=1:territory_processing flags=acted | {hex8}"));
    let claims = beginning(&small, "T ");
    assert_eq!(claims, Vec::<String>::new());
    let fence = "3,-4,1:M1 3,-3,0:M1 4,-3,-1:M2 2,-4,2:M2 0,0,0:S1 -4,0,4:S2";
    small = position::<Hex8>(&format!("hex8 turn=1:territory_processing flags=acted | {fence}"));
    assert_eq!(beginning(&small, "T "), Vec::<String>::new());
    let corner = "3,-4,1:M1 3,-3,0:M1 4,-3,-1:M1 2,-4,2:M2 0,0,0:S1 -4,0,4:S2";
    small = position::<Hex8>(&format!("hex8 turn=1:territory_processing flags=acted | {corner}"));
    play(&mut small, &["T 4,-4,0"]);
    assert_eq!(on(&small, "2,-4,2"), "C1");
    let corner = "11,-12,1:M1 11,-11,0:M1 12,-11,-1:M1 10,-12,2:M2 0,0,0:S1 -4,0,4:S2";
    let text = format!("hexagonal turn=1:territory_processing flags=acted | {corner}");
    let mut large = position::<Hexagonal>(&text);
    play(&mut large, &["T 12,-12,0"]);
    assert_eq!(on(&large, "10,-12,2"), "M2");
    assert_eq!(large.purse(Player(0)).territory(), 4);
}
