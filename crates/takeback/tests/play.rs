//! `takeback play` by lines, for every game.

use std::io::Write;
use std::process::{Command, Stdio};

/// Exit status 0; gives standard output.
fn dialogue(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_takeback"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let out = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{args:?}: {error}");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// What stands behind the last prompt that was answered with something.
fn listed(said: &str) -> Vec<String> {
    let answers = said.lines().filter_map(|line| line.split_once("to move> "));
    let mut answers = answers.map(|(_, answer)| answer).filter(|answer| !answer.is_empty());
    let answer = answers.next_back();
    answer.unwrap_or("").split("  ").map(str::to_owned).collect()
}

/// A game to begin with and what its board or table must show.
const GAMES: [(&str, &str); 17] = [
    ("tictactoe", "a b c"),
    ("connect4:4x4", "a b c d"),
    ("othello", "x o"),
    ("atari:5x5", "a b c d e"),
    ("pig", "banked"),
    ("kuhn", "chips in the pot"),
    ("tron", "A"),
    ("chess", "R N B Q K B N R"),
    ("hex:3x3", "joins top to bottom"),
    ("kithex:5x5", "a b c d e"),
    ("cotulenh", "~ ~ ≈"),
    ("ringrift:square8", "rings in hand"),
    ("ringrift:hex8-3", "Green"),
    ("battlesnake:small", "health"),
    ("gofish:3", "Pond"),
    ("gofish:kit", "Pond"),
    ("eights:3", "Stock"),
];

#[test]
fn every_game_is_shown_and_played_and_taken_back_by_lines() {
    for (game, shows) in GAMES {
        let common = [game, "--seed", "5", "--level", "1"];
        let said = dialogue(&common, "moves\nquit\n");
        assert!(said.contains(shows), "{game}: {said}");
        let moves = listed(&said);
        let first = &moves[0];
        assert!(!first.is_empty(), "{game} lists no moves: {said}");
        // Play it, take it back, play it again by `redo`, and refuse nonsense.
        let script = format!("{first}\nundo\nmoves\nredo\nnonsense!\nposition\nquit\n");
        let said = dialogue(&common, &script);
        assert!(said.contains("try `moves` or `help`") || said.contains("wins"), "{game}: {said}");
        let again = said.lines().filter(|line| line.ends_with(&moves.join("  "))).count();
        assert!(again >= 1, "{game} is not where it was after undo: {said}");
    }
}

#[test]
fn a_whole_game_is_won_and_taken_back_to_the_start() {
    let people = ["tictactoe", "--seat", "person", "--seat", "person"];
    let said =
        dialogue(&people, "a1\nb1\na2\nb2\na3\nundo\nundo\nundo\nundo\nundo\nundo\nposition\n");
    assert!(said.contains("X wins"), "{said}");
    assert!(said.contains("this is the beginning"), "{said}");
    assert!(said.contains(".../.../..."), "{said}");
}

#[test]
fn hidden_cards_stay_hidden_in_a_dialogue() {
    let said = dialogue(&["kuhn", "--seed", "3", "--level", "1"], "position\n");
    assert!(said.contains("[?]"), "{said}");
    assert!(said.contains("would tell what is hidden"), "{said}");
    assert!(said.contains("chance: a card"), "{said}");
}

#[test]
fn hints_come_from_an_engine_and_engines_can_play_alone() {
    let said = dialogue(&["tictactoe", "--position", "xx./oo./..."], "hint\nquit\n");
    assert!(said.contains("hint: c3"), "{said}");
    let said = dialogue(&["tictactoe", "--seat", "1", "--seat", "3"], "quit\n");
    assert!(said.contains("wins") || said.contains("a draw"), "{said}");
    let said = dialogue(&["gofish:kit", "--seed", "1"], "hint\nquit\n");
    assert!(said.contains("hint: 2"), "an ask of seat 2: {said}");
}

#[test]
fn misuse_is_refused_in_one_line() {
    let cases: [(&[&str], &str); 4] = [
        (&["tictactoe", "--seat", "1", "--seat", "2", "--seat", "3"], "the table has 2"),
        (&["tictactoe", "--seat", "frobnicate"], "no engine is called"),
        (&["tictactoe", "--palette", "pink"], "light, dark or safe"),
        (&["tictactoe", "--position", "nonsense"], "not a position of this game"),
    ];
    for (args, expected) in cases {
        let out = Command::new(env!("CARGO_BIN_EXE_takeback"))
            .arg("play")
            .args(args)
            .stdin(Stdio::null())
            .output()
            .expect("the binary runs");
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{args:?}: {error}");
    }
}

#[test]
fn a_picture_of_an_analysis_is_written() {
    let file = std::env::temp_dir().join(format!("takeback-play-{}.svg", std::process::id()));
    let path = file.to_str().expect("a path in plain letters");
    for palette in ["light", "dark", "safe"] {
        let out = Command::new(env!("CARGO_BIN_EXE_takeback"))
            .args(["analyze", "tictactoe", "--moves", "b2", "--engine", "ab:depth=2"])
            .args(["--svg", path, "--palette", palette])
            .output()
            .expect("the binary runs");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let picture = std::fs::read_to_string(&file).expect("the picture");
        assert!(picture.starts_with("<svg") && picture.contains("%</text>"), "{picture}");
    }
    std::fs::remove_file(&file).expect("it can be removed");
}

#[test]
fn every_variant_can_be_shown_and_clicked() {
    for game in takeback::standard().games() {
        for variant in &game.variants {
            let name = format!("{} {}", game.name, variant.name());
            let table = variant.deal(3);
            let texts: Vec<String> = table.inputs().into_iter().map(|m| m.text).collect();
            assert_eq!(texts, table.legal(), "{name}");
            assert_eq!(table.player_names().len(), table.players(), "{name}");
            let shown = !table.board().cells.is_empty() || !table.scene(None).panels.is_empty();
            assert!(shown, "{name} shows nothing");
            assert_ne!(
                table.scene(None).panels.first().map(|p| p.title.as_str()),
                Some("Position")
            );
        }
    }
}

#[test]
fn choices_of_an_open_round_are_sealed_for_the_others() {
    let games = takeback::standard();
    let mut table = games.choose("tron", None).expect("a variant").deal(1);
    let [first, second] = [0, 1].map(takeback::core::Player);
    let told = |table: &dyn takeback::host::play::Table, viewer| -> Vec<String> {
        table.history(viewer).into_iter().map(|m| m.told).collect()
    };
    table.play("up").expect("a choice");
    assert_eq!(told(&*table, Some(first)), ["up"]);
    assert_eq!(told(&*table, Some(second)), ["?"]);
    assert!(table.history(Some(second))[0].touched.is_empty());
    table.play("left").expect("a choice");
    assert_eq!(told(&*table, Some(second)), ["up", "left"]);
    table.take_back();
    assert_eq!((told(&*table, Some(second)), table.undone()), (vec!["?".to_owned()], 1));
}
