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
    if limits.threads == 0 {
        return Err(SearchError::Limits("no thread may work"));
    }
    if limits.lines == 0 {
        return Err(SearchError::Limits("no line may be reported"));
    }
    if limits.depth == Some(0) {
        return Err(SearchError::Limits("no ply may be looked ahead"));
    }
    Ok(())
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
