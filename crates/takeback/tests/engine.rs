//! An engine as a process, spoken to by a client that does not wait for it.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(game: &str) -> Engine {
        let mut process = Command::new(env!("CARGO_BIN_EXE_takeback"))
            .args(["engine", game])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let input = process.stdin.take();
        let output = process.stdout.take().expect("it has an output");
        Engine { process, input, lines: BufReader::new(output).lines() }
    }

    fn say(&mut self, text: &str) {
        let input = self.input.as_mut().expect("it still listens");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it listens");
    }

    /// Everything up to a line with this beginning, and that line.
    fn hear_until(&mut self, beginning: &str) -> (Vec<String>, String) {
        let mut before = Vec::new();
        for line in self.lines.by_ref() {
            let line = line.expect("only text is said");
            if line.starts_with(beginning) {
                return (before, line);
            }
            before.push(line);
        }
        panic!("no {beginning} in {before:#?}");
    }

    /// Waits for its end; what it said until then.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.lines.by_ref().map(|line| line.expect("only text is said")).collect();
        assert!(self.process.wait().expect("it ends").success());
        rest
    }
}

#[test]
fn stop_and_isready_are_answered_during_an_endless_search() {
    let mut engine = Engine::start("cotulenh");
    engine.say("uci\n");
    engine.hear_until("uciok");
    engine.say("position startpos moves Tf4f6\ngo infinite\n");
    engine.hear_until("info depth 1 ");
    engine.say("isready\n");
    let (before, _) = engine.hear_until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:#?}");
    engine.say("stop\n");
    let (_, best) = engine.hear_until("bestmove ");
    let m = best.strip_prefix("bestmove ").expect("as asked for");
    engine.say(&format!("position startpos moves Tf4f6 {m}\nd\n"));
    let (_, played) = engine.hear_until("played 2: ");
    assert!(played.ends_with(m), "{played}");
    engine.say("go infinite\nquit\n");
    engine.end();
}

#[test]
fn an_answer_waits_for_stop_even_if_all_is_known() {
    let mut engine = Engine::start("tictactoe");
    engine.say("position startpos moves a1 b1 a2 b2\ngo infinite\n");
    engine.say("isready\n");
    let (before, _) = engine.hear_until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:#?}");
    engine.say("stop\n");
    assert_eq!(engine.hear_until("bestmove ").1, "bestmove a3");
    assert!(engine.end().is_empty());
}

#[test]
fn the_end_of_input_ends_it() {
    let mut engine = Engine::start("cotulenh");
    engine.say("go infinite\n");
    assert!(engine.end().last().is_some_and(|line| line.starts_with("bestmove ")));
    assert!(Engine::start("connect4").end().is_empty());
}
