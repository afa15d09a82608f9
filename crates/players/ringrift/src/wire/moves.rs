//! Plies as RingRift's own tools write them.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use takeback_core::{Game, Player};
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{Board, Cell, CellName, LoosePly, Move, Phase, Recovery, RingRift};

/// Coordinates of a cell.
#[derive(Copy, Clone, Debug, Deserialize)]
pub struct JsonPosition {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// On hexagonal boards; follows from the others.
    #[serde(default)]
    pub z: Option<i32>,
}

impl JsonPosition {
    /// The coordinates of a cell.
    #[must_use]
    pub fn of<B: Board>(cell: Cell) -> Self {
        let (x, y) = B::coordinates(cell);
        JsonPosition { x, y, z: B::HEXAGONS.then_some(-x - y) }
    }

    /// The cell, if it is on the board.
    #[must_use]
    pub fn cell<B: Board>(self) -> Option<Cell> {
        let fits = match self.z {
            Some(z) if B::HEXAGONS => {
                self.x.checked_add(self.y).and_then(|s| s.checked_add(z)) == Some(0)
            }
            _ => true,
        };
        B::cell_at(self.x, self.y).filter(|_| fits)
    }

    pub(super) fn key(&self) -> String {
        match self.z {
            Some(z) => format!("{},{},{z}", self.x, self.y),
            None => format!("{},{}", self.x, self.y),
        }
    }

    pub(super) fn value(self) -> Value {
        match self.z {
            Some(z) => json!({ "x": self.x, "y": self.y, "z": z }),
            None => json!({ "x": self.x, "y": self.y }),
        }
    }
}

/// A ply as it is written; what it does not need is ignored.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JsonMove {
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// Who makes it, counted from 1.
    #[serde(default)]
    pub player: u64,
    #[serde(default)]
    pub(super) from: Option<JsonPosition>,
    #[serde(default)]
    pub(super) to: Option<JsonPosition>,
    #[serde(default)]
    capture_target: Option<JsonPosition>,
    #[serde(default)]
    placement_count: Option<u8>,
    #[serde(default)]
    formed_lines: Option<Vec<JsonLine>>,
    #[serde(default)]
    collapsed_markers: Option<Vec<JsonPosition>>,
    #[serde(default)]
    disconnected_regions: Option<Vec<JsonRegion>>,
    #[serde(default)]
    elimination_context: Option<String>,
    #[serde(default)]
    recovery_mode: Option<String>,
    #[serde(default, alias = "option")]
    recovery_option: Option<u8>,
    #[serde(default)]
    collapse_positions: Option<Vec<JsonPosition>>,
    #[serde(default)]
    extraction_stacks: Option<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
struct JsonLine {
    #[serde(default)]
    positions: Vec<JsonPosition>,
}

#[derive(Clone, Debug, Deserialize)]
struct JsonRegion {
    #[serde(default)]
    spaces: Vec<JsonPosition>,
}

/// Why a JSON ply is none.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MoveJsonError {
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("no ply is of type {0:?}")]
    Kind(String),
    #[error("a {kind} ply needs {field:?}, a cell of this board")]
    Missing { kind: String, field: &'static str },
    #[error("{0} rings instead of 1 to 3")]
    Rings(u8),
    #[error("no stack gives back a buried ring")]
    NoExtraction,
    #[error("player {0} is not in turn")]
    Player(u64),
}

/// A ply, or the intent to make one whose cells are not said and not to be found.
#[derive(Copy, Clone, Debug)]
pub enum ReadPly<S> {
    /// A ply, legal or not.
    Ply(LoosePly<S>),
    /// A line ply without a line: the phase moves on if there is no line.
    NoSuchLine,
    /// A territory ply without a region: nothing happens.
    NoSuchRegion,
}

impl JsonMove {
    /// Read the text of a ply.
    ///
    /// # Errors
    /// When it is no JSON or has no type.
    pub fn read(text: &str) -> Result<Self, MoveJsonError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Whether it does something: all but the bookkeeping and the skips.
    pub(super) fn acts(&self) -> bool {
        let idle = [
            "skip_placement",
            "skip_capture",
            "skip_recovery",
            "skip_territory_processing",
            "no_placement_action",
            "no_movement_action",
            "no_line_action",
            "no_territory_action",
        ];
        !idle.contains(&self.kind.as_str())
    }

    pub(super) fn claims_region(&self) -> bool {
        matches!(self.kind.as_str(), "choose_territory_option" | "process_territory_region")
    }

