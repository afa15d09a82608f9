//! Hex programs: the Hex text protocol, GTP's way of answering.

use super::process::Process;
use super::{External, GRACE, READY, fault};
use crate::matches::{Decision, Fault, Forfeit};
use crate::play::Table;
use std::time::{Duration, Instant};
use takeback_core::Player;
use takeback_hex::Setup;
use takeback_search::Limits;

/// A program that speaks it. The protocol has no limits a move; the command
/// line of the program sets them, and ours decides when it has hung.
pub(super) struct Htp {
    words: Vec<String>,
    name: String,
    limits: Limits,
    timeout: Duration,
    process: Option<Process>,
    /// Where its board began and what was played there.
    start: String,
    played: Vec<String>,
}

impl Htp {
    pub(super) fn new(words: Vec<String>, name: String, limits: Limits, timeout: Duration) -> Self {
        let (process, start, played) = (None, String::new(), Vec::new());
        Htp { words, name, limits, timeout, process, start, played }
    }

    /// Ask for something; a program that fails is ended.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Forfeit> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.words)?,
        };
        process.say(command)?;
        let deadline = Instant::now() + patience;
        let mut answer = String::new();
        loop {
            let line = process.hear(deadline)?;
            if line.is_empty() && answer.is_empty() {
                continue;
            }
            if line.is_empty() {
                break;
            }
            if answer.len() < 4096 {
                answer.push_str(&line);
                answer.push(' ');
            }
        }
        let said = answer.trim().to_owned();
        let text = match said.as_bytes().first() {
            Some(b'=') => said[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim(),
            _ => return Err(fault(Fault::Protocol, format!("{command}: {said}"))),
        };
        let text = text.to_owned();
        self.process = Some(process);
        Ok(text)
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

/// Who is to move, by the third field of a position.
fn colour(position: &str) -> &'static str {
    match position.split_whitespace().nth(2) {
        Some("w") => "white",
        _ => "black",
    }
}

impl External for Htp {
    fn name(&self) -> &str {
        &self.name
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    fn begin(&mut self, table: &dyn Table, _: Player) -> Result<(), Forfeit> {
        self.clear(&table.start())
    }

    fn decide(&mut self, table: &dyn Table, _: Player, _: u64) -> Result<Decision, Forfeit> {
        self.follow(table)?;
        let patience = self.limits.time.map_or(self.timeout, |time| time + GRACE);
        let started = Instant::now();
        let m = self.ask(&format!("genmove {}", colour(&table.position())), patience)?;
        let m = m.to_ascii_lowercase();
        if m == "resign" {
            return Err(fault(Fault::Resigned, "gave up"));
        }
        self.played.push(m.clone());
        Ok(Decision { m, score: None, nodes: 0, depth: 0, time: started.elapsed() })
    }

    fn end(&mut self, _: &dyn Table, _: Player) {}
}
