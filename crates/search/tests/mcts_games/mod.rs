//! Tiny games for the tests of the sampling and solving searches.
#![allow(dead_code, reason = "every test file uses some of them")]

#[path = "../common/alarm.rs"]
pub(crate) mod alarm;
pub(crate) mod explicit;
pub(crate) mod four;
pub(crate) mod fragile;
pub(crate) mod kit;
pub(crate) mod kuhn;
pub(crate) mod probe;
pub(crate) mod rounds;

use takeback_core::{Game, Moves, Payoff, Player, Turn};

/// The value of plain full-width search: every player takes the first of the
/// moves that are best for him; dead ends are dropped. `None`: nothing but
/// dead ends.
pub(crate) fn plain<G: Game>(game: &mut G) -> Option<Vec<i32>> {
    let players = game.players();
    let player = match game.turn() {
        Turn::Over => return Some(Player::all(players).map(|p| game.payoff(p).0).collect()),
        turn => turn.decider().expect("no chance in these games"),
    };
    let mut moves = Moves::new();
    game.moves(&mut moves);
    let mut best: Option<Vec<i32>> = None;
    for &m in moves.as_slice() {
        let Some(value) = game.explore(m, plain) else { continue };
        let i = player.index();
        if best.as_ref().is_none_or(|best| value[i] > best[i]) {
            best = Some(value);
        }
    }
    best
}

/// What the player in turn gets by plain search.
pub(crate) fn plain_for_mover<G: Game>(game: &G) -> i32 {
    let mover = game.turn().decider().expect("somebody is in turn");
    plain(&mut game.clone()).expect("a playable game")[mover.index()]
}

/// A proven score as a payoff.
pub(crate) fn payoff_of(score: takeback_search::Score) -> Option<i32> {
    use takeback_search::Score;
    match score {
        Score::Win(_) => Some(Payoff::WIN.0),
        Score::Loss(_) => Some(Payoff::LOSS.0),
        Score::Exact(payoff) => Some(payoff),
        Score::Margin(_) | Score::Points(_) | Score::Share(_) => None,
    }
}
