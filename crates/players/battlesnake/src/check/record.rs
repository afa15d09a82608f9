//! The shapes of the recorded lines, and their way into our types.

use serde::Deserialize;
use std::fmt;
use takeback_battlesnake::plain::{PlainBoard, PlainSnake, Said};
use takeback_battlesnake::{Cause, Direction, End, Fate, Map, Point, Ruleset, Settings, Setup};

/// A cell as `[x, y]`.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Cell(i64, i64);

impl Cell {
    pub(super) fn point(self) -> Point {
        Point::new(self.0, self.1)
    }
}

pub(super) fn points(cells: &[Cell]) -> Vec<Point> {
    cells.iter().map(|c| c.point()).collect()
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Snake {
    pub(super) id: String,
    pub(super) health: i64,
    pub(super) body: Vec<Cell>,
    #[serde(default)]
    pub(super) eliminated_cause: String,
    #[serde(default)]
    pub(super) eliminated_by: String,
    #[serde(default)]
    pub(super) eliminated_on_turn: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Board {
    pub(super) turn: i64,
    pub(super) width: Option<i64>,
    pub(super) height: Option<i64>,
    pub(super) food: Vec<Cell>,
    pub(super) hazards: Vec<Cell>,
    pub(super) snakes: Vec<Snake>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct RawSettings {
    food_spawn_chance: i64,
    minimum_food: i64,
    hazard_damage_per_turn: i64,
    shrink_every_n_turns: i64,
}

impl RawSettings {
    pub(super) fn settings(&self) -> Result<Settings, String> {
        let bad = |name: &str, value: i64| format!("{name} {value} is out of range");
        Ok(Settings {
            food_spawn_chance: u8::try_from(self.food_spawn_chance)
                .map_err(|_| bad("foodSpawnChance", self.food_spawn_chance))?,
            minimum_food: u16::try_from(self.minimum_food)
                .map_err(|_| bad("minimumFood", self.minimum_food))?,
            hazard_damage: i32::try_from(self.hazard_damage_per_turn)
                .map_err(|_| bad("hazardDamagePerTurn", self.hazard_damage_per_turn))?,
            shrink_every: u32::try_from(self.shrink_every_n_turns)
                .map_err(|_| bad("shrinkEveryNTurns", self.shrink_every_n_turns))?,
        })
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct SaidMove {
    pub(super) id: String,
    #[serde(rename = "move")]
    pub(super) word: String,
}

/// What the seats said, in order of the given ids.
pub(super) fn said(ids: &[String], moves: &[SaidMove]) -> Vec<Said> {
    let word = |id: &String| moves.iter().find(|m| m.id == *id).map(|m| m.word.as_str());
    ids.iter().map(|id| word(id).map_or(Said::Nothing, said_word)).collect()
}

pub(super) fn said_word(word: &str) -> Said {
    Direction::from_word(word).map_or(Said::Other, Said::Go)
}

/// An unknown ruleset is played as standard.
pub(super) fn ruleset(name: &str) -> Ruleset {
    Ruleset::from_name(name).unwrap_or_default()
}

pub(super) fn end(solo: bool) -> End {
    if solo { End::AllDead } else { End::LastStanding }
}

impl Snake {
    /// As our types have it; `ids` gives seats to the names of the blamed.
    pub(super) fn plain(&self, ids: &[String]) -> Result<PlainSnake, String> {
        let fate = match self.eliminated_cause.as_str() {
            "" => None,
            name => Some(self.fate(name, ids)?),
        };
        Ok(PlainSnake { health: self.health, body: points(&self.body), fate })
    }

    fn fate(&self, name: &str, ids: &[String]) -> Result<Fate, String> {
        // Some cases begin with causes of their own making on snakes that are out.
        // No fate that comes about in a turn can equal this one.
        let Some(cause) = Cause::from_name(name) else {
            return Ok(Fate { cause: Cause::WallCollision, by: None, turn: u32::MAX });
        };
        let by = ids.iter().position(|id| *id == self.eliminated_by && !id.is_empty());
        let turn = u32::try_from(self.eliminated_on_turn)
            .map_err(|_| format!("turn {} is out of range", self.eliminated_on_turn))?;
        Ok(Fate { cause, by: by.and_then(|seat| u8::try_from(seat).ok()), turn })
    }
}

impl Board {
    pub(super) fn ids(&self) -> Vec<String> {
        self.snakes.iter().map(|s| s.id.clone()).collect()
    }

    pub(super) fn plain(&self, width: i64, height: i64) -> Result<PlainBoard, String> {
        let ids = self.ids();
        Ok(PlainBoard {
            turn: self.turn,
            width: self.width.unwrap_or(width),
            height: self.height.unwrap_or(height),
            food: points(&self.food),
            hazards: points(&self.hazards),
            snakes: self.snakes.iter().map(|s| s.plain(&ids)).collect::<Result<_, _>>()?,
        })
    }
}

/// A setup on no map in particular.
pub(super) fn setup(ruleset: Ruleset, settings: Settings, end: End, board: PlainBoard) -> Setup {
    Setup { ruleset, settings, map: Map::Standard, end: Some(end), board }
}

/// Hazards on the board by cell, as the position gives them.
pub(super) fn sorted_hazards(board: &PlainBoard) -> Vec<Point> {
    let mut hazards: Vec<Point> = board
        .hazards
        .iter()
        .copied()
        .filter(|p| (0..board.width).contains(&p.x) && (0..board.height).contains(&p.y))
        .collect();
    hazards.sort_unstable_by_key(|p| (p.y, p.x));
    hazards
}

/// Nothing if both are the same, else what differs.
pub(super) fn same<T: PartialEq + fmt::Debug>(
    what: impl fmt::Display,
    found: &T,
    expected: &T,
) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: found {found:?}, expected {expected:?}"))
    }
}

/// Compare two boards field by field. Snakes that were out before the turn are
/// left out: the official engine touches some of them.
pub(super) fn same_board(
    found: &PlainBoard,
    expected: &PlainBoard,
    before: &PlainBoard,
) -> Result<(), String> {
    same("turn", &found.turn, &expected.turn)?;
    same("food", &found.food, &expected.food)?;
    same("hazards", &sorted_hazards(found), &sorted_hazards(expected))?;
    same("number of snakes", &found.snakes.len(), &expected.snakes.len())?;
    for (seat, (found, expected)) in found.snakes.iter().zip(&expected.snakes).enumerate() {
        if before.snakes.get(seat).is_some_and(PlainSnake::is_alive) {
            same(format_args!("snake {seat}"), found, expected)?;
        }
    }
    Ok(())
}
