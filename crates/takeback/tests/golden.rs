//! The golden games under `golden/`: what the rules of every variant said when
//! they were committed. `takeback golden --out golden` writes them anew.

mod common;

use common::{Folder, json, refuses, says, takeback};
use std::fs;
use std::path::Path;

/// The folder in this checkout.
fn committed() -> String {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("above");
    checkout.join("golden").to_str().expect("a plain path").to_owned()
}

#[test]
fn the_rules_are_what_they_were() {
    let out = takeback(&["golden", "--check", &committed()]);
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{said}{}", String::from_utf8_lossy(&out.stderr));
    let variants: usize = json(&says(&["games", "--json"]))
        .as_array()
        .expect("a list")
        .iter()
        .map(|game| game["variants"].as_array().expect("a list").len())
        .sum();
    assert!(said.starts_with(&format!("{variants} passed, 0 failed")), "{said}");
}

#[test]
fn differences_and_gaps_are_found() {
    let folder = Folder::new("golden");
    let path = folder.file("golden");
    let games = ["tictactoe", "connect4"];
    says(&[&["golden", "--out", &path], &games[..]].concat());
    says(&[&["golden", "--check", &path], &games[..]].concat());
    let again = json(&says(&[&["golden", "--json", "--out", &path], &games[..]].concat()));
    assert_eq!(again["changed"], serde_json::json!([]));

    let file = format!("{path}/tictactoe/3x3.txt");
    let text = fs::read_to_string(&file).expect("golden games");
    fs::write(&file, text.replacen("moves 9: a3", "moves 9: a4", 1)).expect("a file");
    fs::remove_file(format!("{path}/connect4/4x4.txt")).expect("it was written");
    fs::copy(format!("{path}/connect4/5x4.txt"), format!("{path}/connect4/9x9.txt"))
        .expect("a copy");
    let out = takeback(&[&["golden", "--check", &path], &games[..]].concat());
    let said = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{said}");
    for wanted in ["recorded: moves 9: a4", "4x4.txt", "9x9.txt: no variant", "2 passed, 3 failed"]
    {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    let healed = json(&says(&[&["golden", "--json", "--out", &path], &games[..]].concat()));
    assert_eq!(healed["changed"], serde_json::json!(["tictactoe:3x3", "connect4:4x4"]));
    assert_eq!(healed["removed"].as_array().map(Vec::len), Some(1));
    says(&[&["golden", "--check", &path], &games[..]].concat());
    assert!(refuses(&["golden", "--check", &folder.file("nothing")]).contains("--out"));
    assert!(refuses(&["golden"]).contains("--check"));
}
