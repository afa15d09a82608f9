//! Recorded data of CoTuLenh: traces, positions, perft, FEN validation, stacks.
//!
//! Traces are replayed with the fifty-move rule alone: the engine that
//! recorded them counts repetitions in a way that can never happen.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use takeback_core::{Game, Keyed, Moves, Notation, Portable};
use takeback_cotulenh::{
    CoTuLenh, Draws, FenCategory, Move, RankMark, STACKS, Side, Strictness, Undo, fen_reasons,
};
use takeback_host::check::{File, Known, Report};

/// Checks one file.
pub fn check(file: &File, report: &mut Report) -> Known {
    if file.is_kind("traces") {
        check_traces(file, report);
    } else if file.is_kind("positions") {
        check_lines(file, report, check_position);
    } else if file.is_kind("perft") {
        check_lines(file, report, check_perft);
    } else if file.is_kind("fen_validation") {
        check_lines(file, report, check_validation);
    } else if file.is_kind("stacks") {
        let parsed = serde_json::from_str(&file.text).map_err(|error| error.to_string());
        report.case(&file.name, parsed.and_then(|stacks: Stacks| check_stacks(&stacks)));
    } else {
        return Known::No;
    }
    Known::Yes
}

/// One case a line.
fn check_lines<T: for<'a> Deserialize<'a>>(
    file: &File,
    report: &mut Report,
    check: impl Fn(&T) -> Result<(), String>,
) {
    for (place, line) in file.json_lines::<T>() {
        report
            .case(place, line.map_err(|error| error.to_string()).and_then(|record| check(&record)));
    }
}

/// One recorded fact against one of ours.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{what}: expected {expected:?}, found {found:?}"))
}

/// Both sorted lists, shown by what one has and the other lacks.
fn same_list(what: &str, expected: &[String], found: &[String]) -> Result<(), String> {
    let (a, b): (BTreeSet<_>, BTreeSet<_>) = (expected.iter().collect(), found.iter().collect());
    if a == b && expected.len() == found.len() {
        return Ok(());
    }
    let missing: Vec<_> = a.difference(&b).collect();
    let extra: Vec<_> = b.difference(&a).collect();
    Err(format!(
        "{what}: {} expected, {} found; missing {missing:?}, not expected {extra:?}",
        expected.len(),
        found.len()
    ))
}

fn read(fen: &str) -> Result<CoTuLenh, String> {
    CoTuLenh::read_position(fen)
        .map(|position| position.with_draws(Draws::FiftyOnly))
        .map_err(|error| format!("{fen:?}: {error}"))
}

/// Everything that can be done here, as text, sorted.
fn actions(position: &CoTuLenh) -> Vec<String> {
    let mut moves = Moves::with_capacity(192);
    position.listed_moves(&mut moves);
    let mut texts: Vec<String> = moves.as_slice().iter().map(|&m| position.move_text(m)).collect();
    texts.sort_unstable();
    texts
}

fn over(position: &CoTuLenh) -> Option<String> {
    position.ending().map(|ending| ending.word().to_owned())
}

// ---------------------------------------------------------------- traces

#[derive(Deserialize)]
struct Ply {
    game: u64,
    ply: u64,
    fen: String,
    board: Option<String>,
    legal: Vec<String>,
    #[serde(rename = "move")]
    action: String,
    after: String,
    after_board: Option<String>,
    turn_end: bool,
    san: Option<String>,
    check: bool,
    danger: bool,
    over: Option<String>,
    #[serde(default)]
    dead_end: bool,
}

/// One case a game: contiguous lines of the same number.
fn check_traces(file: &File, report: &mut Report) {
    let mut games: Vec<(u64, Vec<Ply>)> = Vec::new();
    for (place, line) in file.json_lines::<Ply>() {
        match line {
            Err(error) => report.fail(place, error),
            Ok(ply) => match games.last_mut() {
                Some((game, plies)) if *game == ply.game => plies.push(ply),
                _ => games.push((ply.game, vec![ply])),
            },
        }
    }
    for (game, plies) in games {
        report.case(format!("{}: game {game}", file.name), check_game(&plies));
    }
}

/// A game as it is replayed.
struct Replay {
    now: CoTuLenh,
    /// What was made, and the whole position before it.
    made: Vec<(Move, Undo, CoTuLenh)>,
    /// Where the turn in progress began, and its moves so far.
    turn_start: CoTuLenh,
    turn: Vec<Move>,
}

fn check_game(plies: &[Ply]) -> Result<(), String> {
    let Some(first) = plies.first() else { return Ok(()) };
    let start = read(&first.fen)?;
    let mut replay =
        Replay { turn_start: start.clone(), now: start, made: Vec::new(), turn: Vec::new() };
    for ply in plies {
        check_ply(&mut replay, ply)
            .map_err(|difference| format!("ply {}: {difference}", ply.ply))?;
    }
    roll_back(replay, plies)
}

