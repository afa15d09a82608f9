//! Cells, directions, and which cell lies next to which. No rules.
//!
//! A cell is a number: `y * width + x`. A head that leaves a walled board
//! needs a place too (records show it there), so each cell just outside a side
//! has a number above those of the board.

use crate::bits::Bits;
use std::fmt;

/// The longest side a board may have.
pub const MAX_SIDE: u8 = 25;

/// Which way a head goes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[repr(u8)]
pub enum Direction {
    /// y + 1
    Up,
    /// y - 1
    Down,
    /// x - 1
    Left,
    /// x + 1
    Right,
}

impl Direction {
    /// All four, in the order in which moves are listed.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The direction whose number is `bits & 3`.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Direction {
        Self::ALL[(bits & 3) as usize]
    }

    /// The word of the official interface.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["up", "down", "left", "right"][self as usize]
    }

    /// The direction for a word of the official interface.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Direction> {
        Self::ALL.into_iter().find(|d| d.word() == word)
    }

    /// The change of (x, y).
    #[must_use]
    pub const fn offset(self) -> (i64, i64) {
        [(0, 1), (0, -1), (-1, 0), (1, 0)][self as usize]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A place by its coordinates; (0, 0) is bottom left. May lie off the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Point {
    /// Grows to the right.
    pub x: i64,
    /// Grows upwards.
    pub y: i64,
}

impl Point {
    /// The place at (x, y).
    #[must_use]
    pub const fn new(x: i64, y: i64) -> Point {
        Point { x, y }
    }

    /// The next place in that direction, on an endless plane.
    #[must_use]
    pub const fn toward(self, direction: Direction) -> Point {
        let (dx, dy) = direction.offset();
        Point { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// What happens at the edge of the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Edge {
    /// Whoever leaves the board dies.
    Wall,
    /// Whoever leaves comes in on the opposite side.
    Wrap,
}

/// The shape of a board and its table of steps.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Board {
    width: u8,
    height: u8,
    edge: Edge,
    steps: Box<[[u16; 4]]>,
}

impl Board {
    /// A board whose sides are between 1 and [`MAX_SIDE`].
    #[must_use]
    pub fn new(width: u8, height: u8, edge: Edge) -> Option<Board> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return None;
        }
        let mut board = Board { width, height, edge, steps: Box::default() };
        board.steps = (0..board.cells())
            .map(|cell| Direction::ALL.map(|d| board.compute_step(cell, d)))
            .collect();
        Some(board)
    }

    fn compute_step(&self, cell: u16, direction: Direction) -> u16 {
        let mut to = self.point(cell).toward(direction);
        if self.edge == Edge::Wrap {
            to.x = to.x.rem_euclid(i64::from(self.width));
            to.y = to.y.rem_euclid(i64::from(self.height));
        }
        self.code(to).expect("one step leads at most just outside the board")
    }

    /// Cells from left to right.
    #[inline]
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Cells from bottom to top.
    #[inline]
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// What happens at the edge.
    #[inline]
    #[must_use]
    pub fn edge(&self) -> Edge {
        self.edge
    }

    /// How many cells the board has; their numbers lie below.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }

    /// The middle of the board, rounded down.
    #[must_use]
    pub fn centre(&self) -> Point {
        Point::new(i64::from(self.width - 1) / 2, i64::from(self.height - 1) / 2)
    }

    /// Where a step from a cell of the board leads; possibly just outside.
    #[inline]
    #[must_use]
    pub fn step(&self, cell: u16, direction: Direction) -> u16 {
        self.steps[usize::from(cell)][direction as usize]
    }

    /// Where the four steps lead.
    #[inline]
    #[must_use]
    pub fn steps(&self, cell: u16) -> [u16; 4] {
        self.steps[usize::from(cell)]
    }

    /// Whether a number stands for a cell of the board.
    #[inline]
    #[must_use]
    pub fn is_on(&self, code: u16) -> bool {
        code < self.cells()
    }

    /// Whether a place lies on the board.
    #[must_use]
    pub fn holds(&self, at: Point) -> bool {
        (0..i64::from(self.width)).contains(&at.x) && (0..i64::from(self.height)).contains(&at.y)
    }

    /// The number of a cell of the board.
    #[must_use]
    pub fn cell(&self, at: Point) -> Option<u16> {
        self.holds(at).then(|| at.y as u16 * u16::from(self.width) + at.x as u16)
    }

    /// The number of a cell of the board or just outside one of its sides.
    #[must_use]
    pub fn code(&self, at: Point) -> Option<u16> {
        if let Some(cell) = self.cell(at) {
            return Some(cell);
        }
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        let (beside, above) = ((0..height).contains(&at.y), (0..width).contains(&at.x));
        let (side, along) = match (at.x, at.y) {
            (-1, y) if beside => (0, y),
            (x, y) if beside && x == width => (1, y),
            (x, -1) if above => (2, x),
            (x, y) if above && y == height => (3, x),
            _ => return None,
        };
        Some(self.cells() + side * u16::from(MAX_SIDE) + along as u16)
    }

    /// The place that a number stands for.
    #[must_use]
    pub fn point(&self, code: u16) -> Point {
        if self.is_on(code) {
            let width = u16::from(self.width);
            return Point::new(i64::from(code % width), i64::from(code / width));
        }
        let outside = code - self.cells();
        let along = i64::from(outside % u16::from(MAX_SIDE));
        match outside / u16::from(MAX_SIDE) {
            0 => Point::new(-1, along),
            1 => Point::new(i64::from(self.width), along),
            2 => Point::new(along, -1),
            _ => Point::new(along, i64::from(self.height)),
        }
    }

    /// Steps between two cells when nothing is in the way.
    #[must_use]
    pub fn distance(&self, a: u16, b: u16) -> u16 {
        let (a, b) = (self.point(a), self.point(b));
        let along = |from: i64, to: i64, side: u8| {
            let apart = from.abs_diff(to);
            match self.edge {
                Edge::Wall => apart,
                Edge::Wrap => apart.min(u64::from(side).saturating_sub(apart)),
            }
        };
        (along(a.x, b.x, self.width) + along(a.y, b.y, self.height)) as u16
    }
}

