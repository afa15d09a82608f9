//! The body of `start`, `move` and `end` requests.
//!
//! Reading is tolerant where official examples are (fields that came late or
//! went away may be missing), and strict about what a position needs.

use serde::{Deserialize, Serialize};
use takeback_battlesnake::plain::{PlainBoard, PlainSnake};
use takeback_battlesnake::{Map, Point, Ruleset, Settings, Setup, SetupErrors};
use takeback_core::Player;

/// A cell.
#[derive(Copy, Clone, Debug, Default, Deserialize, Serialize, Eq, PartialEq)]
pub struct Coordinates {
    /// From the left.
    pub x: i64,
    /// From the bottom.
    pub y: i64,
}

impl From<Point> for Coordinates {
    fn from(at: Point) -> Self {
        Coordinates { x: at.x, y: at.y }
    }
}

impl From<Coordinates> for Point {
    fn from(at: Coordinates) -> Self {
        Point::new(at.x, at.y)
    }
}

/// A whole request.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Request {
    /// Which game.
    pub game: GameInfo,
    /// Which turn.
    #[serde(default)]
    pub turn: i64,
    /// The board.
    pub board: RequestBoard,
    /// The snake that is asked; the first on the board if left out.
    #[serde(default)]
    pub you: RequestSnake,
}

/// What stays the same for a whole game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default)]
pub struct GameInfo {
    /// Unique for each game.
    pub id: String,
    /// The rules.
    pub ruleset: RulesetInfo,
    /// The map's name.
    pub map: String,
    /// Milliseconds for an answer, network included.
    pub timeout: i64,
    /// Where the game comes from.
    pub source: String,
}

impl Default for GameInfo {
    fn default() -> Self {
        GameInfo {
            id: String::new(),
            ruleset: RulesetInfo::default(),
            map: Map::Standard.name().to_owned(),
            timeout: 500,
            source: String::new(),
        }
    }
}

/// The rules of a game.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct RulesetInfo {
    /// An unknown name is played as standard.
    pub name: String,
    /// The engine's version.
    pub version: String,
    /// The numbers.
    pub settings: RequestSettings,
}

/// The numbers of a ruleset.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RequestSettings {
    /// Per cent.
    pub food_spawn_chance: i64,
    /// Replaced at once when there is less.
    pub minimum_food: i64,
    /// Per layer.
    pub hazard_damage_per_turn: i64,
    /// Of royale.
    pub royale: RoyaleSettings,
}

impl Default for RequestSettings {
    fn default() -> Self {
        let Settings { food_spawn_chance, minimum_food, hazard_damage, .. } = Settings::default();
        RequestSettings {
            food_spawn_chance: food_spawn_chance.into(),
            minimum_food: minimum_food.into(),
            hazard_damage_per_turn: hazard_damage.into(),
            royale: RoyaleSettings::default(),
        }
    }
}

/// The settings of royale.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RoyaleSettings {
    /// Turns between shrinks.
    pub shrink_every_n_turns: i64,
}

impl Default for RoyaleSettings {
    fn default() -> Self {
        RoyaleSettings { shrink_every_n_turns: Settings::default().shrink_every.into() }
    }
}

/// The board of a turn.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct RequestBoard {
    /// Cells from bottom to top.
    pub height: i64,
    /// Cells from left to right.
    pub width: i64,
    /// In the engine's order.
    #[serde(default)]
    pub food: Vec<Coordinates>,
    /// Once per layer.
    #[serde(default)]
    pub hazards: Vec<Coordinates>,
    /// Those alive.
    pub snakes: Vec<RequestSnake>,
}

