//! What must hold where players do not see everything.
//!
//! All of it says one thing: whatever a player, or a search in its place, gets
//! to know is what the observation shows. It must not come in by a redeal that
//! begins from the truth, by the list of moves, by a label or by a key.

use crate::facts::{Checked, Fact};
use crate::subject::{MoveId, Slot, Subject};
use takeback_core::{Player, SplitMix, Turn};

/// Redeals, tried at one position in so many.
pub(crate) fn redeals(positions: usize) -> Fact {
    Fact::new("redeals keep what the viewer knows", move |subject, at, rng| {
        if !rng.one_in(positions) {
            return Ok(());
        }
        let before = subject.copy(at);
        for viewer in Player::all(subject.players(at)) {
            redeal_keeps(subject, at, before, viewer, rng)?;
        }
        Ok(())
    })
}

fn redeal_keeps(
    subject: &mut dyn Subject,
    at: Slot,
    before: Slot,
    viewer: Player,
    rng: &mut SplitMix,
) -> Checked {
    let key = subject.infoset(at, viewer);
    let own_turn = subject.turn(at).decider() == Some(viewer);
    let listed = subject.legal(at);
    subject.redeal(at, viewer, rng);
    if !subject.same_observation(before, at, viewer) {
        let seen = subject.observation_text(before, viewer);
        let now = subject.observation_text(at, viewer);
        return Err(format!("{viewer} saw {seen}, after a redeal {now}"));
    }
    if subject.infoset(at, viewer) != key {
        return Err(format!("{viewer} sees the same but the infoset key differs"));
    }
    if own_turn && subject.legal(at) != listed {
        return Err(format!("{viewer}'s own moves depend on what is hidden"));
    }
    if own_turn && labels(subject, at, viewer, &listed) != labels(subject, before, viewer, &listed)
    {
        return Err(format!("the labels of {viewer}'s own moves depend on what is hidden"));
    }
    // From two deals that look alike the same luck makes the same third, or the
    // redeal has peeped at what is hidden.
    let seed = rng.next();
    let from_redealt = redealt(subject, at, viewer, seed);
    subject.undo_redeal(at);
    if !subject.same(at, before) {
        return Err(format!("after a redeal: {}", subject.difference(before, at)));
    }
    let from_dealt = redealt(subject, at, viewer, seed);
    if !subject.same(from_dealt, from_redealt) {
        let apart = subject.difference(from_dealt, from_redealt);
        return Err(format!("{viewer}'s redeal depends on what is hidden: {apart}"));
    }
    if subject.legal(at) != listed {
        return Err("a redeal taken back changed the move list".to_owned());
    }
    Ok(())
}

fn labels(subject: &dyn Subject, at: Slot, viewer: Player, list: &[MoveId]) -> Vec<u64> {
    list.iter().map(|&m| subject.label(at, viewer, m)).collect()
}

/// A copy of the position that a redeal by this seed makes.
fn redealt(subject: &mut dyn Subject, at: Slot, viewer: Player, seed: u64) -> Slot {
    subject.redeal(at, viewer, &mut SplitMix::new(seed));
    let made = subject.copy(at);
    subject.undo_redeal(at);
    made
}

/// Labels and what is seen of the moves they are of, at one position in so many.
pub(crate) fn labels_tell_what_is_seen(positions: usize) -> Fact {
    Fact::new("labels tell what is seen", move |subject, at, rng| {
        if !rng.one_in(positions) {
            return Ok(());
        }
        let list = subject.legal(at);
        for viewer in Player::all(subject.players(at)) {
            let sights = sights(subject, at, viewer, &list);
            alike_by_label(subject, at, viewer, &sights)?;
            if subject.turn(at).decider() != Some(viewer) {
                told_apart_by_label_alone(subject, viewer, &sights)?;
            }
            redeals_alike(subject, at, viewer, &sights, rng)?;
        }
        Ok(())
    })
}

/// A move, what is told of it beforehand and what is seen of it afterwards.
struct Sight {
    m: MoveId,
    label: u64,
    seen: u64,
    infoset: u64,
}

/// Moves are made on copies: whether they are taken back is another law's matter.
fn sights(subject: &mut dyn Subject, at: Slot, viewer: Player, list: &[MoveId]) -> Vec<Sight> {
    let height = subject.height();
    let look = |&m: &MoveId| {
        let label = subject.label(at, viewer, m);
        let after = subject.apply(at, m);
        let seen = subject.observation_print(after, viewer);
        let infoset = subject.infoset(after, viewer).0;
        subject.clear_above(height);
        Sight { m, label, seen, infoset }
    };
    let mut sights: Vec<Sight> = list.iter().map(look).collect();
    sights.sort_by_key(|sight| sight.label);
    sights
}

