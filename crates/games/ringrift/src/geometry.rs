//! Cells, directions and the four boards; no rules.
//!
//! Every board is a grid of `SIDE` columns in reading order. Hexagonal boards use the axial
//! coordinates x and y (z follows), shifted to begin at zero; the two corners of
//! the grid that lie outside the hexagon are not cells. So a step in any
//! direction is the same distance in cell numbers everywhere, and a whole set
//! of cells steps at once by one shift and one mask.

use crate::bits::{BitSet, Set};
use crate::flood::{spread, sweep};
use crate::state::{self, Plan};
use crate::tables::{
    all_cells, arrival_sets, between_table, class_table, classes, narrow_rays, ray_table,
    room_table,
};
use std::fmt;

/// A cell by its number in the grid of its board.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub(crate) const fn of(index: usize) -> Cell {
        Cell(index as u16)
    }

    /// The cell `distance` steps of `by` cell numbers away, which must exist.
    #[inline(always)]
    pub(crate) const fn along(self, by: i32, distance: u32) -> Cell {
        Cell((self.0 as i32 + by * distance as i32) as u16)
    }
}

/// One of the directions of a board, by number in the order of the rules.
pub type Direction = usize;

/// The most directions any board has.
pub const DIRECTIONS: usize = 8;

/// A board of RingRift. The four types that implement it carry no data.
pub trait Board: Copy + Clone + fmt::Debug + Default + Eq + Send + Sync + 'static {
    /// Sets of its cells.
    type Set: BitSet;
    /// How its positions are laid out in a journal.
    type Plan: Plan;

    /// What the rules call it.
    const NAME: &'static str;
    /// Columns of the grid.
    const SIDE: usize;
    /// Numbers that cells may have: `SIDE * SIDE`.
    const SLOTS: usize = Self::SIDE * Self::SIDE;
    /// Cells of the board.
    const CELLS: usize;
    /// Whether cells are hexagons.
    const HEXAGONS: bool;
    /// Rings every player begins with.
    const RINGS: u16;
    /// How many directions there are: 8 or 6. The opposite of a direction lies
    /// half of them further on.
    const WAYS: usize = if Self::HEXAGONS { 6 } else { 8 };
    /// One step in each direction, as (x, y).
    const OFFSETS: [(i32, i32); DIRECTIONS] =
        if Self::HEXAGONS { HEX_OFFSETS } else { SQUARE_OFFSETS };
    /// One step in each direction, in cell numbers.
    const STEPS: [i32; DIRECTIONS] = steps(Self::OFFSETS, Self::SIDE);
    /// Directions along which lines are looked for.
    const AXES: &'static [Direction] = if Self::HEXAGONS { &[0, 5, 4] } else { &[0, 1, 2, 7] };
    /// The same in the order in which recovery slides look at them.
    const RECOVERY_AXES: &'static [Direction] =
        if Self::HEXAGONS { &[0, 5, 4] } else { &[0, 2, 1, 7] };
    /// Directions in which areas are connected.
    const EDGES: &'static [Direction] =
        if Self::HEXAGONS { &[0, 1, 2, 3, 4, 5] } else { &[0, 2, 4, 6] };
    /// Whether the border of a claimed region grows along chains of markers.
    const BORDER_GROWS: bool;
    /// Line length for two players and for more.
    const LINE: [u8; 2];
    /// The line length that depends on the board alone.
    const BARE_LINE: u8;
    /// All cells.
    const ALL: Self::Set;
    /// How many classes of cells turns and mirrors of the board leave.
    const CLASSES: usize;

    /// For each direction, the cells that a step in it can arrive at.
    fn arrivals() -> &'static [Self::Set; DIRECTIONS];
    /// For each of the eight offsets (±1, 0), (0, ±1), (±1, ±1), the same.
    fn king_arrivals() -> &'static [Self::Set; DIRECTIONS];
    /// For each cell and direction, how many cells lie that way.
    fn room() -> &'static [[u8; DIRECTIONS]];

    /// For each cell the number of its class: cells that turns and mirrors of the board
    /// lead to each other have the same.
    fn classes() -> &'static [u8];

    /// How many cells in direction `way` can be walked from `from` before one
    /// in `blocked` or the edge.
    #[inline(always)]
    fn free(from: Cell, way: Direction, blocked: &Self::Set) -> u32 {
        let room = Self::room()[from.index()][way];
        let mut at = from.index() as i32;
        for walked in 0..u32::from(room) {
            at += Self::STEPS[way];
            if blocked.contains(at as usize) {
                return walked;
            }
        }
        u32::from(room)
    }

    /// All cells of `set` one step on in direction `way`.
    #[inline(always)]
    fn step(set: Self::Set, way: Direction) -> Self::Set {
        set.shifted(Self::STEPS[way]).and(Self::arrivals()[way])
    }

    /// The opposite direction.
    #[inline(always)]
    fn back(way: Direction) -> Direction {
        let half = Self::WAYS / 2;
        if way < half { way + half } else { way - half }
    }

    /// Cells that touch `set` in the sense of territory; may overlap it.
    #[inline(always)]
    fn touching(set: Self::Set) -> Self::Set {
        let mut out = Self::Set::EMPTY;
        for &way in Self::EDGES {
            out = out.or(Self::step(set, way));
        }
        out
    }

    /// Cells a king's step of (x, y) away from `set`, on hexagonal boards too.
    #[inline]
    fn king_touching(set: Self::Set) -> Self::Set {
        let steps = const { steps(SQUARE_OFFSETS, Self::SIDE) };
        let mut out = Self::Set::EMPTY;
        for (by, arrivals) in steps.into_iter().zip(Self::king_arrivals()) {
            out = out.or(set.shifted(by).and(*arrivals));
        }
        out
    }

    /// The part of `open` connected with `seed`, which lies in it.
    #[inline]
    fn fill(seed: Cell, open: Self::Set) -> Self::Set {
        spread::<Self>(seed, open)
    }

    /// The coordinates of a cell as the rules write them; z is left out.
    #[inline]
    fn coordinates(cell: Cell) -> (i32, i32) {
        let shift = if Self::HEXAGONS { Self::SIDE as i32 / 2 } else { 0 };
        let at = cell.index();
        ((at % Self::SIDE) as i32 - shift, (at / Self::SIDE) as i32 - shift)
    }

    /// The cell at these coordinates, if there is one.
    fn cell_at(x: i32, y: i32) -> Option<Cell> {
        let (shift, side) =
            (if Self::HEXAGONS { Self::SIDE as i32 / 2 } else { 0 }, Self::SIDE as i32);
        let (column, row) = (x.checked_add(shift)?, y.checked_add(shift)?);
        if !(0..side).contains(&column) || !(0..side).contains(&row) {
            return None;
        }
        let at = (row * side + column) as usize;
        Self::ALL.contains(at).then_some(Cell::of(at))
    }

    /// How far apart two cells of one straight ray are and which way, or
    /// `None` when they are on no common ray.
    fn ray(from: Cell, to: Cell) -> Option<(Direction, u32)> {
        let ((ax, ay), (bx, by)) = (Self::coordinates(from), Self::coordinates(to));
        let (dx, dy) = (bx - ax, by - ay);
        let distance = dx.abs().max(dy.abs());
        (0..Self::WAYS)
            .find(|&way| {
                let (sx, sy) = Self::OFFSETS[way];
                distance > 0 && (sx * distance, sy * distance) == (dx, dy)
            })
            .map(|way| (way, distance as u32))
    }
}

