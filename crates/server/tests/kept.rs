//! Games that are kept: after a restart, and after they have left the memory.

mod common;

use common::{Client, House, hear};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use takeback_server::Config;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("takeback-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn house(config: Config, folder: &Path) -> House {
    House::keeping(config, takeback::standard(), Some(folder.join("games.db")))
}

/// The same token at another server.
fn at(house: &House, client: &Client) -> Client {
    Client { token: client.token.clone(), ..house.client() }
}

/// All of a state but what counts changes.
fn same(mut state: Value) -> Value {
    state["version"] = Value::Null;
    state
}

#[test]
fn seats_questions_and_deals_survive_a_restart() {
    let folder = folder("kept");
    let first = house(Config::default(), &folder);
    let (mut owner, mut guest) = (first.client(), first.client());
    let new = json!({ "game": "gofish", "variant": "2", "seats": ["person", "person"] });
    let made = owner.post("/api/v1/games", &new);
    made["owner"].as_str().unwrap().clone_into(&mut owner.token);
    made["seats"][1].as_str().unwrap().clone_into(&mut guest.token);
    let path = format!("/api/v1/games/{}", made["id"].as_str().unwrap());
    owner.get(&path);
    guest.get(&path);
    for _ in 0..3 {
        let who = if owner.get(&path)["you"]["plays"].is_number() { &owner } else { &guest };
        let text = who.get(&path)["inputs"][0]["text"].clone();
        who.post(&format!("{path}/moves"), &json!({ "move": text }));
    }
    owner.post(&format!("{path}/ask"), &json!({ "running": false }));
    let before = [owner.get(&path), guest.get(&path)];
    assert!(before[1]["proposal"]["waits_for_you"] == true, "{}", before[1]);
    first.close();

    let second = house(Config::default(), &folder);
    let (owner, guest) = (at(&second, &owner), at(&second, &guest));
    let after = [owner.get(&path), guest.get(&path)];
    for (before, after) in before.into_iter().zip(after) {
        assert!(after["version"].as_u64() > before["version"].as_u64());
        assert_eq!(same(after), same(before));
    }
    // The question is still to be answered, and nobody else has a seat.
    let number = guest.get(&path)["proposal"]["number"].clone();
    guest.post(&format!("{path}/answer"), &json!({ "number": number, "agree": true }));
    assert_eq!(owner.get(&path)["running"], false);
    let stranger = second.client();
    assert_eq!(
        stranger.refused("POST", &format!("{path}/ask"), &json!({ "running": true })),
        "forbidden"
    );
    // What was ended is not kept.
    let mut alone = second.client();
    let other = alone.people("tictactoe", "3x3", 2);
    assert_eq!(alone.json("DELETE", &other, &Value::Null).0, 204);
    second.close();
    let third = house(Config::default(), &folder);
    assert_eq!(at(&third, &alone).refused("GET", &other, &Value::Null), "no_game");
    assert_eq!(at(&third, &owner).get(&path)["running"], false);
    third.close();
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn an_engine_that_owes_a_move_plays_it_after_a_restart() {
    let folder = folder("owed");
    let first = house(Config::default(), &folder);
    let mut client = first.client();
    // It would think for a long while.
    let path = client.begin(&json!({ "game": "othello", "seats": ["person", "ab:time=20s"] }));
    let text = client.get(&path)["inputs"][0]["text"].clone();
    client.post(&format!("{path}/moves"), &json!({ "move": text }));
    first.close();
    let config = Config { search: Duration::from_millis(200), ..Config::default() };
    let second = house(config, &folder);
    let client = at(&second, &client);
    let mut socket = client.live(&path);
    while hear(&mut socket, "state")["now"] != 2 {}
    drop(socket);
    second.close();
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn a_game_that_left_the_memory_comes_back_when_asked_for() {
    let folder = folder("idle");
    let config = Config { idle_game: Duration::from_millis(20), ..Config::default() };
    let house = house(config, &folder);
    let mut client = house.client();
    let path = client.people("connect4", "7x6", 2);
    for _ in 0..5 {
        let text = client.get(&path)["inputs"][0]["text"].clone();
        client.post(&format!("{path}/moves"), &json!({ "move": text }));
        let before = same(client.get(&path));
        // Gone from memory: the figures say so.
        let gone = || client.ask("GET", "/metrics", None).1.contains("takeback_games 0");
        while !gone() {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(same(client.get(&path)), before);
    }
    house.close();
    std::fs::remove_dir_all(&folder).expect("ours");
}
