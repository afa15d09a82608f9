//! `takeback replay`

use super::records::{Db, head};
use super::say;
use anyhow::Context;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, read};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use takeback_core::Turn;
use takeback_host::Registry;
use takeback_host::play::Table;
use takeback_league::external::Contender;
use takeback_league::matches::{Ply, Side};
use takeback_league::records::Record;
use takeback_scene::text;

/// Step through a recorded game, with an engine's comments.
///
/// On a terminal: right, space or enter goes on, left or backspace takes back,
/// home and end jump, q ends. Elsewhere the whole game is printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback replay 17 --db cup.db
  takeback replay 17 --db cup.db --engine ab:depth=8      what the engine says to each move
  takeback replay 17 --db cup.db --boards > game.txt      every position drawn")]
pub(crate) struct Args {
    /// The game's number in the file
    id: i64,
    #[command(flatten)]
    db: Db,
    /// An engine that comments on every move
    #[arg(long)]
    engine: Option<Contender>,
    /// Draw every position where the game is printed
    #[arg(long)]
    boards: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let record = args.db.open()?.game(args.id)?;
    let variant = registry.find(&record.game)?.choose(Some(&record.variant))?;
    let mut table = variant.table(Some(&record.start)).or_else(|_| variant.table(None))?;
    let mut commentator =
        args.engine.as_ref().map(|engine| Side::new(variant, engine, None)).transpose()?;
    // All moves are played once, so that the file is known to be sound.
    for (i, ply) in record.plies.iter().enumerate() {
        table.play(&ply.text).with_context(|| format!("move {}, {}", i + 1, ply.text))?;
    }
    while table.take_back().is_some() {}
    head(args.id, &record)?;
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        step(&mut *table, &record, commentator.as_mut())?;
    } else {
        print(&mut *table, &record, commentator.as_mut(), args.boards)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(
    table: &mut dyn Table,
    record: &Record,
    mut commentator: Option<&mut Side>,
    boards: bool,
) -> anyhow::Result<()> {
    for (i, ply) in record.plies.iter().enumerate() {
        if boards {
            say(board(table).join("\n"))?;
        }
        say(move_line(i, ply, &comment(table, ply, commentator.as_deref_mut())))?;
        table.replay();
    }
    if boards {
        say(board(table).join("\n"))?;
    }
    Ok(())
}

/// The position drawn as text.
fn board(table: &dyn Table) -> Vec<String> {
    let scene = table.scene(None);
    let mut rows: Vec<String> =
        text::draw(&table.board(), &scene, 1).iter().map(|row| text::plain(row)).collect();
    rows.extend(text::panels(&scene).iter().map(|row| text::plain(row)));
    rows
}

fn move_line(i: usize, ply: &Ply, comment: &str) -> String {
    let who = ply.seat.map_or("-".to_owned(), |p| (p.0 + 1).to_string());
    let thought = ply.score.map(|s| format!("{s}, depth {}", ply.depth)).unwrap_or_default();
    format!("{:>4}  {who}  {:16} {thought:24} {comment}", i + 1, ply.text).trim_end().to_owned()
}

/// What the engine would have played here.
fn comment(table: &dyn Table, ply: &Ply, commentator: Option<&mut Side>) -> String {
    let (Some(side), Some(seat)) = (commentator, ply.seat) else { return String::new() };
    if !matches!(table.turn(), Turn::Player(_) | Turn::Together(_)) {
        return String::new();
    }
    match side.advise(table, seat, 1) {
        Ok(advice) => {
            let score = advice.score.map(|s| s.to_string()).unwrap_or_default();
            let verdict = if advice.m == ply.text { "agrees" } else { "would play" };
            let m = if advice.m == ply.text { String::new() } else { format!(" {}", advice.m) };
            format!("{} {verdict}{m} ({score})", side.name())
        }
        Err(why) => format!("{}: {why}", side.name()),
    }
}

/// Ends raw mode however the stepping ends.
struct Raw;

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = disable_raw_mode();
    }
}

fn step(
    table: &mut dyn Table,
    record: &Record,
    mut commentator: Option<&mut Side>,
) -> anyhow::Result<()> {
    enable_raw_mode()?;
    let _raw = Raw;
    let mut at = 0;
    loop {
        let mut lines = board(table);
        lines.push(match record.plies.get(at) {
            Some(ply) => move_line(at, ply, &comment(table, ply, commentator.as_deref_mut())),
            None => format!("the end: {}", record.ending),
        });
        lines.push("right, left, home, end, q".to_owned());
        let mut out = std::io::stdout().lock();
        write!(out, "\x1b[2J\x1b[H{}\r\n", lines.join("\r\n"))?;
        out.flush()?;
        drop(out);
        let Event::Key(key) = read()? else { continue };
        if key.kind != KeyEventKind::Press {
            continue;
        }
        let last = record.plies.len();
        let wanted = match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(()),
            KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => (at + 1).min(last),
            KeyCode::Left | KeyCode::Backspace => at.saturating_sub(1),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => at,
        };
        while at < wanted {
            table.replay();
            at += 1;
        }
        while at > wanted {
            table.take_back();
            at -= 1;
        }
    }
}