/// Runs a block for every direction of a board, written out one after the other: where the direction is known,
/// a step is a shift and a mask.
macro_rules! every_way {
    ($board:ident, $way:ident, $block:block) => {
        every_way!(@ $way, $block, 0 1 2 3 4 5);
        if $board::WAYS > 6 {
            every_way!(@ $way, $block, 6 7);
        }
    };
    (@ $way:ident, $block:block, $($number:literal)*) => {
        $({
            let $way: $crate::geometry::Direction = $number;
            $block
        })*
    };
}

/// The same for the directions along which lines are looked for.
macro_rules! every_axis {
    ($board:ident, $axis:ident, $block:block) => {
        if $board::HEXAGONS {
            every_way!(@ $axis, $block, 0 5 4);
        } else {
            every_way!(@ $axis, $block, 0 1 2 7);
        }
    };
}

pub(crate) use {every_axis, every_way};

const SQUARE_OFFSETS: [(i32, i32); DIRECTIONS] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The last two are never used.
const HEX_OFFSETS: [(i32, i32); DIRECTIONS] =
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (0, 0), (0, 0)];

const fn steps(offsets: [(i32, i32); DIRECTIONS], side: usize) -> [i32; DIRECTIONS] {
    let mut out = [0; DIRECTIONS];
    let mut way = 0;
    while way < DIRECTIONS {
        out[way] = offsets[way].0 + offsets[way].1 * side as i32;
        way += 1;
    }
    out
}

