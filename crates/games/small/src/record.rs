//! Small games whose position *is* the moves so far.
//!
//! Where players must remember everything they saw, the list of moves is the
//! simplest honest state: making appends, unmaking drops, and what a player
//! knows is what he saw of each move. The [`recorded!`] macro turns those few
//! answers into all capabilities that do not need the rules.

use std::fmt;
use takeback_core::{Game, Key, Moves, Player, SplitMix, Turn, mix};

/// At most `MOST` moves, in place.
#[derive(Copy, Clone)]
pub(crate) struct Record<M, const MOST: usize> {
    moves: [Option<M>; MOST],
    len: u8,
}

impl<M: Copy, const MOST: usize> Default for Record<M, MOST> {
    fn default() -> Self {
        Record { moves: [None; MOST], len: 0 }
    }
}

impl<M: Copy, const MOST: usize> Record<M, MOST> {
    pub(crate) fn push(&mut self, m: M) {
        self.moves[usize::from(self.len)] = Some(m);
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) {
        self.len -= 1;
        self.moves[usize::from(self.len)] = None;
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Put another move in the place of one made before.
    pub(crate) fn replace(&mut self, at: usize, m: M) {
        self.moves[at] = Some(m);
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = M> + Clone + '_ {
        self.moves[..self.len()].iter().copied().flatten()
    }

    pub(crate) fn get(&self, at: usize) -> Option<M> {
        self.moves.get(at).copied().flatten()
    }
}

impl<M: Copy + PartialEq, const MOST: usize> PartialEq for Record<M, MOST> {
    fn eq(&self, other: &Self) -> bool {
        self.moves[..self.len()] == other.moves[..other.len()]
    }
}

impl<M: Copy + Eq, const MOST: usize> Eq for Record<M, MOST> {}

impl<M: Copy + fmt::Debug, const MOST: usize> fmt::Debug for Record<M, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What the macro needs to know of a game.
pub(crate) trait Recorded: Game + Copy + Default {
    /// How many moves were made.
    fn length(&self) -> usize;

    /// The move made as number `at`.
    fn played(&self, at: usize) -> Self::Move;

    /// A number for each move.
    fn code(m: Self::Move) -> u8;

    /// What `viewer` saw of the move made as number `at`, as a number; [`UNSEEN`]
    /// if he does not even know that it was made.
    fn seen(&self, viewer: Player, at: usize) -> u8;

    /// Every legal move or possible outcome, in order.
    fn each(&self, tell: &mut dyn FnMut(Self::Move));
}

/// A move of which a viewer sees and hears nothing at all.
pub(crate) const UNSEEN: u8 = u8::MAX;

/// All that a viewer saw, in order.
pub(crate) fn sights<G: Recorded>(game: &G, viewer: Player) -> impl Iterator<Item = u8> + '_ {
    (0..game.length()).map(move |at| game.seen(viewer, at)).filter(|&code| code != UNSEEN)
}

/// A key of a sequence of codes.
pub(crate) fn chain(salt: u64, codes: impl Iterator<Item = u8>) -> Key {
    let key = codes.fold(Key::nth(salt).0, |key, code| {
        mix(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (u64::from(code) + 1))
    });
    Key(key)
}

/// One of the moves, or an outcome by its weight, without a list.
pub(crate) fn any<G: Recorded>(game: &G, rng: &mut SplitMix) -> G::Move {
    let (mut drawn, mut total) = (None, 0usize);
    let chance = game.turn() == Turn::Chance;
    game.each(&mut |m| {
        let weight = if chance { game.weight(m) as usize } else { 1 };
        total += weight;
        if weight > 0 && rng.below(total) < weight {
            drawn = Some(m);
        }
    });
    drawn.expect("nobody draws when the game is over")
}

pub(crate) fn list<G: Recorded>(game: &G, out: &mut Moves<G::Move>) {
    game.each(&mut |m| out.push(m));
}

/// Inside `impl Game` of a game for two: all but the turn and the payoff.
macro_rules! game_by_record {
    () => {
        type Undo = ();
        const HIDES: bool = true;

        fn players(&self) -> usize {
            2
        }

        fn moves(&self, out: &mut takeback_core::Moves<Self::Move>) {
            $crate::record::list(self, out);
        }

        fn make(&mut self, m: Self::Move) {
            self.record.push(m);
        }

        fn unmake(&mut self, _: Self::Move, (): ()) {
            self.record.pop();
        }
    };
}

