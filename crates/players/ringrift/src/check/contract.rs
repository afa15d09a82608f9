//! Contract vectors: a state, a ply, and what follows.
//!
//! A file `after.json` beside the vectors says exactly what follows and how far each vector can be trusted;
//! without it only the vectors' own assertions are checked.

use super::expect;
use super::traces::{compare_cells, on_board};
use crate::wire::{
    JsonMove, JsonState, ReadPly, awaits_decision, fingerprint, write_move, write_state,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use takeback_core::{Game, Keyed, Notation};
use takeback_host::check::{File, Report};
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{
    Board, Cell, CellName, Hex8, Hexagonal, LoosePly, Move, Phase, RingRift, Square8, Square19,
    fits_phase,
};

#[derive(Deserialize)]
struct Vectors {
    vectors: Vec<Value>,
}

#[derive(Deserialize)]
struct Vector {
    id: String,
    input: Input,
    #[serde(rename = "expectedOutput")]
    expected: Option<Expected>,
}

#[derive(Deserialize)]
struct Input {
    state: JsonState,
    #[serde(rename = "move")]
    ply: Option<JsonMove>,
    #[serde(rename = "initialMove")]
    first_ply: Option<JsonMove>,
}

#[derive(Deserialize)]
struct Expected {
    status: Option<String>,
    #[serde(default)]
    assertions: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct After {
    one_step: Option<Facts>,
    auto_completed: Option<Vec<String>>,
    #[serde(rename = "final")]
    last: Option<Facts>,
    #[serde(default)]
    assertion_failures: Vec<String>,
    #[serde(rename = "use")]
    label: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Facts {
    status: String,
    current_player: u8,
    current_phase: String,
    game_status: String,
    winner: Option<u8>,
    players: Vec<[u16; 3]>,
    total_rings_eliminated: u64,
    cells: BTreeMap<String, String>,
    #[serde(rename = "S")]
    progress: u64,
    hash: String,
    chain_capture_position: Option<Value>,
    must_move_from_stack_key: Option<String>,
}

/// Checks every vector of a file, one case each.
pub(super) fn check(file: &File, report: &mut Report) {
    let vectors: Vectors = match serde_json::from_str(&file.text) {
        Ok(vectors) => vectors,
        Err(error) => return report.fail(&file.name, error),
    };
    let after = match known_results(file) {
        Ok(after) => after,
        Err(error) => return report.fail(&file.name, error),
    };
    for (number, value) in vectors.vectors.into_iter().enumerate() {
        let place = format!("{} vector {number}", file.name);
        match serde_json::from_value::<Vector>(value) {
            Err(error) => report.fail(place, error),
            Ok(vector) => check_vector(file, &vector, after.get(&vector.id), report),
        }
    }
}

/// The results recorded beside the vectors; none when there is no such file.
fn known_results(file: &File) -> Result<BTreeMap<String, After>, String> {
    let Some(folder) = file.path.parent() else { return Ok(BTreeMap::new()) };
    let beside = ["after.json", "after.json.gz"].map(|name| folder.join(name));
    let Some(path) = beside.into_iter().find(|path| path.exists()) else {
        return Ok(BTreeMap::new());
    };
    let text = File::read(&path).map_err(|e| e.to_string())?.text;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn check_vector(file: &File, vector: &Vector, after: Option<&After>, report: &mut Report) {
    let label = after.map_or("", |after| after.label.as_str());
    if label == "odd-keys" {
        return report.skip();
    }
    let board = vector.input.state.board();
    let outcome = on_board!(board, run(vector, after, label));
    report.case(format_args!("{} {} ({label})", file.name, vector.id), outcome);
}

/// What the ply did.
enum Done {
    Ply,
    /// A territory ply without a region.
    Nothing,
}

fn run<B: Board>(vector: &Vector, after: Option<&After>, label: &str) -> Result<(), String> {
    let state = &vector.input.state;
    let ply = vector.input.ply.as_ref().or(vector.input.first_ply.as_ref());
    let ply = ply.ok_or("a vector without a ply")?;
    let mut game: RingRift<B> = match state.loose_game(Some(ply)) {
        Ok(game) => game,
        // What cannot even be loaded is refused with it.
        Err(_) if label == "rejected" => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    json_round_trip(&game)?;
    let start = game.clone();
    let done = make(&mut game, state, ply, label);
    if label == "rejected" {
        return match done {
            Err(_) => Ok(()),
            Ok(_) => Err("the ply should have been refused".to_owned()),
        };
    }
    let done = done?;
    if let Some(facts) = after.and_then(|after| after.one_step.as_ref()) {
        compare(&game, facts, &done).map_err(|why| format!("after the ply: {why}"))?;
    }
    let plies = after.and_then(|after| after.auto_completed.as_deref()).unwrap_or_default();
    for kind in plies {
        finish_turn(&mut game, kind)?;
    }
    if let Some(facts) = after.and_then(|after| after.last.as_ref()) {
        compare(&game, facts, &done).map_err(|why| format!("after the turn: {why}"))?;
    }
    if after.is_none() {
        complete_turn(&mut game, vector)?;
    }
    assertions(&start, &game, vector, after)
}

/// The JSON of the position and of every legal ply must come back as they were.
fn json_round_trip<B: Board>(game: &RingRift<B>) -> Result<(), String> {
    let text = write_state(game, None, &[]).to_string();
    let back = JsonState::read(&text).and_then(|state| state.loose_game::<B>(None));
    if back.map_err(|e| format!("own JSON: {e}"))? != *game {
        return Err("the JSON of the position does not lead back to it".to_owned());
    }
    for m in game.legal_moves() {
        let text = write_move(game, m, 1).to_string();
        let read = JsonMove::read(&text).and_then(|ply| ply.ply(game, &[]));
        match read.map_err(|e| format!("own JSON: {e}"))? {
            ReadPly::Ply(LoosePly::Ply(same)) if same == m => {}
            other => return Err(format!("{m:?} came back from JSON as {other:?}")),
        }
    }
    Ok(())
}

fn make<B: Board>(
    game: &mut RingRift<B>,
    state: &JsonState,
    ply: &JsonMove,
    label: &str,
) -> Result<Done, String> {
    let ply = match ply.ply(game, &state.stack_order::<B>()).map_err(|e| e.to_string())? {
        ReadPly::Ply(ply) => ply,
        ReadPly::NoSuchRegion if game.phase() == Phase::TerritoryProcessing => {
            return Ok(Done::Nothing);
        }
        ReadPly::NoSuchLine => LoosePly::Line { cells: B::Set::EMPTY, whole: false },
        ReadPly::NoSuchRegion => LoosePly::Claim(B::Set::EMPTY),
    };
    if label == "strict" {
        let LoosePly::Ply(m) = ply else {
            return Err("the cells are no line or region".to_owned());
        };
        if let Some(why) = game.objection(m) {
            return Err(format!("{} is not legal: {why}", game.move_text(m)));
        }
        let undo = super::traces::there_and_back(game, m)?;
        drop(undo);
        return Ok(Done::Ply);
    }
    // Upstream refuses some plies of a fitting kind: those that the list of the phase
    // rules out for everybody.
    if label == "rejected" && !fits_phase(&ply, game.phase()) {
        return Err("wrong phase".to_owned());
    }
    let old = game.clone();
    let mark = game.make_loose(ply).map_err(|e| e.to_string())?;
    game.unmake_loose(mark);
    if *game != old || game.key() != old.key() {
        return Err("taking the ply back does not restore the position".to_owned());
    }
    let mark = game.make_loose(ply).map_err(|e| e.to_string())?;
    drop(mark);
    if !game.is_consistent() {
        return Err("what is kept up to date differs from a recount".to_owned());
    }
    Ok(Done::Ply)
}

fn finish_turn<B: Board>(game: &mut RingRift<B>, kind: &str) -> Result<(), String> {
    let m = match kind {
        "no_line_action" => Move::NoLine,
        "no_territory_action" => Move::NoTerritory,
        other => return Err(format!("no such closing ply: {other}")),
    };
    let mark = game.make_loose(LoosePly::Ply(m)).map_err(|e| e.to_string())?;
    drop(mark);
    Ok(())
}

/// Where only assertions are known: finish the turn by bookkeeping if the vector speaks of its end.
fn complete_turn<B: Board>(game: &mut RingRift<B>, vector: &Vector) -> Result<(), String> {
    let complete = vector.expected.as_ref().and_then(|e| e.status.as_deref()) == Some("complete");
    for _ in 0..10 {
        match game.phase() {
            Phase::LineProcessing if complete => finish_turn(game, "no_line_action")?,
            Phase::TerritoryProcessing if complete => finish_turn(game, "no_territory_action")?,
            _ => break,
        }
    }
    Ok(())
}

fn status<B: Board>(game: &RingRift<B>, done: &Done) -> &'static str {
    let pending = awaits_decision(game.phase()) && matches!(done, Done::Ply);
    if pending { "awaiting_decision" } else { "complete" }
}

fn compare<B: Board>(game: &RingRift<B>, facts: &Facts, done: &Done) -> Result<(), String> {
    compare_cells(game, &facts.cells)?;
    let purses: Vec<[u16; 3]> = game
        .colours()
        .map(|colour| game.purse(colour))
        .map(|purse| [purse.hand(), purse.eliminated(), purse.territory()])
        .collect();
    expect("hand, eliminated, territory", &facts.players, &purses)?;
    expect("phase", facts.current_phase.as_str(), game.phase().name())?;
    expect("player", facts.current_player, game.colour().0 + 1)?;
    let over = game.outcome();
    let game_status = if over.is_some() { "completed" } else { "active" };
    expect("game status", facts.game_status.as_str(), game_status)?;
    expect("winner", facts.winner, over.and_then(|(winner, _)| winner).map(|seat| seat.0 + 1))?;
    expect("rings eliminated in all", facts.total_rings_eliminated, game.rings_eliminated())?;
    let progress = u64::from(game.all_markers().count() + game.all_collapsed().count());
    expect("S", facts.progress, progress + game.rings_eliminated())?;
    expect("status", facts.status.as_str(), status(game, done))?;
    let step = game.step();
    let name = |cell: Cell| CellName::<B>::of(cell).to_string();
    if game.phase() == Phase::ChainCapture {
        let recorded = facts.chain_capture_position.as_ref().map(key_of);
        expect("stack in a chain", recorded, step.hunter().map(name))?;
    }
    if game.phase() == Phase::Movement {
        expect(
            "stack that must move",
            facts.must_move_from_stack_key.clone(),
            step.must_move().map(name),
        )?;
    }
    expect("fingerprint", &facts.hash, &fingerprint(game))
}

/// A position as text, whether it is written as an object or as a key.
fn key_of(value: &Value) -> String {
    let part = |name: &str| value.get(name).map(Value::to_string);
    match value.as_str() {
        Some(key) => key.to_owned(),
        None => ["x", "y", "z"].into_iter().filter_map(part).collect::<Vec<_>>().join(","),
    }
}

/// The vector's own claims, except those that upstream itself does not meet.
fn assertions<B: Board>(
    start: &RingRift<B>,
    game: &RingRift<B>,
    vector: &Vector,
    after: Option<&After>,
) -> Result<(), String> {
    let Some(expected) = &vector.expected else { return Ok(()) };
    if vector.input.ply.is_none() {
        // The assertions speak of the end of a longer sequence.
        return Ok(());
    }
    let broken = after.map(|after| after.assertion_failures.as_slice()).unwrap_or_default();
    for (name, recorded) in &expected.assertions {
        let known_broken = broken.iter().any(|text| text.split(':').next() == Some(name.as_str()));
        if known_broken {
            continue;
        }
        if let Some(found) = fact(start, game, name) {
            expect(name, recorded, &found)?;
        }
    }
    Ok(())
}

/// The fact an assertion speaks of, if it is one about single positions.
fn fact<B: Board>(start: &RingRift<B>, game: &RingRift<B>, name: &str) -> Option<Value> {
    let total = |g: &RingRift<B>| {
        u64::from(g.all_markers().count() + g.all_collapsed().count()) + g.rings_eliminated()
    };
    Some(match name {
        "currentPlayer" => (game.colour().0 + 1).into(),
        "currentPhase" => game.phase().name().into(),
        "gameStatus" => (if game.outcome().is_some() { "completed" } else { "active" }).into(),
        "stackCount" => game.all_stacks().count().into(),
        "markerCount" => game.all_markers().count().into(),
        "collapsedCount" => game.all_collapsed().count().into(),
        "sInvariantDelta" => (total(game) as i64 - total(start) as i64).into(),
        "victoryWinner" => game.outcome()?.0?.0.checked_add(1)?.into(),
        _ => {
            let rest = name.strip_prefix("player")?;
            let seat = rest.chars().next()?.to_digit(10)?.checked_sub(1)?;
            let colour = game.colours().nth(seat as usize)?;
            let purse = game.purse(colour);
            match &rest[1..] {
                "RingsInHand" => purse.hand().into(),
                "EliminatedRings" => purse.eliminated().into(),
                "TerritorySpaces" => purse.territory().into(),
                _ => return None,
            }
        }
    })
}
