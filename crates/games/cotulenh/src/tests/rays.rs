//! Movement, terrain, captures, the commander's wall.

use super::{is_listed, listed_after, setup, setup_for};
use crate::Side;

/// Commanders out of everyone's way.
const KINGS: &str = "Ck1 cj12";

fn targets(stacks: &str, mover: &str) -> Vec<String> {
    listed_after(&setup(&format!("{KINGS} {stacks}")), mover)
}

#[test]
fn ships_keep_to_the_water_and_to_open_corners() {
    let c5 = ["a3", "a5", "a7", "b4", "b5", "b6", "c1", "c2", "c3", "c4", "c6", "c7", "c8", "c9"];
    assert_eq!(targets("Nc5 Ii2 Ij3", "Nc5"), c5);
    assert_eq!(targets("Ne7 Ii2 Ij3", "Ne7"), ["a7", "b7", "c7", "d6", "d7", "e6"]);
    assert_eq!(
        targets("Nd6 Ii2 Ij3", "Nd6"),
        ["a6", "a9", "b6", "b8", "c6", "c7", "d7", "e6", "e7"]
    );
}

#[test]
fn heavy_pieces_cross_the_river_by_bridge_only() {
    let north: Vec<_> = targets("Af6 Ii2 Ij3", "Af6")
        .into_iter()
        .filter(|to| to[1..].parse::<u8>().unwrap() > 6)
        .collect();
    assert_eq!(north, ["f7", "f8", "f9"]);
    for (from, bridge) in [("g6", false), ("h6", true), ("e6", false)] {
        let to = format!("{}7", &from[..1]);
        assert_eq!(
            targets(&format!("G{from} Ii2 Ij3"), &format!("G{from}")).contains(&to),
            bridge,
            "{from}"
        );
    }
}

#[test]
fn captures_ignore_what_bars_moves() {
    // b5 is sea, and yet the tank fires across it.
    let tank = setup(&format!("{KINGS} Tc5 na5 Ii2 Ij3"));
    assert!(is_listed(&tank, "Tc5_a5"));
    assert!(!is_listed(&tank, "Tc5b5"));
    // The river stops artillery's moves, not its shells, and it lands there.
    let gun = setup(&format!("{KINGS} Ag6 ig9 Ii2 Ij3"));
    assert!(is_listed(&gun, "Ag6xg9") && !is_listed(&gun, "Ag6g7"));
    // A ship takes from the water what stands on land.
    let ship = setup(&format!("{KINGS} Nc5 ie5 Ii2 Ij3"));
    assert!(is_listed(&ship, "Nc5_e5") && !is_listed(&ship, "Nc5xe5"));
}

#[test]
fn ships_fire_a_step_further_at_ships() {
    assert!(targets("Nc1 nc5 Ii2 Ij3", "Nc1").contains(&"xc5".to_owned()));
    assert!(!targets("Nc1 tc5 Ii2 Ij3", "Nc1").contains(&"xc5".to_owned()));
    assert!(targets("Nc1 tc4 Ii2 Ij3", "Nc1").contains(&"xc4".to_owned()));
    assert!(targets("+Nc1 nc6 Ii2 Ij3", "+Nc1").contains(&"xc6".to_owned()));
}

#[test]
fn ships_pass_everything_but_ships() {
    let past_tank = targets("Nc1 Tc2 Ii2 Ij3", "Nc1");
    assert!(past_tank.contains(&"c3".to_owned()) && past_tank.contains(&"&c2".to_owned()));
    let past_ship = targets("Nc1 Nc2 nc4 Ii2 Ij3", "Nc1");
    assert!(!past_ship.contains(&"c3".to_owned()), "blocked by a ship");
    assert!(past_ship.contains(&"xc4".to_owned()), "fires over it all the same");
}

#[test]
fn artillery_and_missiles_fire_over_pieces_and_do_not_pass_them() {
    let gun = targets("Af2 If3 if5 Ii2 Ij3", "Af2");
    assert!(gun.contains(&"xf5".to_owned()) && !gun.contains(&"f4".to_owned()));
    let tank = targets("Tf2 If3 if4 Ii2 Ij3", "Tf2");
    assert!(!tank.contains(&"xf4".to_owned()));
}

#[test]
fn a_missile_is_short_on_diagonals() {
    let plain = targets("Sf4 ih6 ig5 Ii2 Ij3", "Sf4");
    assert!(plain.contains(&"xg5".to_owned()) && !plain.contains(&"xh6".to_owned()));
    let hero = targets("+Sf4 ih6 ig5 Ii2 Ij3", "+Sf4");
    assert!(hero.contains(&"xh6".to_owned()));
    assert!(hero.contains(&"f1".to_owned()), "three steps straight");
}

