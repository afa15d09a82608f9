//! A game that the house does not know is served like any other.

mod common;

#[path = "../examples/own_game/domineering.rs"]
mod domineering;

use common::{House, moves};
use domineering::{Domineering, domineering};
use serde_json::json;
use takeback_server::Config;

#[test]
fn the_tutorials_game_is_played_and_taken_back() {
    let house =
        House::with_games(Config::default(), takeback_host::Registry::new().with(domineering()));
    let mut client = house.client();
    let catalogue = client.get("/api/v1/catalogue");
    assert_eq!(catalogue["games"][0]["variants"][0]["names"], json!(["Vertical", "Horizontal"]));
    let path = client.begin(&json!({ "game": "domineering", "seats": ["person", "ab:depth=2"] }));
    let first = client.get(&path);
    assert_eq!(first["inputs"][0]["clicks"], json!([{ "cell": 0 }]));
    assert_eq!(client.get(&format!("{path}/board"))["cells"].as_array().map(Vec::len), Some(36));
    client.post(&format!("{path}/moves"), &json!({ "move": moves(&first)[7] }));
    let answered = client.wait(&path, "the answer", |state| state["now"] == 2);
    assert_eq!(answered["scene"]["pieces"].as_array().map(Vec::len), Some(4));
    let back = client.post(&format!("{path}/takeback"), &json!({ "plies": 2 }));
    assert_eq!(back["position"], first["position"]);
    assert_eq!(back["scene"], first["scene"]);
}

#[test]
fn its_scene_keeps_the_laws() {
    takeback_scene::laws::check(&Domineering::default(), takeback_scene::laws::Extent::default())
        .expect("the laws of scenes hold");
}
