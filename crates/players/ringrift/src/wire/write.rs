//! Game states, written as RingRift's own tools read them.

use super::moves::JsonPosition;
use super::turn::seat_number;
use serde_json::{Map, Value, json};
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{Board, Cell, CellName, Phase, RingRift};

/// The state of a position as JSON, with the plies that led to it, if known.
#[must_use]
pub fn write_state<B: Board>(game: &RingRift<B>, id: Option<&Value>, history: &[Value]) -> Value {
    let (rules, step, rounds) = (game.rules(), game.step(), game.rounds());
    let outcome = game.outcome();
    let players = game.colours().map(|colour| {
        let purse = game.purse(colour);
        json!({
            "playerNumber": colour.0 + 1,
            "ringsInHand": purse.hand(),
            "eliminatedRings": purse.eliminated(),
            "territorySpaces": purse.territory(),
            "isActive": purse.is_alive(),
        })
    });
    let mut state = json!({
        "gameId": id.cloned().unwrap_or_else(|| json!("takeback")),
        "boardType": B::NAME,
        "board": write_board(game),
        "players": players.collect::<Vec<_>>(),
        "currentPlayer": step.player().0 + 1,
        "currentPhase": step.phase().name(),
        "gameStatus": if outcome.is_some() { "completed" } else { "active" },
        "turnNumber": history.len() + 1,
        "moveHistory": history,
        "territoryVictoryMinimum": rules.territory_victory,
        "territoryVictoryThreshold": B::CELLS / 2 + 1,
        "totalRingsEliminated": game.rings_eliminated(),
        "lpsRoundsRequired": rules.lps_rounds,
        "rulesOptions": {
            "swapRuleEnabled": rules.swap,
            "ringsPerPlayer": rules.rings,
            "lpsRoundsRequired": rules.lps_rounds,
            "stackStrikeEnabled": rules.strike,
        },
        "pendingLineRewardElimination": step.pending(),
        "turnState": {
            "acted": step.acted(),
            "recovered": step.recovered(),
            "territoryDebt": step.debt(),
            "captureFrom": step.hunter().map(|cell| CellName::<B>::of(cell).to_string()),
            "swapOpen": step.swap_open(),
            "swapped": step.swapped(),
            "roundFirst": seat_number(rounds.first()),
            "roundSeen": rounds.seen().0,
            "roundAble": rounds.able().0,
            "streakPlayer": seat_number(rounds.streak_player()),
            "streak": rounds.streak(),
            "eliminatedOrder": game.colours().map(|c| rounds.death(c)).collect::<Vec<_>>(),
            "quitter": seat_number(rounds.quitter()),
            "reason": outcome.map(|(_, reason)| reason.name()),
        },
    });
    if let Some(fields) = state.as_object_mut() {
        write_optional(game, fields);
    }
    state
}

/// Fields that are left out when they have nothing to say.
fn write_optional<B: Board>(game: &RingRift<B>, fields: &mut Map<String, Value>) {
    let step = game.step();
    if let Some(rings) = game.rules().ring_victory {
        fields.insert("victoryThreshold".into(), rings.into());
    }
    if let Some(cell) = step.must_move() {
        fields.insert("mustMoveFromStackKey".into(), CellName::<B>::of(cell).to_string().into());
    }
    if let (Phase::ChainCapture, Some(cell)) = (step.phase(), step.hunter()) {
        fields.insert("chainCapturePosition".into(), JsonPosition::of::<B>(cell).value());
    }
    if let Some((winner, _)) = game.outcome() {
        fields.insert("winner".into(), json!(winner.map(|seat| seat.0 + 1)));
    }
}

fn write_board<B: Board>(game: &RingRift<B>) -> Value {
    let (mut stacks, mut markers, mut collapsed) = (Map::new(), Map::new(), Map::new());
    for cell in B::ALL.iter().map(|at| Cell(at as u16)) {
        let key = CellName::<B>::of(cell).to_string();
        let position = JsonPosition::of::<B>(cell).value();
        let stack = game.stack(cell);
        if !stack.is_none() {
            stacks.insert(
                key,
                json!({
                    "position": position,
                    "rings": stack.rings().map(|ring| ring.0 + 1).collect::<Vec<_>>(),
                    "stackHeight": stack.height(),
                    "capHeight": stack.cap(),
                    "controllingPlayer": stack.controller().0 + 1,
                }),
            );
        } else if let Some(owner) = game.marker_at(cell) {
            markers.insert(
                key,
                json!({
                    "position": position, "player": owner.0 + 1, "type": "regular",
                }),
            );
        } else if let Some(owner) = game.collapsed_at(cell) {
            collapsed.insert(key, json!(owner.0 + 1));
        }
    }
    let eliminated = game
        .colours()
        .map(|colour| ((colour.0 + 1).to_string(), json!(game.purse(colour).eliminated())));
    json!({
        "type": B::NAME,
        "size": B::SIDE,
        "stacks": stacks,
        "markers": markers,
        "collapsedSpaces": collapsed,
        "eliminatedRings": eliminated.collect::<Map<_, _>>(),
        "formedLines": [],
        "territories": {},
    })
}