macro_rules! board {
    ($(#[$doc:meta])* $name:ident: $text:literal, words $words:literal, side $side:literal,
     cells $cells:literal, hexagons $hexagons:literal, rings $rings:literal,
     border_grows $grows:literal, line $line:expr, bare_line $bare:literal, plan $plan:ident
     $(, $($special:item)*)?) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
        pub struct $name;

        impl Board for $name {
            type Set = Set<$words>;
            type Plan = state::$plan;
            const NAME: &'static str = $text;
            const SIDE: usize = $side;
            const CELLS: usize = $cells;
            const HEXAGONS: bool = $hexagons;
            const RINGS: u16 = $rings;
            const BORDER_GROWS: bool = $grows;
            const LINE: [u8; 2] = $line;
            const BARE_LINE: u8 = $bare;
            const ALL: Self::Set = all_cells($hexagons, $side);
            const CLASSES: usize = classes::<{ $side * $side }>($hexagons, $side);

            #[inline(always)]
            fn arrivals() -> &'static [Self::Set; DIRECTIONS] {
                static TABLE: [Set<$words>; DIRECTIONS] =
                    arrival_sets($hexagons, $side, <$name as Board>::OFFSETS);
                &TABLE
            }

            #[inline(always)]
            fn king_arrivals() -> &'static [Self::Set; DIRECTIONS] {
                static TABLE: [Set<$words>; DIRECTIONS] =
                    arrival_sets($hexagons, $side, SQUARE_OFFSETS);
                &TABLE
            }

            #[inline(always)]
            fn room() -> &'static [[u8; DIRECTIONS]] {
                static TABLE: [[u8; DIRECTIONS]; $side * $side] =
                    room_table($hexagons, $side, <$name as Board>::OFFSETS);
                &TABLE
            }

            #[inline(always)]
            fn classes() -> &'static [u8] {
                static TABLE: [u8; $side * $side] = class_table($hexagons, $side);
                &TABLE
            }

            $($($special)*)?
        }
    };
}

