//! Single steps of a turn, and small facts.
//!
//! These boards are often absurd (no size, points in the far distance), so
//! they run on the slow twin; whole turns that can be played also run on the
//! fast position.

use super::record::{
    Board, Cell, RawSettings, SaidMove, end, points, ruleset, said, same, same_board, setup,
};
use super::steps::Turned;
use serde::Deserialize;
use takeback_battlesnake::plain::{
    KeepClear, PlainBoard, PlainSnake, Said, TurnError, default_move, wrap,
};
use takeback_battlesnake::{Edge, End, Rules, Ruleset, for_size};
use takeback_host::check::{File, Report};

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Unit {
    Turn(Stage),
    Stage(Stage),
    DefaultMove {
        body: Vec<Cell>,
        result: String,
    },
    OutOfBounds {
        body: Vec<Cell>,
        width: i64,
        height: i64,
        result: bool,
    },
    BodyCollision {
        body: Vec<Cell>,
        other: Vec<Cell>,
        result: bool,
    },
    LostHeadToHead {
        body: Vec<Cell>,
        other: Vec<Cell>,
        result: bool,
    },
    Wrap {
        value: i64,
        min: i64,
        max: i64,
        result: i64,
    },
    UnoccupiedPoints {
        board: Board,
        include_possible_moves: bool,
        #[serde(default)]
        include_hazards: bool,
        result: Vec<Cell>,
    },
}

#[derive(Deserialize)]
struct Stage {
    name: String,
    #[serde(default)]
    settings: RawSettings,
    before: Board,
    moves: Vec<SaidMove>,
    #[serde(default)]
    ended: bool,
    after: Option<Board>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    id: String,
    #[serde(flatten)]
    unit: Unit,
}

pub(super) fn check(file: &File, report: &mut Report) {
    for (at, line) in file.json_lines::<Named>() {
        let (case, outcome) = match line {
            Ok(named) => (format!("{at} {}", named.id), named.unit.check()),
            Err(error) => (at, Err(error.to_string())),
        };
        report.case(case, outcome);
    }
}

fn snake(body: &[Cell]) -> PlainSnake {
    PlainSnake { health: 100, body: points(body), fate: None }
}

impl Unit {
    fn check(&self) -> Result<(), String> {
        match self {
            Unit::Turn(stage) => stage.check_turn(),
            Unit::Stage(stage) => stage.check_stage(),
            Unit::DefaultMove { body, result } => {
                same("default move", &default_move(&points(body)).word(), &result.as_str())
            }
            Unit::OutOfBounds { body, width, height, result } => {
                same("out of bounds", &snake(body).is_out_of_bounds(*width, *height), result)
            }
            Unit::BodyCollision { body, other, result } => {
                same("hit", &snake(body).has_hit(&snake(other)), result)
            }
            Unit::LostHeadToHead { body, other, result } => {
                same("lost", &snake(body).has_lost_head_to_head(&snake(other)), result)
            }
            Unit::Wrap { value, min, max, result } => {
                same("wrapped", &wrap(*value, *min, *max), result)
            }
            Unit::UnoccupiedPoints { board, include_possible_moves, include_hazards, result } => {
                let clear = KeepClear { heads: !include_possible_moves, hazards: *include_hazards };
                let mut found = board.plain(0, 0)?.free_cells(clear);
                let mut expected = points(result);
                found.sort_unstable();
                expected.sort_unstable();
                same("free cells", &found, &expected)
            }
        }
    }
}

impl Stage {
    /// How a game with a single snake ends depends on how many began, which the
    /// record does not tell: there either end rule will do.
    fn check_turn(&self) -> Result<(), String> {
        let solo = ruleset(&self.name) == Ruleset::Solo;
        let checked = self.check_turn_with(end(solo));
        if checked.is_err() && self.before.snakes.len() == 1 {
            return self.check_turn_with(end(!solo));
        }
        checked
    }

    fn check_turn_with(&self, end: End) -> Result<(), String> {
        let before = self.before.plain(0, 0)?;
        let said = said(&self.before.ids(), &self.moves);
        let ruleset = ruleset(&self.name);
        let settings = self.settings.settings()?;
        // The start-up call of the official engine tests for the end only.
        let start_up = before.turn == 0 && self.moves.is_empty();
        let mut slow = before.clone();
        let played = if start_up && self.error.is_none() {
            Ok(slow.is_over(end))
        } else {
            slow.play(&said, &Rules::new(ruleset, &settings, end), ruleset.edge())
        };
        if played == Ok(false) && !start_up {
            // Recorded before the turn is counted.
            slow.turn -= 1;
        }
        self.compare(played, &slow, &before)?;
        if start_up || self.error.is_some() {
            return Ok(());
        }
        let mut expected = slow;
        expected.turn += i64::from(!self.ended);
        let setup = setup(ruleset, settings, end, before);
        let turned = Turned { setup: &setup, said: &said, over: self.ended, expected: &expected };
        // What the fast position cannot hold, the twin has checked.
        for_size(&setup, turned).unwrap_or(Ok(()))
    }

    fn check_stage(&self) -> Result<(), String> {
        let before = self.before.plain(0, 0)?;
        let said = said(&self.before.ids(), &self.moves);
        let settings = self.settings.settings()?;
        let mut board = before.clone();
        let done =
            self.run_stage(&mut board, &said, settings.hazard_damage, settings.shrink_every)?;
        self.compare(done, &board, &before)
    }

    fn run_stage(
        &self,
        board: &mut PlainBoard,
        said: &[Said],
        damage: i32,
        every: u32,
    ) -> Result<Result<bool, TurnError>, String> {
        let unended = |()| false;
        let done = match self.name.as_str() {
            "move" => board.move_snakes(said, Edge::Wall),
            "move_wrapped" => board.move_snakes(said, Edge::Wrap),
            "starve" => {
                board.starve();
                Ok(())
            }
            "hazard_damage" => {
                board.hurt(damage);
                Ok(())
            }
            "feed" => {
                board.feed();
                Ok(())
            }
            "eliminate" => board.eliminate(),
            "royale_hazards" => board.clear_before_first_shrink(every),
            "game_over" => return Ok(Ok(board.is_over(End::LastStanding))),
            "game_over_solo" => return Ok(Ok(board.is_over(End::AllDead))),
            name => return Err(format!("unknown stage {name:?}")),
        };
        Ok(done.map(unended))
    }

    fn compare(
        &self,
        found: Result<bool, TurnError>,
        board: &PlainBoard,
        before: &PlainBoard,
    ) -> Result<(), String> {
        if let Some(error) = &self.error {
            return same("error", &found.map_err(|e| e.to_string()), &Err(error.clone()));
        }
        let ended = found.map_err(|e| e.to_string())?;
        same("ended", &ended, &self.ended)?;
        let after = self.after.as_ref().ok_or("neither an error nor a board is expected")?;
        same_board(board, &after.plain(0, 0)?, before)
    }
}
