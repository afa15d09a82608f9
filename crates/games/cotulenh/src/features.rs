//! What a learned judge sees, from one's own side of the board: every piece on its
//! square, and how it stands to both commanders; who is a hero, who rides; how thin the
//! wall between the commanders is, and whether a deployment is under way.
//!
//! Attacks run along lines and are counted in steps, so how a piece stands to a
//! commander is told by line and steps, the same in all directions: this piece three
//! steps off on a file teaches the same wherever the commander is. Squares alone do
//! not say it, and were not enough.
//!
//! What a move changed is told by the cells it overwrote, which are kept for the
//! way back anyway, and by where the commanders were.

use crate::geometry::{Square, Squares};
use crate::pieces::{Kind, Side, Stack};
use crate::state::CoTuLenh;
use takeback_core::{Bag, Features, Taken};

const SQUARES: usize = 11 * 12;
const KINDS: usize = Kind::ALL.len();
/// Ways to stand to a commander.
const STANDINGS: usize = 17;
/// Where each sort of feature begins, after pieces on squares.
const HEROES: usize = 2 * KINDS * SQUARES;
const RIDERS: usize = HEROES + 2 * KINDS;
const TO_COMMANDERS: usize = RIDERS + 2 * KINDS;
const HEROES_TO_FOES: usize = TO_COMMANDERS + 2 * 2 * KINDS * STANDINGS;
const WALLS: usize = HEROES_TO_FOES + 2 * STANDINGS;
const SESSIONS: usize = WALLS + 4;

/// The number of a square as seen by a side: Blue looks from the other end. The sea is
/// to the left of both.
#[inline]
fn seen(at: Square, view: usize) -> usize {
    let rank = usize::from(at.rank());
    let rank = if view == 0 { rank } else { 11 - rank };
    rank * 11 + usize::from(at.file())
}

/// How a square lies to a commander's: on the same, on a file or rank, on a diagonal, or
/// on no line with it, and how far.
#[inline]
fn standing(at: Square, commander: Square) -> usize {
    let files = at.file().abs_diff(commander.file());
    let ranks = at.rank().abs_diff(commander.rank());
    let steps = usize::from(files.max(ranks));
    match (files.min(ranks), steps) {
        (_, 0) => 0,
        (0, _) => steps.min(6),
        _ if files == ranks => 6 + steps.min(5),
        (_, 2..=4) => 10 + steps,
        (_, 5 | 6) => 15,
        _ => 16,
    }
}

/// Where the commanders are, by side; `None` when gone.
type Commanders = [Option<Square>; 2];

/// Everything about what stands on a square, but how it stands to commanders.
#[inline]
fn tell_pieces(at: Square, stack: Stack, out: &mut impl Bag) {
    for view in 0..2 {
        let (foe, square) = (usize::from(stack.side().index() != view), seen(at, view));
        for (i, (kind, heroic)) in stack.pieces().enumerate() {
            let piece = foe * KINDS + kind.index();
            out.add(view, piece * SQUARES + square);
            if heroic {
                out.add(view, HEROES + piece);
            }
            if i > 0 {
                out.add(view, RIDERS + piece);
            }
        }
    }
}

/// How what stands on a square stands to the commander of `side`.
#[inline]
fn tell_standing(at: Square, stack: Stack, side: usize, home: Square, out: &mut impl Bag) {
    let (owner, standing) = (stack.side().index(), standing(at, home));
    for (kind, heroic) in stack.pieces() {
        for view in 0..2 {
            let foe = usize::from(owner != view);
            let to_foe = 2 * usize::from(side != view) + foe;
            out.add(view, TO_COMMANDERS + (to_foe * KINDS + kind.index()) * STANDINGS + standing);
            if heroic && owner != side {
                out.add(view, HEROES_TO_FOES + foe * STANDINGS + standing);
            }
        }
    }
}

/// Everything about what stands on a square.
#[inline]
fn tell(at: Square, stack: Stack, commanders: &Commanders, out: &mut impl Bag) {
    if stack.is_empty() {
        return;
    }
    tell_pieces(at, stack, out);
    for (side, home) in commanders.iter().enumerate() {
        if let Some(home) = *home {
            tell_standing(at, stack, side, home, out);
        }
    }
}

/// What is neither piece nor square.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Whole {
    /// Stacks between commanders that share a line, three standing for more.
    wall: Option<u8>,
    /// Inside a session: whether it may not end as it stands.
    session: Option<bool>,
}

impl Whole {
    #[inline]
    fn of(game: &CoTuLenh) -> Whole {
        Whole {
            wall: game.board.stacks_between_commanders().map(|stacks| stacks.min(3) as u8),
            session: game.is_deploying().then(|| game.is_unfinished()),
        }
    }