board! {
    /// 8 by 8 squares.
    Square8: "square8", words 1, side 8, cells 64, hexagons false, rings 18,
    border_grows true, line [4, 3], bare_line 3, plan Square8Plan,

    // The nearest blocked cell of a ray is its lowest or highest bit: no walk, and
    // no branch to guess.
    #[inline(always)]
    fn free(from: Cell, way: Direction, blocked: &Self::Set) -> u32 {
        const ROOM: [[u8; DIRECTIONS]; 64] = room_table(false, 8, SQUARE_OFFSETS);
        static RAYS: [[u64; DIRECTIONS]; 64] =
            narrow_rays(ray_table(&ROOM, <Square8 as Board>::STEPS));
        static BETWEEN: [[u8; 64]; 64] = between_table(&ROOM, <Square8 as Board>::STEPS);
        let from = from.index() & 63;
        let wall = RAYS[from][way] & blocked.word(0);
        if wall == 0 {
            return u32::from(Self::room()[from][way]);
        }
        let nearest = if Self::STEPS[way] > 0 { wall.trailing_zeros() } else { wall.ilog2() };
        u32::from(BETWEEN[from][nearest as usize & 63])
    }
}
board! {
    /// 19 by 19 squares.
    Square19: "square19", words 6, side 19, cells 361, hexagons false, rings 72,
    border_grows true, line [4, 4], bare_line 4, plan Square19Plan
}
board! {
    /// 61 hexagons, four round the middle one.
    Hex8: "hex8", words 2, side 9, cells 61, hexagons true, rings 18,
    border_grows true, line [4, 3], bare_line 4, plan Hex8Plan,

    #[inline(always)]
    fn free(from: Cell, way: Direction, blocked: &Self::Set) -> u32 {
        const ROOM: [[u8; DIRECTIONS]; 81] = room_table(true, 9, HEX_OFFSETS);
        static RAYS: [[u128; DIRECTIONS]; 81] = ray_table(&ROOM, <Hex8 as Board>::STEPS);
        static BETWEEN: [[u8; 81]; 81] = between_table(&ROOM, <Hex8 as Board>::STEPS);
        let from = from.index();
        let all = u128::from(blocked.word(1)) << 64 | u128::from(blocked.word(0));
        let wall = RAYS[from][way] & all;
        if wall == 0 {
            return u32::from(Self::room()[from][way]);
        }
        let nearest = if Self::STEPS[way] > 0 { wall.trailing_zeros() } else { wall.ilog2() };
        u32::from(BETWEEN[from][nearest as usize])
    }
}
board! {
    /// 469 hexagons, twelve round the middle one.
    Hexagonal: "hexagonal", words 10, side 25, cells 469, hexagons true, rings 96,
    border_grows false, line [4, 4], bare_line 4, plan HexagonalPlan,

    // Steps of the whole set cost 15518 instructions a ply in random games, sweeps 8624. On
    // square19, with fewer words and directions, it is 6038 against 7075.
    #[inline]
    fn fill(seed: Cell, open: Self::Set) -> Self::Set {
        sweep::<Self>(seed, &open)
    }
}

/// A cell that writes itself as the rules do: `x,y` or `x,y,z`.
#[derive(Copy, Clone, Debug)]
pub struct CellName<B>(Cell, std::marker::PhantomData<B>);

impl<B: Board> CellName<B> {
    /// The name of a cell of board `B`.
    #[must_use]
    pub fn of(cell: Cell) -> Self {
        CellName(cell, std::marker::PhantomData)
    }

    /// Read such a name. For hexagons z may not contradict x and y.
    #[must_use]
    pub fn read(text: &str) -> Option<Cell> {
        let mut parts = text.split(',').map(|part| part.parse::<i32>().ok());
        let (x, y) = (parts.next()??, parts.next()??);
        if B::HEXAGONS {
            let z = parts.next()??;
            if x.checked_add(y)?.checked_add(z)? != 0 {
                return None;
            }
        }
        if parts.next().is_some() {
            return None;
        }
        // One spelling only: "+1" or "01" are no cells.
        B::cell_at(x, y).filter(|&cell| CellName::<B>::of(cell).to_string() == text)
    }
}

