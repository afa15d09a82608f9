//! Measures playouts and full-width walks: `speed [board] [seconds]`, or a fixed
//! number of playouts for counting instructions: `speed count board games`.

use std::time::{Duration, Instant};
use takeback_core::{Game, Moves, Payoff, Playout, SplitMix};
use takeback_ringrift::{Board, Duel, Hex8, Hexagonal, Many, RingRift, Square8, Square19, Table};

fn playouts<B: Board, T: Table>(players: u8, time: Duration) {
    let start = RingRift::<B, T>::standard(players);
    let mut rng = SplitMix::new(1);
    let (mut scratch, mut results) = (None, [Payoff::DRAW; 4]);
    let (mut plies, mut games, mut best) = (0u64, 0u64, 0f64);
    let begun = Instant::now();
    while begun.elapsed() < time {
        let (mut slice, slice_begun) = (0u64, Instant::now());
        while slice_begun.elapsed() < time / 20 {
            slice +=
                u64::from(start.playout(&mut scratch, &mut rng, &mut results[..players.into()]));
            games += 1;
        }
        best = best.max(slice as f64 / slice_begun.elapsed().as_secs_f64());
        plies += slice;
    }
    let rate = plies as f64 / begun.elapsed().as_secs_f64();
    println!(
        "{:9} {players}p  playouts: {:8.0} plies/s, best slice {:8.0}; {:.0} plies a game",
        B::NAME,
        rate,
        best,
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
    let (mut nodes, mut best) = (0u64, 0f64);
    let begun = Instant::now();
    while begun.elapsed() < time {
        let mut game = Duel::<B>::standard(2);
        for _ in 0..rng.below(100) {
            if !game.turn().is_over() {
                let m = takeback_core::RandomMove::random_move(&game, &mut rng);
                let _ = game.make(m);
            }
        }
        let slice_begun = Instant::now();
        let slice = walk(&mut game, 4, &mut moves);
        if slice > 20_000 {
            best = best.max(slice as f64 / slice_begun.elapsed().as_secs_f64());
        }
        nodes += slice;
    }
    let rate = nodes as f64 / begun.elapsed().as_secs_f64();
    println!("{:9} 2p  full width: {rate:8.0} nodes/s, best {best:8.0}", B::NAME);
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
        playouts::<Square8, takeback_ringrift::Two>(2, time);
        playouts::<Square8, Many>(4, time);
        walks::<Square8>(time);
    }
    if is("hex8") {
        playouts::<Hex8, takeback_ringrift::Two>(2, time);
        walks::<Hex8>(time);
    }
    if is("square19") {
        playouts::<Square19, takeback_ringrift::Two>(2, time);
        walks::<Square19>(time);
    }
    if is("hexagonal") {
        playouts::<Hexagonal, takeback_ringrift::Two>(2, time);
        walks::<Hexagonal>(time);
    }
}
