//! Whole recorded games.

use super::record::{
    Board, Cell, RawSettings, end, points, ruleset, said_word, same, sorted_hazards,
};
use super::steps::there_and_back;
use serde::Deserialize;
use std::collections::BTreeMap;
use takeback_battlesnake::plain::{PlainBoard, PlainSnake, Said};
use takeback_battlesnake::{
    Battlesnake, Cause, Chance, Fate, ForSize, Map, Move, Point, Setup, Undo, for_size,
};
use takeback_core::{Game, Keyed, Player, Turn};
use takeback_host::check::{File, Report};

#[derive(Deserialize)]
struct Trace {
    id: String,
    ruleset: String,
    map: String,
    #[serde(default)]
    solo: bool,
    width: i64,
    height: i64,
    settings: RawSettings,
    snake_order: Vec<String>,
    states: Vec<Board>,
    steps: Vec<Step>,
    result: Option<End>,
}

#[derive(Deserialize)]
struct Step {
    moves: BTreeMap<String, String>,
    eliminated: Vec<Eliminated>,
    food_eaten: Vec<Cell>,
    food_spawned: Vec<Cell>,
}

#[derive(Deserialize)]
struct Eliminated {
    id: String,
    cause: String,
    #[serde(default)]
    by: String,
    turn: i64,
    health: i64,
    body: Vec<Cell>,
}

#[derive(Deserialize)]
struct End {
    over: bool,
    alive: Vec<String>,
    last_turn: i64,
}

pub(super) fn check(file: &File, report: &mut Report) {
    for (at, line) in file.json_lines::<Trace>() {
        let (case, outcome) = match line {
            Ok(trace) => (format!("{at} {}", trace.id), trace.check()),
            Err(error) => (at, Err(error.to_string())),
        };
        report.case(case, outcome);
    }
}

/// Maps whose every whim follows a published rule: their chance moves replay
/// the game. Of the others food and hazards are taken from the record.
fn has_known_whims(map: Map) -> bool {
    matches!(
        map,
        Map::Standard
            | Map::Empty
            | Map::Royale
            | Map::InnerWall
            | Map::Rings
            | Map::Columns
            | Map::RiversBridges
            | Map::RiversBridgesLarge
            | Map::RiversBridgesXl
            | Map::IslandsBridges
            | Map::IslandsBridgesLarge
    )
}

impl Trace {
    fn check(&self) -> Result<(), String> {
        same("number of states", &self.states.len(), &(self.steps.len() + 1))?;
        let setup = self.setup()?;
        for_size(&setup, Replay { trace: self }).map_err(|e| e.to_string())?
    }

    fn setup(&self) -> Result<Setup, String> {
        let first = &self.states[0];
        let ids = &self.snake_order;
        let missing = PlainSnake {
            health: 0,
            body: Vec::new(),
            fate: Some(Fate { cause: Cause::OutOfHealth, by: None, turn: 0 }),
        };
        let snake = |id: &String| match first.snakes.iter().find(|s| s.id == *id) {
            Some(snake) => snake.plain(ids),
            None => Ok(missing.clone()),
        };
        let board = PlainBoard {
            turn: first.turn,
            width: self.width,
            height: self.height,
            food: points(&first.food),
            hazards: points(&first.hazards),
            snakes: ids.iter().map(snake).collect::<Result<_, _>>()?,
        };
        // A map we do not know is one whose whims are taken from the record.
        let map = Map::from_name(&self.map).unwrap_or(Map::SnailMode);
        Ok(Setup {
            ruleset: ruleset(&self.ruleset),
            settings: self.settings.settings()?,
            map,
            end: Some(end(self.solo)),
            board,
        })
    }

    fn seat_said(&self, step: &Step) -> Vec<Said> {
        let word = |id: &String| step.moves.get(id);
        self.snake_order.iter().map(|id| word(id).map_or(Said::Nothing, |w| said_word(w))).collect()
    }
}

struct Replay<'a> {
    trace: &'a Trace,
}

type Line<const W: usize, const S: usize> = Vec<(Move, Undo<W, S>)>;

impl ForSize for Replay<'_> {
    type Out = Result<(), String>;

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> Result<(), String> {
        let live = has_known_whims(game.map());
        let mut game = game.with_chance(if live { Chance::Live } else { Chance::Frozen });
        let start = game.clone();
        let mut line: Line<W, S> = Vec::new();
        let trace = self.trace;
        for (i, step) in trace.steps.iter().enumerate() {
            let at = |d: String| format!("turn {}: {d}", trace.states[i].turn);
            if game.turn() == Turn::Over {
                return Err(at("the game is over".to_owned()));
            }
            let before = game.clone();
            let played = there_and_back(&mut game, &trace.seat_said(step), |after| {
                self.check_round(&before, after, step)
            });
            line.extend(played.map_err(at)?);
            let (next, last) = (&trace.states[i + 1], i + 1 == trace.steps.len());
            if live {
                self.nature(&mut game, step, next, &mut line).map_err(at)?;
            } else {
                line.clear();
                game = self.take_from_record(&game, step, next).map_err(at)?;
            }
            let finished = last && live && game.turn() == Turn::Over;
            self.check_state(&game, next, finished.then_some(step)).map_err(at)?;
        }
        self.check_end(&game)?;
        if live {
            for (m, undo) in line.into_iter().rev() {
                game.unmake(m, undo);
            }
            if game != start || game.key() != start.key() {
                return Err(format!("rolled back it is {game:?}, it was {start:?}"));
            }
        }
        Ok(())
    }
}