impl<B: Board> fmt::Display for CellName<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = B::coordinates(self.0);
        if B::HEXAGONS { write!(f, "{x},{y},{}", -x - y) } else { write!(f, "{x},{y}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees_with_coordinates<B: Board>() {
        assert_eq!(B::ALL.count() as usize, B::CELLS);
        for at in B::ALL.iter() {
            let cell = Cell::of(at);
            let (x, y) = B::coordinates(cell);
            assert_eq!(B::cell_at(x, y), Some(cell));
            assert_eq!(CellName::<B>::read(&CellName::<B>::of(cell).to_string()), Some(cell));
            for way in 0..B::WAYS {
                let (dx, dy) = B::OFFSETS[way];
                let next = B::cell_at(x + dx, y + dy);
                let stepped = B::step(B::Set::EMPTY.with(at), way);
                assert_eq!(stepped.first().map(Cell::of), next);
                assert_eq!(B::room()[at][way] > 0, next.is_some());
                assert_eq!(B::back(B::back(way)), way);
                let (bx, by) = B::OFFSETS[B::back(way)];
                assert_eq!((dx + bx, dy + by), (0, 0));
                let room = u32::from(B::room()[at][way]);
                if room > 0 {
                    let last = cell.along(B::STEPS[way], room);
                    assert_eq!(B::ray(cell, last), Some((way, room)));
                    assert_eq!(B::free(cell, way, &B::Set::EMPTY), room);
                    let wall = B::Set::EMPTY.with(last.index());
                    assert_eq!(B::free(cell, way, &wall), room - 1);
                }
            }
            let kings = B::king_touching(B::Set::EMPTY.with(at));
            for (dx, dy) in SQUARE_OFFSETS {
                if let Some(next) = B::cell_at(x + dx, y + dy) {
                    assert!(kings.contains(next.index()));
                }
            }
            assert!(kings.count() <= 8);
        }
        assert_eq!(B::fill(Cell::of(B::ALL.first().unwrap()), B::ALL), B::ALL);
    }

    /// Walking one cell at a time, the slow twin of [`Board::free`].
    fn walked<B: Board>(from: Cell, way: Direction, blocked: &B::Set) -> u32 {
        let (mut x, mut y) = B::coordinates(from);
        let mut count = 0;
        loop {
            (x, y) = (x + B::OFFSETS[way].0, y + B::OFFSETS[way].1);
            match B::cell_at(x, y) {
                Some(cell) if !blocked.contains(cell.index()) => count += 1,
                _ => return count,
            }
        }
    }

    fn free_is_walked<B: Board>() {
        let mut rng = takeback_core::SplitMix::new(3);
        for density in [2, 4, 9, 30] {
            let blocked = B::ALL.iter().filter(|_| rng.one_in(density));
            let blocked = blocked.fold(B::Set::EMPTY, B::Set::with);
            for from in B::ALL.iter().map(Cell::of) {
                for way in 0..B::WAYS {
                    let slow = walked::<B>(from, way, &blocked);
                    assert_eq!(B::free(from, way, &blocked), slow);
                }
            }
        }
    }

    #[test]
    fn the_nearest_wall_is_where_a_walk_ends() {
        free_is_walked::<Square8>();
        free_is_walked::<Square19>();
        free_is_walked::<Hex8>();
        free_is_walked::<Hexagonal>();
    }

    #[test]
    fn steps_and_masks_agree_with_coordinates() {
        agrees_with_coordinates::<Square8>();
        agrees_with_coordinates::<Square19>();
        agrees_with_coordinates::<Hex8>();
        agrees_with_coordinates::<Hexagonal>();
    }

    /// Cells of one class lie equally far from the middle along all axes, and others do not.
    fn classes_are_shapes<B: Board>() {
        let shape = |at: usize| {
            let (x, y) = B::coordinates(Cell::of(at));
            let far = 1 - B::SIDE as i32;
            let (x, y) = if B::HEXAGONS { (x, y) } else { (2 * x + far, 2 * y + far) };
            let third = if B::HEXAGONS { (x + y).abs() } else { 0 };
            let mut shape = [x.abs(), y.abs(), third];
            shape.sort_unstable();
            shape
        };
        let mut known = vec![None; B::CLASSES];
        for at in B::ALL.iter() {
            let known = known[usize::from(B::classes()[at])].get_or_insert(shape(at));
            assert_eq!(*known, shape(at), "{} {at}", B::NAME);
        }
        assert!(known.iter().all(Option::is_some));
        let mut shapes: Vec<_> = B::ALL.iter().map(shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        assert_eq!(shapes.len(), B::CLASSES);
    }

    #[test]
    fn classes_of_cells_are_what_turns_and_mirrors_leave() {
        classes_are_shapes::<Square8>();
        classes_are_shapes::<Square19>();
        classes_are_shapes::<Hex8>();
        classes_are_shapes::<Hexagonal>();
    }

    #[test]
    fn only_one_spelling_of_a_cell_is_read() {
        assert_eq!(CellName::<Square8>::read("7,7"), Some(Cell(63)));
        for wrong in ["8,0", "-1,0", "0", "0,0,0", "+1,0", "01,0", "", "a,b", "0,0 "] {
            assert_eq!(CellName::<Square8>::read(wrong), None, "{wrong}");
        }
        for wrong in ["1,1,1", "5,0,-5", "0,0", "2147483647,1,-2147483648", "0,-0,0"] {
            assert_eq!(CellName::<Hex8>::read(wrong), None, "{wrong}");
        }
    }
}
