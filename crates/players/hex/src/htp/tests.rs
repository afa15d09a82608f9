//! The protocol as a function from text to text.

use super::{ProtocolSettings, Session, Settings, serve, settings};
use std::time::Duration;

/// A session that thinks in simulations, so that tests do not depend on clocks.
fn session() -> Session {
    let settings = Settings {
        time: Duration::from_secs(60),
        simulations: Some(300),
        memory: 8,
        ..Settings::default()
    };
    Session::new(settings)
}

/// Everything the engine says to these lines.
fn talk(input: &str) -> String {
    let mut output = Vec::new();
    serve(input.as_bytes(), &mut output, session()).expect("memory can be read and written");
    String::from_utf8(output).expect("answers are text")
}

/// The answer to the last of these lines.
fn last(lines: &[&str]) -> String {
    let all = talk(&lines.join("\n"));
    all.trim_end().rsplit("\n\n").next().unwrap_or_default().to_owned()
}

fn accepts(lines: &[&str]) -> String {
    let answer = last(lines);
    answer.strip_prefix('=').unwrap_or_else(|| panic!("{lines:?}: {answer}")).trim().to_owned()
}

fn refuses(lines: &[&str]) -> String {
    let answer = last(lines);
    assert!(answer.starts_with("? "), "{lines:?}: {answer}");
    answer
}

#[test]
fn answers_end_with_an_empty_line_and_echo_the_number() {
    assert_eq!(talk("17 name\n"), "=17 takeback\n\n");
    assert_eq!(talk("name"), "= takeback\n\n", "the last line needs no end");
    assert_eq!(talk("3 nonsense\n"), "?3 unknown command\n\n");
    assert_eq!(talk("5\n"), "?5 unknown command\n\n");
}

#[test]
fn comments_blanks_and_line_ends_of_other_systems_are_understood() {
    assert_eq!(talk("# only a comment\n\n  \r\n"), "");
    assert_eq!(talk("\t2   protocol_version\t # two\r\n"), "=2 2\n\n");
    assert_eq!(talk("na\u{7}me\n"), "= takeback\n\n", "control characters are dropped");
    assert_eq!(talk("\u{feff}x\n"), "? unknown command\n\n");
}

#[test]
fn bytes_that_are_no_text_are_refused_and_the_session_goes_on() {
    let mut output = Vec::new();
    let input: &[u8] = b"\xff\xfe\nname\n";
    serve(input, &mut output, session()).expect("memory can be read and written");
    assert_eq!(String::from_utf8_lossy(&output), "? unknown command\n\n= takeback\n\n");
}

#[test]
fn lines_without_end_are_cut_off() {
    let long = format!("play b {}\nname\n", "a".repeat(1 << 17));
    assert_eq!(talk(&long), "? the line is too long\n\n= takeback\n\n");
}

#[test]
fn quitting_ends_the_session_and_so_does_the_end_of_input() {
    assert_eq!(talk("quit\nname\n"), "= \n\n");
    assert_eq!(talk(""), "");
}

#[test]
fn every_listed_command_is_known_and_no_other() {
    let list = accepts(&["list_commands"]);
    let wanted = "name version protocol_version list_commands known_command quit boardsize \
                  clear_board play genmove reg_genmove undo showboard all_legal_moves final_score \
                  time_left time_settings loadsgf play-game param_game hexgui-analyze_commands";
    for name in wanted.split_whitespace() {
        assert!(list.lines().any(|line| line == name), "{name} is not in {list}");
    }
    for name in list.lines() {
        assert_eq!(accepts(&[&format!("known_command {name}")]), "true");
    }
    assert_eq!(accepts(&["known_command fly"]), "false");
    let sorted: Vec<&str> = list.lines().collect();
    assert!(sorted.is_sorted(), "{list}");
}

