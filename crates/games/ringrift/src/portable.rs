//! Positions as one line of text, both ways.
//!
//! ```text
//! square8 players=2 rings=18 rings-win=18 cells-win=33 lps=3 swap=0 strike=1 hand=15,18
//! eliminated=0,0 territory=0,0 total=0 turn=1:line_processing flags=acted rounds=0/0/0/0/0 | 3,1:S111 3,7:M1
//! ```
//! (in one line). What has its usual value may be left out when reading, and where nothing but
//! agreements are named, as in `square8 rings=10 lps=2 swap=1 strike=0`, the start of such a game is meant.

use crate::geometry::{Board, CellName};
use crate::params::{Rules, RulesError};
use crate::setup::{Content, Setup, SetupError};
use crate::state::RingRift;
use crate::step::{Phase, Reason, Step};
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::{Player, Players, Portable};

/// Why a text is no position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PositionError {
    /// It is about another board.
    Board {
        /// The board asked for.
        expected: &'static str,
        /// What the text begins with.
        found: String,
    },
    /// A part of the text that cannot be read.
    Part(String),
    /// The same thing said twice.
    Twice(String),
    /// It can be read but not played.
    Setup(SetupError),
    /// No game is played under such agreements.
    Rules(RulesError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Board { expected, found } => {
                write!(f, "a position on {found:?} instead of {expected}")
            }
            PositionError::Part(text) => write!(f, "{text:?} is no part of a position"),
            PositionError::Twice(name) => write!(f, "{name:?} is given twice"),
            PositionError::Setup(error) => error.fmt(f),
            PositionError::Rules(error) => error.fmt(f),
        }
    }
}

impl Error for PositionError {}

/// Names of the flags of a turn, with how to read and set them.
type Flag = (&'static str, fn(Step) -> bool, fn(Step, bool) -> Step);
const FLAGS: [Flag; 6] = [
    ("pending", Step::pending, Step::with_pending),
    ("acted", Step::acted, Step::with_acted),
    ("recovered", Step::recovered, Step::with_recovered),
    ("debt", Step::debt, Step::with_debt),
    ("swap-open", Step::swap_open, Step::with_swap_open),
    ("swapped", Step::swapped, Step::with_swapped),
];

fn joined<I: IntoIterator<Item: fmt::Display>>(parts: I, by: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(by)
}

/// 0 for nobody.
fn number(seat: Option<Player>) -> u8 {
    seat.map_or(0, |seat| seat.0 + 1)
}

fn seat(number: u8) -> Option<Player> {
    number.checked_sub(1).map(Player)
}

impl<B: Board> Portable for RingRift<B> {
    type PositionError = PositionError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let Setup { rules, cells, purses, eliminated, step, rounds } = self.to_setup();
        write!(out, "{} players={} rings={}", B::NAME, rules.players, rules.rings)?;
        write!(out, " rings-win={}", rules.ring_victory.unwrap_or(0))?;
        write!(out, " cells-win={} lps={}", rules.territory_victory, rules.lps_rounds)?;
        write!(out, " swap={} strike={}", u8::from(rules.swap), u8::from(rules.strike))?;
        for (i, name) in ["hand", "eliminated", "territory"].into_iter().enumerate() {
            write!(out, " {name}={}", joined(purses.iter().map(|purse| purse[i]), ","))?;
        }
        write!(out, " total={eliminated} turn={}:{}", step.player().0 + 1, step.phase().name())?;
        let flags = FLAGS.iter().filter(|(_, get, _)| get(step)).map(|(name, ..)| name);
        write!(out, " flags={}", joined(flags, ","))?;
        for (name, cell) in [("must", step.must_move()), ("hunter", step.hunter())] {
            if let Some(cell) = cell {
                write!(out, " {name}={}", CellName::<B>::of(cell))?;
            }
        }
        let (first, streak) = (number(rounds.first()), number(rounds.streak_player()));
        let (seen, able) = (rounds.seen().0, rounds.able().0);
        write!(out, " rounds={first}/{seen}/{able}/{streak}/{}", rounds.streak())?;
        write!(out, " deaths={}", joined(self.colours().map(|c| rounds.death(c)), ","))?;
        if let Some(reason) = rounds.reason() {
            let (winner, quitter) = (number(rounds.winner()), number(rounds.quitter()));
            write!(out, " end={winner}/{quitter}/{}", reason.name())?;
        }
        out.write_str(" |")?;
        for (cell, content) in cells {
            write!(out, " {}:", CellName::<B>::of(cell))?;
            match content {
                Content::Stack(rings) => {
                    write!(out, "S{}", joined(rings.iter().map(|r| r.0 + 1), ""))?;
                }
                Content::Marker(owner) => write!(out, "M{}", owner.0 + 1)?,
                Content::Collapsed(owner) => write!(out, "C{}", owner.0 + 1)?,
            }
        }
        Ok(())
    }

    fn read_position(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace();
        let found = words.next().unwrap_or_default();
        if found != B::NAME {
            return Err(PositionError::Board { expected: B::NAME, found: found.to_owned() });
        }
        let parts: Vec<&str> = words.by_ref().take_while(|&word| word != "|").collect();
        let mut setup = read_head::<B>(&parts)?;
        if !text.contains('|') && parts.iter().all(|part| is_agreement(part)) {
            let start = RingRift::new(setup.rules).map_err(PositionError::Rules)?;
            setup.build::<B>().map_err(PositionError::Setup)?;
            return Ok(start);
        }
        for word in words {
            let part = || PositionError::Part(word.to_owned());
            setup.cells.push(read_cell::<B>(word).ok_or_else(part)?);
        }
        setup.build().map_err(PositionError::Setup)
    }
}

