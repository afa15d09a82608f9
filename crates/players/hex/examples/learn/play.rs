//! Games of the engine against itself.

use std::error::Error;
use std::io::Write;
use takeback_core::{Game, Notation, Portable, RandomMove, SplitMix};
use takeback_hex::{Bits, Hex, Move, Size, Swap, Wide};
use takeback_players_hex::{Budget, Certainty, Engine, Options};

/// Sides of the boards played on, most of them 11.
const SIDES: [usize; 4] = [11, 11, 11, 13];

pub(crate) fn games(games: u64, sims: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    for n in 0..games {
        let side = SIDES[(n % SIDES.len() as u64) as usize];
        let size = Size::square(side)?;
        let mut rng = SplitMix::stream(seed, n);
        if size.cells() <= 128 {
            game::<u128>(size, sims, &mut rng)?;
        } else {
            game::<Wide<4>>(size, sims, &mut rng)?;
        }
    }
    Ok(())
}

/// One game, until it is proven. It begins with a few random stones, and now
/// and then a move is drawn from those that were tried, so that no two are alike.
fn game<B: Bits>(size: Size, sims: u64, rng: &mut SplitMix) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let mut hex = Hex::<B>::new(size, Swap::Off)?;
    let mut last: Option<Move> = None;
    for _ in 0..1 + rng.below(4) {
        let m = hex.random_move(rng);
        hex.make(m);
        last = Some(m);
    }
    let options = Options { solve: 0.0, net: None, ..Options::default() };
    let mut engine = Engine::new(options);
    while hex.winner().is_none() {
        let budget = Budget { simulations: Some(sims), seed: rng.next(), ..Budget::default() };
        let found = engine.search(&hex, &budget, &mut |_| {})?;
        if found.certainty != Certainty::Open {
            break;
        }
        write!(out, "{}|", hex.position_text())?;
        if let Some(m) = last {
            write!(out, "{}", hex.move_text(m))?;
        }
        for tried in found.moves.iter().filter(|tried| tried.visits * 200 > sims) {
            write!(out, "|{} {}", hex.move_text(tried.m), tried.visits)?;
        }
        writeln!(out)?;
        let m = if rng.one_in(8) { drawn(&found.moves, rng) } else { found.best };
        hex.make(m);
        last = Some(m);
    }
    Ok(())
}

/// A move as often as it was tried.
fn drawn(moves: &[takeback_players_hex::FoundMove], rng: &mut SplitMix) -> Move {
    let all: u64 = moves.iter().map(|tried| tried.visits).sum();
    let mut at = rng.below(all.max(1) as usize) as u64;
    for tried in moves {
        if at < tried.visits {
            return tried.m;
        }
        at -= tried.visits;
    }
    moves[0].m
}
