//! No option is accepted and ignored: every option of every engine of every
//! variant changes the search, or is refused.
//!
//! Each option is flipped against the same search without it, on a few positions
//! and with growing budgets, until something differs: nodes, depth, values, the
//! move, the lines. `TAKEBACK_LONG_TESTS=1` does so for every variant; without it
//! the usual variant of each game is enough. `-- --nocapture` prints the table.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use takeback::core::{SplitMix, Turn};
use takeback::host::engines::EngineInfo;
use takeback::host::play::Table;
use takeback::host::spec::{EngineOption, Spec, Takes};
use takeback::host::{Chosen, Variant};
use takeback::search::Stopped;

/// Positions after this many random moves: openings, and positions where
/// something is going on. The first three are tried with every budget, the others
/// with the smallest.
const PLIES: [usize; 9] = [0, 6, 23, 3, 9, 13, 17, 30, 41];

/// Budgets to try one after the other, in positions.
const BUDGETS: [u64; 3] = [1_000, 8_000, 40_000];

/// Options that act too rarely to be seen here, and where they are tested. (So
/// is `memory` of every engine: filling a tree takes millions of simulations,
/// `crates/search/tests/mcts_limits.rs` does it.)
const ELSEWHERE: [(&str, &str); 4] = [
    ("strategy", "seed"), // crates/players/small/tests/dark.rs: it plays nothing without a file
    ("joint", "sampled"), // crates/search/tests/joint_sampled.rs
    ("joint", "seed"),    // the same
    ("snake", "sure"), // crates/players/battlesnake/src/deaths.rs: never a death that could be avoided
];

/// Nothing is proven within these budgets where random games hardly ever end, and
/// nothing is drawn where the mix is pure.
const UNREACHED: [&str; 3] =
    ["cotulenh:standard mcts:solver", "chess:standard mcts:solver", "kuhn:2 cfr:seed"];

/// A position of the game with a choice to make.
fn position(chosen: Chosen<'_>, plies: usize) -> Option<Box<dyn Table>> {
    let mut table = chosen.deal(plies as u64 + 3);
    let mut rng = SplitMix::new(plies as u64 + 17);
    let mut left = plies;
    loop {
        match table.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                table.roll(&mut rng)?;
                continue;
            }
            _ if left == 0 && table.legal().len() > 1 => break,
            _ => {}
        }
        let legal = table.legal();
        table.play(legal.get(rng.below(legal.len().max(1)))?).ok()?;
        left = left.saturating_sub(1);
    }
    // A round that others have begun is left to them.
    Some(table)
}

/// A position so many moves before the end of a random game, with a choice to make.
fn near_the_end(chosen: Chosen<'_>, before: usize) -> Option<Box<dyn Table>> {
    let mut table = chosen.deal(before as u64);
    let mut rng = SplitMix::new(before as u64 + 5);
    for _ in 0..3_000 {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.roll(&mut rng)?),
            _ => {
                let legal = table.legal();
                table.play(legal.get(rng.below(legal.len().max(1)))?).ok()?;
            }
        }
    }
    for _ in 0..before {
        table.take_back()?;
    }
    while table.turn() == Turn::Chance || table.legal().len() < 2 {
        table.take_back()?;
    }
    Some(table)
}

/// Everything about a search that an option could change.
fn fingerprint(
    variant: &dyn Variant,
    spec: &Spec,
    table: &dyn Table,
    option: &str,
) -> Result<String, String> {
    let mut seat = variant.engine(spec).map_err(|e| e.to_string())?;
    if seat.limits.nodes.is_some() || seat.limits.iterations.is_some() {
        seat.limits.time = None;
    }
    let mut text = String::new();
    // One option is about what is kept from search to search.
    for _ in 0..if option == "reuse" { 2 } else { 1 } {
        let found =
            seat.engine.think(table, &seat.limits, &mut |_| ()).map_err(|e| e.to_string())?;
        let root: Vec<String> =
            found.root.iter().map(|r| format!("{} {:?} {}", r.m, r.score, r.visits)).collect();
        let lines: Vec<String> = found.lines.iter().map(|l| l.moves.join(" ")).collect();
        text += &format!(
            "{} {:?} {} {} {:?} {root:?} {lines:?}",
            found.best, found.score, found.nodes, found.depth, found.stopped
        );
    }
    Ok(text)
}