    /// What the ply means in this position. `stacks` are the stacks in the
    /// order of the JSON state: a recovery that names none takes from the first.
    ///
    /// # Errors
    /// When it means nothing.
    pub fn ply<B: Board>(
        &self,
        game: &RingRift<B>,
        stacks: &[Cell],
    ) -> Result<ReadPly<B::Set>, MoveJsonError> {
        let out_of_band = matches!(self.kind.as_str(), "resign" | "timeout");
        if !out_of_band && self.player != u64::from(game.colour().0) + 1 {
            return Err(MoveJsonError::Player(self.player));
        }
        let cell = |field: &'static str, position: Option<JsonPosition>| {
            let missing = || MoveJsonError::Missing { kind: self.kind.clone(), field };
            position.and_then(JsonPosition::cell::<B>).ok_or_else(missing)
        };
        let from = || cell("from", self.from);
        let to = || cell("to", self.to);
        let target = || cell("captureTarget", self.capture_target);
        let m = match self.kind.as_str() {
            "place_ring" => {
                let rings = self.placement_count.unwrap_or(1);
                if !(1..=3).contains(&rings) {
                    return Err(MoveJsonError::Rings(rings));
                }
                Move::Place { to: to()?, rings }
            }
            "skip_placement" => Move::SkipPlacement,
            "no_placement_action" => Move::NoPlacement,
            "swap_sides" => Move::Swap,
            "move_stack" => Move::Slide { from: from()?, to: to()? },
            "overtaking_capture" => Move::Capture { from: from()?, target: target()?, to: to()? },
            "continue_capture_segment" => {
                Move::Continue { from: from()?, target: target()?, to: to()? }
            }
            "skip_capture" => Move::SkipCapture,
            "recovery_slide" => return self.recovery(game, stacks, from()?, to()?),
            "skip_recovery" => Move::SkipRecovery,
            "no_movement_action" => Move::NoMovement,
            "process_line" | "choose_line_option" => return self.line(game),
            "no_line_action" => Move::NoLine,
            "choose_territory_option" | "process_territory_region" => return self.region(game),
            "skip_territory_processing" => Move::SkipTerritory,
            "no_territory_action" => Move::NoTerritory,
            "eliminate_rings_from_stack" => match self.elimination_context.as_deref() {
                Some("line") => Move::PayLine(to()?),
                Some("recovery") => Move::PayBuried(to()?),
                Some("forced") => Move::ForcedElimination(to()?),
                _ => Move::PayCap(to()?),
            },
            "forced_elimination" => Move::ForcedElimination(to()?),
            "resign" => Move::Resign(self.quitter(game)?),
            "timeout" => Move::TimeOut(self.quitter(game)?),
            other => return Err(MoveJsonError::Kind(other.to_owned())),
        };
        Ok(ReadPly::Ply(LoosePly::Ply(m)))
    }

    fn quitter<B: Board>(&self, game: &RingRift<B>) -> Result<Player, MoveJsonError> {
        let valid = (1..=game.players() as u64).contains(&self.player);
        if valid {
            Ok(Player(self.player as u8 - 1))
        } else {
            Err(MoveJsonError::Player(self.player))
        }
    }

    fn set<B: Board>(
        &self,
        field: &'static str,
        positions: &[JsonPosition],
    ) -> Result<B::Set, MoveJsonError> {
        positions.iter().try_fold(B::Set::EMPTY, |set, position| match position.cell::<B>() {
            Some(cell) => Ok(set.with(cell.index())),
            None => Err(MoveJsonError::Missing { kind: self.kind.clone(), field }),
        })
    }

    fn recovery<B: Board>(
        &self,
        game: &RingRift<B>,
        stacks: &[Cell],
        from: Cell,
        to: Cell,
    ) -> Result<ReadPly<B::Set>, MoveJsonError> {
        let missing = |field| MoveJsonError::Missing { kind: self.kind.clone(), field };
        let kind = match self.recovery_mode.as_deref() {
            None | Some("line") => Recovery::Line,
            Some("fallback") => Recovery::Fallback,
            Some("stack_strike") => Recovery::Strike,
            Some(_) => return Err(missing("recoveryMode")),
        };
        if kind == Recovery::Line && self.recovery_option == Some(2) {
            let positions = self.collapse_positions.as_deref().unwrap_or_default();
            let window = self.set::<B>("collapsePositions", positions)?;
            let ply = game.free_recovery_ply(from, to, window);
            let ply = ply.ok_or_else(|| missing("collapsePositions"))?;
            return Ok(ReadPly::Ply(LoosePly::Ply(ply)));
        }
        let named = self.extraction_stacks.as_ref().and_then(|keys| keys.first());
        let givers = game.burying(game.colour());
        let extract = match named {
            Some(key) => CellName::<B>::read(key),
            // Of one there is no first.
            None if givers.count() == 1 => givers.first().map(|at| Cell(at as u16)),
            None => stacks.iter().copied().find(|cell| givers.contains(cell.index())),
        };
        let extract = extract.ok_or(MoveJsonError::NoExtraction)?;
        Ok(ReadPly::Ply(LoosePly::Ply(Move::Recover { kind, from, to, extract })))
    }

    /// A line that is not named is the only one, or the one that begins at `to`.
    fn line<B: Board>(&self, game: &RingRift<B>) -> Result<ReadPly<B::Set>, MoveJsonError> {
        let lines = self.formed_lines.as_deref().unwrap_or_default();
        let positions = lines.first().map(|line| line.positions.as_slice()).unwrap_or_default();
        if positions.is_empty() {
            let whole = |m: &Move| matches!(m, Move::Line { .. });
            return Ok(self.find(game, whole).map_or(ReadPly::NoSuchLine, ReadPly::Ply));
        }
        let line = self.set::<B>("formedLines", positions)?;
        let chosen = match self.collapsed_markers.as_deref() {
            None | Some([]) => line,
            Some(some) => self.set::<B>("collapsedMarkers", some)?,
        };
        let whole = chosen.count() >= line.count();
        let loose = LoosePly::Line { cells: chosen, whole };
        Ok(ReadPly::Ply(game.line_ply(line, chosen).map_or(loose, LoosePly::Ply)))
    }

    /// A region that is not named is the only one, or the one that begins at `to`.
    fn region<B: Board>(&self, game: &RingRift<B>) -> Result<ReadPly<B::Set>, MoveJsonError> {
        let regions = self.disconnected_regions.as_deref().unwrap_or_default();
        let spaces = regions.first().map(|region| region.spaces.as_slice()).unwrap_or_default();
        if spaces.is_empty() {
            let claim = |m: &Move| matches!(m, Move::Claim { .. });
            return Ok(self.find(game, claim).map_or(ReadPly::NoSuchRegion, ReadPly::Ply));
        }
        let region = self.set::<B>("disconnectedRegions", spaces)?;
        let legal = game.claim_ply(region).filter(|m| game.legal_moves().contains(m));
        Ok(ReadPly::Ply(legal.map_or(LoosePly::Claim(region), LoosePly::Ply)))
    }

    fn find<B: Board>(
        &self,
        game: &RingRift<B>,
        wanted: impl Fn(&Move) -> bool,
    ) -> Option<LoosePly<B::Set>> {
        let found: Vec<Move> = game.legal_moves().into_iter().filter(wanted).collect();
        let named = self.to.and_then(JsonPosition::cell::<B>);
        let first = |m: &Move| game.subject(*m).first().map(|at| Cell(at as u16));
        let least = |m: &Move| least::<B>(game.subject(*m));
        match found[..] {
            [only] => Some(LoosePly::Ply(only)),
            _ if named.is_none() => None,
            _ => {
                let named_by = |name: &dyn Fn(&Move) -> Option<Cell>| {
                    found.iter().copied().find(|m| name(m) == named)
                };
                named_by(&first).or_else(|| named_by(&least)).map(LoosePly::Ply)
            }
        }
    }
}

