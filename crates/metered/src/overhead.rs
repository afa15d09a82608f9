//! What the generic interface costs: chess counted through it, and by the
//! wrapped crate driven directly, in one run.

use takeback_bench::{Cell, Effort, ResultTable, best_of};
use takeback_chess::{Board, Chess};
use takeback_core::Portable;
use takeback_verify::perft;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The loop an author would write for the wrapped crate alone.
fn direct(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for m in moves {
                let mut after = board.clone();
                after.play_unchecked(m);
                count += direct(&after, depth - 1);
            }
        }
        false
    });
    count
}

/// Generic perft against the direct loop.
#[must_use]
pub(crate) fn overhead(effort: Effort) -> ResultTable {
    let deep = u32::from(effort.nodes > 500_000);
    let mut rows = Vec::new();
    for (name, fen, depth) in [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4 + deep),
        ("kiwipete", KIWIPETE, 3 + deep),
    ] {
        let mut generic = Chess::read_position(fen).expect("a known position");
        let board = generic.board().clone();
        // Alternate, so that a change of the machine's mood hits both alike.
        let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
        let (mut count, mut check) = (0, 0);
        for _ in 0..effort.repeats.max(3) {
            let (time, n) = best_of(1, || direct(&board, depth));
            (theirs, check) = (theirs.min(time.as_secs_f64()), n);
            let (time, n) = best_of(1, || perft(&mut generic, depth));
            (ours, count) = (ours.min(time.as_secs_f64()), n);
        }
        assert_eq!(count, check, "both loops count the same lines");
        rows.push(vec![
            name.into(),
            Cell::Number(f64::from(depth), 0),
            Cell::Number(count as f64, 0),
            Cell::Number(count as f64 / theirs / 1e6, 1),
            Cell::Number(count as f64 / ours / 1e6, 1),
            Cell::Number(theirs / ours, 3),
        ]);
    }
    ResultTable {
        name: "overhead",
        title: "Chess perft: the generic interface against cozy-chess driven directly".into(),
        columns: vec!["position", "depth", "lines", "direct M/s", "generic M/s", "generic/direct"],
        rows,
        notes: vec!["Both count the last ply without playing it.".into()],
        charted: 5,
    }
}
