//! Who takes the lines down: one writes them, the other holds them against a text.

use super::{Limits, Mismatch, scribe::CUT};
use crate::subject::{MoveId, Slot, Subject};
use crate::walk::by_weight;
use takeback_core::{SplitMix, Turn};

/// Takes lines and says which move is played.
pub(crate) trait Clerk {
    /// A game begins; games are counted from zero.
    fn begin_game(&mut self, game: usize);

    fn line(&mut self, text: &str) -> Result<(), Box<Mismatch>>;

    /// As [`line`](Clerk::line), for a digest of these lines.
    fn digest(&mut self, text: &str, of: &[String]) -> Result<(), Box<Mismatch>>;

    /// Whether the game goes on after so many plies, or is cut.
    fn goes_on(&mut self, plies: usize) -> bool;

    /// Whether the position after so many plies is written in full, or as a
    /// digest.
    fn in_full(&mut self, plies: usize) -> bool;

    /// The move to play, and its line; `texts` are those of the list.
    fn play(
        &mut self,
        subject: &mut dyn Subject,
        at: Slot,
        list: &[MoveId],
        texts: &[String],
    ) -> Result<MoveId, Box<Mismatch>>;

    /// All is written.
    fn end(&mut self) -> Result<(), Box<Mismatch>>;
}

/// Writes random games down.
pub(crate) struct Recorder {
    text: String,
    seed: u64,
    rng: SplitMix,
    limits: Limits,
    /// A game is cut when the text is longer; from halfway on, positions are
    /// written as digests, so that most games get to their end.
    share: usize,
    half: usize,
}

impl Recorder {
    pub(crate) fn new(seed: u64, limits: Limits) -> Self {
        Recorder { text: String::new(), seed, rng: SplitMix::new(seed), limits, share: 0, half: 0 }
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

impl Clerk for Recorder {
    fn begin_game(&mut self, game: usize) {
        self.rng = SplitMix::stream(self.seed, game as u64);
        self.share = self.limits.bytes * (game + 1) / self.limits.games;
        self.half = self.text.len() + self.share.saturating_sub(self.text.len()) / 2;
    }

    fn line(&mut self, text: &str) -> Result<(), Box<Mismatch>> {
        self.text.push_str(text);
        self.text.push('\n');
        Ok(())
    }

    fn digest(&mut self, text: &str, _: &[String]) -> Result<(), Box<Mismatch>> {
        self.line(text)
    }

    fn goes_on(&mut self, plies: usize) -> bool {
        plies < self.limits.plies && self.text.len() < self.share
    }

    fn in_full(&mut self, plies: usize) -> bool {
        plies < self.limits.full && self.text.len() < self.half
    }

    fn play(
        &mut self,
        subject: &mut dyn Subject,
        at: Slot,
        list: &[MoveId],
        texts: &[String],
    ) -> Result<MoveId, Box<Mismatch>> {
        let m = if subject.turn(at) == Turn::Chance {
            by_weight(subject, at, list, &mut self.rng)
        } else {
            list[self.rng.below(list.len())]
        };
        let place = list.iter().position(|&l| l == m).expect("drawn from the list");
        self.line(&format!("> {}", texts[place]))?;
        Ok(m)
    }

    fn end(&mut self) -> Result<(), Box<Mismatch>> {
        Ok(())
    }
}

/// Holds every line against a text.
pub(crate) struct Comparer<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

/// Stands for the line after the last.
const NOTHING: &str = "(end of the text)";

impl<'a> Comparer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Comparer { lines: text.lines().collect(), next: 0 }
    }

    /// The seed in the heading, or one that makes the heading differ.
    pub(crate) fn seed(&self) -> u64 {
        self.heading("seed: ").and_then(|seed| seed.parse().ok()).unwrap_or_default()
    }

    /// The limits in the heading; what cannot be read makes the heading differ.
    pub(crate) fn limits(&self) -> Limits {
        let limits = self.heading("limits: ").unwrap_or_default();
        let value = |name: &str| {
            let found = limits.split(", ").find_map(|part| part.strip_prefix(name));
            found.and_then(|number| number.trim().parse().ok()).unwrap_or_default()
        };
        Limits {
            games: value("games "),
            plies: value("plies "),
            full: value("full "),
            moves: value("moves "),
            text: value("text "),
            bytes: value("bytes "),
        }
    }

    /// What follows this name in the heading.
    pub(crate) fn heading(&self, name: &str) -> Option<&'a str> {
        self.lines.iter().take(5).find_map(|line| line.strip_prefix(name))
    }

    fn recorded(&self) -> &'a str {
        self.lines.get(self.next).copied().unwrap_or(NOTHING)
    }

    /// The line that comes next in the text is not this one.
    pub(crate) fn differs(&self, now: &str) -> Box<Mismatch> {
        let before = &self.lines[..self.next.min(self.lines.len())];
        let last = |mark: &str| before.iter().rev().find_map(|line| line.strip_prefix(mark));
        let game = last("= ").unwrap_or("heading");
        // The first line of a ply belongs to that ply already.
        let this = self.recorded().strip_prefix('@');
        let ply = this.or(if game == "heading" { None } else { last("@") });
        let ply = ply.and_then(|line| line.split(' ').next());
        Box::new(Mismatch {
            name: String::new(),
            line: self.next + 1,
            place: ply.map_or(game.to_owned(), |ply| format!("{game}, ply {ply}")),
            recorded: self.recorded().to_owned(),
            now: now.to_owned(),
            detail: String::new(),
        })
    }
}

impl Clerk for Comparer<'_> {
    fn begin_game(&mut self, _: usize) {}

    fn line(&mut self, text: &str) -> Result<(), Box<Mismatch>> {
        if self.lines.get(self.next) != Some(&text) {
            return Err(self.differs(text));
        }
        self.next += 1;
        Ok(())
    }

    fn digest(&mut self, text: &str, of: &[String]) -> Result<(), Box<Mismatch>> {
        self.line(text).map_err(|mut mismatch| {
            mismatch.detail = of.join("\n");
            mismatch
        })
    }

    fn goes_on(&mut self, _: usize) -> bool {
        !self.recorded().ends_with(CUT)
    }

    fn in_full(&mut self, _: usize) -> bool {
        !self.recorded().contains('#')
    }

    fn play(
        &mut self,
        _: &mut dyn Subject,
        _: Slot,
        list: &[MoveId],
        texts: &[String],
    ) -> Result<MoveId, Box<Mismatch>> {
        let Some(wanted) = self.recorded().strip_prefix("> ") else {
            return Err(self.differs("> (a move)"));
        };
        let Some(place) = texts.iter().position(|text| text == wanted) else {
            return Err(self.differs("> (no legal move is written so)"));
        };
        self.next += 1;
        Ok(list[place])
    }

    fn end(&mut self) -> Result<(), Box<Mismatch>> {
        if self.next < self.lines.len() { Err(self.differs(NOTHING)) } else { Ok(()) }
    }
}
