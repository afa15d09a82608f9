//! `takeback engine hex` and `takeback analyze hex --solve` from outside.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn takeback(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_takeback"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("the engine listens");
    drop(stdin);
    child.wait_with_output().expect("the engine ends with its input")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_front_end_talks_to_the_engine() {
    let game =
        "1 protocol_version\r\nboardsize 4\nplay b b3\n\n# thinking\n5 genmove w\nfly\nplay b z9\n";
    let out = takeback(&["engine", "hex", "--time", "0.1"], game);
    assert!(out.status.success(), "{}", text(&out.stderr));
    let answers = text(&out.stdout);
    let answers: Vec<&str> = answers.trim_end().split("\n\n").collect();
    assert_eq!(answers.len(), 6, "{answers:?}");
    assert_eq!((answers[0], answers[1].trim(), answers[2].trim()), ("=1 2", "=", "="));
    assert!(answers[3].starts_with("=5 "), "{answers:?}");
    assert!(answers[4].starts_with("? unknown command"), "{answers:?}");
    assert!(answers[5].starts_with("? "), "{answers:?}");
}

#[test]
fn positions_are_solved_exactly() {
    let out = takeback(&["analyze", "hex", "--solve", "--size", "4x4", "--json"], "");
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(json["winner"], "black");
    assert_eq!(json["winning"], serde_json::json!(["d1", "c2", "b3", "a4"]));
    assert_eq!(json["complete"], true);
    let out = takeback(&["analyze", "hex:3x3", "--solve", "--moves", "a1"], "");
    assert!(text(&out.stdout).starts_with("white wins, white to move"), "{}", text(&out.stdout));
    let record = "(;FF[4]GM[11]SZ[3];B[c1])";
    let out = takeback(&["analyze", "hex", "--solve", "--sgf", "-"], record);
    assert!(text(&out.stdout).starts_with("black wins, white to move"), "{}", text(&out.stdout));
    assert!(text(&out.stdout).contains("proof: "), "{}", text(&out.stdout));
}

#[test]
fn proofs_are_kept_and_used() {
    let folder = std::env::temp_dir().join(format!("takeback-proofs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("5x5.proofs");
    let path = file.to_str().expect("a plain name");
    let solve = |size: &str| {
        let out = takeback(
            &["analyze", "hex", "--solve", "--size", size, "--proofs", path, "--json"],
            "",
        );
        (serde_json::from_slice::<serde_json::Value>(&out.stdout), text(&out.stderr))
    };
    let (first, second) = (solve("5x5").0.expect("JSON"), solve("5x5").0.expect("JSON"));
    assert_eq!(first["winning"], second["winning"]);
    let nodes = |json: &serde_json::Value| json["nodes"].as_u64().expect("a number");
    assert!(nodes(&second) * 2 < nodes(&first), "{} of {}", nodes(&second), nodes(&first));
    let (_, why) = solve("4x4");
    assert!(why.contains("about a board of 5x5"), "{why}");
    std::fs::write(&file, "something else").expect("written");
    let (_, why) = solve("5x5");
    assert!(why.contains("no proofs of Hex"), "{why}");
    assert_eq!(std::fs::read(&file).expect("still there"), b"something else", "left alone");
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn misuse_is_one_clear_line() {
    for args in [
        &["engine", "nosuch"][..],
        &["engine", "hex", "--time", "0"],
        &["analyze", "chess", "--solve"],
        &["analyze", "hex", "--solve", "--size", "20x3"],
        &["analyze", "hex", "--solve", "--size", "3x3", "--moves", "a1 a1"],
        &["analyze", "hex", "--sgf", "/nowhere.sgf"],
    ] {
        let out = takeback(args, "");
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&out.stderr).lines().count(), 1, "{args:?}: {}", text(&out.stderr));
        assert!(out.stdout.is_empty(), "{args:?}");
    }
}
