//! Check, mate, stalemate, the two draws, and their order.

use super::{listed, play, position, setup, setup_for};
use crate::{CoTuLenh, Draws, Ending, Side};
use takeback_core::{Game, Keyed, Notation, Payoff, Turn};

#[test]
fn taking_the_commander_wins() {
    let after = play(&setup("Ck1 cf12 Tf10 Ii2 ik9"), &["Tf10xf12"]);
    assert_eq!(after.ending(), Some(Ending::CommanderCaptured));
    assert_eq!(after.turn(), Turn::Over);
    assert_eq!(after.payoff(Side::Red.player()), Payoff::WIN);
    assert_eq!(after.payoff(Side::Blue.player()), Payoff::LOSS);
    assert!(after.legal_moves().is_empty());
}

#[test]
fn taking_the_commander_is_illegal_if_danger_remains() {
    let before = setup("Cf4 cf12 Tf10 af7 Ii2 ik9");
    assert!(!listed(&before).contains(&"Tf10xf12".to_owned()));
}

#[test]
fn commanders_see_each_other_on_files_and_ranks() {
    for (stacks, danger) in
        [("Cf1 cf12", true), ("Cc6 ck6", true), ("Cf1 cf12 If7", false), ("Ce1 cf12", false)]
    {
        let now = setup(&format!("{stacks} ik10 Ik2"));
        assert_eq!(now.in_danger(Side::Red), danger, "{stacks}");
        assert!(!now.is_attacked(Side::Red));
    }
    assert!(setup("(TC)f1 (tc)f12 Ik2 ik10").in_danger(Side::Blue), "carriers do not hide them");
    // The only shield may not leave the file.
    assert_eq!(super::listed_after(&setup("Cf1 cf12 If7 Ik2 ik10 ij10 ii10"), "If7"), ["f6", "f8"]);
}

/// A commander in a corner behind infantry and headquarters that cannot move,
/// and artillery that fires over them.
const MATED: &str = "8hic/9hi/10h/10A/11/11/11/11/11/11/11/3C7 b - - 0 1";

#[test]
fn attacked_without_a_move_is_mate() {
    let mated = position(MATED);
    assert!(mated.is_attacked(Side::Blue));
    assert_eq!(listed(&mated), Vec::<String>::new());
    assert_eq!(mated.ending(), Some(Ending::Checkmate));
    assert_eq!(mated.payoff(Side::Red.player()), Payoff::WIN);
}

#[test]
fn mate_comes_before_the_fifty_move_rule() {
    assert_eq!(position(&MATED.replace("0 1", "100 80")).ending(), Some(Ending::Checkmate));
}

/// The same without the artillery.
const STALEMATED: &str = "8hic/9hi/10h/11/11/11/11/11/11/11/4I6/3C7 b - - 0 1";

#[test]
fn no_move_without_attack_is_a_draw_even_when_exposed() {
    let stuck = position(STALEMATED);
    assert_eq!(stuck.ending(), Some(Ending::Stalemate));
    assert_eq!(stuck.payoff(Side::Red.player()), Payoff::DRAW);
    let exposed = position("8hic/9h1/11/11/11/11/11/11/11/11/4I6/10C b - - 0 1");
    assert!(exposed.in_danger(Side::Blue) && !exposed.is_attacked(Side::Blue));
    assert_eq!(exposed.ending(), Some(Ending::Stalemate));
}

#[test]
fn the_fifty_move_rule_comes_before_stalemate() {
    assert_eq!(position(&STALEMATED.replace("0 1", "100 80")).ending(), Some(Ending::Fifty));
    assert_eq!(
        position(&STALEMATED.replace("0 1", "100 80")).with_draws(Draws::Neither).ending(),
        Some(Ending::Stalemate)
    );
}

