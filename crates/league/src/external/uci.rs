//! Programs that speak the UCI-like protocol.
//!
//! Blanks part the moves of a line. In games whose moves hold blanks themselves
//! the position is sent as it stands, without the moves that led there; an
//! answer may hold them, or have `_` in their place.

use std::fmt::Write;
use std::time::{Duration, Instant};
use takeback_core::{Player, Turn};
use takeback_host::outside::{Decider, Decision, Fault, Forfeit, GRACE, Process, READY, fault};
use takeback_host::play::Table;
use takeback_search::{Limits, Score};

/// A program that speaks it.
pub(super) struct Uci {
    words: Vec<String>,
    name: String,
    limits: Limits,
    timeout: Duration,
    usual_start: String,
    process: Option<Process>,
}

impl Uci {
    pub(super) fn new(
        words: Vec<String>,
        name: String,
        limits: Limits,
        timeout: Duration,
        usual_start: String,
    ) -> Self {
        Uci { words, name, limits, timeout, usual_start, process: None }
    }

    /// Speak with the program; one that failed is ended, and started anew for
    /// the next game.
    fn speak<T>(
        &mut self,
        talk: impl FnOnce(&Self, &mut Process) -> Result<T, Forfeit>,
    ) -> Result<T, Forfeit> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.greet()?,
        };
        let said = talk(self, &mut process)?;
        self.process = Some(process);
        Ok(said)
    }

    fn greet(&self) -> Result<Process, Forfeit> {
        let mut process = Process::start(&self.words)?;
        process.say("uci")?;
        wait_for(&mut process, "uciok")?;
        Ok(process)
    }

    /// What to think about.
    fn position(&self, table: &dyn Table) -> String {
        let moves = table.moves();
        if moves.iter().any(|m| m.contains(char::is_whitespace)) {
            return format!("position fen {}", table.position());
        }
        let start = table.start();
        let mut line = match start == self.usual_start {
            true => "position startpos".to_owned(),
            false => format!("position fen {start}"),
        };
        if !moves.is_empty() {
            line.push_str(" moves");
        }
        for m in moves {
            let _ = write!(line, " {m}");
        }
        line
    }

    fn go(&self, table: &dyn Table, player: Player) -> String {
        let mut line = "go".to_owned();
        let limits = &self.limits;
        if let Some(time) = limits.time {
            let _ = write!(line, " movetime {}", time.as_millis().max(1));
        }
        if let Some(nodes) = limits.nodes {
            let _ = write!(line, " nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            let _ = write!(line, " depth {depth}");
        }
        if line == "go" {
            line.push_str(" movetime 1000");
        }
        if matches!(table.turn(), Turn::Together(_)) {
            let _ = write!(line, " seat {}", player.index() + 1);
        }
        line
    }
}

fn wait_for(process: &mut Process, word: &str) -> Result<(), Forfeit> {
    let deadline = Instant::now() + READY;
    while process.hear(deadline)?.trim() != word {}
    Ok(())
}

impl Decider for Uci {
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
        self.speak(|_, _| Ok(()))
    }

    fn begin(&mut self, _: &dyn Table, _: Player) -> Result<(), Forfeit> {
        self.speak(|_, process| {
            process.say("ucinewgame")?;
            process.say("isready")?;
            wait_for(process, "readyok")
        })
    }

    fn decide(&mut self, table: &dyn Table, player: Player, _: u64) -> Result<Decision, Forfeit> {
        self.speak(|this, process| {
            process.say(&this.position(table))?;
            let started = Instant::now();
            process.say(&this.go(table, player))?;
            let patience = match this.limits.time {
                Some(time) => time + GRACE,
                None => this.timeout,
            };
            let mut answer = Decision {
                m: String::new(),
                score: None,
                nodes: 0,
                depth: 0,
                time: Duration::ZERO,
            };
            loop {
                let line = process.hear(started + patience)?;
                let mut words = line.split_whitespace();
                match words.next() {
                    Some("info") => read_info(&line, &mut answer),
                    Some("bestmove") => {
                        let said: Vec<&str> = words.take_while(|w| *w != "ponder").collect();
                        if matches!(said[..], [] | ["(none)"] | ["0000"]) {
                            return Err(fault(Fault::Protocol, line));
                        }
                        answer.m = its_move(table, &said.join(" "));
                        answer.time = started.elapsed();
                        return Ok(answer);
                    }
                    _ => {}
                }
            }
        })
    }

    fn end(&mut self, _: &dyn Table, _: Player) {}
}

/// The move as the game writes it.
fn its_move(table: &dyn Table, text: &str) -> String {
    let spaced = text.replace('_', " ");
    if spaced != text && table.branch().play(&spaced).is_ok() { spaced } else { text.to_owned() }
}

/// Depth, nodes and score of an `info` line; what is not understood is left.
fn read_info(line: &str, answer: &mut Decision) {
    let mut words = line.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "string" => return,
            "depth" => answer.depth = number(words.next()).unwrap_or(answer.depth),
            "nodes" => answer.nodes = number(words.next()).unwrap_or(answer.nodes),
            "score" => {
                let unit = words.next();
                let Some(value) = number::<i32>(words.next()) else { continue };
                answer.score = match unit {
                    Some("cp") => Some(Score::Points(value)),
                    Some("mate") if value > 0 => Some(Score::Win(value.unsigned_abs())),
                    Some("mate") => Some(Score::Loss(value.unsigned_abs())),
                    _ => answer.score,
                };
            }
            _ => {}
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}
