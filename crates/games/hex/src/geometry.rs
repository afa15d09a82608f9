//! Cells, colours and edges of a rhombic board; no rules.
//!
//! Cell (x, y) has number `y * width + x`. Black owns the top and the bottom
//! edge, White the left and the right one:
//!
//! ```text
//!    a  b  c
//!  1\.  .  .\1      neighbours of (x, y), going round:
//!   2\.  .  .\2     (x, y-1) (x+1, y-1) (x+1, y) (x, y+1) (x-1, y+1) (x-1, y)
//!    3\.  .  .\3
//!       a  b  c
//! ```

use crate::bits::Bits;
use std::error::Error;
use std::fmt;

/// The longest side of a board.
pub const MAX_SIDE: usize = 19;
/// How many sizes of board there are.
pub(crate) const SIZES: usize = MAX_SIDE * MAX_SIDE;

/// Black joins top and bottom, White left and right.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Colour {
    /// Top and bottom.
    Black,
    /// Left and right.
    White,
}

impl Colour {
    /// Both colours.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent's colour.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The colour as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }

    /// Read `b`, `black`, `w`, `white` in any case.
    #[must_use]
    pub fn read(text: &str) -> Option<Colour> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Colour::Black),
            "w" | "white" => Some(Colour::White),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A cell by number: row by row from the top left.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The number as an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<usize> for Cell {
    #[inline]
    fn from(at: usize) -> Cell {
        Cell(at as u16)
    }
}

/// Width and height of a board, each from 1 to [`MAX_SIDE`].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A side is zero or longer than [`MAX_SIDE`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct SizeError {
    /// The width asked for.
    pub width: usize,
    /// The height asked for.
    pub height: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { width, height } = self;
        write!(f, "a board of {width}x{height} is not between 1x1 and {MAX_SIDE}x{MAX_SIDE}")
    }
}

impl Error for SizeError {}

impl Size {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// When a side is zero or too long.
    pub const fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(SizeError { width, height });
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// A board with equal sides.
    ///
    /// # Errors
    /// When the side is zero or too long.
    pub const fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of cells.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Whether the sides are equal.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// A number for each size, for tables.
    pub(crate) const fn index(self) -> usize {
        (self.height() - 1) * MAX_SIDE + self.width() - 1
    }

    /// The cell in column `x` and row `y`, from zero, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn cell(self, x: usize, y: usize) -> Option<Cell> {
        if x < self.width() && y < self.height() {
            Some(Cell((y * self.width() + x) as u16))
        } else {
            None
        }
    }

    /// Column and row of a cell, from zero.
    #[inline]
    #[must_use]
    pub const fn xy(self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.width(), cell.index() / self.width())
    }

    /// The cell mirrored on the long diagonal, which exchanges the colours'
    /// edges. On the board only when it is square.
    #[inline]
    #[must_use]
    pub const fn mirrored(self, cell: Cell) -> Cell {
        let (x, y) = self.xy(cell);
        Cell((x * self.width() + y) as u16)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Steps to the six neighbours, going round the cell.
pub const DIRECTIONS: [(isize, isize); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// What lies in one direction of a cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Beyond {
    /// Another cell.
    Cell(Cell),
    /// An edge of this colour. Beyond an obtuse corner both edges meet; Black's
    /// is named, and nothing may depend on it.
    Edge(Colour),
}

/// Tables of one board size in one storage class. Equal when the sizes are.
pub struct Geometry<B> {
    /// The size they are for.
    pub size: Size,
    /// Every cell.
    pub all: B,
    /// Per colour the cells along its two edges: top and bottom, left and right.
    pub edges: [[B; 2]; 2],
    /// Per cell its neighbours.
    pub adjacent: Vec<B>,
    /// Per cell what lies round it, in the order of [`DIRECTIONS`].
    pub ring: Vec<[Beyond; 6]>,
    /// Per colour and direction, the cells beyond which its edge lies.
    pub over_edge: [[B; 6]; 2],
    not_left: B,
    not_right: B,
}

impl<B> PartialEq for Geometry<B> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<B> Eq for Geometry<B> {}

impl<B> fmt::Debug for Geometry<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)
    }
}

impl<B: Bits> Geometry<B> {
    pub(crate) fn new(size: Size) -> Self {
        assert!(size.cells() <= B::BITS, "the caller chose a class that holds {size}");
        let pick = |keep: &dyn Fn(usize, usize) -> bool| {
            let mut set = B::EMPTY;
            for at in 0..size.cells() {
                let (x, y) = size.xy(Cell::from(at));
                if keep(x, y) {
                    set = set.with(at);
                }
            }
            set
        };
        let (right, bottom) = (size.width() - 1, size.height() - 1);
        let left_cells = pick(&|x, _| x == 0);
        let right_cells = pick(&|x, _| x == right);
        let ring: Vec<[Beyond; 6]> =
            (0..size.cells()).map(|at| ring_of(size, Cell::from(at))).collect();
        Geometry {
            size,
            all: pick(&|_, _| true),
            edges: [[pick(&|_, y| y == 0), pick(&|_, y| y == bottom)], [left_cells, right_cells]],
            adjacent: ring.iter().map(neighbours_in).collect(),
            over_edge: over_edges(&ring),
            ring,
            not_left: pick(&|x, _| x != 0),
            not_right: pick(&|x, _| x != right),
        }
    }

