//! What any search plays, as a strategy that can be measured.

use super::strategy::{InfoSet, Strategy};
use crate::{Limits, Search, SearchError};
use takeback_core::Hidden;

/// Ask a search for its mix at every information set of a small game, each as in
/// a game of its own. `asked` is told how many sets were asked about.
///
/// # Errors
/// When the search cannot answer somewhere.
pub fn strategy_of<G: Hidden>(
    start: &G,
    search: &mut dyn Search<G>,
    limits: &Limits,
    asked: &mut dyn FnMut(usize),
) -> Result<Strategy, SearchError> {
    let mut strategy = Strategy::default();
    let mut game = start.clone();
    ask(&mut game, search, limits, &mut strategy, asked)?;
    Ok(strategy)
}

fn ask<G: Hidden>(
    game: &mut G,
    search: &mut dyn Search<G>,
    limits: &Limits,
    strategy: &mut Strategy,
    asked: &mut dyn FnMut(usize),
) -> Result<(), SearchError> {
    let moves = game.legal_moves();
    if let Some(player) = game.turn().decider() {
        let set = InfoSet::of(game, player);
        if strategy.chances(set).is_none() {
            search.forget();
            let mix = search.policy(game, limits)?;
            let chance = |m| mix.iter().find(|(played, _)| played == m).map_or(0.0, |(_, p)| *p);
            strategy.insert(set, &moves.iter().map(chance).collect::<Vec<_>>());
            asked(strategy.len());
        }
    }
    for m in moves {
        let undo = game.make(m);
        let done = ask(game, search, limits, strategy, asked);
        game.unmake(m, undo);
        done?;
    }
    Ok(())
}