/// Whether a part of the text is about the rules and not about the position.
fn is_agreement(part: &str) -> bool {
    let names = ["players", "rings", "rings-win", "cells-win", "lps", "swap", "strike"];
    part.split_once('=').is_some_and(|(name, _)| names.contains(&name))
}

fn read_cell<B: Board>(word: &str) -> Option<(crate::geometry::Cell, Content)> {
    let (key, content) = word.split_once(':')?;
    let colour =
        |c: char| c.to_digit(10).filter(|n| (1..=4).contains(n)).map(|n| Player(n as u8 - 1));
    let mut letters = content.chars();
    let kind = letters.next()?;
    let colours: Vec<Player> = letters.map(colour).collect::<Option<_>>()?;
    let content = match (kind, &colours[..]) {
        ('S', _) => Content::Stack(colours),
        ('M', [owner]) => Content::Marker(*owner),
        ('C', [owner]) => Content::Collapsed(*owner),
        _ => return None,
    };
    Some((CellName::<B>::read(key)?, content))
}

/// Everything before the cells.
fn read_head<B: Board>(parts: &[&str]) -> Result<Setup, PositionError> {
    let mut seen: Vec<&str> = Vec::new();
    for part in parts {
        let (name, _) =
            part.split_once('=').ok_or_else(|| PositionError::Part((*part).to_owned()))?;
        if seen.contains(&name) {
            return Err(PositionError::Twice(name.to_owned()));
        }
        seen.push(name);
    }
    let value =
        |name: &str| parts.iter().filter_map(|p| p.split_once('=')).find(|(n, _)| *n == name);
    let parse = |name: &str| {
        value(name)
            .map(|(_, text)| {
                text.parse::<u16>().map_err(|_| PositionError::Part(format!("{name}={text}")))
            })
            .transpose()
    };
    let players = parse("players")?.unwrap_or(2).min(255) as u8;
    let rings = parse("rings")?.unwrap_or(B::RINGS);
    let mut setup = Setup::new(Rules::with_rings::<B>(players, rings));
    for part in parts {
        let (name, text) = part.split_once('=').unwrap_or_default();
        read_part::<B>(&mut setup, name, text)
            .ok_or_else(|| PositionError::Part((*part).to_owned()))?;
    }
    Ok(setup)
}

fn numbers<N: std::str::FromStr>(text: &str, by: char) -> Option<Vec<N>> {
    text.split(by).map(|part| part.parse().ok()).collect()
}

/// One `name=value`; `None` when it cannot be read.
fn read_part<B: Board>(setup: &mut Setup, name: &str, text: &str) -> Option<()> {
    let bit = || match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    match name {
        "players" => drop(text.parse::<u8>().ok()?),
        "rings" => drop(text.parse::<u16>().ok()?),
        "rings-win" => setup.rules.ring_victory = Some(text.parse().ok()?).filter(|&n: &u16| n > 0),
        "cells-win" => setup.rules.territory_victory = text.parse().ok()?,
        "lps" => setup.rules.lps_rounds = text.parse().ok()?,
        "swap" => setup.rules.swap = bit()?,
        "strike" => setup.rules.strike = bit()?,
        "hand" | "eliminated" | "territory" => {
            let at = match name {
                "hand" => 0,
                "eliminated" => 1,
                _ => 2,
            };
            let counters = numbers(text, ',')?;
            if counters.len() != setup.purses.len() {
                return None;
            }
            for (purse, counter) in setup.purses.iter_mut().zip(counters) {
                purse[at] = counter;
            }
        }
        "total" => setup.eliminated = text.parse().ok()?,
        "turn" => {
            let (who, phase) = text.split_once(':')?;
            let player = who.parse().ok().and_then(seat).filter(|seat| seat.0 < 4)?;
            setup.step = setup.step.with_player(player).with_phase(Phase::named(phase)?);
        }
        "flags" => {
            for flag in text.split(',').filter(|flag| !flag.is_empty()) {
                let (_, _, set) = FLAGS.iter().find(|(name, ..)| *name == flag)?;
                setup.step = set(setup.step, true);
            }
        }
        "must" => setup.step = setup.step.with_must_move(Some(CellName::<B>::read(text)?)),
        "hunter" => setup.step = setup.step.with_hunter(Some(CellName::<B>::read(text)?)),
        "rounds" => {
            let [first, seen, able, who, streak] = numbers::<u8>(text, '/')?.try_into().ok()?;
            if [first, who].iter().any(|&n| n > 4) || [seen, able].iter().any(|&n| n > 15) {
                return None;
            }
            setup.rounds = setup
                .rounds
                .with_first(seat(first))
                .with_seen(Players(seen.into()))
                .with_able(Players(able.into()))
                .with_streak_player(seat(who))
                .with_streak(streak);
        }
        "deaths" => {
            for (colour, order) in Player::all(4).zip(numbers::<u16>(text, ',')?) {
                if order > 4 || colour.0 >= setup.rules.players && order > 0 {
                    return None;
                }
                setup.rounds = setup.rounds.with_death(colour, order);
            }
        }
        "end" => {
            let mut ends = text.splitn(3, '/');
            let mut who = || ends.next()?.parse().ok().filter(|&n: &u8| n <= 4);
            let (winner, quitter) = (seat(who()?), seat(who()?));
            let reason = Reason::named(ends.next()?)?;
            setup.rounds =
                setup.rounds.with_winner(winner).with_quitter(quitter).with_reason(Some(reason));
        }
        _ => return None,
    }
    Some(())
}