fn check_ply(replay: &mut Replay, ply: &Ply) -> Result<(), String> {
    check_before(&replay.now, ply)?;
    let m =
        replay.now.read_move(&ply.action).map_err(|error| format!("{}: {error}", ply.action))?;
    let is_cancel = m == Move::CANCEL;
    same("dead end", &ply.dead_end, &replay.now.is_dead_end())?;
    if is_cancel != ply.dead_end || !is_cancel && !ply.legal.contains(&ply.action) {
        return Err(format!("{:?} is not possible here", ply.action));
    }
    let before = replay.now.clone();
    check_there_and_back(&mut replay.now, m, &before)?;
    let undo = replay.now.make(m);
    replay.made.push((m, undo, before));
    check_after(&replay.now, ply)?;
    check_turn(replay, m, ply)
}

fn check_before(now: &CoTuLenh, ply: &Ply) -> Result<(), String> {
    same("fen", &ply.fen, &now.position_text())?;
    same("board", &ply.board, &now.is_deploying().then(|| now.board_text()))?;
    if !ply.legal.is_sorted() {
        return Err("the recorded list is not sorted".to_owned());
    }
    same_list("legal", &ply.legal, &actions(now))?;
    // A session read from text is the session that was played.
    if now.is_deploying() && read(&ply.fen)? != *now {
        return Err("the position read from its text is another one".to_owned());
    }
    Ok(())
}

/// Make, take back, compare everything; the caller makes it again.
fn check_there_and_back(now: &mut CoTuLenh, m: Move, before: &CoTuLenh) -> Result<(), String> {
    let undo = now.make(m);
    same("key after the move", &now.key_from_scratch(), &now.key())?;
    let after = now.clone();
    now.unmake(m, undo);
    check_restored(now, before)?;
    let undo = now.make(m);
    if *now != after {
        return Err("made again, the move leads elsewhere".to_owned());
    }
    now.unmake(m, undo);
    check_restored(now, before)
}

fn check_restored(now: &CoTuLenh, before: &CoTuLenh) -> Result<(), String> {
    same("position taken back", &before.position_text(), &now.position_text())?;
    same("board taken back", &before.board_text(), &now.board_text())?;
    same("key taken back", &before.key(), &now.key())?;
    same("ending taken back", &before.ending(), &now.ending())?;
    if now != before || now.legal_moves() != before.legal_moves() {
        return Err("taking the move back leaves a difference".to_owned());
    }
    same("faults", &Vec::new(), &now.faults())
}

fn check_after(now: &CoTuLenh, ply: &Ply) -> Result<(), String> {
    same("after", &ply.after, &now.position_text())?;
    same("board after", &ply.after_board, &now.is_deploying().then(|| now.board_text()))?;
    same("check", &ply.check, &now.is_attacked(now.side()))?;
    same("danger", &ply.danger, &now.in_danger(now.side()))?;
    same("over", &ply.over, &over(now))?;
    same("faults", &Vec::new(), &now.faults())
}

/// The turn's end and its text.
fn check_turn(replay: &mut Replay, m: Move, ply: &Ply) -> Result<(), String> {
    let is_cancel = m == Move::CANCEL;
    let ends = !replay.now.is_deploying() && !is_cancel;
    same("turn end", &ply.turn_end, &ends)?;
    replay.turn.push(m);
    if ends {
        check_turn_texts(replay, ply)?;
    }
    if ends || is_cancel {
        replay.turn.clear();
        replay.turn_start = replay.now.clone();
    }
    Ok(())
}

fn check_turn_texts(replay: &Replay, ply: &Ply) -> Result<(), String> {
    let start = &replay.turn_start;
    let recorded_style = match replay.turn[..] {
        [m] if m.deploys().is_none() => start.turn_text(&[m], RankMark::FirstDigit),
        _ => start.deployment_text(&replay.turn),
    };
    let recorded_style = recorded_style.ok_or("the moves make no turn")?;
    if let Some(san) = &ply.san {
        // A piece promoted by its own stay capture may already be written as a hero.
        let loose = |text: &str| text.replace('+', "");
        if *san != recorded_style && !(san.contains('_') && loose(san) == loose(&recorded_style)) {
            return Err(format!("san: expected {san:?}, found {recorded_style:?}"));
        }
    }
    let texts = [start.turn_text(&replay.turn, RankMark::Whole), start.turn_lan(&replay.turn)];
    for text in texts {
        let text = text.ok_or("the moves make no turn")?;
        let moves = start.read_turn(&text).map_err(|error| format!("our own text: {error}"))?;
        let mut after = start.clone();
        for m in moves {
            after.make(m);
        }
        if after != replay.now {
            return Err(format!("{text:?} read back leads elsewhere"));
        }
    }
    Ok(())
}

/// The whole game taken back, newest ply first, each position compared.
fn roll_back(mut replay: Replay, plies: &[Ply]) -> Result<(), String> {
    for ((m, undo, before), ply) in replay.made.into_iter().zip(plies).rev() {
        replay.now.unmake(m, undo);
        let back = || {
            check_restored(&replay.now, &before)?;
            same("fen", &ply.fen, &replay.now.position_text())
        };
        back().map_err(|difference| format!("rolling back to ply {}: {difference}", ply.ply))?;
    }
    Ok(())
}

