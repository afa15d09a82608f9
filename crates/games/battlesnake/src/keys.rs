//! The parts of a position's key.
//!
//! A body is written into the key as links, "from this cell to that one
//! towards the head": a move then adds one link and takes one away instead of
//! touching the whole body. Links tell where a path begins and ends, so head and
//! tail need no part of their own as long as there is a link at all.

use crate::setup::MAX_SNAKES;
use crate::state::Memory;
use takeback_core::{Key, Players, mix};

/// What a part speaks of, so that equal numbers of different kinds differ.
#[derive(Copy, Clone)]
enum Kind {
    Curl = 1,
    Fate,
    Turn,
    Food,
    Surplus,
    Hazard,
    Choices,
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

/// Numbers of cells, those just outside included, lie below.
const CODES: usize = 1024;

const fn random_word(salt: u64, i: usize) -> u64 {
    mix(mix(salt) ^ i as u64) | 1
}

const fn random_words<const N: usize>(salt: u64) -> [u64; N] {
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = random_word(salt, i);
        i += 1;
    }
    words
}

/// Whether words are looked up. Random words cannot be packed: a page that fetches the
/// game would wait for 180 kB of them, and computes them instead.
const LOOKED_UP: bool = !cfg!(target_family = "wasm");

const OF_FROM: u64 = 0x11;
const OF_TO: u64 = 0x31;
const OF_HEALTH: u64 = 0x51;

static FROM: [[u64; CODES]; MAX_SNAKES] = {
    let mut rows = [[0; CODES]; MAX_SNAKES];
    let mut seat = 0;
    while seat < MAX_SNAKES {
        rows[seat] = random_words(OF_FROM + seat as u64);
        seat += 1;
    }
    rows
};
static TO: [u64; CODES] = random_words(OF_TO);
static HEALTH: [[u64; 256]; MAX_SNAKES] = {
    let mut rows = [[0; 256]; MAX_SNAKES];
    let mut seat = 0;
    while seat < MAX_SNAKES {
        rows[seat] = random_words(OF_HEALTH + seat as u64);
        seat += 1;
    }
    rows
};
static LENGTH: [u64; MAX_SNAKES] = random_words(0x71);

/// A product of two random odd words: neither alone, nor their order along the
/// body, drops out when links are combined. Entries that share a cell have no
/// link: the length tells how many they are.
#[inline]
pub(crate) fn link(seat: usize, from: u16, to: u16) -> Key {
    if from == to {
        return Key::ZERO;
    }
    let (seat, from, to) = (seat % MAX_SNAKES, usize::from(from) % CODES, usize::from(to) % CODES);
    if LOOKED_UP {
        Key(FROM[seat][from].wrapping_mul(TO[to]))
    } else {
        computed_link(seat, from, to)
    }
}

#[inline]
fn computed_link(seat: usize, from: usize, to: usize) -> Key {
    Key(random_word(OF_FROM + seat as u64, from).wrapping_mul(random_word(OF_TO, to)))
}

#[inline]
pub(crate) fn health(seat: usize, health: i8) -> Key {
    let (seat, health) = (seat % MAX_SNAKES, usize::from(health as u8));
    if LOOKED_UP { Key(HEALTH[seat][health]) } else { computed_health(seat, health) }
}

#[inline]
fn computed_health(seat: usize, health: usize) -> Key {
    Key(random_word(OF_HEALTH + seat as u64, health))
}

#[inline]
pub(crate) fn length(seat: usize, len: usize) -> Key {
    let product = LENGTH[seat % MAX_SNAKES].wrapping_mul(len as u64 + 1);
    Key(product ^ product >> 32)
}

/// A body whose head and tail share a cell: all its entries do, or it is
/// tangled.
pub(crate) const fn curl(seat: usize, cell: u16) -> Key {
    part(Kind::Curl, (seat as u64) << 32 | cell as u64)
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

/// Who still owes a choice, and what the others chose.
#[inline]
pub(crate) const fn choices(pending: Players, choices: u32) -> Key {
    part(Kind::Choices, (pending.0 as u64) << 32 | choices as u64)
}

#[inline]
pub(crate) const fn stage(number: u32) -> Key {
    if number == 0 { Key::ZERO } else { part(Kind::Stage, number as u64) }
}

#[inline]
pub(crate) const fn memory(memory: Memory) -> Key {
    let [a, b, c, d] = memory.0;
    let value = a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48;
    if value == 0 { Key::ZERO } else { part(Kind::Memory, value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn words_are_computed_as_they_are_looked_up() {
        for seat in 0..MAX_SNAKES {
            for health in -128..=127_i8 {
                let place = usize::from(health as u8);
                assert_eq!(super::health(seat, health), computed_health(seat, place));
            }
            for cell in 0..CODES {
                let next = (cell + 1) % CODES;
                let linked = link(seat, cell as u16, next as u16);
                assert_eq!(linked, computed_link(seat, cell, next));
            }
        }
    }

    /// Every path of up to eight steps on a small board, for two seats: as many
    /// keys as paths, although many share their cells.
    #[test]
    fn paths_of_the_same_cells_have_keys_of_their_own() {
        fn walk(seat: usize, path: &mut Vec<u16>, key: Key, keys: &mut HashSet<Key>) -> usize {
            let mut found = 1;
            assert!(keys.insert(key), "{seat} {path:?}");
            if path.len() == 9 {
                return found;
            }
            let at = *path.last().expect("a path begins somewhere");
            let (x, y) = (at % 4, at / 4);
            let steps = [
                (x > 0, at.wrapping_sub(1)),
                (x < 3, at + 1),
                (y > 0, at.wrapping_sub(4)),
                (y < 3, at + 4),
            ];
            for (_, to) in steps.into_iter().filter(|s| s.0) {
                if !path.contains(&to) {
                    path.push(to);
                    found += walk(seat, path, key ^ link(seat, at, to), keys);
                    path.pop();
                }
            }
            found
        }
        let mut keys = HashSet::new();
        let mut found = 0;
        for seat in [0, 1] {
            for start in 0..16 {
                // A single cell has no link, hence no key of its own here.
                for to in [start + 1, start + 4].into_iter().filter(|&c| c < 16) {
                    if to % 4 != 0 || to == start + 4 {
                        found += walk(seat, &mut vec![start, to], link(seat, start, to), &mut keys);
                    }
                }
            }
        }
        assert_eq!(keys.len(), found);
        assert!(found > 2_000, "{found}");
    }
}
