//! How many decided positions of recorded games are seen at once, by connections alone.
//!
//! `cargo run --release -p takeback-players-hex --example decided -- FILE [NODES [FULLS,SEMIS,JOINED]...]`
//!
//! FILE has recorded games as JSON lines. Every game is walked back from its end for as long as the
//! solver decides positions within NODES; of those each effort given is asked who wins, without
//! search: from scratch, and by connections carried along from a few stones before the first of them.
//! A claim that the solver contradicts ends the program.

use serde::Deserialize;
use std::time::Instant;
use takeback_core::{Game, Notation};
use takeback_hex::{Bits, Colour, Hex, Size, Swap, fill_in};
use takeback_players_hex::{Carried, Effort, Knowledge, Limits, Solver};

type Board = Hex<u128>;

#[derive(Deserialize)]
struct Recorded {
    size: usize,
    first: String,
    moves: Vec<String>,
}

/// A position, the winner with best play, and how many plies of the game were to come.
#[derive(Clone)]
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

/// Stones placed before the first decided position of a game.
const RUN_UP: usize = 4;

/// The same by connections that are carried along each game; its decided positions stand last first.
fn ask_carried(games: &[(Vec<Board>, Vec<Decided>)], effort: Effort) {
    let (mut seen, mut of, mut steps, mut seconds) = (0, 0, 0, 0.0);
    for (all, decided) in games {
        let Some(earliest) = decided.iter().map(|d| d.before_end).max() else { continue };
        let from = all.len().saturating_sub(earliest + 1 + RUN_UP);
        let Some(begin) = all.get(from) else { continue };
        let geometry = begin.geometry();
        let mut filled = fill_in(geometry, begin.both()).stones;
        let mut both = Colour::BOTH.map(|c| Carried::new(geometry, c, filled, effort));
        for (n, hex) in all.iter().enumerate().skip(from) {
            // What fill-in settled stays so, unless the game went on otherwise.
            let [black, white] = hex.both();
            let off = black.meets(filled[1]) || white.meets(filled[0]);
            let stones = if off { hex.both() } else { [black | filled[0], white | filled[1]] };
            filled = fill_in(geometry, stones).stones;
            let won = Colour::BOTH.into_iter().find(|&c| geometry.joins(c, filled[c.index()]));
            if won.is_none() {
                let start = Instant::now();
                both.iter_mut().for_each(|carried| carried.go_to(filled));
                seconds += start.elapsed().as_secs_f64();
                steps += 1;
            }
            let Some(known) = decided.iter().find(|d| d.before_end + n + 1 == all.len()) else {
                continue;
            };
            let (mover, enemy) = (hex.to_move(), hex.to_move().other());
            let own = &both[mover.index()];
            let claimed = match won {
                Some(winner) => Some(winner),
                None if both[enemy.index()].edges_joined() => Some(enemy),
                None => (own.edges_joined() || !own.edge_semis().is_empty()).then_some(mover),
            };
            of += 1;
            seen += u32::from(claimed.is_some());
            if let Some(claimed) = claimed {
                assert_eq!(claimed, known.winner, "a false claim about {:?}", known.hex);
            }
        }
    }
    let share = 100.0 * f64::from(seen) / f64::from(of.max(1));
    let time = 1e3 * seconds / f64::from(steps.max(1));
    println!(
        "  carried along: {seen} of {of} ({share:.1} %), {time:.2} ms a stone, {steps} stones"
    );
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
    let (mut all, mut walked) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let Ok(game) = serde_json::from_str::<Recorded>(line) else { continue };
        if game.size == 11 {
            let decided = decide(&mut solver, &game, nodes).unwrap_or_default();
            all.extend(decided.iter().cloned());
            walked.push((positions(&game).unwrap_or_default(), decided));
        }
    }
    let games = walked.len();
    println!("{games} games, {} positions decided within {nodes} nodes", all.len());
    let efforts: Vec<Effort> = args.iter().skip(2).filter_map(|text| read(text)).collect();
    let efforts = if efforts.is_empty() { vec![Effort::default()] } else { efforts };
    for effort in efforts {
        ask(&all, effort);
        ask_carried(&walked, effort);
    }
}

fn read(text: &str) -> Option<Effort> {
    let mut numbers = text.split(',').map(|n| n.parse().ok());
    let (fulls, semis, joined) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some(Effort { fulls, semis, joined })
}
