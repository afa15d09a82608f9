//! The parts of a position's key.
//!
//! A body is written into the key as links, "from this cell to that one
//! towards the head", plus head, length and health in one word: a move then
//! changes two links and one word per snake instead of the whole body.

use crate::geometry::Direction;
use crate::state::Memory;
use takeback_core::{Key, mix};

/// What a part speaks of, so that equal numbers of different kinds differ.
#[derive(Copy, Clone)]
enum Kind {
    Snake = 1,
    Link,
    Fate,
    Turn,
    Food,
    Surplus,
    Hazard,
    Choice,
    Stage,
    Memory,
}

/// Two multiplications, each followed by a fold of the high half.
#[inline]
const fn part(kind: Kind, value: u64) -> Key {
    let salt = (kind as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut z = (value ^ salt).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 32).wrapping_mul(0x94d0_49bb_1331_11eb);
    Key(z ^ z >> 32)
}

#[inline]
pub(crate) const fn snake(seat: usize, head: u16, len: usize, health: i8) -> Key {
    let value = (seat as u64) << 48 | (head as u64) << 32 | (len as u64) << 8 | health as u8 as u64;
    part(Kind::Snake, value)
}

/// Entries that share a cell have no link: the length tells how many they are.
#[inline]
pub(crate) const fn link(seat: usize, from: u16, to: u16) -> Key {
    if from == to {
        return Key::ZERO;
    }
    part(Kind::Link, (seat as u64) << 48 | (from as u64) << 16 | to as u64)
}

pub(crate) const fn fate(seat: usize, turn: u32) -> Key {
    part(Kind::Fate, (seat as u64) << 40 | turn as u64)
}

#[inline]
pub(crate) const fn turn(turn: u32) -> Key {
    part(Kind::Turn, turn as u64)
}

#[inline]
pub(crate) const fn food(cell: u16) -> Key {
    part(Kind::Food, cell as u64)
}

pub(crate) const fn surplus(cell: u16, before: usize) -> Key {
    part(Kind::Surplus, (cell as u64) << 16 | before as u64)
}

#[inline]
pub(crate) const fn hazard(cell: u16, height: u8) -> Key {
    if height == 0 {
        return Key::ZERO;
    }
    part(Kind::Hazard, (cell as u64) << 8 | height as u64)
}

static CHOICES: [[Key; 4]; 16] = {
    let mut table = [[Key::ZERO; 4]; 16];
    let mut i = 0;
    while i < 64 {
        table[i / 4][i % 4] = part(Kind::Choice, i as u64 + 1);
        i += 1;
    }
    table
};

#[inline]
pub(crate) fn choice(seat: usize, direction: Direction) -> Key {
    CHOICES[seat & 15][direction as usize]
}

#[inline]
pub(crate) const fn stage(number: u32) -> Key {
    if number == 0 { Key::ZERO } else { part(Kind::Stage, number as u64) }
}

#[inline]
pub(crate) const fn memory(memory: Memory) -> Key {
    let [a, b, c, d] = memory.0;
    let value = a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48;
    if value == 0 { Key::ZERO } else { Key(mix(mix(value) ^ Kind::Memory as u64)) }
}
