//! The desk as JavaScript meets it, without JavaScript.

use serde_json::Value;
use takeback_core::Player;
use takeback_host::Registry;
use takeback_players_small::{kuhn, pig, tictactoe, tron};
use takeback_search::StopFlag;
use takeback_wasm::{Desk, Fault, Kind, turn_number};

fn desk() -> Desk {
    let games = [tictactoe(), pig(), kuhn(), tron()];
    Desk::new(games.into_iter().fold(Registry::new(), Registry::with), StopFlag::default())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn kind<T>(answer: Result<T, Fault>) -> Option<Kind> {
    answer.err().map(|fault| fault.kind)
}

fn think(desk: &mut Desk, engine: u32, table: u32, limits: &str) -> (Value, usize) {
    let mut lent = desk.lend(engine, table, limits).expect("both are there");
    let mut reports = 0;
    let found = lent.think(&mut |_| reports += 1).expect("a move");
    desk.give_back(lent);
    (json(&found), reports)
}

#[test]
fn moves_are_played_and_taken_back_exactly() {
    let mut desk = desk();
    let table = desk.table("tictactoe", None).expect("a game");
    let (text, key) = {
        let at = desk.at(table).expect("there");
        (at.position(), at.key())
    };
    assert!(key.is_some());
    desk.at_mut(table).expect("there").play("b2").expect("legal");
    let branch = desk.branch(table).expect("there");
    assert_eq!(desk.at_mut(table).expect("there").take_back().as_deref(), Some("b2"));
    let at = desk.at(table).expect("there");
    assert_eq!((at.position(), at.key()), (text, key));
    let other = desk.at(branch).expect("there");
    assert_eq!((other.moves().len(), turn_number(other.turn())), (1, 1));
    desk.leave(branch);
    assert_eq!(kind(desk.at(branch).map(|_| ())), Some(Kind::Request));
}

#[test]
fn refusals_have_a_word_and_a_sentence() {
    let mut desk = desk();
    assert_eq!(kind(desk.table("chequers", None)), Some(Kind::Game));
    assert_eq!(kind(desk.table("tictactoe:9x9", None)), Some(Kind::Game));
    assert_eq!(kind(desk.table("tictactoe", Some("xxx"))), Some(Kind::Position));
    let table = desk.table("tictactoe", None).expect("a game");
    let mut play = |text| desk.at_mut(table).expect("there").play(text).map_err(Fault::from);
    assert_eq!(kind(play("z9")), Some(Kind::Unreadable));
    play("b2").expect("legal");
    assert_eq!(kind(play("b2")), Some(Kind::Illegal));
    for text in ["a1", "b1", "a2", "b3"] {
        play(text).expect("legal");
    }
    assert_eq!(kind(play("a3")), Some(Kind::Over));
    assert_eq!(kind(desk.engine("tictactoe", "ab:depht=3")), Some(Kind::Engine));
    assert_eq!(kind(desk.roll(table, 1)), Some(Kind::Illegal));
    assert_eq!(kind(desk.svg(table, None, "size=1")), Some(Kind::Request));
    assert_eq!(kind(desk.svg(table, None, "[1]")), Some(Kind::Request));
    let engine = desk.engine("tictactoe", "ab:depth=3").expect("an engine");
    let mut lent = desk.lend(engine, table, "").expect("both are there");
    assert_eq!(kind(lent.think(&mut |_| ())), Some(Kind::Search));
    assert_eq!(kind(desk.lend(engine, table, "").map(|_| ())), Some(Kind::Request), "it is lent");
    desk.give_back(lent);
    assert!(desk.lend(engine, table, "").is_ok());
}

#[test]
fn engines_think_within_what_is_said_now() {
    let mut desk = desk();
    let table = desk.table("tictactoe", Some("xx./oo./...")).expect("a position");
    let engine = desk.engine("tictactoe", "ab:depth=1").expect("an engine");
    let (found, _) = think(&mut desk, engine, table, "depth=4\0lines=2");
    assert_eq!(found["best"], "c3", "{found}");
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(2));
    let start = desk.table("tictactoe", None).expect("a game");
    let (found, _) = think(&mut desk, engine, start, "depth=3");
    assert_eq!(found["depth"], 3);
    let (found, _) = think(&mut desk, engine, start, "");
    assert_eq!(found["depth"], 1, "what was said before is forgotten");
}

#[test]
fn chance_and_hidden_facts_have_their_questions() {
    let mut desk = desk();
    let pig = desk.table("pig", None).expect("a game");
    desk.at_mut(pig).expect("there").play("roll").expect("legal");
    assert_eq!(desk.at(pig).expect("there").weights().len(), 6);
    assert!(desk.roll(pig, 7).is_ok());
    let kuhn = desk.deal("kuhn", 3).expect("a game");
    while turn_number(desk.at(kuhn).expect("there").turn()) == -2 {
        desk.roll(kuhn, 5).expect("chance decides");
    }
    let seen = |player| desk.at(kuhn).expect("there").observation(Player(player));
    assert!(seen(0).is_some() && seen(0) != seen(1));
    let tron = desk.table("tron", None).expect("a game");
    assert!(turn_number(desk.at(tron).expect("there").turn()) <= -4, "a round played together");
    let inputs = json(&desk.inputs(tron, Some(Player(1))).expect("there"));
    assert!(!inputs.as_array().expect("a list").is_empty());
}

#[test]
fn pictures_counts_and_laws() {
    let mut desk = desk();
    let table = desk.table("tictactoe", None).expect("a game");
    let picture = desk.svg(table, None, "size=200\0dark=true\0title=T");
    assert!(picture.expect("a picture").starts_with("<svg"));
    let scene = json(&desk.scene(table, None).expect("a scene"));
    assert_eq!(scene["board"]["cells"].as_array().map(Vec::len), Some(9));
    let counts = json(&desk.perft("tictactoe", None, 2).expect("counts"));
    assert_eq!(counts.as_object().expect("by move").len(), 9);
    assert_eq!(counts["b2"], 8);
    let outcome = json(&desk.verify("tictactoe", "plies=2000").expect("an outcome"));
    assert!(outcome["failure"].is_null() && outcome["plies"].as_u64() >= Some(2000), "{outcome}");
    let games = json(&desk.games());
    assert_eq!(games[0]["variants"][0]["engines"][0]["name"], "ab");
}

#[test]
fn random_games_come_to_the_same_number_every_time() {
    let desk = desk();
    for game in ["tictactoe", "pig", "kuhn", "tron"] {
        let whole = json(&desk.digest(game, 1, 0, 30).expect("a game"));
        assert_eq!(whole["games"], 30);
        assert!(whole["plies"].as_u64() > Some(30), "{game}: {whole}");
        assert_eq!(whole, json(&desk.digest(game, 1, 0, 30).expect("a game")), "{game}");
        for other in [desk.digest(game, 2, 0, 30), desk.digest(game, 1, 1, 30)] {
            assert_ne!(whole["digest"], json(&other.expect("a game"))["digest"], "{game}");
        }
    }
    assert_eq!(kind(desk.digest("chequers", 1, 0, 1)), Some(Kind::Game));
}
