//! The weights that make the moves tried most likely.

use std::error::Error;
use takeback_core::Notation;
use takeback_hex::{Bits, Hex, Move, Setup, Wide, fill_in};
use takeback_players_hex::patterns::{Patterns, SCALE, TRAITS, turned};

/// Rounds over all positions.
const ROUNDS: usize = 24;
/// Step of the first round; it falls to a tenth.
const STEP: f64 = 0.02;
/// Pull of every weight towards zero, in positions.
const PULL: f64 = 1e-5;

/// A choice: per move its traits and how often it was tried, as a share.
struct Choice {
    moves: Vec<(Vec<u16>, f64)>,
}

pub(crate) fn fit(files: &[String]) -> Result<(), Box<dyn Error>> {
    let mut choices = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            choices.extend(read(line).filter(|choice| choice.moves.len() > 1));
        }
    }
    // Every tenth is kept aside to see what was learned.
    let (aside, used): (Vec<_>, Vec<_>) =
        choices.into_iter().enumerate().partition(|(n, _)| n % 10 == 0);
    let used: Vec<Choice> = used.into_iter().map(|(_, choice)| choice).collect();
    let aside: Vec<Choice> = aside.into_iter().map(|(_, choice)| choice).collect();
    eprintln!("{} choices, {} kept aside", used.len(), aside.len());
    let mut model = Model {
        weights: vec![0.0; TRAITS],
        first: vec![0.0; TRAITS],
        second: vec![0.0; TRAITS],
        steps: 0,
    };
    for round in 0..ROUNDS {
        let step = STEP * 0.1f64.powf(round as f64 / ROUNDS as f64);
        for batch in used.chunks(64) {
            model.learn(batch, step);
        }
        let (loss, hit) = model.judge(&aside);
        eprintln!("round {round}: loss {loss:.4}, most tried move first in {:.1} %", 100.0 * hit);
    }
    model.write();
    Ok(())
}

fn read(line: &str) -> Option<Choice> {
    let setup = Setup::read(line.split('|').next()?).ok()?;
    if setup.size.cells() <= 128 {
        read_as::<u128>(&setup, line)
    } else {
        read_as::<Wide<4>>(&setup, line)
    }
}

fn read_as<B: Bits>(setup: &Setup, line: &str) -> Option<Choice> {
    let hex = Hex::<B>::from_setup(setup).ok()?;
    let cell = |text: &str| match hex.read_move(text) {
        Ok(Move::Place(cell)) => Some(cell.index()),
        _ => None,
    };
    let mut parts = line.split('|').skip(1);
    let last = cell(parts.next()?);
    let mut tried = vec![0.0; hex.size().cells()];
    for part in parts {
        let (m, visits) = part.split_once(' ')?;
        // A move off the filled board has no say.
        tried[cell(m)?] = visits.parse().ok()?;
    }
    let settled = fill_in(
        hex.geometry(),
        [hex.stones(takeback_hex::Colour::Black), hex.stones(takeback_hex::Colour::White)],
    )
    .stones;
    let open = hex.geometry().all.minus(settled[0] | settled[1]);
    let patterns = Patterns::new(hex.geometry(), settled, hex.to_move(), last);
    let sum: f64 = open.iter().map(|at| tried[at]).sum();
    let moves = open.iter().map(|at| {
        let mut names = Vec::new();
        patterns.traits(at, |name| names.push(name.min(turned(name)) as u16));
        (names, tried[at] / sum)
    });
    (sum > 0.0).then(|| Choice { moves: moves.collect() })
}

/// Weights under way, by Adam's method.
struct Model {
    weights: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    steps: i32,
}

impl Model {
    fn shares(&self, choice: &Choice) -> Vec<f64> {
        let score = |names: &[u16]| names.iter().map(|&n| self.weights[n as usize]).sum::<f64>();
        let mut shares: Vec<f64> =
            choice.moves.iter().map(|(names, _)| score(names).exp()).collect();
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        shares
    }

    fn learn(&mut self, batch: &[Choice], step: f64) {
        let mut slope = vec![0.0; TRAITS];
        for choice in batch {
            for (share, (names, wanted)) in self.shares(choice).iter().zip(&choice.moves) {
                for &name in names {
                    slope[name as usize] += (share - wanted) / batch.len() as f64;
                }
            }
        }
        self.steps += 1;
        let (keep, keep_squares) = (0.9f64, 0.999f64);
        for (n, slope) in slope.iter().enumerate() {
            let g = slope + PULL * self.weights[n];
            self.first[n] = keep * self.first[n] + (1.0 - keep) * g;
            self.second[n] = keep_squares * self.second[n] + (1.0 - keep_squares) * g * g;
            let mean = self.first[n] / (1.0 - keep.powi(self.steps));
            let square = self.second[n] / (1.0 - keep_squares.powi(self.steps));
            self.weights[n] -= step * mean / (square.sqrt() + 1e-8);
        }
    }

    /// Mean loss, and how often the likeliest move is the one tried most.
    fn judge(&self, choices: &[Choice]) -> (f64, f64) {
        let (mut loss, mut hits) = (0.0, 0);
        for choice in choices {
            let shares = self.shares(choice);
            let most = |of: &dyn Fn(usize) -> f64| {
                (0..shares.len()).max_by(|&a, &b| of(a).total_cmp(&of(b)))
            };
            hits += usize::from(most(&|n| shares[n]) == most(&|n| choice.moves[n].1));
            for (share, (_, wanted)) in shares.iter().zip(&choice.moves) {
                loss -= wanted * share.ln();
            }
        }
        let count = choices.len().max(1) as f64;
        (loss / count, hits as f64 / count)
    }

    fn write(&self) {
        println!(
            "//! The weights of the traits, in parts of [`SCALE`](super::SCALE). Written by `examples/learn`.\n"
        );
        println!(
            "use super::TRAITS;\n\n#[rustfmt::skip]\npub(super) const WEIGHTS: [i16; TRAITS] = ["
        );
        let whole =
            |name: usize| (self.weights[name.min(turned(name))] * f64::from(SCALE)).round() as i16;
        let all: Vec<i16> = (0..TRAITS).map(whole).collect();
        for row in all.chunks(18) {
            let row: Vec<String> = row.iter().map(i16::to_string).collect();
            println!("    {},", row.join(", "));
        }
        println!("];");
    }
}
