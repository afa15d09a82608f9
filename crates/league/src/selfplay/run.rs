//! Playing the parts that are missing.

use super::crew::{play_all, tell};
use super::parts::{self, Part, Row};
use super::rows;
use crate::external::Contender;
use crate::matches::{GameError, MatchError, Openings, Played, Ply, Rules, Side, Weighing, play};
use crate::records::score_json;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use takeback_core::SplitMix;
use takeback_host::Chosen;
use takeback_host::play::Table;
use takeback_search::StopFlag;
use takeback_train::rows::RowsError;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who plays against itself.
    pub engine: Contender,
    /// Who says what positions are worth, if not the engine that played them: an exact
    /// solver, or a deeper search. Moves stay the engine's.
    pub label: Option<Contender>,
    /// How many games.
    pub games: u64,
    /// Games of a file.
    pub part: u64,
    /// Where games begin.
    pub openings: Openings,
    /// House rules.
    pub rules: Rules,
    /// Seed of everything.
    pub seed: u64,
    /// Games at once; changes nothing in the files.
    pub threads: usize,
    /// How rows are written.
    pub format: Format,
    /// Up to so many random moves more at the start, by the game's number, so
    /// that games begin at different distances from the start.
    pub spread: u32,
    /// How freely moves are drawn: game number n takes the n-th of these, round and round.
    /// Empty or 0: the best is played.
    pub temperatures: Vec<f32>,
    /// So many plies into a game the best is played, whatever the temperature.
    pub cool_after: usize,
    /// Begin no more games after this time; the same command goes on later.
    pub time: Option<Duration>,
    /// Ends the run, amid a thought if need be; what is whole by then is kept, and the
    /// same plan goes on from there.
    pub stop: StopFlag,
}

impl Plan {
    /// How freely the moves of this game are drawn.
    #[must_use]
    pub fn temperature(&self, number: u64) -> f32 {
        let count = self.temperatures.len().max(1) as u64;
        self.temperatures.get((number % count) as usize).copied().unwrap_or(0.0)
    }

    /// Whether any moves are drawn.
    fn is_warm(&self) -> bool {
        self.temperatures.iter().any(|&temperature| temperature > 0.0)
    }
}

/// How rows are written.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Format {
    /// JSON lines, packed.
    Jsonl,
    /// Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
    /// Features and labels, for training: one file that grows game by game.
    Rows,
}

