//! What every search does first: who is in turn, and what can be played.

use crate::limits::Limits;
use crate::report::SearchError;
use takeback_core::{Game, Player, Turn};

/// The player a search is for.
pub(crate) fn mover<G: Game>(position: &G) -> Result<Player, SearchError> {
    match position.turn() {
        Turn::Over => Err(SearchError::Over),
        Turn::Chance => Err(SearchError::Chance),
        Turn::Player(player) => Ok(player),
        Turn::Together(players) => players.first().ok_or(SearchError::NoMove),
    }
}

/// Whether limits allow any search.
pub(crate) fn check_limits(limits: &Limits) -> Result<(), SearchError> {
    let refuse = |what| Err(SearchError::Limits(what));
    match limits {
        Limits { threads: 0, .. } => refuse("no thread may work"),
        Limits { lines: 0, .. } => refuse("no line may be reported"),
        Limits { depth: Some(0), .. } => refuse("no ply may be looked ahead"),
        Limits { iterations: Some(0), .. } => refuse("no iterations"),
        Limits { nodes: Some(0), .. } => refuse("no nodes"),
        _ => Ok(()),
    }
}

/// The legal moves that do not run into a dead end at once, in list order.
pub(crate) fn playable<G: Game>(position: &G) -> Result<Vec<G::Move>, SearchError> {
    let mut game = position.clone();
    let mut moves = position.legal_moves();
    moves.retain(|&m| game.explore(m, |after| !is_dead_end(after)));
    if moves.is_empty() { Err(SearchError::NoMove) } else { Ok(moves) }
}

/// Whether somebody is in turn and has no move.
pub(crate) fn is_dead_end<G: Game>(game: &G) -> bool {
    game.turn() != Turn::Over && game.legal_moves().is_empty()
}
