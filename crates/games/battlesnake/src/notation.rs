//! Moves and positions as text, both ways.
//!
//! A position is one line of words, for instance
//!
//! ```text
//! standard/standard 7x7 15,1,14,25 last t3 live-every 0:0.0.0.0 F:3,3;0,2 H:- 97@1,4:ddd 98@5,2:uu=>u
//! ```
//!
//! ruleset/map, size, settings (food chance, minimum food, hazard damage, shrink
//! interval), end rule, turn, mode, stage and map memory, food in its order,
//! hazards with their layers (`3,4*2`), then the snakes: health, head, and the
//! way from the head to the tail (`=` stays on the cell, `(x,y)` jumps), and
//! `>u` for one that has chosen up. A snake that is out begins with its fate:
//! `!cause,blamed,turn,`.

use crate::geometry::{Board, Direction, Edge, Point};
use crate::maps::Map;
use crate::moves::Move;
use crate::plain::{PlainBoard, PlainSnake};
use crate::ruleset::{Cause, End, Fate, Ruleset, Settings};
use crate::setup::{Setup, SetupErrors};
use crate::state::{Battlesnake, Chance, Listing, Memory, Stage};
use std::fmt::{self, Write};
use std::str::FromStr;
use takeback_core::{Notation, Player, Portable, Turn};

/// Why a text is no move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MoveError {
    text: String,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.text.chars().take(40).collect();
        write!(
            f,
            "{text:?} is no move: up, down, left, right; of nature: nofood, food X,Y, \
             hazard X,Y, maze N, side up"
        )
    }
}

impl std::error::Error for MoveError {}

impl<const W: usize, const S: usize> Notation for Battlesnake<W, S> {
    type MoveError = MoveError;

