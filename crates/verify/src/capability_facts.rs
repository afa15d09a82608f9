//! What must hold at every position of a game with this or that capability.

use crate::aspects::payoffs;
use crate::facts::Fact;
use crate::subject::{MoveId, Slot, Subject};
use std::collections::HashMap;
use takeback_core::{Payoff, Player, Turn};

pub(crate) fn keyed() -> Fact {
    Fact::new("key equals key from scratch", |subject, at, _| {
        let (running, scratch) = (subject.key(at), subject.key_from_scratch(at));
        if running == scratch {
            Ok(())
        } else {
            Err(format!("running {running}, from scratch {scratch}"))
        }
    })
}

pub(crate) fn zero_sum() -> Fact {
    Fact::new("zero sum", |subject, at, _| {
        let players = subject.players(at);
        if players != 2 {
            return Err(format!("{players} players"));
        }
        if subject.turn(at) != Turn::Over {
            return Ok(());
        }
        let (a, b) = (subject.payoff(at, Player::FIRST), subject.payoff(at, Player::SECOND));
        if a == -b { Ok(()) } else { Err(format!("payoffs {} and {}", a.0, b.0)) }
    })
}

pub(crate) fn notation() -> Fact {
    Fact::new("moves survive writing and reading", |subject, at, _| {
        let mut seen: HashMap<String, MoveId> = HashMap::new();
        for m in subject.legal(at) {
            let text = subject.move_text(at, m);
            let read = subject.read_move(at, &text);
            let shown = subject.move_debug(m);
            match read {
                Ok(read) if read == m => {}
                Ok(read) => {
                    let read = subject.move_debug(read);
                    return Err(format!("{shown:?} is written {text:?}, read as {read:?}"));
                }
                Err(error) => return Err(format!("{shown:?} is written {text:?}: {error}")),
            }
            if let Some(other) = seen.insert(text.clone(), m) {
                let other = subject.move_debug(other);
                return Err(format!("{shown:?} and {other:?} are both written {text:?}"));
            }
        }
        Ok(())
    })
}

pub(crate) fn portable() -> Fact {
    Fact::new("positions survive writing and reading", |subject, at, _| {
        let text = subject.position_text(at);
        let read = subject.read_position(&text).map_err(|error| format!("{text:?}: {error}"))?;
        if !subject.same(read, at) {
            return Err(format!("{text:?}: {}", subject.difference(at, read)));
        }
        // A game ended by its history (a repetition) may be played on from
        // its text, which carries the position alone.
        if subject.turn(at) != Turn::Over && subject.legal(read) != subject.legal(at) {
            return Err(format!("{text:?} is read with another move list"));
        }
        Ok(())
    })
}

pub(crate) fn indexed() -> Fact {
    Fact::new("move numbers below their bound", |subject, at, _| {
        let indices = subject.indices();
        for m in subject.legal(at) {
            let index = subject.index(at, m);
            if index >= indices {
                let m = subject.move_debug(m);
                return Err(format!("{m:?} has number {index} of {indices}"));
            }
        }
        Ok(())
    })
}

pub(crate) fn random_move() -> Fact {
    Fact::new("random moves are the listed moves", |subject, at, rng| {
        let listed = subject.legal(at);
        if subject.turn(at) == Turn::Over || listed.is_empty() {
            return Ok(());
        }
        let mut seen = vec![false; listed.len()];
        let small = listed.len() <= 6 && subject.turn(at) != Turn::Chance && rng.one_in(8);
        let draws = if small { 60 * listed.len() } else { 2 };
        for _ in 0..draws {
            let m = subject.random_move(at, rng);
            match listed.iter().position(|&l| l == m) {
                Some(i) => seen[i] = true,
                None => return Err(format!("{:?} is drawn but not listed", subject.move_debug(m))),
            }
        }
        match seen.iter().position(|&s| !s) {
            Some(i) if small => {
                let m = subject.move_debug(listed[i]);
                Err(format!("{m:?} is never drawn in {draws} draws"))
            }
            _ => Ok(()),
        }
    })
}

