//! The rules that are lent to other libraries.
//!
//! Every library here wants positions it can copy, and one wants them `Copy`.
//! So they get boards of their own, as lean as we could make them: the same
//! bits as in takeback's games, less the parts only undo needs. The tests hold
//! them equal to takeback's games move by move, and the section `cores` shows
//! that they are no slower.

mod four;
mod hex;

pub(crate) use four::Four;
pub(crate) use hex::{Fill, Hex11};

use std::cell::Cell;
use std::fmt::Debug;
use takeback_core::{Player, SplitMix};

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Outcome {
    Won(Player),
    Drawn,
}

impl Outcome {
    /// Twice the share of the point: two for a win, one for a draw.
    #[inline]
    pub(crate) fn halves(self, player: Player) -> u8 {
        match self {
            Outcome::Won(winner) => 2 * u8::from(winner == player),
            Outcome::Drawn => 1,
        }
    }
}

/// A position to be copied, with its rules.
pub(crate) trait Rules: Copy + Debug + Send + Sync + 'static {
    type Move: Copy + Debug + Eq + Send + Sync + 'static;

    /// Visits before a leaf gets children: what takeback does by default.
    const RIPE: u32;

    /// No position has more moves.
    const WIDEST: usize;

    fn start() -> Self;
    fn mover(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn each_move(&self, tell: impl FnMut(Self::Move));
    fn play(&mut self, m: Self::Move);
    fn random_move(&self, rng: &mut SplitMix) -> Self::Move;
    fn key(&self) -> u64;

    /// All moves; none when the game is over.
    #[inline]
    fn moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::with_capacity(Self::WIDEST);
        if self.outcome().is_none() {
            self.each_move(|m| list.push(m));
        }
        list
    }

    #[inline]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = *self;
        next.play(m);
        next
    }
}

/// A random game to the end, for libraries that let the user write it.
pub(crate) trait Playouts<R>: Debug + Copy + Default + Send + Sync + 'static {
    fn play(from: &R, rng: &mut SplitMix) -> Outcome;
}

/// Drawn move by move, without a list.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Steps;

impl<R: Rules> Playouts<R> for Steps {
    #[inline]
    fn play(from: &R, rng: &mut SplitMix) -> Outcome {
        let mut board = *from;
        loop {
            if let Some(outcome) = board.outcome() {
                return outcome;
            }
            board.play(board.random_move(rng));
        }
    }
}

/// The leaf value of the alpha-beta contest, for the player in turn: any
/// number, but the same for everybody.
#[inline]
pub(crate) fn leaf_value(key: u64) -> i16 {
    (key % 2001) as i16 - 1000
}

thread_local! {
    static STREAM: Cell<u64> = const { Cell::new(0x5eed) };
}

/// One playout with the thread's own random numbers: some libraries hand their
/// users none.
#[inline]
pub(crate) fn playout<R, P: Playouts<R>>(from: &R) -> Outcome {
    STREAM.with(|stream| {
        // A stream of SplitMix goes on from any number it has drawn.
        let mut rng = SplitMix::new(stream.get());
        let outcome = P::play(from, &mut rng);
        stream.set(rng.next());
        outcome
    })
}
