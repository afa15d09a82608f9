//! Air defence zones and flights through them.

use super::{is_listed, listed_after, play, setup, square};
use crate::{CoTuLenh, Side};

fn zone(position: &CoTuLenh, side: Side) -> Vec<String> {
    let mut zone: Vec<String> =
        position.air_defence(side).iter().map(ToString::to_string).collect();
    zone.sort_unstable();
    zone
}

#[test]
fn zones_are_discs_of_the_carriers_level() {
    let of = |stacks: &str| zone(&setup(&format!("Ck1 cj12 {stacks}")), Side::Blue).len();
    assert_eq!((of("gf6"), of("nc6"), of("sf6")), (5, 5, 13));
    assert_eq!((of("+gf6"), of("+nc6"), of("+sf6")), (13, 13, 29));
    assert_eq!(of("na1"), 3, "clipped at the corner");
    assert_eq!((of("(eg)f6"), of("(es)f6")), (0, 0), "carried guns are silent");
    assert_eq!(of("(nft)a5"), 4);
}

#[test]
fn one_zone_means_suicide_and_nothing_beyond() {
    let up: Vec<String> = listed_after(&setup("Ck1 cj12 Ff3 gf6 if5 Ii2"), "Ff3")
        .into_iter()
        .filter(|to| to.trim_start_matches(['@', 'x', '_']).starts_with('f'))
        .collect();
    assert_eq!(up, ["@f5", "@f6", "f1", "f2", "f4"]);
}

#[test]
fn leaving_a_zone_or_meeting_a_second_one_is_the_end() {
    // e5 touches the zone of d5's gun; beyond it, e6 is free of it again.
    let left = setup("Ck1 cj12 Fe3 gd5 ie7 Ii2");
    assert!(is_listed(&left, "Fe3e4") && !is_listed(&left, "Fe3@e7") && !is_listed(&left, "Fe3e6"));
    let two = setup("Ck1 cj12 Ff3 gf6 gf7 Ii2");
    assert!(is_listed(&two, "Ff3f4") && !is_listed(&two, "Ff3@f6"), "f6 lies in both zones");
}

#[test]
fn heroes_of_the_air_fly_through() {
    let hero = setup("Ck1 cj12 +Ff3 gf6 if5 sf8 Ii2");
    for text in ["+Ff3xf5", "+Ff3_f5", "+Ff3xf6", "+Ff3f7", "+Ff3xf8"] {
        assert!(is_listed(&hero, text), "{text}");
    }
}

#[test]
fn friends_can_be_joined_inside_a_zone() {
    let boarding = setup("Ck1 cj12 Ff3 Tf5 gf6 Ii2");
    assert!(is_listed(&boarding, "Ff3&f5") && !is_listed(&boarding, "Ff3f5"));
}

#[test]
fn all_of_a_stack_dies_in_a_suicide_capture() {
    let after = play(&setup("Ck1 cj12 (FTM)f3 gf6 ik12 Ii2"), &["(FTM)f3@f6"]);
    assert!(after.at(square("f3")).is_empty() && after.at(square("f6")).is_empty());
    assert_eq!(after.clock(), 1, "not a capture by moving");
}

#[test]
fn zones_follow_the_board_at_once() {
    // An engineer picks up the gun: its zone is gone in the same turn.
    let before = setup("Ck1 cj12 Ef3 Gf4 ik12 ti12");
    assert_eq!(zone(&before, Side::Red).len(), 5);
    let after = play(&before, &["Ef3&f4"]);
    assert!(zone(&after, Side::Red).is_empty());
    // And leaves it again.
    let dropped = play(&after, &["Ti12i11", "Ef4>f3", "commit"]);
    assert_eq!(zone(&dropped, Side::Red).len(), 5);
}

#[test]
fn a_promoted_gun_reaches_further_at_once() {
    let before = setup("Ck1 cf12 Ge10 th7 Ii2 ik9");
    assert_eq!(zone(&before, Side::Red).len(), 5);
    let after = play(&before, &["Ge10e11"]);
    assert_eq!(super::stack_on(&after, "e11"), "G", "not beside the commander's file yet");
    let before = setup("Ck1 cf12 Ge12 Ii2 ik9 th7");
    let after = play(&before, &["Ii2i3"]);
    assert_eq!(super::stack_on(&after, "e12"), "+G");
    assert_eq!(zone(&after, Side::Red).len(), 9, "level 2, clipped by the top edge");
}

#[test]
fn an_attacking_aircraft_must_get_there() {
    let attackers = |stacks: &str| setup(stacks).attackers(Side::Blue).count();
    assert_eq!(attackers("Ck1 cf12 Ff8 Ii2"), 1);
    assert_eq!(attackers("Ck1 cf12 Ff8 Ii2 gf11"), 1, "one zone to the end: kamikaze will do");
    assert_eq!(attackers("Ck1 cf12 Ff8 Ii2 ge10"), 0, "in and out of a zone on the way");
    assert_eq!(attackers("Ck1 cf12 +Ff8 Ii2 ge10"), 1);
}
