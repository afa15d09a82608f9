//! Opponents that behave, and such that do not.

use super::*;
use crate::matches::{MatchResult, Openings, Plan, Side, run};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("takeback-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn script(&self, text: &str) -> String {
        let path = self.0.join("engine.sh");
        std::fs::write(&path, text).expect("a script");
        format!("sh {}", path.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Plays the first free cell of tic-tac-toe, unless told to misbehave.
const UCI: &str = r#"
while read -r line; do
  case "$line" in
    uci) echo "id name fake"; echo uciok ;;
    isready) echo readyok ;;
    position*) moves="$line " ;;
    go*)
      case "$1" in
        hang) exec sleep 60 ;;
        crash) exit 3 ;;
        illegal) echo "bestmove z9" ;;
        silent) echo "bestmove" ;;
        flood) yes info string noise | head -n 20000; echo "bestmove z9" ;;
        *)
          echo "info depth 3 nodes 40 score cp 12"
          for m in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
            case "$moves" in *" $m "*) ;; *) echo "bestmove $m"; break ;; esac
          done ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
"#;

fn play(game: &str, variant: &str, opponent: &str, games: u64) -> MatchResult {
    let entry = crate::tests_support::find(game).expect("built in");
    let variant = entry.choose(Some(variant)).expect("a variant");
    let (a, b) = (opponent.parse().expect("a contender"), "random".parse().expect("a spec"));
    let plan = Plan { games, openings: Openings::random(0), ..Plan::new(a, b) };
    run(variant, &plan, &|_, _, _| Ok(()), &|_| ()).expect("the match is played")
}

/// Why a match against somebody who is not there is not played.
fn absence(game: &str, variant: &str, opponent: &str) -> String {
    let entry = crate::tests_support::find(game).expect("built in");
    let variant = entry.choose(Some(variant)).expect("a variant");
    let (a, b) = (opponent.parse().expect("a contender"), "random".parse().expect("a spec"));
    let played = run(variant, &Plan::new(a, b), &|_, _, _| Ok(()), &|_| ());
    played.expect_err("nobody is there").to_string()
}

#[test]
fn a_program_plays_whole_games() {
    let folder = Folder::new("uci-good");
    let command = folder.script(UCI);
    let result = play("tictactoe", "3x3", &format!("cmd:\"{command}\",depth=3"), 6);
    assert_eq!((result.games, result.faults[0].total()), (6, 0), "{result:?}");
    let effort = &result.effort[0];
    assert!(effort.moves > 12 && effort.depths == 3 * effort.moves, "{effort:?}");
    assert_eq!(effort.nodes, 40 * effort.moves);
}

#[test]
fn every_fault_loses_and_is_counted() {
    let folder = Folder::new("uci-bad");
    let command = folder.script(UCI);
    let faults = |how: &str| {
        let result = play("tictactoe", "3x3", &format!("cmd:\"{command} {how}\",timeout=300ms"), 2);
        assert_eq!((result.games, result.losses), (2, 2), "{how}: {result:?}");
        assert_eq!(result.faults[0].total(), 2, "{how}: {result:?}");
        result.faults[0]
    };
    assert_eq!(faults("hang").time, 2);
    assert_eq!(faults("crash").crash, 2);
    assert_eq!(faults("illegal").illegal, 2);
    assert_eq!(faults("silent").protocol, 2);
    assert_eq!(faults("flood").illegal, 2);
    // A program that ends before it says a word takes no part.
    assert!(absence("tictactoe", "3x3", "cmd:\"true\"").contains("cmd:\"true\""));
}

#[test]
fn hex_programs_are_spoken_to_in_htp() {
    let folder = Folder::new("htp");
    let script = r#"
    taken=" "
    while read -r command colour cell; do
      case "$command" in
        clear_board) taken=" "; printf '=\n\n' ;;
        play) taken="$taken$cell "; printf '= \n\n' ;;
        genmove)
          for m in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
            case "$taken" in *" $m "*) ;; *) taken="$taken$m "; printf '= %s\n\n' "$m"; break ;; esac
          done ;;
        quit) printf '=\n\n'; exit 0 ;;
        *) printf '=\n\n' ;;
      esac
    done
    "#;
    let result = play("hex", "3x3", &format!("cmd:\"{}\"", folder.script(script)), 6);
    assert_eq!((result.games, result.faults[0].total()), (6, 0), "{result:?}");
    let quitter = folder.script(
        "while read -r c x; do case \"$c\" in genmove) printf '= resign\\n\\n';; *) printf '=\\n\\n';; esac; done",
    );
    let result = play("hex", "3x3", &format!("cmd:\"{quitter}\""), 2);
    assert_eq!((result.losses, result.faults[0].total()), (2, 0), "{result:?}");
}

