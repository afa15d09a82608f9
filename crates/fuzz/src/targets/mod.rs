//! Every reader of the outside.
//!
//! Most inputs begin with a line that names the game and its variant; damages
//! leave it alone most of the time.

mod files;
mod learned;
mod lines;
mod rules;
mod states;

use crate::{games, variants};
use takeback::host::Chosen;

/// A reader, as a function of bytes that never panics.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    /// What it is called, here and in `fuzz/`.
    pub name: &'static str,
    /// What it reads.
    pub about: &'static str,
    /// Whether the first line names something and is best left alone.
    pub named: bool,
    /// Sound inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Read one.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target {
        name: "positions",
        about: "positions of every variant; what is accepted is drawn, listed and written",
        named: true,
        seeds: rules::position_seeds,
        run: rules::positions,
    },
    Target {
        name: "moves",
        about: "moves of every variant; a refused one changes nothing, all are taken back",
        named: true,
        seeds: rules::move_seeds,
        run: rules::moves,
    },
    Target {
        name: "golden",
        about: "golden games",
        named: true,
        seeds: rules::golden_seeds,
        run: rules::golden,
    },
    Target {
        name: "engines",
        about: "engines as text, with every option",
        named: true,
        seeds: lines::engine_seeds,
        run: lines::engines,
    },
    Target {
        name: "protocols",
        about: "lines of UCI and of the games' own protocols",
        named: true,
        seeds: lines::protocol_seeds,
        run: lines::protocols,
    },
    Target {
        name: "openings",
        about: "books of openings",
        named: true,
        seeds: lines::opening_seeds,
        run: lines::openings,
    },
    Target {
        name: "records",
        about: "recorded games: PGN, SGF, traces",
        named: true,
        seeds: files::record_seeds,
        run: files::records,
    },
    Target {
        name: "saves",
        about: "saved games of the page",
        named: false,
        seeds: files::save_seeds,
        run: files::saves,
    },
    Target {
        name: "gzip",
        about: "packed files",
        named: false,
        seeds: files::gzip_seeds,
        run: files::gzip,
    },
    Target {
        name: "nets",
        about: "networks",
        named: false,
        seeds: files::net_seeds,
        run: files::nets,
    },
    Target {
        name: "sparse",
        about: "networks over sparse features, as training writes them",
        named: false,
        seeds: learned::net_seeds,
        run: learned::nets,
    },
    Target {
        name: "rows",
        about: "labelled positions: files of them, and games within",
        named: false,
        seeds: learned::row_seeds,
        run: learned::rows,
    },
    Target {
        name: "states",
        about: "JSON of the games' services: states, moves, requests, logs",
        named: true,
        seeds: states::seeds,
        run: states::run,
    },
];

/// The target of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Read one input, for programs that have one target each.
///
/// # Panics
/// When there is no such target, or the target finds something wrong.
pub fn run(name: &str, input: &[u8]) {
    let target = find(name).expect("the targets here and in fuzz/ are the same");
    (target.run)(input);
}

/// The variant that the first line names, and the rest as text.
fn named(input: &[u8]) -> Option<(Chosen<'static>, String)> {
    let text = String::from_utf8_lossy(input).into_owned();
    let (name, rest) = text.split_once('\n')?;
    Some((games().choose(name, None).ok()?, rest.to_owned()))
}

/// Texts of every variant, under its name.
fn for_all(texts: impl Fn(Chosen<'static>) -> Vec<String>) -> Vec<Vec<u8>> {
    let one = |chosen: Chosen<'static>| {
        let name = chosen.full_name();
        texts(chosen).into_iter().map(move |text| format!("{name}\n{text}").into_bytes())
    };
    variants().into_iter().flat_map(one).collect()
}
