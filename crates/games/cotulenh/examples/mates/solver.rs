//! Forced wins by brute force: every turn, every reply, no judgement.

use takeback_core::{Game, Payoff};
use takeback_cotulenh::{CoTuLenh, Move, Side};

/// The first steps that force a win of the side to move in at most `turns` of
/// its own turns, in the order of the list.
pub(crate) fn winning_steps(position: &CoTuLenh, turns: u32) -> Vec<Move> {
    let attacker = position.side();
    let mut now = position.clone();
    now.legal_moves().into_iter().filter(|&m| step_wins(&mut now, m, attacker, turns)).collect()
}

/// Whether the side to move forces a win in at most `turns` of its own turns.
pub(crate) fn wins(position: &CoTuLenh, turns: u32) -> bool {
    attack(&mut position.clone(), position.side(), turns)
}

fn attack(now: &mut CoTuLenh, attacker: Side, turns: u32) -> bool {
    turns > 0 && now.legal_moves().into_iter().any(|m| step_wins(now, m, attacker, turns))
}

fn step_wins(now: &mut CoTuLenh, m: Move, attacker: Side, turns: u32) -> bool {
    now.explore(m, |after| {
        if after.turn().is_over() {
            after.payoff(attacker.player()) == Payoff::WIN
        } else if after.side() == attacker {
            attack(after, attacker, turns)
        } else {
            turns > 1 && defend(after, attacker, turns - 1) == Defence::Lost
        }
    })
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Defence {
    /// Every turn that can be finished loses, and there is one.
    Lost,
    /// Some turn holds.
    Holds,
    /// Only dead ends: no turn can be finished.
    Stuck,
}

fn defend(now: &mut CoTuLenh, attacker: Side, turns: u32) -> Defence {
    let mut defence = Defence::Stuck;
    for m in now.legal_moves() {
        let reply = now.explore(m, |after| {
            if after.turn().is_over() {
                let won = after.payoff(attacker.player()) == Payoff::WIN;
                if won { Defence::Lost } else { Defence::Holds }
            } else if after.side() != attacker {
                defend(after, attacker, turns)
            } else if attack(after, attacker, turns) {
                Defence::Lost
            } else {
                Defence::Holds
            }
        });
        match reply {
            Defence::Holds => return Defence::Holds,
            Defence::Lost => defence = Defence::Lost,
            Defence::Stuck => {}
        }
    }
    defence
}
