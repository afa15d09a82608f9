//! Battlesnake: games written frame by frame, in the form that [`import`](crate::import) reads.

use serde_json::{Map as Fields, Value, json};
use takeback_battlesnake::plain::PlainBoard;
use takeback_battlesnake::{Battlesnake, End, Move, Point};
use takeback_core::{Game, Notation, Portable, Turn};
use takeback_host::outside::{Exporter, RawGame};

/// Writes a trace: one line with every frame.
pub(crate) const EXPORTER: Exporter = Exporter { name: "frames", extension: "jsonl", write };

/// The widest type holds every board; the text is the same for all.
type Widest = Battlesnake<10, 16>;

fn points(cells: &[Point]) -> Vec<[i64; 2]> {
    cells.iter().map(|at| [at.x, at.y]).collect()
}

/// The board between two turns, with those who live.
fn frame(board: &PlainBoard, ids: &[String]) -> Value {
    let living = board.snakes.iter().zip(ids).filter(|(snake, _)| snake.fate.is_none());
    let snakes: Vec<Value> = living
        .map(|(snake, id)| json!({ "id": id, "health": snake.health, "body": points(&snake.body) }))
        .collect();
    json!({
        "turn": board.turn,
        "food": points(&board.food),
        "hazards": points(&board.hazards),
        "snakes": snakes,
    })
}

/// What happened in one turn.
#[derive(Default)]
struct Step {
    moves: Fields<String, Value>,
    food: Vec<[i64; 2]>,
}

impl Step {
    fn take(&mut self) -> Value {
        let step = std::mem::take(self);
        json!({ "moves": step.moves, "food_spawned": step.food })
    }
}

/// Names of the snakes that tell them apart.
fn ids(names: &[String], count: usize) -> Vec<String> {
    let name = |seat: usize| names.get(seat).cloned().unwrap_or_default();
    let alone = |seat: usize| {
        let own = name(seat);
        !own.is_empty() && (0..count).filter(|&other| name(other) == own).count() == 1
    };
    (0..count)
        .map(|seat| if alone(seat) { name(seat) } else { format!("snake {}", seat + 1) })
        .collect()
}

fn write(record: &RawGame) -> Result<String, String> {
    let start = record.start.as_deref().ok_or("a game of Battlesnake says where it begins")?;
    let mut game = Widest::read_position(start).map_err(|e| e.to_string())?;
    let setup = game.setup();
    let ids = ids(&record.names, setup.board.snakes.len());
    let mut states = vec![frame(&setup.board, &ids)];
    let (mut steps, mut step) = (Vec::new(), Step::default());
    for text in &record.moves {
        let m = game.read_move(text).map_err(|e| e.to_string())?;
        if !game.legal_moves().contains(&m) {
            return Err(format!("{text} is not possible"));
        }
        match (game.turn(), m) {
            (Turn::Together(owing), Move::Go(way)) => {
                let id = owing.first().map_or("", |seat| ids[seat.index()].as_str());
                if step.moves.contains_key(id) {
                    steps.push(step.take());
                    states.push(frame(&game.plain(), &ids));
                }
                step.moves.insert(id.to_owned(), json!(way.word()));
            }
            (Turn::Chance, Move::Food(cell)) => {
                let at = game.board().point(cell);
                step.food.push([at.x, at.y]);
            }
            (Turn::Chance, Move::NoFood) => (),
            _ => {
                return Err(format!(
                    "what the map {} does is not said in frames",
                    setup.map.name()
                ));
            }
        }
        game.make(m);
    }
    if !step.moves.is_empty() {
        steps.push(step.take());
        states.push(frame(&game.plain(), &ids));
    }
    let settings = &setup.settings;
    let row = json!({
        "id": record.id,
        "ruleset": setup.ruleset.name(),
        "map": setup.map.name(),
        "solo": setup.end() == End::AllDead,
        "width": setup.board.width,
        "height": setup.board.height,
        "settings": {
            "foodSpawnChance": settings.food_spawn_chance,
            "minimumFood": settings.minimum_food,
            "hazardDamagePerTurn": settings.hazard_damage,
            "shrinkEveryNTurns": settings.shrink_every,
        },
        "snake_order": ids,
        "states": states,
        "steps": steps,
    });
    Ok(format!("{row}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;
    use takeback_host::check::File;

    #[test]
    fn what_is_written_is_read_again() {
        let entry = crate::battlesnake();
        let mut rng = SplitMix::new(8);
        for name in ["duel", "standard"] {
            let mut table = entry.variant(Some(name)).expect("a variant").deal(3);
            while table.turn() != Turn::Over && table.moves().len() < 120 {
                let played = match table.turn() {
                    Turn::Chance => table.roll(&mut rng).is_some(),
                    _ => {
                        let legal = table.legal();
                        table.play(&legal[rng.below(legal.len())]).is_ok()
                    }
                };
                assert!(played);
            }
            // A round that is not complete is written too, as far as it goes: end at a whole one.
            while matches!(table.turn(), Turn::Chance) || !whole(&*table) {
                table.take_back();
            }
            let game =
                RawGame { start: Some(table.start()), moves: table.moves(), ..RawGame::default() };
            let text = write(&game).expect("written");
            let file = File { path: "traces.jsonl".into(), name: "traces.jsonl".to_owned(), text };
            let again = crate::import::read(&file).expect("traces").remove(0).1.expect("a game");
            assert_eq!((again.start, again.moves), (game.start, game.moves), "{name}");
        }
    }

    /// Whether nobody has chosen yet, or all is over.
    fn whole(table: &dyn takeback_host::play::Table) -> bool {
        let mut before = table.branch();
        match (table.turn(), before.take_back().map(|_| before.turn())) {
            (Turn::Together(now), Some(Turn::Together(then))) => now.len() >= then.len(),
            _ => true,
        }
    }
}
