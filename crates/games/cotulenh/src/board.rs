//! What stands where, and what follows from it at once.
//!
//! Everything changes through [`Board::set`], which keeps the sums (sets of
//! squares, commanders, counts, key) in step with the cells and tells a
//! [`Log`] what was overwritten. Attack detection never walks the board: the
//! set of squares that could attack at all, cut with the set of stacks that
//! are there, leaves a handful of candidates.

use crate::air::{AirWalk, Flight};
use crate::geometry::{LAND, NAVY, Square, Squares, TERRAIN, sight, star};
use crate::moves::Action;
use crate::pieces::{GUNS, Kind, Side, Stack, reach};
use takeback_core::{Key, mix};

/// A cell as it was before it was overwritten.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) at: Square,
    pub(crate) old: Stack,
}

/// Hears of every cell that is overwritten.
pub(crate) trait Log {
    fn overwritten(&mut self, at: Square, old: Stack);
}

/// For boards that are thrown away.
pub(crate) struct NoLog;

impl Log for NoLog {
    #[inline]
    fn overwritten(&mut self, _: Square, _: Stack) {}
}

impl Log for Vec<Saved> {
    #[inline]
    fn overwritten(&mut self, at: Square, old: Stack) {
        self.push(Saved { at, old });
    }
}

/// The 132 cells in a table of 256, and their sums.
#[derive(Copy, Clone)]
pub(crate) struct Board {
    cells: [Stack; 256],
    sums: Sums,
}

/// What is kept up to date rather than searched for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Sums {
    stacks: [Squares; 2],
    /// Stacks whose carrier keeps aircraft away.
    guns: [Squares; 2],
    commanders: [Option<Square>; 2],
    counts: [u8; 2],
    key: Key,
}

impl Sums {
    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    const NONE: Sums = Sums {
        stacks: [Squares::NONE; 2],
        guns: [Squares::NONE; 2],
        commanders: [None; 2],
        counts: [0; 2],
        key: Key::ZERO,
    };

    #[inline]
    fn add(&mut self, at: Square, stack: Stack) {
        let side = stack.side().index();
        self.key ^= stack_key(at, stack);
        self.stacks[side].insert(at);
        self.counts[side] += 1;
        if stack.carrier().bit() & GUNS != 0 {
            self.guns[side].insert(at);
        }
        if stack.has(Kind::Commander) {
            self.commanders[side] = Some(at);
        }
    }

    #[inline]
    fn remove(&mut self, at: Square, stack: Stack) {
        let side = stack.side().index();
        self.key ^= stack_key(at, stack);
        self.stacks[side].remove(at);
        self.counts[side] -= 1;
        self.guns[side].remove(at);
        if stack.has(Kind::Commander) && self.commanders[side] == Some(at) {
            self.commanders[side] = None;
        }
    }
}

