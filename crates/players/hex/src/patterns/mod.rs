//! How good a move looks by what lies round it, learned from the engine's own games.
//!
//! Every move has a handful of *traits*: the six cells beside it, stones a
//! bridge away, where the last stone of the enemy is, how far the edges are.
//! Each trait has a weight, and the share of a move is a softmax over the sums
//! (the weights are in `weights.rs`; `examples/learn` plays the games and fits
//! them). Traits are the same for both colours and for the board turned by 180
//! degrees, since Hex is.

mod shares;
mod weights;

pub use shares::Shares;

use takeback_hex::Bits;
use takeback_hex::{Cell, Colour, DIRECTIONS, Geometry};
use weights::WEIGHTS;

/// How many traits there are.
pub const TRAITS: usize = PLACE + PLACES;

/// What lies in the six directions, three ways each.
const AROUND: usize = 0;
const AROUNDS: usize = 729;
/// Stones a bridge away: three axes, whose, whether the way is free.
const FAR: usize = AROUND + AROUNDS;
const FARS: usize = 3 * 2 * 2;
/// The last stone of the enemy: up to three columns and rows away.
const LAST: usize = FAR + FARS;
const LASTS: usize = 7 * 7;
/// The last stone has entered an own bridge, and this is its other cell.
const SAVES: usize = LAST + LASTS;
/// Distance to the own edge up to four, place along it in nine parts.
const PLACE: usize = SAVES + 1;
const PLACES: usize = 5 * 9;

/// A board prepared for asking how its cells look to one colour.
#[derive(Clone, Debug)]
pub struct Patterns<'a, B: Bits> {
    geometry: &'a Geometry<B>,
    mover: Colour,
    last: Option<(isize, isize)>,
    /// Per direction the cells beside which, seen there, own and enemy stones
    /// lie. Directions are White's mirrored, so that both colours see alike.
    around: [[B; 2]; 6],
    /// Per direction between two others, the same a bridge away.
    far: [[B; 2]; 6],
    /// The same where both cells between are empty.
    free: [B; 6],
}

impl<'a, B: Bits> Patterns<'a, B> {
    /// Look at a board on which `mover` is to move and the enemy's stone on
    /// `last` was the last, if that is known.
    #[must_use]
    pub fn new(
        geometry: &'a Geometry<B>,
        stones: [B; 2],
        mover: Colour,
        last: Option<usize>,
    ) -> Self {
        let empty = geometry.all.minus(stones[0] | stones[1]);
        let sides = [mover, mover.other()];
        // White sees the board mirrored on the long diagonal, which turns
        // direction d into 5 - d.
        let seen = |d: usize| if mover == Colour::White { (11 - d) % 6 } else { d % 6 };
        let held = |side: Colour, d: usize| {
            let stones = geometry.beside(stones[side.index()], d);
            stones | geometry.over_edge[side.index()][d] | obtuse_corner(geometry, d)
        };
        let mut patterns = Patterns {
            geometry,
            mover,
            last: last.map(|at| xy(geometry, at)),
            around: [[B::EMPTY; 2]; 6],
            far: [[B::EMPTY; 2]; 6],
            free: [B::EMPTY; 6],
        };
        for d in 0..6 {
            let real = seen(d);
            patterns.around[d] = sides.map(|side| held(side, real));
            let next = seen(d + 1);
            let through = |side: Colour, first: usize, second: usize| {
                geometry.beside(held(side, second) & geometry.all, first)
            };
            patterns.far[d] =
                sides.map(|side| through(side, real, next) & through(side, next, real));
            patterns.free[d] = geometry.beside(empty, real) & geometry.beside(empty, next);
        }
        patterns
    }

    /// Name the traits of a move on an empty cell.
    #[inline]
    pub fn traits(&self, at: usize, mut name: impl FnMut(usize)) {
        let mut code = 0;
        for [own, enemy] in &self.around {
            code = code * 3
                + usize::from(own.has(at))
                + 2 * usize::from(!own.has(at) && enemy.has(at));
        }
        name(AROUND + code);
        for (d, far) in self.far.iter().enumerate() {
            for (whose, set) in far.iter().enumerate() {
                if set.has(at) {
                    let free = usize::from(self.free[d].has(at));
                    name(FAR + (d % 3) * 4 + whose * 2 + free);
                }
            }
        }
        let (x, y) = xy(self.geometry, at);
        if let Some((last_x, last_y)) = self.last {
            self.near_last(at, self.as_seen(last_x - x, last_y - y), &mut name);
        }
        name(PLACE + self.place(x, y));
    }

    /// What the enemy's last stone, so many columns and rows away, means.
    #[inline]
    fn near_last(&self, at: usize, (dx, dy): (isize, isize), name: &mut impl FnMut(usize)) {
        if dx.abs() > 3 || dy.abs() > 3 {
            return;
        }
        // The board turned by 180 degrees looks the same.
        let (tx, ty) = if (dy, dx) < (0, 0) { (-dx, -dy) } else { (dx, dy) };
        name(LAST + ((ty + 3) * 7 + tx + 3) as usize);
        if let Some(d) = DIRECTIONS.iter().position(|&step| step == (dx, dy)) {
            let own = |d: usize| self.around[d % 6][0].has(at);
            if own(d + 1) && own(d + 5) {
                name(SAVES);
            }
        }
    }

    /// A step as the colour to move sees it: White mirrored.
    #[inline]
    fn as_seen(&self, dx: isize, dy: isize) -> (isize, isize) {
        if self.mover == Colour::White { (dy, dx) } else { (dx, dy) }
    }

    /// How far the own edges are, and where along them.
    fn place(&self, x: isize, y: isize) -> usize {
        let size = self.geometry.size;
        let (mut along, mut away) = self.as_seen(x, y);
        let (length, depth) = self.as_seen(size.width() as isize, size.height() as isize);
        let turned = (depth - 1 - away, length - 1 - along);
        if (away, along) > turned {
            (away, along) = turned;
        }
        let part = if along < 4 {
            along
        } else if length - 1 - along < 4 {
            8 - (length - 1 - along)
        } else {
            4
        };
        (away.min(4) * 9 + part) as usize
    }

    /// The sum of the weights of a move's traits.
    #[inline]
    #[must_use]
    pub fn score(&self, at: usize) -> f32 {
        let mut sum = 0;
        self.traits(at, |n| sum += i32::from(WEIGHTS[n]));
        sum as f32 / SCALE
    }
}

/// Weights are kept as whole numbers of this part.
pub const SCALE: f32 = 32.0;

/// The trait that is the same on the board turned by 180 degrees; the weights
/// of both are equal.
#[must_use]
pub const fn turned(name: usize) -> usize {
    if name >= AROUND + AROUNDS {
        return name;
    }
    // Six digits of base three; the first three and the last three change places.
    (name % 27) * 27 + name / 27
}

#[inline]
fn xy<B: Bits>(geometry: &Geometry<B>, at: usize) -> (isize, isize) {
    let (x, y) = geometry.size.xy(Cell::from(at));
    (x as isize, y as isize)
}

/// The cell beyond which, in this direction, the edges of both colours meet.
fn obtuse_corner<B: Bits>(geometry: &Geometry<B>, d: usize) -> B {
    let [[top, bottom], [left, right]] = geometry.edges;
    match d {
        1 => top & right,
        4 => bottom & left,
        _ => B::EMPTY,
    }
}