/// The cell of a region that stands for it: of the lowest `x` that with the lowest `y`.
fn least<B: Board>(region: B::Set) -> Option<Cell> {
    region.iter().map(|at| Cell(at as u16)).min_by_key(|&cell| B::coordinates(cell))
}

/// A ply of the player in turn as JSON.
#[must_use]
pub fn write_move<B: Board>(game: &RingRift<B>, m: Move, number: usize) -> Value {
    let at = |cell: Cell| JsonPosition::of::<B>(cell).value();
    let list = |set: B::Set| set.iter().map(|i| at(Cell(i as u16))).collect::<Vec<_>>();
    let name = |cell: Cell| CellName::<B>::of(cell).to_string();
    let me = game.colour().0 + 1;
    let mut fields = Map::new();
    let mut put = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
    put("id", json!(format!("takeback-{number}")));
    put("player", json!(me));
    put("moveNumber", json!(number));
    put("timestamp", json!("1970-01-01T00:00:00.000Z"));
    put("thinkTime", json!(0));
    // Plies without a place carry a dummy, which has no `z` on any board.
    put("to", json!({ "x": 0, "y": 0 }));
    let kind = match m {
        Move::Place { to, rings } => {
            put("to", at(to));
            put("placementCount", json!(rings));
            "place_ring"
        }
        Move::SkipPlacement => "skip_placement",
        Move::NoPlacement => "no_placement_action",
        Move::Swap => "swap_sides",
        Move::Slide { from, to } => {
            put("from", at(from));
            put("to", at(to));
            "move_stack"
        }
        Move::Capture { from, target, to } | Move::Continue { from, target, to } => {
            put("from", at(from));
            put("captureTarget", at(target));
            put("to", at(to));
            let chain = matches!(m, Move::Continue { .. });
            if chain { "continue_capture_segment" } else { "overtaking_capture" }
        }
        Move::SkipCapture => "skip_capture",
        Move::Recover { kind, from, to, extract } => {
            put("from", at(from));
            put("to", at(to));
            put(
                "recoveryMode",
                json!(match kind {
                    Recovery::Line => "line",
                    Recovery::Fallback => "fallback",
                    Recovery::Strike => "stack_strike",
                }),
            );
            if kind == Recovery::Line {
                put("recoveryOption", json!(1));
            }
            put("extractionStacks", json!([name(extract)]));
            "recovery_slide"
        }
        Move::RecoverFree { from, to, .. } => {
            put("from", at(from));
            put("to", at(to));
            put("recoveryMode", json!("line"));
            put("recoveryOption", json!(2));
            put("collapsePositions", json!(list(game.subject(m))));
            "recovery_slide"
        }
        Move::SkipRecovery => "skip_recovery",
        Move::NoMovement => "no_movement_action",
        Move::Line { start, axis } | Move::LineOption { start, axis, .. } => {
            let line = list(game.subject(m));
            let (x, y) = B::OFFSETS[usize::from(axis)];
            put("to", at(start));
            put(
                "formedLines",
                json!([{
                    "length": line.len(), "player": me, "direction": { "x": x, "y": y }, "positions": line,
                }]),
            );
            put("collapsedMarkers", json!(list(game.chosen(m))));
            if matches!(m, Move::Line { .. }) { "process_line" } else { "choose_line_option" }
        }
        Move::NoLine => "no_line_action",
        Move::Claim { seed, .. } => {
            put("to", at(least::<B>(game.subject(m)).unwrap_or(seed)));
            put(
                "disconnectedRegions",
                json!([{
                    "spaces": list(game.subject(m)), "controllingPlayer": me, "isDisconnected": true,
                }]),
            );
            "choose_territory_option"
        }
        Move::PayLine(cell) | Move::PayCap(cell) | Move::PayBuried(cell) => {
            let stack = game.stack(cell);
            let (context, count) = match m {
                Move::PayLine(_) => ("line", 1),
                Move::PayCap(_) => ("territory", stack.cap()),
                _ => ("recovery", 1),
            };
            put("to", at(cell));
            put("eliminationContext", json!(context));
            put("eliminatedRings", json!([{ "player": me, "count": count }]));
            put(
                "eliminationFromStack",
                json!({
                    "position": at(cell), "capHeight": stack.cap(), "totalHeight": stack.height(),
                }),
            );
            "eliminate_rings_from_stack"
        }
        Move::SkipTerritory => "skip_territory_processing",
        Move::NoTerritory => "no_territory_action",
        Move::ForcedElimination(cell) => {
            put("to", at(cell));
            put("eliminationContext", json!("forced"));
            put("eliminatedRings", json!([{ "player": me, "count": game.stack(cell).cap() }]));
            "forced_elimination"
        }
        Move::Resign(seat) => {
            put("player", json!(seat.0 + 1));
            "resign"
        }
        Move::TimeOut(seat) => {
            put("player", json!(seat.0 + 1));
            "timeout"
        }
    };
    put("type", json!(kind));
    Value::Object(fields)
}

/// Whether a decision is pending: the game goes on and the same player decides
/// something other than a placement or movement.
#[must_use]
pub fn awaits_decision(phase: Phase) -> bool {
    matches!(
        phase,
        Phase::Capture
            | Phase::ChainCapture
            | Phase::LineProcessing
            | Phase::TerritoryProcessing
            | Phase::ForcedElimination
    )
}