/// Moves with one label must lead to what the viewer cannot tell apart.
fn alike_by_label(
    subject: &mut dyn Subject,
    at: Slot,
    viewer: Player,
    sights: &[Sight],
) -> Checked {
    for pair in sights.windows(2).filter(|pair| pair[0].label == pair[1].label) {
        let [a, b] = [pair[0].m, pair[1].m];
        if pair[0].seen != pair[1].seen {
            let [after_a, after_b] = [a, b].map(|m| subject.apply(at, m));
            let seen = [after_a, after_b].map(|after| subject.observation_text(after, viewer));
            let (a, b) = (subject.move_debug(a), subject.move_debug(b));
            let [one, other] = seen;
            return Err(format!(
                "{a:?} and {b:?} have one label for {viewer}, who then sees {one} or {other}"
            ));
        }
        if pair[0].infoset != pair[1].infoset {
            let (a, b) = (subject.move_debug(a), subject.move_debug(b));
            return Err(format!("{viewer} sees {a:?} and {b:?} alike but the infoset keys differ"));
        }
    }
    Ok(())
}

/// Moves of others that the viewer cannot tell apart must not differ in their
/// labels: a tree of labels would know what the viewer does not. Where it may
/// know (a die that all have seen fall), the observation lacks a fact.
fn told_apart_by_label_alone(subject: &dyn Subject, viewer: Player, sights: &[Sight]) -> Checked {
    let mut by_sight: Vec<&Sight> = sights.iter().collect();
    by_sight.sort_by_key(|sight| sight.seen);
    match by_sight.windows(2).find(|w| w[0].seen == w[1].seen && w[0].label != w[1].label) {
        None => Ok(()),
        Some(pair) => {
            let (a, b) = (subject.move_debug(pair[0].m), subject.move_debug(pair[1].m));
            Err(format!(
                "{viewer} cannot tell {a:?} from {b:?} by what it sees then, but their labels \
                 differ: these tell too much, or the observation too little"
            ))
        }
    }
}

/// After either of two moves that look alike, the same luck must redeal to the
/// same position. This finds the redeal that does nothing at all.
fn redeals_alike(
    subject: &mut dyn Subject,
    at: Slot,
    viewer: Player,
    sights: &[Sight],
    rng: &mut SplitMix,
) -> Checked {
    if subject.turn(at).decider() == Some(viewer) {
        return Ok(());
    }
    let Some(pair) = sights.windows(2).find(|pair| pair[0].label == pair[1].label) else {
        return Ok(());
    };
    let seed = rng.next();
    let [one, other] = [pair[0].m, pair[1].m].map(|m| {
        let after = subject.apply(at, m);
        redealt(subject, after, viewer, seed)
    });
    if subject.same(one, other) {
        return Ok(());
    }
    let (a, b) = (subject.move_debug(pair[0].m), subject.move_debug(pair[1].m));
    let apart = subject.difference(one, other);
    Err(format!("{viewer} sees {a:?} and {b:?} alike, but redeals differ after them: {apart}"))
}

/// Play that did lead to what somebody sees must have been said to be able to,
/// all along the line; tried at one position in so many.
pub(crate) fn lines_may_lead_on(positions: usize) -> Fact {
    /// How far to play on.
    const PLIES: usize = 6;
    Fact::new("what is reached may be reached", move |subject, at, rng| {
        if !rng.one_in(positions) {
            return Ok(());
        }
        let end = subject.copy(at);
        for _ in 0..PLIES {
            let list = subject.legal(end);
            if subject.turn(end) == Turn::Over || list.is_empty() {
                break;
            }
            let m = list[rng.below(list.len())];
            subject.make(end, m);
            for viewer in Player::all(subject.players(at)) {
                if !subject.may_lead_to(at, end, viewer) {
                    let seen = subject.observation_text(end, viewer);
                    return Err(format!(
                        "it is said that {viewer} cannot come to see {seen}, but play leads there"
                    ));
                }
            }
        }
        Ok(())
    })
}

/// In a round played together nobody sees what others have committed to.
pub(crate) fn commitments_are_silent() -> Fact {
    Fact::new("nobody sees a commitment", |subject, at, _| {
        let Turn::Together(all) = subject.turn(at) else { return Ok(()) };
        let Some(player) = all.first().filter(|_| all.len() > 1) else { return Ok(()) };
        let after: Vec<Slot> = subject.legal(at).iter().map(|&m| subject.apply(at, m)).collect();
        for viewer in Player::all(subject.players(at)).filter(|&viewer| viewer != player) {
            let differs = |w: &&[Slot]| !subject.same_observation(w[0], w[1], viewer);
            if let Some(pair) = after.windows(2).find(differs) {
                let [one, other] =
                    [pair[0], pair[1]].map(|at| subject.observation_text(at, viewer));
                return Err(format!("by {player}'s choice {viewer} sees {one} or {other}"));
            }
        }
        Ok(())
    })
}
