//! A dialect of UCI for every game of the house. `docs/uci.md` is its manual.
//!
//! One thread reads the client and never waits for a search; another thinks.
//! The engine travels into the thinking thread and comes back when that is
//! joined, so nothing but the output is shared.
//!
//! | file | what |
//! |---|---|
//! | `command` | what a client may say |
//! | `settings` | the options |
//! | `answer` | what it hears |
//! | `thinking` | the engine and its thread |

mod answer;
mod command;
mod settings;
mod thinking;

#[cfg(test)]
mod tests;

use command::{Command, From, shortened};
use settings::{Change, Settings, Unset};
use std::io::{self, BufRead, Write};
use std::sync::Mutex;
use std::thread::{self, Scope};
use takeback_core::{SplitMix, Turn};
use takeback_host::outside::ProtocolSettings;
use takeback_host::play::Table;
use takeback_host::{Chosen, GameEntry, UseError, Variant};
use thinking::{Chair, Manner, Thinking};

/// Longer lines are not looked at. A game of some ten thousand moves fits.
const LONGEST_LINE: u64 = 1 << 20;

const HELP: &str = "\
uci | isready | ucinewgame | setoption name NAME value VALUE
position startpos|deal SEED|fen TEXT [moves MOVE ...]
go [movetime MS] [depth TURNS] [nodes N] [infinite] [wtime MS btime MS winc MS binc MS
   movestogo N] [mate TURNS] [seat N] [ponder] | stop | ponderhit
d shows the position | roll lets chance decide | quit";

/// Serve a client until it quits or its input ends.
///
/// # Errors
/// When there is no such game, or input or output break.
pub(crate) fn run(
    chosen: Chosen<'_>,
    asked: &ProtocolSettings,
    input: impl BufRead,
    output: impl Write + Send,
) -> anyhow::Result<()> {
    let (entry, variant) = (chosen.game, chosen.variant);
    let settings = Settings::asked(asked)?;
    let voice = Voice(Mutex::new(output));
    thread::scope(|scope| {
        let mut desk = Desk {
            scope,
            voice: &voice,
            entry,
            variant,
            luck: SplitMix::new(settings.seed),
            settings,
            table: variant.table(None)?,
            chair: None,
            thinking: None,
            games: 0,
        };
        desk.serve(input)
    })
}

/// The output, a whole line at a time whoever speaks.
struct Voice<W>(Mutex<W>);

impl<W: Write> Voice<W> {
    fn say(&self, line: &str) -> io::Result<()> {
        self.say_all(&[line])
    }

    fn say_all<S: AsRef<str>>(&self, lines: &[S]) -> io::Result<()> {
        let mut text = String::new();
        for line in lines {
            text += line.as_ref();
            text.push('\n');
        }
        // A thinking thread that panicked has said whole lines or nothing.
        let mut out = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// A remark: clients show it or pass over it. Always one line.
    fn remark(&self, text: impl std::fmt::Display) -> io::Result<()> {
        let text = text.to_string().replace(['\n', '\r'], " ");
        self.say(&format!("info string {text}"))
    }
}

/// What stands behind one conversation.
struct Desk<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    voice: &'env Voice<W>,
    entry: &'env GameEntry,
    variant: &'env dyn Variant,
    settings: Settings,
    table: Box<dyn Table>,
    /// The engine, unless it is thinking or has yet to be made.
    chair: Option<Chair>,
    thinking: Option<Thinking<'scope>>,
    luck: SplitMix,
    /// Games begun: each draws anew from a book.
    games: u64,
}

/// Whether the conversation goes on.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Next {
    Listen,
    Leave,
}