/// Refuses all commands but those it needs, and `$1`; logs what it hears.
const STRICT_HTP: &str = r#"
while read -r command rest; do
  echo "$command $rest" >> "$2"
  case "$command" in
    boardsize|clear_board|play|"$1") printf '=\n\n' ;;
    genmove) printf '= resign\n\n' ;;
    quit) printf '=\n\n'; exit 0 ;;
    *) printf '? unknown command\n\n' ;;
  esac
done
"#;

#[test]
fn hex_programs_are_told_their_limits_in_words_they_know() {
    let folder = Folder::new("htp-limits");
    let command = folder.script(STRICT_HTP);
    let heard = |knows: &str, limits: &str| {
        let log = folder.0.join(format!("log-{knows}"));
        let opponent = format!("cmd:\"{command} {knows} {}\",{limits}", log.display());
        let result = play("hex", "11x11", &opponent, 2);
        // What it refuses harms nobody: it loses by giving up, both times.
        assert_eq!((result.losses, result.faults[0].total()), (2, 0), "{knows}: {result:?}");
        std::fs::read_to_string(log).expect("a log")
    };
    let all = heard("nothing", "time=1500ms,nodes=70");
    for line in ["param_mohex max_time 1.5", "param_engine max_games 70", "time_settings 0 1.5 1"] {
        assert_eq!(all.matches(line).count(), 1, "{line} in {all}");
    }
    assert!(all.contains("param_game allow_swap 1") && !all.contains("time_left"), "{all}");
    let mohex = heard("param_mohex", "time=1500ms");
    assert!(!mohex.contains("param_wolve") && !mohex.contains("time_settings"), "{mohex}");
    let gtp = heard("time_settings", "time=2s");
    assert!(gtp.contains("time_settings 0 2 1"), "{gtp}");
    assert!(gtp.contains("time_left black 2 1") && gtp.contains("time_left white 2 1"), "{gtp}");
}

/// Answers every request with the same text; says how many it was asked.
fn snake_server(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().take(20_000) {
            let Ok(mut stream) = stream else { continue };
            let mut seen = Vec::new();
            let mut buffer = [0; 4096];
            // Headers, then as many bytes as they announce.
            while let Ok(n) = stream.read(&mut buffer) {
                seen.extend_from_slice(&buffer[..n]);
                let text = String::from_utf8_lossy(&seen).to_lowercase();
                let Some((head, body)) = text.split_once("\r\n\r\n") else {
                    if n == 0 { break } else { continue }
                };
                let length = head.split("content-length: ").nth(1).and_then(|t| {
                    t.split("\r\n").next().and_then(|n| n.trim().parse::<usize>().ok())
                });
                if n == 0
                    || length.is_some_and(|length| body.len() >= length)
                    || head.contains("chunked") && body.ends_with("0\r\n\r\n")
                {
                    break;
                }
            }
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{answer}",
                answer.len()
            );
        }
    });
    format!("http://{address}")
}

#[test]
fn snakes_are_asked_over_http() {
    let url = snake_server(r#"{"move": "up", "shout": "hey"}"#);
    let result = play("battlesnake", "small", &url, 2);
    assert_eq!((result.games, result.faults[0].total()), (2, 0), "{result:?}");
    assert!(result.effort[0].moves > 2);
    let rude = play("battlesnake", "small", &snake_server("no"), 2);
    assert_eq!((rude.losses, rude.faults[0].protocol), (2, 2), "{rude:?}");
    // Nobody listens there.
    let gone = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        format!("http://{}", listener.local_addr().expect("an address"))
    };
    assert!(absence("battlesnake", "small", &gone).contains("nobody answers"));
    // Connects, and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = silent.local_addr().expect("an address");
    let quick = format!("http://{address},time=50ms");
    let mut side = Side::new(
        crate::tests_support::find("battlesnake").expect("built in").nth(2),
        &quick.parse().expect("a contender"),
        None,
    )
    .expect("a side");
    let table = crate::tests_support::find("battlesnake").expect("built in").variants[2].deal(1);
    let late = side.advise(&*table, takeback_core::Player(0), 1).expect_err("no answer");
    assert!(late.starts_with("time"), "{late}");
}

