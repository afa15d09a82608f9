//! Time and memory a move, under each way of keeping state.

use super::{Allocations, Cell, Effort, ResultTable, best_of, depth_for, per};
use takeback_host::{GameEntry, Legality, Strategy};

/// Every game under every strategy it can run under: the whole tree to a depth
/// near the effort's node count, every move made and taken back.
#[must_use]
pub fn strategies(
    games: &[&GameEntry],
    effort: Effort,
    meter: Option<&dyn Allocations>,
) -> ResultTable {
    let mut rows = Vec::new();
    for game in games {
        let variant = &*game.variants[0];
        let (depth, nodes) = depth_for(variant, effort.nodes);
        let mut own = None;
        for strategy in variant.strategies() {
            if strategy == Strategy::Checked {
                continue;
            }
            let before = meter.map(|meter| meter.reading().bytes);
            let _ = variant.play_all(strategy, depth);
            let used = meter.zip(before).map(|(meter, before)| meter.reading().bytes - before);
            let (time, _) = best_of(effort.repeats, || variant.play_all(strategy, depth));
            rows.push(row(
                game.name,
                strategy.name(),
                variant.size(),
                per(time, nodes),
                &mut own,
                used.map(|bytes| bytes as f64 / nodes as f64),
            ));
        }
    }
    ResultTable {
        name: "strategies",
        title: "Nanoseconds and bytes a move (list, make, unmake), whole tree".into(),
        columns: vec!["game", "strategy", "state bytes", "ns/move", "vs own", "heap bytes/move"],
        rows,
        notes: vec![
            "The first row of each game is its own way back; `vs own` above 1 is slower.".into(),
            "Where copy is below 1, copying wins: small states are cheaper to copy than to undo."
                .into(),
        ],
        charted: 3,
    }
}

fn row(
    game: &str,
    strategy: &str,
    size: usize,
    nanos: f64,
    own: &mut Option<f64>,
    bytes: Option<f64>,
) -> Vec<Cell> {
    let own = *own.get_or_insert(nanos);
    vec![
        game.into(),
        strategy.into(),
        Cell::Number(size as f64, 0),
        Cell::Number(nanos, 1),
        Cell::Number(nanos / own, 2),
        bytes.map_or(Cell::Empty, |bytes| Cell::Number(bytes, 1)),
    ]
}

/// Legal lists by each way of testing candidates.
#[must_use]
pub fn legality(games: &[&GameEntry], effort: Effort) -> ResultTable {
    let mut rows = Vec::new();
    for game in games {
        let variant = &*game.variants[0];
        if variant.list_legal(Legality::InPlace, 1).is_none() {
            continue;
        }
        let measure = |way: Legality| {
            let threads = matches!(way, Legality::ParallelGenerate | Legality::ParallelFilter);
            let lists = if threads { 300 } else { (effort.nodes / 50).max(300) as usize };
            let (time, listed) = best_of(effort.repeats, || variant.list_legal(way, lists));
            per(time, listed.unwrap_or(1))
        };
        let in_place = measure(Legality::InPlace);
        for way in Legality::ALL {
            let nanos = if way == Legality::InPlace { in_place } else { measure(way) };
            rows.push(vec![
                game.name.into(),
                way.name().into(),
                Cell::Number(nanos / 1000.0, 3),
                Cell::Number(nanos / in_place, 2),
            ]);
        }
    }
    ResultTable {
        name: "legality",
        title: "Microseconds for a legal move list, by way of testing candidates".into(),
        columns: vec!["game", "way", "us/list", "vs in place"],
        rows,
        notes: vec![
            "The lazy row lists no more than the first legal move; threads are started per list."
                .into(),
        ],
        charted: 2,
    }
}
