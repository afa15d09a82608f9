//! Whole recorded games: every ply with the legal list and the change of state.
//!
//! Facts that a record leaves out are not checked, so a bare list of plies is a
//! record too, and the first ply that the rules do not allow is pointed out.

use super::expect;
use crate::wire::{cell_text, fingerprint};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use takeback_core::{Game, Keyed, Notation, Player};
use takeback_host::check::{File, Report};
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{
    Board, Cell, CellName, Hex8, Hexagonal, Phase, RingRift, Rules, Square8, Square19,
};

/// The line that opens a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Opening {
    #[serde(default)]
    pub(super) id: String,
    pub(super) board: String,
    pub(super) players: u8,
    #[serde(default)]
    swap_rule: bool,
    lps_rounds: Option<u8>,
    victory_threshold: Option<u16>,
    territory_minimum: Option<u16>,
    rings_per_player: Option<u16>,
}

impl Opening {
    fn rules<B: Board>(&self) -> Rules {
        let rings = self.rings_per_player.unwrap_or(B::RINGS);
        let mut rules = Rules::with_rings::<B>(self.players, rings);
        rules.swap = self.swap_rule;
        rules.lps_rounds = self.lps_rounds.unwrap_or(rules.lps_rounds);
        rules.territory_victory = self.territory_minimum.unwrap_or(rules.territory_victory);
        rules.ring_victory = self.victory_threshold.or(rules.ring_victory);
        rules
    }

