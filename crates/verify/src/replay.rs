//! Whether one given line of moves breaks a law, checked as strictly as can be.

use crate::aspects::{Broken, Snapshot};
use crate::laws::Laws;
use crate::quiet::quietly;
use std::fmt::Debug;
use takeback_core::{Game, SplitMix};

/// How hard to look at a line.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Pressure {
    /// The line alone: facts at its end, comparison at every step of the way
    /// back, the same position when played again.
    Plain,
    /// The line with a look into every sibling on the way: finds what only
    /// shows when other moves have been tried in between.
    Siblings,
}

/// The law that `line`, played from a fresh start, breaks; `None` when all hold
/// or the line cannot be played.
pub(crate) fn violation<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    start: usize,
    line: &[G::Move],
    pressure: Pressure,
) -> Option<Broken> {
    let check = || match pressure {
        Pressure::Plain => plain(laws, start, line),
        Pressure::Siblings => siblings(laws, start, line),
    };
    match quietly(check) {
        Ok(Ok(())) => None,
        Ok(Err(broken)) => Some(broken),
        Err(message) => Some(Broken::new("no panic", message)),
    }
}

fn plain<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    start: usize,
    line: &[G::Move],
) -> Result<(), Broken> {
    let mut game = laws.starts[start].clone();
    let mut way = Vec::with_capacity(line.len());
    for &m in line {
        if !game.legal_moves().contains(&m) {
            return Ok(());
        }
        let before = Snapshot::take(&game, &laws.aspects);
        if let Some(twin) = &laws.twin {
            agrees_with_twin(&game, m, &twin(&game, m))?;
        }
        let undo = game.make(m);
        way.push((before, m, undo));
    }
    let mut rng = SplitMix::new(laws.seed);
    facts_hold(laws, &mut game, &mut rng)?;
    let end = Snapshot::take(&game, &laws.aspects);
    for (before, m, undo) in way.into_iter().rev() {
        game.unmake(m, undo);
        before.compare(&game, &laws.aspects, "after taking back")?;
    }
    for &m in line {
        game.make(m);
    }
    end.compare(&game, &laws.aspects, "when played again")
}

fn siblings<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    start: usize,
    line: &[G::Move],
) -> Result<(), Broken> {
    let mut fresh = laws.starts[start].clone();
    for &m in line {
        if !fresh.legal_moves().contains(&m) {
            return Ok(());
        }
        fresh.make(m);
    }
    let end = Snapshot::take(&fresh, &laws.aspects);
    let mut game = laws.starts[start].clone();
    for (ply, &m) in line.iter().enumerate() {
        let before = Snapshot::take(&game, &laws.aspects);
        for sibling in game.legal_moves() {
            game.explore(sibling, |after| drop(Snapshot::take(after, &laws.aspects)));
        }
        // Nothing is asked before the last move: it might refresh a stale cache.
        if ply + 1 < line.len() {
            before.compare(&game, &laws.aspects, "after looking at every move")?;
        }
        game.make(m);
    }
    end.compare(&game, &laws.aspects, "after a line with its siblings")
}

/// Every fact at this position.
pub(crate) fn facts_hold<G: Game + PartialEq + Debug>(
    laws: &Laws<G>,
    game: &mut G,
    rng: &mut SplitMix,
) -> Result<(), Broken> {
    for fact in &laws.facts {
        (fact.holds)(game, rng).map_err(|detail| Broken::new(fact.name, detail))?;
    }
    Ok(())
}

pub(crate) fn agrees_with_twin<G: Game + PartialEq + Debug>(
    game: &G,
    m: G::Move,
    slow: &G,
) -> Result<(), Broken> {
    let fast = game.apply(m);
    if fast == *slow {
        return Ok(());
    }
    Err(Broken::new("make equals the slow twin", crate::difference(slow, &fast)))
}