/// Another value than the usual one, as one would write it.
fn flips(option: &EngineOption) -> Vec<String> {
    let name = option.name;
    let usual = option.default;
    match option.takes {
        Takes::Flag if usual == "on" => vec![format!("{name}=off")],
        Takes::Flag => vec![name.to_owned()],
        Takes::Word(words) => {
            words.iter().filter(|w| **w != usual).map(|w| format!("{name}={w}")).collect()
        }
        Takes::Count(least, most) => {
            let tries = [least, least + 1, 2, 8, 64];
            let fits = tries.into_iter().filter(|n| (least..=most).contains(n));
            fits.filter(|n| n.to_string() != usual).map(|n| format!("{name}={n}")).collect()
        }
        Takes::Number(least, most) => {
            let tries = [least, (least + most.min(2.0)) / 2.0, 0.1, most.min(50.0)];
            let fits = tries.into_iter().filter(|n| (least..=most).contains(n));
            fits.filter(|n| n.to_string() != usual).map(|n| format!("{name}={n}")).collect()
        }
        Takes::Time => vec![format!("{name}=3ms")],
        Takes::File => Vec::new(),
    }
}

fn has(engine: &EngineInfo, name: &str) -> bool {
    engine.options.iter().any(|option| option.name == name)
}

/// The engine within a budget of positions, in whatever limit it knows.
fn within(engine: &EngineInfo, budget: u64) -> Spec {
    let spec = Spec::new(engine.name);
    // Searches that sample are told by simulations; an iteration of the others may
    // be a whole game with a judgement of every move.
    if has(engine, "iterations") && has(engine, "seed") {
        return spec.saying("iterations", (budget / 10).max(30));
    }
    if has(engine, "nodes") {
        return spec.saying("nodes", budget);
    }
    spec
}

/// What is set on both sides so that an option can act at all.
fn with_needs(spec: Spec, option: &EngineOption) -> Spec {
    match option.needs.first() {
        Some(&"threads") => spec.saying("threads", 2),
        Some(&"net") => spec.saying("net", "off"),
        Some(&"cut") => spec.saying("cut", 12),
        Some(&"slips") => spec.saying("slips", 50),
        Some(other) => spec.saying(other, "on"),
        None => spec,
    }
}

/// What came of flipping an option.
enum Shown {
    /// A specification that searches differently.
    Acts(String),
    /// Nothing differed, as far as there was time to look.
    NotInTime,
    /// Nothing differed at all.
    Dead(String),
}

/// Without `TAKEBACK_LONG_TESTS` no option is looked at longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// How an option showed, or why it did not.
fn acts(
    chosen: Chosen<'_>,
    engine: &EngineInfo,
    option: &EngineOption,
    long: bool,
) -> Result<Shown, String> {
    let begun = Instant::now();
    let mut positions: Vec<_> = PLIES.iter().filter_map(|&plies| position(chosen, plies)).collect();
    // Near the end there is something to prove, and heads are close together.
    positions.extend([2, 3, 5, 8].iter().filter_map(|&before| near_the_end(chosen, before)));
    assert!(!positions.is_empty(), "{} has no position to try", chosen.full_name());
    if option.name == "time" {
        return stops_by_the_clock(chosen, engine, &*positions[0]).map(Shown::Acts);
    }
    let mut refused = String::new();
    for budget in BUDGETS {
        let tried = if budget == BUDGETS[0] { positions.len() } else { positions.len().min(3) };
        for table in &positions[..tried] {
            if !long && begun.elapsed() > PATIENCE {
                return Ok(Shown::NotInTime);
            }
            let base = match option.name {
                // Budgets are flipped against each other.
                "nodes" | "iterations" | "depth" => Spec::new(engine.name),
                _ => with_needs(within(engine, budget), option),
            };
            let base = match option.name {
                "nodes" => base.saying("nodes", budget),
                // An iteration of a search that does not sample may be a whole game.
                "iterations" if !has(engine, "seed") => base.saying("iterations", 3),
                "iterations" => base.saying("iterations", budget / 10),
                "depth" => base.saying("depth", 3),
                _ => base,
            };
            // What draws lots may draw the same one: several seeds.
            let lots = matches!(option.takes, Takes::Flag)
                && engine.options.iter().any(|o| o.name == "seed" && o.needs.is_empty())
                && option.name != "reuse";
            for seed in 1..=if lots { 6 } else { 1 } {
                let base = match (lots, option.name) {
                    (true, "sampled") => base.clone(),
                    (true, _) => base.clone().saying("seed", seed),
                    _ => base.clone(),
                };
                let usual = fingerprint(chosen.variant, &base, &**table, option.name)?;
                for flip in flips(option) {
                    let mut spec =
                        base.clone().without(option.name).with(&flip).expect("an option");
                    if option.name == "sampled" {
                        spec = spec.saying("seed", seed);
                    }
                    match fingerprint(chosen.variant, &spec, &**table, option.name) {
                        Ok(other) if other != usual => return Ok(Shown::Acts(spec.to_string())),
                        Ok(_) => {}
                        Err(why) => refused = why,
                    }
                }
            }
        }
    }
    // A value that is refused with a reason is heard.
    if refused.contains("these limits") {
        return Ok(Shown::Acts(format!("refused: {refused}")));
    }
    // Two threads may by chance do what one does, or what they do the other way, on a
    // tree of a few dozen positions; that they act is tested where the searches are.
    if matches!(option.name, "threads" | "parallel") {
        return Ok(Shown::NotInTime);
    }
    Ok(Shown::Dead(refused))
}