#[test]
fn a_hundred_quiet_turns_are_a_draw() {
    let before = position("9c1/11/10i/11/11/5t5/11/11/5T5/11/8I2/10C r - - 99 70");
    assert_eq!(before.ending(), None);
    assert_eq!(play(&before, &["Tf4f3"]).ending(), Some(Ending::Fifty));
    let after = play(&before.clone().with_draws(Draws::Neither), &["Tf4f3"]);
    assert_eq!(after.ending(), None);
    let taken = position("9c1/11/10i/11/11/11/5t5/11/5T5/11/8I2/10C r - - 99 70");
    assert_eq!(play(&taken, &["Tf4xf6"]).clock(), 0);
}

#[test]
fn stay_and_suicide_captures_leave_the_clock_running() {
    let stay = position("9c1/11/10i/11/11/11/11/2N1i6/11/11/8I2/10C r - - 5 9");
    assert_eq!(play(&stay, &["Nc5_e5"]).clock(), 6);
}

fn shuffle(start: CoTuLenh, rounds: usize) -> CoTuLenh {
    let mut now = start;
    for _ in 0..rounds {
        now = play_on(now, &["Tf4f3", "Tf9f10", "Tf3f4", "Tf10f9"]);
    }
    now
}

/// Plays on the position itself, so that it keeps its past.
fn play_on(mut now: CoTuLenh, moves: &[&str]) -> CoTuLenh {
    for text in moves {
        let m = now.read_move(text).unwrap();
        assert!(now.legal_moves().contains(&m), "{text}");
        now.make(m);
    }
    now
}

#[test]
fn the_third_time_is_a_draw() {
    let once = shuffle(CoTuLenh::new(), 1);
    assert!(once.is_repeat() && once.ending().is_none());
    let almost = play_on(once.clone(), &["Tf4f3", "Tf9f10", "Tf3f4"]);
    assert!(almost.ending().is_none());
    let twice = play_on(almost, &["Tf10f9"]);
    assert_eq!(twice.ending(), Some(Ending::Threefold));
    assert_eq!((twice.turn(), twice.payoff(Side::Red.player())), (Turn::Over, Payoff::DRAW));
    assert!(twice.legal_moves().is_empty());
    assert_eq!(shuffle(CoTuLenh::new().with_draws(Draws::FiftyOnly), 2).ending(), None);
}

#[test]
fn repetition_is_taken_back_with_the_moves() {
    let mut now = shuffle(CoTuLenh::new(), 1);
    let m = now.read_move("Tf4f3").unwrap();
    assert!(now.is_repeat());
    let undo = now.make(m);
    assert!(now.is_repeat(), "this one stood there before, too");
    now.unmake(m, undo);
    let other = now.read_move("Tf4f5").unwrap();
    let undo = now.make(other);
    assert!(!now.is_repeat());
    now.unmake(other, undo);
    assert!(now.is_repeat());
}

#[test]
fn whole_deployments_repeat_too() {
    // Out and back by deployment: the placement recurs, whatever the steps were.
    let start = setup("Cc1 cj12 (TM)f4 Ii2 ik9 th9");
    let out = ["Mf4>f5", "commit", "Th9h8", "Mf5&f4", "Th8h9"];
    let once = play_on(start, &out);
    assert!(once.is_repeat());
    let twice = play_on(once, &out);
    assert_eq!(twice.ending(), Some(Ending::Threefold));
    assert_eq!(
        position(&takeback_core::Portable::position_text(&twice)).ending(),
        Some(Ending::Threefold)
    );
}

#[test]
fn a_side_without_commander_has_no_moves_and_has_lost() {
    let gone = setup_for(Side::Red, "cj12 Ii2 ik9");
    assert_eq!(gone.ending(), Some(Ending::CommanderCaptured));
    assert!(listed(&gone).is_empty());
    let enemy_gone = setup_for(Side::Red, "Ck1 Ii2 ik9");
    assert_eq!(enemy_gone.ending(), Some(Ending::CommanderCaptured));
    assert!(!listed(&enemy_gone).is_empty() && enemy_gone.legal_moves().is_empty());
}
