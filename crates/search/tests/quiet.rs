//! Beyond the horizon: positions full of captures, and how many of their
//! successors a shallow search may look at. Quiescence has an end by design.

#![allow(missing_docs)]

mod common;

use common::four::{Four, Noise};
use takeback_chess::{Chess, Material};
use takeback_core::{Evaluator, Exchange, Game, Player, Portable, SplitMix, Turn};
use takeback_ringrift::{Board, Duel, Hexagonal, Judge, Rules, Square19};
use takeback_search::{AlphaBeta, Limits, Report, Search, Stopped};

/// Positions with many captures, and the most nodes to depth 1 and to depth 4:
/// twice what they took when the list was made. With captures in the order of
/// the list and no end to them, the first took 24,174,214 to depth 1.
const CHESS: [(&str, u64, u64); 12] = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2_700, 22_000),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 500, 6_000),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 400, 11_000),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 200, 11_000),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4", 200, 8_000),
    ("r2q1rk1/1b2bppp/p1n1pn2/1p1p4/3P1B2/1BNQPN2/PP3PPP/R2R2K1 w - - 0 12", 200, 32_000),
    ("2rr2k1/1p1qbppp/p1n1pn2/3p4/NP1P1B2/P2QPN2/5PPP/2RR2K1 b - - 0 18", 300, 9_000),
    ("rn1qkb1r/pb1p1ppp/1p2pn2/2pP4/2P1P3/2N2N2/PP3PPP/R1BQKB1R b KQkq - 0 6", 200, 11_000),
    ("3rr1k1/pp3ppp/1qn1bn2/2bpp1B1/2P1P1N1/1QNP1B2/PP3PPP/3RR1K1 w - - 0 1", 3_600, 21_000),
    ("q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1", 14_000, 500_000),
    ("4k3/pppppppp/PPPPPPPP/8/8/8/8/RNBQKBNR b KQ - 0 1", 700, 10_000),
    ("r1b1k2r/ppqn1ppp/2pbpn2/3p4/2PP4/2NBPN2/PPQB1PPP/R3K2R w KQkq - 0 9", 200, 20_000),
];

fn depth(depth: u32) -> Limits {
    Limits { memory: 16, ..Limits::depth(depth) }
}

#[test]
fn tactical_positions_of_chess_keep_within_their_bounds() {
    for (fen, one, four) in CHESS {
        let chess = Chess::new(fen.parse().expect("a position"));
        for (plies, most) in [(1, one), (4, four)] {
            let mut search = AlphaBeta::new(Material).indexed().null_move();
            let report = search.search(&chess, &depth(plies), &mut |_| ()).expect("an answer");
            assert_eq!(report.stopped, Some(Stopped::Depth), "{fen}");
            assert!(report.nodes <= most, "{fen} to depth {plies}: {} nodes", report.nodes);
        }
    }
}

/// Chains of captures across the largest boards, where looking at all of them
/// gave no answer in forty seconds.
#[test]
fn chains_of_captures_come_to_an_end() {
    let text = "square19 players=2 rings=72 rings-win=72 cells-win=181 lps=3 swap=1 strike=1 \
        hand=63,64 eliminated=0,0 territory=0,0 total=0 turn=1:movement flags=acted must=13,0 \
        rounds=2/3/3/0/0 deaths=0,0 | 4,0:S22 13,0:S111 6,1:S11 18,1:M1 7,6:S21 13,6:M2 0,8:M1 \
        17,8:S11 11,10:M2 1,11:M2 4,11:M2 12,11:S11 0,14:M1 11,16:S22 6,17:M1 1,18:S222";
    let game = Duel::<Square19>::read_position(text).expect("a position");
    assert!(to_depth_two(&game).nodes < 30_000);
    wander::<Square19>(3);
    wander::<Hexagonal>(4);
}

fn to_depth_two<B: Board>(game: &Duel<B>) -> Report<<Duel<B> as Game>::Move> {
    let mut search = AlphaBeta::new(Judge::of::<B>(2));
    search.search(game, &depth(2), &mut |_| ()).expect("an answer")
}

/// Positions of random games, from when there is something to capture.
fn wander<B: Board>(seed: u64) {
    let mut game = Duel::<B>::new(Rules::standard::<B>(2)).expect("the usual agreements");
    let mut rng = SplitMix::new(seed);
    for ply in 0..160 {
        if game.turn() == Turn::Over {
            break;
        }
        if ply > 60 && ply % 25 == 0 {
            let report = to_depth_two(&game);
            assert!(report.nodes < 600_000, "{}: {} nodes", game.position_text(), report.nodes);
        }
        let legal = game.legal_moves();
        let _ = game.make(legal[rng.below(legal.len())]);
    }
}

