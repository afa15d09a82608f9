//! How often the Hex engine chooses a good move: positions of kind
//! `good_moves` in files of studies.
//!
//! `cargo run --profile quick -p takeback-players-hex --example good_moves -- FILE [SECONDS [THREADS]]`

use serde::Deserialize;
use std::time::Duration;
use takeback_hex::{AnyHex, Bits, Cell, Colour, Hex, Move, Setup, Size, Swap};
use takeback_players_hex::{Budget, Engine, Options};

#[derive(Deserialize)]
struct Study {
    id: String,
    width: usize,
    height: usize,
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    kind: String,
    answer: serde_json::Value,
    #[serde(default)]
    hard: bool,
}

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("hex_good_moves FILE [SECONDS [THREADS]]")?;
    let seconds: f64 = args.next().map_or(Ok(3.0), |text| text.parse())?;
    let threads: usize = args.next().map_or(Ok(1), |text| text.parse())?;
    let budget = Budget {
        time: Some(Duration::try_from_secs_f64(seconds)?),
        memory: 256,
        threads,
        ..Budget::default()
    };
    // By `hard`: chosen well, and asked.
    let mut counts = [(0, 0); 2];
    for line in std::fs::read_to_string(&path)?.lines().filter(|line| !line.trim().is_empty()) {
        let study: Study = serde_json::from_str(line)?;
        if study.kind != "good_moves" {
            continue;
        }
        let good: Vec<String> = serde_json::from_value(study.answer.clone())?;
        let chosen = study.choose(&budget)?;
        let count = &mut counts[usize::from(study.hard)];
        count.1 += 1;
        if good.contains(&chosen) {
            count.0 += 1;
        } else {
            let hard = if study.hard { " (hard)" } else { "" };
            println!("{}{hard}: {chosen}, not {}", study.id, good.join(" "));
        }
    }
    for ((right, asked), name) in counts.into_iter().zip(["", " hard"]) {
        let share = 100.0 * f64::from(right) / f64::from(asked.max(1));
        println!("{right} of {asked}{name} positions: {share:.0} %");
    }
    Ok(())
}

impl Study {
    fn choose(&self, budget: &Budget<'_>) -> Result<String, Failure> {
        let size = Size::new(self.width, self.height)?;
        let cells = |names: &[String]| -> Result<Vec<Cell>, Failure> {
            names.iter().map(|name| Ok(size.read_cell(name)?)).collect()
        };
        let setup = Setup {
            size,
            swap: Swap::Off,
            swapped: false,
            black: cells(&self.black)?,
            white: cells(&self.white)?,
            to_move: Colour::read(&self.to_move).ok_or("a colour is black or white")?,
        };
        let m = match &AnyHex::from_setup(&setup)? {
            AnyHex::Small(hex) => best(hex, budget)?,
            AnyHex::Medium(hex) => best(hex, budget)?,
            AnyHex::Large(hex) => best(hex, budget)?,
            AnyHex::Huge(hex) => best(hex, budget)?,
        };
        Ok(match m {
            Move::Place(cell) => size.cell_text(cell),
            Move::Swap => "swap-pieces".into(),
        })
    }
}

fn best<B: Bits>(hex: &Hex<B>, budget: &Budget<'_>) -> Result<Move, Failure> {
    Ok(Engine::new(Options::default()).search(hex, budget, &mut |_| {})?.best)
}
