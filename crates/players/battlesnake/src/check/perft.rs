//! Sums over all joint moves.

use super::record::{Board, RawSettings, end, ruleset, same, setup};
use serde::Deserialize;
use std::collections::BTreeMap;
use takeback_battlesnake::{Battlesnake, ForSize, for_size};
use takeback_core::{Game, Keyed, Turn};
use takeback_host::check::{File, Report};

#[derive(Deserialize)]
struct Perft {
    id: String,
    ruleset: String,
    #[serde(default)]
    solo: bool,
    width: i64,
    height: i64,
    settings: RawSettings,
    state: Board,
    perft: Vec<Row>,
}

#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
struct Row {
    depth: u32,
    leaves: u64,
    game_over_leaves: u64,
    alive_sum: u64,
    health_sum: i64,
    length_sum: u64,
    food_sum: u64,
    eliminations: BTreeMap<String, u64>,
}

/// A row that would visit more leaves is beyond reach.
const MOST_LEAVES: u64 = 50_000_000;

pub(super) fn check(file: &File, report: &mut Report) {
    for (at, line) in file.json_lines::<Perft>() {
        let perft = match line {
            Ok(perft) => perft,
            Err(error) => {
                report.fail(at, error);
                continue;
            }
        };
        for row in &perft.perft {
            let case = format!("{at} {} depth {}", perft.id, row.depth);
            if row.leaves > MOST_LEAVES {
                report.skip();
            } else {
                report.case(case, perft.check(row));
            }
        }
    }
}

impl Perft {
    fn check(&self, row: &Row) -> Result<(), String> {
        let board = self.state.plain(self.width, self.height)?;
        let settings = self.settings.settings()?;
        let mut settings = settings;
        // Hazards are frozen, so the interval is not given where it would matter.
        settings.shrink_every = settings.shrink_every.max(1);
        let setup = setup(ruleset(&self.ruleset), settings, end(self.solo), board);
        let mut found =
            for_size(&setup, Count { depth: row.depth }).map_err(|e| e.to_string())??;
        found.depth = row.depth;
        same("sums", &found, row)
    }
}

struct Count {
    depth: u32,
}

impl ForSize for Count {
    type Out = Result<Row, String>;

    fn run<const W: usize, const S: usize>(
        self,
        mut game: Battlesnake<W, S>,
    ) -> Result<Row, String> {
        let mut row = Row::default();
        count(&mut game, self.depth, &mut row)?;
        Ok(row)
    }
}

fn count<const W: usize, const S: usize>(
    game: &mut Battlesnake<W, S>,
    depth: u32,
    row: &mut Row,
) -> Result<(), String> {
    let over = game.turn() == Turn::Over;
    if over || depth == 0 {
        row.leaves += 1;
        row.game_over_leaves += u64::from(over);
        row.alive_sum += game.living().len() as u64;
        for seat in game.living().iter() {
            row.health_sum += i64::from(game.health(seat));
            row.length_sum += game.length(seat) as u64;
        }
        row.food_sum += game.food_list().len() as u64;
        return Ok(());
    }
    // Copies are compared where they are few, keys everywhere.
    let copy = (depth > 1).then(|| game.clone());
    let (key, living) = (game.key(), game.living());
    for joint in 0..1u32 << (2 * living.len()) {
        let mut choices = 0;
        for (i, seat) in living.iter().enumerate() {
            choices |= (joint >> (2 * i) & 3) << (2 * seat.0);
        }
        let round = game.make_round(choices);
        for seat in living.iter().filter(|&seat| !game.living().contains(seat)) {
            let fate = game.fate(seat).ok_or("a dead snake without a fate")?;
            *row.eliminations.entry(fate.cause.name().to_owned()).or_default() += 1;
        }
        count(game, depth - 1, row)?;
        game.unmake_round(&round);
        if game.key() != key || copy.as_ref().is_some_and(|copy| game != copy) {
            return Err(format!("taken back it is {game:?}"));
        }
    }
    Ok(())
}
