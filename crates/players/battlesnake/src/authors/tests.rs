//! Every command, on games that are played here against a snake on a socket.

use super::arena::Scores;
use super::inquest::{Manner, deaths_of};
use super::table::{Match, Sitter};
use super::*;
use crate::wire::{Log, Request};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use takeback_battlesnake::{
    Battlesnake, Direction, ForSize, Map, Ruleset, Settings, Setup, for_size,
};
use takeback_core::Player;
use takeback_host::outside::{Analyzed, Given};

/// A snake on a socket: goes where it survives for certain, if it can.
fn snake_on_a_socket() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream);
            let (mut length, mut path, mut line) = (0, String::new(), String::new());
            while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
                if let Some(rest) = line.strip_prefix("POST ") {
                    rest.split(' ').next().unwrap_or_default().clone_into(&mut path);
                }
                if let Some(n) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = n.trim().parse().unwrap_or(0);
                }
                line.clear();
            }
            let mut body = vec![0; length];
            if reader.read_exact(&mut body).is_err() {
                continue;
            }
            let answer = match path.as_str() {
                "/move" => format!("{{\"move\":\"{}\"}}", careful(&body)),
                _ => "{}".to_owned(),
            };
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
            let text = format!("{head}\r\nContent-Length: {}\r\n\r\n{answer}", answer.len());
            let _ = reader.get_mut().write_all(text.as_bytes());
        }
    });
    format!("http://{address}")
}

fn careful(body: &[u8]) -> Direction {
    let playable = Request::read(body).expect("a request").playable().expect("a board");
    for_size(&playable.setup, Careful(playable.you)).expect("it can be played")
}

struct Careful(Player);

impl ForSize for Careful {
    type Out = Direction;

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> Direction {
        let sure = game.sure_steps(self.0).iter().next();
        sure.or(game.prudent(self.0).iter().next()).unwrap_or(Direction::Up)
    }
}

fn setup(snakes: usize) -> Setup {
    let (ruleset, settings) = (Ruleset::Standard, Settings::default());
    Setup::start(ruleset, settings, Map::Standard, (7, 7), snakes, 3).expect("a start")
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("takeback-snake-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder of one's own");
    folder
}

/// A game of two careful snakes, one of them on a socket, as a file.
fn recorded(folder: &Path) -> (PathBuf, Log) {
    let sitters =
        [Sitter::read(&snake_on_a_socket()), Sitter::read("snake:nodes=200")].map(|s| s.unwrap());
    let mut game = Match::new(&setup(2), &sitters, "a game").expect("two for two");
    let ended = game.play(5).expect("it is played");
    assert!(ended.out.iter().any(Option::is_some), "somebody went out: {ended:?}");
    assert!(game.faults.iter().all(|(count, _)| *count == 0), "{:?}", game.faults);
    let path = folder.join("game.jsonl");
    std::fs::write(&path, game.log.write()).expect("it is written");
    (path, game.log)
}

