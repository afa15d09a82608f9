//! What a state tells of the turn and of the rounds, which the rules need and have no field for.
//!
//! The sources, the better one first:
//!
//! 1. `turnState`, an object that we write ourselves, so that a state without history comes back exactly;
//! 2. the plies of `moveHistory`, replayed from the start, if they lead to this very position;
//! 3. the end of `moveHistory` alone, for the flags of the turn.
//!
//! Last player standing is counted by the hosts, and they differ; what a host says of its count
//! (`lpsTracking`, `lpsConsecutive…`, `lpsCurrentRound…`) is therefore believed before our own.

use super::moves::{JsonMove, JsonPosition, ReadPly};
use super::state::{JsonState, StateError, read_key};
use serde::Deserialize;
use takeback_core::{Player, Players};
use takeback_ringrift::{
    Board, Cell, Content, Phase, Reason, RingRift, Rounds, Rules, Setup, Step,
};

/// What the history would tell.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TurnState {
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

/// The count of last player standing as the game server sums it up.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsonTracking {
    #[serde(default)]
    consecutive_exclusive_rounds: Option<u64>,
    #[serde(default)]
    consecutive_exclusive_player: Option<u64>,
}

/// The seat with this number, counted from 1; 0 is nobody.
pub(super) fn seat(number: u8) -> Option<Player> {
    number.checked_sub(1).map(Player)
}

pub(super) fn seat_number(seat: Option<Player>) -> u8 {
    seat.map_or(0, |seat| seat.0 + 1)
}

impl JsonState {
    /// Whether the game goes on.
    fn is_going(&self) -> bool {
        let status = self.game_status.as_deref();
        matches!(status, None | Some("active" | "waiting" | "paused"))
            && self.current_phase != Phase::GameOver.name()
    }

    /// The game of the history, if its plies lead to this very position.
    pub(super) fn replayed<B: Board>(&self, setup: &Setup) -> Option<RingRift<B>> {
        if self.turn_state.is_some() || self.move_history.is_empty() {
            return None;
        }
        let mut game = RingRift::<B>::new(setup.rules).ok()?;
        for ply in &self.move_history {
            let ReadPly::Ply(ply) = ply.ply(&game, &[]).ok()? else { return None };
            drop(game.make_loose(ply).ok()?);
        }
        let reached = game.to_setup();
        let sorted = |cells: &[(Cell, Content)]| {
            let mut cells = cells.to_vec();
            cells.sort_by_key(|(cell, _)| *cell);
            cells
        };
        let over = game.outcome().is_some();
        let turn = reached.step.phase().name() == self.current_phase
            && u64::from(reached.step.player().0) + 1 == self.current_player;
        let same = reached.purses == setup.purses
            && sorted(&reached.cells) == sorted(&setup.cells)
            && over != self.is_going()
            && (over || turn);
        same.then_some(game)
    }

    pub(super) fn step<B: Board>(
        &self,
        setup: &Setup,
        replayed: Option<&RingRift<B>>,
        next: Option<&JsonMove>,
    ) -> Result<Step, StateError> {
        let phase = Phase::named(&self.current_phase)
            .ok_or_else(|| StateError::Phase(self.current_phase.clone()))?;
        let me = self.seat(self.current_player)?;
        if let Some(game) = replayed {
            return Ok(game.step());
        }
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
        let hunting = matches!(phase, Phase::Capture | Phase::ChainCapture);
        let hunter = match hunting && self.is_going() {
            false => None,
            true => Some(self.hunter::<B>(phase, &turn, must, next, own)?),
        };
        let walking = hunting || phase == Phase::Movement;
        Ok(step
            .with_acted(turn.acted)
            .with_recovered(turn.recovered)
            .with_debt(turn.territory_debt)
            .with_swap_open(turn.swap_open)
            .with_swapped(turn.swapped)
            .with_hunter(hunter)
            .with_must_move(must.filter(|_| walking)))
    }

    /// The stack that may or must capture. A chain says where it stands; otherwise it is the one
    /// that moved last, the one that had to move, or the one that the ply to be made takes.
    fn hunter<B: Board>(
        &self,
        phase: Phase,
        turn: &TurnState,
        must: Option<Cell>,
        next: Option<&JsonMove>,
        own: impl Fn(&Cell) -> bool,
    ) -> Result<Cell, StateError> {
        let chain = self.chain_capture_state.as_ref().map(|chain| chain.current_position);
        let said = self.chain_capture_position.or(chain).filter(|_| phase == Phase::ChainCapture);
        if let Some(said) = said {
            return said.cell::<B>().ok_or_else(|| StateError::Cell(said.key()));
        }
        let told = turn.capture_from.as_deref().and_then(read_key::<B>);
        let last =
            self.move_history.last().and_then(|ply| ply.to).and_then(JsonPosition::cell::<B>);
        let asked = next.and_then(|ply| ply.from).and_then(JsonPosition::cell::<B>);
        let known = [told, last, must, asked].into_iter().flatten().find(|cell| own(cell));
        known.ok_or(StateError::Hunter(phase))
    }

