//! Promotion, its two causes and its two losses.

use super::{is_listed, play, position, setup, stack_on};
use crate::Side;

#[test]
fn who_attacks_the_commander_becomes_a_hero() {
    let after = play(&setup("Ck1 cf12 Tf8 Ii2 ik9 th5"), &["Tf8f10"]);
    assert_eq!(stack_on(&after, "f10"), "+T");
}

#[test]
fn so_does_who_stood_there_already() {
    // The tank steps out of the way of nobody: infantry at f11 attacked all along.
    let after = play(&setup("Ck1 cf12 Tg9 If11 ik9 th5"), &["Tg9g8"]);
    assert_eq!((stack_on(&after, "f11"), stack_on(&after, "g8")), ("+I".into(), "T".into()));
}

#[test]
fn a_line_opened_promotes_the_one_behind() {
    let after = play(&setup("Ck1 cf12 Tf10 If11 ik9 th5 Ii2"), &["If11e11"]);
    assert_eq!(stack_on(&after, "f10"), "+T");
    assert_eq!(stack_on(&after, "e11"), "I");
}

#[test]
fn cargo_is_promoted_with_or_without_its_carrier() {
    // N reaches f12 from c12 at three steps; so does the aircraft aboard; the tank does not.
    let after = play(&setup("Ck1 cf12 (NFT)c11 ik9 th5 Ii2"), &["(NFT)c11c12"]);
    assert_eq!(stack_on(&after, "c12"), "(+N+FT)");
}

#[test]
fn captured_guards_open_the_sky() {
    // Taking the gun makes the aircraft's attack real.
    let before = setup("Ck1 cf12 Ff8 ge10 Td10 ik9 th5 Ii2");
    let after = play(&before, &["Td10xe10"]);
    assert_eq!(stack_on(&after, "f8"), "+F");
}

#[test]
fn missiles_attack_two_steps_diagonally_though_they_capture_one() {
    let after = play(&setup("Ck1 cf12 Sh9 Ii2 ik9 th5"), &["Sh9h10"]);
    assert_eq!(stack_on(&after, "h10"), "+S");
    assert_eq!(after.attackers(Side::Blue).count(), 1);
}

#[test]
fn heroic_commanders_attack_two_steps_away() {
    assert_eq!(
        setup("+Cf10 cf12 if11 Ik2").attackers(Side::Blue).count(),
        0,
        "not through a piece"
    );
    assert_eq!(setup("+Cg10 ce12 Ik2").attackers(Side::Blue).count(), 1);
    assert_eq!(setup("Cg10 ce12 Ik2").attackers(Side::Blue).count(), 0);
}

#[test]
fn the_last_guard_is_a_hero_on_both_sides() {
    let after = play(&setup("Cc1 cj12 Tf4 tf5 ik9 Ii2"), &["Tf4xf5"]);
    assert_eq!((stack_on(&after, "f5"), stack_on(&after, "k9")), ("T".into(), "+I".into()));
    let both = play(&setup("Cc1 cj12 Tf4 tf5 ik9"), &["Tf4xf5"]);
    assert_eq!((stack_on(&both, "f5"), stack_on(&both, "k9")), ("+T".into(), "+I".into()));
}

#[test]
fn a_stack_is_no_last_guard() {
    let after = play(&setup("(TC)c2 cj12 if5 ik9"), &["(TC)c2c3"]);
    assert_eq!(stack_on(&after, "c3"), "(TC)", "two pieces in one stack");
    let tank = play(&setup("(HC)d2 Tf4 cj12 if5 ik9"), &["Tf4f3"]);
    assert_eq!(stack_on(&tank, "f3"), "T", "the carried commander's headquarters counts");
    let alone = play(&setup("Cc1 (TI)f4 cj12 if8 ik9"), &["(TI)f4f3"]);
    assert_eq!(stack_on(&alone, "f3"), "(TI)");
}

#[test]
fn the_last_guard_needs_no_commander() {
    // Red loses its commander to the capture; its last piece is promoted all the same.
    let before = super::setup_for(Side::Blue, "Cf4 Ik2 tf6 cj12 ij11");
    let after = play(&before, &["Tf6xf4"]);
    assert_eq!(stack_on(&after, "k2"), "+I");
}

#[test]
fn a_piece_promoted_on_its_square_deploys_with_its_old_flag() {
    let before = setup("Cc1 cf12 (FT)f10 ik9 Ii2");
    let open = play(&before, &["Ff10>h10"]);
    assert_eq!((stack_on(&open, "h10"), stack_on(&open, "f10")), ("+F".into(), "+T".into()));
    assert!(is_listed(&open, "Tf10>e10") && !is_listed(&open, "Tf10>c10"), "two steps, not three");
    let after = play(&open, &["Tf10>e10"]);
    assert_eq!(stack_on(&after, "e10"), "T");
}

#[test]
fn a_rider_loses_its_flag() {
    let before = setup("Ck1 cj12 (F+T)f3 ik9 Ii2");
    let open = play(&before, &["Ff3>f5"]);
    assert!(is_listed(&open, "+Tf3>&f5"), "written with the flag it had");
    let after = play(&open, &["+Tf3>&f5"]);
    assert_eq!(stack_on(&after, "f5"), "(FT)");
}

#[test]
fn a_carrier_that_joins_keeps_its_flag() {
    let before = setup("Ck1 cj12 (+FT)f3 ik9 Ii2");
    let after = play(&before, &["Tf3>f5", "+Ff3>&f5"]);
    assert_eq!(stack_on(&after, "f5"), "(+FT)");
}

#[test]
fn heroes_reach_one_step_further_in_all_directions() {
    let hero = setup("Ck1 cj12 +If4 Tk2 ik9");
    for text in ["+If4f6", "+If4h6", "+If4d2", "+If4d4"] {
        assert!(is_listed(&hero, text), "{text}");
    }
    let blocked = setup("Ck1 cj12 +If4 Tk2 ik9 if5 tf6");
    assert!(is_listed(&blocked, "+If4xf5") && !is_listed(&blocked, "+If4xf6"));
}

#[test]
fn promotion_is_taken_back_exactly() {
    let start = position(
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/6T4/2IE2M2EI/2N1G2TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1",
    );
    // `play` compares before and after at every step.
    let _ = play(&start, &["Tg6f6", "Tf9f8", "Fe2e5", "Fi11i8"]);
}
