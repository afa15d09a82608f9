//! States and histories as RingRift's game server sends them.

#![allow(dead_code)] // each test uses its part

use serde_json::{Value, json};
use takeback_core::{Game, RandomMove, SplitMix};
use takeback_players_ringrift::wire::{write_move, write_state};
use takeback_ringrift::{Board, Move, RingRift, Rules};

/// A game with the plies that led to it.
#[derive(Clone)]
pub(crate) struct Played<B: Board> {
    pub(crate) game: RingRift<B>,
    pub(crate) history: Vec<Value>,
    pub(crate) last: Option<Move>,
}

impl<B: Board> Played<B> {
    pub(crate) fn new(rules: Rules) -> Self {
        let game = RingRift::new(rules).expect("rules that can be played");
        Played { game, history: Vec::new(), last: None }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.turn().is_over()
    }

    /// One random ply; false when the game is over.
    pub(crate) fn step(&mut self, rng: &mut SplitMix) -> bool {
        if self.is_over() {
            return false;
        }
        let m = self.game.random_move(rng);
        self.history.push(write_move(&self.game, m, self.history.len() + 1));
        self.last = Some(m);
        let _ = self.game.make(m);
        true
    }

    /// The state as the game server forms it: no word of ours, everything it adds.
    pub(crate) fn state(&self) -> Value {
        let rules = *self.game.rules();
        let mut state = write_state(&self.game, None, &self.history);
        let rounds = self.game.rounds();
        let fields = state.as_object_mut().expect("an object");
        for ours in ["turnState", "gameId", "turnNumber"] {
            fields.remove(ours);
        }
        let streak_player = rounds.streak_player().map(|seat| seat.0 + 1);
        let seats = u64::from(rules.players);
        let more = json!({
            "id": "a3f1c0de-0000-4000-8000-000000000001",
            "rngSeed": 42,
            "history": [],
            "timeControl": { "initialTime": 600, "increment": 5, "type": "blitz" },
            "spectators": [],
            "createdAt": "2026-01-05T10:00:00.000Z",
            "lastMoveAt": "2026-01-05T10:09:00.000Z",
            "isRated": false,
            "maxPlayers": seats,
            "totalRingsInPlay": seats * u64::from(rules.rings),
            "lpsTracking": {
                "roundIndex": 1,
                "consecutiveExclusiveRounds": rounds.streak(),
                "consecutiveExclusivePlayer": streak_player,
            },
            "rulesOptions": {
                "swapRuleEnabled": rules.swap,
                "ringsPerPlayer": rules.rings,
            },
        });
        fields.extend(more.as_object().expect("an object").clone());
        for player in fields["players"].as_array_mut().expect("players") {
            let number = player["playerNumber"].clone();
            let who = json!({
                "id": format!("ai-{number}"), "username": format!("AI {number}"), "type": "ai",
                "isReady": true, "timeRemaining": 600_000, "aiDifficulty": 5,
            });
            let player = player.as_object_mut().expect("a player");
            player.remove("isActive");
            player.extend(who.as_object().expect("an object").clone());
        }
        state
    }
}

/// Few rings make captures, lines, recovery and the end common.
pub(crate) fn few_rings<B: Board>(players: u8) -> Rules {
    Rules::with_rings::<B>(players, 5)
}