/// Inside `impl Recorded`: the moves made; `$none` where there are none.
macro_rules! moves_of_record {
    ($none:expr) => {
        fn length(&self) -> usize {
            self.record.len()
        }

        fn played(&self, at: usize) -> Self::Move {
            self.record.get(at).unwrap_or($none)
        }
    };
}

/// Capabilities of a [`Recorded`] game, for a type with generic parameters in
/// brackets: `recorded!([const CARDS: usize] Goofspiel<CARDS>, "…")`. The text
/// says what a position looks like.
macro_rules! recorded {
    ([$($generics:tt)*] $game:ty, $codes:expr, $expected:expr) => {
        impl<$($generics)*> takeback_core::Keyed for $game {
            fn key(&self) -> takeback_core::Key {
                let codes = (0..self.length()).map(|at| Self::code(self.played(at)));
                $crate::record::chain(1, codes)
            }

            fn key_from_scratch(&self) -> takeback_core::Key {
                self.key()
            }
        }

        impl<$($generics)*> takeback_core::Indexed for $game {
            const INDICES: usize = $codes;

            fn index(&self, m: Self::Move) -> usize {
                usize::from(Self::code(m))
            }
        }

        impl<$($generics)*> takeback_core::RandomMove for $game {
            fn random_move(&self, rng: &mut takeback_core::SplitMix) -> Self::Move {
                $crate::record::any(self, rng)
            }
        }

        impl<$($generics)*> takeback_core::Hidden for $game {
            /// What was seen of each move, by numbers.
            type Observation = Vec<u8>;
            /// The position as it was.
            type Redeal = Self;

            fn observation(&self, player: takeback_core::Player) -> Vec<u8> {
                $crate::record::sights(self, player).collect()
            }

            fn infoset(&self, player: takeback_core::Player) -> takeback_core::Key {
                $crate::record::chain(2, $crate::record::sights(self, player))
            }

            /// A player knows what he does, if not what comes of it.
            fn label(&self, viewer: takeback_core::Player, m: Self::Move) -> u64 {
                if self.turn().decider() == Some(viewer) {
                    return 1 << 8 | u64::from(Self::code(m));
                }
                let mut after = *self;
                after.make(m);
                u64::from(after.seen(viewer, self.length()))
            }

            fn redeal(
                &mut self,
                viewer: takeback_core::Player,
                rng: &mut takeback_core::SplitMix,
            ) -> Self {
                let old = *self;
                self.deal_anew(viewer, rng);
                old
            }

            fn undo_redeal(&mut self, old: Self) {
                *self = old;
            }

            /// What was seen so far must be how `sight` begins.
            fn may_lead_to(&self, viewer: takeback_core::Player, sight: &Vec<u8>) -> bool {
                let mut rest = sight.iter();
                $crate::record::sights(self, viewer).all(|code| rest.next() == Some(&code))
            }
        }

        /// The moves so far, separated by commas; `.` at the start.
        impl<$($generics)*> takeback_core::Portable for $game {
            type PositionError = $crate::ReadError;

            fn write_position(&self, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
                let mut replayed = Self::default();
                for at in 0..self.length() {
                    if at > 0 {
                        out.write_char(',')?;
                    }
                    takeback_core::Notation::write_move(&replayed, self.played(at), out)?;
                    replayed.make(self.played(at));
                }
                if self.length() == 0 { out.write_char('.') } else { Ok(()) }
            }

            fn read_position(text: &str) -> Result<Self, $crate::ReadError> {
                let bad = || $crate::ReadError::new(text, $expected);
                let mut game = Self::default();
                for part in text.trim().split(',').filter(|part| *part != ".") {
                    let m = takeback_core::Notation::read_move(&game, part).map_err(|_| bad())?;
                    if !game.legal_moves().contains(&m) {
                        return Err(bad());
                    }
                    game.make(m);
                }
                let written = takeback_core::Portable::position_text(&game);
                if written == text.trim() { Ok(game) } else { Err(bad()) }
            }
        }
    };
}
pub(crate) use {game_by_record, moves_of_record, recorded};
