//! Hex programs: the Hex text protocol, GTP's way of answering.
//!
//! The protocol has no one way to say how long a move may take: MoHex, Wolve
//! and our own engine have parameters of their own, others the clock of GTP.
//! Each is tried when a program has started, the best first; what a program
//! does not know it refuses, and a refusal of such a command costs nothing.
//! Where all are refused, the program's command line has to set its limits.

use std::time::{Duration, Instant};
use takeback_core::Player;
use takeback_hex::{Setup, Swap};
use takeback_host::outside::{Decider, Decision, Fault, Forfeit, GRACE, Process, READY, fault};
use takeback_host::play::Table;
use takeback_search::Limits;

/// Programs whose parameters are known, as in `param_mohex max_time 1`.
const PARAMETERS: [&str; 3] = ["mohex", "wolve", "engine"];

/// A program that speaks it.
pub(crate) struct Htp {
    words: Vec<String>,
    name: String,
    limits: Limits,
    timeout: Duration,
    process: Option<Process>,
    /// Whether it plays by GTP's clock, which is to be told before each move.
    by_clock: bool,
    /// Where its board began and what was played there.
    start: String,
    played: Vec<String>,
}

impl Htp {
    pub(crate) fn new(words: Vec<String>, name: String, limits: Limits, timeout: Duration) -> Self {
        let (process, start, played) = (None, String::new(), Vec::new());
        Htp { words, name, limits, timeout, process, by_clock: false, start, played }
    }

