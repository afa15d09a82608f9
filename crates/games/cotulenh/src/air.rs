//! Air defence: who covers a square, and how far an aircraft gets.
//!
//! Zones are never stored: they are read off the board whenever an aircraft
//! wants to fly, so they cannot be stale. What matters about the guns an
//! aircraft has met is only whether there were none, one, or several.

use crate::board::Board;
use crate::geometry::{Square, Squares};
use crate::pieces::Side;

/// Which guns cover a square.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(crate) enum Cover {
    #[default]
    None,
    /// Exactly one, standing there.
    One(Square),
    Several,
}

impl Cover {
    #[inline]
    fn and(self, gun: Square) -> Cover {
        match self {
            Cover::None => Cover::One(gun),
            Cover::One(other) if other == gun => self,
            _ => Cover::Several,
        }
    }
}

/// What may be done where an aircraft has got to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Flight {
    /// Everything.
    Safe,
    /// Dive into an enemy, or join a friend.
    Kamikaze,
    /// Nothing, here or beyond.
    Destroyed,
}

/// An aircraft on its way along a ray, square by square.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct AirWalk {
    met: Cover,
}

impl AirWalk {
    /// Fly on to the next square, covered like this.
    #[inline]
    pub(crate) fn enter(&mut self, cover: Cover) -> Flight {
        match (self.met, cover) {
            (Cover::None, Cover::None) => Flight::Safe,
            (Cover::None, Cover::One(_)) => {
                self.met = cover;
                Flight::Kamikaze
            }
            (Cover::One(a), Cover::One(b)) if a == b => Flight::Kamikaze,
            // A second gun, or the first one's zone left again: shot down.
            _ => {
                self.met = Cover::Several;
                Flight::Destroyed
            }
        }
    }
}

/// Whether a zone of this level around `gun` holds `at`.
#[inline]
fn covers(gun: Square, level: u8, at: Square) -> bool {
    let files = u32::from(gun.file().abs_diff(at.file()));
    let ranks = u32::from(gun.rank().abs_diff(at.rank()));
    files * files + ranks * ranks <= u32::from(level) * u32::from(level)
}

impl Board {
    /// Who of `defender` covers a square.
    #[inline]
    pub(crate) fn cover_of(&self, at: Square, defender: Side) -> Cover {
        let mut cover = Cover::None;
        for gun in self.guns(defender).iter() {
            if covers(gun, self.at(gun).air_defence(), at) {
                cover = cover.and(gun);
            }
        }
        cover
    }

    /// The guns of `defender` that cover a square.
    pub(crate) fn guns_over(
        &self,
        at: Square,
        defender: Side,
    ) -> impl Iterator<Item = Square> + '_ {
        let guns = self.guns(defender).iter();
        guns.filter(move |&gun| covers(gun, self.at(gun).air_defence(), at))
    }

    /// All squares that `side` covers.
    pub(crate) fn zone(&self, side: Side) -> Squares {
        let mut zone = Squares::NONE;
        for at in Square::all().filter(|&at| self.cover_of(at, side) != Cover::None) {
            zone.insert(at);
        }
        zone
    }
}

/// The cover of every square at once, for the rays of a whole list.
pub(crate) struct AirMap([u8; 256]);

impl AirMap {
    const NONE: u8 = 255;
    const SEVERAL: u8 = 254;

    pub(crate) fn of(board: &Board, defender: Side) -> AirMap {
        let mut map = [Self::NONE; 256];
        for gun in board.guns(defender).iter() {
            for &offset in offsets(board.at(gun).air_defence()) {
                // What falls off the board lands on numbers that are no square.
                let slot = &mut map[gun.step(offset).index()];
                *slot = if *slot == Self::NONE { gun.0 } else { Self::SEVERAL };
            }
        }
        AirMap(map)
    }

    #[inline]
    pub(crate) fn cover(&self, at: Square) -> Cover {
        match self.0[at.index()] {
            Self::NONE => Cover::None,
            Self::SEVERAL => Cover::Several,
            gun => Cover::One(Square(gun)),
        }
    }
}

/// The squares of a zone, seen from its gun.
fn offsets(level: u8) -> &'static [u8] {
    const LEVEL_1: [u8; 5] = disc(1);
    const LEVEL_2: [u8; 13] = disc(2);
    const LEVEL_3: [u8; 29] = disc(3);
    match level {
        0 => &[],
        1 => &LEVEL_1,
        2 => &LEVEL_2,
        _ => &LEVEL_3,
    }
}

const fn disc<const N: usize>(level: i32) -> [u8; N] {
    let mut offsets = [0; N];
    let (mut n, mut ranks) = (0, -level);
    while ranks <= level {
        let mut files = -level;
        while files <= level {
            if ranks * ranks + files * files <= level * level {
                offsets[n] = (ranks * 16 + files) as u8;
                n += 1;
            }
            files += 1;
        }
        ranks += 1;
    }
    assert!(n == N);
    offsets
}
