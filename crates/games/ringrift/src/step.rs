//! The small facts of a position, packed into one word each: where the turn
//! stands, who had a real action lately, what a player has.

use crate::geometry::Cell;
use std::fmt;
use takeback_core::{Player, Players, Word};

/// Where in a turn the game stands.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Phase {
    /// Place rings or not.
    #[default]
    RingPlacement,
    /// Move a stack, capture, or recover.
    Movement,
    /// The stack that moved may capture.
    Capture,
    /// The stack that captured must go on.
    ChainCapture,
    /// Collapse lines and pay for them.
    LineProcessing,
    /// Claim regions and pay for them.
    TerritoryProcessing,
    /// Lose a cap for having done nothing.
    ForcedElimination,
    /// Nothing more.
    GameOver,
}

impl Phase {
    /// All phases in the order of a turn.
    pub const ALL: [Phase; 8] = [
        Phase::RingPlacement,
        Phase::Movement,
        Phase::Capture,
        Phase::ChainCapture,
        Phase::LineProcessing,
        Phase::TerritoryProcessing,
        Phase::ForcedElimination,
        Phase::GameOver,
    ];

    /// What the rules call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::RingPlacement => "ring_placement",
            Phase::Movement => "movement",
            Phase::Capture => "capture",
            Phase::ChainCapture => "chain_capture",
            Phase::LineProcessing => "line_processing",
            Phase::TerritoryProcessing => "territory_processing",
            Phase::ForcedElimination => "forced_elimination",
            Phase::GameOver => "game_over",
        }
    }

    /// The phase of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.name() == name)
    }
}

/// Why a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Reason {
    /// Enough rings eliminated.
    RingElimination,
    /// Enough cells collapsed.
    TerritoryControl,
    /// Nobody else can act.
    LastPlayerStanding,
    /// Somebody gave up.
    Resignation,
    /// Somebody's time ran out.
    Timeout,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 5] = [
        Reason::RingElimination,
        Reason::TerritoryControl,
        Reason::LastPlayerStanding,
        Reason::Resignation,
        Reason::Timeout,
    ];

    /// What the rules call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::RingElimination => "ring_elimination",
            Reason::TerritoryControl => "territory_control",
            Reason::LastPlayerStanding => "last_player_standing",
            Reason::Resignation => "resignation",
            Reason::Timeout => "timeout",
        }
    }

    /// The reason of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// Reads and writes a run of bits in a word.