pub(crate) fn playout() -> Fact {
    Fact::new("playouts leave the position alone", |subject, at, rng| {
        let before = subject.copy(at);
        let mut results = vec![Payoff::default(); subject.players(at)];
        subject.playout(at, rng, &mut results);
        if !subject.same(at, before) {
            return Err(subject.difference(before, at));
        }
        if subject.turn(at) == Turn::Over {
            let real = payoffs(subject, at);
            if results != real {
                return Err(format!("over: payoffs {real:?}, playout {results:?}"));
            }
        }
        match results.iter().find(|r| !(-1000..=1000).contains(&r.0)) {
            Some(r) => Err(format!("a result of {}", r.0)),
            None => Ok(()),
        }
    })
}

pub(crate) fn scored() -> Fact {
    Fact::new("points agree with payoffs", |subject, at, _| {
        let most = subject.most_points(at);
        if !(1..=1000).contains(&most) {
            return Err(format!("at most {most} points; 1 to 1000 is allowed"));
        }
        if subject.turn(at) != Turn::Over {
            return Ok(());
        }
        let players = Player::all(subject.players(at));
        let paid: Vec<(i32, Payoff)> =
            players.map(|p| (subject.points(at, p), subject.payoff(at, p))).collect();
        if let Some((points, _)) = paid.iter().find(|(points, _)| points.abs() > most) {
            return Err(format!("{points} points where {most} are the most"));
        }
        for a in &paid {
            if let Some(b) = paid.iter().find(|b| a.0 > b.0 && a.1 < b.1) {
                return Err(format!("more points but a lesser payoff: {a:?} and {b:?}"));
            }
        }
        Ok(())
    })
}

pub(crate) fn pass() -> Fact {
    Fact::new("a pass is taken back exactly", |subject, at, _| {
        if subject.turn(at) == Turn::Over || !subject.may_pass(at) {
            return Ok(());
        }
        let before = subject.copy(at);
        let kept_features = subject.pass_and_back(at);
        if !subject.same(at, before) {
            return Err(subject.difference(before, at));
        }
        if kept_features { Ok(()) } else { Err("a null move changes features".to_owned()) }
    })
}

/// The name of the law that accumulators rest on.
const FOLLOWED: &str = "features follow the moves";

pub(crate) fn features() -> Fact {
    Fact::new(FOLLOWED, |subject, at, _| {
        let (features, buckets, most) = subject.feature_bounds();
        let (told, scratch) = subject.feature_sums(at);
        for sum in [told, scratch] {
            if sum.largest() >= features {
                return Err(format!("feature {} of {features}", sum.largest()));
            }
        }
        if told != scratch {
            let listed = subject.features(at);
            return Err(format!(
                "what was told of the moves adds up to {:016x}, the list to {:016x}: {listed:?}",
                told.word(),
                scratch.word()
            ));
        }
        let bucket = subject.bucket(at);
        if bucket >= buckets {
            return Err(format!("bucket {bucket} of {buckets}"));
        }
        let players = subject.players(at);
        let mut views: Vec<usize> =
            Player::all(players).map(|player| subject.view_of(at, player)).collect();
        views.sort_unstable();
        if views != (0..players).collect::<Vec<_>>() {
            return Err(format!("players look through views {views:?}"));
        }
        let largest = subject.features(at).iter().map(Vec::len).max().unwrap_or(0);
        if largest > most {
            return Err(format!("a view of {largest} features where {most} are the most"));
        }
        Ok(())
    })
}

pub(crate) fn simultaneous() -> Fact {
    Fact::new("nobody sees another's choice of the same round", |subject, at, rng| {
        let Turn::Together(all) = subject.turn(at) else { return Ok(()) };
        let lists: Vec<_> = all.iter().map(|p| (p, choices(subject, at, p))).collect();
        if lists[0].1 != subject.legal(at) {
            return Err(format!("{} chooses from another list than moves()", lists[0].0));
        }
        let round = subject.copy(at);
        for (i, (player, list)) in lists.iter().enumerate() {
            let expected = all.iter().skip(i).collect();
            if subject.turn(round) != Turn::Together(expected) {
                return Err(format!("{:?} where {expected:?} still owe", subject.turn(round)));
            }
            for (later, before) in &lists[i..] {
                if choices(subject, round, *later) != *before {
                    return Err(format!("{later}'s choices change before the round ends"));
                }
            }
            if list.is_empty() {
                return Err(format!("{player} has nothing to choose"));
            }
            subject.make(round, list[rng.below(list.len())]);
        }
        Ok(())
    })
}

fn choices(subject: &mut dyn Subject, at: Slot, player: Player) -> Vec<MoveId> {
    let mut out = Vec::new();
    subject.choices(at, player, &mut out);
    out
}
