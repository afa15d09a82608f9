//! What everybody at the table sees and hears.

use crate::cards::{Rank, rank_name};
use crate::hand::{Counts, ranks_in};
use std::fmt;
use takeback_core::Player;

/// The kinds of public event.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Kind {
    /// Somebody asked: all of it, with what was given or fished and laid down.
    Ask,
    /// An empty-handed player drew before asking.
    Draw,
    /// Somebody looked for books at the deal.
    Lay,
}

/// One public event. Which card was drawn is not part of it unless shown.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct Event {
    /// Which kind.
    pub kind: Kind,
    /// Who acted.
    pub seat: Player,
    /// Who was asked; `seat` itself when nobody was.
    pub target: Player,
    /// What was asked for; 0 when nobody was asked.
    pub rank: Rank,
    /// Cards handed over.
    pub given: u8,
    /// Cards taken from the pond.
    pub drew: u8,
    /// The rank of the card fished, when everybody saw it.
    pub shown: Option<Rank>,
    /// Books laid down, by rank.
    pub laid: Counts,
}

impl Event {
    /// An event of this kind in which nothing happened yet.
    pub(crate) const fn new(kind: Kind, seat: Player) -> Self {
        let laid = Counts(0);
        Event { kind, seat, target: seat, rank: 0, given: 0, drew: 0, shown: None, laid }
    }

    /// All of it in two words, for keys.
    #[inline]
    pub(crate) fn words(self) -> [u64; 2] {
        let bytes = [
            self.kind as u8,
            self.seat.0,
            self.target.0,
            self.rank,
            self.given,
            self.drew,
            self.shown.unwrap_or(15),
            1,
        ];
        [u64::from_le_bytes(bytes), self.laid.0]
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.seat.0 + 1;
        match self.kind {
            Kind::Ask => {
                let (target, rank) = (self.target.0 + 1, rank_name(self.rank));
                write!(f, "{seat} asks {target} for {rank}: ")?;
                match (self.given, self.drew, self.shown) {
                    (0, 0, _) => f.write_str("go fish, but the pond is empty")?,
                    (0, _, Some(rank)) => write!(f, "fishes {}", rank_name(rank))?,
                    (0, _, None) => f.write_str("goes fishing")?,
                    (given, ..) => write!(f, "gets {given}")?,
                }
            }
            Kind::Draw => write!(f, "{seat} draws {}", self.drew)?,
            Kind::Lay => write!(f, "{seat} looks for books")?,
        }
        for rank in ranks_in(self.laid.held()) {
            write!(f, ", lays {}", rank_name(rank))?;
        }
        Ok(())
    }
}
