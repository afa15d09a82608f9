//! Clocks: how much time each seat has left.
//!
//! The room has no clock of its own. Whoever carries it says what time it is
//! ([`Room::time`]) before each call, in milliseconds since any moment it likes; time that runs backwards
//! counts as none. A seat's time runs while it owes a decision and the game goes on by itself. The first decision
//! of each seat is free, so that nobody loses while the others are still coming in. What is added
//! after a turn is added when somebody else's begins. Time is not counted while nobody carries the room.

use crate::{Outcome, Room, Why};
use serde::{Deserialize, Serialize};
use takeback_core::{Player, Players, Turn};

/// How much time there is.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Pace {
    /// For the whole game.
    Game {
        /// Milliseconds at the start.
        start_ms: u64,
        /// Milliseconds added after each turn.
        #[serde(default)]
        add_ms: u64,
    },
    /// For each turn.
    Turn {
        /// Milliseconds.
        each_ms: u64,
    },
}

/// The longest and the shortest time that can be agreed on: a day and a second.
const LONGEST_MS: u64 = 24 * 3600 * 1000;
const SHORTEST_MS: u64 = 1000;

impl Pace {
    fn start_ms(self) -> u64 {
        match self {
            Pace::Game { start_ms, .. } => start_ms,
            Pace::Turn { each_ms } => each_ms,
        }
    }

    /// Whether it is neither too short nor too long.
    #[must_use]
    pub fn is_sane(self) -> bool {
        let added = if let Pace::Game { add_ms, .. } = self { add_ms } else { 0 };
        (SHORTEST_MS..=LONGEST_MS).contains(&self.start_ms()) && added <= LONGEST_MS
    }
}

/// What is left, as it is kept.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Clock {
    /// How much time there is.
    pub pace: Pace,
    /// Milliseconds left, by seat.
    pub left_ms: Vec<u64>,
    /// Seats that have decided once.
    pub begun: Vec<bool>,
    /// Seats whose turn it was last; not kept.
    #[serde(skip, default = "nobody")]
    turn: Players,
    /// Since when time runs, if it does; not kept.
    #[serde(skip)]
    since: Option<u64>,
}

const fn nobody() -> Players {
    Players::NONE
}

/// The clocks as everybody sees them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockView {
    /// How much time there is.
    pub pace: Pace,
    /// Milliseconds left now, by seat.
    pub left_ms: Vec<u64>,
    /// Seats whose time runs.
    pub running: Vec<u8>,
}

impl Clock {
    pub(crate) fn new(pace: Pace, players: usize) -> Self {
        Clock {
            pace,
            left_ms: vec![pace.start_ms(); players],
            begun: vec![false; players],
            turn: Players::NONE,
            since: None,
        }
    }

    fn runs(&self, owing: Players) -> Players {
        owing.iter().filter(|seat| self.begun.get(seat.index()).copied().unwrap_or(false)).collect()
    }

    /// Take off what has passed since it was last looked at.
    fn pass(&mut self, running: Players, now: u64) {
        let gone = self.since.map_or(0, |since| now.saturating_sub(since));
        for seat in running.iter() {
            if let Some(left) = self.left_ms.get_mut(seat.index()) {
                *left = left.saturating_sub(gone);
            }
        }
    }

    /// Others are to decide now: whoever is done gets what is added.
    fn hand_over(&mut self, owing: Players) {
        // While chance decides it is still the same turn.
        if owing.is_empty() {
            return;
        }
        for seat in self.turn.iter().filter(|&seat| !owing.contains(seat)) {
            let Some(left) = self.left_ms.get_mut(seat.index()) else { continue };
            *left = match self.pace {
                Pace::Game { add_ms, .. } if self.begun[seat.index()] => {
                    left.saturating_add(add_ms).min(LONGEST_MS)
                }
                Pace::Game { .. } => *left,
                Pace::Turn { each_ms } => each_ms,
            };
            self.begun[seat.index()] = true;
        }
        self.turn = owing;
    }
}

impl Room {
    /// It is now so late, in milliseconds; whoever has no time left loses. When to say
    /// so again at the latest.
    pub fn time(&mut self, now: u64) -> Option<u64> {
        self.now_ms = self.now_ms.max(now);
        self.settle()
    }

    /// Bring the clocks up to the room's time and to whoever is to decide.
    pub(crate) fn settle(&mut self) -> Option<u64> {
        let now = self.now_ms;
        let goes = self.running && !self.ended && self.turn() != Turn::Over;
        let owing: Players = if goes { self.owing().collect() } else { Players::NONE };
        let clock = self.clock.as_mut()?;
        let ran = clock.runs(clock.turn);
        clock.pass(if clock.since.is_some() { ran } else { Players::NONE }, now);
        clock.since = None;
        let flagged: Vec<Player> =
            ran.iter().filter(|seat| clock.left_ms.get(seat.index()) == Some(&0)).collect();
        if !goes {
            return None;
        }
        if let Some(&late) = flagged.first() {
            self.lose(late, Why::Time);
            return None;
        }
        let clock = self.clock.as_mut()?;
        clock.hand_over(owing);
        if owing.is_empty() {
            return None;
        }
        clock.since = Some(now);
        let running = clock.runs(owing);
        running
            .iter()
            .filter_map(|seat| clock.left_ms.get(seat.index()))
            .min()
            .map(|left| now + left)
    }

    /// The game goes on from elsewhere: time begins anew there, and nobody gets anything for the turn left.
    pub(crate) fn clock_elsewhere(&mut self) {
        let now = self.now_ms;
        if let Some(clock) = &mut self.clock {
            let ran = if clock.since.is_some() { clock.runs(clock.turn) } else { Players::NONE };
            clock.pass(ran, now);
            (clock.turn, clock.since) = (Players::NONE, None);
        }
        self.settle();
    }

    /// Time for a search of this seat, so that its clock does not run out.
    pub(crate) fn budget_ms(&self, seat: Player) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let left = clock.left_ms.get(seat.index()).copied()?;
        // A game has some thirty moves to go; a little is kept for the way there and back.
        let share = match clock.pace {
            Pace::Game { add_ms, .. } => left / 30 + add_ms * 3 / 4,
            Pace::Turn { .. } => left / 2,
        };
        Some(share.min(left / 2).max(10))
    }

    /// Whether somebody's time runs.
    #[must_use]
    pub fn clock_runs(&self) -> bool {
        self.clock
            .as_ref()
            .is_some_and(|clock| clock.since.is_some() && !clock.runs(clock.turn).is_empty())
    }

    pub(crate) fn clock_view(&self) -> Option<ClockView> {
        let clock = self.clock.as_ref()?;
        let running = if clock.since.is_some() { clock.runs(clock.turn) } else { Players::NONE };
        let mut shown = clock.clone();
        shown.pass(running, self.now_ms);
        Some(ClockView {
            pace: clock.pace,
            left_ms: shown.left_ms,
            running: running.iter().map(|seat| seat.0).collect(),
        })
    }

    /// This seat has lost, whatever stands on the board. Where several are left, they share the win.
    pub(crate) fn lose(&mut self, seat: Player, why: Why) {
        let others = (self.chairs.len() - 1).max(1) as f32;
        let share = |other: Player| if other == seat { 0.0 } else { 1.0 / others };
        let result = Player::all(self.chairs.len()).map(share).collect();
        self.decide(Outcome { why, by: Some(seat.0), result });
    }
}