/// Column and row masks for spreading whole sets of cells by one step.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Spread<const W: usize> {
    width: u32,
    all: Bits<W>,
    not_left: Bits<W>,
    not_right: Bits<W>,
    /// Every other cell, as on a chess board.
    dark: Bits<W>,
    wrap: bool,
}

impl<const W: usize> Spread<W> {
    /// The masks of a board that fits into `W` words.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let width = u16::from(board.width());
        let column = |x: u16| (0..board.cells()).filter(move |c| c % width == x).collect();
        let all = Bits::first_cells(board.cells());
        Spread {
            width: u32::from(width),
            all,
            not_left: all.minus(column(0)),
            not_right: all.minus(column(width - 1)),
            dark: (0..board.cells()).filter(|c| (c % width + c / width) % 2 == 1).collect(),
            wrap: board.edge() == Edge::Wrap,
        }
    }

    /// Every cell of the board.
    #[inline]
    #[must_use]
    pub fn all(&self) -> Bits<W> {
        self.all
    }

    /// All cells one step from the set, on a board without wrapping.
    #[inline]
    #[must_use]
    pub fn beside(&self, set: Bits<W>) -> Bits<W> {
        let across = set.and(self.not_left).lowered(1).or(set.and(self.not_right).raised(1));
        let along = set.raised(self.width).or(set.lowered(self.width));
        across.or(along).and(self.all)
    }

    /// All cells one step from the set, over the edge too where that wraps.
    #[inline]
    #[must_use]
    pub fn around(&self, set: Bits<W>, board: &Board) -> Bits<W> {
        let near = self.beside(set);
        if self.wrap { near.or(self.over_the_edge(set, board)) } else { near }
    }

    /// A bound of the walks from a cell through a set that does not hold it: steps
    /// change colour, as on a chess board, so that a walk needs as many cells of the
    /// one as of the other, but for the first. (Over the edge of a board with odd
    /// sides a step may keep its colour; there it is the number of cells.)
    #[inline]
    #[must_use]
    pub fn longest_from(&self, cell: u16, set: Bits<W>) -> u32 {
        let (all, dark) = (set.count(), set.and(self.dark).count());
        if self.wrap {
            return all;
        }
        let first = if self.dark.contains(cell) { all - dark } else { dark };
        let second = all - first;
        if first > second { 2 * second + 1 } else { 2 * first }
    }

    /// The steps that [`beside`](Self::beside) leaves out: few cells lie on the
    /// edge, so they go through the table one by one.
    fn over_the_edge(&self, set: Bits<W>, board: &Board) -> Bits<W> {
        let inner = self.not_left.and(self.not_right);
        let rows = self.all.raised(self.width).and(self.all.lowered(self.width));
        let edge = set.minus(inner.and(rows));
        edge.iter().flat_map(|cell| board.steps(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_place_and_back() {
        for (width, height) in [(1, 1), (3, 7), (11, 11), (25, 25), (19, 21), (25, 5)] {
            let board = Board::new(width, height, Edge::Wall).unwrap();
            for cell in 0..board.cells() {
                assert_eq!(board.cell(board.point(cell)), Some(cell));
                for to in board.steps(cell) {
                    assert_eq!(board.code(board.point(to)), Some(to));
                }
            }
        }
        assert!(Board::new(0, 3, Edge::Wall).is_none() && Board::new(3, 26, Edge::Wall).is_none());
    }

    #[test]
    fn spreading_a_set_is_spreading_its_cells() {
        for edge in [Edge::Wall, Edge::Wrap] {
            for (width, height) in [(1, 1), (1, 5), (4, 1), (2, 3), (7, 7), (11, 11)] {
                let board = Board::new(width, height, edge).unwrap();
                let spread = Spread::<2>::new(&board);
                for seed in 0..64u64 {
                    let word = takeback_core::mix(seed + 1);
                    let set: Bits<2> =
                        (0..board.cells()).filter(|c| word >> (c % 61) & 1 == 1).collect();
                    let slow: Bits<2> = set
                        .iter()
                        .flat_map(|c| board.steps(c))
                        .filter(|&c| board.is_on(c))
                        .collect();
                    assert_eq!(spread.around(set, &board), slow);
                }
            }
        }
    }

    #[test]
    fn colours_bound_walks() {
        let board = Board::new(5, 4, Edge::Wall).unwrap();
        let spread = Spread::<2>::new(&board);
        for seed in 0..64u64 {
            let word = takeback_core::mix(seed + 9);
            let set: Bits<2> = (0..board.cells()).filter(|c| word >> c & 1 == 1).collect();
            for from in (0..board.cells()).filter(|&c| !set.contains(c)) {
                assert!(spread.longest_from(from, set) >= walk(&board, from, set));
            }
        }
    }

    fn walk(board: &Board, from: u16, set: Bits<2>) -> u32 {
        let steps = board.steps(from).into_iter().filter(|&c| board.is_on(c) && set.contains(c));
        let beyond = |to: u16| {
            let mut rest = set;
            rest.clear(to);
            1 + walk(board, to, rest)
        };
        steps.map(beyond).max().unwrap_or(0)
    }

    #[test]
    fn distance_is_the_number_of_steps() {
        let wall = Board::new(7, 5, Edge::Wall).unwrap();
        let wrap = Board::new(7, 5, Edge::Wrap).unwrap();
        let cell = |x, y| wall.cell(Point::new(x, y)).unwrap();
        assert_eq!(wall.distance(cell(0, 0), cell(6, 4)), 10);
        assert_eq!(wrap.distance(cell(0, 0), cell(6, 4)), 2);
    }
}
