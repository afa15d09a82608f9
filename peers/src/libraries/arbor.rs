//! arbor: positions are `Copy`, nodes lie in one vector, one thread. Playouts
//! list all moves at every ply, or the user writes an evaluation.

use crate::measure::{Sample, timed};
use crate::rules::{Outcome, Playouts, Rules, playout};
use arbor::{Action, GameResult, GameState, MCTS, Player};
use std::fmt;
use std::marker::PhantomData;

#[derive(Copy, Clone, Debug)]
struct State<R, P>(R, PhantomData<P>);

#[derive(Copy, Clone, Debug)]
struct Move<M>(M);

#[derive(Copy, Clone, Debug, PartialEq)]
struct Seat(takeback_core::Player);

impl<M: Copy + fmt::Debug> Action for Move<M> {}
impl Player for Seat {}

impl<R: Rules, P: Playouts<R>> fmt::Display for State<R, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<R: Rules, P: Playouts<R>> GameState<Seat, Move<R::Move>> for State<R, P> {
    #[inline]
    fn actions<F: FnMut(Move<R::Move>)>(&self, tell: &mut F) {
        self.0.each_move(|m| tell(Move(m)));
    }

    #[inline]
    fn make(&self, Move(m): Move<R::Move>) -> Self {
        State(self.0.after(m), PhantomData)
    }

    #[inline]
    fn gameover(&self) -> Option<GameResult> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Won(winner) if winner == self.0.mover() => GameResult::Win,
            Outcome::Won(_) => GameResult::Lose,
            Outcome::Drawn => GameResult::Draw,
        })
    }

    #[inline]
    fn player(&self) -> Seat {
        Seat(self.0.mover())
    }

    #[inline]
    fn custom_evaluation(&self) -> f32 {
        0.5 * f32::from(playout::<R, P>(&self.0).halves(self.0.mover()))
    }
}

/// With its own playouts.
pub(crate) fn listing<R: Rules>(simulations: u64) -> Sample {
    go(MCTS::new(State::<R, crate::rules::Steps>(R::start(), PhantomData)), R::RIPE, simulations)
}

/// With a playout of ours.
pub(crate) fn lent<R: Rules, P: Playouts<R>>(simulations: u64) -> Sample {
    let search = MCTS::new(State::<R, P>(R::start(), PhantomData)).with_custom_evaluation();
    go(search, R::RIPE, simulations)
}

fn go<R: Rules, P: Playouts<R>>(
    search: MCTS<Seat, Move<R::Move>, State<R, P>>,
    ripe: u32,
    simulations: u64,
) -> Sample {
    let mut search = search.with_exploration(1.0);
    if ripe > 1 {
        // A minimum of `n` means `n + 1` visits, and 0 is its default.
        search = search.with_expansion_minimum(ripe - 1);
    }
    timed(move || {
        search.ponder(simulations as usize);
        (simulations, search)
    })
}

/// Paths through the library's eyes, games that end before included.
#[cfg(test)]
pub(crate) fn perft<R: Rules>(depth: u32) -> u64 {
    fn walk<R: Rules>(state: &State<R, crate::rules::Steps>, depth: u32) -> u64 {
        if depth == 0 || state.gameover().is_some() {
            return 1;
        }
        let mut paths = 0;
        state.actions(&mut |m| paths += walk(&state.make(m), depth - 1));
        paths
    }
    walk(&State::<R, _>(R::start(), PhantomData), depth)
}
