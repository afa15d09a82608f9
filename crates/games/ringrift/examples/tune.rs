//! Tunes the evaluation and measures what that brings.
//!
//! ```text
//! tune fit BOARD PLAYERS GAMES NODES      self-play, then weights by logistic regression
//! tune match BOARD GAMES A B              two engines, each written nodes=N,TERM=N…
//! tune ways BOARD PLAYERS GAMES NODES     how games end and how long they are
//! ```
//!
//! Fitting asks how well the weighted terms foretell who wins: every position at the beginning of a turn
//! is a sample, the result of its game is the answer. Seeds are fixed, so runs can be repeated.

use std::collections::BTreeMap;
use takeback_core::{Game, Player, RandomMove, SplitMix};
use takeback_ringrift::{
    Board, Duel, Hex8, Hexagonal, Judge, Phase, RingRift, Square8, Square19, Weights,
};
use takeback_search::{AlphaBeta, BestReply, Limits, Paranoid, Search};

const TERMS: usize = Weights::NAMES.len();

/// A lead of so many points is won with odds of e to 1.
const POINTS: f64 = 400.0;

type Row = ([f32; TERMS], f32);

/// One side of a match.
type Contender<B> = (Box<dyn Search<Duel<B>>>, Limits);

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), memory: 4, ..Limits::default() }
}

/// A start of a few random turns, so that no two games are alike.
fn opened<B: Board>(players: u8, seed: u64) -> RingRift<B> {
    let mut rng = SplitMix::stream(seed, 77);
    let mut game = RingRift::<B>::standard(players);
    let mut turns = 0;
    while turns < 2 * u32::from(players) && !game.turn().is_over() {
        let m = game.random_move(&mut rng);
        let _ = game.make(m);
        turns += u32::from(game.phase() == Phase::RingPlacement);
    }
    game
}

/// Plays a game; every seat has its search. Gives the winning colour and how many plies there were.
fn play<B: Board>(
    game: &mut RingRift<B>,
    seats: &mut [Box<dyn Search<RingRift<B>>>],
    nodes: u64,
    mut look: impl FnMut(&RingRift<B>),
) -> (Option<Player>, u32) {
    let mut plies = 0;
    while let Some(player) = game.turn().decider() {
        if game.phase() == Phase::RingPlacement {
            look(game);
        }
        let m = match game.only_move() {
            Some(only) => only,
            None => {
                let search = &mut seats[player.index()];
                search.search(game, &limits(nodes), &mut |_| ()).expect("a legal position").best
            }
        };
        let _ = game.make(m);
        plies += 1;
    }
    (game.outcome().and_then(|(winner, _)| winner), plies)
}

/// Own terms less the average of the others', with who won.
fn samples<B: Board>(
    players: u8,
    games: u64,
    nodes: u64,
    search: impl Fn() -> Box<dyn Search<RingRift<B>>>,
) -> Vec<Row> {
    let (judge, mut rows) = (Judge::of::<B>(players), Vec::new());
    for seed in 0..games {
        let mut game = opened::<B>(players, seed);
        let mut seats: Vec<_> = (0..players).map(|_| search()).collect();
        let mut seen: Vec<(Player, [f32; TERMS])> = Vec::new();
        let (winner, _) = play(&mut game, &mut seats, nodes, |game| {
            let terms = judge.terms(game).map(|terms| terms.to_array());
            let seats = usize::from(players);
            for colour in game.colours() {
                let own = terms[colour.index()];
                let mean = |i: usize| {
                    let all: i32 = terms[..seats].iter().map(|terms| terms[i]).sum();
                    (all - own[i]) as f32 / (seats - 1) as f32
                };
                seen.push((colour, std::array::from_fn(|i| own[i] as f32 - mean(i))));
                if seats == 2 {
                    break; // the other's row is the same with all signs turned
                }
            }
        });
        let Some(winner) = winner else { continue };
        rows.extend(seen.into_iter().map(|(who, row)| (row, f32::from(who == winner))));
    }
    rows
}

