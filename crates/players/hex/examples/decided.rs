//! How many decided positions of recorded games are seen at once, by connections alone.
//!
//! `cargo run --release -p takeback-players-hex --example decided -- FILE [NODES [FULLS,SEMIS,JOINED]...]`
//!
//! FILE has recorded games as JSON lines. Every game is walked back from its end for as long as the
//! solver decides positions within NODES; of those each effort given is asked who wins, without
//! search. A claim that the solver contradicts ends the program.

use serde::Deserialize;
use std::time::Instant;
use takeback_core::{Game, Notation};
use takeback_hex::{Colour, Hex, Size, Swap};
use takeback_players_hex::{Effort, Knowledge, Limits, Solver};

type Board = Hex<u128>;

#[derive(Deserialize)]
struct Recorded {
    size: usize,
    first: String,
    moves: Vec<String>,
}

/// A position, the winner with best play, and how many plies of the game were to come.
struct Decided {
    hex: Board,
    winner: Colour,
    before_end: usize,
}

/// Failures in a row after which earlier positions are not asked.
const MISSES: usize = 2;

fn positions(game: &Recorded) -> Option<Vec<Board>> {
    let size = Size::square(game.size).ok()?;
    let first = Colour::read(&game.first)?;
    let mut hex = Board::new(size, Swap::Off).ok()?.with_to_move(first);
    let mut all = Vec::new();
    for text in game.moves.iter().filter(|text| *text != "resign") {
        let m = hex.read_move(text).ok()?;
        hex.make(m);
        if hex.winner().is_none() {
            all.push(hex.clone());
        }
    }
    Some(all)
}

fn decide(solver: &mut Solver<u128>, game: &Recorded, nodes: u64) -> Option<Vec<Decided>> {
    let all = positions(game)?;
    let (mut found, mut misses) = (Vec::new(), 0);
    for (before_end, hex) in all.into_iter().rev().enumerate() {
        let solved = solver.winner(&hex, Limits { nodes, ..Limits::default() });
        match solved.winner {
            Some(player) => {
                let winner = Colour::BOTH.into_iter().find(|&c| hex.seat(c) == player)?;
                found.push(Decided { hex, winner, before_end });
                misses = 0;
            }
            None => misses += 1,
        }
        if misses >= MISSES {
            break;
        }
    }
    Some(found)
}

/// How many plies before the end the rows of the table begin.
const BANDS: [usize; 5] = [0, 8, 16, 24, 32];

fn ask(all: &[Decided], effort: Effort) {
    let mut knowledge = Knowledge::new(effort);
    let mut counts = [(0u32, 0u32); BANDS.len()];
    let mut sides = [(0u32, 0u32); 2];
    let start = Instant::now();
    for decided in all {
        let advice = knowledge.advise(&decided.hex);
        let band = BANDS.iter().rposition(|&from| from <= decided.before_end).unwrap_or(0);
        let seen = u32::from(advice.winner.is_some());
        counts[band].0 += seen;
        counts[band].1 += 1;
        let side = usize::from(decided.winner != decided.hex.to_move());
        sides[side].0 += seen;
        sides[side].1 += 1;
        if let Some(claimed) = advice.winner {
            assert_eq!(claimed, decided.winner, "a false claim about {:?}", decided.hex);
        }
    }
    let time = start.elapsed().as_secs_f64() * 1e3 / all.len().max(1) as f64;
    let seen: u32 = counts.iter().map(|count| count.0).sum();
    let Effort { fulls, semis, joined } = effort;
    let share = 100.0 * f64::from(seen) / all.len().max(1) as f64;
    print!("{fulls},{semis},{joined}: {share:.1} %, {time:.2} ms; by plies before the end");
    for (from, (seen, of)) in BANDS.iter().zip(counts) {
        print!(" {from}+ {seen}/{of}");
    }
    println!("; mover wins {}/{}, loses {}/{}", sides[0].0, sides[0].1, sides[1].0, sides[1].1);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = args.first() else {
        eprintln!("decided FILE [NODES [FULLS,SEMIS,JOINED]...]");
        return;
    };
    let nodes = args.get(1).and_then(|text| text.parse().ok()).unwrap_or(300);
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return eprintln!("{file}: {error}"),
    };
    let mut solver = Solver::new(1 << 16);
    let (mut all, mut games) = (Vec::new(), 0);
    for line in text.lines() {
        let Ok(game) = serde_json::from_str::<Recorded>(line) else { continue };
        if game.size == 11 {
            all.extend(decide(&mut solver, &game, nodes).unwrap_or_default());
            games += 1;
        }
    }
    println!("{games} games, {} positions decided within {nodes} nodes", all.len());
    let efforts: Vec<Effort> = args.iter().skip(2).filter_map(|text| read(text)).collect();
    let efforts = if efforts.is_empty() { vec![Effort::default()] } else { efforts };
    efforts.into_iter().for_each(|effort| ask(&all, effort));
}

fn read(text: &str) -> Option<Effort> {
    let mut numbers = text.split(',').map(|n| n.parse().ok());
    let (fulls, semis, joined) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some(Effort { fulls, semis, joined })
}
