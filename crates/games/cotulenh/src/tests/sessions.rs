//! Deployments: steps, riding along, commit, dead ends, the way back.

use super::{is_listed, listed, listed_after, make_exactly, play, position, setup, stack_on};
use crate::{Action, CoTuLenh, Move, Side};
use takeback_core::{Game, Keyed, Notation, Portable, Turn};

/// The session part of a position's text.
fn session(position: &CoTuLenh) -> String {
    position.position_text().split(' ').nth(6).unwrap_or("").to_owned()
}

#[test]
fn the_last_piece_to_go_ends_the_turn() {
    let open = play(&setup("Cc1 cj12 (TM)f4 ik9 Ii2"), &["Mf4>g5"]);
    assert_eq!(open.turn(), Turn::Player(Side::Red.player()));
    assert_eq!(session(&open), "f4:T:M>g5...");
    let after = play(&open, &["Tf4>f6"]);
    assert_eq!((after.side(), after.is_deploying()), (Side::Blue, false));
    assert_eq!((stack_on(&after, "g5"), stack_on(&after, "f6")), ("M".into(), "T".into()));
    let stayed = play(&open, &["commit"]);
    assert_eq!((stayed.side(), stack_on(&stayed, "f4")), (Side::Blue, "T".into()));
    assert_eq!(stayed.clock(), 1);
}

#[test]
fn a_piece_on_the_way_is_in_the_way() {
    let open = play(&setup("Cc1 cj12 (TM)f4 ik9 Ii2"), &["Mf4>f5"]);
    assert!(!is_listed(&open, "Tf4>f6"));
    assert!(is_listed(&open, "Tf4>&f5"), "but it may ride along");
}

#[test]
fn cargo_cannot_be_left_on_the_sea() {
    let open = play(&setup("Ck1 cj12 (NT)b5 ik9 Ii2"), &["Nb5>b3"]);
    assert!(!open.can_commit() && !is_listed(&open, "commit"));
    let ashore = play(&open, &["Tb5>c5"]);
    assert_eq!((ashore.side(), stack_on(&ashore, "c5")), (Side::Blue, "T".into()));
    // Riding along is the same as going together.
    let rode = play(&open, &["Tb5>&b3"]);
    let went = play(&setup("Ck1 cj12 (NT)b5 ik9 Ii2"), &["(NT)b5b3"]);
    assert_eq!(rode, went);
    assert_eq!(rode.key(), went.key());
}

#[test]
fn riding_along_needs_no_way_of_ones_own() {
    let after = play(&setup("Ck1 cj12 (NFT)c3 ik9 Ii2"), &["Nc3>c5", "Tc3>c4", "Fc3>&c5"]);
    assert_eq!((stack_on(&after, "c5"), stack_on(&after, "c4")), ("(NF)".into(), "T".into()));
    let tank = play(&setup("Ck1 cj12 (NT)c3 ik9 Ii2"), &["Nc3>c7"]);
    assert!(is_listed(&tank, "Tc3>&c7"), "four steps, twice its range");
}

#[test]
fn riders_of_a_suicide_die_with_it() {
    let open = play(&setup("Ck1 cj12 (FTM)f3 gf6 ik9 Ii2"), &["Ff3>@f6"]);
    assert!(!is_listed(&open, "Tf3>f6") && is_listed(&open, "Tf3>&f6"));
    let after = play(&open, &["Tf3>&f6"]);
    assert_eq!(session(&after), "f3:M:(FT)>@f6...");
    assert_eq!((stack_on(&after, "f3"), stack_on(&after, "f6")), ("M".into(), "-".into()));
}

#[test]
fn a_rider_may_change_what_the_step_was() {
    // The tank took c6; with the aircraft as carrier the flight is a suicide.
    let open = play(&setup("Ck1 cj12 (NFT)c5 ic6 gc7 ik9 Ii2"), &["Tc5>xc6"]);
    assert_eq!(stack_on(&open, "c6"), "T");
    let after = play(&open, &["Fc5>&c6"]);
    assert_eq!(session(&after), "c5:N:(FT)>@c6...");
    assert_eq!((stack_on(&after, "c6"), stack_on(&after, "c5")), ("-".into(), "N".into()));
    let ended = play(&after, &["commit"]);
    assert_eq!(ended.clock(), 1, "the first step is no longer a capture by moving");
    let plain = play(&open, &["commit"]);
    assert_eq!(plain.clock(), 0);
}

#[test]
fn no_ride_onto_what_does_not_combine() {
    let open = play(&setup("Ck1 cj12 (FTM)f3 If5 ik9 Ii2"), &["Tf3>&f5"]);
    assert_eq!(stack_on(&open, "f5"), "(TI)");
    assert!(!is_listed(&open, "Mf3>&f5"), "a tank carries one man only");
    assert!(is_listed(&open, "Ff3>&f5"));
}