/// The part of the key that says what stands on one square.
#[inline]
fn stack_key(at: Square, stack: Stack) -> Key {
    let number = u64::from(at.0) << 16 | u64::from(stack.bits());
    Key(mix(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// Whether a stack with this carrier may stand on a square.
#[inline]
pub(crate) fn may_stand(carrier: Kind, at: Square) -> bool {
    let needed = if matches!(carrier, Kind::Navy) { NAVY } else { LAND };
    TERRAIN[at.index()] & needed != 0
}

impl Board {
    pub(crate) fn empty() -> Board {
        let mut cells = [Stack::OFF_BOARD; 256];
        for at in Square::all() {
            cells[at.index()] = Stack::EMPTY;
        }
        Board { cells, sums: Sums::NONE }
    }

    /// What stands on a square; the off-board mark if it is none.
    #[inline]
    pub(crate) fn at(&self, at: Square) -> Stack {
        self.cells[at.index()]
    }

    #[inline]
    pub(crate) fn stacks(&self, side: Side) -> Squares {
        self.sums.stacks[side.index()]
    }

    #[inline]
    pub(crate) fn guns(&self, side: Side) -> Squares {
        self.sums.guns[side.index()]
    }

    #[inline]
    pub(crate) fn commander(&self, side: Side) -> Option<Square> {
        self.sums.commanders[side.index()]
    }

    #[inline]
    pub(crate) fn count(&self, side: Side) -> u8 {
        self.sums.counts[side.index()]
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.sums.key
    }

    #[inline]
    pub(crate) fn sums(&self) -> &Sums {
        &self.sums
    }

    /// The same sums from the cells, the slow and obvious way.
    pub(crate) fn sums_from_scratch(&self) -> Sums {
        let mut sums = Sums::NONE;
        for at in Square::all().filter(|&at| !self.at(at).is_empty()) {
            sums.add(at, self.at(at));
        }
        sums
    }

    /// The one door through which cells change.
    #[inline]
    pub(crate) fn set(&mut self, at: Square, new: Stack, log: &mut impl Log) {
        let old = std::mem::replace(&mut self.cells[at.index()], new);
        log.overwritten(at, old);
        if !old.is_empty() {
            self.sums.remove(at, old);
        }
        if !new.is_empty() {
            self.sums.add(at, new);
        }
    }

    /// Put back what was overwritten, newest first, with the sums of then.
    #[inline]
    pub(crate) fn restore(&mut self, saved: &[Saved], sums: &Sums) {
        for &Saved { at, old } in saved.iter().rev() {
            self.cells[at.index()] = old;
        }
        self.sums = *sums;
    }

    /// Put back what was overwritten, newest first, and count anew.
    pub(crate) fn roll_back(&mut self, saved: &[Saved]) {
        for &Saved { at, old } in saved.iter().rev() {
            self.set(at, old, &mut NoLog);
        }
    }

    /// Become `goal`, cell by cell.
    pub(crate) fn become_like(&mut self, goal: &Board, log: &mut impl Log) {
        for at in Square::all() {
            if self.at(at) != goal.at(at) {
                self.set(at, goal.at(at), log);
            }
        }
    }

    /// Which types of the stack at `from` attack `target`, which lies on one of its rays.
    #[inline]
    fn attacking_kinds(&self, from: Square, target: Square) -> u16 {
        let stack = self.at(from);
        let line = sight(from, target);
        let mut kinds = 0;
        for (kind, heroic) in stack.pieces() {
            let reach = reach(kind, heroic);
            let mut range = if line.diagonal { reach.diagonal } else { reach.orthogonal };
            if kind == Kind::Navy && !self.at(target).has(Kind::Navy) {
                range -= 1; // the last step is for ships only
            }
            if line.distance <= range
                && (kind.shoots_over()
                    || line.distance == 1
                    || self.is_clear(from, target, line.delta))
                && (kind != Kind::AirForce
                    || heroic
                    || self.flies(from, target, line.delta, stack.side().other()))
            {
                kinds |= kind.bit();
            }
        }
        kinds
    }

    /// Whether nothing stands strictly between two squares of one ray.
    #[inline]
    pub(crate) fn is_clear(&self, from: Square, to: Square, delta: u8) -> bool {
        let mut at = from.step(delta);
        while at != to {
            if !self.at(at).is_empty() {
                return false;
            }
            at = at.step(delta);
        }
        true
    }

    /// Whether an aircraft gets from `from` to `to` past the zones of `defender`.
    fn flies(&self, from: Square, to: Square, delta: u8, defender: Side) -> bool {
        let mut walk = AirWalk::default();
        let mut at = from;
        while at != to {
            at = at.step(delta);
            if walk.enter(self.cover_of(at, defender)) == Flight::Destroyed {
                return false;
            }
        }
        true
    }

    /// The stacks of `by` that attack a square, with the types that do.
    #[inline]
    pub(crate) fn attackers(
        &self,
        target: Square,
        by: Side,
    ) -> impl Iterator<Item = (Square, u16)> + '_ {
        let candidates = self.stacks(by).and(star(target));
        candidates
            .iter()
            .map(move |from| (from, self.attacking_kinds(from, target)))
            .filter(|&(_, kinds)| kinds != 0)
    }

    /// Whether the commander of `side` is missing or attacked.
    #[inline]
    pub(crate) fn is_attacked(&self, side: Side) -> bool {
        self.commander(side).is_none_or(|home| self.attackers(home, side.other()).next().is_some())
    }

    /// Whether the commanders see each other along a file or rank, carried or not.
    #[inline]
    pub(crate) fn is_exposed(&self) -> bool {
        let (Some(red), Some(blue)) = (self.commander(Side::Red), self.commander(Side::Blue))
        else {
            return false;
        };
        (red.file() == blue.file() || red.rank() == blue.rank())
            && self.is_clear(red, blue, sight(red, blue).delta)
    }

    /// How many stacks keep the commanders apart; `None` if they share no line.
    #[inline]
    pub(crate) fn stacks_between_commanders(&self) -> Option<u32> {
        let (red, blue) = (self.commander(Side::Red)?, self.commander(Side::Blue)?);
        if red.file() != blue.file() && red.rank() != blue.rank() {
            return None;
        }
        let delta = sight(red, blue).delta;
        let (mut at, mut count) = (red.step(delta), 0);
        while at != blue {
            count += u32::from(!self.at(at).is_empty());
            at = at.step(delta);
        }
        Some(count)
    }

    /// Attacked or exposed: `side` may not end its turn like this.
    #[inline]
    pub(crate) fn in_danger(&self, side: Side) -> bool {
        self.is_attacked(side) || self.is_exposed()
    }

    /// One elementary move: `mover` leaves `from` (or shoots from there), then
    /// both kinds of promotion. Outside a replay `mover` is what the move lists.
    #[inline]
    pub(crate) fn apply(
        &mut self,
        from: Square,
        mover: Stack,
        to: Square,
        action: Action,
        log: &mut impl Log,
    ) {
        match action {
            Action::Stay => self.set(to, Stack::EMPTY, log),
            Action::Suicide => {
                self.lift(from, mover, log);
                self.set(to, Stack::EMPTY, log);
            }
            Action::Combine | Action::Recombine => {
                self.lift(from, mover, log);
                // Nothing waits there if the step to be joined was a suicide capture.
                let joined =
                    if self.at(to).is_empty() { Some(mover) } else { mover.combined(self.at(to)) };
                self.set(to, joined.unwrap_or(mover), log);
            }
            _ => {
                self.lift(from, mover, log);
                self.set(to, mover, log);
            }
        }
        self.promote_attackers(mover.side(), log);
        self.promote_last_guards(log);
    }

    /// Take the mover's types from its stack; the flags are the move's business.
    #[inline]
    fn lift(&mut self, from: Square, mover: Stack, log: &mut impl Log) {
        self.set(from, self.at(from).without(mover.kinds()), log);
    }

    /// Every piece of `side` that attacks the enemy commander becomes a hero.
    ///
    /// The rules ask for the set of attackers before any flag changes. A new
    /// flag alters neither who stands in whose way nor the defender's zones,
    /// so promoting one by one is the same.
    #[inline]
    fn promote_attackers(&mut self, side: Side, log: &mut impl Log) {
        let Some(target) = self.commander(side.other()) else { return };
        for from in self.stacks(side).and(star(target)).iter() {
            let kinds = self.attacking_kinds(from, target);
            if kinds != 0 {
                self.promote(from, kinds, log);
            }
        }
    }

    /// A side's only piece beside its commander becomes a hero.
    #[inline]
    fn promote_last_guards(&mut self, log: &mut impl Log) {
        for side in Side::BOTH {
            if self.count(side) > 2 {
                continue;
            }
            let stacks = self.stacks(side);
            let mut guards = stacks.iter().filter(|&at| self.at(at).carrier() != Kind::Commander);
            if let (Some(last), None) = (guards.next(), guards.next())
                && !self.at(last).is_pile()
            {
                self.promote(last, self.at(last).kinds(), log);
            }
        }
    }

    #[inline]
    fn promote(&mut self, at: Square, kinds: u16, log: &mut impl Log) {
        let stack = self.at(at);
        let promoted = stack.promoted(kinds);
        if promoted != stack {
            self.set(at, promoted, log);
        }
    }

    /// Squares that the commander of the other side lights up for a commander
    /// who starts from `origin`: a wall it cannot cross.
    pub(crate) fn sight_wall(&self, mover: Side, origin: Square) -> Squares {
        use crate::geometry::{EAST, NORTH, SOUTH, WEST};
        let mut wall = Squares::NONE;
        let Some(enemy) = self.commander(mover.other()) else { return wall };
        let mut light = |delta: u8| {
            let mut at = enemy.step(delta);
            while self.at(at).is_empty() || at == origin {
                wall.insert(at);
                at = at.step(delta);
            }
        };
        light(if origin.rank() > enemy.rank() { NORTH } else { SOUTH });
        if origin.file() != enemy.file() {
            light(if origin.file() > enemy.file() { EAST } else { WEST });
        }
        wall
    }

    /// The first stack beyond `at` along a ray; the off-board mark if none.
    #[inline]
    pub(crate) fn first_beyond(&self, mut at: Square, delta: u8) -> Stack {
        loop {
            at = at.step(delta);
            if !self.at(at).is_empty() {
                return self.at(at);
            }
        }
    }

    /// Every broken promise of this board: sums, commanders, stacks.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.sums != self.sums_from_scratch() {
            faults.push(format!("sums {:?} should be {:?}", self.sums, self.sums_from_scratch()));
        }
        for at in Square::all() {
            let stack = self.at(at);
            if !stack.is_empty() && !crate::pieces::is_stack(stack.kinds()) {
                faults.push(format!("{at} holds no stack: {stack:?}"));
            }
            if stack.heroes() & !stack.kinds() != 0 || Stack::of_same(stack) != stack {
                faults.push(format!("{at} has a hero without a piece: {stack:?}"));
            }
        }
        for side in Side::BOTH {
            let holders = self.stacks(side).iter().filter(|&at| self.at(at).has(Kind::Commander));
            if holders.count() > 1 {
                faults.push(format!("{side:?} has two commanders"));
            }
        }
        faults
    }
}

impl Stack {
    /// The stack rebuilt from its parts: equal unless a flag stands in a slot that has no piece.
    fn of_same(stack: Stack) -> Stack {
        if stack.is_empty() {
            Stack::EMPTY
        } else {
            Stack::of(stack.side(), stack.kinds(), stack.heroes())
        }
    }
}