    /// "This turn" is the longest end of the history made by the same player.
    fn turn_from_history(&self, rules: Rules, me: Player) -> TurnState {
        let number = u64::from(me.0) + 1;
        let turn: Vec<&JsonMove> =
            self.move_history.iter().rev().take_while(|ply| ply.player == number).collect();
        let last = self.move_history.last();
        let made_by = |number| self.move_history.iter().any(|ply| ply.player == number);
        let first_moves = self.current_player == 1 || made_by(1);
        let territory = self.current_phase == Phase::TerritoryProcessing.name();
        TurnState {
            acted: turn.iter().any(|ply| ply.acts()),
            recovered: turn.iter().any(|ply| ply.kind == "recovery_slide"),
            territory_debt: territory && last.is_some_and(JsonMove::claims_region),
            swap_open: rules.swap && rules.players == 2 && !made_by(2) && first_moves,
            swapped: rules.players == 2
                && self.move_history.iter().any(|ply| ply.kind == "swap_sides"),
            ..TurnState::default()
        }
    }

    /// Real actions by round, and how the game ended. `replayed` are those of the history.
    pub(super) fn rounds(
        &self,
        rules: Rules,
        replayed: Option<Rounds>,
    ) -> Result<Rounds, StateError> {
        let turn = self.turn_state.clone().unwrap_or_default();
        let mut rounds = match (&self.turn_state, replayed) {
            (Some(turn), _) => turn.rounds(),
            (None, rounds) => self.said_by_host(rules, rounds.unwrap_or_default())?,
        };
        if !self.is_going() {
            let reason = turn.reason.as_deref().and_then(Reason::named).or(rounds.reason());
            let winner = self.winner.map(|number| self.seat(number)).transpose()?;
            rounds = rounds
                .with_winner(winner)
                .with_reason(Some(reason.unwrap_or(Reason::LastPlayerStanding)));
        }
        Ok(rounds)
    }

    /// With what the host says of its count instead of ours.
    fn said_by_host(&self, rules: Rules, mut rounds: Rounds) -> Result<Rounds, StateError> {
        let seat = |number: Option<u64>| {
            number.filter(|&number| number > 0).map(|number| self.seat(number)).transpose()
        };
        let tracked = self.lps_tracking.as_ref().and_then(|tracking| {
            Some((tracking.consecutive_exclusive_rounds?, tracking.consecutive_exclusive_player))
        });
        let counted = self
            .lps_consecutive_exclusive_rounds
            .map(|rounds| (rounds, self.lps_consecutive_exclusive_player));
        if let Some((streak, player)) = tracked.or(counted) {
            let player = seat(player)?.filter(|_| streak > 0);
            let streak = if player.is_some() { streak.min(rules.lps_rounds.into()) } else { 0 };
            rounds = rounds.with_streak_player(player).with_streak(streak as u8);
        }
        if let Some(first) = seat(self.lps_current_round_first_player)? {
            let (mut seen, mut able) = (Players::NONE, Players::NONE);
            for (number, acts) in &self.lps_current_round_actor_mask.0 {
                let number = number.parse().unwrap_or(0);
                let seat = self.seat(number)?;
                seen = seen.with(seat);
                able = if *acts { able.with(seat) } else { able.without(seat) };
            }
            rounds = rounds.with_first(Some(first)).with_seen(seen).with_able(able);
        }
        Ok(rounds)
    }
}

impl TurnState {
    fn rounds(&self) -> Rounds {
        let rounds = Rounds::default()
            .with_first(seat(self.round_first))
            .with_seen(Players(self.round_seen))
            .with_able(Players(self.round_able))
            .with_streak_player(seat(self.streak_player))
            .with_streak(self.streak)
            .with_quitter(seat(self.quitter));
        let mut deaths = 0;
        for (i, &order) in self.eliminated_order.iter().take(4).enumerate() {
            deaths |= order.min(7) << (3 * i);
        }
        rounds.with_deaths(deaths)
    }
}
