//! What alpha-beta may use of a game beyond [`Game`], chosen by type.
//!
//! Rust has no way to ask "does this game happen to implement `Indexed`?" in
//! generic code. So each optional ability is a type parameter with a default
//! that works for every game, and a builder method that exists only where the
//! ability does: `.indexed()` for games with numbered moves, `.null_move()`
//! for games that can pass. Both compile down to nothing when unused.

use std::hash::{Hash, Hasher};
use takeback_core::{Game, Indexed, Pass};

/// How moves find their place in history tables.
pub trait MoveIndex<G: Game>: Copy + Default + Send + Sync + 'static {
    /// One more than the largest place.
    const PLACES: usize;

    /// The place of `m`.
    fn place(game: &G, m: G::Move) -> usize;
}

/// Places by hash: works for every game; moves that share a place share their
/// history, which costs a little ordering and nothing else.
#[derive(Copy, Clone, Debug, Default)]
pub struct Hashed;

impl<G: Game> MoveIndex<G> for Hashed {
    const PLACES: usize = 4096;

    #[inline]
    fn place(_: &G, m: G::Move) -> usize {
        let mut fold = Fold(0);
        m.hash(&mut fold);
        (fold.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize
    }
}

/// Places by the game's own numbering.
#[derive(Copy, Clone, Debug, Default)]
pub struct Numbered;

impl<G: Indexed> MoveIndex<G> for Numbered {
    const PLACES: usize = G::INDICES;

    #[inline]
    fn place(game: &G, m: G::Move) -> usize {
        game.index(m)
    }
}

/// A hasher for small moves: a rotation and a multiplication a word.
struct Fold(u64);

impl Fold {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Fold {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.word(u64::from(byte)));
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.word(u64::from(n));
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.word(u64::from(n));
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.word(u64::from(n));
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
}

/// Whether and how the turn can be handed over.
pub trait Passing<G: Game>: Copy + Default + Send + Sync + 'static {
    /// Whether null moves are tried at all.
    const TRIED: bool;

    /// Hand over the turn, where that says anything.
    fn make_pass(game: &mut G) -> Option<G::Undo>;

    /// Take the pass back.
    fn unmake_pass(game: &mut G, undo: G::Undo);
}

/// No null moves: every game.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoPass;

impl<G: Game> Passing<G> for NoPass {
    const TRIED: bool = false;

    #[inline]
    fn make_pass(_: &mut G) -> Option<G::Undo> {
        None
    }
    #[inline]
    fn unmake_pass(_: &mut G, _: G::Undo) {}
}

/// Null moves by the game's own pass.
#[derive(Copy, Clone, Debug, Default)]
pub struct NullMove;

impl<G: Pass> Passing<G> for NullMove {
    const TRIED: bool = true;

    #[inline]
    fn make_pass(game: &mut G) -> Option<G::Undo> {
        game.may_pass().then(|| game.make_pass())
    }
    #[inline]
    fn unmake_pass(game: &mut G, undo: G::Undo) {
        game.unmake_pass(undo);
    }
}