#[test]
fn boards_of_every_size_are_played_on() {
    for size in ["1", "3", "8", "11", "13", "19", "4 7", "19 2"] {
        let sides: Vec<&str> = size.split(' ').collect();
        let (width, height) = (sides[0], sides[sides.len() - 1]);
        let corner = (b'a' + width.parse::<u8>().expect("a number") - 1) as char;
        let corner = format!("play w {corner}{height}");
        assert_eq!(accepts(&[&format!("boardsize {size}"), &corner]), "");
    }
    for size in ["0", "20", "11 0", "5 20", "-3", "x", "", "3 3 3", "99999999999"] {
        refuses(&[&format!("boardsize {size}")]);
    }
    refuses(&["boardsize 4 7", "play b a8"]);
    refuses(&["boardsize 4 7", "play b e1"]);
}

#[test]
fn moves_are_played_taken_back_and_shown() {
    let board = accepts(&["boardsize 3", "play b a1", "play white b2", "showboard"]);
    assert!(board.contains("1\\B  .  .\\1") && board.contains("2\\.  W  .\\2"), "{board}");
    assert!(refuses(&["play b b2", "play w b2"]).contains("not empty"));
    assert!(refuses(&["play b z1"]).contains("not on a board"));
    assert!(refuses(&["play b 11"]).contains("neither a cell"));
    refuses(&["play red a1"]);
    refuses(&["play b"]);
    refuses(&["play b a1 a2"]);
    // Nobody has to alternate.
    assert_eq!(accepts(&["play b a1", "play b a2", "play w a3"]), "");
    assert_eq!(accepts(&["play b a1", "undo", "play w a1"]), "");
    refuses(&["undo"]);
    refuses(&["play b a1", "undo", "undo"]);
}

#[test]
fn legal_moves_are_listed_with_what_else_can_be_said() {
    let on_two = ["boardsize 2", "param_game allow_swap 1", "play b a1", "all_legal_moves"];
    assert_eq!(accepts(&on_two), "b1 a2 b2 swap-pieces resign");
    assert_eq!(accepts(&["boardsize 2", "play b a1", "all_legal_moves"]), "b1 a2 b2 resign");
    assert_eq!(accepts(&["boardsize 1", "play b a1", "all_legal_moves"]), "");
}

#[test]
fn swapping_needs_leave_and_the_second_ply() {
    let on = "param_game allow_swap 1";
    refuses(&["play b a2", "play w swap-pieces"]);
    refuses(&[on, "play w swap-pieces"]);
    refuses(&[on, "play b a2", "play b swap-pieces"]);
    refuses(&[on, "play b a2", "play w swap-sides"]);
    refuses(&[on, "play b a2", "play w b2", "play b swap-pieces"]);
    refuses(&[on, "boardsize 3 4", "play b a2", "play w swap-pieces"]);
    refuses(&["param_game allow_swap 2"]);
    let board = accepts(&["boardsize 3", on, "play b a2", "play w swap-pieces", "showboard"]);
    assert!(board.contains("1\\.  W  .\\1"), "the stone crosses the diagonal: {board}");
    assert_eq!(accepts(&[on, "param_game"]), "[bool] allow_swap 1");
    // Leave may come late.
    assert_eq!(accepts(&["play b a2", on, "play w swap-pieces"]), "");
    refuses(&[on, "play b a2", "param_game allow_swap 0", "play w swap-pieces"]);
}

#[test]
fn results_are_told() {
    let won = ["boardsize 2", "play-game a1 b1 a2"];
    assert_eq!(accepts(&[won[0], won[1], "final_score"]), "B+");
    assert_eq!(accepts(&[won[0], "final_score"]), "cannot score");
    assert_eq!(accepts(&[won[0], "play w a1", "play w b1", "final_score"]), "W+");
    assert_eq!(accepts(&["play b resign", "final_score"]), "W+");
    assert_eq!(accepts(&["play b resign", "undo", "final_score"]), "cannot score");
    assert_eq!(accepts(&[won[0], won[1], "genmove w"]), "resign");
    assert_eq!(accepts(&["play w resign", "genmove b"]), "resign");
    assert!(refuses(&[won[0], won[1], "play w b2"]).contains("over"));
}

