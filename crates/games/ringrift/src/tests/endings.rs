//! How turns and games end.

use super::{legal, on, play, square8};
use crate::{Move, Reason, RingRift, Square8};
use takeback_core::{Game, Payoff, Player, Turn};

fn ended(game: &RingRift<Square8>) -> (Option<u8>, &'static str) {
    let (winner, reason) = game.outcome().expect("the game is over");
    assert_eq!(game.turn(), Turn::Over);
    assert!(legal(game).is_empty());
    (winner.map(|seat| seat.0 + 1), reason.name())
}

#[test]
fn who_does_nothing_loses_a_cap() {
    let walls = "1,0:C2 0,1:C2 1,1:C2";
    let mut game = square8(&format!("hand=0,9 turn=1:ring_placement | 0,0:S112 {walls}"));
    play(&mut game, &["NP", "NM", "NL"]);
    assert_eq!(
        (game.phase().name(), legal(&game)),
        ("forced_elimination", vec!["F 0,0".to_owned()])
    );
    play(&mut game, &["F 0,0"]);
    // Player 1 has no ring left, and all stacks are player 2's.
    assert_eq!(on(&game, "0,0"), "S2");
    assert_eq!(ended(&game), (Some(2), "last_player_standing"));
}

#[test]
fn territory_comes_before_forced_elimination() {
    let cells = "1,0:C2 0,1:C2 1,1:C2 0,0:S12 7,6:C2 6,7:C2 6,6:C2 7,7:S1 4,4:S2";
    let mut game = square8(&format!("hand=0,9 turn=1:ring_placement | {cells}"));
    play(&mut game, &["NP", "NM", "NL"]);
    assert_eq!(game.phase().name(), "territory_processing");
    play(&mut game, &["ST"]);
    assert_eq!(game.phase().name(), "forced_elimination");
}

#[test]
fn victory_waits_for_the_end_of_the_turn() {
    let cells = "0,1:M1 1,1:M1 1,0:M1 0,0:S22222222 7,7:S1 7,0:S2";
    let text =
        format!("eliminated=12,0 total=12 turn=1:territory_processing flags=acted | {cells}");
    let mut game = square8(&text);
    play(&mut game, &["T 0,0"]);
    assert_eq!((game.purse(Player(0)).eliminated(), game.outcome()), (20, None));
    play(&mut game, &["ET 7,7"]);
    assert_eq!(ended(&game), (Some(1), "ring_elimination"));
    assert_eq!([game.payoff(Player(0)), game.payoff(Player(1))], [Payoff::WIN, Payoff::LOSS]);
}

/// Both at the threshold at once: the first in seat order wins.
#[test]
fn seat_order_decides_between_two_ring_victories() {
    let mut game =
        square8("eliminated=18,18 turn=2:territory_processing flags=acted | 0,0:S1 7,7:S2");
    play(&mut game, &["NT"]);
    assert_eq!(ended(&game), (Some(1), "ring_elimination"));
}

#[test]
fn territory_needs_more_than_all_others_together() {
    let cells = |own: usize| {
        let all = (0..64).map(|i| format!("{},{}", i % 8, i / 8));
        let row =
            |n: usize, colour| all.clone().skip(n).map(move |cell| format!("{cell}:C{colour}"));
        let mine: Vec<String> = row(0, 1).take(own).collect();
        let theirs: Vec<String> = row(own, 2).take(22).collect();
        format!("{} {} 7,7:S1 6,6:S2", mine.join(" "), theirs.join(" "))
    };
    let turn = "players=3 turn=1:territory_processing flags=acted cells-win=22";
    let mut equal = square8(&format!("{turn} | {}", cells(22)));
    play(&mut equal, &["NT"]);
    assert_eq!(equal.outcome(), None);
    let mut more = square8(&format!("{turn} | {}", cells(23)));
    play(&mut more, &["NT"]);
    assert_eq!(ended(&more), (Some(1), "territory_control"));
}

#[test]
fn dead_seats_are_skipped_and_buried_ones_are_not() {
    let mut game =
        square8("players=3 hand=5,0,5 turn=1:territory_processing flags=acted | 0,0:S1 7,7:S3");
    play(&mut game, &["NT"]);
    assert_eq!(game.colour(), Player(2));
    assert_eq!(game.rounds().death(Player(1)), 1);
    let mut buried =
        square8("players=3 hand=5,0,5 turn=1:territory_processing flags=acted | 0,0:S12 7,7:S3");
    play(&mut buried, &["NT"]);
    assert_eq!(buried.colour(), Player(1));
    play(&mut buried, &["NP", "NM", "NL", "NT"]);
    assert_eq!(buried.colour(), Player(2));
}

/// Player 2 is walled in with rings left; player 1 acts alone for three rounds.
#[test]
fn standing_alone_for_three_rounds_wins() {
    let walls = "0,1:C1 1,1:C1 1,0:C1";
    let mut game = square8(&format!(
        "hand=0,0 territory=3,0 turn=1:territory_processing flags=acted | 0,0:S22221 {walls} 7,7:S1"
    ));
    let mut rounds = 0;
    while game.outcome().is_none() {
        let seat = game.colour().0;
        let moves = game.legal_moves();
        let m = moves.iter().copied().find(|m| !m.acts()).unwrap_or(moves[0]);
        rounds += u32::from(seat == 0 && game.phase().name() == "ring_placement");
        let _ = game.make(m);
        assert!(rounds < 20, "nobody wins");
    }
    let (winner, reason) = ended(&game);
    assert!(winner == Some(1) && reason == "last_player_standing", "{winner:?} {reason}");
    // With more rounds asked for the streak would have to be longer.
    let one = square8(&format!(
        "lps=1 rounds=1/3/1/1/1 hand=0,0 territory=3,0 turn=2:territory_processing flags=acted | 0,0:S22221 {walls} 7,7:S1"
    ));
    let mut now = one;
    play(&mut now, &["ST"]);
    assert_eq!(ended(&now), (Some(1), "last_player_standing"));
}

