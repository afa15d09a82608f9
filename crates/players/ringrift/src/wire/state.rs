//! Game states as RingRift's own tools write them.
//!
//! Two hosts write states: the game server and the Python side. Where they have
//! different fields for the same fact both are read; unknown fields are ignored, and the server's
//! `history` with a picture of the board for each ply is skipped without being built.

use super::moves::{JsonMove, JsonPosition};
use super::stacks::{JsonStack, order_of};
use super::turn::{JsonTracking, TurnState, seat};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;
use takeback_core::Player;
use takeback_ringrift::{
    Board, Cell, CellName, Content, Phase, RingRift, Rules, RulesError, Setup, SetupError, Stack,
};

/// Why a JSON state is no position.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StateError {
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("a state on board {found:?} instead of {expected}")]
    Board { expected: &'static str, found: String },
    #[error("no board is called {0:?}")]
    UnknownBoard(String),
    #[error("{0:?} is no cell of this board")]
    Cell(String),
    #[error("no phase is called {0:?}")]
    Phase(String),
    #[error("player number {0} at a table of {1}")]
    Player(u64, usize),
    #[error("player {0} is listed twice")]
    SeatTwice(u64),
    #[error("a stack of {0} rings instead of 1 to {max}", max = Stack::HIGHEST)]
    Height(u64),
    #[error(
        "the stack on {key:?} contradicts itself: rings {rings:?} fit {said}, neither read \
         from the top nor from the bottom"
    )]
    Stack { key: String, rings: Vec<u64>, said: String },
    #[error(
        "the stack on {top:?} lists its rings from the top and that on {bottom:?} from the bottom"
    )]
    Orders { top: String, bottom: String },
    #[error(
        "phase {} needs the stack that captures: give chainCapturePosition, or the ply that led here \
         in moveHistory", .0.name()
    )]
    Hunter(Phase),
    #[error("{0}")]
    Setup(SetupError),
}

/// A JSON object whose order matters.
#[derive(Clone, Debug)]
pub struct Ordered<V>(pub Vec<(String, V)>);