/// Gradient descent on the logistic loss, every term on its own scale, with a pull back to the start.
fn fit(rows: &[Row], start: Weights) -> Weights {
    let start = start.to_array();
    let scale: [f64; TERMS] = std::array::from_fn(|i| {
        let squares: f64 = rows.iter().map(|(row, _)| f64::from(row[i] * row[i])).sum();
        (squares / rows.len() as f64).sqrt().max(0.05)
    });
    // In units of "points that one standard deviation is worth", by POINTS.
    let from: [f64; TERMS] = std::array::from_fn(|i| f64::from(start[i]) * scale[i] / POINTS);
    let (mut at, mut bias) = (from, 0.0);
    let pull = 60.0 / rows.len() as f64;
    let mean: f64 = rows.iter().map(|(_, won)| f64::from(*won)).sum::<f64>() / rows.len() as f64;
    println!("{} rows, {mean:.3} won", rows.len());
    for round in 0..=600 {
        let (mut slope, mut tilt, mut loss) = ([0.0; TERMS], 0.0, 0.0);
        for (row, won) in rows {
            let x: [f64; TERMS] = std::array::from_fn(|i| f64::from(row[i]) / scale[i]);
            let sum: f64 = bias + (0..TERMS).map(|i| x[i] * at[i]).sum::<f64>();
            let guess = 1.0 / (1.0 + (-sum).exp());
            let miss = guess - f64::from(*won);
            (0..TERMS).for_each(|i| slope[i] += miss * x[i]);
            tilt += miss;
            let right = if *won > 0.5 { guess } else { 1.0 - guess };
            loss -= right.max(1e-9).ln();
        }
        let count = rows.len() as f64;
        if round % 200 == 0 {
            println!("round {round}: loss {:.4}", loss / count);
        }
        bias -= 0.5 * tilt / count;
        for i in 0..TERMS {
            at[i] -= 0.5 * (slope[i] / count + pull * (at[i] - from[i]));
        }
    }
    let mut weights = Weights::default();
    for i in 0..TERMS {
        weights.set(i, (at[i] / scale[i] * POINTS).round() as i32);
    }
    weights
}

fn fit_duel<B: Board>(games: u64, nodes: u64) {
    // With one opponent, all against one is alpha-beta.
    let rows = samples::<B>(2, games, nodes, || {
        Box::new(Paranoid::new(Judge::of::<B>(2)).indexed()) as Box<dyn Search<RingRift<B>>>
    });
    show(&fit(&rows, Weights::of::<B>(2)), &Weights::of::<B>(2));
}

fn fit_table<B: Board>(players: u8, games: u64, nodes: u64) {
    let rows = samples::<B>(players, games, nodes, || {
        Box::new(BestReply::new(Judge::of::<B>(players)).indexed()) as Box<dyn Search<RingRift<B>>>
    });
    show(&fit(&rows, Weights::of::<B>(players)), &Weights::of::<B>(players));
}

fn show(new: &Weights, old: &Weights) {
    for (i, name) in Weights::NAMES.iter().enumerate() {
        println!("{name:20} {:6} was {:6}", new.to_array()[i], old.to_array()[i]);
    }
    let args = Weights::NAMES.iter().zip(new.to_array());
    let args: Vec<String> = args.map(|(name, value)| format!("{name}={value}")).collect();
    println!("{}", args.join(" "));
}

/// An engine from its text: limits and changed weights.
fn engine<B: Board>(text: &str) -> Option<Contender<B>> {
    let (mut weights, mut limits) = (Weights::of::<B>(2), limits(2000));
    for (name, value) in text.split(',').filter_map(|part| part.split_once('=')) {
        match name {
            "nodes" => limits.nodes = value.parse().ok(),
            "depth" => limits.depth = value.parse().ok(),
            _ => *weights.named_mut(name)? = value.parse().ok()?,
        }
    }
    Some((Box::new(AlphaBeta::new(Judge::new(weights)).indexed()), limits))
}

