//! Games as files that Python reads too, and the same games in words.
//!
//! `python/sparse/test_sparse.py` reads `twin/games.rows` and `twin/games.parquet` and compares
//! with `twin/games.json`; here the three are held to what they were made from. With
//! TAKEBACK_BLESS=1 (and `--features parquet` for that one) they are written anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use takeback_core::SplitMix;
use takeback_train::Data;
use takeback_train::rows::{Ending, Game, Header, NO_MOVE, Row, Thought, Weighed, read, write};

const FEATURES: u16 = 24;
const GAMES: u64 = 40;

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/twin").join(name)
}

fn is_blessing() -> bool {
    std::env::var_os("TAKEBACK_BLESS").is_some()
}

fn header() -> Header {
    let encoding = "a twin, \u{e9}".to_owned();
    Header { encoding, features: FEATURES.into(), most: 12, buckets: 2, moves: 70_000 }
}

/// Whoever has more of the higher features wins; every kind of value comes up.
fn game(number: u64) -> Game {
    let mut rng = SplitMix::stream(11, number);
    let mut bag = || -> Vec<u16> {
        let mut bag: Vec<u16> =
            (0..rng.below(6)).map(|_| rng.below(FEATURES.into()) as u16).collect();
        bag.sort_unstable();
        bag
    };
    let worth = |view: &[u16]| view.iter().map(|&f| i32::from(f)).sum::<i32>();
    let row = |ply: u16| {
        let views = vec![bag(), bag()];
        let points = 4 * (worth(&views[0]) - worth(&views[1]));
        let weigh = |i: u16| Weighed { number: u32::from(i) * 7_001, share: 65_535 / (i + 1) };
        Row {
            ply: 3 * ply,
            seat: (ply % 2) as u8,
            bucket: (ply / 3) as u8,
            depth: (ply * 40) as u8,
            nodes: u32::from(ply) * 900_000_000,
            thought: match ply {
                2 => Thought::None,
                4 => Thought::Share(1.0 / (3.0 + points.abs() as f32)),
                _ => Thought::Points(points),
            },
            best: if ply == 2 { NO_MOVE } else { u32::from(ply) * 10_000 },
            played: if ply == 3 { NO_MOVE } else { 69_999 },
            weighed: (0..ply % 4).map(weigh).collect(),
            views,
        }
    };
    let rows: Vec<Row> = (0..5).map(row).collect();
    let result = [1000, -1000, 0, 250][number as usize % 4];
    Game {
        number: number * 3,
        opening: u64::MAX - number,
        temperature: number as f32 / 16.0,
        ending: [Ending::Rules, Ending::Length, Ending::Adjudicated, Ending::Forfeit]
            [number as usize % 4],
        results: vec![result, -result],
        rows,
    }
}

/// In words: plain numbers and lists, `null` for no move.
fn json() -> String {
    let Header { encoding, features, most, buckets, moves } = header();
    let number = |m: u32| if m == NO_MOVE { "null".to_owned() } else { m.to_string() };
    let mut out =
        format!("{{\"header\": [\"{encoding}\", {features}, {most}, {buckets}, {moves}],\n");
    let games: Vec<Game> = (0..GAMES).map(game).collect();
    let data = Data::gather(vec![(Path::new("twin"), header(), games.clone())], 3, 7);
    let (taught, kept) = data.expect("data").sizes();
    let is_kept = |game: &&Game| SplitMix::stream(7, game.number).next().is_multiple_of(3);
    let apart: Vec<u64> = games.iter().filter(is_kept).map(|game| game.number).collect();
    // A String takes everything.
    let _ = writeln!(out, "\"sizes\": [{taught}, {kept}],\n\"kept\": {apart:?},\n\"games\": [");
    for (i, game) in games.iter().enumerate() {
        let Game { number: n, opening, temperature, ending, results, rows } = game;
        let ending = *ending as u8;
        let _ = writeln!(
            out,
            "{{\"game\": [{n}, {opening}, {temperature:?}, {ending}, {results:?}], \"rows\": ["
        );
        for (j, row) in rows.iter().enumerate() {
            let (kind, worth) = match row.thought {
                Thought::None => (0, "0".to_owned()),
                Thought::Points(points) => (1, points.to_string()),
                Thought::Share(share) => (2, f64::from(share).to_string()),
            };
            let weighed: Vec<[u32; 2]> =
                row.weighed.iter().map(|w| [w.number, u32::from(w.share)]).collect();
            let _ = writeln!(
                out,
                " [{}, {}, {}, {}, {}, {kind}, {worth}, {}, {}, {weighed:?}, {:?}, {:?}]{}",
                row.ply,
                row.seat,
                row.bucket,
                row.depth,
                row.nodes,
                number(row.best),
                number(row.played),
                row.views[0],
                row.views[1],
                if j + 1 < rows.len() { "," } else { "]" }
            );
        }
        out.push_str(if i + 1 < games.len() { "},\n" } else { "}\n]}\n" });
    }
    out
}

#[test]
fn files_are_what_they_were_made_from() {
    let games: Vec<Game> = (0..GAMES).map(game).collect();
    if is_blessing() {
        std::fs::create_dir_all(place("")).expect("a folder");
        // In the order in which games end, not in that of their numbers.
        let ended: Vec<Game> = games.iter().rev().cloned().collect();
        std::fs::write(place("games.rows"), write(&header(), &ended)).expect("written");
        std::fs::write(place("games.json"), json()).expect("written");
    }
    assert_eq!(read(&place("games.rows"), false).expect("read"), (header(), games));
    assert_eq!(std::fs::read_to_string(place("games.json")).expect("read"), json());
}

#[cfg(feature = "parquet")]
#[test]
fn the_columns_are_what_they_were_made_from() {
    let games: Vec<Game> = (0..GAMES).map(game).collect();
    if is_blessing() {
        let bytes = takeback_train::table::write(&header(), &games).expect("Parquet");
        std::fs::write(place("games.parquet"), bytes).expect("written");
    }
    assert_eq!(read(&place("games.parquet"), false).expect("read"), (header(), games));
}
