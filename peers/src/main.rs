//! takeback beside other libraries: the same games, the same work, one run.
//!
//! ```text
//! cargo run --release --manifest-path peers/Cargo.toml                 # everything, some minutes
//! cargo run --release --manifest-path peers/Cargo.toml -- --quick hex  # one section, few rounds
//! cargo run --release --manifest-path peers/Cargo.toml -- --json       # one JSON value
//! ```
//!
//! * `rules`: our games as positions to be copied, which is what others take
//! * `libraries`: one file a library, our rules through its traits
//! * `sections`: who runs against whom, and which ratio is asked for
//! * `measure`, `table`: rounds and clocks, figures and verdicts

#![forbid(unsafe_code)]

mod libraries;
mod measure;
mod rules;
mod sections;
mod table;

#[cfg(test)]
mod tests;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use sections::{Effort, NAMES};

/// takeback beside other libraries, measured in one run
#[derive(Parser)]
struct Arguments {
    /// Sections to run; all when none is named
    #[arg(value_parser = PossibleValuesParser::new(NAMES))]
    sections: Vec<String>,

    /// One JSON value instead of text
    #[arg(long)]
    json: bool,

    /// Two rounds only: a first look
    #[arg(long)]
    quick: bool,

    /// Rounds in which everybody runs once; each keeps the best
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: Option<u16>,

    /// Simulations of one tree
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1000..))]
    simulations: u32,

    /// Plies of the alpha-beta contest
    #[arg(long, default_value_t = 13, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// Only contestants whose name contains this, as for a profiler
    #[arg(long, default_value = "")]
    only: String,
}

fn main() {
    let arguments = Arguments::parse();
    let rounds = arguments.rounds.map_or(if arguments.quick { 2 } else { 7 }, usize::from);
    let simulations = u64::from(arguments.simulations);
    let effort = Effort { rounds, simulations, depth: arguments.depth, only: arguments.only };
    let asked = |name: &&str| {
        arguments.sections.is_empty() || arguments.sections.iter().any(|wanted| wanted == name)
    };
    let mut report = Vec::new();
    for name in NAMES.into_iter().filter(asked) {
        let section = sections::run(name, &effort);
        if arguments.json {
            report.push(section.json());
        } else {
            println!("{}", section.text());
        }
    }
    if arguments.json {
        println!("{}", serde_json::json!({ "rounds": rounds, "sections": report }));
    }
}