fn given(pairs: &[(&'static str, &str)]) -> Given {
    let mut given = Given::default();
    for (name, value) in pairs {
        given.add(name, *value);
    }
    given
}

fn command(name: &str, pairs: &[(&'static str, &str)]) -> Result<Analyzed, String> {
    let known = COMMANDS.list.iter().find(|command| command.name == name).expect("a command");
    for (argument, _) in pairs {
        assert!(known.arguments.iter().any(|a| a.name == *argument), "{name} takes no {argument}");
    }
    (known.run)(&given(pairs), &mut |_| ())
}

#[test]
fn a_recorded_game_is_advised_on_played_on_and_drawn() {
    let folder = folder("tour");
    let (path, log) = recorded(&folder);
    let file = path.to_str().expect("a plain name");
    assert!(log.turns.len() > 3 && log.outcome.is_some());

    let told = command("advise", &[("file", file), ("turn", "2"), ("engine", "snake:depth=3")]);
    assert!(told.expect("advice").text.starts_with("best "));
    let none = command("advise", &[("file", file), ("turn", "99999")]).unwrap_err();
    assert!(none.contains("no turn 99999"), "{none}");
    let nobody = command("advise", &[("file", file), ("turn", "2"), ("snake", "x")]).unwrap_err();
    assert!(nobody.contains("no snake \"x\""), "{nobody}");

    let url = snake_on_a_socket();
    let out = folder.join("out");
    let out = out.to_str().expect("a plain name");
    let onward = [
        ("file", file),
        ("turn", "2"),
        ("snake", "snake-1"),
        ("as", "snake:nodes=100"),
        ("against", url.as_str()),
        ("games", "2"),
        ("out", out),
    ];
    let onward = command("onward", &onward).expect("two games");
    assert_eq!(onward.json["games"].as_array().map(Vec::len), Some(2));
    assert_eq!(std::fs::read_dir(out).expect("written").count(), 2);

    let page = folder.join("game.html");
    let page = page.to_str().expect("a plain name");
    command("page", &[("file", file), ("out", page), ("to", "3")]).expect("a page");
    let text = std::fs::read_to_string(page).expect("written");
    assert_eq!(text.matches("<svg").count(), 4, "turns 0 to 3");
    assert!(text.contains("holds") && !text.contains("/*PICTURES*/"));
    assert_eq!(text.matches("</script>").count(), 1, "nothing ends the script early");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn cases_are_added_and_asked() {
    let folder = folder("cases");
    let (path, _) = recorded(&folder);
    let (file, cases) = (path.to_str().expect("plain"), folder.join("cases.jsonl"));
    let cases = cases.to_str().expect("plain");
    let add = |moves: &str| {
        let what = [("file", cases), ("add", file), ("turn", "1"), ("one-of", moves)];
        command("regress", &what)
    };
    assert!(add("north").unwrap_err().contains("north"));
    add("up,down,left,right").expect("a case that nobody fails");
    let url = snake_on_a_socket();
    for who in [url.as_str(), "snake:nodes=100"] {
        let right = command("regress", &[("file", cases), ("who", who)]).expect("asked");
        assert!(right.done && right.json["right"] == 1, "{right:?}");
    }
    // Where it came from is where nobody goes.
    let request = super::files::request(&path, Some(1)).expect("turn 1");
    let you = &request.you;
    let (head, neck) = (you.body[0], you.body[1]);
    let back = match (neck.x - head.x, neck.y - head.y) {
        (0, 1) => "up",
        (0, -1) => "down",
        (1, 0) => "right",
        _ => "left",
    };
    add(back).expect("a case that everybody fails");
    let wrong = command("regress", &[("file", cases), ("who", &url)]).expect("asked");
    assert!(!wrong.done && wrong.json["wrong"].as_array().map(Vec::len) == Some(1), "{wrong:?}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn deaths_are_told_from_boards() {
    let folder = folder("deaths");
    let (path, log) = recorded(&folder);
    let deaths = deaths_of(&log, None, Some(500));
    assert!(!deaths.is_empty());
    for death in &deaths {
        // The careful ones never leave a step that is sure.
        assert!(death.manner != Manner::Careless, "{death:?}");
        assert!(
            death
                .mistake
                .as_ref()
                .is_none_or(|(turn, held)| { *turn <= death.turn && !held.is_empty() })
        );
    }
    let whole = folder.to_str().expect("plain");
    let told = command("deaths", &[("game", whole)]).expect("an inquest");
    assert_eq!(told.json["games"], 1);
    assert_eq!(told.json["deaths"].as_array().map(Vec::len), Some(deaths.len()));
    let file = path.to_str().expect("plain");
    let other = command("deaths", &[("game", file), ("snake", "nobody")]).expect("an inquest");
    assert_eq!(other.json["deaths"].as_array().map(Vec::len), Some(0));
    assert!(command("deaths", &[("game", "/nowhere/at/all.jsonl")]).is_err());
    let _ = std::fs::remove_dir_all(folder);
}

/// Into the wall with the whole board free: a death like that is found.
#[test]
fn a_careless_death_is_avoidable() {
    let setup = setup(2);
    let before = Request::of(&setup, Player(0), "g");
    let mut after = before.clone();
    after.turn += 1;
    after.board.snakes.remove(1);
    let log = Log { game: before.game.clone(), turns: vec![before, after], outcome: None };
    let deaths = deaths_of(&log, None, None);
    assert_eq!(deaths.len(), 1);
    assert!(deaths[0].manner == Manner::Careless && !deaths[0].sure.is_empty(), "{deaths:?}");
}

#[test]
fn an_arena_rates_who_wins() {
    let url = snake_on_a_socket();
    let arena =
        [("who", "snake:nodes=300"), ("who", url.as_str()), ("games", "4"), ("size", "7x7")];
    let rated = command("arena", &arena).expect("four games");
    assert_eq!(rated.json["games"], 4);
    assert_eq!(rated.json["ratings"].as_array().map(Vec::len), Some(2));
    let few = command("arena", &[("who", "snake:nodes=10"), ("snakes", "2")]).unwrap_err();
    assert!(few.contains("share a board"), "{few}");
    assert!(command("arena", &[("who", "ab"), ("who", "ab")]).is_err());
}

#[test]
fn ratings_follow_points_and_have_an_error() {
    let mut scores = Scores::new(3);
    for (a, b, share) in [(0, 1, 1.0), (0, 1, 1.0), (0, 1, 0.0), (1, 2, 1.0), (1, 2, 0.5)] {
        scores.note(&[a, b], |x, _| if x == 0 { share } else { 1.0 - share }, None);
    }
    let ratings = scores.ratings();
    assert!(ratings[0].0 > ratings[1].0 && ratings[1].0 > ratings[2].0, "{ratings:?}");
    assert!(ratings.iter().all(|(elo, error)| elo.is_finite() && *error > 50.0), "{ratings:?}");
    let mut more = Scores::new(2);
    for _ in 0..400 {
        more.note(&[0, 1], |x, _| if x == 0 { 0.75 } else { 0.25 }, None);
    }
    let ratings = more.ratings();
    let apart = ratings[0].0 - ratings[1].0;
    assert!((apart - 191.0).abs() < 8.0, "three of four are 191 points: {apart}");
}
