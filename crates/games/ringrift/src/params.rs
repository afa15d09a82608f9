//! What a table may agree on before the game: validated once, read as plain numbers.

use crate::geometry::Board;
use std::error::Error;
use std::fmt;

/// The agreed parameters of one game. Everything else is fixed by the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Rules {
    /// Seats at the table: 2 to 4 (a table of one exists in test positions).
    pub players: u8,
    /// Rings every player owns.
    pub rings: u16,
    /// Eliminated rings that win; `None`: nobody wins so.
    pub ring_victory: Option<u16>,
    /// Collapsed cells that win, if they are also more than all others' together.
    pub territory_victory: u16,
    /// Rounds of being the only one with a real action that win.
    pub lps_rounds: u8,
    /// Whether player 2 may take player 1's opening instead of answering it.
    pub swap: bool,
    /// Whether a recovering marker may strike a stack.
    pub strike: bool,
}

/// One thing wrong with [`Rules`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum RulesFault {
    /// Not 1 to 4 players.
    Players(u8),
    /// Not the number of players this type of game is for.
    TableSize {
        /// Players asked for.
        asked: u8,
        /// Players the type allows.
        allowed: u8,
    },
    /// No rings, or more than can be counted.
    Rings(u16),
    /// A victory for nothing.
    RingVictory,
    /// A victory for nothing.
    TerritoryVictory,
    /// A victory for nothing.
    LpsRounds,
}

/// Everything that is wrong with [`Rules`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RulesError(pub Vec<RulesFault>);

impl Rules {
    /// More rings than this are refused.
    pub const MOST_RINGS: u16 = 1000;

    /// The usual parameters of board `B`: full supply, three rounds of last
    /// player standing, no swap, strikes allowed.
    #[must_use]
    pub fn standard<B: Board>(players: u8) -> Self {
        Rules::with_rings::<B>(players, B::RINGS)
    }

    /// The usual parameters with another supply of rings, and the ring victory that
    /// belongs to it.
    #[must_use]
    pub fn with_rings<B: Board>(players: u8, rings: u16) -> Self {
        // Two thirds of one supply plus a third of every opponent's, rounded.
        let thirds = u32::from(rings) * (u32::from(players) + 1);
        let share = B::CELLS / usize::from(players.max(1));
        Rules {
            players,
            rings,
            ring_victory: Some(((2 * thirds + 3) / 6) as u16),
            territory_victory: share as u16 + 1,
            lps_rounds: 3,
            swap: false,
            strike: true,
        }
    }

    /// Check every parameter.
    ///
    /// # Errors
    /// All reasons why no game can be played with these.
    pub fn validate(&self) -> Result<(), RulesError> {
        let faults: Vec<RulesFault> = [
            (!(1..=4).contains(&self.players), RulesFault::Players(self.players)),
            (!(1..=Self::MOST_RINGS).contains(&self.rings), RulesFault::Rings(self.rings)),
            (self.ring_victory == Some(0), RulesFault::RingVictory),
            (self.territory_victory == 0, RulesFault::TerritoryVictory),
            (self.lps_rounds == 0, RulesFault::LpsRounds),
        ]
        .into_iter()
        .filter_map(|(wrong, fault)| wrong.then_some(fault))
        .collect();
        if faults.is_empty() { Ok(()) } else { Err(RulesError(faults)) }
    }

    /// The length `L` of a line: a longer one may be collapsed in part.
    #[inline(always)]
    #[must_use]
    pub const fn line<B: Board>(&self) -> u32 {
        B::LINE[(self.players > 2) as usize] as u32
    }

    /// The length from which the line phase takes notice of a run: `max(K, L)`.
    #[inline(always)]
    #[must_use]
    pub const fn shortest_line<B: Board>(&self) -> u32 {
        let line = self.line::<B>();
        if line > B::BARE_LINE as u32 { line } else { B::BARE_LINE as u32 }
    }
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesFault::Players(n) => write!(f, "{n} players instead of 1 to 4"),
            RulesFault::TableSize { asked, allowed } => {
                write!(f, "{asked} players at a table for {allowed}")
            }
            RulesFault::Rings(n) => {
                write!(f, "{n} rings a player instead of 1 to {}", Rules::MOST_RINGS)
            }
            RulesFault::RingVictory => f.write_str("a ring victory needs at least 1 ring"),
            RulesFault::TerritoryVictory => {
                f.write_str("a territory victory needs at least 1 cell")
            }
            RulesFault::LpsRounds => f.write_str("last player standing needs at least 1 round"),
        }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Hex8, Hexagonal, Square8, Square19};

    fn thresholds<B: Board>() -> [(u16, u16); 3] {
        [2, 3, 4].map(|n| {
            let rules = Rules::standard::<B>(n);
            (rules.ring_victory.unwrap(), rules.territory_victory)
        })
    }

    #[test]
    fn thresholds_are_those_of_the_rule_book() {
        assert_eq!(thresholds::<Square8>(), [(18, 33), (24, 22), (30, 17)]);
        assert_eq!(thresholds::<Hex8>(), [(18, 31), (24, 21), (30, 16)]);
        assert_eq!(thresholds::<Square19>(), [(72, 181), (96, 121), (120, 91)]);
        assert_eq!(thresholds::<Hexagonal>(), [(96, 235), (128, 157), (160, 118)]);
    }

    #[test]
    fn every_fault_is_named() {
        let wrong =
            Rules { players: 5, rings: 0, ring_victory: Some(0), ..Rules::standard::<Hex8>(2) };
        let RulesError(faults) = wrong.validate().unwrap_err();
        assert_eq!(faults, [RulesFault::Players(5), RulesFault::Rings(0), RulesFault::RingVictory]);
    }
}
