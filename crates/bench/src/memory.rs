//! Memory of a search that makes and unmakes, and of the same search on copies.

use super::{Allocations, Cell, Effort, ResultTable, depth_for};
use takeback_host::{GameEntry, Strategy};

/// Peak memory and allocations of a full-width depth-first search.
#[must_use]
pub fn memory(games: &[&GameEntry], effort: Effort, meter: &dyn Allocations) -> ResultTable {
    let mut rows = Vec::new();
    for game in games {
        let variant = &*game.variants[0];
        let (depth, nodes) = depth_for(variant, effort.nodes);
        let native = variant.native();
        let others = [Strategy::Copy, Strategy::Cow].into_iter().filter(|&s| s != native);
        let ways = [native].into_iter().chain(others);
        let mut own_peak = None;
        for strategy in ways.filter(|s| variant.strategies().contains(s)) {
            meter.reset_peak();
            let before = meter.reading();
            let _ = variant.play_all(strategy, depth);
            let after = meter.reading();
            let peak = after.peak.saturating_sub(before.live) as f64;
            let allocations = after.allocations - before.allocations;
            let base = *own_peak.get_or_insert(peak);
            rows.push(vec![
                game.name.into(),
                strategy.name().into(),
                Cell::Number(f64::from(depth), 0),
                Cell::Number(nodes as f64, 0),
                Cell::Number(allocations as f64, 0),
                Cell::Number(peak / 1024.0, 1),
                Cell::Number(peak / base.max(1.0), 2),
            ]);
        }
    }
    ResultTable {
        name: "memory",
        title: "Memory of a full-width search under unmake and under copies".into(),
        columns: vec!["game", "strategy", "depth", "moves", "allocations", "peak KiB", "vs own"],
        rows,
        notes: vec![
            "Most of the peak is the move buffer; a depth-first search holds one copy a ply."
                .into(),
        ],
        charted: 4,
    }
}