#[test]
fn a_stay_capture_is_matched_by_stay_captures_only() {
    // From c5 the tank fires at the ship on a5; the Navy would capture by moving,
    // so it cannot be merged into that step.
    let open = play(&setup("Ck1 cj12 (NT)c5 na5 ik9 Ii2"), &["Tc5>_a5"]);
    assert_eq!(session(&open), "c5:N:T>_a5...");
    assert!(!is_listed(&open, "Nc5>&a5") && is_listed(&open, "Nc5>a5"));
    let after = play(&open, &["Nc5>a5"]);
    assert_eq!((stack_on(&after, "a5"), stack_on(&after, "c5")), ("N".into(), "T".into()));
}

#[test]
fn who_fired_from_its_place_has_deployed() {
    let open = play(&setup("Ck1 cj12 (NI)d6 if6 ik9 Ii2"), &["Nd6>_f6"]);
    assert_eq!(session(&open), "d6:I:N>_f6...");
    assert!(listed_after(&open, "N").is_empty());
}

#[test]
fn the_carrier_lands_where_a_suicide_cleared_the_square() {
    let start = setup("Ck1 cj12 (NFM)c5 ne7 Nd6 ik9 Ii2");
    let open = play(&start, &["Fc5>@e7"]);
    assert!(is_listed(&open, "Nc5>&e7"));
    let landed = play(&open, &["Nc5>&e7"]);
    assert_eq!(session(&landed), "c5:M:F>@e7,N>&e7...");
    assert_eq!(stack_on(&landed, "e7"), "N");
    let rode = play(&landed, &["Mc5>&e7"]);
    assert_eq!((stack_on(&rode, "e7"), stack_on(&rode, "c5")), ("N".into(), "-".into()));
    assert_eq!(rode.side(), Side::Blue);
}

#[test]
fn a_step_to_an_earlier_target_that_is_no_ride_is_a_plain_step() {
    // The ship fired at d5 and stayed; ship and man could not stand there together.
    let fired = play(&setup("Ck1 cj12 (NI)d6 id5 ik9 Ii2"), &["Nd6>_d5"]);
    let m = fired.read_move("Id6>d5").unwrap();
    assert_eq!(m.action(), Action::Go);
    let after = play(&fired, &["Id6>d5"]);
    assert_eq!((stack_on(&after, "d5"), stack_on(&after, "d6")), ("I".into(), "N".into()));
    // The aircraft joins the tank inside a zone where it could not land itself.
    let tank = play(&setup("Ck1 cj12 (NFT)c6 nd7 ik9 Ii2"), &["Tc6>d6"]);
    let m = tank.read_move("Fc6>&d6").unwrap();
    assert_eq!(m.action(), Action::Combine);
    let joined = play(&tank, &["Fc6>&d6"]);
    assert_eq!(stack_on(&joined, "d6"), "(FT)");
    assert_eq!(session(&joined), "c6:N:T>d6,F>&d6...");
}

#[test]
fn only_the_first_step_resets_the_clock() {
    let later = position("9c1/11/10i/11/11/11/11/5i5/5(TM)5/11/8I2/10C r - - 7 9");
    assert_eq!(play(&later, &["Mf4>g4", "Tf4>xf5"]).clock(), 8);
    assert_eq!(play(&later, &["Tf4>xf5", "Mf4>g4"]).clock(), 0);
}

#[test]
fn first_steps_must_end_danger_unless_the_commander_is_aboard() {
    // Red is attacked by the artillery on f8; only its capture helps.
    let checked = setup("Cf5 cj12 af8 (FT)h8 Ii2 ik9");
    let firsts = listed_after(&checked, "Fh8>");
    assert!(firsts.contains(&"xf8".to_owned()), "{firsts:?}");
    assert!(!firsts.contains(&"h7".to_owned()), "{firsts:?}");
    // A stack with the commander may begin as it likes, and must be safe to end.
    let aboard = setup("(TC)f5 cj12 af8 Ii2 ik9");
    assert!(is_listed(&aboard, "Tf5>g5"));
    let open = play(&aboard, &["Tf5>g5"]);
    assert!(!is_listed(&open, "commit"), "still attacked");
    assert!(is_listed(&open, "Cf5>e5"));
}

/// The commander steps out of the last stack into the fire and stands alone.
fn dead_end() -> (CoTuLenh, CoTuLenh) {
    let start = setup("(TC)f5 cj12 ad8 Ii2 ik9 ge4");
    let open = play(&start, &["Cf5>d5"]);
    let ends: Vec<_> = open
        .legal_moves()
        .into_iter()
        .map(|m| open.apply(m))
        .filter(CoTuLenh::is_dead_end)
        .collect();
    (start, ends.into_iter().next().expect("some step leads into a dead end"))
}

