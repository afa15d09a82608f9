//! Game states as RingRift's own tools write them.
//!
//! What the rules need and the state has no field for ("has this player acted
//! this turn?") is told by the history of plies there. We write it into an
//! object `turnState` of our own as well, which is believed when present, so that a state
//! without history comes back exactly.

use super::moves::{HistoryPly, JsonPosition};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use std::fmt;
use std::marker::PhantomData;
use takeback_core::{Player, Players};
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{
    Board, Cell, CellName, Content, Phase, Reason, RingRift, Rounds, Rules, RulesError, Setup,
    SetupError, Stack, Step,
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
    #[error("a stack of {0} rings instead of 1 to {max}", max = Stack::HIGHEST)]
    Height(u64),
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
    players: Vec<JsonPlayer>,
    current_player: u64,
    current_phase: String,
    #[serde(default)]
    game_status: Option<String>,
    #[serde(default)]
    winner: Option<u64>,
    #[serde(default)]
    chain_capture_position: Option<JsonPosition>,
    #[serde(default)]
    must_move_from_stack_key: Option<String>,
    /// Earlier plies.
    #[serde(default)]
    pub move_history: Vec<HistoryPly>,
    #[serde(default)]
    victory_threshold: Option<u16>,
    #[serde(default)]
    territory_victory_threshold: Option<u16>,
    #[serde(default)]
    territory_victory_minimum: Option<u16>,
    #[serde(default)]
    total_rings_eliminated: Option<u64>,
    #[serde(default)]
    rules_options: Option<JsonOptions>,
    #[serde(default)]
    pending_line_reward_elimination: Option<bool>,
    #[serde(default)]
    turn_state: Option<TurnState>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonBoard {
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default)]
    stacks: Ordered<JsonStack>,
    #[serde(default)]
    markers: Ordered<JsonMarker>,
    #[serde(default)]
    collapsed_spaces: Ordered<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonStack {
    #[serde(default)]
    rings: Option<Vec<u64>>,
    #[serde(default)]
    stack_height: Option<u64>,
    #[serde(default)]
    controlling_player: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
struct JsonMarker {
    player: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonPlayer {
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

/// What the history would tell.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct TurnState {
    acted: bool,
    recovered: bool,
    territory_debt: bool,
    capture_from: Option<String>,
    swap_open: bool,
    swapped: bool,
    round_first: u8,
    round_seen: u32,
    round_able: u32,
    streak_player: u8,
    streak: u8,
    eliminated_order: Vec<u16>,
    quitter: u8,
    reason: Option<String>,
}

/// The seat with this number, counted from 1; 0 is nobody.
fn seat(number: u8) -> Option<Player> {
    number.checked_sub(1).map(Player)
}

fn seat_number(seat: Option<Player>) -> u8 {
    seat.map_or(0, |seat| seat.0 + 1)
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

    /// The position as data, not yet checked.
    ///
    /// # Errors
    /// When something in it has no meaning on board `B`.
    pub fn setup<B: Board>(&self) -> Result<Setup, StateError> {
        if self.board() != B::NAME {
            return Err(StateError::Board { expected: B::NAME, found: self.board().to_owned() });
        }
        let seats = self.players.len();
        let mut setup = Setup::new(self.rules::<B>());
        setup.cells = self.cells::<B>()?;
        setup.purses = vec![[0; 3]; seats];
        for player in &self.players {
            let seat = self.seat(player.player_number)?;
            setup.purses[seat.index()] =
                [player.rings_in_hand, player.eliminated_rings, player.territory_spaces];
        }
        setup.eliminated = self.total_rings_eliminated.unwrap_or(0);
        setup.step = self.step::<B>(&setup)?;
        setup.rounds = self.rounds()?;
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
        self.setup::<B>()?.build().map_err(StateError::Setup)
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
    pub fn loose_game<B: Board>(&self) -> Result<RingRift<B>, StateError> {
        self.setup::<B>()?.build_unchecked_turn().map_err(StateError::Setup)
    }

    fn seat(&self, number: u64) -> Result<Player, StateError> {
        let seats = self.players.len();
        let valid = (1..=seats.min(4) as u64).contains(&number);
        if valid { Ok(Player(number as u8 - 1)) } else { Err(StateError::Player(number, seats)) }
    }

    fn rules<B: Board>(&self) -> Rules {
        let options = self.rules_options.clone().unwrap_or_default();
        let players = self.players.len().min(255) as u8;
        let rings = options.rings_per_player.unwrap_or(B::RINGS);
        let legacy = self.territory_victory_threshold.unwrap_or(B::CELLS as u16 / 2 + 1);
        let mut rules = Rules::with_rings::<B>(players, rings);
        rules.ring_victory = self.victory_threshold;
        rules.territory_victory = self.territory_victory_minimum.unwrap_or(legacy);
        rules.lps_rounds = options.lps_rounds_required.unwrap_or(rules.lps_rounds);
        rules.swap = options.swap_rule_enabled.unwrap_or(false);
        rules.strike = options.stack_strike_enabled.unwrap_or(true);
        rules
    }

    fn cells<B: Board>(&self) -> Result<Vec<(Cell, Content)>, StateError> {
        let key = |key: &str| read_key::<B>(key).ok_or_else(|| StateError::Cell(key.to_owned()));
        let mut cells = Vec::new();
        for (at, stack) in &self.board.stacks.0 {
            cells.push((key(at)?, Content::Stack(self.rings(stack)?)));
        }
        for (at, marker) in &self.board.markers.0 {
            cells.push((key(at)?, Content::Marker(self.seat(marker.player)?)));
        }
        for (at, &owner) in self.board.collapsed_spaces.0.iter().map(|(at, owner)| (at, owner)) {
            cells.push((key(at)?, Content::Collapsed(self.seat(owner)?)));
        }
        Ok(cells)
    }

    fn rings(&self, stack: &JsonStack) -> Result<Vec<Player>, StateError> {
        if let Some(rings) = stack.rings.as_ref().filter(|rings| !rings.is_empty()) {
            return rings.iter().map(|&number| self.seat(number)).collect();
        }
        let height = stack.stack_height.unwrap_or(0);
        if !(1..=Stack::HIGHEST as u64).contains(&height) {
            return Err(StateError::Height(height));
        }
        let top = self.seat(stack.controlling_player.unwrap_or(0))?;
        Ok(vec![top; height as usize])
    }

    fn step<B: Board>(&self, setup: &Setup) -> Result<Step, StateError> {
        let phase = Phase::named(&self.current_phase)
            .ok_or_else(|| StateError::Phase(self.current_phase.clone()))?;
        let me = self.seat(self.current_player)?;
        let step = Step::default()
            .with_phase(phase)
            .with_player(me)
            .with_pending(self.pending_line_reward_elimination.unwrap_or(false));
        let turn = match &self.turn_state {
            Some(turn) => turn.clone(),
            None => self.turn_from_history(setup.rules, me),
        };
        // A stack that has changed hands is singled out no more.
        let own = |cell: &Cell| {
            setup.cells.iter().any(|(at, content)| {
                at == cell && matches!(content, Content::Stack(rings) if rings.first() == Some(&me))
            })
        };
        let must = self.must_move_from_stack_key.as_deref().and_then(read_key::<B>).filter(own);
        let hunter = match phase {
            Phase::ChainCapture => self.chain_capture_position.and_then(JsonPosition::cell::<B>),
            Phase::Capture => turn.capture_from.as_deref().and_then(read_key::<B>),
            _ => None,
        };
        let walking = matches!(phase, Phase::Movement | Phase::Capture | Phase::ChainCapture);
        Ok(step
            .with_acted(turn.acted)
            .with_recovered(turn.recovered)
            .with_debt(turn.territory_debt)
            .with_swap_open(turn.swap_open)
            .with_swapped(turn.swapped)
            .with_hunter(hunter)
            .with_must_move(must.filter(|_| walking)))
    }

    /// "This turn" is the longest end of the history made by the same player.
    fn turn_from_history(&self, rules: Rules, me: Player) -> TurnState {
        let number = u64::from(me.0) + 1;
        let turn: Vec<&HistoryPly> =
            self.move_history.iter().rev().take_while(|ply| ply.player == number).collect();
        let last = self.move_history.last();
        let made_by = |number| self.move_history.iter().any(|ply| ply.player == number);
        let first_moves = self.current_player == 1 || made_by(1);
        let territory = self.current_phase == Phase::TerritoryProcessing.name();
        TurnState {
            acted: turn.iter().any(|ply| ply.acts()),
            recovered: turn.iter().any(|ply| ply.kind == "recovery_slide"),
            territory_debt: territory && last.is_some_and(HistoryPly::claims_region),
            capture_from: last.and_then(|ply| ply.to.as_ref()).map(JsonPosition::key),
            swap_open: rules.swap && rules.players == 2 && !made_by(2) && first_moves,
            swapped: rules.players == 2
                && self.move_history.iter().any(|ply| ply.kind == "swap_sides"),
            ..TurnState::default()
        }
    }

    fn rounds(&self) -> Result<Rounds, StateError> {
        let turn = self.turn_state.clone().unwrap_or_default();
        let mut rounds = Rounds::default()
            .with_first(seat(turn.round_first))
            .with_seen(Players(turn.round_seen))
            .with_able(Players(turn.round_able))
            .with_streak_player(seat(turn.streak_player))
            .with_streak(turn.streak)
            .with_quitter(seat(turn.quitter));
        let mut deaths = 0;
        for (i, &order) in turn.eliminated_order.iter().take(4).enumerate() {
            deaths |= order.min(7) << (3 * i);
        }
        rounds = rounds.with_deaths(deaths);
        let going =
            matches!(self.game_status.as_deref(), None | Some("active" | "waiting" | "paused"));
        if !going || self.current_phase == Phase::GameOver.name() {
            let reason = turn.reason.as_deref().and_then(Reason::named);
            let winner = self.winner.map(|number| self.seat(number)).transpose()?;
            rounds = rounds
                .with_winner(winner)
                .with_reason(Some(reason.unwrap_or(Reason::LastPlayerStanding)));
        }
        Ok(rounds)
    }
}

/// A cell from its key; `x,y` is understood on hexagonal boards too.
fn read_key<B: Board>(key: &str) -> Option<Cell> {
    CellName::<B>::read(key).or_else(|| {
        let (x, y) = key.split_once(',')?;
        B::cell_at(x.parse().ok()?, y.parse().ok()?).filter(|_| B::HEXAGONS)
    })
}

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