/// A search that has nothing else to end it is ended by its time.
fn stops_by_the_clock(
    chosen: Chosen<'_>,
    engine: &EngineInfo,
    table: &dyn Table,
) -> Result<String, String> {
    let spec = Spec::new(engine.name).saying("time", "15ms");
    let mut seat = chosen.engine(&spec).map_err(|e| e.to_string())?;
    let found = seat.engine.think(table, &seat.limits, &mut |_| ()).map_err(|e| e.to_string())?;
    match found.stopped {
        Some(Stopped::Time | Stopped::Solved | Stopped::Forced | Stopped::Depth) => {
            Ok(format!("{spec}: {:?}", found.stopped))
        }
        other => Err(format!("ended by {other:?}")),
    }
}

#[test]
fn every_option_acts_or_is_refused() {
    let games = takeback::standard();
    let long = std::env::var_os("TAKEBACK_LONG_TESTS").is_some();
    let variants: Vec<Chosen<'_>> = games
        .games()
        .iter()
        .flat_map(|game| {
            (0..if long { game.variants.len() } else { 1 }).map(|place| game.nth(place))
        })
        .collect();
    let next = AtomicUsize::new(0);
    let dead = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&chosen) = variants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = flip_all(chosen, long);
                    dead.lock().expect("no panic while locked").extend(found);
                }
            });
        }
    });
    let dead = dead.into_inner().expect("no panic while locked");
    assert!(dead.is_empty(), "options that do nothing:\n{}", dead.join("\n"));
}

/// Flip every option of every engine of a variant; those that did nothing.
fn flip_all(chosen: Chosen<'_>, long: bool) -> Vec<String> {
    let mut dead = Vec::new();
    for engine in chosen.engines() {
        for option in &engine.options {
            if ELSEWHERE.contains(&(engine.name, option.name)) || option.name == "memory" {
                continue;
            }
            // Refused without a file, and tested with one: `tests/learned.rs` for networks and their
            // preferences, `tests/book.rs` for books, `crates/players/small/tests/dark.rs` for strategies.
            if option.takes == Takes::File || matches!(option.name, "booked" | "policy") {
                continue;
            }
            let name = format!("{} {}:{}", chosen.full_name(), engine.name, option.name);
            if UNREACHED.contains(&name.as_str()) {
                continue;
            }
            match acts(chosen, &engine, option, long) {
                Ok(Shown::Acts(how)) => println!("{name}: {how}"),
                Ok(Shown::NotInTime) => println!("{name}: skipped, not seen in time"),
                Ok(Shown::Dead(why)) | Err(why) => dead.push(format!("{name}: {why}")),
            }
        }
        let unknown = Spec::new(engine.name).saying("no_such_option", 1);
        assert!(chosen.engine(&unknown).is_err(), "{}", chosen.full_name());
    }
    dead
}

/// Options of other games and engines are refused by name, with what there is.
#[test]
fn options_that_do_not_belong_are_refused_with_a_sentence() {
    let games = takeback::standard();
    let refusal = |game: &str, engine: &str| {
        let chosen = games.choose(game, None).expect("a game");
        let spec: Spec = engine.parse().expect("a specification");
        chosen.engine(&spec).err().map(|e| e.to_string()).unwrap_or_default()
    };
    for (game, engine, says) in [
        ("atari", "mcts:rave", "no option \"rave\""),
        ("atari", "mcts:cut=1", "it has time, nodes"),
        ("chess", "mcts:grave=50", "no option \"grave\""),
        ("hex:7x7", "mcts:cut=50", "no option \"cut\""),
        ("ringrift", "descent:threads=2", "no option \"threads\""),
        ("connect4", "mcts:itrations=9", "did you mean iterations?"),
        ("connect4", "ab:seed=3", "does nothing without slips"),
        ("connect4", "abb:depth=3", "did you mean ab?"),
        ("connect4", "maxn", "it has ab, mcts"),
        ("tron", "joint:seed=4", "does nothing without sampled"),
        ("connect4", "ab:parallel=root", "does nothing without threads"),
        ("cotulenh", "ab:eval=luck", "one of usual, material"),
    ] {
        let told = refusal(game, engine);
        assert!(told.contains(says), "{game} {engine}: {told:?}");
    }
}
