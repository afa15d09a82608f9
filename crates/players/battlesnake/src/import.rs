//! Battlesnake: traces turn by turn.
//!
//! What the map does becomes moves of chance. Only maps whose whims are food
//! alone can be told apart from a record; games on others are left out, and so
//! are those with move words that mean nothing.

use serde::Deserialize;
use std::collections::BTreeMap;
use takeback_battlesnake::plain::{PlainBoard, PlainSnake};
use takeback_battlesnake::{
    Battlesnake, Chance, Direction, End, Map, Move, Point, Ruleset, Settings, Setup,
};
use takeback_core::{Game, Notation, Portable, Turn};
use takeback_host::check::File;
use takeback_host::outside::{RawGame as Raw, RawGames};

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: String,
    ruleset: String,
    map: String,
    #[serde(default)]
    solo: bool,
    width: i64,
    height: i64,
    settings: Numbers,
    snake_order: Vec<String>,
    states: Vec<State>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Numbers {
    food_spawn_chance: u8,
    minimum_food: u16,
    hazard_damage_per_turn: i32,
    shrink_every_n_turns: u32,
}

#[derive(Deserialize)]
struct State {
    turn: i64,
    food: Vec<[i64; 2]>,
    hazards: Vec<[i64; 2]>,
    snakes: Vec<Snake>,
}

#[derive(Deserialize)]
struct Snake {
    id: String,
    health: i64,
    body: Vec<[i64; 2]>,
}

#[derive(Deserialize)]
struct Step {
    moves: BTreeMap<String, String>,
    food_spawned: Vec<[i64; 2]>,
}

pub(crate) fn read(file: &File) -> Option<RawGames> {
    if !file.is_kind("traces") {
        return None;
    }
    let rows = file.json_lines::<Row>();
    Some(rows.map(|(at, row)| (at, row.map_err(|e| e.to_string()).and_then(|r| r.raw()))).collect())
}

fn points(cells: &[[i64; 2]]) -> Vec<Point> {
    cells.iter().map(|&[x, y]| Point::new(x, y)).collect()
}

impl Row {
    fn raw(&self) -> Result<Raw, String> {
        let setup = self.setup()?;
        let cells = self.width.saturating_mul(self.height);
        let variant = match (cells, self.snake_order.len()) {
            (..=128, ..=2) => "duel",
            (..=128, ..=4) => "standard",
            (..=512, ..=4) => "large",
            (_, snakes) => {
                return Err(format!("no variant holds {cells} cells and {snakes} snakes"));
            }
        };
        // The widest type holds every board; the text is the same for all.
        let game = Battlesnake::<10, 16>::new(&setup).map_err(|e| e.to_string())?;
        let mut game = game.with_chance(Chance::Live);
        let start = game.position_text();
        let mut moves = Vec::new();
        for (i, step) in self.steps.iter().enumerate() {
            self.replay(&mut game, step, &mut moves).map_err(|e| format!("turn {i}: {e}"))?;
        }
        Ok(Raw {
            id: self.id.clone(),
            variant: variant.to_owned(),
            start: Some(start),
            moves,
            names: self.snake_order.clone(),
            ..Raw::default()
        })
    }

    fn setup(&self) -> Result<Setup, String> {
        let map = Map::from_name(&self.map).ok_or_else(|| format!("no map {:?}", self.map))?;
        let first = self.states.first().ok_or("no first state")?;
        let snake = |id: &String| {
            let snake = first.snakes.iter().find(|s| s.id == *id);
            let snake = snake.ok_or_else(|| format!("{id} is not on the first board"))?;
            Ok(PlainSnake { health: snake.health, body: points(&snake.body), fate: None })
        };
        Ok(Setup {
            ruleset: Ruleset::from_name(&self.ruleset).unwrap_or_default(),
            settings: Settings {
                food_spawn_chance: self.settings.food_spawn_chance,
                minimum_food: self.settings.minimum_food,
                hazard_damage: self.settings.hazard_damage_per_turn,
                shrink_every: self.settings.shrink_every_n_turns,
            },
            map,
            end: Some(if self.solo { End::AllDead } else { End::LastStanding }),
            board: PlainBoard {
                turn: first.turn,
                width: self.width,
                height: self.height,
                food: points(&first.food),
                hazards: points(&first.hazards),
                snakes: self.snake_order.iter().map(snake).collect::<Result<_, String>>()?,
            },
        })
    }

    /// A turn: everybody's choice, then what the map does.
    fn replay(
        &self,
        game: &mut Battlesnake<10, 16>,
        step: &Step,
        moves: &mut Vec<String>,
    ) -> Result<(), String> {
        let mut make = |game: &mut Battlesnake<10, 16>, m: Move| {
            if !game.legal_moves().contains(&m) {
                return Err(format!("{} is not possible", game.move_text(m)));
            }
            moves.push(game.move_text(m));
            game.make(m);
            Ok(())
        };
        let Turn::Together(living) = game.turn() else {
            return Err("the game is over".to_owned());
        };
        for seat in living.iter() {
            let id = &self.snake_order[seat.index()];
            let word = step.moves.get(id).ok_or_else(|| format!("{id} says nothing"))?;
            let way = Direction::from_word(word).ok_or_else(|| format!("{word:?} is no move"))?;
            make(game, Move::Go(way))?;
        }
        let mut food = points(&step.food_spawned).into_iter();
        while game.turn() == Turn::Chance {
            if game.legal_moves().iter().any(|m| matches!(m, Move::Side(_) | Move::Hazard(_))) {
                return Err(format!("what the map {} does is not recorded as moves", self.map));
            }
            let m = match food.next() {
                Some(at) => game.board().cell(at).map(Move::Food).ok_or("food off the board")?,
                None => Move::NoFood,
            };
            make(game, m)?;
        }
        match food.next() {
            Some(at) if game.turn() != Turn::Over => Err(format!("food at {at} cannot appear")),
            _ => Ok(()),
        }
    }
}