macro_rules! bits {
    ($($(#[$doc:meta])* $get:ident, $with:ident: $at:literal .. $end:literal as $t:ty;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[must_use]
        pub fn $get(self) -> $t {
            <$t as Field>::load(self.0 >> $at & ((1 << ($end - $at)) - 1))
        }

        /// With this fact changed.
        #[inline(always)]
        #[must_use]
        pub fn $with(self, value: $t) -> Self {
            let mask: u64 = ((1 << ($end - $at)) - 1) << $at;
            Self(self.0 & !mask | Field::store(value) << $at & mask)
        }
    )*};
}

/// A fact that fits into a few bits; zero is its default.
trait Field {
    fn load(bits: u64) -> Self;
    fn store(self) -> u64;
}

macro_rules! number_fields {
    ($($t:ty),*) => {$(
        impl Field for $t {
            #[inline(always)]
            fn load(bits: u64) -> Self { bits as $t }
            #[inline(always)]
            fn store(self) -> u64 { u64::from(self) }
        }
    )*};
}
number_fields!(u8, u16);

impl Field for bool {
    #[inline(always)]
    fn load(bits: u64) -> Self {
        bits != 0
    }
    #[inline(always)]
    fn store(self) -> u64 {
        u64::from(self)
    }
}

impl Field for Player {
    #[inline(always)]
    fn load(bits: u64) -> Self {
        Player(bits as u8)
    }
    #[inline(always)]
    fn store(self) -> u64 {
        u64::from(self.0)
    }
}

impl Field for Players {
    #[inline(always)]
    fn load(bits: u64) -> Self {
        Players(bits as u32)
    }
    #[inline(always)]
    fn store(self) -> u64 {
        u64::from(self.0)
    }
}

impl Field for Option<Player> {
    #[inline(always)]
    fn load(bits: u64) -> Self {
        if bits == 0 { None } else { Some(Player(bits as u8 - 1)) }
    }
    #[inline(always)]
    fn store(self) -> u64 {
        self.map_or(0, |player| u64::from(player.0) + 1)
    }
}

impl Field for Option<Cell> {
    #[inline(always)]
    fn load(bits: u64) -> Self {
        if bits == 0 { None } else { Some(Cell(bits as u16 - 1)) }
    }
    #[inline(always)]
    fn store(self) -> u64 {
        self.map_or(0, |cell| u64::from(cell.0) + 1)
    }
}

impl Field for Phase {
    #[inline(always)]
    fn load(bits: u64) -> Self {
        Phase::ALL[bits as usize & 7]
    }
    #[inline(always)]
    fn store(self) -> u64 {
        self as u64
    }
}

impl Field for Option<Reason> {
    #[inline(always)]
    fn load(bits: u64) -> Self {
        (bits as usize).checked_sub(1).and_then(|i| Reason::ALL.get(i).copied())
    }
    #[inline(always)]
    fn store(self) -> u64 {
        self.map_or(0, |reason| reason as u64 + 1)
    }
}

/// Where the turn stands.
#[derive(Copy, Clone, Default, Eq, PartialEq)]
pub struct Step(u64);

impl Step {
    bits! {
        /// The phase.
        phase, with_phase: 0..3 as Phase;
        /// The colour in turn.
        player, with_player: 3..5 as Player;
        /// A collapsed line waits to be paid for.
        pending, with_pending: 5..6 as bool;
        /// Something other than bookkeeping was done this turn.
        acted, with_acted: 6..7 as bool;
        /// A recovery slide was made this turn.
        recovered, with_recovered: 7..8 as bool;
        /// A claimed region waits to be paid for.
        debt, with_debt: 8..9 as bool;
        /// Player 2 may still take over player 1's opening.
        swap_open, with_swap_open: 9..10 as bool;
        /// The people of seats 1 and 2 have changed colours.
        swapped, with_swapped: 10..11 as bool;
        /// The stack placed this turn, which alone may move.
        must_move, with_must_move: 11..23 as Option<Cell>;
        /// Where the stack that may or must capture stands.
        hunter, with_hunter: 23..35 as Option<Cell>;
    }

    /// Enter a phase behind movement, where no stack is singled out any more.
    #[inline(always)]
    pub(crate) fn settled(self, phase: Phase) -> Self {
        self.with_phase(phase).with_must_move(None).with_hunter(None)
    }
}

/// The slow clock of the game: real actions by round, and how it ended.
#[derive(Copy, Clone, Default, Eq, PartialEq)]
pub struct Rounds(u64);

impl Rounds {
    bits! {
        /// The seat that opened the round.
        first, with_first: 0..3 as Option<Player>;
        /// Seats whose turn began this round.
        seen, with_seen: 3..7 as Players;
        /// Those of them who had a real action then.
        able, with_able: 7..11 as Players;
        /// The only seat with a real action in the last full rounds.
        streak_player, with_streak_player: 11..14 as Option<Player>;
        /// For how many rounds; counted no further than needed to win.
        streak, with_streak: 14..22 as u8;
        /// For each seat in three bits: at which of the eliminations it lost its last ring, from 1.
        deaths, with_deaths: 22..34 as u16;
        /// Who won.
        winner, with_winner: 34..37 as Option<Player>;
        /// Who resigned or ran out of time.
        quitter, with_quitter: 37..40 as Option<Player>;
        /// Why the game ended.
        reason, with_reason: 40..43 as Option<Reason>;
    }

    /// At which elimination this seat lost its last ring; 0 is never.
    #[inline]
    #[must_use]
    pub fn death(self, seat: Player) -> u16 {
        self.deaths() >> (3 * seat.0) & 7
    }

    pub(crate) fn with_death(self, seat: Player, order: u16) -> Self {
        self.with_deaths(self.deaths() & !(7 << (3 * seat.0)) | order << (3 * seat.0))
    }
}

/// What one colour has and has done.
#[derive(Copy, Clone, Default, Eq, PartialEq)]
pub struct Purse(u64);

impl Purse {
    bits! {
        /// Rings in hand.
        hand, with_hand: 0..16 as u16;
        /// Rings credited as eliminated.
        eliminated, with_eliminated: 16..32 as u16;
        /// Cells collapsed.
        territory, with_territory: 32..48 as u16;
        /// Rings of this colour anywhere on the board.
        rings, with_rings: 48..64 as u16;
    }

    /// Whether any ring is left.
    #[inline(always)]
    #[must_use]
    pub fn is_alive(self) -> bool {
        self.hand() > 0 || self.rings() > 0
    }
}

macro_rules! words {
    ($($t:ident),*) => {$(
        impl Word for $t {
            #[inline(always)]
            fn pack(self) -> u64 { self.0 }
            #[inline(always)]
            fn unpack(word: u64) -> Self { $t(word) }
        }
    )*};
}
words!(Step, Rounds, Purse);

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.player(), self.phase().name())?;
        for (on, name) in [
            (self.pending(), "pending"),
            (self.acted(), "acted"),
            (self.recovered(), "recovered"),
            (self.debt(), "debt"),
            (self.swap_open(), "swap-open"),
            (self.swapped(), "swapped"),
        ] {
            if on {
                write!(f, " {name}")?;
            }
        }
        for (cell, name) in [(self.must_move(), "must-move"), (self.hunter(), "hunter")] {
            if let Some(cell) = cell {
                write!(f, " {name}={}", cell.0)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Rounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rounds")
            .field("first", &self.first())
            .field("seen", &self.seen())
            .field("able", &self.able())
            .field("streak", &(self.streak_player(), self.streak()))
            .field("deaths", &self.deaths())
            .field("end", &(self.winner(), self.quitter(), self.reason()))
            .finish()
    }
}

