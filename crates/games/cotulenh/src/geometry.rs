//! The board: 132 points on a grid of sixteen columns, terrain, directions.
//!
//! A square's number is `rank * 16 + file`. Files 11 to 15 and ranks 12 to 15
//! do not exist, so a step off the board always lands on a number that is not
//! a square, also when the addition wraps around; and an eight-bit number can
//! never leave a table of 256.

use std::fmt;

/// Files `a` to `k`.
pub const FILES: u8 = 11;
/// Ranks `1` to `12`.
pub const RANKS: u8 = 12;

/// One of the 132 points.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The point on a file and a rank, both counted from zero.
    ///
    /// ```
    /// use takeback_cotulenh::Square;
    /// assert_eq!(Square::new(0, 11).unwrap().to_string(), "a12");
    /// assert_eq!(Square::new(11, 0), None);
    /// ```
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square(rank << 4 | file)) } else { None }
    }

    /// File from zero.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// Rank from zero.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// All points, rank by rank from `a1`.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| Square(rank << 4 | file)))
    }

    /// Reads `a1` to `k12`.
    ///
    /// ```
    /// use takeback_cotulenh::Square;
    /// assert_eq!(Square::parse("k12"), Square::new(10, 11));
    /// assert_eq!(Square::parse("k012"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Square> {
        let (square, rest) = Square::parse_prefix(text)?;
        rest.is_empty().then_some(square)
    }

    /// Reads a square at the head of `text`, with as many digits as make a
    /// rank, and gives what follows.
    pub(crate) fn parse_prefix(text: &str) -> Option<(Square, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.wrapping_sub(b'a');
        let digit = |at: usize| bytes.get(at).filter(|b| b.is_ascii_digit()).map(|b| b - b'0');
        let first = digit(1).filter(|&d| d > 0)?;
        if let Some(square) = digit(2).and_then(|second| Square::on(file, first * 10 + second)) {
            return Some((square, &text[3..]));
        }
        Some((Square::on(file, first)?, &text[2..]))
    }

    const fn on(file: u8, rank_from_one: u8) -> Option<Square> {
        if rank_from_one == 0 { None } else { Square::new(file, rank_from_one - 1) }
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next number in a direction; it may be no square.
    #[inline]
    pub(crate) const fn step(self, delta: u8) -> Square {
        Square(self.0.wrapping_add(delta))
    }

    /// What stands here by the terrain.
    #[must_use]
    pub const fn terrain(self) -> Terrain {
        match TERRAIN[self.index()] {
            NAVY => Terrain::Sea,
            LAND => Terrain::Land,
            _ => Terrain::Mixed,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// What a point is made of.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Terrain {
    /// Files `a` and `b`: only a Navy may stand.
    Sea,
    /// File `c` and the river mouth `d6 e6 d7 e7`: everything may stand.
    Mixed,
    /// The rest: everything but a Navy.
    Land,
}

/// Terrain bit: a Navy may stand.
pub(crate) const NAVY: u8 = 1;
/// Terrain bit: other types may stand.
pub(crate) const LAND: u8 = 2;

/// Who may stand where; zero for numbers that are no square.
pub(crate) static TERRAIN: [u8; 256] = terrain_table();

const fn terrain_table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (file, rank) = (i as u8 & 15, i as u8 >> 4);
        if file < FILES && rank < RANKS {
            let mouth = (file == 3 || file == 4) && (rank == 5 || rank == 6);
            table[i] = if file < 2 {
                NAVY
            } else if file == 2 || mouth {
                NAVY | LAND
            } else {
                LAND
            };
        }
        i += 1;
    }
    table
}

