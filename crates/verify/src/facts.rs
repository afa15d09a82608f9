//! What must hold at every position of every game.

use crate::subject::{MoveId, Slot, Subject};
use takeback_core::{Player, SplitMix, Turn};

/// A statement that must hold at every position; the text says how it fails.
pub(crate) struct Fact {
    pub(crate) name: &'static str,
    pub(crate) holds: Box<FactCheck>,
}

/// Copies that a check leaves on the shelf are cleared away by the caller.
type FactCheck = dyn Fn(&mut dyn Subject, Slot, &mut SplitMix) -> Checked + Send + Sync;

/// What a check says: nothing, or how the fact fails.
pub(crate) type Checked = Result<(), String>;

impl Fact {
    pub(crate) fn new(
        name: &'static str,
        holds: impl Fn(&mut dyn Subject, Slot, &mut SplitMix) -> Checked + Send + Sync + 'static,
    ) -> Self {
        // Nobody asks where nobody walks, and what would be asked need not be fetched.
        if crate::WALKS {
            Fact { name, holds: Box::new(holds) }
        } else {
            Fact { name, holds: Box::new(|_, _, _| Ok(())) }
        }
    }
}

/// The fact that a game with dead ends does without.
pub(crate) const MOVES_UNLESS_OVER: &str = "moves unless over";

/// Facts every game must have.
pub(crate) fn basic() -> Vec<Fact> {
    vec![
        Fact::new("turn is sane", |subject, at, _| turn_is_sane(subject, at)),
        Fact::new("list without repeats, in stable order", |s, at, _| list_is_sound(s, at)),
        Fact::new("candidates cover the list", |subject, at, _| candidates_cover(subject, at)),
        Fact::new("payoffs in range", |subject, at, _| payoffs_in_range(subject, at)),
        Fact::new("clones are independent", clones_are_independent),
        Fact::new(MOVES_UNLESS_OVER, |subject, at, _| moves_unless_over(subject, at)),
    ]
}

fn turn_is_sane(subject: &mut dyn Subject, at: Slot) -> Checked {
    let players = subject.players(at);
    match subject.turn(at) {
        Turn::Player(p) if p.index() >= players => Err(format!("{p} of {players}")),
        Turn::Together(set) if set.is_empty() => Err("a round in which nobody chooses".to_owned()),
        Turn::Together(set) if set.iter().any(|p| p.index() >= players) => {
            Err(format!("{set:?} of {players}"))
        }
        Turn::Chance => {
            let list = subject.legal(at);
            let weights: u64 = list.iter().map(|&m| u64::from(subject.weight(at, m))).sum();
            if weights == 0 { Err("all chance outcomes weigh nothing".to_owned()) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}

fn list_is_sound(subject: &mut dyn Subject, at: Slot) -> Checked {
    let first = subject.legal(at);
    if first != subject.legal(at) {
        return Err("listing twice gives two lists".to_owned());
    }
    let counted = subject.count(at);
    if counted != first.len() {
        return Err(format!("{counted} moves are counted, {} listed", first.len()));
    }
    if let Some(m) = subject.forced(at)
        && first != [m]
    {
        let (m, listed) = (subject.move_debug(m), subject.list_text(&first));
        return Err(format!("{m:?} is said to be forced, listed are {listed}"));
    }
    match repeated(&first) {
        Some(m) => Err(format!("{:?} is listed twice", subject.move_debug(m))),
        None => Ok(()),
    }
}

/// The first move that comes a second time.
fn repeated(list: &[MoveId]) -> Option<MoveId> {
    if sorted(list).windows(2).all(|pair| pair[0] != pair[1]) {
        return None;
    }
    list.iter().enumerate().find(|(i, m)| list[..*i].contains(m)).map(|(_, &m)| m)
}

fn candidates_cover(subject: &mut dyn Subject, at: Slot) -> Checked {
    let before = subject.copy(at);
    let mut candidates = Vec::new();
    subject.candidates(at, &mut candidates);
    if !subject.same(at, before) {
        let changed = subject.difference(before, at);
        return Err(format!("testing legality changed the position: {changed}"));
    }
    let listed = subject.legal(at);
    if sorted(&candidates) == sorted(&listed) {
        return Ok(());
    }
    if let Some(&m) = listed.iter().find(|m| !candidates.contains(m)) {
        return Err(format!("{:?} is listed but is no legal candidate", subject.move_debug(m)));
    }
    if let Some(&m) = candidates.iter().find(|m| !listed.contains(m)) {
        return Err(format!("{:?} passes as a candidate but is not listed", subject.move_debug(m)));
    }
    Err("a candidate comes twice".to_owned())
}

fn sorted(list: &[MoveId]) -> Vec<MoveId> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

fn payoffs_in_range(subject: &mut dyn Subject, at: Slot) -> Checked {
    if subject.turn(at) != Turn::Over {
        return Ok(());
    }
    for player in Player::all(subject.players(at)) {
        let payoff = subject.payoff(at, player);
        if !(-1000..=1000).contains(&payoff.0) {
            return Err(format!("{player} gets {}", payoff.0));
        }
    }
    Ok(())
}

/// A clone played on for a few moves must not show in the original, nor the
/// other way round.
fn clones_are_independent(subject: &mut dyn Subject, at: Slot, rng: &mut SplitMix) -> Checked {
    let reference = subject.list_print(at);
    let clone = subject.copy(at);
    let witness = subject.copy(at);
    for _ in 0..4 {
        let moves = subject.legal(clone);
        if moves.is_empty() {
            break;
        }
        subject.make(clone, moves[rng.below(moves.len())]);
    }
    if !subject.same(at, witness) || subject.list_print(at) != reference {
        let changed = subject.difference(witness, at);
        return Err(format!("playing on a clone changed the original: {changed}"));
    }
    Ok(())
}

fn moves_unless_over(subject: &mut dyn Subject, at: Slot) -> Checked {
    match (subject.turn(at) == Turn::Over, subject.legal(at).len()) {
        (true, 0) | (false, 1..) => Ok(()),
        (true, n) => Err(format!("the game is over but lists {n} moves")),
        (false, _) => Err("the game is not over but lists no move".to_owned()),
    }
}
