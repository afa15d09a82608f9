//! The published facts about the official maps.

use super::record::{Cell, points, same};
use serde::Deserialize;
use std::collections::BTreeMap;
use takeback_battlesnake::{Board, Edge, Map, Ruleset, Settings, Setup};
use takeback_host::check::{File, Report};

#[derive(Deserialize)]
struct Entry {
    id: String,
    max_players: usize,
    sizes: Vec<(u8, u8)>,
    by_size: BTreeMap<String, Facts>,
}

#[derive(Deserialize)]
struct Facts {
    #[serde(default)]
    hazards_at_start: Vec<Cell>,
    #[serde(default)]
    hazards_at_start_fixed: bool,
    #[serde(default)]
    players_sampled: usize,
    #[serde(default)]
    start_heads_seen: Vec<Cell>,
    #[serde(default)]
    start_food_seen: Vec<Cell>,
}

/// Games begun per size, to see where snakes and food come up.
const STARTS: u64 = 60;

pub(super) fn check(file: &File, report: &mut Report) {
    match serde_json::from_str::<Vec<Entry>>(&file.text) {
        Ok(entries) => {
            for entry in entries {
                report.case(format!("{} {}", file.name, entry.id), entry.check());
            }
        }
        Err(error) => report.fail(&file.name, error),
    }
}

impl Entry {
    fn check(&self) -> Result<(), String> {
        let map = Map::from_name(&self.id).ok_or("an unknown map")?;
        same("most players", &map.most_snakes(), &self.max_players)?;
        same("sizes", &map.sizes().to_vec(), &self.sizes)?;
        for (size, facts) in &self.by_size {
            let sides = size.split_once('x').ok_or("a size without x")?;
            let side = |text: &str| text.parse::<u8>().map_err(|e| e.to_string());
            let (width, height) = (side(sides.0)?, side(sides.1)?);
            facts.check(map, width, height).map_err(|d| format!("{size}: {d}"))?;
        }
        Ok(())
    }
}

impl Facts {
    fn check(&self, map: Map, width: u8, height: u8) -> Result<(), String> {
        let board = Board::new(width, height, Edge::Wall).ok_or("an impossible size")?;
        if self.hazards_at_start_fixed && map != Map::HealingPools {
            let mut found = map.fixed_hazards(&board);
            let mut expected = points(&self.hazards_at_start);
            found.sort_unstable();
            expected.sort_unstable();
            same("fixed hazards", &found, &expected)?;
        }
        let (heads, food) = (points(&self.start_heads_seen), points(&self.start_food_seen));
        if heads.is_empty() {
            return Ok(());
        }
        for seed in 0..STARTS {
            let (size, snakes) = ((width, height), self.players_sampled);
            let setup =
                Setup::start(Ruleset::Standard, Settings::default(), map, size, snakes, seed)
                    .map_err(|e| e.to_string())?;
            if let Some(s) = setup.board.snakes.iter().find(|s| !heads.contains(&s.body[0])) {
                return Err(format!("a snake begins at {}", s.body[0]));
            }
            if let Some(at) = setup.board.food.iter().find(|at| !food.contains(at)) {
                return Err(format!("food begins at {at}"));
            }
        }
        Ok(())
    }
}