    fn write_move(&self, m: Move, out: &mut dyn Write) -> fmt::Result {
        match m {
            Move::Go(direction) => out.write_str(direction.word()),
            Move::NoFood => out.write_str("nofood"),
            Move::Food(cell) => write!(out, "food {}", self.board().point(cell)),
            Move::Hazard(number) if self.map() == Map::SoloMaze => write!(out, "maze {number}"),
            Move::Hazard(cell) => write!(out, "hazard {}", self.board().point(cell)),
            Move::Side(side) => write!(out, "side {side}"),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let cell = |at: &str| read_point(at).and_then(|at| self.board().cell(at));
        let read = match text.split_once(' ') {
            None if text == "nofood" => Some(Move::NoFood),
            None => Direction::from_word(text).map(Move::Go),
            Some(("food", at)) => cell(at).map(Move::Food),
            Some(("hazard", at)) => cell(at).map(Move::Hazard),
            Some(("maze", number)) => number.parse().ok().map(Move::Hazard),
            Some(("side", side)) => Direction::from_word(side).map(Move::Side),
            Some(_) => None,
        };
        read.ok_or_else(|| MoveError { text: text.to_owned() })
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PositionError {
    /// A word is missing or not what it should be.
    Word {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// Well written, but not playable.
    Setup(SetupErrors),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Word { expected, found } => {
                let found: String = found.chars().take(60).collect();
                write!(f, "expected {expected}, found {found:?}")
            }
            PositionError::Setup(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

fn expected<T>(read: Option<T>, expected: &'static str, found: &str) -> Result<T, PositionError> {
    read.ok_or_else(|| PositionError::Word { expected, found: found.to_owned() })
}

fn numbers<T: FromStr, const N: usize>(text: &str, between: char) -> Option<[T; N]> {
    let numbers: Vec<T> =
        text.split(between).map(|n| n.parse().ok()).collect::<Option<Vec<T>>>()?;
    numbers.try_into().ok()
}

fn read_point(text: &str) -> Option<Point> {
    numbers(text, ',').map(|[x, y]| Point::new(x, y))
}

impl<const W: usize, const S: usize> Portable for Battlesnake<W, S> {
    type PositionError = PositionError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let (board, settings) = (self.board(), self.settings());
        write!(out, "{}/{} {}x{}", self.ruleset(), self.map(), board.width(), board.height())?;
        let Settings { food_spawn_chance, minimum_food, hazard_damage, shrink_every } = settings;
        write!(out, " {food_spawn_chance},{minimum_food},{hazard_damage},{shrink_every}")?;
        let end = match self.table.rules.end {
            End::LastStanding => "last",
            End::AllDead => "all",
        };
        let [a, b, c, d] = self.memory.0;
        write!(out, " {end} t{} {}", self.turn, mode_word(self.chance, self.listing))?;
        write!(out, " {}:{a}.{b}.{c}.{d} F:", self.stage.number())?;
        write_list(self.food_list().into_iter().map(|c| board.point(c).to_string()), out)?;
        out.write_str(" H:")?;
        let layers = |cell| match self.height(cell) {
            1 => board.point(cell).to_string(),
            height => format!("{}*{height}", board.point(cell)),
        };
        write_list(self.hazards.iter().map(layers), out)?;
        for seat in Player::all(self.seats.into()) {
            out.write_char(' ')?;
            self.write_snake(seat, out)?;
        }
        Ok(())
    }

    fn read_position(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |what| expected(words.next(), what, "the end of the text");
        let mut setup = Setup::default();
        read_rules(next("ruleset/map")?, &mut setup)?;
        let size = next("a size")?;
        let [width, height] = expected(numbers(size, 'x'), "a size such as 11x11", size)?;
        (setup.board.width, setup.board.height) = (width, height);
        read_settings(next("settings")?, &mut setup)?;
        let end = next("last or all")?;
        setup.end = Some(match end {
            "last" => End::LastStanding,
            "all" => End::AllDead,
            _ => return expected(None, "last or all", end),
        });
        let turn = next("a turn")?;
        let number = turn.strip_prefix('t').and_then(|t| t.parse().ok());
        setup.board.turn = expected(number, "a turn such as t12", turn)?;
        let mode = next("a mode")?;
        let (chance, listing) = expected(read_mode(mode), "a mode such as live-every", mode)?;
        let stage = next("a stage")?;
        let (number, memory) = expected(read_stage(stage), "a stage such as 0:0.0.0.0", stage)?;
        setup.board.food = read_food(next("food")?)?;
        setup.board.hazards = read_hazards(next("hazards")?)?;
        let mut choices = Vec::new();
        for word in words {
            let (snake, choice) = expected(read_snake(word, &setup), "a snake", word)?;
            setup.board.snakes.push(snake);
            choices.push(choice);
        }
        let mut game = Self::new(&setup).map_err(PositionError::Setup)?;
        (game.chance, game.listing) = (chance, listing);
        game.commit_read(&choices)?;
        game.recall_read(Stage::from_number(number), memory)?;
        game.key = game.scratch_key();
        Ok(game)
    }
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    fn write_snake(&self, seat: Player, out: &mut dyn Write) -> fmt::Result {
        if let Some(Fate { cause, by, turn }) = self.fate(seat) {
            let by = by.map_or("-".to_owned(), |by| by.to_string());
            write!(out, "!{cause},{by},{turn},")?;
        }
        write!(out, "{}@", self.health(seat))?;
        let body: Vec<Point> = self.body(seat).map(|cell| self.board().point(cell)).collect();
        write_body(self.board(), &body, out)?;
        match self.chosen(seat) {
            Some(direction) => write!(out, ">{}", letter(direction)),
            None => Ok(()),
        }
    }

    /// Choices that were read: in order of seats, and not everybody's.
    fn commit_read(&mut self, choices: &[Option<Direction>]) -> Result<(), PositionError> {
        for (seat, choice) in choices.iter().enumerate() {
            let (seat, Some(direction)) = (Player(seat as u8), choice) else { continue };
            let Turn::Together(owing) = self.turn_now() else {
                return expected(None, "no choices in a finished game", ">");
            };
            if owing.first() != Some(seat) || owing.len() == 1 {
                return expected(None, "choices of the first snakes, not of all", ">");
            }
            self.choices |= (*direction as u32) << (2 * seat.0);
            self.pending = self.pending.without(seat);
        }
        Ok(())
    }

    /// Stage and memory that were read: only what could really be.
    fn recall_read(&mut self, stage: Stage, memory: Memory) -> Result<(), PositionError> {
        if memory.0[0] > self.board().cells() || memory.0[1..] != [0; 3] {
            return expected(None, "a map memory that fits the board", "");
        }
        self.memory = memory;
        let chance = self.chance == Chance::Live
            && self.pending == self.living
            && matches!(self.turn_now(), Turn::Together(_));
        let possible = match stage {
            Stage::Choose => true,
            Stage::Hazard => chance && self.stage_after_round() == Stage::Hazard,
            food => chance && self.food_stage() == food,
        };
        self.stage = stage;
        expected(possible.then_some(()), "a stage that can come about here", "")
    }
}

fn letter(direction: Direction) -> char {
    ['u', 'd', 'l', 'r'][direction as usize]
}

fn from_letter(letter: char) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&d| self::letter(d) == letter)
}

fn mode_word(chance: Chance, listing: Listing) -> &'static str {
    match (chance, listing) {
        (Chance::Live, Listing::Every) => "live-every",
        (Chance::Live, Listing::Prudent) => "live-prudent",
        (Chance::Frozen, Listing::Every) => "frozen-every",
        (Chance::Frozen, Listing::Prudent) => "frozen-prudent",
    }
}

fn read_mode(word: &str) -> Option<(Chance, Listing)> {
    let (chance, listing) = word.split_once('-')?;
    let chance = match chance {
        "live" => Chance::Live,
        "frozen" => Chance::Frozen,
        _ => return None,
    };
    match listing {
        "every" => Some((chance, Listing::Every)),
        "prudent" => Some((chance, Listing::Prudent)),
        _ => None,
    }
}

fn read_rules(word: &str, setup: &mut Setup) -> Result<(), PositionError> {
    let (ruleset, map) = expected(word.split_once('/'), "ruleset/map", word)?;
    setup.ruleset = expected(Ruleset::from_name(ruleset), "a ruleset", ruleset)?;
    setup.map = expected(Map::from_name(map), "a map", map)?;
    Ok(())
}

fn read_settings(word: &str, setup: &mut Setup) -> Result<(), PositionError> {
    let mut parts = word.split(',');
    let mut next = || parts.next().unwrap_or_default();
    let read = (|| {
        Some(Settings {
            food_spawn_chance: next().parse().ok()?,
            minimum_food: next().parse().ok()?,
            hazard_damage: next().parse().ok()?,
            shrink_every: next().parse().ok()?,
        })
    })();
    setup.settings = expected(read, "settings such as 15,1,14,25", word)?;
    Ok(())
}

fn read_stage(word: &str) -> Option<(u32, Memory)> {
    let (stage, memory) = word.split_once(':')?;
    Some((stage.parse().ok()?, Memory(numbers(memory, '.')?)))
}

fn write_list(items: impl Iterator<Item = String>, out: &mut dyn Write) -> fmt::Result {
    let mut none = true;
    for item in items {
        write!(out, "{}{item}", if none { "" } else { ";" })?;
        none = false;
    }
    if none { out.write_char('-') } else { Ok(()) }
}

fn read_list<'a>(word: &'a str, mark: &str) -> Option<Vec<&'a str>> {
    let list = word.strip_prefix(mark)?;
    Some(if list == "-" { Vec::new() } else { list.split(';').collect() })
}

