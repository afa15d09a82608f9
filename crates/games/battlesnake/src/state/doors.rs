//! What chance writes: food and hazards come here, and go again.

use super::{Battlesnake, Memory, Stage};
use crate::keys;

/// The doors through which chance changes the position.
impl<const W: usize, const S: usize> Battlesnake<W, S> {
    pub(crate) fn set_stage(&mut self, stage: Stage) {
        self.key ^= keys::stage(self.stage.number()) ^ keys::stage(stage.number());
        self.stage = stage;
    }

    pub(crate) fn set_memory(&mut self, memory: Memory) {
        self.key ^= keys::memory(self.memory) ^ keys::memory(memory);
        self.memory = memory;
    }

    /// Put food on a cell that has none; answers the cell's former stamp.
    pub(crate) fn add_food(&mut self, cell: u16) -> u32 {
        debug_assert!(!self.food.contains(cell), "maps do not double food");
        self.key ^= keys::food(cell);
        self.food.set(cell);
        let stamp = &mut self.stamps[usize::from(cell) / 64][usize::from(cell) % 64];
        let old = std::mem::replace(stamp, self.next_stamp);
        self.next_stamp += 1;
        old
    }

    /// Take back [`add_food`](Self::add_food), the key aside.
    pub(crate) fn drop_food(&mut self, cell: u16, old_stamp: u32) {
        self.next_stamp -= 1;
        self.stamps[usize::from(cell) / 64][usize::from(cell) % 64] = old_stamp;
        self.food.clear(cell);
    }

    /// Write a cell's layers of hazard, remembering the old number.
    pub(crate) fn set_height(&mut self, cell: u16, height: u8) {
        let old = self.height(cell);
        if old == height {
            return;
        }
        self.log.push((cell, old));
        self.key ^= keys::hazard(cell, old) ^ keys::hazard(cell, height);
        self.write_height(cell, height);
    }

    fn write_height(&mut self, cell: u16, height: u8) {
        self.heights[usize::from(cell) / 64][usize::from(cell) % 64] = height;
        if height == 0 {
            self.hazards.clear(cell);
        } else {
            self.hazards.set(cell);
        }
    }

    /// A mark to take hazards back to.
    #[inline]
    pub(crate) fn hazard_mark(&self) -> u32 {
        self.log.len() as u32
    }

    /// Take back every [`set_height`](Self::set_height) since the mark, the key
    /// aside.
    #[inline]
    pub(crate) fn restore_hazards(&mut self, mark: u32) {
        while self.log.len() > mark as usize {
            let Some((cell, old)) = self.log.pop() else { break };
            self.write_height(cell, old);
        }
    }
}
