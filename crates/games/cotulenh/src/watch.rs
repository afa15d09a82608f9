//! Legality without trying out: what a commander's safety hangs on.
//!
//! Danger cannot come from anywhere. Pieces that shoot over others do not care
//! who stands between, so only squares within two steps of the commander, the
//! line between the two commanders, and the zones that hold off aircraft ever
//! shield it. Looking at those once a turn decides nearly all candidates.

use crate::board::Board;
use crate::geometry::{Square, near, star};
use crate::pieces::{GUNS, Kind, Side};

/// What the safety of one commander hangs on, found once per position, so that
/// nearly every candidate can be called legal without trying it out.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Watch {
    home: Option<Square>,
    /// Where the enemy commander stands if both share a file or rank.
    opposite: Option<Square>,
    /// Out of danger as things are.
    is_calm: bool,
    /// An enemy aircraft waits in line, perhaps held off by our zones alone.
    air_threat: bool,
    /// So few enemies that a last guard may be promoted.
    few_enemies: bool,
}

/// A candidate as far as the watch needs to know it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Change {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// Nothing remains on `from`.
    pub(crate) empties_from: bool,
    /// Nothing remains on `to`.
    pub(crate) empties_to: bool,
}

impl Watch {
    pub(crate) fn over(board: &Board, side: Side) -> Watch {
        let home = board.commander(side);
        let enemy = side.other();
        let shares_line =
            |home: Square, e: Square| home.file() == e.file() || home.rank() == e.rank();
        Watch {
            home,
            opposite: home.and_then(|h| board.commander(enemy).filter(|&e| shares_line(h, e))),
            is_calm: !board.in_danger(side),
            air_threat: home.is_some_and(|home| {
                let in_line = board.stacks(enemy).and(star(home));
                in_line.iter().any(|at| board.at(at).has(Kind::AirForce))
            }),
            few_enemies: board.count(enemy) <= 3,
        }
    }

    /// Whether the commander is there at all.
    #[inline]
    pub(crate) fn has_commander(&self) -> bool {
        self.home.is_some()
    }

    #[inline]
    pub(crate) fn is_calm(&self) -> bool {
        self.is_calm
    }

    /// Whether a move surely leaves the commander as safe as it is.
    ///
    /// Only five things bring new danger: the commander itself moves or gets
    /// another carrier; a square empties within two steps of it (longer lines
    /// belong to pieces that shoot over others anyway); a square empties
    /// between the two commanders; a zone that held off an aircraft shrinks;
    /// the enemy's last guard becomes a hero.
    #[inline]
    pub(crate) fn is_surely_safe(&self, board: &Board, change: Change) -> bool {
        let Some(home) = self.home else { return false };
        if !self.is_calm || self.few_enemies || change.from == home || change.to == home {
            return false;
        }
        if self.air_threat
            && (board.at(change.from).kinds() | board.at(change.to).kinds()) & GUNS != 0
        {
            return false;
        }
        (!change.empties_from || self.is_no_shield(home, change.from))
            && (!change.empties_to || self.is_no_shield(home, change.to))
    }

    #[inline]
    fn is_no_shield(&self, home: Square, at: Square) -> bool {
        !near(home).contains(at)
            && self.opposite.is_none_or(|enemy| {
                let same_file = enemy.file() == home.file();
                if same_file { at.file() != home.file() } else { at.rank() != home.rank() }
            })
    }
}