#[test]
fn a_dead_end_is_a_turn_without_moves_and_not_the_end() {
    let (start, dead) = dead_end();
    assert_eq!(dead.turn(), Turn::Player(Side::Red.player()));
    assert!(dead.legal_moves().is_empty() && dead.ending().is_none());
    let mut candidates = takeback_core::Moves::new();
    for stage in 0..CoTuLenh::STAGES {
        dead.candidates(stage, &mut candidates);
    }
    assert!(candidates.is_empty());
    let mut back = dead.clone();
    make_exactly(&mut back, Move::CANCEL);
    assert_eq!(back, start);
    assert_eq!(listed(&back), listed(&start));
}

#[test]
fn who_looks_ahead_never_runs_into_a_dead_end() {
    let (start, _) = dead_end();
    let leads_on = |now: &CoTuLenh, text: &str| now.can_end_after(now.read_move(text).unwrap());
    assert!(leads_on(&start, "(TC)f5h5"), "a whole stack's move ends the turn itself");
    assert!(leads_on(&start, "Tf5>f6"), "the commander may stay");
    // In the fire of the artillery only what takes it can end the turn.
    assert!(!leads_on(&start, "Cf5>d5"));
    let rescued = setup("(TC)f5 cj12 ad7 Ii2 ik9 ge4");
    assert!(leads_on(&play(&rescued, &["Cf5>f6"]), "commit"));
}

#[test]
fn cancel_leads_back_from_anywhere_in_a_session() {
    let start = setup("Ck1 cj12 (NFT)c5 ic6 gc7 ik9 Ii2");
    for line in [&["Tc5>xc6"][..], &["Tc5>xc6", "Fc5>&c6"], &["Nc5>c4", "Tc5>&c4"]] {
        let mut now = play(&start, line);
        assert!(now.is_deploying() && !is_listed(&now, "cancel"));
        make_exactly(&mut now, Move::CANCEL);
        assert_eq!(now, start);
    }
}

#[test]
fn sessions_are_read_back_as_written() {
    let start = setup("Ck1 cj12 (NFT)c5 ic6 gc7 ik9 Ii2");
    for line in [
        &["Tc5>xc6"][..],
        &["Tc5>xc6", "Fc5>&c6"],
        &["Nc5>b5"],
        &["Nc5>b5", "Tc5>&b5"],
        &["Nc5>b5", "Fc5>e5"],
    ] {
        let now = play(&start, line);
        assert_eq!(position(&now.position_text()), now, "{line:?}");
    }
    let (_, dead) = dead_end();
    assert_eq!(position(&dead.position_text()), dead);
    assert!(!dead.position_text().ends_with("..."));
}

#[test]
fn unmake_leads_back_to_before_the_ride() {
    // After two steps a ride rewrites the first; taking it back must give two steps again.
    let start = setup("Ck1 cj12 (NFT)b3 ik9 Ii2");
    let mut now = play(&start, &["Nb3>b5", "Fb3>e6"]);
    let before = now.clone();
    let m = now.read_move("Tb3>&b5").unwrap();
    assert_eq!(m.action(), Action::Recombine);
    let undo = now.make(m);
    assert_eq!(now.side(), Side::Blue, "all have gone");
    now.unmake(m, undo);
    assert_eq!(now, before);
    assert_eq!(session(&now), "b3:T:N>b5,F>e6...");
}

#[test]
fn a_whole_session_can_be_unwound() {
    let start = setup("Ck1 cj12 (NFT)b3 ik9 Ii2 nc7 gd5");
    let mut now = start.clone();
    let mut made = Vec::new();
    for text in ["Nb3>c3", "Fb3>&c3"] {
        let m = now.read_move(text).unwrap();
        made.push((m, now.clone(), now.make(m)));
    }
    for (m, before, undo) in made.into_iter().rev() {
        now.unmake(m, undo);
        assert_eq!(now, before);
    }
    assert_eq!(now, start);
}

#[test]
fn the_key_knows_the_session() {
    let start = setup("Ck1 cj12 (TM)f4 ik9 Ii2");
    let open = play(&start, &["Mf4>g5"]);
    let same_board = position(&open.board_text());
    assert_eq!(open.board_text(), same_board.board_text());
    assert_ne!(open.key(), same_board.key());
    assert_eq!(open.key(), open.key_from_scratch());
}

#[test]
fn a_side_without_commander_may_end_its_session() {
    // Red's own commander dies as cargo of a suicide flight.
    let start = setup("(FC)f3 Ti2 cj12 gf6 ik9 if5");
    let open = play(&start, &["Ff3>@f6", "Cf3>&f6"]);
    assert_eq!(open.ending(), Some(crate::Ending::CommanderCaptured));
    assert_eq!(open.payoff(Side::Red.player()), takeback_core::Payoff::LOSS);
}