/// The eight directions as steps between square numbers, modulo 256: the four
/// orthogonal ones first.
pub(crate) const DELTAS: [u8; 8] = [16, 1, 240, 255, 17, 241, 239, 15];
/// Directions before this index are orthogonal.
pub(crate) const DIAGONALS_FROM: usize = 4;
pub(crate) const NORTH: u8 = 16;
pub(crate) const SOUTH: u8 = 240;
pub(crate) const EAST: u8 = 1;
pub(crate) const WEST: u8 = 255;
pub(crate) const NORTH_EAST: u8 = 17;
pub(crate) const SOUTH_EAST: u8 = 241;
pub(crate) const SOUTH_WEST: u8 = 239;
pub(crate) const NORTH_WEST: u8 = 15;

/// How two squares on one of the eight rays lie to each other.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sight {
    pub(crate) distance: u8,
    pub(crate) diagonal: bool,
    /// The step from the first towards the second.
    pub(crate) delta: u8,
}

/// The ray from `a` to `b`, which must lie on one.
#[inline]
pub(crate) fn sight(a: Square, b: Square) -> Sight {
    let files = b.file() as i8 - a.file() as i8;
    let ranks = b.rank() as i8 - a.rank() as i8;
    debug_assert!(files == 0 || ranks == 0 || files.abs() == ranks.abs(), "{a} {b} share no ray");
    Sight {
        distance: files.unsigned_abs().max(ranks.unsigned_abs()),
        diagonal: files != 0 && ranks != 0,
        delta: (ranks.signum() * 16 + files.signum()) as u8,
    }
}

/// A set of squares.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Squares([u64; 3]);

impl Squares {
    pub(crate) const NONE: Squares = Squares([0; 3]);

    #[inline]
    pub(crate) const fn contains(&self, at: Square) -> bool {
        self.0[at.index() >> 6] >> (at.0 & 63) & 1 == 1
    }

    #[inline]
    pub(crate) const fn insert(&mut self, at: Square) {
        self.0[at.index() >> 6] |= 1 << (at.0 & 63);
    }

    #[inline]
    pub(crate) const fn remove(&mut self, at: Square) {
        self.0[at.index() >> 6] &= !(1 << (at.0 & 63));
    }

    #[inline]
    pub(crate) const fn and(&self, other: &Squares) -> Squares {
        let (a, b) = (&self.0, &other.0);
        Squares([a[0] & b[0], a[1] & b[1], a[2] & b[2]])
    }

    #[inline]
    pub(crate) const fn or(&self, other: &Squares) -> Squares {
        let (a, b) = (&self.0, &other.0);
        Squares([a[0] | b[0], a[1] | b[1], a[2] | b[2]])
    }

    #[inline]
    pub(crate) const fn without(&self, other: &Squares) -> Squares {
        let (a, b) = (&self.0, &other.0);
        Squares([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2]])
    }

    /// The set and the eight squares around each of its members. Between the
    /// ranks lie five columns that are no squares, so nothing wraps; they may be
    /// marked, and a cut with real squares removes them.
    #[inline]
    pub(crate) const fn grown(&self) -> Squares {
        let [a, b, c] = self.0;
        let (a, b, c) = (a | a << 1 | a >> 1, b | b << 1 | b >> 1, c | c << 1 | c >> 1);
        Squares([
            a | a << 16 | a >> 16 | b << 48,
            b | b << 16 | b >> 16 | a >> 48 | c << 48,
            c | c << 16 | c >> 16 | b >> 48,
        ])
    }

    /// Calls `look` with every member: the loop for hot places.
    #[inline]
    pub(crate) fn each(self, mut look: impl FnMut(Square)) {
        for (word, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                look(Square((word as u8) << 6 | bits.trailing_zeros() as u8));
                bits &= bits - 1;
            }
        }
    }

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline]
    pub(crate) const fn len(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// The members in order of their numbers.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while words[at] == 0 {
                if at == 2 {
                    return None;
                }
                at += 1;
            }
            let bit = words[at].trailing_zeros() as u8;
            words[at] &= words[at] - 1;
            Some(Square((at as u8) << 6 | bit))
        })
    }
}

/// All squares on which a Navy may stand.
pub(crate) static WATER: Squares = standing(NAVY);
/// All squares on which the others may stand.
pub(crate) static GROUND: Squares = standing(LAND);