// ------------------------------------------------------------- positions

#[derive(Deserialize)]
struct BySide<T> {
    r: T,
    b: T,
}

#[derive(Deserialize)]
struct Facts {
    fen: String,
    legal: Vec<String>,
    check: bool,
    danger: BySide<bool>,
    commander: BySide<Option<String>>,
    attackers: BySide<Option<Vec<String>>>,
    over: Option<String>,
    air_defence: BySide<Vec<String>>,
}

fn check_position(facts: &Facts) -> Result<(), String> {
    let mut position = read(&facts.fen)?;
    same("fen", &facts.fen, &position.position_text())?;
    same_list("legal", &facts.legal, &actions(&position))?;
    same("check", &facts.check, &position.is_attacked(position.side()))?;
    same("over", &facts.over, &over(&position))?;
    let sides = [
        (Side::Red, facts.danger.r, &facts.commander.r, &facts.attackers.r, &facts.air_defence.r),
        (Side::Blue, facts.danger.b, &facts.commander.b, &facts.attackers.b, &facts.air_defence.b),
    ];
    for (side, danger, commander, attackers, air_defence) in sides {
        let of = |what: &str| format!("{what} of {side:?}");
        same(&of("danger"), &danger, &position.in_danger(side))?;
        same(&of("commander"), commander, &position.commander(side).map(|at| at.to_string()))?;
        check_attackers(&position, side, attackers.as_deref())?;
        let zone: Vec<String> =
            position.air_defence(side).iter().map(ToString::to_string).collect();
        same_list(&of("air defence"), air_defence, &zone)?;
    }
    let before = position.clone();
    for m in position.legal_moves() {
        check_there_and_back(&mut position, m, &before)?;
    }
    Ok(())
}

fn check_attackers(
    position: &CoTuLenh,
    side: Side,
    expected: Option<&[String]>,
) -> Result<(), String> {
    let what = format!("attackers of {side:?}");
    let found: Vec<String> =
        position.attackers(side).map(|(kind, at)| format!("{}{at}", kind.letter())).collect();
    match (expected, position.commander(side)) {
        (None, None) => Ok(()),
        (Some(expected), Some(_)) => same_list(&what, expected, &found),
        (expected, _) => Err(format!("{what}: expected {expected:?}, found {found:?}")),
    }
}

// ----------------------------------------------------------------- perft

#[derive(Deserialize)]
struct PerftRow {
    fen: String,
    perft: BTreeMap<String, u64>,
    turns: Option<TurnCounts>,
}

#[derive(Debug, Deserialize, Eq, PartialEq)]
struct TurnCounts {
    sequences: u64,
    distinct: usize,
    deadends: u64,
}

fn check_perft(row: &PerftRow) -> Result<(), String> {
    let mut position = read(&row.fen)?.with_draws(Draws::Neither);
    let before = position.clone();
    for (depth, expected) in &row.perft {
        let plies = depth.parse().map_err(|_| format!("{depth:?} is no depth"))?;
        same(&format!("perft {depth}"), expected, &takeback_verify::perft(&mut position, plies))?;
        check_restored(&position, &before)?;
    }
    if let Some(turns) = &row.turns {
        let mut counts = TurnCounts { sequences: 0, distinct: 0, deadends: 0 };
        let mut ends = HashSet::new();
        count_turns(&mut position, &mut counts, &mut ends);
        counts.distinct = ends.len();
        same("turns", turns, &counts)?;
        check_restored(&position, &before)?;
    }
    Ok(())
}

/// Every way to play one whole turn.
fn count_turns(position: &mut CoTuLenh, counts: &mut TurnCounts, ends: &mut HashSet<String>) {
    let moves = position.legal_moves();
    if moves.is_empty() && position.is_deploying() {
        counts.deadends += 1;
    }
    for m in moves {
        let undo = position.make(m);
        if position.is_deploying() {
            count_turns(position, counts, ends);
        } else {
            counts.sequences += 1;
            ends.insert(position.position_text());
        }
        position.unmake(m, undo);
    }
}

// ------------------------------------------------- FEN validation, stacks

#[derive(Deserialize)]
struct Validation {
    fen: String,
    semantics: bool,
    valid: bool,
    categories: BTreeSet<String>,
}

fn check_validation(case: &Validation) -> Result<(), String> {
    let strictness = if case.semantics { Strictness::Complete } else { Strictness::Spelling };
    let reasons = fen_reasons(&case.fen, strictness);
    let found: BTreeSet<String> =
        reasons.iter().map(|reason| FenCategory::word(reason.category()).to_owned()).collect();
    same("categories", &case.categories, &found)?;
    same("valid", &case.valid, &reasons.is_empty())
}

#[derive(Deserialize)]
struct Stacks {
    carrier_first: Vec<String>,
}

/// The same 34 contents, each carrier first.
fn check_stacks(stacks: &Stacks) -> Result<(), String> {
    let ours: Vec<String> = STACKS.iter().map(ToString::to_string).collect();
    same_list("stacks", &stacks.carrier_first, &ours)
}