    /// The set and all its neighbours; may reach beyond the last row.
    #[inline]
    #[must_use]
    pub fn grown(&self, set: B) -> B {
        let width = u32::from(self.size.width);
        let before = set.down(1) & self.not_right;
        let after = set.up(1) & self.not_left;
        set | before | after | (set | before).up(width) | (set | after).down(width)
    }

    /// The cells of `within` joined to those of `from` (which count themselves
    /// when they lie in `within`) through cells of `within`.
    #[inline]
    #[must_use]
    pub fn flood(&self, from: B, within: B) -> B {
        let mut reached = from & within;
        loop {
            let next = self.grown(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether `stones` join the two edges of `colour`.
    #[inline]
    #[must_use]
    pub fn joins(&self, colour: Colour, stones: B) -> bool {
        let [from, to] = self.edges[colour.index()];
        let mut reached = from & stones;
        loop {
            if reached.meets(to) {
                return true;
            }
            let next = self.grown(reached) & stones;
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// How far the number of a neighbour in direction `d` is away.
    #[inline]
    pub(crate) fn step(&self, d: usize) -> isize {
        let (dx, dy) = DIRECTIONS[d];
        dy * self.size.width() as isize + dx
    }

    /// The cells whose neighbour in direction `d` (of [`DIRECTIONS`]) is in
    /// `set`; may reach beyond the last row.
    #[inline]
    #[must_use]
    pub fn beside(&self, set: B, d: usize) -> B {
        let width = u32::from(self.size.width);
        match d {
            0 => set.up(width),
            1 => set.up(width - 1) & self.not_right,
            2 => set.down(1) & self.not_right,
            3 => set.down(width),
            4 => set.down(width - 1) & self.not_left,
            _ => set.up(1) & self.not_left,
        }
    }

    /// The board turned by 180 degrees, which keeps every edge its colour.
    #[inline]
    #[must_use]
    pub fn turned(&self, set: B) -> B {
        set.reversed(self.size.cells())
    }
}

fn over_edges<B: Bits>(ring: &[[Beyond; 6]]) -> [[B; 6]; 2] {
    let mut sets = [[B::EMPTY; 6]; 2];
    for (at, around) in ring.iter().enumerate() {
        for (d, beyond) in around.iter().enumerate() {
            if let Beyond::Edge(colour) = *beyond {
                let set = &mut sets[colour.index()][d];
                *set = set.with(at);
            }
        }
    }
    sets
}

fn ring_of(size: Size, cell: Cell) -> [Beyond; 6] {
    let (x, y) = size.xy(cell);
    DIRECTIONS.map(|(dx, dy)| {
        let (nx, ny) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        match size.cell(nx, ny) {
            Some(cell) => Beyond::Cell(cell),
            None if ny >= size.height() => Beyond::Edge(Colour::Black),
            None => Beyond::Edge(Colour::White),
        }
    })
}

fn neighbours_in<B: Bits>(ring: &[Beyond; 6]) -> B {
    ring.iter().fold(B::EMPTY, |set, beyond| match beyond {
        Beyond::Cell(cell) => set.with(cell.index()),
        Beyond::Edge(_) => set,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acute_corners_have_two_neighbours_and_obtuse_ones_three() {
        let g = u128::geometry(Size::square(11).unwrap());
        let count = |x, y| g.adjacent[g.size.cell(x, y).unwrap().index()].count();
        assert_eq!([count(0, 0), count(10, 10)], [2, 2]);
        assert_eq!([count(10, 0), count(0, 10)], [3, 3]);
        assert_eq!([count(5, 0), count(0, 5), count(5, 5)], [4, 4, 6]);
    }

    #[test]
    fn steps_by_shifts_equal_the_rings() {
        for (w, h) in [(1, 1), (1, 7), (7, 1), (2, 3), (11, 11)] {
            let g = u128::geometry(Size::new(w, h).unwrap());
            for at in 0..w * h {
                for d in 0..6 {
                    let from = g.beside(u128::bit(at), d) & g.all;
                    let there = |c: usize| g.ring[c][d] == Beyond::Cell(Cell::from(at));
                    assert!(from.iter().eq((0..w * h).filter(|&c| there(c))), "{w}x{h} {at} {d}");
                }
            }
        }
    }

    #[test]
    fn growing_by_shifts_equals_the_neighbour_lists() {
        for (w, h) in [(1, 1), (1, 7), (7, 1), (2, 3), (8, 8), (5, 12), (11, 11), (13, 9)] {
            let g = crate::bits::Wide::<4>::geometry(Size::new(w, h).unwrap());
            for at in 0..w * h {
                let set = crate::bits::Wide::<4>::bit(at);
                assert_eq!(g.grown(set) & g.all, set | g.adjacent[at], "{w}x{h} cell {at}");
            }
        }
    }
}
