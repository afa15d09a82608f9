//! Every engine from damaged positions, within its limits.
//!
//! A position that a reader accepts may be one that no game reaches: without
//! pieces, with a hundred of them, lost before it began. Whatever it is, every
//! engine has to answer or to refuse, and to do so when its limits say.

use crate::corpus;
use crate::dog::Dog;
use crate::mutate::damage;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use takeback::core::{SplitMix, Turn};
use takeback::host::Chosen;
use takeback::host::engines::EngineInfo;
use takeback::host::play::{Seat, Table};
use takeback::host::spec::Spec;

/// How an engine is limited.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Limit {
    /// By what it may visit, on one thread: the same on every machine.
    Nodes(u64),
    /// By the clock.
    Time(Duration),
}

/// How much to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Damaged positions a variant, besides the sound ones; each is answered by one
    /// engine, in turn.
    pub positions: usize,
    /// Tries to damage a position so that it is still accepted.
    pub tries: usize,
    /// How engines are limited, in turn.
    pub limits: Vec<Limit>,
    /// Seed of everything.
    pub seed: u64,
    /// An answer that takes so much longer than its limits is a hang.
    pub patience: Duration,
    /// One that takes so much longer is late, and named.
    pub lateness: Duration,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Positions searched.
    pub searched: u64,
    /// Those that are damaged and were still accepted.
    pub damaged: u64,
    /// Searches that were refused with a reason.
    pub refused: u64,
    /// Engines that panicked or answered what is not legal.
    pub failed: Vec<String>,
    /// How much longer than the clock allowed answers took, in milliseconds.
    pub late: Vec<f64>,
    /// Answers that were late again when they were asked for once more: what took
    /// longer than the plan allows, and by how much.
    pub too_late: Vec<(f64, String)>,
    /// The latest answer, and what it was.
    pub latest: (f64, String),
}

impl Found {
    /// Add up.
    pub fn add(&mut self, other: Found) {
        self.searched += other.searched;
        self.damaged += other.damaged;
        self.refused += other.refused;
        self.failed.extend(other.failed);
        self.late.extend(other.late);
        self.too_late.extend(other.too_late);
        if other.latest.0 > self.latest.0 {
            self.latest = other.latest;
        }
    }
}

/// An engine, and what it was built from.
struct Player {
    seat: Seat,
    name: String,
}

/// Search damaged positions of one variant with all its engines.
#[must_use]
pub fn run(chosen: Chosen<'_>, plan: &Plan, dog: &Dog) -> Found {
    let mut rng = SplitMix::stream(plan.seed, chosen.full_name().bytes().map(u64::from).sum());
    let sound = corpus::positions(chosen);
    let mut players = players(chosen);
    let mut found = Found::default();
    let mut next = rng.below(players.len().max(1));
    for number in 0..sound.len().min(plan.positions) + plan.positions {
        let table = if number < sound.len().min(plan.positions) {
            chosen.table(Some(&sound[number * sound.len() / sound.len().min(plan.positions)])).ok()
        } else {
            let table = damaged(chosen, &sound, plan.tries, &mut rng);
            found.damaged += u64::from(table.is_some());
            table
        };
        let Some(table) = table else { continue };
        if !matches!(table.turn(), Turn::Player(_) | Turn::Together(_)) {
            continue;
        }
        next = (next + 1) % players.len();
        let limit = plan.limits[number % plan.limits.len()];
        if let Err(failed) =
            ask_again(chosen, &mut players[next], &*table, limit, plan, dog, &mut found)
        {
            found.failed.push(failed);
            // What panicked is in no state to go on.
            if let Some(fresh) = build(chosen, &players[next].name) {
                players[next] = fresh;
            }
        }
    }
    found
}

/// A position that was damaged and is still read as one.
fn damaged(
    chosen: Chosen<'_>,
    sound: &[String],
    tries: usize,
    rng: &mut SplitMix,
) -> Option<Box<dyn Table>> {
    for _ in 0..tries {
        let from = &sound[rng.below(sound.len())];
        let mut text = from.clone().into_bytes();
        let other = sound[rng.below(sound.len())].as_bytes();
        damage(&mut text, 0, other, rng);
        let text = String::from_utf8_lossy(&text);
        if text == from.as_str() {
            continue;
        }
        if let Ok(table) = chosen.table(Some(&text)) {
            return Some(table);
        }
    }
    None
}