#[test]
fn a_round_with_two_able_players_ends_a_streak() {
    let mut game =
        square8("rounds=1/3/3/1/2 turn=2:territory_processing flags=acted | 0,0:S1 7,7:S2");
    play(&mut game, &["NT"]);
    assert_eq!((game.rounds().streak(), game.rounds().streak_player()), (0, None));
    assert_eq!(game.rounds().seen().0, 1);
}

#[test]
fn a_bare_board_is_judged_rung_by_rung() {
    // All rings gone, nothing in hand: territory, then rings, then markers, then who moved last.
    let end = |facts: &str, cells: &str| {
        let mut game = square8(&format!(
            "rings-win=0 hand=0,0 {facts} turn=2:territory_processing flags=acted | {cells}"
        ));
        play(&mut game, &["NT"]);
        ended(&game)
    };
    assert_eq!(end("eliminated=1,9", "0,0:C1 1,0:C1 2,0:C2"), (Some(1), "territory_control"));
    assert_eq!(end("eliminated=1,9", "0,0:C1 2,0:C2"), (Some(2), "ring_elimination"));
    assert_eq!(end("eliminated=9,9", "0,0:C1 2,0:C2 5,5:M1"), (Some(1), "last_player_standing"));
    assert_eq!(end("eliminated=9,9", "0,0:C1 2,0:C2"), (Some(2), "last_player_standing"));
    assert_eq!(end("eliminated=0,0", ""), (Some(2), "last_player_standing"));
}

#[test]
fn a_bare_board_goes_on_while_somebody_can_place() {
    let mut game = square8("hand=3,0 turn=2:territory_processing flags=acted | 0,0:M1");
    play(&mut game, &["NT"]);
    assert_eq!((game.outcome(), game.colour()), (None, Player(0)));
    // Every cell marked or collapsed: rings in hand count as eliminated.
    let cells: Vec<String> = (0..64)
        .map(|i| format!("{},{}:{}", i % 8, i / 8, if i % 2 == 0 { "M1" } else { "M2" }))
        .collect();
    let text = format!("hand=3,0 turn=2:territory_processing flags=acted | {}", cells.join(" "));
    let mut full = square8(&text);
    play(&mut full, &["NT"]);
    assert_eq!(ended(&full), (Some(1), "ring_elimination"));
}

/// Everybody else is gone, but no stack stands: the same player goes on and the flags of the turn stay.
#[test]
fn two_turns_in_a_row_keep_the_flags() {
    let mut game = square8("hand=3,0 turn=1:territory_processing flags=acted | 0,0:M1");
    play(&mut game, &["NT"]);
    assert_eq!((game.colour(), game.phase().name()), (Player(0), "ring_placement"));
    assert!(game.step().acted());
    let mut other = square8("hand=3,3 turn=1:territory_processing flags=acted | 0,0:M1");
    play(&mut other, &["NT"]);
    assert!(!other.step().acted());
}

#[test]
fn resigning_and_running_out_of_time_end_the_game() {
    let mut two = RingRift::<Square8>::standard(2);
    let start = two.clone();
    let m = Move::Resign(Player(0));
    assert!(two.objection(m).is_none());
    let undo = two.make(m);
    assert_eq!(ended(&two), (Some(2), "resignation"));
    two.unmake(m, undo);
    assert_eq!(two, start);
    let mut four = RingRift::<Square8>::standard(4);
    let _ = four.make(Move::TimeOut(Player(2)));
    assert_eq!(ended(&four), (None, "timeout"));
    assert_eq!(four.ranking(), [1, 1, 4, 1]);
    assert_eq!(four.payoff(Player(2)), Payoff::LOSS);
    assert_eq!(four.outcome().map(|(_, why)| why), Some(Reason::Timeout));
}

/// Collapsed cells, then rings, then markers, then who lasted longer; equals share a place.
#[test]
fn places_are_shared_and_skipped() {
    let ranking = |facts: &str, cells: &str| {
        square8(&format!("players=4 turn=1:game_over {facts} | {cells}")).ranking()
    };
    let cells = "0,0:C4 1,0:C4 2,0:C3 3,0:C2 7,7:S1";
    assert_eq!(ranking("end=1/0/ring_elimination", cells), [1, 3, 3, 2]);
    assert_eq!(ranking("end=1/0/ring_elimination eliminated=0,1,2,0", cells), [1, 4, 3, 2]);
    let markers = "5,5:M2 7,7:S1";
    assert_eq!(ranking("end=1/0/ring_elimination", markers), [1, 2, 3, 3]);
    assert_eq!(ranking("end=1/0/ring_elimination deaths=0,1,2,0", "7,7:S1"), [1, 4, 3, 2]);
    assert_eq!(ranking("end=0/2/resignation", "5,5:M2 7,7:S1"), [1, 4, 1, 1]);
}