impl Replay<'_> {
    fn id(&self, seat: Player) -> &str {
        &self.trace.snake_order[seat.index()]
    }

    /// Deaths and meals of a round.
    fn check_round<const W: usize, const S: usize>(
        &self,
        before: &Battlesnake<W, S>,
        after: &Battlesnake<W, S>,
        step: &Step,
    ) -> Result<(), String> {
        let (was, is) = (before.plain(), after.plain());
        let gone = before.living().iter().filter(|&seat| !after.living().contains(seat));
        let gone: Vec<Player> = gone.collect();
        same("deaths", &gone.len(), &step.eliminated.len())?;
        for seat in gone {
            let id = self.id(seat);
            let recorded = step.eliminated.iter().find(|e| e.id == id);
            let recorded = recorded.ok_or_else(|| format!("{id} died, which is not recorded"))?;
            let snake = &is.snakes[seat.index()];
            let fate = snake.fate.ok_or("a dead snake without a fate")?;
            let by = fate.by.map_or("", |by| self.id(Player(by)));
            same(format_args!("cause of {id}"), &fate.cause.name(), &recorded.cause.as_str())?;
            same(format_args!("blame for {id}"), &by, &recorded.by.as_str())?;
            same(format_args!("turn of {id}"), &i64::from(fate.turn), &recorded.turn)?;
            same(format_args!("health of {id}"), &snake.health, &recorded.health)?;
            same(format_args!("body of {id}"), &snake.body, &points(&recorded.body))?;
        }
        let eaten: Vec<Point> =
            was.food.iter().copied().filter(|at| !is.food.contains(at)).collect();
        let mut recorded = points(&step.food_eaten);
        recorded.sort_unstable();
        let mut sorted = eaten;
        sorted.sort_unstable();
        same("food eaten", &sorted, &recorded)
    }

    /// The map's part by chance moves, each of which must be possible.
    fn nature<const W: usize, const S: usize>(
        &self,
        game: &mut Battlesnake<W, S>,
        step: &Step,
        next: &Board,
        line: &mut Line<W, S>,
    ) -> Result<(), String> {
        let mut spawned = step.food_spawned.iter().map(|c| c.point());
        let wanted = sorted_hazards(&next.plain(self.trace.width, self.trace.height)?);
        while game.turn() == Turn::Chance {
            let listed = game.legal_moves();
            let m = if matches!(listed[0], Move::Side(_) | Move::Hazard(_)) {
                let fits = |&m: &Move| game.apply(m).plain().hazards == wanted;
                listed.iter().copied().find(|m| fits(m))
            } else {
                let food = |at: Point| game.board().cell(at).map(Move::Food);
                let m = spawned.next().map_or(Some(Move::NoFood), food);
                m.filter(|m| listed.contains(m))
            };
            let m = m.ok_or("no possible whim of the map leads to the recorded state")?;
            line.push((m, game.make(m)));
        }
        match spawned.next() {
            Some(at) if game.turn() != Turn::Over => Err(format!("food at {at} cannot appear")),
            _ => Ok(()),
        }
    }

    /// The map's part as recorded.
    fn take_from_record<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        step: &Step,
        next: &Board,
    ) -> Result<Battlesnake<W, S>, String> {
        let mut setup = game.setup();
        setup.board.food.extend(points(&step.food_spawned));
        setup.board.hazards = points(&next.hazards);
        Battlesnake::new(&setup).map_err(|e| e.to_string())
    }

    /// The recorded state: living snakes only. At the end of a game whose whims
    /// are chance moves, those of the last turn are not played.
    fn check_state<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        recorded: &Board,
        finished: Option<&Step>,
    ) -> Result<(), String> {
        let found = game.plain();
        let expected = recorded.plain(self.trace.width, self.trace.height)?;
        same("turn", &found.turn, &expected.turn)?;
        let mut food = expected.food.clone();
        if let Some(step) = finished {
            food.truncate(food.len().saturating_sub(step.food_spawned.len()));
        } else {
            same("hazards", &found.hazards, &sorted_hazards(&expected))?;
        }
        same("food", &found.food, &food)?;
        let living: Vec<&str> = game.living().iter().map(|seat| self.id(seat)).collect();
        same("living snakes", &living, &recorded.snakes.iter().map(|s| s.id.as_str()).collect())?;
        for (seat, snake) in game.living().iter().zip(&expected.snakes) {
            same(self.id(seat), &found.snakes[seat.index()], snake)?;
        }
        Ok(())
    }

    fn check_end<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
    ) -> Result<(), String> {
        let Some(end) = &self.trace.result else { return Ok(()) };
        // A game stopped at its turn limit is not looked at again, so it may have
        // been decided by its last turn.
        same("over at the end", &(end.over && game.turn() != Turn::Over), &false)?;
        same("last turn", &i64::from(game.turn_number()), &end.last_turn)?;
        let mut alive: Vec<&str> = game.living().iter().map(|seat| self.id(seat)).collect();
        let mut recorded: Vec<&str> = end.alive.iter().map(String::as_str).collect();
        alive.sort_unstable();
        recorded.sort_unstable();
        same("alive at the end", &alive, &recorded)
    }
}
