//! How far stacks go: movements, captures, and which placements are not dead.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell, Direction};
use crate::moves::{Move, cells};
use crate::stack::Stack;
use crate::state::RingRift;
use takeback_core::Player;

/// Landings of one stack in one direction: every distance from `nearest` to
/// `farthest`.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ray {
    pub(crate) from: Cell,
    pub(crate) way: Direction,
    pub(crate) target: Option<Cell>,
    pub(crate) nearest: u32,
    pub(crate) farthest: u32,
}

impl Ray {
    /// The ply that lands at `distance`.
    #[inline(always)]
    pub(crate) fn landing<B: Board>(&self, distance: u32, chain: bool) -> Move {
        let from = self.from;
        let to = from.along(B::STEPS[self.way], distance);
        match self.target {
            None => Move::Slide { from, to },
            Some(target) if chain => Move::Continue { from, target, to },
            Some(target) => Move::Capture { from, target, to },
        }
    }

    #[inline(always)]
    pub(crate) fn landings(&self) -> u32 {
        self.farthest + 1 - self.nearest
    }
}

/// The board as a moving stack sees it.
pub(crate) struct Rays<'a, B: Board> {
    game: &'a RingRift<B>,
    stacks: B::Set,
    blocked: B::Set,
}

impl<'a, B: Board> Rays<'a, B> {
    #[inline(always)]
    pub(crate) fn new(game: &'a RingRift<B>) -> Self {
        let stacks = game.all_stacks();
        Rays { game, stacks, blocked: stacks.or(game.all_collapsed()) }
    }

    /// Movements and captures of the stack on `from`.
    #[inline(always)]
    pub(crate) fn of_stack(&self, from: Cell, mut visit: impl FnMut(&Ray)) {
        let stack = self.game.stack(from);
        for way in 0..B::WAYS {
            let free = B::free(from, way, &self.blocked);
            if free >= stack.height() {
                visit(&Ray { from, way, target: None, nearest: stack.height(), farthest: free });
            }
            if let Some(ray) = self.capture(from, stack.height(), stack.cap(), way, free) {
                visit(&ray);
            }
        }
    }

    /// Captures of the stack on `from`.
    #[inline(always)]
    pub(crate) fn captures_of_stack(&self, from: Cell, mut visit: impl FnMut(&Ray)) {
        let stack = self.game.stack(from);
        for way in 0..B::WAYS {
            let free = B::free(from, way, &self.blocked);
            if let Some(ray) = self.capture(from, stack.height(), stack.cap(), way, free) {
                visit(&ray);
            }
        }
    }

    /// The capture beyond `free` open cells, by a stack of this height and cap.
    #[inline(always)]
    fn capture(&self, from: Cell, height: u32, cap: u32, way: Direction, free: u32) -> Option<Ray> {
        if free == u32::from(B::room()[from.index()][way]) {
            return None;
        }
        let target = from.along(B::STEPS[way], free + 1);
        if !self.stacks.contains(target.index()) || self.game.stack(target).cap() > cap {
            return None;
        }
        let beyond = B::free(target, way, &self.blocked);
        let farthest = free + 1 + beyond;
        let nearest = height.max(free + 2);
        (nearest <= farthest).then_some(Ray { from, way, target: Some(target), nearest, farthest })
    }

    /// Whether a stack of this height and cap on `from` could move or capture.
    #[inline]
    pub(crate) fn goes(&self, from: Cell, height: u32, cap: u32) -> bool {
        (0..B::WAYS).any(|way| {
            let free = B::free(from, way, &self.blocked);
            free >= height || self.capture(from, height, cap, way, free).is_some()
        })
    }

    /// Whether a stack of this height and cap on `from` could capture.
    #[inline]
    pub(crate) fn captures(&self, from: Cell, height: u32, cap: u32) -> bool {
        (0..B::WAYS).any(|way| {
            let free = B::free(from, way, &self.blocked);
            self.capture(from, height, cap, way, free).is_some()
        })
    }

    /// Whether the stack on `from` can move or capture.
    #[inline]
    fn stack_goes(&self, from: Cell) -> bool {
        let stack = self.game.stack(from);
        self.goes(from, stack.height(), stack.cap())
    }

