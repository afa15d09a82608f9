//! The snake's server from outside.

#[path = "../examples/snake_load/client.rs"]
mod client;

use client::{Limit, Served, ask, play};
use serde_json::Value;
use std::time::{Duration, Instant};
use takeback_battlesnake::{Map, Ruleset, Settings, Setup};
use takeback_core::Player;
use takeback_players_battlesnake::service::{Config, ConfigError, router};
use takeback_players_battlesnake::wire::{Log, Request};

fn config() -> Config {
    Config { workers: 2, table: 1, memory: 8, ..Config::default() }
}

fn request(ruleset: Ruleset, snakes: usize, game: &str) -> Request {
    let setup = Setup::start(ruleset, Settings::default(), Map::Standard, (11, 11), snakes, 3);
    let mut request = Request::of(&setup.expect("a start"), Player(0), game);
    request.game.timeout = 60;
    request
}

fn bytes(request: &Request) -> Vec<u8> {
    serde_json::to_vec(request).expect("plain data has a JSON form")
}

fn direction(answer: &str) -> String {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    answer["move"].as_str().expect("a move").to_owned()
}

#[test]
fn it_says_how_it_looks() {
    let served = Served::new(Config {
        author: "somebody".to_owned(),
        color: "#AA00ff".to_owned(),
        head: "beluga".to_owned(),
        ..config()
    });
    let (status, body) = ask(served.at, "GET", "/", b"");
    let look: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(status, 200);
    assert_eq!(look["apiversion"], "1");
    assert_eq!((&look["color"], &look["head"]), (&"#aa00ff".into(), &"beluga".into()));
    assert!(look["tail"].is_string() && look["version"].is_string());
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let bad = |config: Config| router(config).expect_err("refused").to_string();
    assert!(bad(Config { color: "green".to_owned(), ..config() }).contains("colour"));
    assert!(bad(Config { workers: 0, ..config() }).contains("workers"));
    let none = Config { table: 0, ..config() };
    assert!(matches!(router(none), Err(ConfigError::Range { what: "table", .. })));
}

#[test]
fn every_ruleset_is_answered_and_unknown_ones_too() {
    let served = Served::new(config());
    for (i, ruleset) in Ruleset::ALL.into_iter().enumerate() {
        let snakes = if ruleset == Ruleset::Solo { 1 } else { 3 };
        let mut request = request(ruleset, snakes, &format!("g{i}"));
        if i == 0 {
            request.game.ruleset.name = "brawl".to_owned();
            request.game.map = "atlantis".to_owned();
        }
        let body = bytes(&request);
        assert_eq!(ask(served.at, "POST", "/start", &body).0, 200);
        let (status, answer) = ask(served.at, "POST", "/move", &body);
        assert_eq!(status, 200, "{answer}");
        assert!(["up", "down", "left", "right"].contains(&direction(&answer).as_str()));
        assert_eq!(ask(served.at, "POST", "/end", &body).0, 200);
    }
}

#[test]
fn bad_requests_are_refused_and_good_ones_served_after() {
    let served = Served::new(config());
    let good = bytes(&request(Ruleset::Standard, 2, "g"));
    let text = String::from_utf8(good.clone()).expect("JSON is text");
    let off = text.replacen(r#""x":1"#, r#""x":-4"#, 1);
    let wide = text.replace(r#""width":11"#, r#""width":99999999"#);
    let huge = vec![b'['; 10 << 20];
    let deep = vec![b'['; 100_000];
    let refused = |method: &str, path: &str, body: &[u8]| ask(served.at, method, path, body).0;
    for path in ["/start", "/move", "/end"] {
        for body in [&b""[..], b"{", b"null", b"[]", b"{}", b"\xff\xfe", &deep] {
            assert_eq!(refused("POST", path, body), 400, "{path} {:?}", &body[..body.len().min(9)]);
        }
        assert_eq!(refused("POST", path, &huge), 413, "{path}");
        assert_eq!(refused("GET", path, b""), 405);
    }
    for path in ["/start", "/move"] {
        assert_eq!(refused("POST", path, off.as_bytes()), 400);
        assert_eq!(refused("POST", path, wide.as_bytes()), 400);
    }
    assert_eq!(refused("POST", "/move", &good), 404, "never started");
    assert_eq!(refused("POST", "/end", &good), 404, "never started");
    assert_eq!(refused("POST", "/start", &good), 200);
    let other = text.replace(r#""id":"snake-0""#, r#""id":"snake-9""#);
    assert_eq!(refused("POST", "/move", other.as_bytes()), 404, "another snake");
    assert_eq!(refused("POST", "/move", &good), 200);
}

#[test]
fn games_beyond_the_limit_are_refused() {
    let served = Served::new(Config { games: 1, ..config() });
    let start = |game: &str| {
        ask(served.at, "POST", "/start", &bytes(&request(Ruleset::Standard, 2, game))).0
    };
    assert_eq!((start("a"), start("b"), start("a")), (200, 429, 200));
}

#[test]
fn games_that_were_not_seen_to_start_are_adopted_if_so_set() {
    let served = Served::new(Config { adopt: true, ..config() });
    let body = bytes(&request(Ruleset::Standard, 2, "g"));
    assert_eq!(ask(served.at, "POST", "/move", &body).0, 200);
}

/// The official client asks once more after the deciding turn.
#[test]
fn a_snake_alone_on_the_board_still_answers() {
    let served = Served::new(config());
    let mut request = request(Ruleset::Standard, 2, "g");
    assert_eq!(ask(served.at, "POST", "/start", &bytes(&request)).0, 200);
    request.board.snakes.truncate(1);
    assert_eq!(ask(served.at, "POST", "/move", &bytes(&request)).0, 200);
    request.you.head.x = -1;
    request.board.snakes.clear();
    assert_eq!(ask(served.at, "POST", "/end", &bytes(&request)).0, 200);
}

#[test]
fn many_games_at_once_lose_no_answer() {
    let served = Served::new(config());
    let until = Instant::now() + Duration::from_secs(10);
    let limit = Limit { timeout: 200, turns: 4, until };
    let at = served.at;
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let games: Vec<_> =
            (0..24).map(|seed| scope.spawn(move || play(at, seed, 4, limit))).collect();
        games.into_iter().map(|game| game.join().expect("no panic")).collect()
    });
    assert!(outcomes.iter().all(|o| o.lost == 0 && o.turns > 0), "{outcomes:?}");
}

#[test]
fn a_recorded_game_can_be_read_back() {
    let folder = std::env::temp_dir().join(format!("takeback-snake-{}", std::process::id()));
    let served = Served::new(Config { record: Some(folder.clone()), ..config() });
    let until = Instant::now() + Duration::from_secs(10);
    let played = play(served.at, 5, 2, Limit { timeout: 40, turns: 6, until });
    let file = folder.join("games-load-5-snake-0.jsonl");
    let mut log = Err(takeback_players_battlesnake::wire::LogError::Empty);
    // The recorder writes when it gets to it.
    for _ in 0..100 {
        log = Log::read(&std::fs::read_to_string(&file).unwrap_or_default());
        if log.as_ref().is_ok_and(|log| log.outcome.is_some()) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = std::fs::remove_dir_all(&folder);
    let log = log.expect("a recorded game");
    assert_eq!(log.turns.len() as u32, played.turns + 1, "every turn and the end");
    assert_eq!(log.game.id, "load-5");
}