/// A snake.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct RequestSnake {
    /// Unique in its game.
    pub id: String,
    /// For people.
    #[serde(default)]
    pub name: String,
    /// Milliseconds of its last answer, as text.
    #[serde(default)]
    pub latency: String,
    /// 1 to 100.
    pub health: i64,
    /// Head first.
    pub body: Vec<Coordinates>,
    /// Where the head is.
    #[serde(default)]
    pub head: Coordinates,
    /// Entries of the body.
    #[serde(default)]
    pub length: i64,
    /// What it said last.
    #[serde(default)]
    pub shout: String,
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RequestError {
    #[error("a body of {size} bytes is larger than {} allowed", Request::MOST_BYTES)]
    Large { size: usize },
    #[error("not the JSON of a request: {0}")]
    Json(#[from] serde_json::Error),
    #[error("no playable board: {0}")]
    Setup(#[from] SetupErrors),
    #[error("the snake {id:?} that is asked is not on the board")]
    NotOnBoard { id: String },
    #[error("two snakes have the id {id:?}")]
    SameId { id: String },
    #[error("{what} {value} is out of range")]
    Range { what: &'static str, value: i64 },
}

/// A request as a position to think about.
#[derive(Clone, Debug)]
pub struct Playable {
    /// Seats in the order of `board.snakes`.
    pub setup: Setup,
    /// The seat that is asked.
    pub you: Player,
}

impl Request {
    /// No official request comes near this size.
    pub const MOST_BYTES: usize = 1 << 20;

    /// Read a request.
    ///
    /// # Errors
    /// When it is too large or not the JSON of a request.
    pub fn read(body: &[u8]) -> Result<Request, RequestError> {
        if body.len() > Self::MOST_BYTES {
            return Err(RequestError::Large { size: body.len() });
        }
        Ok(serde_json::from_slice(body)?)
    }

    /// The position of a `move` request, validated, and whose move is asked.
    ///
    /// # Errors
    /// When the board cannot be played or the asked snake is not on it.
    pub fn playable(&self) -> Result<Playable, RequestError> {
        let snakes = &self.board.snakes;
        let setup = self.setup()?;
        // Whatever is wrong with the board shows here, once and for all; what
        // follows has at most sixteen snakes to look at.
        takeback_battlesnake::for_size(&setup, Nothing)?;
        let nobody = self.you.id.is_empty() && self.you.body.is_empty() && !snakes.is_empty();
        let you = snakes.iter().position(|s| s.id == self.you.id);
        let you = you.or(nobody.then_some(0));
        let you = you.ok_or_else(|| RequestError::NotOnBoard { id: self.you.id.clone() })?;
        for (i, snake) in snakes.iter().enumerate() {
            if snakes[..i].iter().any(|s| s.id == snake.id) {
                return Err(RequestError::SameId { id: snake.id.clone() });
            }
        }
        Ok(Playable { setup, you: Player(you as u8) })
    }

    /// The request as a setup that is not validated yet.
    ///
    /// # Errors
    /// When a number of the settings is out of range.
    pub fn setup(&self) -> Result<Setup, RequestError> {
        let ruleset = Ruleset::from_name(&self.game.ruleset.name).unwrap_or_default();
        let points = |cells: &[Coordinates]| cells.iter().map(|&c| c.into()).collect();
        let snake = |snake: &RequestSnake| PlainSnake {
            health: snake.health,
            body: points(&snake.body),
            fate: None,
        };
        Ok(Setup {
            ruleset,
            settings: self.game.ruleset.settings.settings()?,
            map: Map::from_name(&self.game.map).unwrap_or_default(),
            end: None,
            board: PlainBoard {
                turn: self.turn,
                width: self.board.width,
                height: self.board.height,
                food: points(&self.board.food),
                hazards: points(&self.board.hazards),
                snakes: self.board.snakes.iter().map(snake).collect(),
            },
        })
    }

    /// The request that the engine would send for a position. Snakes are named
    /// by seat; those that are out are left away.
    #[must_use]
    pub fn of(setup: &Setup, you: Player, game_id: &str) -> Request {
        let snake = |(seat, snake): (usize, &PlainSnake)| RequestSnake {
            id: format!("snake-{seat}"),
            name: format!("Snake {seat}"),
            health: snake.health,
            body: snake.body.iter().map(|&at| at.into()).collect(),
            head: snake.body.first().map(|&at| at.into()).unwrap_or_default(),
            length: snake.body.len() as i64,
            ..RequestSnake::default()
        };
        let board = &setup.board;
        let snakes = board.snakes.iter().enumerate();
        Request {
            game: GameInfo {
                id: game_id.to_owned(),
                map: setup.map.name().to_owned(),
                ruleset: RulesetInfo {
                    name: setup.ruleset.name().to_owned(),
                    version: String::new(),
                    settings: RequestSettings::of(&setup.settings),
                },
                ..GameInfo::default()
            },
            turn: board.turn,
            you: snakes.clone().nth(you.index()).map(snake).unwrap_or_default(),
            board: RequestBoard {
                height: board.height,
                width: board.width,
                food: board.food.iter().map(|&at| at.into()).collect(),
                hazards: board.hazards.iter().map(|&at| at.into()).collect(),
                snakes: snakes.filter(|(_, s)| s.is_alive()).map(snake).collect(),
            },
        }
    }
}

impl RequestSettings {
    fn settings(&self) -> Result<Settings, RequestError> {
        let range = |what, value| RequestError::Range { what, value };
        // Left out or zero: the board still has to be answered.
        let shrink = self.royale.shrink_every_n_turns;
        let shrink = if shrink == 0 { Settings::default().shrink_every.into() } else { shrink };
        Ok(Settings {
            food_spawn_chance: u8::try_from(self.food_spawn_chance)
                .ok()
                .filter(|&chance| chance <= 100)
                .ok_or(range("foodSpawnChance", self.food_spawn_chance))?,
            minimum_food: u16::try_from(self.minimum_food)
                .map_err(|_| range("minimumFood", self.minimum_food))?,
            hazard_damage: i32::try_from(self.hazard_damage_per_turn)
                .map_err(|_| range("hazardDamagePerTurn", self.hazard_damage_per_turn))?,
            shrink_every: u32::try_from(shrink).map_err(|_| range("shrinkEveryNTurns", shrink))?,
        })
    }

    fn of(settings: &Settings) -> Self {
        RequestSettings {
            food_spawn_chance: settings.food_spawn_chance.into(),
            minimum_food: settings.minimum_food.into(),
            hazard_damage_per_turn: settings.hazard_damage.into(),
            royale: RoyaleSettings { shrink_every_n_turns: settings.shrink_every.into() },
        }
    }
}

/// Building the position is the validation.
struct Nothing;

impl takeback_battlesnake::ForSize for Nothing {
    type Out = ();
    fn run<const W: usize, const S: usize>(self, _: takeback_battlesnake::Battlesnake<W, S>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALLEST: &str = r#"{
        "game": {"id": "g", "ruleset": {"name": "standard"}},
        "turn": 4,
        "board": {"height": 7, "width": 7, "food": [{"x": 3, "y": 3}], "snakes": [
            {"id": "a", "health": 90, "body": [{"x": 1, "y": 1}, {"x": 1, "y": 2}]},
            {"id": "b", "health": 80, "body": [{"x": 5, "y": 5}, {"x": 5, "y": 4}]}]},
        "you": {"id": "b", "health": 80, "body": [{"x": 5, "y": 5}, {"x": 5, "y": 4}]}
    }"#;

    #[test]
    fn what_official_examples_leave_out_may_be_missing() {
        let request = Request::read(SMALLEST.as_bytes()).unwrap();
        let playable = request.playable().unwrap();
        assert_eq!(playable.you, Player(1));
        assert_eq!(playable.setup.settings, Settings::default());
        assert_eq!(request.game.timeout, 500);
    }

    #[test]
    fn bad_requests_are_errors_with_a_reason() {
        let refused = |from: &str, to: &str| {
            let text = SMALLEST.replacen(from, to, 1);
            assert_ne!(text, SMALLEST, "{from}");
            match Request::read(text.as_bytes()).and_then(|r| r.playable()) {
                Ok(_) => panic!("{from} -> {to} was taken"),
                Err(error) => error.to_string(),
            }
        };
        assert!(refused(r#""x": 1, "y": 1"#, r#""x": 9, "y": 1"#).contains("off the board"));
        assert!(refused(r#""health": 90"#, r#""health": 101"#).contains("health 101"));
        assert!(refused(r#""id": "a""#, r#""id": "b""#).contains("two snakes"));
        assert!(refused(r#""width": 7"#, r#""width": 4000"#).contains("4000"));
        assert!(refused(r#""width": 7"#, r#""width": -7"#).contains("-7"));
        assert!(refused(r#""turn": 4"#, r#""turn": -4"#).contains("turn -4"));
        assert!(refused(r#""turn": 4"#, r#""turn": "4""#).contains("JSON"));
        assert!(refused("}", "").contains("JSON"));
        let bodiless = r#"[{"x": 1, "y": 1}, {"x": 1, "y": 2}]"#;
        assert!(refused(bodiless, "[]").contains("no body"));
        let crowd = format!(r#""snakes": [{}"#, r#"{"id":"c","health":1,"body":[]},"#.repeat(99));
        assert!(refused(r#""snakes": ["#, &crowd).contains("101 snakes"));
        assert!(matches!(
            Request::read(&vec![b' '; Request::MOST_BYTES + 1]),
            Err(RequestError::Large { .. })
        ));
    }

    #[test]
    fn without_a_word_of_whom_the_first_snake_is_asked() {
        let (head, _) = SMALLEST.split_once(r#""you""#).unwrap();
        let text = format!("{}}}", head.trim_end().trim_end_matches(','));
        let request = Request::read(text.as_bytes()).unwrap();
        assert_eq!(request.playable().unwrap().you, Player(0));
    }

    #[test]
    fn obsolete_fields_of_squads_are_passed_over() {
        let squad = r#""id": "a", "squad": "red", "#;
        let text = SMALLEST.replacen(r#""id": "a", "#, squad, 1).replacen(
            r#"{"name": "standard"}"#,
            r#"{"name": "squad", "settings": {"squad": {"sharedHealth": true}}}"#,
            1,
        );
        let playable = Request::read(text.as_bytes()).unwrap().playable().unwrap();
        assert_eq!(playable.setup.ruleset, Ruleset::Standard);
    }

    #[test]
    fn the_asked_snake_may_be_off_the_board_at_the_end_only() {
        let text = SMALLEST.replace(r#""you": {"id": "b""#, r#""you": {"id": "z""#);
        let request = Request::read(text.as_bytes()).unwrap();
        assert!(matches!(request.playable(), Err(RequestError::NotOnBoard { .. })));
    }

    #[test]
    fn a_position_survives_the_wire() {
        let start = Setup::start(
            Ruleset::Royale,
            Settings { hazard_damage: -3, ..Settings::default() },
            Map::Columns,
            (11, 11),
            4,
            3,
        )
        .unwrap();
        let sent = serde_json::to_vec(&Request::of(&start, Player(2), "g")).unwrap();
        let back = Request::read(&sent).unwrap().playable().unwrap();
        assert_eq!((back.setup, back.you), (start, Player(2)));
    }
}
