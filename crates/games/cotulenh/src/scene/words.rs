//! Moves in words, and the rule that forbids one.

use super::{NAMES, cell, in_words};
use crate::geometry::{Square, Terrain};
use crate::moves::{Action, Move};
use crate::pieces::{Kind, Stack};
use crate::state::CoTuLenh;
use takeback_core::{Game, Moves};
use takeback_scene::Target;

impl CoTuLenh {
    pub(super) fn move_in_words(&self, m: Move) -> String {
        match m.action {
            Action::Commit => return "ends the deployment".to_owned(),
            Action::Cancel => return "takes the deployment back".to_owned(),
            _ => {}
        }
        let (from, to) = (m.from, m.to);
        let who = match m.deploys {
            Some(kind) => format!("deploys {}", super::look(kind).name),
            None => in_words(self.at(from)),
        };
        let there = || in_words(self.at(to));
        match m.action {
            Action::Go => format!("{who} from {from} to {to}"),
            Action::Capture => format!("{who} from {from} takes {} on {to}", there()),
            Action::Stay => format!("{who} on {from} shoots {} on {to} and stays", there()),
            Action::Suicide => {
                format!("{who} from {from} falls upon {} on {to}; both are lost", there())
            }
            Action::Combine => format!("{who} from {from} joins {} on {to}", there()),
            Action::Recombine => format!("{who} from {from} rides along to {to}"),
            Action::Commit | Action::Cancel => String::new(),
        }
    }

    pub(super) fn rule_against(&self, clicks: &[Target]) -> Option<String> {
        let mut squares = clicks.iter().filter_map(|target| match target {
            Target::Cell(at) => Square::all().find(|&square| cell(square) == *at),
            _ => None,
        });
        let from = squares.next()?;
        let to = squares.next();
        let stack = self.at(from);
        let owner = stack.owner()?;
        let side = self.side();
        let name = in_words(stack);
        if let Some(source) = self.deploys_from().filter(|&source| source != from) {
            return Some(format!("{source} is being deployed: go on from there, or commit."));
        }
        if owner != side {
            return Some(format!(
                "It is {}'s turn, and this {name} is the enemy's.",
                NAMES[side.index()]
            ));
        }
        let candidates = self.all_candidates();
        let Some(to) = to else {
            let some = candidates.iter().any(|m| m.from == from);
            return Some(if some {
                "Whatever it did would leave the Commander in danger.".to_owned()
            } else if stack.carrier() == Kind::Headquarters && !stack.carrier_is_heroic() {
                "Headquarters do not move.".to_owned()
            } else {
                format!("This {name} is hemmed in: it has nowhere to go.")
            });
        };
        if candidates.iter().any(|m| m.from == from && m.to == to) {
            return Some("This would leave the Commander in danger.".to_owned());
        }
        let there = self.at(to);
        if there.owner() == Some(side) {
            return Some(format!("{name} and {} cannot be one stack.", in_words(there)));
        }
        Some(
            obstacle(self, stack, to)
                .unwrap_or_else(|| format!("{name} does not reach {to} from {from}.")),
        )
    }

    /// What may be tried, legal or not.
    fn all_candidates(&self) -> Vec<Move> {
        let mut out = Moves::new();
        for stage in 0..Self::STAGES {
            self.candidates(stage, &mut out);
        }
        out.into_vec()
    }
}

/// Terrain and air defence, which are said before distance.
fn obstacle(game: &CoTuLenh, stack: Stack, to: Square) -> Option<String> {
    let carrier = stack.carrier();
    let name = super::look(carrier).name;
    let enemy = game.commander(game.side().other());
    let faces = enemy.is_some_and(|at| at.file() == to.file() || at.rank() == to.rank());
    match (carrier, to.terrain()) {
        (Kind::Commander, _) if faces => {
            Some("The Commanders would look each other in the eye.".to_owned())
        }
        (Kind::Navy, Terrain::Land) => Some("A Navy stays on the water.".to_owned()),
        (Kind::Navy, _) => None,
        (Kind::AirForce, _) => {
            let enemy = game.side().other();
            let guarded = game.air_defence(enemy).into_iter().any(|at| at == to);
            guarded.then(|| {
                format!("{to} lies in the enemy's air defence, which an {name} does not enter.")
            })
        }
        (_, Terrain::Sea) => Some(format!("{name} cannot go on the open sea.")),
        _ => None,
    }
}