impl<V> Default for Ordered<V> {
    fn default() -> Self {
        Ordered(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Ordered<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for InOrder<V> {
            type Value = Ordered<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }
        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

/// The Python side writes `null` for what it does not have.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// A state as it is written; only what the rules need is read.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JsonState {
    /// A label.
    #[serde(alias = "id", default)]
    pub game_id: Option<Value>,
    board: JsonBoard,
    #[serde(default)]
    board_type: Option<String>,
    pub(super) players: Vec<JsonPlayer>,
    pub(super) current_player: u64,
    pub(super) current_phase: String,
    #[serde(default)]
    pub(super) game_status: Option<String>,
    #[serde(default)]
    pub(super) winner: Option<u64>,
    #[serde(default)]
    pub(super) chain_capture_position: Option<JsonPosition>,
    #[serde(default)]
    pub(super) chain_capture_state: Option<JsonChain>,
    #[serde(default)]
    pub(super) must_move_from_stack_key: Option<String>,
    /// Earlier plies.
    #[serde(default, deserialize_with = "or_default")]
    pub move_history: Vec<JsonMove>,
    #[serde(default)]
    victory_threshold: Option<u16>,
    #[serde(default)]
    territory_victory_threshold: Option<u16>,
    #[serde(default)]
    territory_victory_minimum: Option<u16>,
    #[serde(default)]
    total_rings_eliminated: Option<u64>,
    #[serde(default)]
    lps_rounds_required: Option<u8>,
    #[serde(default)]
    rules_options: Option<JsonOptions>,
    #[serde(default)]
    pub(super) pending_line_reward_elimination: Option<bool>,
    #[serde(default)]
    pub(super) turn_state: Option<TurnState>,
    // The count of last player standing. Not an object of its own: to read that out of the
    // fields of this one, all unknown fields would have to be kept.
    #[serde(default)]
    pub(super) lps_tracking: Option<JsonTracking>,
    #[serde(default)]
    pub(super) lps_consecutive_exclusive_rounds: Option<u64>,
    #[serde(default)]
    pub(super) lps_consecutive_exclusive_player: Option<u64>,
    #[serde(default)]
    pub(super) lps_current_round_first_player: Option<u64>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) lps_current_round_actor_mask: Ordered<bool>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonBoard {
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    stacks: Ordered<JsonStack>,
    #[serde(default, deserialize_with = "or_default")]
    markers: Ordered<JsonMarker>,
    #[serde(default, deserialize_with = "or_default")]
    collapsed_spaces: Ordered<u64>,
}

#[derive(Clone, Debug, Deserialize)]
struct JsonMarker {
    player: u64,
}

/// A chain of captures as the Python side keeps it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsonChain {
    pub(super) current_position: JsonPosition,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsonPlayer {
    player_number: u64,
    #[serde(default)]
    rings_in_hand: u16,
    #[serde(default)]
    eliminated_rings: u16,
    #[serde(default)]
    territory_spaces: u16,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonOptions {
    #[serde(default)]
    swap_rule_enabled: Option<bool>,
    #[serde(default)]
    rings_per_player: Option<u16>,
    #[serde(default)]
    lps_rounds_required: Option<u8>,
    #[serde(default)]
    stack_strike_enabled: Option<bool>,
}

impl JsonState {
    /// Read the text of a state.
    ///
    /// # Errors
    /// When it is no JSON or lacks what every state has.
    pub fn read(text: &str) -> Result<Self, StateError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The board it is about.
    #[must_use]
    pub fn board(&self) -> &str {
        self.board.kind.as_deref().or(self.board_type.as_deref()).unwrap_or_default()
    }

    /// Stacks in the order of the JSON object: some plies mean "the first that fits".
    #[must_use]
    pub fn stack_order<B: Board>(&self) -> Vec<Cell> {
        self.board.stacks.0.iter().filter_map(|(key, _)| read_key::<B>(key)).collect()
    }

    /// The position as data, not yet checked. `next` is the ply that is to be made, if one
    /// is: where nothing else tells which stack captures, its ply does.
    ///
    /// # Errors
    /// When something in it has no meaning on board `B`.
    pub fn setup<B: Board>(&self, next: Option<&JsonMove>) -> Result<Setup, StateError> {
        if self.board() != B::NAME {
            return Err(StateError::Board { expected: B::NAME, found: self.board().to_owned() });
        }
        let mut setup = Setup::new(self.rules::<B>());
        setup.cells = self.cells::<B>()?;
        setup.purses = self.purses()?;
        setup.eliminated = self.total_rings_eliminated.unwrap_or(0);
        let replayed = self.replayed::<B>(&setup);
        setup.step = self.step::<B>(&setup, replayed.as_ref(), next)?;
        setup.rounds = self.rounds(setup.rules, replayed.as_ref().map(RingRift::rounds))?;
        if setup.rounds.reason().is_some() {
            setup.step =
                setup.step.with_phase(Phase::GameOver).with_must_move(None).with_hunter(None);
        }
        Ok(setup)
    }

    /// The position, if it can be played.
    ///
    /// # Errors
    /// Every reason why it cannot.
    pub fn game<B: Board>(&self) -> Result<RingRift<B>, StateError> {
        self.setup::<B>(None)?.build().map_err(StateError::Setup)
    }

    /// The position in which this ply is to be made, if it can be played.
    ///
    /// # Errors
    /// Every reason why it cannot.
    pub fn game_before<B: Board>(&self, next: &JsonMove) -> Result<RingRift<B>, StateError> {
        self.setup::<B>(Some(next))?.build().map_err(StateError::Setup)
    }

    /// The start of a game at this table, under the options of this state.
    ///
    /// # Errors
    /// When no game can be played with them.
    pub fn start<B: Board>(&self) -> Result<RingRift<B>, RulesError> {
        RingRift::new(self.rules::<B>())
    }

    /// The position, even if nobody can move in it.
    ///
    /// # Errors
    /// Every other reason why it cannot be played.
    pub fn loose_game<B: Board>(&self, next: Option<&JsonMove>) -> Result<RingRift<B>, StateError> {
        self.setup::<B>(next)?.build_unchecked_turn().map_err(StateError::Setup)
    }

    pub(super) fn seat(&self, number: u64) -> Result<Player, StateError> {
        let seats = self.players.len();
        let valid = (1..=seats.min(4) as u64).contains(&number);
        let found = seat(number as u8).filter(|_| valid);
        found.ok_or(StateError::Player(number, seats))
    }

    fn rules<B: Board>(&self) -> Rules {
        let options = self.rules_options.clone().unwrap_or_default();
        let players = self.players.len().min(255) as u8;
        let rings = options.rings_per_player.unwrap_or(B::RINGS);
        let legacy = self.territory_victory_threshold.unwrap_or(B::CELLS as u16 / 2 + 1);
        // What the state says of itself counts before what was agreed on at its beginning.
        let rounds = self.lps_rounds_required.or(options.lps_rounds_required);
        let mut rules = Rules::with_rings::<B>(players, rings);
        rules.ring_victory = self.victory_threshold;
        rules.territory_victory = self.territory_victory_minimum.unwrap_or(legacy);
        rules.lps_rounds = rounds.unwrap_or(rules.lps_rounds);
        rules.swap = options.swap_rule_enabled.unwrap_or(false);
        rules.strike = options.stack_strike_enabled.unwrap_or(true);
        rules
    }

    fn purses(&self) -> Result<Vec<[u16; 3]>, StateError> {
        let mut purses = vec![None; self.players.len()];
        for player in &self.players {
            let seat = self.seat(player.player_number)?;
            let purse = [player.rings_in_hand, player.eliminated_rings, player.territory_spaces];
            if purses[seat.index()].replace(purse).is_some() {
                return Err(StateError::SeatTwice(player.player_number));
            }
        }
        Ok(purses.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn cells<B: Board>(&self) -> Result<Vec<(Cell, Content)>, StateError> {
        let key = |key: &str| read_key::<B>(key).ok_or_else(|| StateError::Cell(key.to_owned()));
        let mut cells = Vec::new();
        let order = order_of(&self.board.stacks)?;
        for (at, stack) in &self.board.stacks.0 {
            let rings = stack.rings_from_top(order)?;
            let rings = rings.into_iter().map(|number| self.seat(number)).collect::<Result<_, _>>();
            cells.push((key(at)?, Content::Stack(rings?)));
        }
        for (at, marker) in &self.board.markers.0 {
            cells.push((key(at)?, Content::Marker(self.seat(marker.player)?)));
        }
        for (at, owner) in &self.board.collapsed_spaces.0 {
            cells.push((key(at)?, Content::Collapsed(self.seat(*owner)?)));
        }
        Ok(cells)
    }
}

/// A cell from its key; `x,y` is understood on hexagonal boards too.
pub(super) fn read_key<B: Board>(key: &str) -> Option<Cell> {
    CellName::<B>::read(key).or_else(|| {
        let (x, y) = key.split_once(',')?;
        B::cell_at(x.parse().ok()?, y.parse().ok()?).filter(|_| B::HEXAGONS)
    })
}
