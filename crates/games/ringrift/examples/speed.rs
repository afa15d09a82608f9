//! Measures playouts, full-width walks and searches: `speed [board] [seconds]`, or a fixed
//! number of playouts for counting instructions: `speed count board games`.
//!
//! Rates are per second of processor time where the system tells it, so that a busy machine does not
//! count against the program, and per second of the clock elsewhere.

use std::time::{Duration, Instant};
use takeback_core::{Game, Moves, Payoff, Playout, RandomMove, SplitMix};
use takeback_ringrift::{Board, Duel, Hex8, Hexagonal, Judge, RingRift, Square8, Square19};
use takeback_search::{AlphaBeta, Limits, Search};

/// Seconds this program has run on a processor, or else on the clock.
fn seconds(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_ascii_whitespace().next()?.parse::<u64>().ok());
    nanos.map_or_else(|| begun.elapsed().as_secs_f64(), |nanos| nanos as f64 / 1e9)
}

fn playouts<B: Board>(players: u8, time: Duration) {
    let start = RingRift::<B>::standard(players);
    let mut rng = SplitMix::new(1);
    let (mut scratch, mut results) = (None, [Payoff::DRAW; 4]);
    let (mut plies, mut games, mut best, mut spent) = (0u64, 0u64, 0f64, 0f64);
    let begun = Instant::now();
    while begun.elapsed() < time {
        let (mut slice, from, slice_begun) = (0u64, seconds(begun), Instant::now());
        while slice_begun.elapsed() < time / 20 {
            let results = &mut results[..players.into()];
            slice += u64::from(start.playout(&mut scratch, &mut rng, results));
            games += 1;
        }
        let took = seconds(begun) - from;
        best = best.max(slice as f64 / took);
        plies += slice;
        spent += took;
    }
    println!(
        "{:9} {players}p  playouts: {:8.0} plies/s, best slice {best:8.0}; {:.0} plies a game",
        B::NAME,
        plies as f64 / spent,
        plies as f64 / games as f64
    );
}

/// Nodes of a full-width walk of the given depth.
fn walk<G: Game>(game: &mut G, depth: u32, moves: &mut Moves<G::Move>) -> u64 {
    if depth == 0 || game.turn().is_over() {
        return 1;
    }
    let here = moves.open();
    game.moves(moves);
    let mut nodes = 1;
    for i in moves.range(here) {
        let m = moves[i];
        let undo = game.make(m);
        nodes += walk(game, depth - 1, moves);
        game.unmake(m, undo);
    }
    moves.close(here);
    nodes
}

fn walks<B: Board>(time: Duration) {
    let mut rng = SplitMix::new(2);
    let mut moves = Moves::new();
    let (mut nodes, mut best, mut spent) = (0u64, 0f64, 0f64);
    let begun = Instant::now();
    while begun.elapsed() < time {
        let mut game = Duel::<B>::standard(2);
        for _ in 0..rng.below(100) {
            if !game.turn().is_over() {
                let m = game.random_move(&mut rng);
                let _ = game.make(m);
            }
        }
        let from = seconds(begun);
        let slice = walk(&mut game, 4, &mut moves);
        let took = seconds(begun) - from;
        if slice > 20_000 && took > 0.005 {
            best = best.max(slice as f64 / took);
        }
        nodes += slice;
        spent += took;
    }
    let rate = nodes as f64 / spent;
    println!("{:9} 2p  full width: {rate:8.0} nodes/s, best large tree {best:8.0}", B::NAME);
}

/// Alpha-beta with the evaluation, from positions along a random game.
fn searches<B: Board>(time: Duration) {
    let (mut rng, mut search) = (SplitMix::new(3), AlphaBeta::new(Judge::of::<B>(2)).indexed());
    let limits = Limits { nodes: Some(200_000), memory: 16, ..Limits::default() };
    let (mut nodes, mut depth, mut asked, mut spent) = (0u64, 0, 0u32, 0f64);
    let begun = Instant::now();
    while begun.elapsed() < time {
        let mut game = Duel::<B>::standard(2);
        for _ in 0..rng.below(60) {
            if !game.turn().is_over() {
                let m = game.random_move(&mut rng);
                let _ = game.make(m);
            }
        }
        let from = seconds(begun);
        let Ok(report) = search.search(&game, &limits, &mut |_| ()) else { continue };
        spent += seconds(begun) - from;
        nodes += report.nodes;
        depth += report.depth;
        asked += 1;
    }
    let (rate, depth) = (nodes as f64 / spent, f64::from(depth) / f64::from(asked.max(1)));
    println!("{:9} 2p  alpha-beta: {rate:8.0} nodes/s, {depth:.1} decisions deep", B::NAME);
}

fn count<B: Board>(games: u64) {
    let start = Duel::<B>::standard(2);
    let (mut rng, mut scratch, mut results) = (SplitMix::new(1), None, [Payoff::DRAW; 2]);
    let plies: u64 =
        (0..games).map(|_| u64::from(start.playout(&mut scratch, &mut rng, &mut results))).sum();
    println!("{} {games} games {plies} plies", B::NAME);
}

fn main() {
    let mut args = std::env::args().skip(1);
    let board = args.next().unwrap_or_else(|| "all".to_owned());
    if board == "count" {
        let board = args.next().unwrap_or_default();
        let games = args.next().and_then(|s| s.parse().ok()).unwrap_or(100);
        return match board.as_str() {
            "square19" => count::<Square19>(games),
            "hex8" => count::<Hex8>(games),
            "hexagonal" => count::<Hexagonal>(games),
            _ => count::<Square8>(games),
        };
    }
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let time = Duration::from_secs_f64(seconds);
    let is = |name: &str| board == name || board == "all";
    if is("square8") {
        playouts::<Square8>(2, time);
        playouts::<Square8>(4, time);
        walks::<Square8>(time);
        searches::<Square8>(time);
    }
    if is("hex8") {
        playouts::<Hex8>(2, time);
        walks::<Hex8>(time);
        searches::<Hex8>(time);
    }
    if is("square19") {
        playouts::<Square19>(2, time);
        walks::<Square19>(time);
        searches::<Square19>(time);
    }
    if is("hexagonal") {
        playouts::<Hexagonal>(2, time);
        walks::<Hexagonal>(time);
        searches::<Hexagonal>(time);
    }
}
