//! HTP: the text protocol of Hex programs, GTP version 2 with Hex's moves.
//!
//! One command a line, an optional number in front; an answer is `=` or `?`
//! with that number and a text, ended by an empty line. Everything a front end
//! may send is a pure function from text to text ([`Session::answer`]), so
//! that the protocol is tested without a process.
//!
//! | file | what |
//! |---|---|
//! | `request.rs` | a line taken apart: number, name, arguments |
//! | `session.rs` | the table of commands; administration and parameters |
//! | `game.rs` | the game: boards, moves, take back, records |
//! | `clock.rs` | how long to think |
//! | `brain.rs` | engine, solver and knowledge for boards of every size |
//! | `analyze.rs` | commands that front ends show on the board |

mod analyze;
mod brain;
mod clock;
mod game;
mod request;
mod session;

#[cfg(test)]
mod tests;

use crate::player;
use session::{Session, Settings};

use std::io::{self, BufRead, Read, Write};
use takeback_host::outside::{Protocol, ProtocolSettings};

/// HTP for the command line.
pub(crate) struct Htp;

impl Protocol for Htp {
    fn name(&self) -> &'static str {
        "HTP"
    }

    fn serve(
        &self,
        asked: &ProtocolSettings,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), String> {
        let session = Session::new(settings(asked)?);
        serve(input, output, session).map_err(|error| error.to_string())
    }
}

/// What the command line said, over the usual. A variant is a board to begin with.
fn settings(asked: &ProtocolSettings) -> Result<Settings, String> {
    let mut settings = Settings::default();
    if let Some(variant) = &asked.variant {
        let size = variant.split('-').next().unwrap_or(variant);
        settings.size = takeback_hex::read_size(size).map_err(|error| error.to_string())?;
    }
    let mut said = None;
    if let Some(engine) = &asked.engine {
        if engine.engine() != "hex" {
            return Err("HTP plays with the engine `hex`, such as --engine hex:net=off".into());
        }
        let read = player::read(engine, settings.size.width().max(settings.size.height()));
        let (options, values) = read.map_err(|error| error.to_string())?;
        (settings.options, said) = (options, Some(values));
    }
    // A flag has the last word.
    let count = |name| said.as_ref().and_then(|said| said.count(name));
    settings.simulations = count("iterations");
    let asked = &ProtocolSettings {
        time: asked.time.or(said.as_ref().and_then(|said| said.time("time"))),
        threads: asked.threads.or(count("threads").map(|n| n as usize)),
        memory: asked.memory.or(count("memory").map(|n| n as usize)),
        seed: asked.seed.or(count("seed")),
        ..asked.clone()
    };
    settings.time = asked.time.unwrap_or(settings.time);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    settings.threads = asked.threads.unwrap_or(cores).clamp(1, 64);
    settings.memory = asked.memory.unwrap_or(1024).clamp(1, 65_536);
    settings.seed = asked.seed.unwrap_or(settings.seed);
    Ok(settings)
}

/// No command is longer; what is left of such a line is skipped.
const LONGEST_LINE: u64 = 1 << 16;

/// Reply commands until the input ends or somebody quits.
///
/// # Errors
/// When reading or writing fails.
fn serve(mut input: impl BufRead, mut output: impl Write, mut session: Session) -> io::Result<()> {
    let mut line = Vec::new();
    while !session.has_quit() {
        line.clear();
        if (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
        let answer = if whole {
            session.answer(&String::from_utf8_lossy(&line))
        } else {
            skip_line(&mut input)?;
            Some("? the line is too long\n\n".to_owned())
        };
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        let done = end.is_some() || buffer.is_empty();
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
