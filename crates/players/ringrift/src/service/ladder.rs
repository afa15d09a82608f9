//! What answers at each difficulty: the levels of the game, told as the original service tells its own.

use super::pick::{ai_type, randomness, variant_name};
use super::refusal::Refusal;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use takeback_host::GameEntry;
use takeback_host::spec::{Level, Spec};
use takeback_ringrift::AnyRingRift;

/// Which levels are asked about; all of them where nothing is said.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Filter {
    board_type: Option<String>,
    num_players: Option<u8>,
    difficulty: Option<u8>,
}

impl Filter {
    fn check(&self) -> Result<(), Refusal> {
        let boards = AnyRingRift::BOARDS;
        if let Some(board) = &self.board_type
            && !boards.contains(&board.as_str())
        {
            let all = boards.join(", ");
            return Err(Refusal::Query(format!("board_type {board:?} instead of one of {all}")));
        }
        match (self.num_players, self.difficulty) {
            (Some(players), _) if !(2..=4).contains(&players) => {
                Err(Refusal::Query(format!("num_players {players} instead of 2 to 4")))
            }
            (_, Some(difficulty)) if !(1..=10).contains(&difficulty) => {
                Err(Refusal::Query(format!("difficulty {difficulty} instead of 1 to 10")))
            }
            _ => Ok(()),
        }
    }
}

/// `GET /internal/ladder/health`.
pub(super) fn health(
    game: &GameEntry,
    filter: &Filter,
    longest: Duration,
    now: &str,
) -> Result<Value, Refusal> {
    filter.check()?;
    let mut tiers = Vec::new();
    for board in AnyRingRift::BOARDS {
        for players in 2..=4_u8 {
            let wanted = filter.board_type.as_deref().is_none_or(|name| name == board)
                && filter.num_players.is_none_or(|number| number == players);
            if wanted {
                tiers.extend(levels(game, filter, board, players, longest)?);
            }
        }
    }
    Ok(json!({
        "generated_at": now,
        "filters": {
            "board_type": filter.board_type, "num_players": filter.num_players,
            "difficulty": filter.difficulty,
        },
        // Nothing that a level needs lies in a file, so nothing can be missing.
        "summary": {
            "tiers": tiers.len(), "overridden_tiers": 0, "missing_heuristic_profiles": 0,
            "missing_nnue_checkpoints": 0, "missing_neural_checkpoints": 0,
        },
        "tiers": tiers,
    }))
}

fn levels(
    game: &GameEntry,
    filter: &Filter,
    board: &str,
    players: u8,
    longest: Duration,
) -> Result<Vec<Value>, Refusal> {
    let variant = game.variant(Some(&variant_name(board, players.into())));
    let ladder = variant.ok().and_then(takeback_host::Variant::ladder).ok_or(Refusal::Broken)?;
    let wanted = (1..=10_u8).filter(|level| filter.difficulty.is_none_or(|asked| asked == *level));
    wanted
        .map(|difficulty| {
            let level = Level::new(difficulty).ok_or(Refusal::Broken)?;
            let spec: Spec = ladder.spec(level).map_err(|_| Refusal::Broken)?;
            Ok(json!({
                "difficulty": difficulty,
                "board_type": board,
                "num_players": players,
                "ai_type": ai_type(&spec),
                "engine": spec.to_string(),
                "use_neural_net": false,
                "randomness": randomness(&spec),
                // No level takes longer, and most take far less.
                "think_time_ms": longest.as_millis() as u64,
                "model_id": null,
                "heuristic_profile_id": "takeback",
                "overridden": false,
                "artifacts": { "heuristic_profile": {
                    "id": "takeback", "available": true, "source": "built_in",
                } },
            }))
        })
        .collect()
}

/// `GET /ai/models`: there is one, the judgement that is built in.
pub(super) fn models() -> Value {
    json!({
        "models": [{
            "id": "takeback",
            "kind": "heuristic",
            "source": "built_in",
            "use_neural_net": false,
            "board_types": AnyRingRift::BOARDS,
            "num_players": [2, 3, 4],
            "difficulties": (1..=10).collect::<Vec<u8>>(),
        }],
        "default": "takeback",
    })
}