#[test]
fn a_game_with_a_wrong_move_is_not_played_at_all() {
    refuses(&["boardsize 3", "play b c3", "play-game a1 a1"]);
    let board = accepts(&["boardsize 3", "play b c3", "play-game a1 a1", "showboard"]);
    assert!(board.contains("3\\.  .  B\\3"), "{board}");
}

#[test]
fn moves_are_generated_and_played() {
    let lines = ["boardsize 3", "genmove b", "showboard"];
    let all = talk(&lines.join("\n"));
    let m = all.split("\n\n").nth(1).expect("an answer").trim_start_matches("= ").to_owned();
    assert!(all.matches('B').count() == 1, "{all}");
    assert_eq!(accepts(&["boardsize 3", "genmove b"]), m, "the same luck every time");
    // Regression moves are not played, and do not depend on what came before.
    let quiet = accepts(&["boardsize 5", "reg_genmove w", "reg_genmove w"]);
    assert_eq!(accepts(&["boardsize 5", "genmove b", "undo", "reg_genmove w"]), quiet);
    assert!(!accepts(&["boardsize 5", "reg_genmove w", "showboard"]).contains('W'));
    refuses(&["genmove"]);
    refuses(&["genmove green"]);
}

#[test]
fn the_engine_wins_what_is_won() {
    // One bridge and an edge away: every answer exists twice.
    let lines = ["boardsize 3", "play b b2", "play w c1", "play b b1", "play w a3", "genmove b"];
    assert_eq!(accepts(&lines), "b3");
}

#[test]
fn a_strong_first_stone_is_taken_over_and_a_weak_one_is_not() {
    let on = "param_game allow_swap 1";
    let long = "param_engine max_games 20000";
    assert_eq!(accepts(&["boardsize 5", on, long, "play b c3", "genmove w"]), "swap-pieces");
    assert_ne!(accepts(&["boardsize 5", on, long, "play b a1", "genmove w"]), "swap-pieces");
    assert_ne!(accepts(&["boardsize 5", on, "genmove b"]), "c3", "it would be taken over");
}

#[test]
fn clocks_are_set_told_and_run() {
    assert_eq!(accepts(&["time_left b 90", "time_left b"]), "90.0");
    assert_eq!(accepts(&["time_left"]), "black no clock\nwhite no clock");
    assert_eq!(accepts(&["time_settings 600 30 10", "time_left w"]), "600.0");
    assert_eq!(
        accepts(&["time_settings 600 0 0", "time_settings 0 0 0", "time_left w"]),
        "no clock"
    );
    for wrong in ["b -1", "b x", "b nan", "b 1e300", "red 3", "b 1 2 3"] {
        refuses(&[&format!("time_left {wrong}")]);
    }
    refuses(&["time_settings 1 2"]);
    refuses(&["time_settings 1 2 -3"]);
    let after = accepts(&["boardsize 5", "time_left b 100", "genmove b", "time_left b"]);
    assert!(after.parse::<f64>().expect("seconds") <= 100.0);
}

#[test]
fn parameters_are_set_within_bounds() {
    assert!(accepts(&["param_engine max_time 0.5", "param_engine"]).contains("max_time 0.5"));
    for wrong in ["max_time 0", "num_threads 0", "num_threads 1000", "memory 0", "fly 3", "seed"] {
        refuses(&[&format!("param_engine {wrong}")]);
    }
}