/// Finds every move noisy and takes all of them for gains: nothing is ever
/// quiet, and nothing is left out.
#[derive(Clone, Debug)]
struct Restless;

impl Evaluator<Four<7, 6>> for Restless {
    fn score(&mut self, game: &Four<7, 6>, player: Player) -> i32 {
        Noise.score(game, player)
    }
    fn quiesces(&self) -> bool {
        true
    }
    fn is_noisy(&mut self, _: &Four<7, 6>, _: <Four<7, 6> as Game>::Move) -> bool {
        true
    }
}

/// A search to a depth ends without any other limit, however restless.
#[test]
fn a_depth_is_reached_where_nothing_is_ever_quiet() {
    for plies in 1..=4 {
        let mut search = AlphaBeta::new(Restless);
        let report = search.search(&Four::new(), &depth(plies), &mut |_| ()).expect("an answer");
        assert_eq!((report.depth, report.stopped), (plies, Some(Stopped::Depth)));
        assert!(report.nodes < 20_000 * u64::from(plies), "depth {plies}: {}", report.nodes);
    }
}

/// Every move takes something; whether it keeps anything is up to the test.
#[derive(Clone, Debug)]
struct Greedy {
    lose: bool,
}

impl Evaluator<Four<7, 6>> for Greedy {
    fn score(&mut self, game: &Four<7, 6>, player: Player) -> i32 {
        Noise.score(game, player)
    }
    fn quiesces(&self) -> bool {
        true
    }
    fn is_noisy(&mut self, _: &Four<7, 6>, _: <Four<7, 6> as Game>::Move) -> bool {
        true
    }
    fn exchange(&mut self, _: &Four<7, 6>, _: <Four<7, 6> as Game>::Move) -> Option<Exchange> {
        Some(Exchange { takes: 1_000_000, keeps: if self.lose { -1 } else { 1 } })
    }
    const MARGIN: i32 = 0;
}

/// Exchanges that lose are left out beyond the horizon, and only there.
#[test]
fn losing_exchanges_are_looked_at_above_the_horizon_only() {
    let nodes = |lose| {
        let mut search = AlphaBeta::new(Greedy { lose });
        search.search(&Four::new(), &depth(1), &mut |_| ()).expect("an answer").nodes
    };
    assert_eq!(nodes(true), 7);
    assert!(nodes(false) > 100);
}

/// Judges like [`Noise`]; whoever is in turn after fewer than `until` stones is
/// under threat, and beyond the horizon nothing is worth a look.
#[derive(Clone, Debug)]
struct Threatened {
    until: u32,
    stones: u32,
}

impl Evaluator<Four<7, 6>> for Threatened {
    fn begin(&mut self, _: &Four<7, 6>) {
        self.stones = 0;
    }
    fn made(&mut self, _: &Four<7, 6>, _: <Four<7, 6> as Game>::Move) {
        self.stones += 1;
    }
    fn unmade(&mut self, _: &Four<7, 6>, _: <Four<7, 6> as Game>::Move) {
        self.stones -= 1;
    }
    fn score(&mut self, game: &Four<7, 6>, player: Player) -> i32 {
        Noise.score(game, player)
    }
    fn is_pressed(&mut self, _: &Four<7, 6>) -> bool {
        self.stones < self.until
    }
    fn quiesces(&self) -> bool {
        true
    }
}

#[test]
fn an_answer_to_a_threat_costs_no_depth() {
    let find = |until, plies| {
        let mut search = AlphaBeta::new(Threatened { until, stones: 0 });
        search.search(&Four::new(), &depth(plies), &mut |_| ()).expect("an answer")
    };
    let value = |report: &Report<_>| (report.best, report.score);
    for threats in 0..4 {
        // One stone or more were placed before somebody can be under threat.
        let (deeper, plain) = (find(threats + 1, 2), find(0, 2 + threats));
        assert_eq!((value(&deeper), deeper.deepest), (value(&plain), plain.deepest), "{threats}");
    }
    // Where all is threat, plies up to twice the depth are free, and then it ends.
    let (all, plain) = (find(u32::MAX, 2), find(0, 6));
    assert_eq!((value(&all), all.deepest), (value(&plain), plain.deepest));
}