/// Pairs of games from one opening, colours changed.
fn compare<B: Board>(games: u64, texts: [&str; 2]) -> Option<()> {
    let (mut won, mut lost, mut plies, mut seen) = (0u32, 0u32, 0u32, [(0u64, 0u64, 0f64); 2]);
    for number in 0..games {
        let mut game = opened::<B>(2, 1000 + number / 2);
        let ours = Player((number % 2) as u8);
        let mut engines = [engine::<B>(texts[0])?, engine::<B>(texts[1])?];
        while let Some(player) = game.turn().decider() {
            let m = if let Some(only) = game.only_move() {
                only
            } else {
                let at = usize::from(player != ours);
                let (search, limits) = &mut engines[at];
                let report = search
                    .search(&game.clone().try_into().ok()?, limits, &mut |_| ())
                    .expect("a legal position");
                seen[at].0 += 1;
                seen[at].1 += report.nodes;
                seen[at].2 += f64::from(report.depth);
                report.best
            };
            let _ = game.make(m);
            plies += 1;
        }
        let winner = game.outcome().and_then(|(winner, _)| winner);
        won += u32::from(winner == Some(ours));
        lost += u32::from(winner == Some(ours.other()));
    }
    let (n, share) = (f64::from(won + lost), f64::from(won) / f64::from((won + lost).max(1)));
    let error = 1.96 * (share * (1.0 - share) / n).sqrt();
    let plies = f64::from(plies) / n;
    println!(
        "{won} won, {lost} lost: {:.1} % ± {:.1}; {plies:.0} plies a game",
        100.0 * share,
        100.0 * error
    );
    for (text, (searches, nodes, depth)) in texts.iter().zip(seen) {
        let (nodes, depth) = (nodes / searches.max(1), depth / searches.max(1) as f64);
        println!("  {nodes} nodes, depth {depth:.2}: {text}");
    }
    Some(())
}

fn ways<B: Board>(players: u8, games: u64, nodes: u64) {
    let (mut ends, mut plies) = (BTreeMap::<String, u32>::new(), 0);
    for seed in 0..games {
        let mut game = opened::<B>(players, seed);
        let search = || Box::new(BestReply::new(Judge::of::<B>(players)).indexed());
        let mut seats: Vec<Box<dyn Search<RingRift<B>>>> = Vec::new();
        (0..players).for_each(|_| seats.push(search()));
        plies += play(&mut game, &mut seats, nodes, |_| ()).1;
        let (winner, why) = game.outcome().expect("played to the end");
        *ends.entry(format!("{} by {winner:?}", why.name())).or_default() += 1;
    }
    println!("{} {players} players: {} plies a game", B::NAME, u64::from(plies) / games);
    ends.into_iter().for_each(|(end, count)| println!("  {count:4} {end}"));
}

fn run<B: Board>(args: &[String]) -> Option<()> {
    let number = |i: usize| args.get(i).and_then(|text| text.parse::<u64>().ok());
    match args[0].as_str() {
        "fit" if number(2)? == 2 => fit_duel::<B>(number(3)?, number(4)?),
        "fit" => fit_table::<B>(number(2)? as u8, number(3)?, number(4)?),
        "match" => compare::<B>(number(2)?, [args.get(3)?, args.get(4)?])?,
        "ways" => ways::<B>(number(2)? as u8, number(3)?, number(4)?),
        _ => return None,
    }
    Some(())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.get(1).map(String::as_str) {
        Some("square8") => run::<Square8>(&args),
        Some("square19") => run::<Square19>(&args),
        Some("hex8") => run::<Hex8>(&args),
        Some("hexagonal") => run::<Hexagonal>(&args),
        _ => None,
    };
    if done.is_none() {
        eprintln!("tune fit|match|ways BOARD …: see the head of this file");
        std::process::exit(2);
    }
}
