//! The commands from outside: what they print, and how they refuse bad input.

use std::io::Write;
use std::process::{Command, Output};

fn takeback(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_takeback")).args(args).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Exit status 0; gives standard output.
fn says(args: &[&str]) -> String {
    let out = takeback(args);
    assert!(out.status.success(), "{args:?}: {}", text(&out.stderr));
    text(&out.stdout)
}

/// Exit status 2, one line on standard error, nothing on standard output.
fn refuses(args: &[&str]) -> String {
    let out = takeback(args);
    let error = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    assert!(out.stdout.is_empty(), "{args:?}: {}", text(&out.stdout));
    error
}

#[test]
fn games_are_listed() {
    let list = says(&["games"]);
    for name in ["tictactoe", "connect4", "othello", "pig", "kuhn", "tron", "chess"] {
        assert!(list.contains(name), "{list}");
    }
    let json: serde_json::Value = serde_json::from_str(&says(&["games", "--json"])).expect("JSON");
    assert!(json.as_array().is_some_and(|games| games.len() >= 8));
    assert!(says(&["games", "tron"]).contains("hybrid"));
}

#[test]
fn perft_counts_under_every_strategy() {
    for strategy in ["token", "trail", "copy", "cow", "checked"] {
        let out = says(&["perft", "othello", "5", "--strategy", strategy]);
        assert!(out.contains("depth 5: 1396 lines"), "{strategy}: {out}");
    }
    assert!(says(&["perft", "tron", "4", "--strategy", "hybrid"]).contains("depth 4: 256 lines"));
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let out = says(&["perft", "chess", "--depth", "3", "--position", kiwipete, "--threads", "2"]);
    assert!(out.contains("depth 3: 97862 lines"), "{out}");
}

#[test]
fn perft_divides() {
    let out = says(&["perft", "connect4:4x4", "3", "--divide"]);
    assert!(out.contains("a: 16") && out.contains("depth 3: 64 lines"), "{out}");
    let json = says(&["perft", "connect4:4x4", "3", "--divide", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["perft"][0]["divide"]["d"], 16);
}

#[test]
fn verify_ends_with_the_counts() {
    let out = says(&["verify", "tictactoe", "--plies", "2000", "--threads", "1"]);
    let last = out.lines().last().expect("a last line");
    assert!(last.starts_with("verified ") && last.ends_with(" plies, 0 mismatches"), "{last}");
    let plies: u64 = last.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
    assert!(plies >= 2000);
}

#[test]
fn the_same_seed_walks_the_same_way() {
    let run = || says(&["verify", "pig", "--plies", "3000", "--threads", "1", "--seed", "9"]);
    assert_eq!(run(), run());
}

#[test]
fn bad_input_is_one_clear_line() {
    assert!(refuses(&["perft", "nosuch", "3"]).contains("known games"));
    assert!(refuses(&["perft", "connect4:9x9", "3"]).contains("known variants"));
    assert!(refuses(&["perft", "chess", "0"]).contains("depth"));
    assert!(refuses(&["perft", "chess", "101"]).contains("depth"));
    assert!(refuses(&["perft", "chess"]).contains("how deep"));
    assert!(refuses(&["perft", "chess", "2", "--position", "rubbish"]).contains("FEN"));
    assert!(refuses(&["perft", "chess", "2", "--strategy", "trail"]).contains("try one of"));
    assert!(refuses(&["perft", "chess", "2", "--threads", "0"]).contains("threads"));
    assert!(refuses(&["perft", "chess", "two"]).contains("two"));
    assert!(refuses(&["perft"]).contains("<GAME>"));
    assert!(refuses(&["nosuch"]).contains("nosuch"));
    assert!(refuses(&["verify", "nosuch"]).contains("known games"));
    assert!(refuses(&["verify", "chess", "--plies", "0"]).contains("plies"));
    assert!(refuses(&["verify", "chess", "--seconds", "-1"]).contains("seconds"));
    assert!(refuses(&["check", "chess", "."]).contains("no recorded data"));
    assert!(refuses(&["bench", "strategies", "nosuch"]).contains("known games"));
    assert!(refuses(&["bench", "legality", "--nodes", "1"]).contains("--nodes"));
}

#[test]
fn analysis_finds_a_mate_and_says_how() {
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let out = says(&["analyze", "chess", "--position", mate, "--engine", "ab:depth=3"]);
    assert!(out.contains("best a1a8: win in 1"), "{out}");
    let out = says(&[
        "analyze",
        "connect4",
        "--moves",
        "d c d c d c",
        "--engine",
        "ab:depth=4",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["analysis"]["best"], "d");
    assert_eq!(json["analysis"]["score"]["win"], 1);
    assert!(says(&["analyze", "othello", "--engine", "ab:depth=5"]).contains("depth 5"));
    assert!(refuses(&["analyze", "chess", "--engine", "ab:depht=3"]).contains("depth"));
    assert!(refuses(&["analyze", "chess", "--engine", "maxn"]).contains("it has ab"));
    assert!(refuses(&["analyze", "connect4", "--moves", "d x"]).contains("cannot play x"));
    assert!(refuses(&["analyze", "kuhn"]).contains(r#"--moves "J Q""#), "what chance may do");
    assert!(refuses(&["analyze", "kuhn", "--moves", "K"]).contains(r#"--moves "K J""#));
    assert!(says(&["analyze", "kuhn", "--moves", "K J", "--engine", "3"]).contains("bet"));
}

#[test]
fn a_match_is_scored_with_error_bars() {
    let engines = ["--a", "ab:depth=3", "--b", "random", "--games", "8", "--threads", "1"];
    let out = says(&[&["match", "connect4"], &engines[..]].concat());
    assert!(out.contains("8 games") && out.contains("Elo") && out.contains("by seat"), "{out}");
    let json =
        says(&[&["match", "tron", "--json", "--a", "duct:iterations=100"], &engines[2..]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["games"], 8);
    assert!(refuses(&["match", "chess", "--a", "1", "--b", "1", "--sprt", "5"]).contains("Elo"));
}

#[test]
fn unreadable_and_truncated_files_are_refused() {
    let folder = std::env::temp_dir().join(format!("takeback-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let cut = folder.join("traces.jsonl.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&[b'x'; 10_000]).expect("packing into memory");
    let packed = packed.finish().expect("packing into memory");
    std::fs::write(&cut, &packed[..packed.len() / 2]).expect("a file");
    if let Some(game) = ["hex", "gofish"].iter().find(|g| says(&["games"]).contains(**g)) {
        let path = cut.to_str().expect("a plain path");
        assert!(refuses(&["check", game, path]).contains("gzip"));
        assert!(refuses(&["check", game, "no/such/file"]).contains("cannot read"));
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn bench_tables_have_three_forms() {
    let folder = std::env::temp_dir().join(format!("takeback-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let svg = folder.join("chart.svg");
    let small = ["--nodes", "1000", "--repeats", "1"];
    let chart = ["--svg", svg.to_str().expect("a plain path")];
    let out = says(&[&["bench", "strategies", "tron", "othello"], &small[..], &chart[..]].concat());
    assert!(out.contains("hybrid") && out.contains("trail"), "{out}");
    assert!(std::fs::read_to_string(&svg).expect("the chart").contains("<svg"));
    let threads = ["threads", "tictactoe", "--threads", "1,2", "--seconds", "0.02"];
    for table in [&["legality"][..], &threads[..]] {
        let json = says(&[&["bench"], table, &["--json"], &small[..]].concat());
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["name"], table[0]);
        assert!(json["rows"].as_array().is_some_and(|rows| !rows.is_empty()));
        let numbers = |row: &serde_json::Value| {
            row.as_object().is_some_and(|row| row.values().all(|cell| !cell.is_null()))
        };
        assert!(json["rows"].as_array().is_some_and(|rows| rows.iter().all(numbers)), "{json}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn an_engine_solves_positions_of_a_file() {
    let file = std::env::temp_dir().join(format!("takeback-{}.epd", std::process::id()));
    let path = file.to_str().expect("a plain path");
    let lines = [
        r#"6k1/5ppp/8/8/8/8/8/R6K w - - acd 5; bm Ra8#; id "back rank";"#,
        r#"6k1/5ppp/8/8/8/8/8/R6K w - - bm a1b1 Kg1; id "not the best";"#,
        "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1 am Ra8+;",
    ];
    std::fs::write(&file, lines.join("\n")).expect("a file");
    let out = says(&["bench", "epd", "chess", path, "--engine", "ab:depth=2"]);
    assert!(out.contains("1 of 3 solved"), "{out}");
    assert!(out.contains("not the best") && out.contains("a1b1 Kg1"), "{out}");
    assert!(out.contains("line 3") && out.contains("not Ra8+"), "{out}");
    std::fs::write(&file, "6k1/5ppp/8/8/8/8/8/R6K w - - acd 5;").expect("a file");
    assert!(refuses(&["bench", "epd", "chess", path]).contains("line 1: neither bm nor am"));
    std::fs::write(&file, "no position bm e4;").expect("a file");
    assert!(refuses(&["bench", "epd", "chess", path]).contains("line 1: no position"));
    std::fs::remove_file(&file).expect("the file is ours");
}

/// A picture of a game with hidden hands shows the hand of who is to move.
#[test]
fn pictures_do_not_show_hidden_hands() {
    let file = std::env::temp_dir().join(format!("takeback-hidden-{}.svg", std::process::id()));
    let path = file.to_str().expect("a readable path");
    let out = takeback(&["analyze", "gofish:2", "--engine", "ismcts:iterations=20", "--svg", path]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let picture = std::fs::read_to_string(&file).expect("a picture");
    let _ = std::fs::remove_file(&file);
    let shows = |rank: &str| picture.contains(&format!(">{rank}<"));
    assert!(["4", "6", "8", "10", "Q"].into_iter().all(shows), "{picture}");
    assert!(!["A", "2", "3", "5", "9", "J", "K"].into_iter().any(shows), "{picture}");
}

/// Four squares are left: who plays for points says by how many.
#[test]
fn analysis_shows_the_margin_when_playing_for_points() {
    let position = "xxxxxxxx/xxxxxxxo/xxxxxxoo/xxxxxooo/xxxxoooo/xxxooooo/xxoooooo/oooo.... x 0";
    let with = |goal: &str| {
        let engine = format!("ab:goal={goal},depth=20");
        says(&["analyze", "othello", "--engine", &engine, "--position", position])
    };
    let (points, victory) = (with("score"), with("win"));
    assert!(points.contains("best h1: +32 points"), "{points}");
    assert!(!victory.contains(" points"), "{victory}");
}

#[test]
fn a_bound_is_named_as_one() {
    let effort = ["--games", "30", "--trials", "4", "--deals", "8"];
    let ask = |method: &str| {
        let args = ["exploit", "kuhn", "--engine", "random", "--method", method];
        says(&[&args[..], &effort].concat())
    };
    assert!(ask("lbr").contains("exploitability at least"), "{}", ask("lbr"));
    assert!(ask("auto").contains("exploitability 0.45833"), "{}", ask("auto"));
    assert!(
        refuses(&["exploit", "kuhn", "--engine", "random", "--method", "luck"]).contains("lbr")
    );
}
