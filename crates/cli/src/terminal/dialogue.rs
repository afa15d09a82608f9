//! Playing by lines: a move or a word in, the table out.

use super::session::{Due, Session};
use super::thinking::{Thinking, in_a_line};
use std::io::{BufRead, Write};
use takeback_core::{Player, Turn};
use takeback_scene::text;

const HELP: &str = "\
type a move as it is written, or one of these words:
  moves   what may be played here      undo  take back to your last decision
  hint    what an engine would play    redo  play again what was taken back
  board   show the table again         new   begin another game
  position  the position as text       quit  leave";

/// Play until the input ends or somebody quits.
///
/// # Errors
/// When reading, writing or an engine fails.
pub(crate) fn run(
    session: Session<'_>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut dialogue = Dialogue { session, told: 0 };
    writeln!(out, "{}\n{HELP}\n", dialogue.session.title())?;
    dialogue.news(out)?;
    dialogue.table(out)?;
    let mut line = String::new();
    loop {
        dialogue.engines(out)?;
        let due = dialogue.session.due();
        write!(out, "{}> ", dialogue.session.headline(due))?;
        out.flush()?;
        line.clear();
        // One line is never long; the rest of a flood is read as other lines.
        if std::io::Read::take(&mut *input, LONGEST).read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        if !dialogue.answer(line.trim(), due, out)? {
            return Ok(());
        }
    }
}

/// Longer lines are cut into several.
const LONGEST: u64 = 4096;

struct Dialogue<'a> {
    session: Session<'a>,
    /// Moves of the history that have been told.
    told: usize,
}

impl Dialogue<'_> {
    /// Do what a line says; `false` to leave.
    fn answer(&mut self, line: &str, due: Due, out: &mut dyn Write) -> anyhow::Result<bool> {
        if let Due::Person(player) = due
            && self.session.choices(player).iter().any(|choice| choice == line)
        {
            self.session.choose(player, line)?;
            self.news(out)?;
            if matches!(self.session.due(), Due::Over | Due::Stuck | Due::Person(_)) {
                self.table(out)?;
            }
            return Ok(true);
        }
        match line {
            "" => {}
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" | "b" => self.table(out)?,
            "moves" | "m" => self.moves(due, out)?,
            "undo" | "u" => self.back(out)?,
            "redo" | "r" => {
                if !self.session.replay() {
                    writeln!(out, "nothing was taken back")?;
                }
                self.news(out)?;
                self.table(out)?;
            }
            "hint" | "h" => self.hint(due, out)?,
            "new" | "n" => {
                self.session.restart();
                self.told = 0;
                self.news(out)?;
                self.table(out)?;
            }
            "position" if self.session.has_secrets() => {
                writeln!(out, "the position would tell what is hidden")?;
            }
            "position" => writeln!(out, "{}", self.session.table().position())?,
            other => self.refuse(other, due, out)?,
        }
        Ok(true)
    }

    /// Let engines decide until a person is asked or the game is over.
    fn engines(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut any = false;
        while let Due::Engine(player) = self.session.due() {
            let Some(seat) = self.session.lend(player) else { break };
            let thinking = Thinking::start(seat, self.session.table(), player);
            let (seat, answer) = thinking.finish();
            if let Some(seat) = seat {
                self.session.give_back(player, seat);
            }
            self.session.choose(player, &answer?.best)?;
            self.news(out)?;
            any = true;
        }
        if any {
            self.table(out)?;
        }
        Ok(())
    }

    /// Tell the moves that nobody has been told of yet.
    fn news(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let viewer = self.session.viewer(self.session.due());
        let history = self.session.table().history(viewer);
        for told in history.iter().skip(self.told) {
            let who = match told.by.decider() {
                Some(player) => self.session.name(player),
                None => "chance".to_owned(),
            };
            writeln!(out, "{who}: {}", told.told)?;
        }
        self.told = history.len();
        Ok(())
    }

    fn table(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let scene = self.session.scene(self.session.due());
        writeln!(out)?;
        for row in text::draw(&self.session.table().board(), &scene, 1) {
            writeln!(out, "  {}", text::plain(&row))?;
        }
        for row in text::panels(&scene) {
            writeln!(out, "{}", text::plain(&row))?;
        }
        if !scene.status.is_empty() {
            writeln!(out, "{}", scene.status)?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn moves(&self, due: Due, out: &mut dyn Write) -> anyhow::Result<()> {
        let Due::Person(player) = due else {
            writeln!(out, "nobody is to move")?;
            return Ok(());
        };
        writeln!(out, "{}", self.session.choices(player).join("  "))?;
        Ok(())
    }

    fn back(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.session.take_back() {
            writeln!(out, "this is the beginning")?;
        }
        self.told = self.session.table().moves().len();
        self.table(out)
    }

    fn hint(&self, due: Due, out: &mut dyn Write) -> anyhow::Result<()> {
        let player = match due {
            Due::Person(player) => player,
            _ => Player::FIRST,
        };
        if self.session.table().turn() == Turn::Over {
            writeln!(out, "the game is over")?;
            return Ok(());
        }
        let seat = match self.session.adviser(super::screen::HINTS) {
            Ok(seat) => seat,
            Err(error) => {
                writeln!(out, "no hint: {error}")?;
                return Ok(());
            }
        };
        match Thinking::start(seat, self.session.table(), player).finish().1 {
            Ok(analysis) => writeln!(out, "hint: {}  ({})", analysis.best, in_a_line(&analysis))?,
            Err(error) => writeln!(out, "no hint: {error}")?,
        }
        Ok(())
    }

    /// Say why a line is neither a move here nor a word.
    fn refuse(&mut self, line: &str, due: Due, out: &mut dyn Write) -> anyhow::Result<()> {
        match due {
            Due::Person(player) => match self.session.choose(player, line) {
                // Another spelling of a legal move.
                Ok(()) => {
                    self.news(out)?;
                    self.table(out)?;
                }
                Err(error) => writeln!(out, "{error}; try `moves` or `help`")?,
            },
            _ => writeln!(out, "the game waits for no move; try `undo`, `new` or `help`")?,
        }
        Ok(())
    }
}
