//! A house as a page meets it, without JavaScript: the engines run here, on a desk.

use serde_json::{Value, json};
use std::collections::VecDeque;
use takeback_host::Registry;
use takeback_players_small::{connect4, kuhn, pig, tictactoe, tron};
use takeback_room::Look;
use takeback_search::StopFlag;
use takeback_wasm::{Answer, Desk, Effect, House, Request};

fn games() -> Registry {
    let games = [tictactoe(), connect4(), pig(), kuhn(), tron()];
    games.into_iter().fold(Registry::new(), Registry::with)
}

const SECRET: &str = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";

/// A house with somebody who does what it asks for.
struct Kept {
    house: House,
    desk: Desk,
    /// What was replied to requests that waited.
    replies: Vec<(u32, u16, Value)>,
    gone: Vec<String>,
    searches: usize,
}

impl Kept {
    fn new() -> Self {
        Kept {
            house: House::new(games()),
            desk: Desk::new(games(), StopFlag::default()),
            replies: Vec::new(),
            gone: Vec::new(),
            searches: 0,
        }
    }

    fn ask(&mut self, method: &str, path: &str, token: &str, body: Value) -> (u16, Value) {
        let answer = self.house.request(Request {
            method: method.to_owned(),
            path: path.to_owned(),
            token: Some(token.to_owned()),
            body,
            secret: SECRET.to_owned(),
            ..Request::default()
        });
        match answer {
            Answer::Now(status, text) if text.is_empty() => (status, Value::Null),
            Answer::Now(status, text) => (status, serde_json::from_str(&text).expect("JSON")),
            Answer::Later(search) => (0, search.into()),
        }
    }

    /// Do all that is asked for, until nothing is.
    fn settle(&mut self) {
        let mut open: VecDeque<Effect> = self.house.effects().into();
        while let Some(effect) = open.pop_front() {
            match effect {
                Effect::Search { search, game, start, moves, engine, limits, watched, .. } => {
                    self.searches += 1;
                    let mut reports = Vec::new();
                    let found =
                        self.search(&game, &start, &moves, (&engine, &limits), &mut reports);
                    if watched {
                        reports.iter().for_each(|report| self.house.heard(search, report));
                    }
                    self.house.ended(search, found.as_deref().map_err(String::as_str));
                }
                Effect::Wait { room, .. } => self.house.go_on(&room),
                Effect::Reply { search, status, body } => self.replies.push((search, status, body)),
                Effect::Gone { room } => self.gone.push(room),
                Effect::Changed { .. } | Effect::Stop { .. } => (),
            }
            open.extend(self.house.effects());
        }
    }

    fn search(
        &mut self,
        game: &str,
        start: &str,
        moves: &[String],
        (engine, limits): (&str, &Value),
        reports: &mut Vec<String>,
    ) -> Result<String, String> {
        let desk = &mut self.desk;
        let table = desk.table(game, Some(start)).map_err(|fault| fault.why)?;
        for text in moves {
            desk.at_mut(table).expect("just made").play(text).map_err(|why| why.to_string())?;
        }
        let engine = desk.engine(game, engine).map_err(|fault| fault.why)?;
        let mut lent = desk.lend(engine, table, &told(limits)).map_err(|fault| fault.why)?;
        let found = lent.think(&mut |report| reports.push(report.to_owned()));
        desk.give_back(lent);
        desk.dismiss(engine);
        desk.leave(table);
        found.map_err(|fault| fault.why)
    }

    fn begin(&mut self, game: Value) -> (String, String) {
        let (status, created) = self.ask("POST", "/games", "", game);
        assert_eq!(status, 201, "{created}");
        let text = |name: &str| created[name].as_str().expect("a text").to_owned();
        (text("id"), text("owner"))
    }
}

/// Limits as JavaScript hands them over.
fn told(limits: &Value) -> String {
    let pairs = limits.as_object().expect("limits by name").iter();
    let plain = pairs.filter(|(_, value)| !value.is_null());
    let said = plain.map(|(name, value)| match value {
        Value::String(text) => format!("{name}={text}"),
        other => format!("{name}={other}"),
    });
    said.collect::<Vec<_>>().join("\0")
}

