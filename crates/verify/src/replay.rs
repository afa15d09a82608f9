//! Whether one given line of moves breaks a law, checked as strictly as can be.

use crate::aspects::{Broken, Snapshot};
use crate::plan::Plan;
use crate::quiet::quietly;
use crate::subject::{MoveId, Slot, Subject};
use takeback_core::SplitMix;

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
pub(crate) fn violation(
    plan: &Plan,
    subject: &mut dyn Subject,
    start: usize,
    line: &[MoveId],
    pressure: Pressure,
) -> Option<Broken> {
    subject.clear_above(0);
    let checked = quietly(|| match pressure {
        Pressure::Plain => plain(plan, subject, start, line),
        Pressure::Siblings => siblings(plan, subject, start, line),
    });
    match checked {
        Ok(Ok(())) => None,
        Ok(Err(broken)) => Some(broken),
        Err(message) => Some(Broken::new("no panic", message)),
    }
}

fn plain(
    plan: &Plan,
    subject: &mut dyn Subject,
    start: usize,
    line: &[MoveId],
) -> Result<(), Broken> {
    let game = subject.fresh(start);
    let mut way = Vec::with_capacity(line.len());
    for &m in line {
        if !subject.legal(game).contains(&m) {
            return Ok(());
        }
        way.push(Snapshot::take(subject, game, &plan.aspects));
        if plan.twin {
            agrees_with_twin(subject, game, m)?;
        }
        subject.make(game, m);
    }
    facts_hold(plan, subject, game, &mut SplitMix::new(plan.seed))?;
    let end = Snapshot::take(subject, game, &plan.aspects);
    for before in way.into_iter().rev() {
        subject.unmake(game);
        before.compare(subject, game, &plan.aspects, "after taking back")?;
    }
    for &m in line {
        subject.make(game, m);
    }
    end.compare(subject, game, &plan.aspects, "when played again")
}

fn siblings(
    plan: &Plan,
    subject: &mut dyn Subject,
    start: usize,
    line: &[MoveId],
) -> Result<(), Broken> {
    let fresh = subject.fresh(start);
    for &m in line {
        if !subject.legal(fresh).contains(&m) {
            return Ok(());
        }
        subject.make(fresh, m);
    }
    let end = Snapshot::take(subject, fresh, &plan.aspects);
    let game = subject.fresh(start);
    for (ply, &m) in line.iter().enumerate() {
        let height = subject.height();
        let before = Snapshot::take(subject, game, &plan.aspects);
        for sibling in subject.legal(game) {
            subject.make(game, sibling);
            look_around(plan, subject, game);
            subject.unmake(game);
        }
        // Nothing is asked before the last move: it might refresh a stale cache.
        if ply + 1 < line.len() {
            before.compare(subject, game, &plan.aspects, "after looking at every move")?;
        }
        subject.clear_above(height);
        subject.make(game, m);
    }
    end.compare(subject, game, &plan.aspects, "after a line with its siblings")
}

/// Ask what a search would ask, so that caches come to life.
pub(crate) fn look_around(plan: &Plan, subject: &mut dyn Subject, at: Slot) {
    let height = subject.height();
    Snapshot::take(subject, at, &plan.aspects);
    subject.clear_above(height);
}

/// Every fact at this position.
pub(crate) fn facts_hold(
    plan: &Plan,
    subject: &mut dyn Subject,
    at: Slot,
    rng: &mut SplitMix,
) -> Result<(), Broken> {
    let height = subject.height();
    for fact in &plan.facts {
        (fact.holds)(subject, at, rng).map_err(|detail| Broken::new(fact.name, detail))?;
        subject.clear_above(height);
    }
    Ok(())
}

/// Whether a move leads where the slow twin says it does.
pub(crate) fn agrees_with_twin(
    subject: &mut dyn Subject,
    at: Slot,
    m: MoveId,
) -> Result<(), Broken> {
    let height = subject.height();
    let slow = subject.twin(at, m);
    let fast = subject.apply(at, m);
    if !subject.same(fast, slow) {
        let apart = subject.difference(slow, fast);
        return Err(Broken::new("make equals the slow twin", apart));
    }
    subject.clear_above(height);
    Ok(())
}
