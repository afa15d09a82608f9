//! A child process that is spoken to line by line, never longer than allowed.

use super::{Fault, Forfeit, fault};
use crate::engines::EngineError;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// A line longer than this is cut; no protocol has such.
const LONGEST_LINE: u64 = 64 * 1024;

/// Lines that may wait to be read; a program that writes more has to wait.
const WAITING: usize = 1024;

/// A running program.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    /// Start a command line.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(words: &[String]) -> Result<Self, Forfeit> {
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| fault(Fault::Crash, format!("cannot start {}: {error}", words[0])))?;
        let (sender, lines) = sync_channel(WAITING);
        let input = child.stdin.take();
        if let Some(output) = child.stdout.take() {
            // Ends with the program's output; nobody waits for it.
            std::thread::spawn(move || listen(output, &sender));
        }
        Ok(Process { child, input, lines })
    }

    /// Write a line to it.
    ///
    /// # Errors
    /// When it has ended.
    pub fn say(&mut self, line: &str) -> Result<(), Forfeit> {
        let gone = |error: std::io::Error| fault(Fault::Crash, format!("does not listen: {error}"));
        let input = self.input.as_mut().ok_or_else(|| fault(Fault::Crash, "has ended"))?;
        input.write_all(format!("{line}\n").as_bytes()).map_err(gone)?;
        input.flush().map_err(gone)
    }

    /// The next line, waiting until `deadline` at most.
    pub fn hear(&mut self, deadline: Instant) -> Result<String, Forfeit> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(fault(Fault::Time, "no answer in time")),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.try_wait().ok().flatten();
                let how = status.map_or("closed its output".to_owned(), |s| format!("ended: {s}"));
                Err(fault(Fault::Crash, how))
            }
        }
    }
}

impl Drop for Process {
    /// Asked to end, given a moment, then ended.
    fn drop(&mut self) {
        let _ = self.say("quit");
        self.input = None;
        let until = Instant::now() + Duration::from_millis(200);
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                if lines.send(text).is_err() {
                    return;
                }
            }
        }
    }
}

/// A command line in words: blanks part them, quotes keep them together. No
/// shell is involved. `None` when a quote is not closed.
pub fn split_command(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None::<char>);
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Whether there is such a program; better said before the first game.
pub fn find(program: &str) -> Result<(), EngineError> {
    let there = match program.contains('/') || cfg!(windows) {
        true => Path::new(program).is_file() || cfg!(windows),
        false => std::env::var_os("PATH").is_some_and(|path| {
            std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
        }),
    };
    if there {
        return Ok(());
    }
    Err(EngineError::External(format!("there is no program {program:?}")))
}
