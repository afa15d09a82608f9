//! What must hold at every position, and what the rules say.

use takeback::core::{Game, Notation, Payoff, Player, Portable, Turn};
use takeback::scene::laws::{Extent, check};
use takeback::verify::{Laws, perft};

use template_game::{TemplateGame, template_game};

/// A position from its text.
fn position(text: &str) -> TemplateGame {
    TemplateGame::read_position(text).expect("a position")
}

/// Every move made and taken back, every capability held to its law. A failure names the shortest
/// line of moves that shows it, field by field.
#[test]
fn undo_is_exact_and_the_laws_hold() {
    Laws::new("template-game", TemplateGame::default())
        .keyed()
        .zero_sum()
        .notation()
        .portable()
        .indexed()
        .random_move()
        .plies(20_000)
        .assert();
}

#[test]
fn every_move_can_be_clicked() {
    check(&TemplateGame::default(), Extent::default()).expect("the laws of scenes hold");
}

/// The oldest test of a rules engine: how many lines of play there are. Count some by other means.
#[test]
fn there_are_so_many_lines() {
    let start = TemplateGame::default();
    assert_eq!(
        [1, 2, 3].map(|depth| perft(&mut start.clone(), depth)),
        [30, 800, 19_360]
    );
}

/// Rule by rule, the smallest position that shows it.
#[test]
fn who_cannot_place_a_domino_loses() {
    let row = "VVVVVV/VVVVVV/HHHHHH/HHHHHH/HHHHHH/......";
    let lost = position(&format!("{row} V"));
    assert_eq!(lost.turn(), Turn::Over);
    assert_eq!(
        Player::all(2).map(|p| lost.payoff(p)).collect::<Vec<_>>(),
        [Payoff::LOSS, Payoff::WIN]
    );

    let mut open = position(&format!("{row} H"));
    assert_eq!(open.turn(), Turn::Player(Player::SECOND));
    assert_eq!(open.legal_moves().len(), 5);
    open.make(open.read_move("c1").expect("a move"));
    assert_eq!(
        open.position_text(),
        "VVVVVV/VVVVVV/HHHHHH/HHHHHH/HHHHHH/..HH.. V"
    );
}

#[test]
fn texts_that_are_no_positions_are_refused() {
    let wrong = [
        "",
        "....../....../....../....../....../...... X",
        "....../....../....../....../...... V",
        "V...../....../....../....../....../...... V",
        ".....H/H...../....../....../....../...... V",
    ];
    for text in wrong {
        assert!(TemplateGame::read_position(text).is_err(), "{text}");
    }
}

/// The entry is sound: every level and every engine can be built and finds a move.
#[test]
fn every_engine_finds_a_move() {
    let entry = template_game();
    let variant = entry.nth(0);
    let levels = (1..=10).map(|level| level.to_string());
    let engines = variant
        .engines()
        .into_iter()
        .map(|engine| engine.name.to_owned());
    for text in levels.chain(engines) {
        let spec = text.parse().expect("an engine's name");
        let mut seat = variant.engine(&spec).expect("it can be built");
        let table = variant
            .table(Some("VV..../VV..../..HH../..HH../....../...... V"))
            .expect("a table");
        seat.limits.nodes = Some(2_000);
        let found = seat.engine.choose(&*table, &seat.limits).expect("a move");
        assert!(
            table.legal().contains(&found.best),
            "{text}: {}",
            found.best
        );
    }
}
