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

/// How a square lies to a commander's, so many files and ranks away: on the same, on a
/// file or rank, on a diagonal, or on no line with it, and how far.
const fn standing_by(files: u8, ranks: u8) -> usize {
    let (least, most) = if files < ranks { (files, ranks) } else { (ranks, files) };
    let steps = most as usize;
    match (least, steps) {
        (_, 0) => 0,
        (0, 1..=6) => steps,
        (0, _) => 6,
        (_, 1..=5) if files == ranks => 6 + steps,
        _ if files == ranks => 11,
        (_, 2..=4) => 10 + steps,
        (_, 5 | 6) => 15,
        _ => 16,
    }
}

/// All of them, by files and ranks.
const STANDING: [[u8; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut i = 0;
    while i < 16 * 16 {
        table[i / 16][i % 16] = standing_by((i / 16) as u8, (i % 16) as u8) as u8;
        i += 1;
    }
    table
};

#[inline]
fn standing(at: Square, commander: Square) -> usize {
    let files = at.file().abs_diff(commander.file());
    let ranks = at.rank().abs_diff(commander.rank());
    usize::from(STANDING[usize::from(files & 15)][usize::from(ranks & 15)])
}

/// Where the commanders are, by side; `None` when gone.
type Commanders = [Option<Square>; 2];

/// How a piece of `owner` stands to the commander of `side`, to one who looks from `view`.
#[inline]
fn tell_standing(
    view: usize,
    owner: usize,
    (kind, heroic): (Kind, bool),
    (side, standing): (usize, usize),
    out: &mut impl Bag,
) {
    let foe = owner ^ view;
    let to_foe = 2 * (side ^ view) + foe;
    out.add(view, TO_COMMANDERS + (to_foe * KINDS + kind.index()) * STANDINGS + standing);
    if heroic && owner != side {
        out.add(view, HEROES_TO_FOES + foe * STANDINGS + standing);
    }
}

/// Everything about what stands on a square.
#[inline]
fn tell(at: Square, stack: Stack, commanders: &Commanders, out: &mut impl Bag) {
    if stack.is_empty() {
        return;
    }
    let owner = stack.side().index();
    let squares = [seen(at, 0), seen(at, 1)];
    let to = |side: usize| commanders[side].map(|home| standing(at, home));
    let standings = [to(0), to(1)];
    for (i, (kind, heroic)) in stack.pieces().enumerate() {
        for (view, &square) in squares.iter().enumerate() {
            let piece = (owner ^ view) * KINDS + kind.index();
            out.add(view, piece * SQUARES + square);
            if heroic {
                out.add(view, HEROES + piece);
            }
            if i > 0 {
                out.add(view, RIDERS + piece);
            }
            for (side, standing) in standings.iter().enumerate() {
                if let Some(standing) = *standing {
                    tell_standing(view, owner, (kind, heroic), (side, standing), out);
                }
            }
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

#[inline]
fn commanders(game: &CoTuLenh) -> Commanders {
    // Spelled out: `map` over arrays is not inlined here, and this is asked twice a move.
    [game.board.commander(Side::Red), game.board.commander(Side::Blue)]
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
        let stacks = self.board.count(Side::Red) + self.board.count(Side::Blue);
        (usize::from(stacks).saturating_sub(1) / 10).min(3)
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
        let side = side.index();
        for owner in Side::BOTH {
            self.board.stacks(owner).without(told).each(|at| {
                let [old, new] =
                    [old.map(|old| standing(at, old)), new.map(|new| standing(at, new))];
                if old == new {
                    return;
                }
                for piece in self.at(at).pieces() {
                    for view in 0..2 {
                        if let Some(old) = old {
                            let out = &mut Taken(&mut *out);
                            tell_standing(view, owner.index(), piece, (side, old), out);
                        }
                        if let Some(new) = new {
                            tell_standing(view, owner.index(), piece, (side, new), out);
                        }
                    }
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