    /// Whether one ring of `me` more would leave the stack on `at` mobile.
    #[inline]
    fn topped_goes(&self, at: Cell, me: Player) -> bool {
        let stack: Stack = self.game.stack(at);
        let cap = if stack.controller() == me { stack.cap() + 1 } else { 1 };
        self.goes(at, stack.height() + 1, cap)
    }
}

/// Cells where rings may be placed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Placements<S> {
    pub(crate) one: S,
    pub(crate) two: S,
    pub(crate) three: S,
    /// Stacks that may get one ring.
    pub(crate) stacks: S,
}

impl<B: Board> RingRift<B> {
    /// Rings of `me` that may come on the board now.
    #[inline]
    pub(crate) fn placeable(&self, me: Player) -> u16 {
        let purse = self.purse(me);
        self.rules().rings.saturating_sub(purse.rings()).min(purse.hand())
    }

    /// All placements. Where one ring can step away needs no test of its own:
    /// whole boards of cells are asked at once whether one, two or three
    /// cells in a row are free; the few others are tried for captures one by one.
    #[inline]
    pub(crate) fn placements(&self, me: Player) -> Placements<B::Set> {
        let none = B::Set::EMPTY;
        let rings = self.placeable(me);
        if rings == 0 {
            return Placements { one: none, two: none, three: none, stacks: none };
        }
        let rays = Rays::new(self);
        let free = B::ALL.minus(rays.blocked);
        let empty = free.minus(self.all_markers());
        let [mut one, mut two, mut three] = [none; 3];
        for way in 0..B::WAYS {
            let by_one = B::step(free, way);
            let by_two = B::step(by_one.and(free), way);
            let by_three = B::step(by_two.and(free), way);
            one = one.or(by_one);
            two = two.or(by_two);
            three = three.or(by_three);
        }
        let add_captures = |known: B::Set, asked: B::Set, rings: u32| {
            let stuck = cells(asked.minus(known)).filter(|&at| rays.captures(at, rings, rings));
            stuck.fold(known.and(asked), |set, at| set.with(at.index()))
        };
        one = add_captures(one, empty, 1);
        two = if rings < 2 { none } else { add_captures(two, one, 2) };
        three = if rings < 3 { none } else { add_captures(three, one, 3) };
        let stacks = cells(rays.stacks)
            .filter(|&at| rays.topped_goes(at, me))
            .fold(none, |set, at| set.with(at.index()));
        Placements { one, two, three, stacks }
    }

    /// Whether any placement of one ring is legal.
    fn has_placement(&self, me: Player) -> bool {
        if self.placeable(me) == 0 {
            return false;
        }
        let rays = Rays::new(self);
        let free = B::ALL.minus(rays.blocked);
        let empty = free.minus(self.all_markers());
        (0..B::WAYS).any(|way| B::step(free, way).meets(empty))
            || cells(empty).any(|at| rays.captures(at, 1, 1))
            || cells(rays.stacks).any(|at| rays.topped_goes(at, me))
    }

    /// Whether a stack of `me` can move or capture.
    #[inline]
    pub(crate) fn has_movement(&self, me: Player) -> bool {
        let rays = Rays::new(self);
        cells(self.controlled(me)).any(|from| rays.stack_goes(from))
    }

    /// Whether `me` could place, move or capture on the board as it stands.
    #[inline]
    #[must_use]
    pub fn has_real_action(&self, me: Player) -> bool {
        self.has_placement(me) || self.has_movement(me)
    }

    /// Whether `me`, who has rings in hand, may keep them there this turn.
    #[inline]
    pub(crate) fn may_skip_placement(&self, me: Player) -> bool {
        self.purse(me).hand() > 0 && (self.has_movement(me) || self.may_recover(me))
    }

    /// Whether the stack on `cell` is `me`'s and can capture.
    #[inline]
    pub(crate) fn can_capture_from(&self, me: Player, cell: Cell) -> bool {
        let stack = self.stack(cell);
        !stack.is_none()
            && stack.controller() == me
            && Rays::new(self).captures(cell, stack.height(), stack.cap())
    }
}
