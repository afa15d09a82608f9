//! Games between two settings of the engine, every opening with both colours.
//!
//! `cargo run --profile quick -p takeback-players-hex --example duel -- A B [GAMES [SIDE [SEED [STONES]]]]`
//!
//! A and B are settings such as `sims=20000,policy=save,rave=0`; what is not
//! said is as by default. `time=200` gives milliseconds a move instead, `bank=5000` simulations
//! for a whole game, shared out as a clock is (with `save=1,stretch=2` by how firmly the choice
//! stands). `flight=8` does to the tree what eight threads do.
//!
//! With STONES each opening is that many random stones between which a short search sees no
//! winner; else one fair stone.

mod setting;

use setting::Setting;
use std::time::Instant;
use takeback_core::{Game, Player, RandomMove, SplitMix};
use takeback_hex::{Bits, Hex, Move, Size, Swap, Wide};
use takeback_players_hex::{Budget, Certainty, Engine, Options, fair_openings};

/// What one side did over all games.
#[derive(Default)]
struct Spent {
    moves: u64,
    sims: u64,
    seconds: f64,
    looks: u64,
}

/// A beginning that is neither too good nor too bad, or the better colour
/// would win every game and no engine could show what it can do.
fn beginning<B: Bits>(size: Size, number: u64, stones: usize) -> Option<Hex<B>> {
    let empty = Hex::<B>::new(size, Swap::Off).ok()?;
    if stones == 0 {
        let fair = fair_openings(size);
        let cell = fair.get(number as usize % fair.len().max(1));
        return Some(cell.map_or(empty.clone(), |&cell| empty.apply(Move::Place(cell))));
    }
    let mut rng = SplitMix::stream(number, 5);
    for _ in 0..1000 {
        let mut hex = empty.clone();
        for _ in 0..stones {
            hex.make(hex.random_move(&mut rng));
        }
        let budget = Budget { simulations: Some(100), ..Budget::default() };
        let found = Engine::new(Options::default()).search(&hex, &budget, &mut |_| {}).ok()?;
        if (found.share - 0.5).abs() < EVEN {
            return Some(hex);
        }
    }
    None
}

/// How far from even a short search may find a beginning.
const EVEN: f32 = 0.07;

fn game<B: Bits>(
    mut hex: Hex<B>,
    settings: &[Setting; 2],
    opening: u64,
    spent: &mut [Spent; 2],
) -> Option<Player> {
    let mut engines = [Engine::new(settings[0].options), Engine::new(settings[1].options)];
    while hex.winner().is_none() {
        let n = hex.to_move().index();
        let setting = &settings[n];
        let empty = hex.empty().count();
        let budget = setting.budget(opening * 1000 + empty as u64, empty, spent[n].sims);
        let start = Instant::now();
        let found = engines[n].search(&hex, &budget, &mut |_| {}).ok()?;
        spent[n].moves += 1;
        spent[n].sims += found.simulations;
        spent[n].looks += found.looks;
        spent[n].seconds += start.elapsed().as_secs_f64();
        // What is proven would only be played out.
        match found.certainty {
            Certainty::Won => return Some(hex.seat(hex.to_move())),
            Certainty::Lost => return Some(hex.seat(hex.to_move().other())),
            Certainty::Open => hex.make(found.best),
        };
    }
    hex.winner().map(|colour| hex.seat(colour))
}

fn run<B: Bits>(size: Size, [a, b]: &[Setting; 2], plan: &Plan) -> Option<()> {
    let &Plan { games, seed, stones } = plan;
    let mut total = [Spent::default(), Spent::default()];
    let mut won = 0;
    for n in 0..games {
        let swapped = n % 2 == 1;
        let settings = if swapped { [b.clone(), a.clone()] } else { [a.clone(), b.clone()] };
        let mut spent = [Spent::default(), Spent::default()];
        let opening = seed * 10_000 + n / 2;
        let begin = beginning::<B>(size, opening, stones)?;
        let winner = game(begin, &settings, opening, &mut spent)?;
        let a_won = (winner == Player::FIRST) != swapped;
        won += u64::from(a_won);
        for (i, part) in spent.iter().enumerate() {
            let sum = &mut total[i ^ usize::from(swapped)];
            sum.moves += part.moves;
            sum.sims += part.sims;
            sum.looks += part.looks;
            sum.seconds += part.seconds;
        }
        // Line by line, so that a match cut short has told what it knew.
        let (who, sims) = (if a_won { "A" } else { "B" }, [total[0].sims, total[1].sims]);
        println!("game {}: {who}, A has {won}; {} and {} simulations", n + 1, sims[0], sims[1]);
    }
    let share = won as f64 / games as f64;
    let error = (share * (1.0 - share) / games as f64).sqrt();
    println!("A wins {won} of {games}: {:.1} % +- {:.1}", 100.0 * share, 196.0 * error);
    for (name, s) in ["A", "B"].iter().zip(&total) {
        let moves = s.moves.max(1) as f64;
        println!(
            "  {name}: {:.0} simulations and {:.1} looks a move, {:.0} ms, {:.0} k/s",
            s.sims as f64 / moves,
            s.looks as f64 / moves,
            1e3 * s.seconds / moves,
            s.sims as f64 / s.seconds.max(1e-9) / 1e3
        );
    }
    Some(())
}

struct Plan {
    games: u64,
    seed: u64,
    stones: usize,
}

fn main() {
    let text = |n: usize| std::env::args().nth(n);
    let number = |n: usize| text(n).and_then(|t| t.parse().ok());
    let setting = |n: usize| text(n).as_deref().and_then(Setting::read);
    let (Some(a), Some(b)) = (setting(1), setting(2)) else {
        eprintln!(
            "duel A B [GAMES [SIDE [SEED [STONES]]]], with settings such as sims=20000,rave=0"
        );
        return;
    };
    let games = number(3).unwrap_or(20);
    let side = number(4).unwrap_or(11) as usize;
    let seed = number(5).unwrap_or(1);
    let stones = number(6).unwrap_or(0) as usize;
    let (plan, both) = (Plan { games, seed, stones }, [a, b]);
    let Ok(size) = Size::square(side) else {
        eprintln!("a side is a number from 1 to 19");
        return;
    };
    let done = match size.cells() {
        0..=64 => run::<u64>(size, &both, &plan),
        65..=128 => run::<u128>(size, &both, &plan),
        129..=256 => run::<Wide<4>>(size, &both, &plan),
        _ => run::<Wide<6>>(size, &both, &plan),
    };
    if done.is_none() {
        eprintln!("a game could not be played");
    }
}