#[test]
fn an_engine_answers_and_all_is_taken_back() {
    let mut kept = Kept::new();
    let (id, owner) = kept.begin(json!({ "game": "tictactoe", "seats": ["person", "2"] }));
    kept.settle();
    let room = format!("/games/{id}");
    let first = kept.ask("GET", &room, &owner, Value::Null).1;
    let play = json!({ "move": "b2", "seat": 0, "node": 0 });
    let (status, state) = kept.ask("POST", &format!("{room}/moves"), &owner, play);
    assert_eq!((status, &state["thinking"]), (200, &json!([1])));
    kept.settle();
    let state = kept.ask("GET", &room, &owner, Value::Null).1;
    assert_eq!((&state["now"], &state["you"]["plays"]), (&json!(2), &json!(0)));
    let back = kept.ask("POST", &format!("{room}/goto"), &owner, json!({ "node": 0 })).1;
    assert_eq!(back["position"], first["position"]);
    let (status, redone) = kept.ask("POST", &format!("{room}/redo"), &owner, Value::Null);
    assert_eq!((status, &redone["now"]), (200, &json!(1)));
}

#[test]
fn engines_play_a_whole_game_together_and_by_chance() {
    for (game, seats) in [("pig", ["2", "2"]), ("tron", ["2", "2"]), ("connect4", ["2", "3"])] {
        let mut kept = Kept::new();
        let (id, owner) = kept.begin(json!({ "game": game, "seats": seats, "pause_ms": 1 }));
        kept.settle();
        let state = kept.ask("GET", &format!("/games/{id}"), &owner, Value::Null).1;
        assert_eq!(state["turn"]["kind"], "over", "{game}: {}", state["trouble"]);
        assert!(kept.searches > 3);
    }
}

#[test]
fn analysis_tree_and_grades_come_back() {
    let mut kept = Kept::new();
    let (id, owner) = kept.begin(json!({ "game": "connect4", "seats": ["person", "person"] }));
    let room = format!("/games/{id}");
    for m in ["d", "d", "c"] {
        let (status, state) =
            kept.ask("POST", &format!("{room}/moves"), &owner, json!({ "move": m }));
        assert_eq!(status, 200, "{state}");
    }
    let ask = json!({ "engine": "ab:depth=4", "lines": 2 });
    assert_eq!(kept.ask("POST", &format!("{room}/analysis"), &owner, ask.clone()).0, 202);
    kept.settle();
    let found = kept.ask("GET", &format!("{room}/analysis"), &owner, Value::Null).1;
    assert_eq!((&found["done"], found["lines"].as_array().map(Vec::len)), (&json!(true), Some(2)));
    let news = kept.house.news(&id, Some(&owner), &Look::default(), (0, 0)).expect("there");
    let news: Value = serde_json::from_str(&news).expect("JSON");
    let kinds: Vec<&str> = news["messages"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|m| m["type"].as_str())
        .collect();
    assert_eq!(kinds, ["state", "analysis"]);

    let line = json!({ "engine": "ab:depth=3", "line": ["d"] });
    let (later, search) = kept.ask("POST", &format!("{room}/tree"), &owner, line);
    assert_eq!(later, 0);
    kept.settle();
    let (number, status, body) = kept.replies.pop().expect("a reply");
    assert_eq!((json!(number), status, &body["seat"]), (search, 200, &json!(0)));

    let (status, _) = kept.ask("POST", &format!("{room}/grades"), &owner, ask);
    assert_eq!(status, 202);
    kept.settle();
    let state = kept.ask("GET", &room, &owner, Value::Null).1;
    assert_eq!(state["grading"], json!({ "done": 4, "all": 4 }));
    assert!(state["nodes"][1]["grade"]["word"].is_string());
}

#[test]
fn a_search_nobody_waits_for_is_stopped_and_its_answer_dropped() {
    let mut kept = Kept::new();
    let (id, owner) = kept.begin(json!({ "game": "tictactoe", "seats": ["2", "person"] }));
    let asked = kept.house.effects();
    let Some(Effect::Search { search, .. }) = asked.first() else { panic!("{asked:?}") };
    let pause = json!({ "running": false });
    assert_eq!(kept.ask("PATCH", &format!("/games/{id}"), &owner, pause).0, 200);
    assert!(kept.house.effects().contains(&Effect::Stop { search: *search }));
    kept.house.ended(*search, Ok("{}"));
    assert_eq!(kept.ask("GET", &format!("/games/{id}"), &owner, Value::Null).1["now"], 0);
}