fn read_food(word: &str) -> Result<Vec<Point>, PositionError> {
    let read = read_list(word, "F:")
        .and_then(|list| list.into_iter().map(read_point).collect::<Option<Vec<Point>>>());
    expected(read, "food such as F:3,4;5,6 or F:-", word)
}

fn read_hazards(word: &str) -> Result<Vec<Point>, PositionError> {
    let layers = |item: &str| {
        let (at, layers) = item.split_once('*').unwrap_or((item, "1"));
        Some((read_point(at)?, layers.parse::<u8>().ok()?))
    };
    let read = read_list(word, "H:")
        .and_then(|list| list.into_iter().map(layers).collect::<Option<Vec<_>>>());
    let read = expected(read, "hazards such as H:3,4;5,6*2 or H:-", word)?;
    Ok(read.into_iter().flat_map(|(at, n)| std::iter::repeat_n(at, n.into())).collect())
}

/// Where a step leads from any place, the edge of the board considered.
fn step(at: Point, direction: Direction, width: i64, height: i64, edge: Edge) -> Point {
    let mut to = at.toward(direction);
    if edge == Edge::Wrap && width > 0 && height > 0 {
        (to.x, to.y) = (to.x.rem_euclid(width), to.y.rem_euclid(height));
    }
    to
}

fn write_body(board: &Board, body: &[Point], out: &mut dyn Write) -> fmt::Result {
    let Some(head) = body.first() else { return out.write_char('-') };
    write!(out, "{head}:")?;
    let (width, height) = (i64::from(board.width()), i64::from(board.height()));
    for pair in body.windows(2) {
        let way = Direction::ALL
            .into_iter()
            .find(|&d| step(pair[0], d, width, height, board.edge()) == pair[1]);
        match way {
            _ if pair[0] == pair[1] => out.write_char('=')?,
            Some(direction) => out.write_char(letter(direction))?,
            None => write!(out, "({})", pair[1])?,
        }
    }
    Ok(())
}

fn read_body(text: &str, setup: &Setup) -> Option<Vec<Point>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let PlainBoard { width, height, .. } = setup.board;
    let (head, way) = text.split_once(':')?;
    let mut body = vec![read_point(head)?];
    let mut rest = way;
    while let Some(mark) = rest.chars().next() {
        let at = *body.last()?;
        rest = &rest[mark.len_utf8()..];
        body.push(match mark {
            '=' => at,
            '(' => {
                let (jump, after) = rest.split_once(')')?;
                rest = after;
                read_point(jump)?
            }
            _ => step(at, from_letter(mark)?, width, height, setup.ruleset.edge()),
        });
    }
    Some(body)
}

fn read_snake(word: &str, setup: &Setup) -> Option<(PlainSnake, Option<Direction>)> {
    let (before, after) = word.split_once('@')?;
    let (body, choice) = match after.split_once('>') {
        Some((body, choice)) => {
            let mut letters = choice.chars();
            let direction = from_letter(letters.next()?)?;
            letters.next().is_none().then_some((body, Some(direction)))?
        }
        None => (after, None),
    };
    let (fate, health) = match before.strip_prefix('!') {
        None => (None, before),
        Some(fate) => {
            let [cause, by, turn, health]: [&str; 4] =
                fate.split(',').collect::<Vec<_>>().try_into().ok()?;
            let by = if by == "-" { None } else { Some(by.parse().ok()?) };
            let cause = Cause::from_name(cause)?;
            (Some(Fate { cause, by, turn: turn.parse().ok()? }), health)
        }
    };
    let health = health.parse().ok()?;
    Some((PlainSnake { health, body: read_body(body, setup)?, fate }, choice))
}