#[test]
fn records_are_loaded_up_to_a_move() {
    let path = std::env::temp_dir().join(format!("takeback-htp-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;FF[4]GM[11]SZ[5];B[a2];W[swap-pieces];B[c3];W[resign])")
        .expect("a temporary file can be written");
    let file = path.display();
    let board = accepts(&[&format!("loadsgf {file}"), "showboard"]);
    assert!(board.contains("1\\.  W  .  .  .\\1") && board.contains("3\\.  .  B  .  .\\3"));
    assert_eq!(accepts(&[&format!("loadsgf {file}"), "final_score"]), "B+");
    let first = accepts(&[&format!("loadsgf {file} 1"), "showboard"]);
    assert!(first.contains("2\\B") && !first.contains('W'), "{first}");
    refuses(&[&format!("loadsgf {file} x")]);
    std::fs::remove_file(&path).expect("the file is there");
    refuses(&[&format!("loadsgf {file}")]);
    refuses(&["loadsgf /"]);
    refuses(&["loadsgf"]);
}

#[test]
fn every_command_is_in_the_documents() {
    let documents = include_str!("../../../../../docs/hex.md");
    let all = accepts(&["list_commands"]);
    for name in all.lines() {
        let told = [format!("`{name}`"), format!("`{name} ")];
        assert!(told.iter().any(|told| documents.contains(told)), "{name}");
        assert_eq!(accepts(&[&format!("known_command {name}")]), "true");
    }
    // What HexGui asks of every program.
    for name in
        ["name", "version", "list_commands", "boardsize", "clear_board", "play", "undo", "genmove"]
    {
        assert!(all.lines().any(|known| known == name), "{name}");
    }
}

#[test]
fn the_menu_offers_only_commands_that_exist() {
    let menu = accepts(&["hexgui-analyze_commands"]);
    for line in menu.lines() {
        let parts: Vec<&str> = line.splitn(3, '/').collect();
        let [kind, _, command] = parts[..] else { panic!("{line}") };
        assert!(["plist", "pspairs", "string", "varc", "param", "var"].contains(&kind), "{line}");
        let name = command.split(' ').next().expect("a name");
        assert_eq!(accepts(&[&format!("known_command {name}")]), "true", "{line}");
        let filled = command.replace("%c", "b").replace("%p", "b2");
        accepts(&["boardsize 4", "play w c3", &filled]);
    }
}

#[test]
fn knowledge_is_shown() {
    let bridge = ["boardsize 3", "play b b2"];
    assert!(accepts(&[bridge[0], bridge[1], "vc-build b"]).starts_with("full"));
    assert_eq!(accepts(&[bridge[0], bridge[1], "vc-get-mustplay w"]), "", "White has lost");
    let joined = accepts(&[bridge[0], bridge[1], "vc-connected-to-full b2 b"]);
    assert!(joined.starts_with("north south"), "{joined}");
    refuses(&[bridge[0], bridge[1], "vc-connected-to-full b2 w"]);
    refuses(&[bridge[0], "vc-connected-to-full z9 w"]);
    assert_eq!(accepts(&[bridge[0], bridge[1], "dfpn-solve-state w"]), "black");
    assert_eq!(accepts(&[bridge[0], "dfpn-solver-find-winning b"]), "c1 a2 b2 c2 a3");
    let resistance = accepts(&[bridge[0], bridge[1], "eval-resist b"]);
    assert!(resistance.starts_with('+'), "{resistance}");
    let best = accepts(&[bridge[0], "best-moves b"]);
    assert!(best.ends_with("1@W"), "a proven win is marked: {best}");
}

#[test]
fn the_engine_of_the_command_line_has_its_options_and_limits() {
    let asked = |engine: &str, threads| {
        let engine = Some(engine.parse().expect("a specification"));
        let (variant, time, memory, seed) = (Some("11x11".to_owned()), None, None, None);
        settings(&ProtocolSettings { variant, engine, time, threads, memory, seed })
    };
    let told =
        asked("hex:net=off,iterations=50,time=2s,threads=3,seed=9", None).expect("all of it");
    assert!(told.options.net.is_none());
    assert_eq!((told.simulations, told.threads, told.seed), (Some(50), 3, 9));
    assert_eq!(told.time, std::time::Duration::from_secs(2));
    assert_eq!(asked("hex:threads=3", Some(1)).expect("a flag besides").threads, 1);
    for wrong in ["mcts", "hex:nett=off", "hex:rave=3", "hex:net=off,puct=1"] {
        assert!(asked(wrong, None).is_err(), "{wrong}");
    }
}