    #[inline]
    fn tell(self, out: &mut impl Bag) {
        for view in 0..2 {
            if let Some(stacks) = self.wall {
                out.add(view, WALLS + usize::from(stacks));
            }
            if let Some(is_unfinished) = self.session {
                out.add(view, SESSIONS + usize::from(is_unfinished));
            }
        }
    }
}

/// What was before a move, beside the cells.
#[derive(Copy, Clone, Debug)]
pub struct Before {
    /// How many cells had been overwritten.
    trail: usize,
    commanders: Commanders,
    whole: Whole,
}

fn commanders(game: &CoTuLenh) -> Commanders {
    Side::BOTH.map(|side| game.board.commander(side))
}

impl Features for CoTuLenh {
    type Snapshot = Before;
    const FEATURES: usize = SESSIONS + 2;
    /// Nineteen pieces a side on their squares, to both commanders, all of them heroes,
    /// carried as far as may be; a wall and a session.
    const MOST_FEATURES: usize = 38 * 5 + 26 + 2;
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        "cotulenh: pieces on squares and to commanders, heroes, riders, walls, sessions, 2"
            .to_owned()
    }

    /// Ten stacks a bucket.
    #[inline]
    fn bucket(&self) -> usize {
        let stacks: usize = Side::BOTH.map(|side| usize::from(self.board.count(side))).iter().sum();
        (stacks.saturating_sub(1) / 10).min(3)
    }

    #[inline]
    fn snapshot(&self) -> Before {
        Before { trail: self.trail.len(), commanders: commanders(self), whole: Whole::of(self) }
    }

    fn list_features(&self, out: &mut impl Bag) {
        let commanders = commanders(self);
        for at in Square::all() {
            tell(at, self.at(at), &commanders, out);
        }
        Whole::of(self).tell(out);
    }

    #[inline]
    fn changed_features(&self, before: &Before, out: &mut impl Bag) {
        let commanders = commanders(self);
        let trail = &self.trail[before.trail.min(self.trail.len())..];
        let mut told = Squares::NONE;
        for saved in trail {
            // The oldest entry of a cell holds what stood there before the move.
            if told.contains(saved.at) {
                continue;
            }
            told.insert(saved.at);
            tell(saved.at, saved.old, &before.commanders, &mut Taken(out));
            tell(saved.at, self.at(saved.at), &commanders, out);
        }
        for side in Side::BOTH {
            let (old, new) = (before.commanders[side.index()], commanders[side.index()]);
            if old != new {
                self.tell_moved_commander(side, old, new, &told, out);
            }
        }
        let whole = Whole::of(self);
        if whole != before.whole {
            before.whole.tell(&mut Taken(out));
            whole.tell(out);
        }
    }
}

impl CoTuLenh {
    /// How all that did not move stands to a commander that did.
    fn tell_moved_commander(
        &self,
        side: Side,
        old: Option<Square>,
        new: Option<Square>,
        told: &Squares,
        out: &mut impl Bag,
    ) {
        for owner in Side::BOTH {
            self.board.stacks(owner).without(told).each(|at| {
                let stack = self.at(at);
                if let (Some(old), Some(new)) = (old, new)
                    && standing(at, old) == standing(at, new)
                {
                    return;
                }
                if let Some(old) = old {
                    tell_standing(at, stack, side.index(), old, &mut Taken(out));
                }
                if let Some(new) = new {
                    tell_standing(at, stack, side.index(), new, out);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the direction, one number; whatever the line or steps within reach, another.
    #[test]
    fn standings_tell_lines_and_steps_and_nothing_else() {
        let mut seen = [const { Vec::new() }; STANDINGS];
        for home in Square::all() {
            for at in Square::all() {
                let files = at.file().abs_diff(home.file());
                let ranks = at.rank().abs_diff(home.rank());
                let shape = (files.max(ranks), files.min(ranks));
                let list: &mut Vec<(u8, u8)> = &mut seen[standing(at, home)];
                if !list.contains(&shape) {
                    list.push(shape);
                }
            }
        }
        let line = |&(most, least): &(u8, u8)| (least == 0, least == most);
        for list in &seen {
            assert!(!list.is_empty(), "{seen:?}");
            assert!(list.iter().all(|shape| line(shape) == line(&list[0])), "{list:?}");
            // Where pieces strike along lines, each step has its own.
            let strikes = line(&list[0]) != (false, false) && list[0].0 <= 4;
            assert!(!strikes || list.len() == 1, "{list:?}");
        }
    }
}
