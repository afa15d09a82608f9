//! treant: nodes in boxes behind atomic pointers; the user writes the playout.

use crate::measure::{Sample, timed};
use crate::rules::{Outcome, Playouts, Rules, playout};
use std::marker::PhantomData;
use takeback_core::Player;
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

#[derive(Clone)]
struct State<R>(R);

impl<R: Rules> GameState for State<R> {
    type Move = R::Move;
    type Player = Player;
    type MoveList = Vec<R::Move>;

    #[inline]
    fn current_player(&self) -> Player {
        self.0.mover()
    }

    #[inline]
    fn available_moves(&self) -> Vec<R::Move> {
        self.0.moves()
    }

    #[inline]
    fn make_move(&mut self, m: &R::Move) {
        self.0.play(*m);
    }
}

struct Judge<P>(PhantomData<P>);
struct Spec<R, P>(PhantomData<(R, P)>);

impl<R: Rules, P: Playouts<R>> Evaluator<Spec<R, P>> for Judge<P> {
    type StateEvaluation = Outcome;

    #[inline]
    fn evaluate_new_state(
        &self,
        state: &State<R>,
        moves: &Vec<R::Move>,
        _: Option<SearchHandle<'_, Spec<R, P>>>,
    ) -> (Vec<()>, Outcome) {
        (vec![(); moves.len()], playout::<R, P>(&state.0))
    }

    #[inline]
    fn evaluate_existing_state(
        &self,
        state: &State<R>,
        _: &Outcome,
        _: SearchHandle<'_, Spec<R, P>>,
    ) -> Outcome {
        playout::<R, P>(&state.0)
    }

    /// Halves of a point: with its formula, twice ours on both sides.
    #[inline]
    fn interpret_evaluation_for_player(&self, outcome: &Outcome, player: &Player) -> i64 {
        i64::from(outcome.halves(*player))
    }
}

impl<R: Rules, P: Playouts<R>> MCTS for Spec<R, P> {
    type State = State<R>;
    type Eval = Judge<P>;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = ();

    fn visits_before_expansion(&self) -> u64 {
        u64::from(R::RIPE)
    }
}

/// With a playout of ours.
pub(crate) fn lent<R: Rules, P: Playouts<R>>(simulations: u64) -> Sample {
    let (spec, judge) = (Spec::<R, P>(PhantomData), Judge(PhantomData));
    timed(|| {
        let policy = UCTPolicy::new(1.0);
        let mut search = MCTSManager::new(State(R::start()), spec, judge, policy, ());
        search.playout_n(simulations);
        (simulations, search)
    })
}

/// Paths through the library's eyes, games that end before included.
#[cfg(test)]
pub(crate) fn perft<R: Rules>(depth: u32) -> u64 {
    fn walk<R: Rules>(state: &State<R>, depth: u32) -> u64 {
        let moves = state.available_moves();
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        let after = |m: &R::Move| {
            let mut next = state.clone();
            next.make_move(m);
            walk(&next, depth - 1)
        };
        moves.iter().map(after).sum()
    }
    walk(&State(R::start()), depth)
}
