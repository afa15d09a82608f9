//! What a network costs beside the hand-made judge.

use super::{Cell, Effort, ResultTable, best_of, per};
use std::sync::Arc;
use takeback_host::registry::NetWalk;
use takeback_host::{GameEntry, Variant};
use takeback_net::sparse::{Shape, SparseNet};

/// Games walked through are of so many moves together: more than a cache holds,
/// and few enough to be made in no time.
const PLIES: u64 = 50_000;

/// Nanoseconds a move: made and taken back, with accumulators, with a judgement by
/// the network and by hand. Networks are noise of this many sums; that takes as long
/// as a network that was learned.
#[must_use]
pub fn net(games: &[&GameEntry], hidden: usize, effort: Effort) -> ResultTable {
    let mut rows = Vec::new();
    for game in games {
        for variant in &game.variants {
            rows.extend(row(game.name, &**variant, hidden, effort));
        }
    }
    ResultTable {
        name: "net",
        title: format!("Nanoseconds a move with a network of {hidden} sums a view"),
        columns: vec![
            "game",
            "variant",
            "make+unmake",
            "with sums",
            "update",
            "evaluation",
            "by hand",
        ],
        rows,
        notes: vec![
            "`update` is what the sums of both views add to a move, `evaluation` what the network \
             takes behind them;"
                .into(),
            "`by hand` is the game's own judge with what it carries along. Random games, all \
             positions judged."
                .into(),
        ],
        charted: 3,
    }
}

fn row(game: &str, variant: &dyn Variant, hidden: usize, effort: Effort) -> Option<Vec<Cell>> {
    let set = variant.features()?;
    let (features, most, buckets) = (set.features, set.most, set.buckets);
    let players = variant.players();
    let shape = Shape { features, most, hidden, dense: 16, buckets, players, moves: 0 };
    let judge = Arc::new(SparseNet::random(&set.encoding, shape, 1));
    let mut walk = variant.net_walker(judge, PLIES.min(effort.nodes))?;
    let mut time = |what: NetWalk| {
        let (time, moves) = best_of(effort.repeats, || walk(what));
        per(time, moves)
    };
    let plain = time(NetWalk::Plain);
    let followed = time(NetWalk::Followed);
    let judged = time(NetWalk::Judged);
    let by_hand = time(NetWalk::HandMade);
    let number = |nanos: f64| Cell::Number(nanos.max(0.0), 1);
    Some(vec![
        game.into(),
        variant.name().into(),
        number(plain),
        number(followed),
        number(followed - plain),
        number(judged - followed),
        number(by_hand - plain),
    ])
}