impl fmt::Debug for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Purse")
            .field("hand", &self.hand())
            .field("eliminated", &self.eliminated())
            .field("territory", &self.territory())
            .field("rings", &self.rings())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_do_not_touch_each_other() {
        let step = Step::default()
            .with_phase(Phase::Capture)
            .with_player(Player(3))
            .with_hunter(Some(Cell(624)))
            .with_must_move(Some(Cell(0)))
            .with_debt(true);
        assert_eq!(step.phase(), Phase::Capture);
        assert_eq!((step.hunter(), step.must_move()), (Some(Cell(624)), Some(Cell(0))));
        assert_eq!(step.with_must_move(None).hunter(), Some(Cell(624)));
        assert_eq!(step.player(), Player(3));
        assert!(step.debt() && !step.pending() && !step.swap_open());
        let rounds = Rounds::default().with_death(Player(3), 2).with_winner(Some(Player(0)));
        assert_eq!([0, 1, 2, 3].map(|seat| rounds.death(Player(seat))), [0, 0, 0, 2]);
        assert_eq!(rounds.with_death(Player(3), 0), Rounds::default().with_winner(Some(Player(0))));
        assert_eq!(rounds.reason(), None);
    }

    #[test]
    fn names_lead_back() {
        assert!(Phase::ALL.into_iter().all(|phase| Phase::named(phase.name()) == Some(phase)));
        assert!(Reason::ALL.into_iter().all(|why| Reason::named(why.name()) == Some(why)));
    }
}