/// Every engine as it is, every engine of the ladder below its longest times, and
/// every option that takes a word or a flag.
fn players(chosen: Chosen<'_>) -> Vec<Player> {
    let mut texts: Vec<String> = Vec::new();
    if chosen.ladder().is_some() {
        texts.extend((1..=10).map(|level: u8| level.to_string()));
    }
    for engine in chosen.engines() {
        texts.push(small(&engine).to_string());
        if engine.options.iter().any(|option| option.name == "threads") {
            texts.push(small(&engine).saying("threads", 2).to_string());
        }
    }
    texts.iter().filter_map(|text| build(chosen, text)).collect()
}

/// With little memory, so that hundreds fit.
fn small(engine: &EngineInfo) -> Spec {
    let has = |name: &str| engine.options.iter().any(|option| option.name == name);
    let mut spec = Spec::new(engine.name);
    for name in ["tt", "memory"] {
        if has(name) {
            spec = spec.saying(name, 1);
        }
    }
    spec
}

fn build(chosen: Chosen<'_>, text: &str) -> Option<Player> {
    let mut seat = chosen.engine(&text.parse().ok()?).ok()?;
    seat.limits.memory = seat.limits.memory.min(4);
    Some(Player { seat, name: text.to_owned() })
}

/// Late answers are asked for again, so often: what is late every time is the engine's
/// fault, and not of whoever else uses this machine.
const TRIES: usize = 3;

/// Ask for a move, and again if it was late.
fn ask_again(
    chosen: Chosen<'_>,
    player: &mut Player,
    table: &dyn Table,
    limit: Limit,
    plan: &Plan,
    dog: &Dog,
    found: &mut Found,
) -> Result<(), String> {
    let mut least = f64::INFINITY;
    for _ in 0..TRIES {
        let late = ask(chosen, player, table, limit, plan.patience, dog, found)?;
        least = least.min(late);
        if Duration::from_secs_f64(least / 1e3) <= plan.lateness {
            return Ok(());
        }
        // As it comes: what it learned the first time does not help it.
        if let Some(fresh) = build(chosen, &player.name) {
            *player = fresh;
        }
    }
    found.too_late.push((least, what(chosen, player, table, limit)));
    Ok(())
}

fn what(chosen: Chosen<'_>, player: &Player, table: &dyn Table, limit: Limit) -> String {
    format!("{} {} {limit:?} {:?}", chosen.full_name(), player.name, table.position())
}

/// Ask for a move; it must come, and be legal. Tells by how many milliseconds it was late.
fn ask(
    chosen: Chosen<'_>,
    player: &mut Player,
    table: &dyn Table,
    limit: Limit,
    patience: Duration,
    dog: &Dog,
    found: &mut Found,
) -> Result<f64, String> {
    let mut limits = player.seat.limits.clone();
    let allowed = match limit {
        Limit::Nodes(nodes) => {
            limits.nodes = Some(limits.nodes.map_or(nodes, |known| known.min(nodes)));
            limits.iterations = Some(limits.iterations.map_or(nodes, |known| known.min(nodes)));
            limits.depth = Some(limits.depth.map_or(3, |known| known.min(3)));
            limits.time = Some(Duration::from_secs(2));
            Duration::from_secs(2)
        }
        Limit::Time(time) => {
            limits.time = Some(time);
            time
        }
    };
    let named = what(chosen, player, table, limit);
    let begun = Instant::now();
    let engine = &mut player.seat.engine;
    let answer = dog.watch(
        allowed + patience,
        || named.clone(),
        || catch_unwind(AssertUnwindSafe(|| engine.choose(table, &limits))),
    );
    let took = begun.elapsed();
    found.searched += 1;
    let late = took.saturating_sub(allowed).as_secs_f64() * 1e3;
    if let Limit::Time(_) = limit {
        found.late.push(late);
    }
    if late > found.latest.0 {
        found.latest = (late, named.clone());
    }
    match answer {
        Err(_) => Err(format!("panic: {named}")),
        Ok(Err(_)) => {
            found.refused += 1;
            Ok(late)
        }
        Ok(Ok(analysis)) => {
            let mut after = table.branch();
            after.play(&analysis.best).map_err(|why| {
                format!("answered {:?}, which is not legal ({why}): {named}", analysis.best)
            })?;
            Ok(late)
        }
    }
}