#[test]
fn texts_are_read_and_written_back() {
    for text in [
        "ab:depth=6",
        "ab:depth=6,w.cell=70,w.parity=-3",
        "random",
        "ab:weights=some/file.json",
        "cmd:\"./engine --fast 'two words'\",time=250ms,nodes=70",
        "cmd:\"engine\",timeout=5000ms",
        "http://127.0.0.1:8000,time=400ms",
    ] {
        let contender: Contender = text.parse().expect("a contender");
        assert_eq!(contender.to_string(), text);
        assert_eq!(contender.to_string().parse::<Contender>(), Ok(contender));
    }
    let words = |text: &str| match text.parse() {
        Ok(Contender::Command { words, .. }) => words,
        other => panic!("{other:?}"),
    };
    assert_eq!(words("cmd:engine  --level 3"), ["engine", "--level", "3"]);
    assert_eq!(words("cmd:'a \"b c\" d'"), ["a", "b c", "d"]);
}

#[test]
fn what_makes_no_sense_is_one_clear_line() {
    let says = |text: &str| text.parse::<Contender>().expect_err(text).to_string();
    assert!(says("cmd:").contains("needs a command"));
    assert!(says("cmd:\"\"").contains("needs a command"));
    assert!(says("cmd:\"engine").contains("not closed"));
    assert!(says("cmd:\"engine\"x").contains("between"));
    assert!(says("cmd:\"engine\",speed=3").contains("speed"));
    assert!(says("cmd:\"engine\",time=x").contains("time=x"));
    assert!(says("https://example.org").contains("https"));
    assert!(says("http://").contains("address"));
    assert!(says("http://h,depth=3").contains("time only"));
    assert!(says("ab:w.cell=x").contains("weight"));
    let build = |game: &str, text: &str| {
        let entry = crate::tests_support::find(game).expect("built in");
        let contender: Contender = text.parse().expect("a contender");
        contender.build(entry.nth(0)).err().expect("refused").to_string()
    };
    assert!(build("chess", "nosuch").contains("no engine is called"));
    assert!(build("chess", "cmd:\"no-such-program-here\"").contains("no program"));
    assert!(build("gofish", "cmd:\"true\"").contains("hidden"));
    let gofish = crate::tests_support::find("gofish").expect("built in");
    for variant in &gofish.variants {
        assert!(variant.hides(), "{}", variant.name());
    }
    assert!(build("chess", "http://127.0.0.1:1").contains("no services"));
    assert!(build("connect4", "ab:depth=2,w.beauty=3").contains("known: cell"));
    assert!(build("connect4", "ab:depth=2,weights=no/such.json").contains("no/such.json"));
    assert!(build("tictactoe", "ab:depth=2,w.x=3").contains("no weight"));
}

#[test]
fn programs_are_ended_with_their_side() {
    let folder = Folder::new("uci-end");
    let mark = folder.0.join("pid");
    let script = format!(
        "echo $$ > {}\nwhile read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; esac; done\nexec sleep 60",
        mark.display()
    );
    let entry = crate::tests_support::find("tictactoe").expect("built in");
    let text = format!("cmd:\"{}\",timeout=200ms", folder.script(&script));
    let mut side =
        Side::new(entry.nth(0), &text.parse().expect("a contender"), None).expect("a side");
    let table = entry.variants[0].deal(1);
    let late = side.advise(&*table, takeback_core::Player(0), 1).expect_err("no answer");
    assert!(late.starts_with("time"), "{late}");
    drop(side);
    let pid = std::fs::read_to_string(&mark).expect("it was started");
    let alive = Path::new("/proc").join(pid.trim()).exists() && Path::new("/proc/self").exists();
    assert!(!alive, "{pid} still runs");
}