/// How far a run has come.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Progress {
    /// Games in whole files.
    pub games: u64,
    /// Positions written by this run.
    pub positions: u64,
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SelfplayError {
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error("{}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("{} holds another run; give another folder or the same options", .0.display())]
    OtherRun(PathBuf),
    #[error("a part needs at least one game")]
    EmptyPart,
    #[error("{0} has no features to write; --format jsonl writes positions")]
    NoFeatures(String),
    #[error("{0} draws no moves; only engines of ours take a temperature")]
    Cold(String),
    #[error("no label: {0}")]
    Label(String),
    #[error("a temperature is between 0 and 100, not {0}")]
    Temperature(f32),
    #[error(transparent)]
    Rows(#[from] RowsError),
}

/// Play all games whose files are missing; `watch` hears where the run begins,
/// and of every file once that is whole.
///
/// # Errors
/// When the engine fails, a file cannot be written, or the folder holds
/// another run.
pub fn run(
    (game, variant): (&str, Chosen<'_>),
    plan: &Plan,
    folder: &Path,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, SelfplayError> {
    if plan.part == 0 {
        return Err(SelfplayError::EmptyPart);
    }
    let is_odd = |temperature: &&f32| !(0.0..=100.0).contains(*temperature);
    if let Some(&odd) = plan.temperatures.iter().find(is_odd) {
        return Err(SelfplayError::Temperature(odd));
    }
    drop(sides(variant, plan)?);
    claim(game, variant, plan, folder)?;
    if plan.format == Format::Rows {
        return rows::run(variant, plan, folder, watch);
    }
    let header = if plan.format == Format::Jsonl { None } else { rows::header(variant) };
    let parts = plan.games.div_ceil(plan.part);
    let size = |part: u64| plan.part.min(plan.games - part * plan.part);
    let (mut missing, mut done) = (Vec::new(), Progress::default());
    for part in 0..parts {
        match parts::path(folder, part, plan.format).exists() {
            true => done.games += size(part),
            false => missing.push(part),
        }
    }
    watch(done);
    let progress = Mutex::new(done);
    play_all(variant, plan, &missing, |part, sides| {
        let first = part * plan.part;
        let last = first + size(part);
        let mut whole = Part::default();
        for number in first..last {
            let (played, mut walk) = play_game(variant, plan, number, sides)?;
            text_rows(number, &played, &mut *walk, &mut whole.rows);
            if header.is_some() {
                while walk.take_back().is_some() {}
                let thoughts = rows::thoughts(sides);
                whole.games.push(rows::labelled(plan, number, &played, &thoughts, &mut *walk));
            }
        }
        let path = parts::path(folder, part, plan.format);
        parts::write(&path, &whole, header.as_ref(), plan.format)
            .map_err(|source| SelfplayError::Write { path, source })?;
        tell(&progress, (last - first, whole.rows.len()), watch);
        Ok(())
    })?;
    takeback_host::files::sweep(folder, "part-");
    takeback_host::files::sweep(folder, "run.json");
    Ok(progress.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Writes down what the folder is for, or compares.
fn claim(game: &str, variant: Chosen<'_>, plan: &Plan, folder: &Path) -> Result<(), SelfplayError> {
    let path = folder.join("run.json");
    let failed = |source| SelfplayError::Write { path: path.clone(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut text = json!({
        "game": game, "variant": variant.name(), "engine": plan.engine.to_string(),
        "part": plan.part, "openings": format!("{:?}", plan.openings),
        "rules": format!("{:?}", plan.rules), "seed": plan.seed, "games": plan.games,
        "spread": plan.spread, "format": format!("{:?}", plan.format),
        "columns": [
            "game", "ply", "seat", "position", "move", "score", "searched", "depth", "nodes", "result",
        ],
    });
    if !plan.temperatures.is_empty() {
        text["temperatures"] = json!(plan.temperatures);
        text["cool_after"] = json!(plan.cool_after);
    }
    if let Some(label) = &plan.label {
        text["label"] = json!(label.to_string());
    }
    let text = text.to_string();
    match std::fs::read_to_string(&path) {
        Ok(known) if known == text => Ok(()),
        Ok(_) => Err(SelfplayError::OtherRun(folder.to_owned())),
        Err(_) => takeback_host::files::replace(&path, text.as_bytes()).map_err(failed),
    }
}

/// The side that plays against itself, and after it the one that labels, if any. A row
/// without a value teaches nothing, so forced moves are valued too.
///
/// # Errors
/// When the engine does not suit the game.
pub fn sides(variant: Chosen<'_>, plan: &Plan) -> Result<Vec<Side>, SelfplayError> {
    let engine = std::slice::from_ref(&plan.engine);
    let mut sides = crate::matches::sides(variant, engine, None)?;
    let labels = crate::matches::sides(variant, plan.label.as_slice(), None)?;
    let weighs = plan.format != Format::Jsonl || plan.is_warm();
    let playing = sides.len();
    sides.extend(labels);
    for side in &mut sides {
        side.limits_mut().valued = true;
        side.obey(&plan.stop);
    }
    let weighing = |(number, side)| match side {
        Side::External(other) if number >= playing => {
            Err(SelfplayError::Label(format!("{} is no engine of ours", other.name())))
        }
        same if number >= playing => Ok(same),
        Side::Own(seat) if weighs => Ok(Side::Weighing(Weighing::new(seat))),
        Side::External(other) if plan.is_warm() => {
            Err(SelfplayError::Cold(other.name().to_owned()))
        }
        same => Ok(same),
    };
    sides.into_iter().enumerate().map(weighing).collect()
}

/// Play the game of this number, by what [`sides`] made, and add its rows. They follow
/// from the plan and the number alone.
///
/// # Errors
/// When the opening cannot be set up or the engine fails.
pub fn play_rows(
    variant: Chosen<'_>,
    plan: &Plan,
    number: u64,
    sides: &mut [Side],
    rows: &mut Vec<Row>,
) -> Result<(), SelfplayError> {
    let (played, mut walk) = play_game(variant, plan, number, sides)?;
    text_rows(number, &played, &mut *walk, rows);
    Ok(())
}

/// The rows of a game that was played, by a table at its very start.
fn text_rows(number: u64, played: &Played, walk: &mut dyn Table, rows: &mut Vec<Row>) {
    for (i, ply) in played.plies.iter().enumerate() {
        if let (Some(seat), Some(score)) = (ply.seat, ply.score) {
            rows.push(Row {
                game: number,
                ply: i as u32,
                seat: seat.0,
                position: walk.position(),
                m: ply.text.clone(),
                // Players that do not look ahead say "even" of everything.
                score: if is_searched(ply) { score_json(score) } else { Value::Null },
                searched: is_searched(ply).into(),
                depth: ply.depth,
                nodes: ply.nodes,
                result: played.payoffs[seat.index()].0,
            });
        }
        walk.replay();
    }
}

/// Whether a search stands behind what was thought of a position.
pub(super) fn is_searched(ply: &Ply) -> bool {
    ply.nodes > 1
}

/// Play game number `number`; also a table at its very start, for a walk through it.
pub(super) fn play_game(
    variant: Chosen<'_>,
    plan: &Plan,
    number: u64,
    sides: &mut [Side],
) -> Result<(Played, Box<dyn Table>), SelfplayError> {
    let openings = match &plan.openings {
        Openings::Random { plies, position } if plan.spread > 0 => {
            let more = SplitMix::stream(plan.seed ^ 0x0be1, number).below(plan.spread as usize + 1);
            Openings::Random { plies: plies + more as u32, position: position.clone() }
        }
        same => same.clone(),
    };
    let mut table = openings.table(variant, plan.seed, number).map_err(MatchError::Opening)?;
    let arrangement = vec![0; table.players()];
    for side in &mut *sides {
        if let Side::Weighing(weighing) = side {
            weighing.temperature = plan.temperature(number);
            weighing.cool_after = plan.cool_after;
            drop(weighing.take());
        }
    }
    let seed = SplitMix::stream(plan.seed, !number).next();
    let mut played =
        play(&mut *table, sides, &arrangement, seed, &plan.rules).map_err(MatchError::Game)?;
    let mut walk = table.branch();
    match sides.last_mut() {
        Some(label) if plan.label.is_some() => relabel(label, &mut played, &mut *walk, seed)?,
        _ => while walk.take_back().is_some() {},
    }
    Ok((played, walk))
}

/// What `label` says of every position that somebody decided in, instead of what that one
/// thought; leaves the table at its start. From the end, since what is known of later
/// positions helps with those before them.
fn relabel(
    label: &mut Side,
    played: &mut Played,
    walk: &mut dyn Table,
    seed: u64,
) -> Result<(), SelfplayError> {
    label.forget();
    for ply in played.plies.iter_mut().rev() {
        walk.take_back();
        let Some(seat) = ply.seat else { continue };
        let said = label.advise(walk, seat, seed).map_err(SelfplayError::Label)?;
        if label.limits().stop.is_set() {
            return Err(MatchError::Game(GameError::Stopped).into());
        }
        (ply.score, ply.depth, ply.nodes) = (said.score, said.depth, said.nodes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::io::Read;

    fn plan(threads: usize) -> Plan {
        Plan {
            engine: "ab:depth=2,tt=1".parse().expect("a spec"),
            label: None,
            games: 10,
            part: 4,
            openings: Openings::random(2),
            rules: Rules::default(),
            seed: 3,
            threads,
            format: Format::Jsonl,
            spread: 0,
            temperatures: Vec::new(),
            cool_after: 30,
            time: None,
            stop: StopFlag::default(),
        }
    }

    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry"))
            .map(|e| {
                let name = e.file_name().to_string_lossy().into_owned();
                (name, std::fs::read(e.path()).expect("a file"))
            })
            .collect()
    }

    /// The rows of a packed file.
    fn rows(packed: &[u8]) -> Vec<serde_json::Value> {
        let mut text = String::new();
        flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("packed text");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    #[test]
    fn files_are_the_same_on_any_number_of_threads_and_after_a_stop() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = ("connect4", entry.nth(0));
        let folder = std::env::temp_dir().join(format!("takeback-selfplay-{}", std::process::id()));
        let (one, three) = (folder.join("one"), folder.join("three"));
        let whole = run(variant, &plan(1), &one, &|_| ()).expect("played");
        assert!(whole.games == 10 && whole.positions > 100, "{whole:?}");
        run(variant, &plan(3), &three, &|_| ()).expect("played");
        let all = files(&one);
        assert_eq!(all.len(), 4);
        assert!(all == files(&three), "threads change the files");
        // A part that was not renamed yet is as if it had never been begun.
        std::fs::remove_file(one.join("part-00001.jsonl.gz")).expect("a part");
        let rest = run(variant, &plan(2), &one, &|_| ()).expect("played");
        assert!(rest.games == 10 && rest.positions < whole.positions);
        assert!(all == files(&one), "a resumed run differs");
        let other = Plan { seed: 4, ..plan(1) };
        let refused = run(variant, &other, &one, &|_| ());
        assert!(matches!(refused, Err(SelfplayError::OtherRun(_))));
        for row in rows(&all["part-00000.jsonl.gz"]) {
            let table = entry.variants[0].table(row["position"].as_str()).expect("a position");
            assert!(table.legal().iter().any(|m| row["move"] == **m), "{row}");
            assert!(row["result"].as_i64().is_some_and(|r| r.abs() <= 1000));
        }
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    #[test]
    fn who_is_stopped_keeps_what_is_whole_and_goes_on() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = ("connect4", entry.nth(0));
        let folder = std::env::temp_dir().join(format!("takeback-stopped-{}", std::process::id()));
        let (one, other) = (folder.join("one"), folder.join("other"));
        let stopped = plan(1);
        let watch = |done: Progress| {
            if done.games >= 4 {
                stopped.stop.stop();
            }
        };
        let refused = run(variant, &stopped, &one, &watch).expect_err("stopped");
        assert_eq!(refused.to_string(), "stopped before the end of the game");
        let there = files(&one);
        assert!(there.contains_key("part-00000.jsonl.gz"));
        assert!(!there.contains_key("part-00001.jsonl.gz"));
        for folder in [&one, &other] {
            assert_eq!(run(variant, &plan(1), folder, &|_| ()).expect("played").games, 10);
        }
        assert!(files(&one) == files(&other), "a stopped run differs");
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    /// Scores are objects in the one and their text in the other.
    #[cfg(feature = "parquet")]
    #[test]
    fn parquet_holds_the_rows_of_the_lines() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = ("connect4", entry.nth(0));
        let folder = std::env::temp_dir().join(format!("takeback-columns-{}", std::process::id()));
        let (lines, columns) = (folder.join("lines"), folder.join("columns"));
        run(variant, &plan(1), &lines, &|_| ()).expect("played");
        let parquet = Plan { format: Format::Parquet, ..plan(2) };
        run(variant, &parquet, &columns, &|_| ()).expect("played");
        let lines = files(&lines);
        for part in 0..3 {
            let mut wanted = rows(&lines[&format!("part-{part:05}.jsonl.gz")]);
            for row in &mut wanted {
                row["score"] = row["score"].to_string().into();
            }
            let path = parts::path(&columns, part, Format::Parquet);
            let found = super::super::columns::read(&path, &parts::NUMBERS, &parts::TEXTS);
            assert_eq!(found, wanted, "part {part}");
        }
        // And what training reads, which is what the own format holds.
        let own = folder.join("rows");
        run(variant, &Plan { format: Format::Rows, ..plan(1) }, &own, &|_| ()).expect("played");
        let gather = |folder: &Path| takeback_train::rows::gather(folder, false).expect("whole");
        assert_eq!(gather(&columns), gather(&own));
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