#[test]
fn a_headquarters_walks_only_as_a_hero() {
    assert!(targets("Hf4 Ii2 Ij3", "Hf4").is_empty());
    assert_eq!(targets("+Hf4 Ii2 Ij3 ig5", "+Hf4").len(), 8);
    assert!(targets("+Hf4 ig5 Ii2 Ij3", "+Hf4").contains(&"xg5".to_owned()));
}

#[test]
fn joining_asks_mover_first_and_carrier_second() {
    let by =
        |stacks: &str, text: &str| is_listed(&setup(&format!("{KINGS} {stacks} Ii2 Ij3")), text);
    assert!(by("Tc4 Nc5", "Tc4&c5"));
    assert!(by("Tc4 Nc6", "Tc4&c6"));
    assert!(!by("Tc4 Nb4", "Tc4&b4"), "a tank may not enter b4");
    assert!(by("Fe4 Na4", "Fe4&a4"), "aircraft board ships anywhere");
    assert!(by("Nc5 Tc4", "Nc5&c4"));
    assert!(!by("Nc5 Td5", "Nc5&d5"), "the ship could not stand there");
    assert!(by("Nd6 Te6", "Nd6&e6"));
    assert!(!by("(NT)c5 Ic6", "(NT)c5&c6"), "no ship carries a tank and a man");
}

#[test]
fn an_aircraft_may_stay_when_it_captures_but_not_when_it_deploys() {
    let whole = setup(&format!("{KINGS} Ff3 if5 Ii2 Ij3"));
    assert!(is_listed(&whole, "Ff3xf5") && is_listed(&whole, "Ff3_f5"));
    let stack = setup(&format!("{KINGS} (FT)f3 if5 Ii2 Ij3"));
    assert!(is_listed(&stack, "Ff3>xf5") && !is_listed(&stack, "Ff3>_f5"));
    assert!(is_listed(&stack, "(FT)f3_f5"));
    let sea = setup(&format!("{KINGS} +Fe5 na5 Ii2 Ij3"));
    assert_eq!(listed_after(&sea, "+Fe5_"), ["a5"]);
    assert!(!is_listed(&sea, "+Fe5xa5"), "it cannot land on the sea");
}

#[test]
fn the_enemy_commanders_sight_is_a_wall() {
    let moves = listed_after(&setup("Cc1 ce12"), "Cc1");
    let mut expected: Vec<String> = (2..=11).map(|rank| format!("c{rank}")).collect();
    expected.push("d1".to_owned());
    expected.sort_unstable();
    assert_eq!(moves, expected);
}

#[test]
fn at_equal_ranks_the_wall_points_down() {
    // Only a hero can tell: it crosses file g above g6 but not below.
    let moves = listed_after(&setup("+Cd6 Ie6 cg6 Ik2"), "+Cd6");
    assert!(moves.contains(&"h10".to_owned()) && moves.contains(&"j12".to_owned()), "{moves:?}");
    assert!(moves.contains(&"f4".to_owned()), "{moves:?}");
    assert!(!moves.contains(&"h2".to_owned()), "g3 is in sight");
    assert!(!moves.contains(&"g9".to_owned()), "face to face, so not legal");
}

#[test]
fn a_commander_captures_one_step_away() {
    let plain = setup("Cf4 if5 ih4 cj12 Ik2");
    assert_eq!(listed_after(&plain, "Cf4x"), ["f5"]);
    let hero = setup("+Cf4 if6 ig5 cj12 Ik2 ik9");
    assert_eq!(listed_after(&hero, "+Cf4x"), ["g5"], "not at two steps, though it attacks there");
}

#[test]
fn commanders_take_each_other_on_files_and_ranks_only() {
    assert!(is_listed(&setup("Cf4 cf5 Ik2 ik11"), "Cf4xf5"));
    let diagonal = setup("+Cf4 cg5 Ik2 ik11");
    assert!(!is_listed(&diagonal, "+Cf4xg5"));
    let carried = setup("+Cf4 (tc)g5 Ik2 ik11");
    assert!(is_listed(&carried, "+Cf4xg5"), "a carrier can be taken diagonally");
}

#[test]
fn both_sides_move_alike() {
    let red = setup("Ck1 cj12 Nc5 Ff3 Af6 ii8");
    let blue = setup_for(Side::Blue, "ck12 Cj1 nc8 ff10 af7 Ii5");
    assert_eq!(super::listed(&red).len(), super::listed(&blue).len());
}