    /// Ask for something that must be answered; a program that fails is ended.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Forfeit> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.words)?);
            self.set_limits()?;
        }
        self.converse(command, patience)?.map_err(|refusal| {
            self.process = None;
            fault(Fault::Protocol, format!("{command}: {refusal}"))
        })
    }

    /// Say something that a running program may refuse; whether it did not.
    fn offer(&mut self, command: &str) -> Result<bool, Forfeit> {
        Ok(self.converse(command, READY)?.is_ok())
    }

    /// One command and its answer, or its refusal.
    fn converse(
        &mut self,
        command: &str,
        patience: Duration,
    ) -> Result<Result<String, String>, Forfeit> {
        let mut process =
            self.process.take().ok_or_else(|| fault(Fault::Crash, "it was not started"))?;
        process.say(command)?;
        let said = hear_answer(&mut process, Instant::now() + patience)?;
        let answer = match said.as_bytes().first() {
            Some(b'=') => {
                Ok(said[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned())
            }
            Some(b'?') => Err(said),
            _ => return Err(fault(Fault::Protocol, format!("{command}: {said}"))),
        };
        self.process = Some(process);
        Ok(answer)
    }

    /// How much a move may cost, in the words that the program knows.
    fn set_limits(&mut self) -> Result<(), Forfeit> {
        if let Some(nodes) = self.limits.nodes {
            self.offer_parameter("max_games", &nodes.to_string())?;
        }
        self.by_clock = false;
        if let Some(time) = self.limits.time {
            let seconds = time.as_secs_f64();
            if !self.offer_parameter("max_time", &seconds.to_string())? {
                // No main time, then so many seconds for every single move.
                self.by_clock = self.offer(&format!("time_settings 0 {seconds} 1"))?;
            }
        }
        Ok(())
    }

    /// A parameter under the first name that is not refused, if there is one.
    fn offer_parameter(&mut self, name: &str, value: &str) -> Result<bool, Forfeit> {
        for program in PARAMETERS {
            if self.offer(&format!("param_{program} {name} {value}"))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Bring the program's board to the table's position.
    fn follow(&mut self, table: &dyn Table) -> Result<(), Forfeit> {
        let moves = table.moves();
        let start = table.start();
        if self.process.is_none() || start != self.start || !moves.starts_with(&self.played) {
            self.clear(&start)?;
        }
        let mut walk = table.branch();
        while walk.take_back().is_some() {}
        for (i, m) in moves.iter().enumerate() {
            let colour = colour(&walk.position());
            if i >= self.played.len() {
                self.ask(&format!("play {colour} {m}"), READY)?;
                self.played.push(m.clone());
            }
            walk.replay();
        }
        Ok(())
    }

    fn clear(&mut self, start: &str) -> Result<(), Forfeit> {
        let setup = Setup::read(start).map_err(|e| fault(Fault::Protocol, e.to_string()))?;
        let (width, height) = (setup.size.width(), setup.size.height());
        let size = if width == height { width.to_string() } else { format!("{width} {height}") };
        self.ask(&format!("boardsize {size}"), READY)?;
        self.ask("clear_board", READY)?;
        let swap = u8::from(setup.swap != Swap::Off);
        self.offer(&format!("param_game allow_swap {swap}"))?;
        for (colour, cells) in [("black", &setup.black), ("white", &setup.white)] {
            for &cell in cells {
                let text = setup.size.cell_text(cell);
                self.ask(&format!("play {colour} {text}"), READY)?;
            }
        }
        self.start = start.to_owned();
        self.played.clear();
        Ok(())
    }
}

/// All lines up to an empty one, as one.
fn hear_answer(process: &mut Process, deadline: Instant) -> Result<String, Forfeit> {
    let mut answer = String::new();
    loop {
        let line = process.hear(deadline)?;
        match (line.is_empty(), answer.is_empty()) {
            (true, true) => {}
            (true, false) => return Ok(answer.trim().to_owned()),
            (false, _) if answer.len() < 4096 => {
                answer.push_str(&line);
                answer.push(' ');
            }
            (false, _) => {}
        }
    }
}

/// Who is to move, by the third field of a position.
fn colour(position: &str) -> &'static str {
    match position.split_whitespace().nth(2) {
        Some("w") => "white",
        _ => "black",
    }
}

impl Decider for Htp {
    fn name(&self) -> &str {
        &self.name
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    fn knock(&mut self) -> Result<(), Forfeit> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.words)?);
        }
        // Whether it knows the command or not: it answers.
        self.offer("protocol_version").map(drop)
    }

    fn begin(&mut self, table: &dyn Table, _: Player) -> Result<(), Forfeit> {
        self.clear(&table.start())
    }

    fn decide(&mut self, table: &dyn Table, _: Player, _: u64) -> Result<Decision, Forfeit> {
        self.follow(table)?;
        let colour = colour(&table.position());
        if let (true, Some(time)) = (self.by_clock, self.limits.time) {
            self.offer(&format!("time_left {colour} {} 1", time.as_secs_f64()))?;
        }
        let patience = self.limits.time.map_or(self.timeout, |time| time + GRACE);
        let started = Instant::now();
        let m = self.ask(&format!("genmove {colour}"), patience)?;
        let m = m.to_ascii_lowercase();
        if m == "resign" {
            return Err(fault(Fault::Resigned, "gave up"));
        }
        self.played.push(m.clone());
        Ok(Decision { m, score: None, nodes: 0, depth: 0, time: started.elapsed() })
    }

    fn end(&mut self, _: &dyn Table, _: Player) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Answers everything; to its second `genmove` it does what is said.
    fn program(then: &str) -> Htp {
        let script = format!(
            r"n=0; while read -r word rest; do case $word in
                genmove) n=$((n+1)); if [ $n = 2 ]; then {then}; fi; printf '= a%s\n\n' $n ;;
                *) printf '=\n\n' ;; esac; done"
        );
        let words = vec!["sh".to_owned(), "-c".to_owned(), script];
        Htp::new(words, "it".to_owned(), Limits::default(), Duration::from_millis(300))
    }

    /// What came of its second move, amid a game.
    fn second_move(then: &str) -> Result<String, Fault> {
        let entry = crate::hex();
        let mut table = entry.variant(Some("5x5")).and_then(|v| v.table(None)).expect("the start");
        let mut htp = program(then);
        htp.knock().expect("it is there");
        htp.begin(&*table, Player::FIRST).expect("a board");
        let first = htp.decide(&*table, Player::FIRST, 1).expect("a move");
        for m in [first.m.as_str(), "c3"] {
            table.play(m).expect("a legal move");
        }
        htp.decide(&*table, Player::FIRST, 2).map(|decision| decision.m).map_err(|why| why.fault)
    }

    #[test]
    fn a_program_that_fails_amid_a_game_is_told_by_its_fault() {
        assert_eq!(second_move("true"), Ok("a2".to_owned()));
        assert_eq!(second_move("exit 0"), Err(Fault::Crash));
        assert_eq!(second_move("sleep 5"), Err(Fault::Time));
        assert_eq!(second_move("echo hello; echo"), Err(Fault::Protocol));
        assert_eq!(second_move(r"printf '? no\n\n'"), Err(Fault::Protocol));
        assert_eq!(second_move(r"printf '= resign\n\n'"), Err(Fault::Resigned));
    }
}