    pub(super) fn start<B: Board>(&self) -> Result<RingRift<B>, String> {
        RingRift::new(self.rules::<B>()).map_err(|e| e.to_string())
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Ply {
    i: Option<u32>,
    ph: Option<String>,
    pl: Option<u8>,
    n: Option<usize>,
    lh: Option<String>,
    legal: Option<Vec<String>>,
    pub(super) mv: String,
    d: Option<BTreeMap<String, String>>,
    pp: Option<Vec<[u16; 3]>>,
    nph: Option<String>,
    npl: Option<u8>,
    #[serde(default)]
    pend: u8,
    must: Option<String>,
    chain: Option<String>,
    te: Option<u64>,
    h: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct End {
    plies: Option<u32>,
    status: Option<String>,
    winner: Option<u8>,
    reason: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum Line {
    Game(Opening),
    Ply(Box<Ply>),
    End(End),
}

/// One recorded game.
pub(super) struct Record {
    pub(super) opening: Opening,
    pub(super) plies: Vec<(usize, Ply)>,
    end: Option<End>,
}

/// Calls a generic function for the board of that name.
macro_rules! on_board {
    ($name:expr, $call:ident ( $($arg:expr),* )) => {
        match $name {
            "square8" => $call::<Square8>($($arg),*),
            "square19" => $call::<Square19>($($arg),*),
            "hex8" => $call::<Hex8>($($arg),*),
            "hexagonal" => $call::<Hexagonal>($($arg),*),
            other => Err(format!("no board is called {other:?}")),
        }
    };
}
pub(super) use on_board;

/// The games of a file; lines that cannot be read are failed cases.
pub(super) fn records(file: &File, report: &mut Report) -> Vec<Record> {
    let mut games: Vec<Record> = Vec::new();
    // After a bad line nothing is known until the next game begins.
    let mut lost = true;
    for (number, text) in file.lines() {
        let place = format!("{}:{number}", file.name);
        match serde_json::from_str::<Line>(text) {
            Ok(Line::Game(opening)) => {
                lost = false;
                games.push(Record { opening, plies: Vec::new(), end: None });
            }
            Ok(Line::Ply(ply)) => match games.last_mut() {
                Some(game) if !lost && game.end.is_none() => game.plies.push((number, *ply)),
                _ if lost => {}
                _ => report.fail(place, "a ply after the end of the game"),
            },
            Ok(Line::End(end)) => {
                if let Some(game) = games.last_mut().filter(|_| !lost) {
                    game.end = Some(end);
                }
            }
            Err(error) => {
                report.fail(place, error);
                if !lost {
                    games.pop();
                }
                lost = true;
            }
        }
    }
    games
}

/// Checks every game of a file, one case each.
pub(super) fn check(file: &File, report: &mut Report) {
    for record in records(file, report) {
        let id = &record.opening.id;
        let outcome = on_board!(record.opening.board.as_str(), replay(&record));
        report.case(format_args!("{} {id}", file.name), outcome);
    }
}

/// The legal plies as sorted text.
pub(super) fn legal_texts<B: Board>(game: &RingRift<B>) -> Vec<String> {
    let mut texts: Vec<String> =
        game.legal_moves().into_iter().map(|m| game.move_text(m)).collect();
    texts.sort_unstable();
    texts
}

fn replay<B: Board>(record: &Record) -> Result<(), String> {
    let mut game = record.opening.start::<B>()?;
    let mut cells = BTreeMap::new();
    let start = game.clone();
    let mut undos = Vec::new();
    for (count, (line, ply)) in record.plies.iter().enumerate() {
        let number = ply.i.map_or(count, |i| i as usize);
        let here = |why: String| format!("line {line}, ply {number}: {why}");
        if number != count {
            return Err(here(format!("expected ply {count}")));
        }
        before(&game, ply).map_err(here)?;
        let m = referee(&game, &ply.mv).map_err(here)?;
        let undo = there_and_back(&mut game, m).map_err(here)?;
        undos.push((m, undo));
        after(&game, ply, &mut cells).map_err(here)?;
    }
    finish(&game, record)?;
    while let Some((m, undo)) = undos.pop() {
        game.unmake(m, undo);
    }
    if game != start {
        return Err("taking back the whole game does not lead to its start".to_owned());
    }
    Ok(())
}

fn before<B: Board>(game: &RingRift<B>, ply: &Ply) -> Result<(), String> {
    if let Some(phase) = &ply.ph {
        expect("phase", phase.as_str(), game.phase().name())?;
    }
    if let Some(player) = ply.pl {
        expect("player", player, game.colour().0 + 1)?;
    }
    let legal = legal_texts(game);
    if let Some(recorded) = &ply.legal {
        same_list(recorded, &legal)?;
    }
    if let Some(count) = ply.n {
        expect("number of legal plies", count, legal.len())?;
    }
    if let Some(digest) = &ply.lh {
        expect("digest of the legal plies", digest, &digest16(&legal.join("\n")))?;
    }
    let forced = game.forced().map(|m| game.move_text(m));
    if forced.is_some_and(|only| legal != [only]) {
        return Err("the forced ply is not the only legal one".to_owned());
    }
    Ok(())
}

fn same_list(recorded: &[String], found: &[String]) -> Result<(), String> {
    let (recorded, found) = (BTreeSet::from_iter(recorded), BTreeSet::from_iter(found));
    let missing: Vec<_> = recorded.difference(&found).take(3).collect();
    let extra: Vec<_> = found.difference(&recorded).take(3).collect();
    if missing.is_empty() && extra.is_empty() {
        return Ok(());
    }
    Err(format!("legal plies: not found {missing:?}, not recorded {extra:?}"))
}

/// The ply of that text, or why the rules do not allow it.
pub(super) fn referee<B: Board>(
    game: &RingRift<B>,
    text: &str,
) -> Result<takeback_ringrift::Move, String> {
    let m = game.read_move(text).map_err(|e| format!("illegal ply {text:?}: {e}"))?;
    match game.objection(m) {
        None => Ok(m),
        Some(why) => Err(format!("illegal ply {text:?}: {why}")),
    }
}

/// Make, take back, compare everything, make again.
pub(super) fn there_and_back<B: Board>(
    game: &mut RingRift<B>,
    m: takeback_ringrift::Move,
) -> Result<takeback_core::Mark, String> {
    let (old, moves) = (game.clone(), game.legal_moves());
    let fresh = game.apply(m);
    let undo = game.make(m);
    game.unmake(m, undo);
    if *game != old || game.key() != old.key() {
        return Err("taking the ply back does not restore the position".to_owned());
    }
    if game.legal_moves() != moves {
        return Err("taking the ply back changes the list of legal plies".to_owned());
    }
    let undo = game.make(m);
    if *game != fresh || game.key() != game.key_from_scratch() {
        return Err("the ply made again gives another position".to_owned());
    }
    if !game.is_consistent() {
        return Err("what is kept up to date differs from a recount".to_owned());
    }
    if game.progress() < old.progress() {
        return Err("markers, collapsed cells and eliminated rings decreased".to_owned());
    }
    Ok(undo)
}

fn after<B: Board>(
    game: &RingRift<B>,
    ply: &Ply,
    cells: &mut BTreeMap<String, String>,
) -> Result<(), String> {
    let over = game.phase() == Phase::GameOver;
    if let Some(changes) = &ply.d {
        for (key, content) in changes {
            if content.is_empty() {
                cells.remove(key);
            } else {
                cells.insert(key.clone(), content.clone());
            }
        }
        compare_cells(game, cells)?;
    }
    if let Some(purses) = &ply.pp {
        let found: Vec<[u16; 3]> = game
            .colours()
            .map(|colour| game.purse(colour))
            .map(|purse| [purse.hand(), purse.eliminated(), purse.territory()])
            .collect();
        expect("hand, eliminated, territory", purses, &found)?;
    }
    if ply.ph.is_some() {
        expect("whether the game goes on", ply.nph.is_some(), !over)?;
        expect("pending line payment", ply.pend != 0, game.step().pending())?;
    }
    if let Some(phase) = &ply.nph {
        expect("next phase", phase.as_str(), game.phase().name())?;
    }
    if let Some(player) = ply.npl {
        expect("next player", player, game.colour().0 + 1)?;
    }
    let walking = matches!(game.phase(), Phase::Movement | Phase::Capture | Phase::ChainCapture);
    if walking && ply.nph.is_some() {
        let name = |cell: Option<Cell>| cell.map(|c| CellName::<B>::of(c).to_string());
        expect("stack that must move", ply.must.clone(), name(game.step().must_move()))?;
        if game.phase() == Phase::ChainCapture {
            expect("stack in a chain", ply.chain.clone(), name(game.step().hunter()))?;
        }
    }
    if let Some(sum) = ply.te {
        expect("rings eliminated in all", sum, game.rings_eliminated())?;
    }
    if let Some(print) = &ply.h {
        expect("fingerprint", print, &fingerprint(game))?;
    }
    Ok(())
}

pub(super) fn compare_cells<B: Board>(
    game: &RingRift<B>,
    recorded: &BTreeMap<String, String>,
) -> Result<(), String> {
    let found: BTreeMap<String, String> = B::ALL
        .iter()
        .map(|at| Cell(at as u16))
        .map(|cell| (CellName::<B>::of(cell).to_string(), cell_text(game, cell)))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let keys: BTreeSet<&String> = recorded.keys().chain(found.keys()).collect();
    for key in keys {
        let text = |map: &BTreeMap<String, String>| map.get(key).cloned().unwrap_or_default();
        expect(&format!("cell {key}"), text(recorded), text(&found))?;
    }
    Ok(())
}

fn finish<B: Board>(game: &RingRift<B>, record: &Record) -> Result<(), String> {
    let Some(end) = &record.end else { return Ok(()) };
    let outcome = game.outcome();
    if let Some(plies) = end.plies {
        expect("plies", plies as usize, record.plies.len())?;
    }
    if let Some(status) = &end.status {
        let found = if outcome.is_some() { "completed" } else { "active" };
        expect("status", status.as_str(), found)?;
    }
    let winner = outcome.and_then(|(winner, _)| winner).map(|Player(seat)| seat + 1);
    expect("winner", end.winner, winner)?;
    if let Some(reason) = &end.reason {
        expect("reason", Some(reason.as_str()), outcome.map(|(_, why)| why.name()))?;
    }
    Ok(())
}

/// The first 64 bits of a text's SHA-256: recorded lists of moves are compared by it.
pub(super) fn digest16(text: &str) -> String {
    Sha256::digest(text.as_bytes())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
