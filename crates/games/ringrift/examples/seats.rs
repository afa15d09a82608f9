//! Three and four at a table: does each search beat random and greedy play from every seat?
//!
//! `seats [games] [nodes]` seats one engine among equals of the other kind, on square8, and counts its wins
//! seat by seat. By chance alone it would win one game in as many as there are players.

use takeback_core::{Game, Player, RandomMove, SplitMix};
use takeback_ringrift::{Judge, Phase, RingRift, Square8};
use takeback_search::mcts::{Drawing, Judged, Mcts, Options, Rule, Stepwise};
use takeback_search::{BestReply, Limits, MaxN, Paranoid, Search};

type Rules = RingRift<Square8>;

fn engine(kind: &str, players: u8) -> Box<dyn Search<Rules>> {
    let judge = Judge::of::<Square8>(players);
    match kind {
        "paranoid" => Box::new(Paranoid::new(judge).indexed()),
        "brs" => Box::new(BestReply::new(judge).indexed()),
        "mcts" => {
            let options = Options { rule: Rule::Puct, ..Options::default() };
            let mcts = Mcts::new(Stepwise::new(Drawing).cut(4, judge)).with(options);
            Box::new(mcts.guided(Judged::new(judge)))
        }
        _ => Box::new(MaxN::new(judge)),
    }
}

/// Whether the engine in `seat` wins against so many of the others.
fn wins(kind: &str, foe: &str, players: u8, seat: Player, seed: u64, nodes: u64) -> bool {
    let (mut game, mut rng) = (Rules::standard(players), SplitMix::stream(seed, 5));
    let mut ours = engine(kind, players);
    let mut theirs = engine("greedy", players);
    let think = Limits { nodes: Some(nodes), memory: 4, seed, ..Limits::default() };
    let glance = Limits { depth: Some(1), memory: 1, ..Limits::default() };
    let mut turns = 0;
    while let Some(player) = game.turn().decider() {
        turns += u32::from(game.phase() == Phase::RingPlacement);
        let m = if let Some(only) = game.only_move() {
            only
        } else if turns <= u32::from(players) || player != seat && foe == "random" {
            game.random_move(&mut rng) // everybody's first turn, so that no two games are alike
        } else if player == seat {
            ours.search(&game, &think, &mut |_| ()).expect("a legal position").best
        } else {
            theirs.search(&game, &glance, &mut |_| ()).expect("a legal position").best
        };
        let _ = game.make(m);
    }
    game.outcome().and_then(|(winner, _)| winner) == Some(seat)
}

fn main() {
    let arg = |at: usize| std::env::args().nth(at).and_then(|text| text.parse::<u64>().ok());
    let (games, nodes) = (arg(1).unwrap_or(10), arg(2).unwrap_or(2000));
    println!("square8, {games} games a seat, {nodes} positions a move; wins by seat");
    for players in [3, 4] {
        for foe in ["random", "greedy"] {
            for kind in ["maxn", "paranoid", "brs", "mcts"] {
                let won = Player::all(players).map(|seat| {
                    let won = (0..games)
                        .filter(|&seed| wins(kind, foe, players as u8, seat, seed, nodes));
                    won.count()
                });
                let won: Vec<usize> = won.collect();
                println!("{players} players, {kind:8} against {foe}: {won:?}");
            }
        }
    }
}
