//! `takeback new`: what is written, and what is refused.

mod common;

use common::{Folder, TAKEBACK, refuses, says};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The checkout this test belongs to.
fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders above")
}

#[test]
fn a_crate_is_written_in_its_own_name() {
    let folder = Folder::new("new");
    let path = folder.file("deep/my-game");
    let said = says(&["new", "my-game", "--path", &path, "--released"]);
    assert!(said.contains("cargo run --release -- play my-game"), "{said}");
    let read = |name: &str| fs::read_to_string(Path::new(&path).join(name)).expect("a file");
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("name = \"my-game\""), "{manifest}");
    let version = env!("CARGO_PKG_VERSION");
    assert!(manifest.contains(&format!("takeback = {{ version = \"{version}\"")), "{manifest}");
    assert!(read("src/main.rs").contains("takeback::standard().with(my_game::my_game())"));
    assert!(read("src/game.rs").contains("impl Game for MyGame"));
    assert!(read("tests/laws.rs").contains("use my_game::{MyGame, my_game};"));
    assert!(read("README.md").starts_with("# My Game\n"));
}

#[test]
fn a_clone_is_depended_upon_by_its_path() {
    let folder = Folder::new("clone");
    let (named, found) = (folder.file("named"), folder.file("found"));
    let root = checkout().to_str().expect("a plain path");
    says(&["new", "my-game", "--path", &named, "--workspace", root]);
    // Run from within a clone, it is found.
    let run = Command::new(TAKEBACK)
        .args(["new", "my-game", "--path", &found])
        .current_dir(checkout().join("docs"))
        .output()
        .expect("the binary runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for path in [named, found] {
        let manifest = fs::read_to_string(format!("{path}/Cargo.toml")).expect("a manifest");
        let facade = checkout().canonicalize().expect("a folder").join("crates/takeback");
        assert!(manifest.contains(&format!("path = {facade:?}")), "{manifest}");
    }
}

#[test]
fn what_it_writes_is_formatted() {
    let folder = Folder::new("formatted");
    let path = folder.file("my-game");
    says(&["new", "my-game", "--path", &path, "--released"]);
    let files = ["src/lib.rs", "src/main.rs", "tests/laws.rs"].map(|file| format!("{path}/{file}"));
    let rustfmt =
        Command::new("rustfmt").args(["--edition", "2024", "--check"]).args(files).output();
    match rustfmt {
        Ok(out) => assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout)),
        Err(error) => println!("skipped: there is no rustfmt: {error}"),
    }
}

#[test]
fn nothing_is_overwritten_and_refusals_say_what_to_do() {
    let folder = Folder::new("refused");
    let taken = folder.file("taken");
    fs::create_dir(&taken).expect("a folder");
    fs::write(format!("{taken}/notes"), "mine").expect("a file");
    assert!(refuses(&["new", "my-game", "--path", &taken]).contains("choose another name"));
    assert_eq!(fs::read_dir(&taken).expect("the folder").count(), 1);
    let file = format!("{taken}/notes");
    assert!(refuses(&["new", "my-game", "--path", &file]).contains("is a file"));
    assert_eq!(fs::read_to_string(&file).expect("the file"), "mine");
    let free = folder.file("free");
    assert!(refuses(&["new", "MyGame", "--path", &free]).contains("try my-game"));
    assert!(refuses(&["new", "loop", "--path", &free]).contains("try loop-game"));
    assert!(refuses(&["new", "othello", "--path", &free]).contains("try my-othello"));
    assert!(
        refuses(&["new", "my-game", "--path", &free, "--workspace", &taken])
            .contains("no clone of takeback")
    );
    assert!(!Path::new(&free).exists());
}
