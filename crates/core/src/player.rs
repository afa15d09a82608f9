//! Seats, sets of seats, and whose decision comes next.

use std::fmt;

/// A seat at the table, counted from zero.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The seat that usually begins.
    pub const FIRST: Player = Player(0);
    /// The other seat of a two-player game.
    pub const SECOND: Player = Player(1);

    /// The seat as an index into per-player arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent in a game for two.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// The next seat round a table of `players`.
    #[inline]
    #[must_use]
    pub const fn next(self, players: usize) -> Player {
        let next = self.0 + 1;
        Player(if next as usize >= players { 0 } else { next })
    }

    /// All seats of a table of `players`, in order.
    #[inline]
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + Clone {
        let count = u8::try_from(players).expect("a table has at most 32 seats");
        (0..count).map(Player)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0 + 1)
    }
}

/// A set of up to 32 seats.
#[derive(Copy, Clone, Default, Eq, PartialEq, Hash)]
pub struct Players(pub u32);

impl Players {
    /// Nobody.
    pub const NONE: Players = Players(0);

    /// Seats `0..players`.
    #[inline]
    #[must_use]
    pub const fn all(players: usize) -> Players {
        Players(if players >= 32 { u32::MAX } else { (1 << players) - 1 })
    }

    /// The set of one.
    #[inline]
    #[must_use]
    pub const fn only(player: Player) -> Players {
        Players(1 << player.0)
    }

    /// Whether the seat is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// The set with one seat more.
    #[inline]
    #[must_use]
    pub const fn with(self, player: Player) -> Players {
        Players(self.0 | 1 << player.0)
    }

    /// The set with one seat less.
    #[inline]
    #[must_use]
    pub const fn without(self, player: Player) -> Players {
        Players(self.0 & !(1 << player.0))
    }

    /// How many seats are in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat in the set.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Player> {
        if self.0 == 0 { None } else { Some(Player(self.0.trailing_zeros() as u8)) }
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let player = rest.first()?;
            rest = rest.without(player);
            Some(player)
        })
    }
}

impl fmt::Debug for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|p| p.0)).finish()
    }
}

impl FromIterator<Player> for Players {
    fn from_iter<I: IntoIterator<Item = Player>>(seats: I) -> Self {
        seats.into_iter().fold(Players::NONE, Players::with)
    }
}

/// Who decides the next step.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Turn {
    /// One player picks a move. The same player may well be next again.
    Player(Player),
    /// Several players choose before anything moves; the set holds those who
    /// still owe a choice. See [`Simultaneous`](crate::Simultaneous).
    Together(Players),
    /// Nature picks; see [`Game::weight`](crate::Game::weight).
    Chance,
    /// Nobody: the payoffs are final.
    Over,
}

impl Turn {
    /// The player whose choice the next [`make`](crate::Game::make) carries
    /// out: the one in turn, or the lowest seat of a round played together.
    #[inline]
    #[must_use]
    pub const fn decider(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            Turn::Together(players) => players.first(),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Whether the game has ended.
    #[inline]
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over)
    }
}

/// What a finished game is worth to one player, in thousandths of a win.
///
/// A win is `1000`, a loss `-1000`, a draw `0`; shares lie between. Integers,
/// so that equality after undo is equality and not closeness.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Payoff(pub i32);

impl Payoff {
    /// The best result there is.
    pub const WIN: Payoff = Payoff(1000);
    /// Neither won nor lost.
    pub const DRAW: Payoff = Payoff(0);
    /// The worst result there is.
    pub const LOSS: Payoff = Payoff(-1000);

    /// The result of the player who ranks `place` (0 is best) when `ties` others share
    /// the place, at a table of `players`: evenly spread from win to loss.
    ///
    /// ```
    /// use takeback_core::Payoff;
    /// assert_eq!(Payoff::ranked(0, 0, 2), Payoff::WIN);
    /// assert_eq!(Payoff::ranked(1, 0, 3), Payoff::DRAW);
    /// assert_eq!(Payoff::ranked(0, 1, 2), Payoff::DRAW);
    /// ```
    #[must_use]
    pub const fn ranked(place: usize, ties: usize, players: usize) -> Payoff {
        if players < 2 {
            return Payoff::WIN;
        }
        let middle = 2 * place as i32 + ties as i32;
        let last = players as i32 - 1;
        Payoff(1000 - middle * 1000 / last)
    }

    /// As a share of a win between 0 (loss) and 1 (win).
    #[inline]
    #[must_use]
    pub fn share(self) -> f32 {
        (self.0 + 1000) as f32 / 2000.0
    }
}

impl std::ops::Neg for Payoff {
    type Output = Payoff;
    #[inline]
    fn neg(self) -> Payoff {
        Payoff(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let set: Players = [Player(5), Player(0), Player(31)].into_iter().collect();
        assert_eq!(set.iter().map(|p| p.0).collect::<Vec<_>>(), [0, 5, 31]);
        assert_eq!(set.without(Player(0)).first(), Some(Player(5)));
        assert_eq!(Players::all(32).len(), 32);
        assert_eq!(Players::NONE.first(), None);
    }

    #[test]
    fn seats_go_round() {
        assert_eq!(Player(3).next(4), Player(0));
        assert_eq!(Player(0).next(1), Player(0));
        assert_eq!(Player::SECOND.other(), Player::FIRST);
    }

    #[test]
    fn ranks_are_fair_when_all_tie() {
        for players in 2..=6 {
            assert_eq!(Payoff::ranked(0, players - 1, players), Payoff::DRAW);
        }
    }
}
