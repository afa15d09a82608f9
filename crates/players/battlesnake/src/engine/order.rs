//! What to try first: choices that cut before, here or elsewhere.

use takeback_battlesnake::Direction;

/// More cells than any board has.
const CELLS: usize = 640;

/// Remembers which choices cut off, by the cell a head was on.
#[derive(Clone, Debug)]
pub(super) struct Order {
    mine: Box<[[i32; 4]]>,
    theirs: Box<[[i32; 4]]>,
    /// For each ply and each of my choices, the reply that refuted it last.
    killers: Box<[[Option<u32>; 4]]>,
}

impl Order {
    pub(super) fn new(plies: usize) -> Self {
        let cells = || vec![[0; 4]; CELLS].into_boxed_slice();
        let killers = vec![[None; 4]; plies].into_boxed_slice();
        Order { mine: cells(), theirs: cells(), killers }
    }

    /// Halve what was learned, so that the next move's search starts warm
    /// without being tied to the past.
    pub(super) fn age(&mut self) {
        for counts in self.mine.iter_mut().chain(&mut self.theirs) {
            for count in counts {
                *count /= 4;
            }
        }
        self.killers.fill([None; 4]);
    }

    #[inline]
    pub(super) fn mine(&self, head: u16, direction: Direction) -> i32 {
        self.mine[usize::from(head) % CELLS][direction as usize]
    }

    #[inline]
    pub(super) fn theirs(&self, head: u16, direction: Direction) -> i32 {
        self.theirs[usize::from(head) % CELLS][direction as usize]
    }

    #[inline]
    pub(super) fn killer(&self, ply: usize, mine: Direction) -> Option<u32> {
        self.killers[ply][mine as usize]
    }

    /// My choice was good enough.
    #[inline]
    pub(super) fn reward(&mut self, head: u16, direction: Direction, depth: i32) {
        self.mine[usize::from(head) % CELLS][direction as usize] += depth * depth;
    }

    /// A rival's choice refuted mine.
    #[inline]
    pub(super) fn punish(&mut self, head: u16, direction: Direction, depth: i32) {
        self.theirs[usize::from(head) % CELLS][direction as usize] += depth * depth;
    }

    #[inline]
    pub(super) fn refuted(&mut self, ply: usize, mine: Direction, reply: u32) {
        self.killers[ply][mine as usize] = Some(reply);
    }
}