const fn standing(terrain: u8) -> Squares {
    let (mut set, mut i) = (Squares::NONE, 0);
    while i < 192 {
        if TERRAIN[i] & terrain != 0 {
            set.insert(Square(i as u8));
        }
        i += 1;
    }
    set
}

/// No attack reaches further than this, heroes included.
pub(crate) const FARTHEST_ATTACK: u8 = 5;

/// The squares from which a square can be attacked at all: up to five steps
/// along the eight rays.
#[inline]
pub(crate) fn star(at: Square) -> &'static Squares {
    &STARS[at.index()]
}

/// The squares up to two steps away along the eight rays: where a piece may
/// shield its commander from one that does not shoot over others.
#[inline]
pub(crate) fn near(at: Square) -> &'static Squares {
    &NEAR[at.index()]
}

static STARS: [Squares; 192] = star_table(FARTHEST_ATTACK);
static NEAR: [Squares; 192] = star_table(2);

const fn star_table(reach: u8) -> [Squares; 192] {
    let mut table = [Squares::NONE; 192];
    let mut i = 0;
    while i < 192 {
        let mut direction = 0;
        while direction < 8 && TERRAIN[i] != 0 {
            let mut at = Square(i as u8).step(DELTAS[direction]);
            let mut distance = 1;
            while distance <= reach && TERRAIN[at.index()] != 0 {
                table[i].insert(at);
                at = at.step(DELTAS[direction]);
                distance += 1;
            }
            direction += 1;
        }
        i += 1;
    }
    table
}

/// Whether the river lies between two squares.
#[inline]
pub(crate) const fn river_between(a: Square, b: Square) -> bool {
    (a.rank() < 6) != (b.rank() < 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrain_counts_are_those_of_the_rules() {
        let count = |kind| Square::all().filter(|s| s.terrain() == kind).count();
        assert_eq!(
            (count(Terrain::Sea), count(Terrain::Mixed), count(Terrain::Land)),
            (24, 16, 92)
        );
    }

    #[test]
    fn every_step_off_the_board_is_noticed() {
        for at in Square::all() {
            for (direction, &delta) in DELTAS.iter().enumerate() {
                let files = [0, 1, 0, -1, 1, 1, -1, -1][direction];
                let ranks = [1, 0, -1, 0, 1, -1, -1, 1][direction];
                let (file, rank) = (at.file() as i8 + files, at.rank() as i8 + ranks);
                let expected = u8::try_from(file).ok().zip(u8::try_from(rank).ok());
                let expected = expected.and_then(|(f, r)| Square::new(f, r));
                let next = at.step(delta);
                assert_eq!(
                    (TERRAIN[next.index()] != 0).then_some(next),
                    expected,
                    "{at} {direction}"
                );
            }
        }
    }

    #[test]
    fn a_grown_set_has_its_neighbours() {
        let mut board = Squares::NONE;
        Square::all().for_each(|square| board.insert(square));
        for at in Square::all() {
            let mut set = Squares::NONE;
            set.insert(at);
            let mut expected = set;
            let around = DELTAS.iter().map(|&delta| at.step(delta));
            around.filter(|to| TERRAIN[to.index()] != 0).for_each(|to| expected.insert(to));
            assert_eq!(set.grown().and(&board), expected, "{at}");
        }
    }

    #[test]
    fn squares_are_read_as_written() {
        for at in Square::all() {
            assert_eq!(Square::parse(&at.to_string()), Some(at));
        }
        for text in ["", "a", "a0", "a13", "l1", "a1 ", "A1", "a+1", "é1", "aé"] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
        assert_eq!(
            Square::parse_prefix("c10x").map(|(s, r)| (s.to_string(), r)),
            Some(("c10".into(), "x"))
        );
        assert_eq!(
            Square::parse_prefix("c1c3").map(|(s, r)| (s.to_string(), r)),
            Some(("c1".into(), "c3"))
        );
    }
}