impl<W: Write + Send> Desk<'_, '_, W> {
    fn serve(&mut self, mut input: impl BufRead) -> anyhow::Result<()> {
        let mut buffer = Vec::new();
        loop {
            match read_line(&mut input, &mut buffer)? {
                Heard::End => break,
                Heard::TooLong => self.voice.remark("that line is too long; nothing was done")?,
                Heard::Line => {
                    let line = String::from_utf8_lossy(&buffer);
                    if self.obey(&line)? == Next::Leave {
                        self.thinking = None; // stops it
                        return Ok(());
                    }
                }
            }
        }
        // Input from a file: what was asked for is still answered.
        self.settle();
        Ok(())
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let command = match Command::read(line) {
            Ok(command) => command,
            Err(misread) => {
                self.voice.remark(misread)?;
                return Ok(Next::Listen);
            }
        };
        match command {
            Command::Nothing => {}
            Command::Uci => self.introduce()?,
            Command::IsReady => self.voice.say("readyok")?,
            Command::NewGame => self.begin_anew()?,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { from, moves } => self.set_up(&from, &moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.stop();
                }
            }
            Command::PonderHit => {
                if let Some(thinking) = self.thinking.as_mut().filter(|t| t.open_ended) {
                    thinking.hit(self.scope);
                }
            }
            Command::Show => self.voice.say_all(&answer::show(&*self.table))?,
            Command::Roll => self.roll()?,
            Command::Help => self.voice.say(HELP)?,
            Command::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Listen)
    }

    fn introduce(&self) -> io::Result<()> {
        let mut lines = vec![
            format!("id name takeback {} ({})", env!("CARGO_PKG_VERSION"), self.entry.title),
            "id author the takeback authors".to_owned(),
        ];
        lines.extend(Settings::list(self.entry, self.variant));
        lines.push("uciok".to_owned());
        self.voice.say_all(&lines)
    }

    fn begin_anew(&mut self) -> io::Result<()> {
        self.settle();
        self.games += 1;
        if let Some(chair) = &mut self.chair {
            chair.engine.forget();
        }
        self.set_up(&From::Start, &[])
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.settle();
        let before = self.settings.choice.clone();
        let changed = if name.eq_ignore_ascii_case("variant") {
            self.change_variant(value).map_err(Unset::Use)
        } else {
            self.settings.set(name, value)
        };
        match changed {
            Ok(Change::Limits) => {}
            Ok(Change::Luck) => self.luck = SplitMix::new(self.settings.seed),
            Ok(Change::Engine) => match Chair::new(self.variant, &self.settings.choice) {
                Ok(chair) => self.chair = Some(chair),
                Err(error) => {
                    self.settings.choice = before;
                    self.voice.remark(error)?;
                }
            },
            Ok(Change::Forget) => {
                if let Some(chair) = &mut self.chair {
                    chair.engine.forget();
                }
            }
            Err(error) => self.voice.remark(error)?,
        }
        Ok(())
    }

    /// Another variant begins at its own start.
    fn change_variant(&mut self, name: &str) -> Result<Change, UseError> {
        let variant = self.entry.variant(Some(name))?;
        self.table = variant.table(None)?;
        self.variant = variant;
        self.chair = None;
        Ok(Change::Engine)
    }

    /// The new position, or the old one and a remark.
    fn set_up(&mut self, from: &From, moves: &[String]) -> io::Result<()> {
        let opened = match from {
            From::Start => self.variant.table(None),
            From::Deal(seed) => Ok(self.variant.deal(*seed)),
            From::Text(text) => self.variant.table(Some(text)),
        };
        let mut table = match opened {
            Ok(table) => table,
            Err(error) => return self.voice.remark(format_args!("{error}; the position stays")),
        };
        for (i, m) in moves.iter().enumerate() {
            if let Err(why) = play(&mut *table, m) {
                let m = shortened(m);
                return self.voice.remark(format_args!(
                    "move {} of {}, {m}: {why}; the position stays as it was before",
                    i + 1,
                    moves.len(),
                ));
            }
        }
        self.table = table;
        Ok(())
    }

    fn go(&mut self, go: &command::Go) -> io::Result<()> {
        self.settle();
        if let Some(why) = self.nothing_to_decide() {
            self.voice.remark(why)?;
            let only = if is_dead_end(&*self.table) { CANCEL } else { "(none)" };
            return self.voice.say(&format!("bestmove {only}"));
        }
        let chair = match self.chair.take() {
            Some(chair) => chair,
            None => match Chair::new(self.variant, &self.settings.choice) {
                Ok(chair) => chair,
                Err(error) => {
                    self.voice.remark(error)?;
                    return self.voice.say("bestmove (none)");
                }
            },
        };
        let limits = chair.limits(go, &self.settings, &*self.table);
        let manner = Manner {
            open_ended: go.is_open_ended(),
            after_hit: chair.after_hit(go, &self.settings, &*self.table),
            ponders: self.settings.ponders,
            by_heart: self.luck_of_the_book(go),
        };
        let (table, voice) = (self.table.branch(), self.voice);
        self.thinking = Some(Thinking::begin(self.scope, voice, chair, table, limits, manner));
        Ok(())
    }

    /// What the engine's book is drawn from by, where it may be: in play, where one line is
    /// wanted. The same seed gives the same games, and not the same game every time.
    fn luck_of_the_book(&self, go: &command::Go) -> Option<u64> {
        let open = self.settings.own_book && self.settings.lines == 1 && go.is_in_play();
        open.then(|| self.settings.seed.wrapping_add(self.games))
    }

    fn nothing_to_decide(&self) -> Option<&'static str> {
        match self.table.turn() {
            Turn::Over => Some("the game is over"),
            Turn::Chance => Some("chance is to decide: send roll, or the outcome as a move"),
            _ if is_dead_end(&*self.table) => {
                Some("no step is left and the turn cannot end: cancel takes its steps back")
            }
            _ => None,
        }
    }

    fn roll(&mut self) -> io::Result<()> {
        match self.table.roll(&mut self.luck) {
            Some(outcome) => self.voice.say(&format!("rolled {}", answer::word(&outcome))),
            None => self.voice.remark("it is not chance's turn"),
        }
    }

    /// Wait until nobody thinks. A search without an end is told to answer.
    fn settle(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.chair = thinking.end();
        }
    }
}

/// The word that takes back the steps of an unfinished turn.
const CANCEL: &str = "cancel";

/// Somebody is in turn and has no move, though the game is not over.
fn is_dead_end(table: &dyn Table) -> bool {
    matches!(table.turn(), Turn::Player(_)) && table.legal().is_empty()
}

/// Play a move, or take back the steps of a turn that is not finished. Where
/// `_` is no part of the notation it stands for a blank.
fn play(table: &mut dyn Table, text: &str) -> Result<(), String> {
    let Err(refused) = table.play(text) else { return Ok(()) };
    if text == CANCEL {
        return cancel(table);
    }
    if text.contains('_') && table.play(&text.replace('_', " ")).is_ok() {
        return Ok(());
    }
    Err(refused.to_string())
}

fn cancel(table: &mut dyn Table) -> Result<(), String> {
    let us = table.turn();
    let mut steps = 0;
    while table.take_back().is_some() {
        if table.turn() != us {
            table.replay();
            break;
        }
        steps += 1;
    }
    if steps == 0 { Err("there are no steps of this turn to take back".to_owned()) } else { Ok(()) }
}

enum Heard {
    Line,
    TooLong,
    End,
}

/// The next line, as far as it is of a sensible length.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Heard> {
    line.clear();
    let read = io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(Heard::End);
    }
    if (read as u64) < LONGEST_LINE || line.ends_with(b"\n") {
        return Ok(Heard::Line);
    }
    loop {
        line.clear();
        let more = io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', line)?;
        if more == 0 || line.ends_with(b"\n") {
            return Ok(Heard::TooLong);
        }
    }
}