#[test]
fn an_analysis_that_is_stopped_says_that_it_has_ended() {
    let mut kept = Kept::new();
    let (id, owner) = kept.begin(json!({ "game": "connect4", "seats": ["person", "person"] }));
    let path = format!("/games/{id}/analysis");
    kept.ask("POST", &path, &owner, json!({ "engine": "ab:depth=3" }));
    let asked = kept.house.effects();
    let search = asked.iter().find_map(|effect| match effect {
        Effect::Search { search, .. } => Some(*search),
        _ => None,
    });
    let search = search.expect("a search");
    let known = |kept: &Kept, analysis| {
        let news = kept.house.news(&id, Some(&owner), &Look::default(), (u64::MAX, analysis));
        serde_json::from_str::<Value>(&news.expect("there")).expect("JSON")
    };
    let count = known(&kept, 0)["analysis"].as_u64().expect("a count");
    assert_eq!(kept.ask("DELETE", &path, &owner, Value::Null).0, 204);
    assert!(kept.house.effects().contains(&Effect::Stop { search }));
    assert!(!kept.house.effects().contains(&Effect::Stop { search }), "told once");
    kept.house.ended(search, Err("stopped before anything was found"));
    let told = known(&kept, count);
    let analysis = told["messages"].as_array().and_then(|all| all.last()).expect("news");
    assert_eq!((&analysis["type"], &analysis["done"]), (&json!("analysis"), &json!(true)));
}

#[test]
fn a_room_comes_back_from_its_record() {
    let mut kept = Kept::new();
    let (id, owner) = kept.begin(json!({ "game": "kuhn", "seats": ["person", "2"] }));
    kept.settle();
    let room = format!("/games/{id}");
    let before = kept.ask("GET", &room, &owner, Value::Null).1;
    let record = kept.house.keep(&id).expect("there");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    let mut other = Kept::new();
    assert_eq!(other.ask("GET", &room, &owner, Value::Null).1["error"]["code"], "no_game");
    other.house.wake(record, SECRET).expect("a record");
    other.settle();
    let after = other.ask("GET", &room, &owner, Value::Null).1;
    assert_eq!((&after["scene"], &after["now"]), (&before["scene"], &before["now"]));
    assert_eq!(after["you"], before["you"], "the token is still known");
    assert_eq!(other.ask("DELETE", &room, &owner, Value::Null).0, 204);
    other.settle();
    assert_eq!(other.gone, [id.as_str()]);
    assert!(other.house.wake(json!({ "id": 3 }), SECRET).is_err());
}

#[test]
fn a_file_is_saved_loaded_and_drawn() {
    let mut kept = Kept::new();
    let (id, owner) = kept.begin(json!({ "game": "tictactoe", "seats": ["person", "person"] }));
    kept.ask("POST", &format!("/games/{id}/moves"), &owner, json!({ "move": "b2" }));
    let saved = kept.ask("GET", &format!("/games/{id}/save"), &owner, Value::Null).1;
    let mut again = Kept::new();
    let (status, created) = again.ask("POST", "/games/load", "", saved.clone());
    assert_eq!(status, 201, "{created}");
    let path = format!("/games/{}/save", created["id"].as_str().expect("a name"));
    let owner = created["owner"].as_str().expect("a token");
    assert_eq!(again.ask("GET", &path, owner, Value::Null).1, saved);
    let drawn = json!({ "game": "tictactoe", "moves": ["b2", "a1"] });
    let (status, picture) = again.ask("POST", "/positions/picture", "", drawn);
    assert_eq!((status, picture["scene"]["pieces"].as_array().map(Vec::len)), (200, Some(2)));
}

#[test]
fn refusals_read_as_a_servers() {
    let mut kept = Kept::new();
    let (id, owner) = kept.begin(json!({ "game": "tictactoe", "seats": ["person", "person"] }));
    let room = format!("/games/{id}");
    let cases = [
        ("POST", "/games".to_owned(), json!({ "game": "chequers" }), 404, "unknown"),
        ("POST", "/games".to_owned(), json!({ "gmae": "chess" }), 400, "bad_request"),
        (
            "POST",
            "/games".to_owned(),
            json!({ "game": "pig", "seats": ["99", "x"] }),
            422,
            "bad_engine",
        ),
        ("POST", format!("{room}/moves"), json!({ "move": "z9" }), 422, "unreadable_move"),
        ("POST", format!("{room}/moves"), json!({ "move": "a1", "node": 5 }), 409, "stale"),
        ("POST", format!("{room}/moves"), json!({ "mvoe": "a1" }), 400, "bad_request"),
        ("POST", format!("{room}/dance"), json!({}), 404, "unknown"),
        ("GET", "/games/nobody".to_owned(), Value::Null, 404, "no_game"),
        ("GET", "/elsewhere/x/y/z".to_owned(), Value::Null, 404, "unknown"),
    ];
    for (method, path, body, status, code) in cases {
        let (found, told) = kept.ask(method, &path, &owner, body);
        assert_eq!((found, told["error"]["code"].as_str()), (status, Some(code)), "{path} {told}");
    }
    let (status, told) = kept.ask("POST", &format!("{room}/moves"), "", json!({ "move": "a1" }));
    assert_eq!((status, &told["error"]["code"]), (403, &json!("forbidden")));
}
