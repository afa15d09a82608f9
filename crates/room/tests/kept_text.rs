//! Saved games that were written long ago are read as they stand here.

use takeback_room::{Kind, RoomError, Saved, Secret};

/// A file of version 1, as this house wrote it: a game with a branch. Its text must never
/// be changed; a later form gets a text of its own beside it.
const VERSION_1: &str = r#"{
  "takeback": 1, "game": "tictactoe", "variant": "3x3", "start": ".../.../...",
  "seats": ["person", "random"], "seed": 7,
  "moves": [[0, "b2"], [1, "a1"], [2, "c3"], [1, "a3"]], "now": 3
}"#;

fn read(text: &str) -> Result<takeback_room::Room, RoomError> {
    let saved: Saved = serde_json::from_str(text).expect("a saved game");
    let kind = Kind::find(&takeback::standard(), &saved.game, Some(&saved.variant))?;
    let mut loading = saved.load(kind, Secret([5; 32]), 100)?;
    while !loading.step(1)? {}
    loading.finish()
}

#[test]
fn a_saved_game_of_version_1_is_read() {
    let room = read(VERSION_1).expect("it was written by this house");
    assert_eq!(room.tree().len(), 5);
    assert_eq!(room.tree().now(), 3);
    assert_eq!(room.table().moves(), ["b2", "a1", "c3"]);
    assert_eq!(room.chairs()[1].who.text(), "random");
}

#[test]
fn a_saved_game_of_another_version_is_refused_by_its_number() {
    let refused = read(&VERSION_1.replace("\"takeback\": 1", "\"takeback\": 2"));
    let Err(RoomError::BadRequest(why)) = refused.map(|_| ()) else { panic!("it was read") };
    assert!(why.contains("version 1"), "{why}");
}
